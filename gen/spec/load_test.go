package spec

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kei/runtime/gate"
)

// capability is a correct capability.toml, to be made wrong in one place.
const capability = `[capability]
name = "policy::no-x"
category = "policy"
version = "1.0"
description = "No x."

[gate]
kind = "deny-command"
event = "PreToolUse:Bash"
severity = "block"
tool-patterns = ['^x( |$)']

[[example]]
deny = "x y"
`

// role is a correct role.
const role = `[role]
name = "r"
description = "It does r."

[capabilities]
required = ["policy::no-x"]

[tools]
allowed = ["Read", "Bash"]
bash-patterns-allowed = ['^y( |$)']
`

const (
	capabilityFile1 = "capabilities/policy/no-x/capability.toml"
	textFile        = "capabilities/policy/no-x/text.md"
	roleFile1       = "roles/r.toml"
)

func tree() fstest.MapFS {
	return fstest.MapFS{
		capabilityFile1: {Data: []byte(capability)},
		textFile:        {Data: []byte("Do not x.\n")},
		roleFile1:       {Data: []byte(role)},
	}
}

// with replaces text in one file; an empty old one appends.
func with(file, before, after string) func(fstest.MapFS) {
	return func(m fstest.MapFS) {
		s := string(m[file].Data)
		if before == "" {
			s += after
		} else if !strings.Contains(s, before) {
			panic(before + " is not in " + file)
		}
		if before != "" {
			s = strings.Replace(s, before, after, 1)
		}
		m[file] = &fstest.MapFile{Data: []byte(s)}
	}
}

func put(file, data string, mode fs.FileMode) func(fstest.MapFS) {
	return func(m fstest.MapFS) { m[file] = &fstest.MapFile{Data: []byte(data), Mode: mode} }
}

func TestLoad(t *testing.T) {
	got, err := Load(tree())
	if err != nil || len(got.Warnings) > 0 {
		t.Fatal(err, got.Warnings)
	}
	c := got.Capabilities[0]
	rule, ok := c.Gates[0].Rule.(*gate.DenyCommand)
	if !ok || rule.Capability != "policy::no-x" || rule.Severity != "" || rule.Patterns[0] != "^x( |$)" || c.Text != "Do not x.\n" ||
		c.Examples[0].Command != "x y" || c.Gates[0].Table.At("tool-patterns", 0).Line != 11 {
		t.Errorf("%+v %+v", c, rule)
	}
	r := got.Roles[0]
	if !r.Spawnable || r.Required[0].Text != "policy::no-x" || r.Tools[1].Text != "Bash" || r.Escalation != "ask-via-return" {
		t.Errorf("%+v", r)
	}
}

func TestLoadErrors(t *testing.T) {
	const c, r = capabilityFile1, roleFile1
	for _, tt := range []struct {
		name   string
		change func(fstest.MapFS)
		want   string // every line of it
	}{
		{"unknown key", with(c, "severity", "sevrity"), c + ":10:1: unknown key sevrity; did you mean severity?"},
		{"unknown table", with(c, "[gate]", "[gates]"), c + ":1:1: there is neither [gate] nor [verify]; a capability that checks nothing is only advice\n" +
			c + ":7:2: unknown key gates; did you mean gate?\n" + c + ":13:1: an example needs a [gate] to be asked of"},
		{"name is not the path", with(c, "policy::no-x", "policy::no-y"), c + ":2:8: name is policy::no-y and the folder says policy::no-x; make them agree"},
		{"category is not the path", with(c, `"policy"`, `"scope"`), c + ":3:12: category is scope and the folder says policy; make them agree"},
		{"unknown category", put("capabilities/polcy/no-x/capability.toml", strings.ReplaceAll(capability, "policy", "polcy"), 0),
			"capabilities/polcy/no-x/capability.toml:1:1: category polcy is none of guard, output, policy, quality, safety, scope, tools, verify; did you mean policy?\n" +
				"capabilities/polcy/no-x/text.md: no such file"},
		{"unknown kind", with(c, "deny-command", "deny-comand"), c + ":8:8: kind deny-comand is none of allow-command, deny-command, deny-files, deny-reads, deny-tool, deny-trees, not-task-files, only-atoms, only-files, only-task-files; did you mean deny-command?"},
		{"no kind", with(c, `kind = "deny-command"`, ""), c + ":7:1: [gate] has no kind; it can be allow-command, deny-command, deny-files, deny-reads, deny-tool, deny-trees, not-task-files, only-atoms, only-files, only-task-files"},
		{"unknown module", with(c, `kind = "deny-command"`, `rust-module = "x"`), c + ":8:15: rust-module x is not known here; write kind = one of allow-command, deny-command, deny-files, deny-reads, deny-tool, deny-trees, not-task-files, only-atoms, only-files, only-task-files"},
		{"unknown event", with(c, "PreToolUse:Bash", "PreTool"), c + ":9:9: event PreTool is none of PreToolUse, PreToolUse:Agent, PreToolUse:Bash, PreToolUse:Edit|Write, PreToolUse:Edit|Write|NotebookEdit, PreToolUse:Read"},
		{"event of another kind", with(c, "PreToolUse:Bash", "PreToolUse:Edit|Write"), c + ":9:9: a deny-command rule never objects at PreToolUse:Edit|Write; write PreToolUse:Bash"},
		{"unknown severity", with(c, `"block"`, `"blok"`), c + ":10:12: severity blok is none of advisory, ask, block, warn; did you mean block?"},
		{"lookahead", with(c, "'^x( |$)'", "'^x', '^git (?!log)'"), c + ":11:24: pattern ^git (?!log): (?! is a lookahead, which RE2 syntax does not have"},
		{"unclosed pattern", with(c, "'^x( |$)'", "'[unclosed'"), c + ":11:18: pattern [unclosed: missing closing ]"},
		{"empty pattern", with(c, "'^x( |$)'", "''"), c + ":11:18: an empty pattern matches every command; write .* if that is meant"},
		{"no patterns", with(c, "tool-patterns = ['^x( |$)']", ""), c + ":7:1: a deny-command rule needs commands or effects or tool-patterns"},
		{"empty list", with(c, "'^x( |$)'", ""), c + ":11:1: tool-patterns is empty; a deny-command rule needs at least one"},
		{"pattern twice", with(c, "'^x( |$)'", "'^x', '^x'"), c + ":11:24: tool-patterns has ^x twice, first at 11:18"},
		{"key of another kind", with(c, "tool-patterns", "files-denied"), c + ":7:1: a deny-command rule needs commands or effects or tool-patterns\n" +
			c + ":11:1: unknown key files-denied; it can be bypass-env, commands, effects, event, except, fetched, instead, kind, rust-module, severity, tool-patterns, trust-unknown, unless-task, why"},
		{"bypass that no shell can set", with(c, "severity", "bypass-env = \"a-b\"\nseverity"), c + ":10:14: bypass-env a-b is no name of a variable; use capital letters, digits and _"},
		{"glob out of the tree", with(c, "deny-command\"\nevent = \"PreToolUse:Bash\"\nseverity = \"block\"\ntool-patterns = ['^x( |$)']", "deny-files\"\nfiles-denied = ['a/../b', 'a//b', 'a\\b', '~/x']"),
			c + ":9:17: the glob a/../b has the element .. and would match nothing; globs are matched against clean paths from the worktree's root\n" +
				c + ":9:27: the glob a//b has // in it and would match nothing\n" +
				c + ":9:35: the glob a\\b has a \\ in it; elements are separated by / everywhere\n" +
				c + ":9:42: the glob ~/x would match nothing; write the home folder out, or ** for any"},
		{"missing version", with(c, "version = \"1.0\"\n", ""), c + ":1:1: version is missing"},
		{"empty description", with(c, "No x.", " "), c + ":5:15: description is empty"},
		{"text.md missing", func(m fstest.MapFS) { delete(m, textFile) }, textFile + ": no such file"},
		{"text.md empty", put(textFile, " \n", 0), textFile + ": is empty; say in the second person what the agent may not do, and what to do instead"},
		{"text.md too long", put(textFile, strings.Repeat("word ", 201), 0), textFile + ": has 201 words; an agent is told a rule in at most 200"},
		{"text.md not UTF-8", put(textFile, "\xff", 0), textFile + ":1:1: byte 0xff is not UTF-8; save the file as UTF-8"},
		{"another text", with(c, "[gate]", "[text]\npath = \"x.md\"\n[gate]"), c + ":8:8: path is x.md; the text stands in text.md"},
		{"not TOML", put(c, "= 1", 0), c + ":1:1: unexpected '=': key name appears blank"},
		{"byte-order mark", put(c, "\xef\xbb\xbf"+capability, 0), c + ":1:1: starts with a byte-order mark; save it as UTF-8 without one"},
		{"restricts that nothing looks at", with(c, "[gate]", "[restricts]\ntools-denied = ['Edit']\n[gate]"), c + ":8:1: no gate looks at this tools-denied; write it into the [gate] it is for"},
		{"restricts beside two gates", with(c, "[gate]", "[restricts]\ntool-patterns = ['^z']\n[[gate]]\nkind = \"deny-command\"\ntool-patterns = ['^z']\n[[gate]]"),
			c + ":8:1: no gate looks at this tool-patterns; write it into the [gate] it is for"},
		{"restricts for one of two gates", with(c, "[gate]", "[restricts]\ntool-patterns = ['^z']\n[[gate]]\nkind = \"deny-command\"\n[[gate]]"), c + ":9:1: a deny-command rule needs commands or effects or tool-patterns"},
		{"unknown key of restricts", with(c, "[gate]", "[restricts]\ntool-pattern = []\n[gate]"), c + ":8:1: unknown key tool-pattern; did you mean tool-patterns?"},
		{"unknown step", with(c, "[gate]", "[verify]\nkind = \"tests-gren\"\n[gate]"), c + ":8:8: kind tests-gren is none of atoms-granted, builds-elsewhere, command-green, dependencies-unchanged, diff-in-role, diff-in-task, diff-outside-denylist, files-unchanged, fork-audit, graded-findings, history-unchanged, ledger-row, merge-result, report-fields, self-protection, size-limit, tests-green, tests-kept, verdict; did you mean tests-green?"},
		{"unknown run mode", with(c, "[gate]", "[verify]\nkind = \"tests-green\"\nrun-mode = \"worktre\"\nwhen = \"later\"\n[gate]"),
			c + ":9:12: run-mode worktre is none of both, simulated-merge, worktree; did you mean worktree?\n" + c + ":10:8: when later is none of on-return"},
		{"no command", with(c, "[gate]", "[verify]\nkind = \"command-green\"\n[gate]"), c + ":7:1: a command-green step needs command = [\"PROGRAM\", \"ARGUMENT\", ...]"},
		{"parameter of another step", with(c, "[gate]", "[verify]\nkind = \"tests-green\"\ncommand = ['x']\n[gate]"), c + ":9:1: unknown key command; it can be kind, minutes-max, run-mode, rust-module, when"},
		{"example without a verdict", with(c, `deny = "x y"`, `tool = "Write"`), c + ":13:1: an example is deny = \"COMMAND\", or allow = \"COMMAND\", or tool, path and verdict = \"deny\" or \"allow\""},
		{"example with both", with(c, `deny = "x y"`, "deny = \"x\"\nallow = \"x\""), c + ":13:1: an example is deny = \"COMMAND\", or allow = \"COMMAND\", or tool, path and verdict = \"deny\" or \"allow\""},
		{"example twice", with(c, `deny = "x y"`, "deny = \"x y\"\n[[example]]\nallow = \"x y\""), c + `:15:1: the example "x y" stands twice, first at 13:1`},
		{"alias of no form", with(c, "version", "aliases = ['x']\nversion"), c + ":4:12: alias x is not of the form category::slug"},
		{"alias is a capability", with(c, "version", "aliases = ['policy::no-x']\nversion"), c + ":4:12: the alias policy::no-x is a capability of its own, " + c + ":2:8; rename one of the two"},
		{"alias of two", func(m fstest.MapFS) {
			with(c, "version", "aliases = ['tools::old']\nversion")(m)
			m["capabilities/policy/no-y/capability.toml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(m[c].Data), "no-x", "no-y"))}
			m["capabilities/policy/no-y/text.md"] = m[textFile]
		}, "capabilities/policy/no-y/capability.toml:4:12: alias tools::old stands for policy::no-x already, " + c + ":4:12"},
		{"stub of nothing", put("capabilities/tools/old/capability.toml", "[capability]\nname = \"tools::old\"\nalias = \"policy::no-z\"\n", 0),
			"capabilities/tools/old/capability.toml:3:9: no capability policy::no-z; did you mean policy::no-x?"},
		{"stub with a text", func(m fstest.MapFS) {
			put("capabilities/tools/old/capability.toml", "[capability]\nname = \"tools::old\"\nalias = \"policy::no-x\"\n", 0)(m)
			m["capabilities/tools/old/text.md"] = m[textFile]
		}, "capabilities/tools/old/capability.toml:3:9: an alias has nothing of its own; leave only [capability] name, alias, deprecated, and no text.md"},
		{"file beside capability.toml", put("capabilities/policy/no-x/notes.txt", "", 0), "capabilities/policy/no-x/notes.txt: nothing reads this; a capability is capability.toml and text.md"},
		{"file in capabilities", put("capabilities/x.toml", "", 0), "capabilities/x.toml: nothing reads this file; a folder for each category stands here"},
		{"linked capability", put("capabilities/policy/no-y", "no-x", fs.ModeSymlink), "capabilities/policy/no-y: is a symbolic link; put the folder itself here"},
		{"linked text", put(textFile, "x", fs.ModeSymlink), textFile + ": is a symbolic link; put a regular file here"},
		{"linked role", put("roles/s.toml", "r.toml", fs.ModeSymlink), "roles/s.toml: is a symbolic link; put a regular file here"},
		{"folder in roles", put("roles/sub/x.toml", "", 0), "roles/sub: nothing reads this folder; roles are files, roles/<name>.toml"},
		{"backup in roles", put("roles/r.toml~", "", 0), "roles/r.toml~: nothing reads this file; roles are files, roles/<name>.toml"},
		{"role that cannot be named", put("roles/R.toml", role, 0), "roles/R.toml: R cannot name a role; use lower-case letters, digits and -"},
		{"role name is not the file", with(r, `"r"`, `"q"`), r + ":2:8: name is q and the file says r; make them agree"},
		{"role without tools", with(r, "allowed = [\"Read\", \"Bash\"]\n", ""), r + ":8:1: allowed is missing; every tool that is not in it is denied"},
		{"tool twice", with(r, `"Bash"`, `"Bash", "Read"`), r + ":9:28: allowed has Read twice, first at 9:12"},
		{"every tool", with(r, `"Bash"`, `"*"`), r + ":9:20: \"*\" names no tool; list each one, or mcp__server__* for those of a server"},
		{"no command allowed", with(r, `'^y( |$)'`, ``), r + ":10:1: no command would be allowed; leave Bash out of allowed, or leave this out to allow what the capabilities do not deny"},
		{"bad role pattern", with(r, `'^y( |$)'`, `'^y(?=x)'`), r + ":10:26: pattern ^y(?=x): (?= is a lookahead, which RE2 syntax does not have"},
		{"capability of no form", with(r, "policy::no-x", "no-x"), r + ":6:13: no-x is not of the form category::slug"},
		{"required twice", with(r, `"policy::no-x"`, `"policy::no-x", "policy::no-x"`), r + ":6:29: required has policy::no-x twice, first at 6:13"},
		{"unknown escalation", with(r, "", "[escalation]\npolicy = \"ask\"\n"), r + ":12:10: policy ask is none of ask-via-return, fail-fast, orchestrator-notify"},
		{"protection off by a word", with(r, "", "[self-protection]\noff = \"yes\"\n"), r + ":12:7: off is a string; it must be true or false"},
		{"all at once, sorted", func(m fstest.MapFS) {
			with(r, `"r"`, `"q"`)(m)
			with(c, "sever", "saver")(m)
			with(c, "No x.", "")(m)
		}, c + ":5:15: description is empty\n" + c + ":10:1: unknown key saverity; did you mean severity?\n" + r + ":2:8: name is q and the file says r; make them agree"},
		{"no folders", func(m fstest.MapFS) { clear(m) }, "capabilities: no such folder; kei -C DIR names the folder that holds capabilities/ and roles/\n" +
			"roles: no such folder; kei -C DIR names the folder that holds capabilities/ and roles/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tree()
			tt.change(m)
			_, err := Load(m)
			if err == nil {
				t.Fatalf("no error; want %s", tt.want)
			}
			if got := err.Error(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestLoadWarnings(t *testing.T) {
	const c, r = capabilityFile1, roleFile1
	for _, tt := range []struct {
		name   string
		change func(fstest.MapFS)
		want   string
	}{
		{"enforce", with(c, `"block"`, `"enforce"`), c + ":10:12: severity enforce is an old word; write block"},
		{"rust-module", with(c, `kind = "deny-command"`, `rust-module = "policy_no_git_ops"`), c + ":8:15: rust-module is an old spelling; write kind = \"deny-command\""},
		{"rust-module beside kind", with(c, `kind =`, "rust-module = \"x\"\nkind ="), c + ":8:15: rust-module is an old spelling and says nothing beside kind = \"deny-command\"; leave it out"},
		{"pattern that is not anchored", with(r, "^y( |$)", "y|^z"), r + ":10:26: pattern y|^z allows every command that contains it; start it with ^"},
		{"patterns without Bash", with(r, `, "Bash"`, ``), r + ":10:1: the role has no Bash; bash-patterns-allowed allows nothing"},
		{"hidden files, README and CRLF", func(m fstest.MapFS) {
			m["capabilities/.DS_Store"], m["roles/README.md"], m["capabilities/policy/no-x/README.md"] = &fstest.MapFile{}, &fstest.MapFile{}, &fstest.MapFile{}
			m[c] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(capability, "\n", "\r\n"))}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := tree()
			tt.change(m)
			got, err := Load(m)
			if err != nil {
				t.Fatal(err)
			}
			if got.Warnings.Error() != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got.Warnings, tt.want)
			}
			if rule := got.Capabilities[0].Gates[0].Rule.(*gate.DenyCommand); rule.Severity != "" {
				t.Errorf("severity %q", rule.Severity)
			}
		})
	}
}

// The lists of the design documents stand in [restricts]; they become the one
// gate's own.
func TestRestricts(t *testing.T) {
	m := tree()
	with(capabilityFile1, "tool-patterns = ['^x( |$)']", "[restricts]\ntool-patterns = ['^x( |$)']\ntools-denied = []")(m)
	got, err := Load(m)
	if err != nil {
		t.Fatal(err)
	}
	g := got.Capabilities[0].Gates[0]
	if rule := g.Rule.(*gate.DenyCommand); len(rule.Patterns) != 1 || g.Table.At("tool-patterns", 0).Line != 12 {
		t.Errorf("%+v", rule)
	}
}

// Whatever a rule's fields are, a loader fills them: a kind that is added is a
// file in package gate and nothing here.
func TestEveryKindCanBeWritten(t *testing.T) {
	for _, k := range gate.Kinds() {
		m, lists := tree(), ""
		for _, list := range k.New().Lists() {
			if !list.Derived {
				lists += list.Key + " = ['reads']\n"
			}
		}
		with(capabilityFile1, "kind = \"deny-command\"\nevent = \"PreToolUse:Bash\"\nseverity = \"block\"\ntool-patterns = ['^x( |$)']",
			"kind = \""+k.Name+"\"\nseverity = \"warn\"\nbypass-env = \"X\"\nunless-task = \"allow-dep-bump\"\ninstead = \"y\"\n"+lists)(m)
		if _, err := Load(m); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
}

func TestTheLibraryLoads(t *testing.T) {
	got, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Warnings) > 0 {
		t.Error(got.Warnings)
	}
	for _, name := range []string{"tools::read-only", "tools::cargo-only-bash"} {
		if c, alias := got.Capability(name); c == nil || alias == nil {
			t.Errorf("%s is no alias", name)
		}
	}
}
