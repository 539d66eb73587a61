package report

import (
	"fmt"
	"strings"
	"testing"
)

func block(line int, code string) Block {
	return Block{Language: "toml", Line: line, Code: strings.Split(code, "\n")}
}

func TestRead(t *testing.T) {
	f, err := Read([]Block{
		{Language: "sh", Line: 2, Code: []string{"[report]"}},
		block(5, "[dependencies]\nserde = \"1\""),
		block(10, strings.Join([]string{
			"# what came of it",
			"[report]",
			"tests = 12",
			"blockers = []",
			"files-touched = [",
			"  \"src/a.rs\",",
			"  \"src/b c.rs\",",
			"]",
			"summary = \"\"\"",
			"One.",
			"Two.",
			"\"\"\"",
			"[[report.findings]]",
			"grade = \"HIGH\"",
			"evidence = \"one\\ntwo\"",
		}, "\n")),
	})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, field := range f.Fields {
		fmt.Fprintf(&got, "%d %s %q %d\n", field.Line, field.Name, field.Text, len(field.Items))
	}
	want := `12 tests "12" 0
13 blockers "none" 0
14 files-touched "- src/a.rs\n- src/b c.rs" 2
18 summary "One.\nTwo." 0
22 findings "- grade: HIGH\n  evidence: one\n    two" 1
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	if items := f.Fields[4].Items; items[0].Keys["grade"] != "HIGH" {
		t.Error(items)
	}
	if f.Fields[1].Items == nil || f.Fields[0].Items != nil {
		t.Error("an empty list is one, and a number is none")
	}
}

func TestReadWrong(t *testing.T) {
	for _, tt := range []struct {
		blocks []Block
		want   string
	}{
		{nil, ""},
		{[]Block{block(1, "[reports]\nx = 1")}, ""},
		{[]Block{block(3, "[report]\nx = 1"), block(9, "[report]\nx = 1")}, "line 9: there is a block with a table [report] already, in line 3; a report has one"},
		{[]Block{block(3, "[report]\nx = 1\nx = 2")}, "line 5: the block is no TOML: "},
		{[]Block{block(3, "[report]\nx = none")}, "line 4: the block is no TOML: "},
		{[]Block{block(3, "y = 1\n[report]\nx = 1")}, "line 3: y stands outside of [report], which is the only table here"},
		{[]Block{block(3, "[[report]]\nx = 1")}, "line 3: report is a list; it is one table, [report]"},
		{[]Block{block(3, "x = 1\ny = \"\"\"\n[report]\n\"\"\"")}, "line 3: x stands outside of [report]"},
		{[]Block{block(3, "# [report]\n")}, ""},
		{[]Block{block(3, "[report]\nx = "+strings.Repeat("[", 500)+strings.Repeat("]", 500))}, "line 4: the block is no TOML: nested more than"},
	} {
		f, err := Read(tt.blocks)
		if tt.want == "" {
			if f != nil || err != nil {
				t.Errorf("%v: %v, %v", tt.blocks, f, err)
			}
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v: %v; want %s", tt.blocks, err, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("[report]\nx = [\"a\", {y = 1}]\n")
	f.Add("[report.x]\ny = 1979-05-27\n")
	f.Fuzz(func(t *testing.T, code string) {
		form, err := Read([]Block{block(1, code)})
		if err != nil && form != nil || err == nil && form == nil && block(1, code).Is() {
			t.Errorf("%v, %v", form, err)
		}
	})
}
