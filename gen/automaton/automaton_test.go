package automaton

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"kei/runtime/match"
)

// An oracle is a set of patterns as regexp runs them.
type oracle []*regexp.Regexp

func newOracle(patterns []string) oracle {
	var o oracle
	for _, pattern := range patterns {
		o = append(o, regexp.MustCompile(pattern))
	}
	return o
}

// match returns what a table must answer: the lowest pattern that matches.
func (o oracle) match(text string) int {
	return slices.IndexFunc(o, func(re *regexp.Regexp) bool { return re.MatchString(text) })
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
	{"begin of text behind its end", []string{`$^`, `$\Aa`, `(?:$|a)\A(?:$|b)`}},
	{"begin of text behind a boundary", []string{`\b\Aa\b`, `\B\A\B`}},
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
			o := newOracle(test.patterns)
			for _, d := range append(forms(t, test.patterns), d) {
				for _, text := range texts {
					check(t, d, o, text)
				}
			}
		})
	}
}

// forms returns tables for patterns that small sets do not get on their own: all
// behind a screen, and each pattern a part.
func forms(t testing.TB, patterns []string) []*DFA {
	t.Helper()
	if len(patterns) == 0 {
		return nil
	}
	var progs []*syntax.Prog
	var indexes []int
	for i, pattern := range patterns {
		prog, err := parse(pattern)
		if err != nil {
			t.Fatal(err)
		}
		progs, indexes = append(progs, prog), append(indexes, i)
	}
	behind, err := newCompiler(progs).behindScreen(indexes)
	if err != nil {
		return nil
	}
	return []*DFA{behind.encode(len(progs)), plan{parts: behind.screened}.encode(len(progs))}
}

// check compares both readers of the table with regexp.
func check(t testing.TB, d *DFA, o oracle, text string) {
	t.Helper()
	table := match.Table(*d)
	want := o.match(text)
	if got := d.Match(text); got != want {
		t.Errorf("%q: DFA.Match(%q) = %d, want %d", o, text, got, want)
	}
	if got := table.Match(text); got != want {
		t.Errorf("%q: Table.Match(%q) = %d, want %d", o, text, got, want)
	}
	if strings.ContainsAny(text, "\x00\x01") {
		return
	}
	if got := table.Could(text); got != want {
		t.Errorf("%q: Could(%q) = %d, want %d", o, text, got, want)
	}
	if got := table.Must(text); got != want && (d.parts() == 1 || d.Screened > 0) {
		t.Errorf("%q: Must(%q) = %d, want %d", o, text, got, want)
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

// words returns n patterns around different words of seven letters.
func words(n int, format string) []string {
	var patterns []string
	for i := range n {
		seed := uint32(i) * 2654435761
		word := ""
		for range 7 {
			word += string(rune('a' + seed%26))
			seed = seed/26 ^ seed*7
		}
		patterns = append(patterns, fmt.Sprintf(format, word))
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

// TestPlans holds how sets are divided that are not small as one automaton.
func TestPlans(t *testing.T) {
	for _, test := range []struct {
		name     string
		patterns []string
		parts    int
		screened int
		bound    int
	}{
		{"words to search for", words(100, `%s`), 101, 100, 15_000},
		{"with boundaries", words(100, `\b%s\b`), 101, 100, 10_000},
		{"commands with some word", words(100, `^git .*%s`), 101, 100, 20_000},
		{"the same, and many that begin alike", append(words(1000, `^%s( |$)`), words(100, `%s`)...), 102, 100, 80_000},
		{"heads tell them apart", words(1000, `^%[1]s .*--%[1]s`), 1, 0, 130_000},
		{"each twice", words(20, `%[1]s.*%[1]s`), 17, 0, 4_000},
		{"long commands", words(1000, `^%[1]s-%[1]s-%[1]s --option-%[1]s( |$)`), 1, 0, 210_000},
		{"many that begin alike and few to search for", append(policy(1000), `--force\b`, `(^| )sudo `), 1, 0, 60_000},
		{"classes of Unicode", []string{`\pL{3}\b`, `\p{Han}[^\p{Lu}]`}, 2, 0, 200_000},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, err := Compile(test.patterns)
			if err != nil {
				t.Fatal(err)
			}
			if d.parts() != test.parts || d.Screened != test.screened || d.Size() > test.bound {
				t.Errorf("%d parts, %d screened, %d bytes; want %d, %d, at most %d",
					d.parts(), d.Screened, d.Size(), test.parts, test.screened, test.bound)
			}
			asked := texts
			for i := 0; i < len(test.patterns); i += 1 + len(test.patterns)/20 {
				word := words(i+1, `%s`)[i]
				asked = append(asked, word, "git x"+word, word+" a --"+word, "x "+word+word, word[1:])
			}
			o := newOracle(test.patterns)
			for _, text := range asked {
				check(t, d, o, text)
			}
		})
	}
}

// TestMinimal holds that patterns that say the same in other words have the same
// table: the smallest automaton is the only one of its size.
func TestMinimal(t *testing.T) {
	for _, same := range [][]string{
		{`a+`, `aa*`, `a`, `.*?a.*`, `(?s).*a`},
		{`^(ab|ac)`, `^a[bc]`, `^a(?:b|c).*`},
		{`^x{2,}$`, `^xx+$`, `^x*xx$`},
		{`(?i)k`, `[kK\x{212A}]`, `k|K|\x{212a}`},
		{`^.$`, `^[^\n]$`, `^(?:[\x00-\t]|[\x0b-\x{7FF}]|[\x{800}-\x{10FFFF}])$`},
		{`^git( |$)`, `^gi(t |t$)`, `^git(?: .*)?(?: |$)`},
		{`$a`, `a\Ab`, `[^\x00-\x{10FFFF}]`},
		{``, `^`, `$`, `(?s).*`, `\b|\B`, `a*`},
	} {
		first, err := Compile(same[:1])
		if err != nil {
			t.Fatal(err)
		}
		for _, pattern := range same[1:] {
			d, err := Compile([]string{pattern})
			if err != nil {
				t.Fatal(err)
			}
			if *d != *first {
				t.Errorf("%s and %s have two tables:\n%q\n%q", same[0], pattern, first.Rows, d.Rows)
			}
		}
	}
}

// TestCompileAgain holds that a table depends on nothing but its patterns.
func TestCompileAgain(t *testing.T) {
	for _, patterns := range [][]string{policy(100), words(50, `%s`), {`\pL{2}\b`, `(?i)s`}} {
		a, errA := Compile(patterns)
		b, errB := Compile(patterns)
		if errA != nil || errB != nil || *a != *b {
			t.Errorf("two tables for %q", patterns)
		}
	}
}

func TestTooLarge(t *testing.T) {
	for _, test := range []struct {
		name     string
		patterns []string
		pattern  int
	}{
		{"a letter long before the end", []string{`^git`, `[ab].{60}c`}, 1},
		{"after many that are not", append(policy(1000), `a.{40}b`), 1000},
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
