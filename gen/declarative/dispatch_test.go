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
	set, err := emit.All(roles)
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
	const agents, policies, tables = "dispatch.go", "policies.go", "tables.go"
	for _, c := range []change{
		{"nothing", agents, "", "", ""},
		{"an agent in another role", agents, `{Agent: "explorer", Policy: &readerPolicy}`, `{Agent: "explorer", Policy: &editorPolicy}`, "the dispatch's SHA-256 is "},
		{"a role in another", agents, `{Agent: "reader", Policy: &readerPolicy}`, `{Agent: "reader", Policy: &editorPolicy}`, "the role reader is not an agent of its own name"},
		{"a role left out", agents, "\t\t{Agent: \"editor\", Policy: &editorPolicy},\n", "", "editorPolicy is not part of any policy"},
		{"one agent more", agents, "\t\t{Agent: \"reader\"", "\t\t{Agent: \"free\", Policy: &readerPolicy},\n\t\t{Agent: \"reader\"", "the dispatch's SHA-256 is "},
		{"out of order", agents, `Agent: "explorer"`, `Agent: "zebra"`, `the agent "reader" does not come after "zebra"`},
		{"twice", agents, `Agent: "explorer"`, `Agent: "editor"`, `the agent "editor" does not come after "editor"`},
		{"a computed name", agents, `Agent: "explorer"`, `Agent: "ex" + "plorer"`, "a value that is no literal"},
		{"no policy", agents, `{Agent: "explorer", Policy: &readerPolicy}`, `{Agent: "explorer"}`, "an agent without a policy"},
		{"a policy without a variable", agents, `{Agent: "explorer", Policy: &readerPolicy}`, `{Agent: "explorer", Policy: &gate.Policy{Role: "reader"}}`, "a policy that is not &name of a variable of this package"},
		{"another main", agents, `Main: "editor"`, `Main: "reader"`, "the dispatch's SHA-256 is "},
		{"a main that is no role", agents, `Main: "editor"`, `Main: "explorer"`, `the main session has the role "explorer", which is none`},
		{"a function", agents, "", "\nfunc init() { Dispatch.Main = \"x\" }\n", "a declaration that is no fact"},
		{"another import", agents, `import "kei/runtime/gate"`, "import (\n\t\"kei/runtime/gate\"\n\t_ \"os\"\n)", "import of os"},
		{"an edited policy", policies, `"Bash",`, `"Bash", "Write",`, "the policy's SHA-256 is "},
		{"a rule left out", policies, "\t\t&policyNoGitOps,\n", "", "the policy's SHA-256 is "},
		{"an edited pattern", policies, "`^git( |$)`", "`^gti( |$)`", "the table of policyNoGitOps is not that of its patterns"},
		{"protection lifted", policies, "\tRules: []gate.Rule{", "\tUnprotected: true,\n\tRules: []gate.Rule{", "the policy's SHA-256 is "},
		{"a policy of no role", policies, `Role: "reader"`, `Role: "other"`, "the policy's SHA-256 is "},
		{"a policy more", policies, "", "\nvar more = gate.Policy{Role: \"editor\"}\n", "more is not part of any policy"},
		{"an edited sum", tables, `const dispatchSum = "`, `const dispatchSum = "0`, "the dispatch's SHA-256 is "},
		{"one more file", "more.go", "", "package dispatch\n", "more.go is not emitted for a gate; remove it"},
		{"the role's policy is another", "../reader/policy.go", "Role: \"reader\",", "Role: \"reader\", Unprotected: true,", "the policy's SHA-256 is "},
		{"main: that of one role", "gate/main.go", "gate.Main(&dispatch.Dispatch, shell.Late)", "gate.Main(nil, shell.Late)\n\t_ = dispatch.Dispatch", "main does something else than func main() { gate.Main(&Dispatch, shell.Late) }"},
		{"early: another", "gate/early/early.go", "gate.Early(&dispatch.Dispatch)", "gate.Early(&gate.Dispatch{Main: dispatch.Dispatch.Main})", "init calls something else than gate.Early(&Dispatch) of kei/out/dispatch"},
	} {
		t.Run(c.name, func(t *testing.T) {
			role, file := "dispatch", c.file
			if rest, ok := strings.CutPrefix(file, "../reader/"); ok {
				role, file = "reader", rest
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
		})
	}
}
