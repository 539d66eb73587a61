package emit

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"kei/internal/files"
	"kei/runtime/gate"
)

var update = flag.Bool("update", false, "write the golden files")

// table is an automaton in form only.
func rowsOf(rows int) *gate.Table {
	return &gate.Table{
		Classes: strings.Repeat("\x00\x01", 128), Columns: 2, Width: 2,
		Starts: "\x00\x00", Rows: strings.Repeat("\x00\x7f\x80\xff\"\\`\n", rows),
	}
}

// fixture has one of everything that a policy can be made of.
func fixture() roleFacts {
	return roleFacts{
		name:  "edit-local",
		about: "Writes code inside the files of its task and runs cargo.",
		policy: &gate.Policy{
			Role: "edit-local", Tools: []string{"Read", "Write", "Bash"},
			Rules: []gate.Rule{
				&gate.DenyCommand{
					Terms:    gate.Terms{Capability: "policy::no-git-ops", Bypass: "ORCHESTRATOR_META"},
					Patterns: []gate.Pattern{`^git( |$)`, "back`quote", "new\nline", `"quoted"`}, Table: rowsOf(5),
				},
				&gate.DenyFiles{Terms: gate.Terms{Capability: "safety::no-dep-bump", Severity: gate.Warn, Instead: "propose it in your report"}, Files: []gate.Glob{"**/Cargo.toml"}},
				&gate.DenyCommand{Terms: gate.Terms{Capability: "safety::no-dep-bump"}, Patterns: []gate.Pattern{`^cargo add( |$)`}},
				&gate.DenyCommand{Terms: gate.Terms{Capability: "safety::no-dep-bump"}, Patterns: []gate.Pattern{`^cargo update( |$)`}},
				&gate.DenyTool{Terms: gate.Terms{Capability: "tools::deny-tools"}, Tools: []string{"Agent"}},
				&gate.AllowCommand{Terms: gate.Terms{Capability: "role edit-local"}, Patterns: []gate.Pattern{`^cargo( |$)`}},
			},
		},
		notes: []string{
			"The orchestrator owns every git operation.", "Dependencies are changed by a person.",
			"Dependencies are changed by a person.", "Dependencies are changed by a person.",
			"Agents start no agents. " + strings.Repeat("This description is longer than a line. ", 3), "The commands of the role itself.",
		},
	}
}

func mustEmit(t testing.TB, r roleFacts) []files.File {
	t.Helper()
	set, err := emitAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// emitAll is the Go of one role, and of the capabilities that it has.
func emitAll(r roleFacts) ([]files.File, error) {
	shared := library{}
	set, err := forPolicy(r, shared)
	if err != nil {
		return nil, err
	}
	rules, err := shared.files()
	return append(set, rules...), err
}

func TestGolden(t *testing.T) {
	set := mustEmit(t, fixture())
	doc, err := docFile()
	if err != nil {
		t.Fatal(err)
	}
	var a txtar.Archive
	for _, f := range append(set, doc) {
		a.Files = append(a.Files, txtar.File{Name: f.Name, Data: f.Data})
	}
	got := txtar.Format(&a)
	golden := filepath.Join("testdata", "edit-local.txtar")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(golden, want, "emitted", got); d != nil {
		t.Errorf("go test ./gen/emit -update accepts:\n%s", d)
	}
}

func TestSameTwice(t *testing.T) {
	one := mustEmit(t, fixture())
	t.Chdir(t.TempDir())
	if !slices.EqualFunc(one, mustEmit(t, fixture()), func(a, b files.File) bool { return a.Name == b.Name && bytes.Equal(a.Data, b.Data) }) {
		t.Error("not the same bytes twice")
	}
}

// gofmt has nothing to say, also about the part of tables.go that it never saw.
func TestFormatted(t *testing.T) {
	r := fixture()
	r.policy.Rules[2].(*gate.DenyCommand).Table = rowsOf(40_000 / 8) // more lines than a sum has
	for _, f := range mustEmit(t, r) {
		want, err := format.Source(f.Data)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if d := diff.Diff("emitted", f.Data, "gofmt", want); d != nil {
			t.Errorf("%s:\n%s", f.Name, d[:min(len(d), 2000)])
		}
		if bytes.HasSuffix(f.Data, []byte("\n\n")) || !bytes.HasSuffix(f.Data, []byte("\n")) {
			t.Errorf("%s does not end in one newline", f.Name)
		}
	}
}

// module lays emitted files out where they compile: beside a copy of gate that
// has only what data is made of, so that this test does not depend on the rest.
func module(t testing.TB, set []files.File) string {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles what was emitted")
	}
	dir := t.TempDir()
	const mark = "// " + files.Mark + "\n\n"
	stub := mark + `package gate

import "kei/runtime/invocation"

type (
	Rule     interface{ rule() }
	Pattern  string
	Glob     string
	Severity string
	Policy   struct {
		Role, Sum   string
		Tools       []string
		Unprotected bool
		Rules       []Rule
	}
	Table struct {
		Classes        string
		Columns, Width int
		Starts, Rows   string
	}
	Terms struct {
		Capability              string
		Severity                Severity
		Bypass, Unless, Instead string
	}
	DenyCommand struct {
		Terms
		Patterns []Pattern
		Table    *Table
	}
	AllowCommand DenyCommand
	DenyFiles    struct {
		Terms
		Files []Glob
	}
	DenyTool struct {
		Terms
		Tools []string
	}
	Late struct{}
)

func (*DenyCommand) rule()  {}
func (*AllowCommand) rule() {}
func (*DenyFiles) rule()    {}
func (*DenyTool) rule()     {}

func Early(p *Policy, t *invocation.Table)         { println("early", p.Role, len(t.Letters)) }
func Main(p *Policy, t *invocation.Table, _ *Late) { println("main", len(p.Rules), len(t.Letters)) }
`
	for name, text := range map[string]string{
		"go.mod":                      mark + "module kei\n\ngo 1.26\n",
		"runtime/gate/gate.go":        stub,
		"runtime/invocation/table.go": mark + "package invocation\n\ntype Table struct{ Letters []string }\n",
		"out/programs/names.go":       mark + "package programs\n\nimport \"kei/runtime/invocation\"\n\nvar Table = invocation.Table{Letters: []string{\"git\"}}\n",
		"runtime/shell/shell.go":      mark + "package shell\n\nimport \"kei/runtime/gate\"\n\nvar Late = &gate.Late{}\n",
		"runtime/regexps/late.go":     mark + "package regexps\n\nimport \"kei/runtime/gate\"\n\nvar Late = &gate.Late{}\n",
	} {
		set = append(set, files.File{Name: name, Data: []byte(text)})
	}
	if _, err := (files.Tree{Dir: dir}).Write(set); err != nil {
		t.Fatal(err)
	}
	return dir
}

func goRun(t testing.TB, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=readonly") // with -v, go names what it builds
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// What is emitted compiles and runs, early before main, and starts with nothing
// to do: the package of facts has no initialisation at all, and all of its
// variables are data in the file.
func TestCompiledFacts(t *testing.T) {
	dir := module(t, mustEmit(t, fixture()))
	goRun(t, dir, "vet", "./...")
	if out := goRun(t, dir, "run", "./out/edit-local/gate"); out != "early edit-local 1\nmain 6 1\n" {
		t.Errorf("%q; want early before main", out)
	}
	for _, pkg := range []string{"edit-local", "rules/policy/no-git-ops", "rules/safety/no-dep-bump"} {
		if found := startUp(t, dir, pkg); len(found) > 0 {
			t.Errorf("%s: initialised when it starts: %q", pkg, found)
		}
	}
}

// The check of the test above sees what it is there to see.
func TestStartUpIsSeen(t *testing.T) {
	set := mustEmit(t, fixture())
	for i := range set {
		if set[i].Name == "out/edit-local/policy.go" {
			set[i].Data = append(set[i].Data, "\nfunc f() string { return Policy.Role }\n\nvar computed = f() + f()\n"...)
		}
	}
	if found := startUp(t, module(t, set), "edit-local"); len(found) == 0 {
		t.Error("a computed variable was not seen")
	}
}

// startUp lists what a role's compiled package has to do when a program starts:
// functions in its record of initialisation, and variables that are no data in
// the file. (The compiler writes an empty function called init for every package
// with variables; only one that does something gets into the record.)
func startUp(t *testing.T, dir, role string) []string {
	t.Helper()
	const emptyRecord = 8 // bytes: a state and a count, no functions
	archive := filepath.Join(t.TempDir(), "facts.a")
	goRun(t, dir, "build", "-o", archive, "./out/"+role)
	var found []string
	for line := range strings.Lines(goRun(t, dir, "tool", "nm", "-size", archive)) {
		f := strings.Fields(line) // address, size, type, name
		if len(f) < 4 {
			continue
		}
		size, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatalf("nm: %q", line)
		}
		if f[2] == "B" || f[2] == "b" || strings.HasSuffix(f[3], "..inittask") && size > emptyRecord {
			found = append(found, f[3])
		}
	}
	return found
}

// A table of 2 MB is printed, and compiled, in seconds.
func TestLargeTable(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles 2 MB of constants")
	}
	r := fixture()
	r.policy.Rules[0].(*gate.DenyCommand).Table = rowsOf(2 << 20 / 8)
	goRun(t, module(t, mustEmit(t, r)), "build", "./...")
}

func BenchmarkLargeTable(b *testing.B) {
	r := fixture()
	r.policy.Rules[0].(*gate.DenyCommand).Table = rowsOf(2 << 20 / 8)
	for b.Loop() {
		mustEmit(b, r)
	}
}

func TestNames(t *testing.T) {
	n := newNamer()
	for _, c := range []struct{ capability, typ, want string }{
		{"policy::no-git-ops", "DenyCommand", "policyNoGitOps"},
		{"safety::no-dep-bump", "DenyFiles", "safetyNoDepBump"},
		{"safety::no-dep-bump", "DenyCommand", "safetyNoDepBumpDenyCommand"},
		{"safety::no-dep-bump", "DenyCommand", "safetyNoDepBumpDenyCommand2"},
		{"safety::no-dep-bump", "DenyCommand", "safetyNoDepBumpDenyCommand3"},
		{"safety::no-dep-bump-table", "DenyFiles", "safetyNoDepBumpTableDenyFiles"},
		{"safety::no-dep-bump-table-rows", "DenyFiles", "safetyNoDepBumpTableRowsDenyFiles"},
		{"policy::sum", "DenyTool", "policySumRule"},
		{"func", "DenyTool", "funcRule"},
		{"nil", "DenyTool", "nilRule"},
		{"2x::y", "DenyTool", "rule2xY"},
		{"bash-allowed", "AllowCommand", "bashAllowed"},
	} {
		if got := n.rule(c.capability, c.typ); got != c.want {
			t.Errorf("%s (%s): %s, want %s", c.capability, c.typ, got, c.want)
		}
	}
}

func TestPackageName(t *testing.T) {
	for role, want := range map[string]string{
		"edit-local": "editlocal", "auditor": "auditor", "func": "funcrole", "main": "mainrole", "gate": "gaterole",
		"shell": "shellrole", "pro-grams": "programsrole", "early": "earlyrole", "init": "initrole", "string": "stringrole", "x-test": "xtest",
	} {
		if got := PackageName(role); got != want {
			t.Errorf("%s: %s, want %s", role, got, want)
		}
	}
}

// Every awkward name of a role still makes a program.
func TestAwkwardRoles(t *testing.T) {
	var set []files.File
	shared := library{}
	var args []string
	for _, role := range []string{"func", "main", "gate", "shell", "early", "init", "string", "pro-grams", "a-b-test", "x-windows"} {
		if err := CheckRole(role); err != nil {
			t.Fatal(err)
		}
		r := fixture()
		r.name, r.policy.Role = role, role
		one, err := forPolicy(r, shared)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, one...)
		args = append(args, "./out/"+role+"/gate")
	}
	rules, err := shared.files()
	if err != nil {
		t.Fatal(err)
	}
	dir := module(t, append(set, rules...))
	goRun(t, dir, append([]string{"vet"}, args...)...)
	for _, role := range []string{"verify", "dispatch", "rules", "programs", "internal", "testdata", "vendor", "nul", "com1", "", "A", "a/b", "../a", "a.b", "1a"} {
		if CheckRole(role) == nil {
			t.Errorf("a role can be called %q", role)
		}
	}
}

type odd struct {
	gate.Terms
	Table map[string]int
}

var otherKind = gate.Kind{Name: "other"}

func (*odd) Kind() *gate.Kind         { return &otherKind }
func (*odd) Check(*gate.Case) error   { return nil }
func (*later) Kind() *gate.Kind       { return &otherKind }
func (*later) Check(*gate.Case) error { return nil }

// A kind of rule that this package has never heard of is printed, and one that
// cannot be data is refused.
type later struct {
	gate.Terms
	Most   int
	Strict bool
	Ranges []struct{ From, To uint8 }
	Nested [][]string
}

func TestOtherKinds(t *testing.T) {
	r := roleFacts{name: "x", policy: &gate.Policy{Role: "x", Rules: []gate.Rule{&odd{Terms: gate.Terms{Capability: "safety::a"}, Table: map[string]int{"x": 1}}}}}
	if _, err := emitAll(r); err == nil || !strings.Contains(err.Error(), "cannot be a fact") {
		t.Errorf("a map: error %v", err)
	}
	r.policy.Rules = []gate.Rule{(*odd)(nil)}
	if _, err := emitAll(r); err == nil {
		t.Error("a nil rule was emitted")
	}
	r.policy.Rules = []gate.Rule{&later{Terms: gate.Terms{Capability: "safety::a"}, Most: 3, Strict: true, Nested: [][]string{{"x"}}}}
	set, err := emitAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Most:   3,\n", "Strict: true,\n", "\tNested: [][]string{\n\t\t[]string{\n\t\t\t\"x\",\n\t\t},\n\t},\n"} {
		if data := set[len(set)-1].Data; !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %q in\n%s", want, data)
		}
	}
}

// Each field of each kind of rule is part of the sum.
func TestSumOfKinds(t *testing.T) {
	for _, k := range gate.Kinds() {
		typ := reflect.TypeOf(k.New()).Elem()
		for _, f := range reflect.VisibleFields(typ) {
			rule := k.New()
			if fill(reflect.ValueOf(rule).Elem().FieldByIndex(f.Index)) && Sum(&gate.Policy{Rules: []gate.Rule{rule}}) == Sum(&gate.Policy{Rules: []gate.Rule{k.New()}}) {
				t.Errorf("%s.%s decides, and the sum of a policy does not depend on it", typ, f.Name)
			}
		}
	}
}

// fill gives a field a value; false for one that no reader of the policy sees.
func fill(v reflect.Value) bool {
	switch {
	case !v.CanSet() || v.Type() == tableType:
		return false
	case v.Kind() == reflect.String:
		v.SetString("x")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(1)
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		return fill(v.Index(0))
	case v.Kind() == reflect.Struct:
		return fill(v.Field(0))
	}
	return true
}

// The sum depends on everything that decides and on nothing else.
func TestSum(t *testing.T) {
	sum := func(change func(*gate.Policy)) string {
		p := fixture().policy
		change(p)
		return Sum(p)
	}
	base := sum(func(*gate.Policy) {})
	for name, same := range map[string]func(*gate.Policy){
		"a sum":   func(p *gate.Policy) { p.Sum = "abc" },
		"a table": func(p *gate.Policy) { p.Rules[0].(*gate.DenyCommand).Table = nil },
	} {
		if sum(same) != base {
			t.Errorf("%s changed the sum", name)
		}
	}
	seen := map[string]string{base: "nothing"}
	for name, change := range map[string]func(*gate.Policy){
		"a tool":      func(p *gate.Policy) { p.Tools[0] = "Edit" },
		"protection":  func(p *gate.Policy) { p.Unprotected = true },
		"a pattern":   func(p *gate.Policy) { p.Rules[0].(*gate.DenyCommand).Patterns[0] = "^git" },
		"a bypass":    func(p *gate.Policy) { p.Rules[0].(*gate.DenyCommand).Bypass = "" },
		"the order":   func(p *gate.Policy) { p.Rules[0], p.Rules[1] = p.Rules[1], p.Rules[0] },
		"a rule less": func(p *gate.Policy) { p.Rules = p.Rules[1:] },
		"the kind": func(p *gate.Policy) {
			d := p.Rules[3].(*gate.DenyCommand)
			p.Rules[3] = &gate.AllowCommand{Terms: gate.Terms{Capability: d.Capability}, Patterns: d.Patterns}
		},
	} {
		s := sum(change)
		if other, ok := seen[s]; ok {
			t.Errorf("%s and %s give one sum", name, other)
		}
		seen[s] = name
	}
}
