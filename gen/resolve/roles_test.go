package resolve

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen/spec"
	"kei/runtime/gate"
)

// policy makes a policy folder of short lines: "policy::no-x kind list" is a
// capability, "role: key = value; ..." a role with those keys in its
// [capabilities] or [tools].
type policy map[string]string

func (p policy) load(t *testing.T) spec.Tree {
	t.Helper()
	tree, err := spec.Load(p.files())
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func (p policy) files() fstest.MapFS {
	m := fstest.MapFS{}
	for name, body := range p {
		if category, slug, ok := spec.SplitName(name); ok {
			head := fmt.Sprintf("[capability]\nname = %q\ncategory = %q\nversion = \"1.0\"\ndescription = \"It is %s.\"\n", name, category, slug)
			m["capabilities/"+category+"/"+slug+"/capability.toml"] = &fstest.MapFile{Data: []byte(head + body)}
			m["capabilities/"+category+"/"+slug+"/text.md"] = &fstest.MapFile{Data: []byte("Text of " + name + ".")}
			continue
		}
		head := fmt.Sprintf("[role]\nname = %q\ndescription = \"It is %s.\"\n", name, name)
		m["roles/"+name+".toml"] = &fstest.MapFile{Data: []byte(head + body)}
	}
	return m
}

const (
	denyX    = "[gate]\nkind = \"deny-command\"\ntool-patterns = ['^x( |$)']\n"
	denyY    = "[gate]\nkind = \"deny-command\"\ntool-patterns = ['^y( |$)']\n"
	noWrites = "[gate]\nkind = \"deny-tool\"\ntools-denied = [\"Write\", \"Edit\"]\n"
	oldX     = "aliases = [\"tools::old-x\"]\n"
	readOnly = "[tools]\nallowed = [\"Read\"]\n"
)

func lib() policy {
	return policy{"policy::no-x": oldX + denyX, "policy::no-y": denyY, "tools::no-writes": noWrites}
}

func (p policy) and(more policy) policy {
	for k, v := range more {
		p[k] = v
	}
	return p
}

func names(r Role) string {
	var list []string
	for _, c := range r.Capabilities {
		list = append(list, c.Name)
	}
	return strings.Join(list, " ")
}

func TestRoles(t *testing.T) {
	for _, tt := range []struct {
		name, role string
		roles      policy
		want       string // of the role: capabilities, tools, patterns
		warnings   string
	}{
		{"flat", "a", policy{"a": "[capabilities]\nrequired = [\"policy::no-y\", \"policy::no-x\"]\n" + readOnly},
			"policy::no-y policy::no-x [Read] []", ""},
		{"parents first", "b", policy{"a": "[capabilities]\nrequired = [\"policy::no-y\"]\n" + readOnly,
			"b": "[capabilities]\nextends = \"a\"\nrequired = [\"policy::no-x\", \"policy::no-y\"]\n"},
			"policy::no-y policy::no-x [Read] []", ""},
		{"relaxes", "b", policy{"a": "[capabilities]\nrequired = [\"policy::no-y\", \"policy::no-x\"]\n" + readOnly,
			"b": "[capabilities]\nextends = \"a\"\nrelaxes = [\"policy::no-y\"]\n"},
			"policy::no-x [Read] []", ""},
		{"relaxes its own", "a", policy{"a": "[capabilities]\nrequired = [\"policy::no-y\"]\nrelaxes = [\"policy::no-y\"]\n" + readOnly},
			" [Read] []", ""},
		{"relaxes nothing", "a", policy{"a": "[capabilities]\nrequired = [\"policy::no-y\"]\nrelaxes = [\"policy::no-x\"]\n" + readOnly},
			"policy::no-y [Read] []", "roles/a.toml:6:12: role a relaxes policy::no-x, which it does not have; leave it out"},
		{"an old name", "a", policy{"a": "[capabilities]\nrequired = [\"tools::old-x\"]\n" + readOnly},
			"policy::no-x [Read] []", "roles/a.toml:5:13: tools::old-x is an old name; write policy::no-x"},
		{"lists of its own", "b", policy{"a": "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Bash\"]\nbash-patterns-allowed = ['^x']\n",
			"b": "[capabilities]\nextends = \"a\"\n[tools]\nallowed = [\"Read\", \"Bash\"]\n"},
			" [Read Bash] [^x]", ""},
		{"inherited lists", "b", policy{"a": "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Bash\"]\nbash-patterns-allowed = ['^x']\n",
			"b": "[capabilities]\nextends = \"a\"\n"},
			" [Bash] [^x]", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := lib().and(tt.roles).load(t)
			roles, err := Roles(tree)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range roles {
				if r.Name == tt.role {
					if got := fmt.Sprint(names(r), " ", r.Tools, " ", r.Patterns); got != tt.want {
						t.Errorf("got  %s\nwant %s", got, tt.want)
					}
				}
			}
			if got := Warnings(tree, roles).Error(); got != tt.warnings {
				t.Errorf("got  %s\nwant %s", got, tt.warnings)
			}
		})
	}
}

func TestRolesErrors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		roles policy
		want  string
	}{
		{"unknown capability", policy{"a": "[capabilities]\nrequired = [\"policy::no-xx\"]\n" + readOnly},
			"roles/a.toml:5:13: no capability policy::no-xx; did you mean policy::no-x?"},
		{"unknown capability relaxed", policy{"a": "[capabilities]\nrequired = []\nrelaxes = [\"quality::zzz\"]\n" + readOnly},
			"roles/a.toml:6:12: no capability quality::zzz"},
		{"unknown parent", policy{"abc": "[capabilities]\nextends = \"abd\"\n"},
			"roles/abc.toml:5:11: no role abd; did you mean abc?"},
		{"itself", policy{"a": "[capabilities]\nextends = \"a\"\n"},
			"roles/a.toml:5:11: extends goes round in a cycle: a > a"},
		{"cycle", policy{"a": "[capabilities]\nextends = \"b\"\n", "b": "[capabilities]\nextends = \"a\"\n", "c": "[capabilities]\nextends = \"a\"\n"},
			"roles/a.toml:5:11: extends goes round in a cycle: a > b > a\nroles/b.toml:5:11: extends goes round in a cycle: b > a > b"},
		{"twice by an old name", policy{"a": "[capabilities]\nrequired = [\"policy::no-x\", \"tools::old-x\"]\n" + readOnly},
			"roles/a.toml:5:29: tools::old-x is policy::no-x, which roles/a.toml:5:13 requires already"},
		{"tool allowed and denied", policy{"a": "[capabilities]\nrequired = [\"tools::no-writes\"]\n[tools]\nallowed = [\"Read\", \"Edit\"]\n"},
			"roles/a.toml:7:20: Edit is allowed here and denied by tools::no-writes, capabilities/tools/no-writes/capability.toml:8:26; take it from one of the two"},
		{"inherited tool denied", policy{"a": "[capabilities]\nrequired = []\n[tools]\nallowed = [\"Write\"]\n", "b": "[capabilities]\nextends = \"a\"\nrequired = [\"tools::no-writes\"]\n"},
			"roles/b.toml:5:11: Write is allowed here and denied by tools::no-writes, capabilities/tools/no-writes/capability.toml:8:17; take it from one of the two"},
		{"handoff", policy{"abc": "[capabilities]\nrequired = []\n" + readOnly + "[pipeline]\nhandoff = [\"abd\", \"abc\"]\n"},
			"roles/abc.toml:9:12: no role abd; did you mean abc?\nroles/abc.toml:9:19: role abc hands its work to itself"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Roles(lib().and(tt.roles).load(t))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got\n%v\nwant\n%s", err, tt.want)
			}
		})
	}
}

// A chain of 17 roles is as long as it may be, wherever the resolving starts.
func TestDepth(t *testing.T) {
	chain := func(n int, name func(int) string) policy {
		p := lib()
		for i := range n {
			p[name(i)] = "[capabilities]\nextends = \"" + name(i+1) + "\"\n"
		}
		p[name(n)] = "[capabilities]\nrequired = [\"policy::no-x\"]\n" + readOnly
		return p
	}
	for way, name := range map[string]func(int) string{
		"child first":  func(i int) string { return fmt.Sprintf("r%02d", i) },
		"parent first": func(i int) string { return fmt.Sprintf("r%02d", 99-i) },
	} {
		if _, err := Roles(chain(16, name).load(t)); err != nil {
			t.Errorf("%s: 17 roles: %v", way, err)
		}
		_, err := Roles(chain(20, name).load(t))
		want := fmt.Sprintf("roles/%[1]s.toml:5:11: role %[1]s has more than 16 roles above it; extend one nearer to the top", name(3))
		if err == nil || err.Error() != want {
			t.Errorf("%s: 21 roles: %v", way, err)
		}
	}
}

func TestPolicy(t *testing.T) {
	tree := lib().and(policy{
		"a": "spawnable = true\n[capabilities]\nrequired = [\"policy::no-y\", \"policy::no-x\"]\n[tools]\nallowed = [\"Bash\"]\nbash-patterns-allowed = ['^z( |$)']\n[self-protection]\noff = true\n",
		"b": "spawnable = false\n[capabilities]\nrequired = [\"policy::no-y\"]\n" + readOnly,
	}).load(t)
	roles, err := Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	p := roles[0].Policy()
	if p.Role != "a" || !p.Unprotected || len(p.Rules) != 3 {
		t.Fatalf("%+v", p)
	}
	first, second, own := p.Rules[0].(*gate.DenyCommand), p.Rules[1].(*gate.DenyCommand), p.Rules[2].(*gate.AllowCommand)
	if first.Capability != "policy::no-y" || second.Capability != "policy::no-x" || own.Capability != "role a" || own.Patterns[0] != "^z( |$)" {
		t.Errorf("%+v %+v %+v", first, second, own)
	}
	if first.Table.Match("y z") != 0 || first.Table.Match("x") != -1 || own.Table.Match("z") != 0 {
		t.Error("a rule has another rule's table")
	}
	if roles[0].Rules[0].Comment != "It is no-y." || roles[0].Rules[2].Capability != nil {
		t.Errorf("%+v", roles[0].Rules)
	}
	if want := "Text of policy::no-y.\n\n---\n\nText of policy::no-x.\n\n---\n\n## What your shell runs\n"; !strings.HasPrefix(roles[0].Prompt(), want) {
		t.Errorf("prompt %q", roles[0].Prompt())
	}
	if roles[1].Policy() != nil || len(roles[1].Rules) != 0 || names(roles[1]) != "policy::no-y" {
		t.Errorf("a role that is not spawnable has no gate, and its capabilities: %+v", roles[1])
	}
}

func TestFallsBackToRegexp(t *testing.T) {
	big := "[gate]\nkind = \"deny-command\"\ntool-patterns = ['(x|y).{50,250}(a|b).{50,250}c.{100}']\n"
	tree := policy{"policy::no-x": big, "a": "[capabilities]\nrequired = [\"policy::no-x\"]\n" + readOnly}.load(t)
	roles, err := Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	got := Warnings(tree, roles).Error()
	if roles[0].Rules[0].Rule.(*gate.DenyCommand).Table != nil || !strings.HasPrefix(got, "capabilities/policy/no-x/capability.toml:8:17: ") || !strings.HasSuffix(got, "the rule falls back to regexp, which makes its gate slower") {
		t.Errorf("%s", got)
	}
}

// The same folder gives the same values, to the last byte of a table.
func TestRolesAreTheSameTwice(t *testing.T) {
	read := func() []Role {
		tree, err := spec.Load(os.DirFS("../.."))
		if err != nil {
			t.Fatal(err)
		}
		tree.Dir = "../.." // where its atoms are
		roles, err := Roles(tree)
		if err != nil {
			t.Fatal(err)
		}
		return roles
	}
	if a, b := read(), read(); !reflect.DeepEqual(a, b) {
		t.Error("two readings of one folder differ")
	}
}

// What a role's shell runs stands in its prompt, without a regular expression
// where words say it.
func TestPromptSaysCommands(t *testing.T) {
	r := Role{Tools: []string{"Bash"}, Commands: []string{"cargo test", "go vet"}, Patterns: []string{"^git( |$)", "^rm -rf /tmp/", "^(a|b) c"}, Effects: []string{"prints", "reads"}}
	text := r.Prompt()
	for _, want := range []string{
		"- `cargo test`, `go vet`\n", "- `git`, `rm -rf /tmp/...`, commands that match `^(a|b) c`\n", "- whatever does no more than that it prints, or reads (`ls`, ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	r.Tools = []string{"Read"}
	if text := r.Prompt(); text != "" {
		t.Errorf("without a shell: %q", text)
	}
}
