package automaton

import "testing"

func TestExample(t *testing.T) {
	for _, test := range []struct {
		name         string
		match, avoid [][]string
		want         string
		found        bool
	}{
		{"nothing to match", [][]string{nil}, nil, "", false},
		{"anything", nil, nil, "", true},
		{"a literal", [][]string{{`^git( |$)`}}, nil, "git", true},
		{"newly allowed", [][]string{{`^cargo (test|build)`}}, [][]string{{`^cargo test`}}, "cargo build", true},
		{"nothing new", [][]string{{`^cargo test --lib`}}, [][]string{{`^cargo test`}}, "", false},
		{"same in other words", [][]string{{`^a(b|c)$`}}, [][]string{{`^ab$`, `^ac$`}}, "", false},
		{"in both", [][]string{{`^[a-m]x?$`}, {`^[k-z]x$`}}, nil, "kx", true},
		{"in none", [][]string{{`^a`}, {`^b`}}, nil, "", false},
		{"past the anchor", [][]string{{`git push`}}, [][]string{{`^git push`}}, "agit push", true},
		{"newline", [][]string{{`(?s)^a.b$`}}, [][]string{{`^a.b$`}}, "a\nb", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			compile := func(sets [][]string) (all []*DFA) {
				for _, set := range sets {
					d, err := Compile(set)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, d)
				}
				return all
			}
			match, avoid := compile(test.match), compile(test.avoid)
			got, found, err := Example(match, avoid)
			if err != nil || got != test.want || found != test.found {
				t.Errorf("Example: %q, %v, %v, want %q, %v", got, found, err, test.want, test.found)
			}
		})
	}
}

// TestExampleBehindScreen asks about sets large enough for a screen.
func TestExampleBehindScreen(t *testing.T) {
	d, err := Compile(words(100, `%s`))
	if err != nil {
		t.Fatal(err)
	}
	if d.Screened != 100 {
		t.Fatalf("%d patterns behind a screen, want 100", d.Screened)
	}
	fewer, err := Compile(words(99, `%s`))
	if err != nil {
		t.Fatal(err)
	}
	text, found, err := Example([]*DFA{d}, []*DFA{fewer})
	if err != nil || !found || d.Match(text) != 99 || fewer.Match(text) >= 0 {
		t.Errorf("Example: %q, %v, %v; want the last word", text, found, err)
	}
}
