package declarative

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/gen/emit"
	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/gate"
)

// dispatched is what is emitted for two roles and an agent.
func dispatched(t *testing.T) []files.File {
	t.Helper()
	git := []gate.Pattern{`^git( |$)`}
	common := resolve.Rule{Rule: &gate.DenyCommand{Terms: gate.Terms{Capability: "policy::no-git-ops"}, Patterns: git, Table: table(t, git...)}}
	var roles []resolve.Role
	for _, name := range []string{"editor", "reader"} {
		own := []gate.Pattern{gate.Pattern("^" + name + "( |$)")}
		roles = append(roles, resolve.Role{Name: name, Spawnable: true, Tools: []string{"Bash"}, Rules: []resolve.Rule{
			common, {Rule: &gate.AllowCommand{Terms: gate.Terms{Capability: "role " + name}, Patterns: own, Table: table(t, own...)}},
		}})
	}
	set, err := emit.All(roles, nil)
	if err != nil {
		t.Fatal(err)
	}
	more, err := emit.Dispatch(roles, resolve.Agents{Main: "editor", List: []resolve.Agent{{Name: "editor", Role: "editor"}, {Name: "explorer", Role: "reader"}, {Name: "reader", Role: "reader"}}})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(append(set, more...), func(f files.File) bool { return !strings.HasPrefix(f.Name, "out/") })
}

// Whatever is done to the dispatcher is seen.
func TestDispatch(t *testing.T) {
	// One module for all, of which one file changes: the rest is compiled once.
	dir := module(t, dispatched(t))
	const agents = "dispatch.go"
	for _, c := range []change{
		{"nothing", agents, "", "", ""},
		{"an agent in another role", agents, `{Agent: "explorer", Policy: &reader.Policy}`, `{Agent: "explorer", Policy: &editor.Policy}`, "the dispatch's SHA-256 is "},
		{"a role in another", agents, `{Agent: "reader", Policy: &reader.Policy}`, `{Agent: "reader", Policy: &editor.Policy}`, "the role reader is not an agent of its own name"},
		{"one agent more", agents, "\t\t{Agent: \"reader\"", "\t\t{Agent: \"free\", Policy: &reader.Policy},\n\t\t{Agent: \"reader\"", "the dispatch's SHA-256 is "},
		{"rules of its own, of another agent", agents, `{Agent: "explorer", Policy: &reader.Policy}`,
			`{Agent: "explorer", Policy: &reader.Policy, Own: gate.AgentPermissions{Agent: "reader", Tools: []string{"read"}}}`, `the agent "explorer" has the rules of "reader" as its own`},
		{"rules of its own, of no agent", agents, `{Agent: "explorer", Policy: &reader.Policy}`,
			`{Agent: "explorer", Policy: &reader.Policy, Own: gate.AgentPermissions{Tools: []string{"read"}}}`, `the agent "explorer" has the rules of "" as its own`},
		{"out of order", agents, `Agent: "explorer"`, `Agent: "zebra"`, `the agent "reader" does not come after "zebra"`},
		{"twice", agents, `Agent: "explorer"`, `Agent: "editor"`, `the agent "editor" does not come after "editor"`},
		{"a computed name", agents, `Agent: "explorer"`, `Agent: "ex" + "plorer"`, "a value that is no literal"},
		{"no policy", agents, `{Agent: "explorer", Policy: &reader.Policy}`, `{Agent: "explorer"}`, "an agent without a policy"},
		{"a policy of its own", agents, `{Agent: "explorer", Policy: &reader.Policy}`, `{Agent: "explorer", Policy: &gate.Policy{Role: "reader"}}`, "a policy that is not &role.Policy of a role in out/"},
		{"another main", agents, `Main: "editor"`, `Main: "reader"`, "the dispatch's SHA-256 is "},
		{"a main that is no role", agents, `Main: "editor"`, `Main: "explorer"`, `the main session has the role "explorer", which is none`},
		{"a function", agents, "", "\nfunc init() { Dispatch.Main = \"x\" }\n", "a declaration that is no fact"},
		{"a policy more", agents, "", "\nvar more = gate.Policy{Role: \"editor\"}\n", "more is not part of the policy"},
		{"another import", agents, "import (", "import (\n\t_ \"os\"", "import of os"},
		{"a role for its side effects", agents, "import (", "import (\n\t_ \"kei/out/editor\"", `kei/out/editor is imported as "_"`},
		{"an edited sum", agents, `Sum:  "`, `Sum:  "0`, "the dispatch's SHA-256 is "},
		{"one more file", "more.go", "", "package dispatch\n", "more.go is not emitted for a gate; remove it"},
		{"the role's policy is another", "../reader/policy.go", "Role: \"reader\",", "Role: \"reader\", Unprotected: true,", "the policy's SHA-256 is "},
		{"the role's sum is another", "../reader/tables.go", `const policySum = "`, `const policySum = "0`, "the dispatch's SHA-256 is "},
		{"main: that of one role", "gate/main.go", "gate.Main(&dispatch.Dispatch, &programs.Table, shell.Late)", "gate.Main(nil, &programs.Table, shell.Late)\n\t_ = dispatch.Dispatch", "main does something else than func main() { gate.Main(&Dispatch, &programs.Table, shell.Late) }"},
		{"early: another", "gate/early/early.go", "gate.Early(&dispatch.Dispatch, &programs.Table)", "gate.Early(&gate.Dispatch{Main: dispatch.Dispatch.Main}, &programs.Table)", "init calls something else than gate.Early(&Dispatch, &programs.Table) of kei/out/dispatch"},
	} {
		t.Run(c.name, func(t *testing.T) { c.seen(t, dir, "dispatch") })
	}
}

// seen makes the change in the folder of what was emitted under a name, and looks
// whether it is reported.
func (c change) seen(t *testing.T, dir, role string) {
	file := c.file
	if rest, ok := strings.CutPrefix(file, "../"); ok {
		role, file, _ = strings.Cut(rest, "/")
	}
	name := filepath.Join(dir, "out", role, filepath.FromSlash(file))
	was, err := os.ReadFile(name)
	if c.new != c.old {
		if c.old != "" && !strings.Contains(string(was), c.old) {
			t.Fatalf("no %q in\n%s", c.old, was)
		}
		text := strings.Replace(string(was), c.old, c.new, 1)
		if c.old == "" {
			text = string(was) + c.new
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			defer os.Remove(name) // it was not there
		} else {
			defer os.WriteFile(name, was, 0o644)
		}
	}
	var got []string
	for _, reports := range vet(t, dir) {
		got = append(got, reports...)
	}
	if all := strings.Join(got, "\n"); c.want == "" && all != "" || !strings.Contains(all, c.want) {
		t.Errorf("reports:\n%s\nwant:\n%s", all, c.want)
	}
}

// Whatever is done to the program that is asked by capabilities is seen.
func TestCapabilities(t *testing.T) {
	git, cargo := []gate.Pattern{`^git( |$)`}, []gate.Pattern{`^cargo( |$)`}
	gated := func(name string, patterns []gate.Pattern) resolve.Gated {
		rule := &gate.DenyCommand{Terms: gate.Terms{Capability: name}, Patterns: patterns, Table: table(t, patterns...)}
		return resolve.Gated{Capability: gate.Capability{Name: name, Events: []string{"PreToolUse:Bash"}, Rules: []gate.Rule{rule}}, Comments: []string{""}}
	}
	set, err := emit.All(nil, []resolve.Gated{gated("policy::no-cargo", cargo), gated("policy::no-git-ops", git)})
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, slices.DeleteFunc(set, func(f files.File) bool { return !strings.HasPrefix(f.Name, "out/") }))
	const all = "capabilities.go"
	for _, c := range []change{
		{"nothing", all, "", "", ""},
		{"another name", all, `Name:   "policy::no-git-ops"`, `Name:   "policy::no-git-other"`, `a rule of "policy::no-git-ops" in the capability "policy::no-git-other"`},
		{"out of order", all, `Name:   "policy::no-cargo"`, `Name:   "policy::zebra"`, `the capability "policy::no-git-ops" does not come after "policy::zebra"`},
		{"twice", all, `Name:   "policy::no-cargo"`, `Name:   "policy::no-git-ops"`, `the capability "policy::no-git-ops" does not come after "policy::no-git-ops"`},
		{"no event", all, `Events: []string{"PreToolUse:Bash"}`, `Events: []string{"PreToolUse:Edit"}`, "the SHA-256 of the capabilities is "},
		{"a computed name", all, `Name:   "policy::no-cargo"`, `Name:   "policy::" + "no-cargo"`, "a value that is no literal"},
		{"an edited sum", all, `Sum: "`, `Sum: "0`, "the SHA-256 of the capabilities is "},
		{"a function", all, "", "\nfunc init() { Capabilities.List = nil }\n", "a declaration that is no fact"},
		{"a variable more", all, "", "\nvar more = gate.Policy{Role: \"editor\"}\n", "more is not part of the policy"},
		{"another import", all, "import (", "import (\n\t_ \"os\"", "import of os"},
		{"one more file", "more.go", "", "package capability\n", "more.go is not emitted for a gate; remove it"},
		{"a rule that denies less", "../rules/policy/no-git-ops/rules.go", "`^git( |$)`", "`^gti( |$)`", "run kei gen"},
	} {
		t.Run(c.name, func(t *testing.T) { c.seen(t, dir, "capability") })
	}
}
