package declarative

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	analyze "golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"kei"
	"kei/gen"
	"kei/gen/emit"
	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/gate"
)

func table(t testing.TB, patterns ...gate.Pattern) *gate.Table {
	t.Helper()
	table, err := tableOf(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// emitted is what is emitted for one role.
func emitted(t testing.TB, role string) []files.File {
	t.Helper()
	git, cargo := []gate.Pattern{`^git( |$)`, `^gh repo( |$)`}, []gate.Pattern{`^cargo( |$)`}
	r := resolve.Role{
		Name: role, Description: "It is a fixture.", Spawnable: true, Tools: []string{"Read", "Bash"},
		Rules: []resolve.Rule{
			{Rule: &gate.DenyCommand{Terms: gate.Terms{Capability: "policy::git-" + role, Bypass: "META"}, Patterns: git, Table: table(t, git...)}, Comment: "No git."},
			{Rule: &gate.DenyFiles{Terms: gate.Terms{Capability: "safety::dep-" + role, Severity: gate.Warn}, Files: []gate.Glob{"**/go.mod"}}, Comment: "No new dependencies."},
			{Rule: &gate.AllowCommand{Terms: gate.Terms{Capability: "role " + role}, Of: []string{"cargo"}, Patterns: cargo, Table: table(t, cargo...)}, Comment: "Its own."},
		},
	}
	set, err := emit.All([]resolve.Role{r}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(set, func(f files.File) bool { return !strings.HasPrefix(f.Name, "out/") })
}

// A change is what somebody did to an emitted role.
type change struct {
	name     string
	file     string // under out/<role>/
	old, new string // old "" adds new at the end; a file that is not there is made
	want     string // in one of the reports, with file and line
}

const (
	policyGo, tablesGo, mainGo, earlyGo = "policy.go", "tables.go", "gate/main.go", "gate/early/early.go"
	rulesGo, ruleTablesGo, warnGo       = "../rules/policy/git-ROLE/rules.go", "../rules/policy/git-ROLE/tables.go", "../rules/safety/dep-ROLE/rules.go"
)

var changes = []change{
	{"a function", policyGo, "", "\nfunc f() {}\n", "policy.go:45: a declaration that is no fact"},
	{"an init function", policyGo, "", "\nfunc init() { Policy.Tools = nil }\n", "policy.go:45: a declaration that is no fact"},
	{"a type", policyGo, "", "\ntype t = gate.Policy\n", "policy.go:45: a declaration that is no fact"},
	{"a method value hidden in a var", policyGo, "", "\nvar x = func() int { return 1 }()\n", "policy.go:45: x is not part of the policy"},
	{"two names in one var", policyGo, "", "\nvar a, b = 1, 2\n", "a declaration of another form than name = value"},
	{"a var without a name", policyGo, "", "\nvar _ = func() bool { Policy.Tools = nil; return true }()\n", "a declaration of another form than name = value"},
	{"a var with a type", policyGo, "", "\nvar a int = 1\n", "a declaration of another form than name = value"},
	{"another import", policyGo, "import (", "import (\n\t_ \"os\"", "policy.go:9: import of os; an emitted policy.go imports kei/out/rules/policy/git-ROLE, kei/out/rules/safety/dep-ROLE, kei/runtime/gate and nothing else"},
	{"nothing", policyGo, "", "", ""},
	{"a computed string", rulesGo, `Bypass:     "META"`, `Bypass:     "ME" + "TA"`, "rules.go:12: a value that is no literal; facts are written out"},
	{"a constant of gate", warnGo, `Severity:   "warn"`, `Severity:   gate.Warn`, "a value that is no literal; facts are written out"},
	{"a call", warnGo, `"**/go.mod"`, `gate.Glob("**/go.mod")`, "a value that is no literal; facts are written out"},
	{"a list that is computed", policyGo, "Tools: []string{\n\t\t\"Read\",\n\t\t\"Bash\",\n\t}", `Tools: append([]string{"Read"}, "Bash")`, "a list that is no literal"},
	{"rules that are computed", policyGo, "Rules: []gate.Rule{\n\t\t// No git.\n\t\t&policygitPKG.DenyCommand,\n\t\t// No new dependencies.\n\t\t&safetydepPKG.DenyFiles,\n\t\t&bashAllowed,\n\t},", "Rules: append([]gate.Rule{&policygitPKG.DenyCommand, &safetydepPKG.DenyFiles}, &bashAllowed),", "Rules is no literal"},
	{"an index in a list", warnGo, "\t\t\"**/go.mod\",", "\t\t1: \"**/go.mod\",", "a value that is no literal"},
	{"a rule left out", policyGo, "\t\t&bashAllowed,\n", "", "bashAllowed is not part of the policy; a rule stands in Policy.Rules, a table in its rule"},
	{"a rule twice", policyGo, "\t\t&bashAllowed,\n", "\t\t&bashAllowed,\n\t\t&bashAllowed,\n", "bashAllowed is used 2 times; every fact has one place"},
	{"a capability's rule twice", policyGo, "\t\t&safetydepPKG.DenyFiles,\n", "\t\t&safetydepPKG.DenyFiles,\n\t\t&safetydepPKG.DenyFiles,\n", "DenyFiles of kei/out/rules/safety/dep-ROLE stands in the policy twice"},
	{"a rule of another capability", rulesGo, `Capability: "policy::git-ROLE"`, `Capability: "policy::other"`, "DenyCommand is a rule of \"policy::other\" and stands in out/rules/policy/git-ROLE"},
	{"a rule that is computed elsewhere", rulesGo, "", "\nvar more = func() gate.DenyTool { return gate.DenyTool{} }()\n", "more is not part of the policy"},
	{"a function elsewhere", rulesGo, "", "\nfunc init() { DenyCommand.Patterns = nil }\n", "rules.go:21: a declaration that is no fact"},
	{"a file elsewhere", "../rules/policy/git-ROLE/more.go", "", "package policygitPKG\n\nfunc init() { DenyCommand.Patterns = nil }\n", "more.go is not emitted for a gate; remove it"},
	{"a package beside the rules", "../rules/policy/git-ROLE/more-ROLE/more.go", "", "package more\n", "no package belongs at kei/out/rules/policy"},
	{"a rule without a variable", policyGo, "\t\t&safetydepPKG.DenyFiles,\n", "\t\t&safetydepPKG.DenyFiles,\n\t\t&gate.DenyTool{},\n", "a rule that is not &name of a variable of this package"},
	{"no rule", policyGo, "\t\t&safetydepPKG.DenyFiles,\n", "\t\t&safetydepPKG.DenyFiles,\n\t\tnil,\n", "a rule that is not &name of a variable of this package"},
	{"no table", policyGo, "\tTable: &bashAllowedTable,\n", "", "bashAllowed has no table, and its patterns have one; run kei gen"},
	{"an edited pattern", rulesGo, "`^gh repo( |$)`", "`^gh repos( |$)`", "the table of DenyCommand is not that of its patterns; run kei gen"},
	{"an edited table", ruleTablesGo, "Columns: ", "Columns: 1", "the table of DenyCommand is not that of its patterns; run kei gen"},
	{"edited bytes of a table", ruleTablesGo, `"" +` + "\n\t\"\\x00", `"" +` + "\n\t\"\\x01", "the table of DenyCommand is not that of its patterns; run kei gen"},
	{"a table that is computed", ruleTablesGo, "Width:   2", "Width:   len(denyCommandTableRows) / 9", "a value that is no literal"},
	{"a constant that is computed", tablesGo, `const policySum = "`, `const policySum = "" + string(rune(65)) + "`, "policySum is made of more than string literals"},
	{"an edited sum", tablesGo, `const policySum = "`, `const policySum = "0`, "the policy's SHA-256 is "},
	{"an edited bypass", rulesGo, `Bypass:     "META"`, `Bypass:     "PATH"`, "the policy's SHA-256 is "},
	{"an edited order", policyGo, "\t\t&policygitPKG.DenyCommand,\n\t\t// No new dependencies.\n\t\t&safetydepPKG.DenyFiles,\n", "\t\t&safetydepPKG.DenyFiles,\n\t\t&policygitPKG.DenyCommand,\n", "the policy's SHA-256 is "},
	{"an edited command list", policyGo, "\t\t\"cargo\",\n", "\t\t\"rustc\",\n", "the policy's SHA-256 is "},
	{"protection lifted", policyGo, "\tRules: []gate.Rule{", "\tUnprotected: true,\n\tRules: []gate.Rule{", "the policy's SHA-256 is "},
	{"the policy of another role", policyGo, "\tRole: \"", "\tRole: \"x", "and stands in out/"},
	{"a constant that nothing uses", tablesGo, "", "\nconst more = \"x\"\n", "more is not part of the policy"},
	{"a directive", rulesGo, "// No git.\n", "// No git.\n//go:generate rm -rf /\n", "//go:generate is a directive, and facts have none"},
	{"a line directive", rulesGo, "// No git.\n", "// No git.\n//line other.go:1\n", "//line is a directive"},
	{"one more file", "more.go", "", "package PKG\n", "more.go is not emitted for a gate; remove it"},
	{"a test", "policy_test.go", "", "package PKG\n", "policy_test.go is not emitted for a gate; remove it"},
	{"a file that is not built here", "x_plan9.go", "", "package PKG\n\nfunc init() {}\n", "x_plan9.go is not emitted for a gate; remove it"},
	{"an object file", "x.syso", "", "\n", "x.syso is not emitted for a gate; remove it"},
	{"assembly", "x.s", "", "\n", "x.s is not emitted for a gate; remove it"},
	{"one more package", "extra/x.go", "", "package extra\n", "no package belongs at kei/out/"},

	{"main: one more statement", mainGo, "func main() {\n", "func main() {\n\tprintln(1)\n", "main does something else than func main()"},
	{"main: one more function", mainGo, "", "\nfunc init() {}\n", "the package declares more than func main()"},
	{"main: a variable", mainGo, "", "\nvar x = 1\n", "the package declares more than func main()"},
	{"main: another import", mainGo, "import (", "import (\n\t_ \"os\"", "import of os; an emitted main.go imports "},
	{"main: no policy", mainGo, "gate.Main(&PKG.Policy, &programs.Table, shell.Late)", "gate.Main(nil, &programs.Table, shell.Late)\n\t_ = PKG.Policy", "main does something else than"},
	{"main: another policy", mainGo, "&PKG.Policy, ", "&gate.Policy{Role: PKG.Policy.Role}, ", "main calls something else than gate.Main(&Policy, &programs.Table, shell.Late) of kei/out/"},
	{"main: no parser", mainGo, ", shell.Late)", ", (shell.Late))", "main calls something else than gate.Main(&Policy, &programs.Table, shell.Late) of kei/out/"},
	{"main: not early", mainGo, "\t_ \"kei/out/ROLE/gate/early\"\n", "", "kei/out/ROLE/gate/early is not imported"},
	{"main: gate is not gate", mainGo, "\t\"kei/runtime/gate\"\n", "\tgate \"kei/runtime/gate\"\n", `kei/runtime/gate is imported as "gate"`},
	{"main: a second file", "gate/more.go", "", "package main\n\nfunc init() {}\n", "more.go is not emitted for a gate; remove it"},
	{"early: one more statement", earlyGo, "func init() {\n", "func init() {\n\tPKG.Policy.Tools = nil\n", "init does something else than func init()"},
	{"early: two functions", earlyGo, "", "\nfunc init() { PKG.Policy.Rules = nil }\n", "the package declares more than func init()"},
	{"early: nothing", earlyGo, "\tgate.Early(&PKG.Policy, &programs.Table)\n", "\t_, _, _ = PKG.Policy, gate.Early, programs.Table\n", "init does something else than func init()"},
	{"early: another policy", earlyGo, "gate.Early(&PKG.Policy, &programs.Table)", "gate.Early(&gate.Policy{Role: PKG.Policy.Role}, &programs.Table)", "init calls something else than gate.Early(&Policy, &programs.Table) of kei/out/"},
}

// apply edits what was emitted for a role.
func (c change) apply(t *testing.T, role string, set []files.File) []files.File {
	fill := strings.NewReplacer("PKG", emit.PackageName(role), "ROLE", role)
	old, text := fill.Replace(c.old), fill.Replace(c.new)
	name := path.Clean("out/" + role + "/" + fill.Replace(c.file))
	i := slices.IndexFunc(set, func(f files.File) bool { return f.Name == name })
	if i < 0 {
		return append(set, files.File{Name: name, Data: []byte("// " + files.Mark + "\n\n" + text)})
	}
	if old == "" {
		set[i].Data = append(set[i].Data, text...)
		return set
	}
	if !strings.Contains(string(set[i].Data), old) {
		t.Fatalf("%s: no %q in\n%s", c.name, old, set[i].Data)
	}
	set[i].Data = []byte(strings.Replace(string(set[i].Data), old, text, 1))
	return set
}

// module lays out the sources of a gate and a set of files.
func module(t *testing.T, set []files.File) string {
	t.Helper()
	if testing.Short() {
		t.Skip("type-checks a gate from its source")
	}
	dir := t.TempDir()
	err := fs.WalkDir(kei.Sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := fs.ReadFile(kei.Sources, name)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(set, func(f files.File) bool { return f.Name == noPrograms.Name }) {
		set = append(slices.Clip(set), noPrograms)
	}
	// A policy folder's own module is none within kei's.
	set = slices.DeleteFunc(slices.Clone(set), func(f files.File) bool { return f.Name == "out/go.mod" })
	if _, err := (files.Tree{Dir: dir}).Write(set); err != nil {
		t.Fatal(err)
	}
	return dir
}

// noPrograms stands for what is known of programs; it is nothing.
var noPrograms = files.File{Name: "out/programs/names.go", Data: []byte("// " + files.Mark + `

package programs

import "kei/runtime/invocation"

var Table = invocation.Table{}
`)}

// vet runs the analyzer over out/... and returns its reports by role.
func vet(t *testing.T, dir string) map[string][]string {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Dir: dir, Mode: packages.LoadSyntax | packages.NeedModule}, "./out/...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
	}
	graph, err := analyze.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	reports := map[string][]string{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Logf("%s: %v", act.Package.PkgPath, act.Err)
		}
		parts := strings.Split(strings.TrimPrefix(act.Package.PkgPath, "kei/out/"), "/")
		role := parts[0]
		if role == "rules" {
			_, role, _ = strings.Cut(parts[len(parts)-1], "-") // git-<role>
		}
		for _, d := range act.Diagnostics {
			at := act.Package.Fset.PositionFor(d.Pos, false)
			reports[role] = append(reports[role], fmt.Sprintf("%s:%d: %s", filepath.Base(at.Filename), at.Line, d.Message))
		}
	}
	return reports
}

// What is emitted passes, and whatever is done to it is seen.
func TestChanges(t *testing.T) {
	var set []files.File
	roles := make([]string, len(changes))
	for i, c := range changes {
		roles[i] = fmt.Sprintf("case-%c%c", 'a'+i/26, 'a'+i%26)
		one := emitted(t, roles[i])
		if i > 0 {
			one = slices.DeleteFunc(one, func(f files.File) bool { return f.Name == "out/doc.go" })
		}
		if c.new != c.old {
			one = c.apply(t, roles[i], one)
		}
		set = append(set, one...)
	}
	set = append(set, files.File{Name: "out/README", Data: []byte(files.Mark + "\n")})
	reports := vet(t, module(t, set))
	for i, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(reports[roles[i]], "\n")
			want := strings.ReplaceAll(c.want, "ROLE", roles[i])
			switch {
			case c.want == "" && c.old == c.new && got != "":
				t.Errorf("as emitted, and reported:\n%s", got)
			case c.want != "" && !strings.Contains(got, want):
				t.Errorf("reports:\n%s\nwant:\n%s", got, want)
			}
		})
	}
	if got := strings.Join(reports["kei"], "\n"); got != "doc.go:7: README is not emitted for a gate; remove it" {
		t.Errorf("package out: %q", got)
	}
}

// What the library emits passes, tables and all: they were made by package
// resolve, and are found again here.
func TestLibrary(t *testing.T) {
	set, _, err := gen.Generate(gen.Folder("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for role, reports := range vet(t, module(t, set)) {
		t.Errorf("%s:\n%s", role, strings.Join(reports, "\n"))
	}
}

// The command says the same, by itself and as go vet's tool.
func TestCommand(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "keivet.exe")
	if out, err := exec.Command("go", "build", "-o", tool, "kei/cmd/keivet").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	good := module(t, emitted(t, "good"))
	bad := module(t, change{file: policyGo, new: "\nfunc init() {}\n"}.apply(t, "bad", emitted(t, "bad")))
	for name, args := range map[string][]string{"by itself": {tool, "./out/..."}, "go vet": {"go", "vet", "-vettool=" + tool, "./out/..."}} {
		t.Run(name, func(t *testing.T) {
			run := func(dir string) (string, error) {
				c := exec.Command(args[0], args[1:]...)
				c.Dir = dir
				c.Env = append(os.Environ(), "GOFLAGS=-mod=readonly") // with -v, go vet names what it looks at
				out, err := c.CombinedOutput()
				return string(out), err
			}
			if out, err := run(good); err != nil || out != "" {
				t.Errorf("as emitted: %v\n%s", err, out)
			}
			if out, err := run(bad); err == nil || !strings.Contains(out, "a declaration that is no fact") {
				t.Errorf("with a function: %v\n%s", err, out)
			}
		})
	}
}
