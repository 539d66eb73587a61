package declarative

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kei/gen"
	"kei/internal/files"
)

// Whatever is done to the emitted plans is seen. The library as it is is looked
// at in TestLibrary.
func TestPlans(t *testing.T) {
	set, _, err := gen.Generate(gen.Folder("../.."))
	if err != nil {
		t.Fatal(err)
	}
	replace := func(name, old, text string, n int) {
		t.Helper()
		i := slices.IndexFunc(set, func(f files.File) bool { return f.Name == "out/verify/"+name })
		if i < 0 || old != "" && !strings.Contains(string(set[i].Data), old) {
			t.Fatalf("%s: no %q", name, old)
		}
		if old == "" {
			set[i].Data = append(set[i].Data, text...)
		} else {
			set[i].Data = []byte(strings.Replace(string(set[i].Data), old, text, n))
		}
	}
	edit := func(name, old, text string) { t.Helper(); replace(name, old, text, 1) }
	// It is taken out of every plan that has it, and in the first a value stands for it that is none.
	edit("plans.go", "\t\t\t&scopeFilesDenylist,\n", "\t\t\tnil,\n")
	replace("plans.go", "\t\t\t&scopeFilesDenylist,\n", "", -1)
	i := slices.IndexFunc(set, func(f files.File) bool { return f.Name == "out/verify/plans.go" })
	before, _, _ := strings.Cut(string(set[i].Data), "\t\t\tnil,\n")
	edit("plans.go", "&outputMergeResult,", "&verify.MergeResult{},")
	edit("steps.go", "FunctionLines: 30,", "FunctionLines: 30 * 10,")
	edit("steps.go", "", "\nfunc init() { Plans = nil }\n\nvar other = func() int { return 1 }()\n")
	edit("steps.go", "// Dependencies stay as they are.", "// Dependencies stay as they are.\n//go:generate x")
	edit("cmd/main.go", "verify.Main(plans.Plans)", "verify.Main(plans.Plans[1:])")
	set = append(set, files.File{Name: "out/verify/more.go", Data: []byte("// " + files.Mark + "\n\npackage plans\n")})
	got := strings.Join(vet(t, module(t, set))["verify"], "\n")
	for _, want := range []string{
		fmt.Sprintf("plans.go:%d: a value that is not written out; facts are literals", 1+strings.Count(before, "\n")),
		"scopeFilesDenylist is part of no plan",
		"outputMergeResult is part of no plan",
		"a value that is not written out; facts are literals",
		"a declaration that is no fact; the verify program's plans are variables",
		"other is part of no plan",
		"//go:generate is a directive, and facts have none",
		"main calls something else than verify.Main(plans.Plans)",
		"more.go is not emitted for a gate; remove it",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("reports:\n%s\nwant: %s", got, want)
		}
	}
}

// Tables of programs are variables, in files that every system reads.
func TestProgramTables(t *testing.T) {
	file := func(name, text string) files.File {
		return files.File{Name: "out/programs/" + name, Data: []byte("// " + files.Mark + "\n\npackage programs\n\n" + text)}
	}
	const table = "import \"kei/runtime/invocation\"\n\nvar "
	good := []files.File{
		file("names.go", table+"Table = invocation.Table{Letters: []invocation.Letter{{First: 103, Names: `git\n`, IDs: `git\n`, Facts: git + go_, Sizes: []uint16{uint16(len(git)), uint16(len(go_))}}}}\n"),
		file("git.go", "const git = `git\n`\n"),
		file("go.go", "const go_ = `go\n`\n"),
	}
	if got := vet(t, module(t, good)); len(got) > 0 {
		t.Errorf("as emitted, and reported: %q", got)
	}
	got := strings.Join(vet(t, module(t, append(good,
		file("a.go", "func init() { Table.Families = \"\" }\n"),
		file("b.go", "var b = len(\"x\")\n"),
		file("c.go", "var c, d = 1, 2\n"),
		file("d.go", "import _ \"os\"\n"),
		file("e.go", "//go:generate x\nvar e = 1\n"),
		file("f_plan9.go", "func init() { Table.Families = \"\" }\n"),
		file("g_test.go", ""),
		files.File{Name: "out/programs/h.s", Data: []byte("// " + files.Mark + "\n")},
		files.File{Name: "out/programs/i/i.go", Data: []byte("// " + files.Mark + "\n\npackage i\n")},
	)))["programs"], "\n")
	for _, want := range []string{
		"a.go:5: a declaration that is no fact; what a program is is a constant, and the table a variable",
		"b.go:5: a value that is not written out; facts are literals",
		"c.go:5: a declaration of another form than name = value",
		"d.go:5: import of os",
		"e.go:5: //go:generate is a directive, and facts have none",
		"f_plan9.go is not emitted for a gate; remove it",
		"g_test.go is not emitted for a gate; remove it",
		"h.s is not emitted for a gate; remove it",
		"i/ is not emitted for a gate; remove it",
		"i.go:3: no package belongs at kei/out/programs/i",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("reports:\n%s\nwant: %s", got, want)
		}
	}
}
