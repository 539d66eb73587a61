package match

import (
	"go/parser"
	"go/token"
	"testing"
)

// gitTable is what gen/automaton makes of ^git( |$), ^gh repo, ^rm -[a-z]*f.
func gitTable() *Table {
	var classes [256]byte
	for c := byte('a'); c <= 'z'; c++ {
		classes[c] = 3
	}
	for i, c := range []byte("efghi") {
		classes[c] = byte(4 + i)
	}
	for c, class := range map[byte]byte{' ': 1, '-': 2, 'm': 9, 'o': 10, 'p': 11, 'r': 12, 't': 13} {
		classes[c] = class
	}
	return &Table{
		Classes: string(classes[:]),
		Columns: 14,
		Width:   2,
		Starts:  "\x00\x00",
		Rows: "\x02\x06\f\x00\a\x00,\x02\a\b\x00\x0e\x00\"\x01\x01\x00\x12\x01\f\x00\x16\x01\x04\x00\x1a" +
			"\x01\v\x00\x1e\x01\n\x80\x02\x01\r\x00&\x81\x00\x00\x01\x80\x01\x01\t\x000\x01\x01\x004\x01\x02\x008" +
			"$\x008\x00\x01\x02\x05\x80\x00\x80\x00\x80\x00\x80\x03",
	}
}

func TestTable(t *testing.T) {
	const hole, word = string(rune(Hole)), string(rune(HoleWord))
	for _, test := range []struct {
		name               string
		text               string
		match, could, must int
	}{
		{"empty", "", -1, -1, -1},
		{"first pattern, at its end", "git", 0, 0, 0},
		{"first pattern", "git push", 0, 0, 0},
		{"longer word", "gitk", -1, -1, -1},
		{"not at the begin", " git", -1, -1, -1},
		{"second pattern", "gh repo", 1, 1, 1},
		{"third pattern", "rm -rf", 2, 2, 2},
		{"third pattern, not yet", "rm -r", -1, -1, -1},
		{"not UTF-8", "git\xff", -1, -1, -1},
		{"hole for an argument", "git " + hole, 0, 0, 0},
		{"hole for the command", word + " repo", -1, 0, -1},
		{"hole for anything", hole, -1, 0, -1},
		{"hole in an option", "rm -" + word, -1, 2, -1},
		{"hole before what matches", "rm -" + word + "f", -1, 2, -1},
		{"hole that does not matter", "ls " + hole, -1, -1, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := gitTable()
			if got := table.Match(test.text); got != test.match {
				t.Errorf("Match(%q) = %d, want %d", test.text, got, test.match)
			}
			if got := table.Could(test.text); got != test.could {
				t.Errorf("Could(%q) = %d, want %d", test.text, got, test.could)
			}
			if got := table.Must(test.text); got != test.must {
				t.Errorf("Must(%q) = %d, want %d", test.text, got, test.must)
			}
		})
	}
}

// TestTableHoleTakesOnlyItsClasses reads rows in which what is not listed is
// only what a word cannot hold.
func TestTableHoleTakesOnlyItsClasses(t *testing.T) {
	var classes [256]byte
	classes[' '], classes['\t'], classes['\n'] = 1, 1, 1
	for _, test := range []struct{ name, rows string }{
		{"rest", "\xa1\x00\x00\x80\x00\x00\x00\x00"},
		{"like another row", "\xc1\x00\x00\x00\x08\x00\x00\x00" + "\x61\x80\x00\x80\x00"},
		{"dense", "\xe0\x00\x00\x00\x00\x80\x00"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := Table{Classes: string(classes[:]), Columns: 2, Width: 2, Starts: "\x00\x00", Rows: test.rows}
			if got := table.Must("\x01"); got != 0 {
				t.Errorf("Must of a word = %d, want 0", got)
			}
			if got := table.Must("\x00"); got != -1 {
				t.Errorf("Must of anything = %d, want -1", got)
			}
			if got := table.Could("a b\x00"); got != -1 {
				t.Errorf("Could after a blank = %d, want -1", got)
			}
		})
	}
}

func TestTableOfNothing(t *testing.T) {
	var table Table
	if m, c, s := table.Match("git"), table.Could("\x00"), table.Must("\x00"); m != -1 || c != -1 || s != -1 {
		t.Errorf("Match, Could, Must = %d, %d, %d, want -1", m, c, s)
	}
}

func TestTableAllocatesNothing(t *testing.T) {
	table := gitTable()
	if n := testing.AllocsPerRun(100, func() { table.Match("rm -r -f some/file") }); n != 0 {
		t.Errorf("Match allocates %v times", n)
	}
}

// TestTableImportsNothing holds what makes it cheap to link and to trust.
func TestTableImportsNothing(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "table.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range file.Imports {
		t.Errorf("table.go imports %s", i.Path.Value)
	}
}
