package invocation

import (
	"strings"
	"testing"
)

// TestCovers holds what an allowlist's entry says of a call. The table is real:
// that of shipped facts is asked in package goldentests.
func TestCovers(t *testing.T) {
	table := tableOf(
		"work\n> run start\n: FILE...\n-v --verbose\n-o --output\twrite:FILE\n-c\tconfig:FILE\n> stop\n: NAME\n",
	)
	for _, tt := range []struct{ entry, call, want string }{
		{"work run", "work run a b", "covered"},
		{"work run", "work start -v a", "covered"},
		{"work run", "work stop a", "another command"},
		{"work", "work stop a", "covered"},
		{"work run", "work", "another command"},
		{"work run", "work run -o x a", "covered, and writes"},
		{"work", "work run -o x a", "covered"},
		{"work run a", "work run a", "covered"},
		{"work run a", "work run a b", "the operand b is one more than in work run a"},
		{"work run a", "work run", "it is not all of work run a"},
		{"work run src/*", "work run src/x", "covered"},
		{"work run src/*", "work run src/x/y", "the operand src/x/y is not src/*"},
		{"work run src/*", "work run src/../x", "the operand src/../x is not src/*"},
		{"work run a*", "work run +a", "the operand +a is not a*"},
		{"work run a/*...", "work run a/x a/y", "covered"},
		{"work run a ...", "work run a a", "covered"},
		{"work run -v", "work run a", "it lacks -v"},
		{"work run -v", "work run --verbose a", "covered"},
		{"work run", "work run --nosuch a", "--nosuch is no option of run that is known here"},
	} {
		entry, call := table.Read(words(tt.entry), "work", ""), table.Read(words(tt.call), "work", "")
		if len(entry) == 0 || len(call) == 0 {
			t.Fatalf("%q or %q is not read", tt.entry, tt.call)
		}
		gap, same := call[0].Covers(&entry[0])
		got := "covered"
		switch {
		case !same:
			got = "another command"
		case gap.Reason != "":
			got = gap.Reason
		case gap.Beyond != 0:
			got = "covered, and " + gap.Beyond.String()
		}
		if got != tt.want {
			t.Errorf("%q of %q: %s, want %s", tt.call, tt.entry, got, tt.want)
		}
	}
}

// TestLikeOperand holds what a star in an entry stands for.
func TestLikeOperand(t *testing.T) {
	for _, tt := range []struct {
		pattern, like, unlike string
	}{
		{"agent/*", "agent/x agent/", "agent/x:main agent/x/y +agent/x -agent/x xagent/x"},
		{"*", "x x.y", "a/b a:b +x -x"},
		{"a*b*c", "abc axxbyyc", "ab abxxd"},
		{"src", "src ./src x/../src", "srcx"},
	} {
		for _, s := range strings.Fields(tt.like) {
			if !LikeOperand(tt.pattern, s) {
				t.Errorf("%q is not like %q", s, tt.pattern)
			}
		}
		for _, s := range strings.Fields(tt.unlike) {
			if LikeOperand(tt.pattern, s) {
				t.Errorf("%q is like %q", s, tt.pattern)
			}
		}
	}
}
