package automaton

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// want is what a table must answer: the lowest pattern that regexp matches.
func want(t testing.TB, patterns []string, text string) int {
	t.Helper()
	for i, pattern := range patterns {
		if regexp.MustCompile(pattern).MatchString(text) {
			return i
		}
	}
	return -1
}

// texts are what every pattern of the tests is tried against.
var texts = []string{
	"", "a", "b", "ab", "ba", "aab", "abb", "aXb", "a\nb", "a\n", "\na", "\n", "\n\n", "a b", " a ", "_", "a_b",
	"A", "AB", "K", "k", "\u212a", "ſ", "S", "s", "é", "É", "日本", "a日b", "日", "\U0001F600", "a\U0001F600b",
	"\xff", "a\xffb", "\xe2\x82", "\xe2\x82a", "\xe2\x82\xac", "\xf0\x9f\x98", "\xf0\x9f\x98a", "\xf0\x80\x80\x80",
	"\xed\xa0\x80", "\xc0\x80", "\xc3", "\xc3\xc3\xa9", "\ufffd", "a\ufffdb", "\x00", "a\x00b", "\xf4\x90\x80\x80", "\xf4\x8f\xbf\xbf",
	"git", "git push", "gitk", "git\npush", "gh repo view", "gh api /repos/x", "gh api repos/x", "sudo git push --force",
	"xxgit push -f", "git push --force-with-lease", "rm -rf /", "rm -r -f /", "cargo test", "cargo  test", "aaaa", "aaaaaaaa", "foo bar", "foobar",
	"bar foo", "foo", "xfoo", "foo.", ".foo", "foo\xff", "\xfffoo", "fooé", "éfoo", "0", "9", "12", "x1y", "\t", "\r\n", "a\r\nb",
}

var sets = []struct {
	name     string
	patterns []string
}{
	{"nothing", nil},
	{"empty pattern", []string{``}},
	{"one literal", []string{`a`}},
	{"command", []string{`^git( |$)`}},
	{"commands", []string{`^git( |$)`, `^gh repo`, `^gh api /?repos`}},
	{"lowest wins when it ends last", []string{`a.*b`, `a`}},
	{"lowest wins when it ends first", []string{`a`, `a.*b`}},
	{"same pattern twice", []string{`b`, `b`}},
	{"begin and end of text", []string{`\Aa\z`, `^b$`}},
	{"begin and end of line", []string{`(?m)^a$`, `(?m)^$`, `(?m)b$`}},
	{"begin of line inside", []string{`(?m)a\n^b`, `(?m)$\n^`, `(?m)$^`}},
	{"never", []string{`a\Ab`, `b^`, `$a`, `[^\x00-\x{10FFFF}]`}},
	{"word boundary", []string{`\bfoo\b`, `\Boo\B`, `\b`, `\B`}},
	{"only word boundary", []string{`\b`}},
	{"only no word boundary", []string{`\B`}},
	{"word boundary beside Unicode", []string{`é\b`, `\bé`, `\B日`}},
	{"fold", []string{`(?i)k`, `(?i)s`, `(?i)É`, `(?i:git) push`}},
	{"fold off again", []string{`(?i)a(?-i)b`}},
	{"dot", []string{`^.$`, `(?s)^..$`, `^...$`}},
	{"dot takes newlines", []string{`(?s)a.b`}},
	{"class", []string{`[a-c]x`, `[^a]b`, `[[:upper:]]`, `\d+`, `\s\S`}},
	{"Unicode class", []string{`\p{Han}`, `\pL\pL`, `\P{L}$`}},
	{"all of a plane", []string{`[\x{10000}-\x{10FFFF}]`, `[\x{80}-\x{7FF}]`, `[\x{800}-\x{FFFF}]`}},
	{"surrogates", []string{`[\x{D7FF}-\x{E000}]`, `\x{FFFD}`}},
	{"replacement character", []string{`^\x{FFFD}$`, `\x{FFFD}\x{FFFD}`, `\x{FFFD}a`}},
	{"not the replacement character", []string{`^[^\x{FFFD}]*$`}},
	{"counted", []string{`^a{2,3}$`, `a{4}`, `(ab|a){2}`}},
	{"counted search", []string{`x{50,250}.*y`}},
	{"not greedy", []string{`a.*?b`, `a+?$`, `b??a`}},
	{"empty loops", []string{`(a*)*$`, `(|a)+b`, `(?:^|$|\b)*a`}},
	{"alternation", []string{`^(foo|bar|)$`, `(^a|b$)`}},
	{"anchors inside", []string{`(^|[^a-z])git( |$)`, `(^| )-(f|-force)( |$)`}},
	{"flags", []string{`--force\b`, `-[a-zA-Z]*f`, `rm\s+-r`}},
	{"ungreedy flag", []string{`(?U)a.*b`}},
	{"quoted", []string{`\Qa.b\E`, `\.foo`}},
}

func TestMatch(t *testing.T) {
	for _, test := range sets {
		t.Run(test.name, func(t *testing.T) {
			d, err := Compile(test.patterns)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range texts {
				check(t, d, test.patterns, text)
			}
		})
	}
}

// check compares both readers of the table with regexp.
func check(t testing.TB, d *DFA, patterns []string, text string) {
	t.Helper()
	table := gate.Table(*d)
	want := want(t, patterns, text)
	if got := d.Match(text); got != want {
		t.Errorf("%q: DFA.Match(%q) = %d, want %d", patterns, text, got, want)
	}
	if got := table.Match(text); got != want {
		t.Errorf("%q: Table.Match(%q) = %d, want %d", patterns, text, got, want)
	}
	if strings.ContainsAny(text, "\x00\x01") {
		return
	}
	if got := table.Could(text); got != want {
		t.Errorf("%q: Could(%q) = %d, want %d", patterns, text, got, want)
	}
	if got := table.Must(text); got != want && len(d.Starts) == d.Width {
		t.Errorf("%q: Must(%q) = %d, want %d", patterns, text, got, want)
	}
}

// policy returns n patterns of the kind that long policies are made of.
func policy(n int) []string {
	var patterns []string
	for i := range n {
		patterns = append(patterns, fmt.Sprintf(`^cmd%04d sub( |$)`, i))
	}
	return patterns
}

func TestGrowth(t *testing.T) {
	for _, test := range []struct{ n, bound int }{
		{1, 600}, {10, 1500}, {100, 10_000}, {1000, 70_000}, {10_000, 800_000},
	} {
		t.Run(fmt.Sprint(test.n), func(t *testing.T) {
			d, err := Compile(policy(test.n))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d patterns: %d bytes, %d classes, width %d", test.n, d.Size(), d.Columns, d.Width)
			if d.Size() > test.bound {
				t.Errorf("%d bytes, more than %d", d.Size(), test.bound)
			}
			last := test.n - 1
			for text, want := range map[string]int{
				fmt.Sprintf("cmd%04d sub", last):    last,
				fmt.Sprintf("cmd%04d sub x", last):  last,
				fmt.Sprintf("cmd%04d subx", last):   -1,
				fmt.Sprintf("cmd%04d sub", last+1):  -1,
				fmt.Sprintf("xcmd%04d sub x", last): -1,
			} {
				if got := d.Match(text); got != want {
					t.Errorf("Match(%q) = %d, want %d", text, got, want)
				}
			}
		})
	}
}

func TestTooLarge(t *testing.T) {
	for _, test := range []struct {
		name     string
		patterns []string
		pattern  int
	}{
		{"a letter long before the end", []string{`^git`, `[ab].{60}c`}, 1},
		{"two counted classes", []string{`[a-z0-9]{50,250}.*[ab].{30}y`}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Compile(test.patterns)
			var tooLarge TooLarge
			if !errors.As(err, &tooLarge) || tooLarge.Pattern != test.pattern {
				t.Errorf("Compile: %v, want pattern %d too large", err, test.pattern)
			}
		})
	}
}
