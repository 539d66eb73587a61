package automaton

import (
	"strings"
	"testing"

	"kei/runtime/match"
)

func TestHoles(t *testing.T) {
	const hole, word = string(rune(match.Hole)), string(rune(match.HoleWord))
	for _, test := range []struct {
		name     string
		patterns []string
		text     string
		could    int
		must     int
	}{
		{"no hole", []string{`^git( |$)`}, "git push", 0, 0},
		{"no hole, no match", []string{`^git( |$)`}, "gi", -1, -1},
		{"hole after the decision", []string{`^git( |$)`}, "git " + hole, 0, 0},
		{"hole that may end the word", []string{`^git( |$)`}, "git" + hole, 0, -1},
		{"hole for the word", []string{`^git( |$)`}, word + " push", 0, -1},
		{"hole that cannot be it", []string{`^git( |$)`}, "gh " + hole, -1, -1},
		{"word hole cannot hold a space", []string{`a b`}, "a" + word + "b", -1, -1},
		{"hole can", []string{`a b`}, "a" + hole + "b", 0, -1},
		{"word hole cannot hold a newline", []string{`(?m)^b`}, "a" + word + "b", -1, -1},
		{"word hole may be empty", []string{`^ab$`}, "a" + word + "b", 0, -1},
		{"hole in what a dot takes", []string{`^a.*b$`}, "a" + word + "b", 0, 0},
		{"newline in what a dot takes", []string{`^a.*b$`}, "a" + hole + "b", 0, -1},
		{"two holes", []string{`^git .*--force`}, "git " + hole + " --force " + hole, 0, -1},
		{"two word holes", []string{`^git .*--force`}, "git " + word + " --force " + word, 0, 0},
		{"either of two patterns", []string{`^a$`, `^a.+$`}, "a" + word, 0, 0},
		{"lowest that could", []string{`^ax`, `^a`}, "a" + hole, 0, 0},
		{"second", []string{`^ax`, `^a`}, "ab" + hole, 1, 1},
		{"half a rune before the hole", []string{`é`}, "\xc3" + hole, 0, -1},
		{"half a rune after the hole", []string{`é`}, hole + "\xa9", 0, -1},
		{"half a rune before a letter", []string{`é`}, "\xc3a" + word, 0, -1},
		{"word boundary at the hole", []string{`git\b`}, "git" + hole, 0, -1},
		{"word boundary later", []string{`git\b`}, "git" + hole + " git", 0, 0},
		{"hole alone", []string{``}, hole, 0, 0},
		{"no patterns", nil, hole, -1, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := Compile(test.patterns)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range append(forms(t, test.patterns), d) {
				table := match.Table(*d)
				if got := table.Could(test.text); got != test.could {
					t.Errorf("Could(%q) = %d, want %d", test.text, got, test.could)
				}
				if got := table.Must(test.text); got != test.must && (d.parts() == 1 || d.Screened > 0) {
					t.Errorf("Must(%q) = %d, want %d", test.text, got, test.must)
				}
			}
		})
	}
}

// TestHolesAgainstFillings fills in everything of a few bytes, for patterns
// over an alphabet so small that this says all: then both answers are exact.
func TestHolesAgainstFillings(t *testing.T) {
	patterns := [][]string{
		{`^a$`}, {`a`}, {`^ab( |$)`}, {`a b`}, {`^a*$`}, {`^(a| )*$`}, {`ab|ba`}, {`^a.*b$`}, {`\ba\b`}, {`(?m)^b$`}, {`^$`}, {`aa`, `^a`, `b`},
		{`b$`, `^[^b]`}, {`^..$`}, {`^[ab]{2,3}$`, ` `}, {`é`}, {`\Bb`}, {`^b`, `a`, `^ *$`},
	}
	texts := []string{"\x00", "\x01", "a\x00", "\x00a", "\x01b", "a\x01b", "a\x00b", "b \x01", "\x01 \x01", "ab\x00", "\x01a\x01", "\xc3\x00", "\x00\xa9"}
	for _, set := range patterns {
		d, err := Compile(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range append(forms(t, set), d) {
			table := match.Table(*d)
			for _, text := range texts {
				length := 4
				if strings.Count(text, "\x00")+strings.Count(text, "\x01") > 1 {
					length = 2 // each
				}
				some, every := checkHoles(t, d, set, text, "ab \n\xc3\xa9", length)
				if could := table.Could(text); could != some {
					t.Errorf("%q: Could(%q) = %d, want %d", set, text, could, some)
				}
				if must := table.Must(text); (must >= 0) != (every >= 0) && (d.parts() == 1 || d.Screened > 0) {
					t.Errorf("%q: Must(%q) = %d, want %d", set, text, must, every)
				}
			}
		}
	}
}
