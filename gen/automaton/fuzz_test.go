package automaton

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"kei/runtime/match"
)

// A choice reads decisions from bytes, so that the fuzzer steers what is
// generated. Without bytes left, every decision is 0.
type choice struct{ bytes []byte }

func (c *choice) of(n int) int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b) % n
}

// atoms, repeats and texts share few runes, so that what is generated collides.
var (
	atoms = []string{
		"a", "b", "-", " ", `\n`, "k", "K", "é", "日", "\U0001F600", `\x{FFFD}`, ".", `(?s:.)`, "[ab]", "[^a]", "[^a-b\n]",
		`\w`, `\W`, `\d`, `\s`, `\pL`, `\p{Lu}`, `\PL`, `[[:word:]]`, `[^\x{FFFD}]`, `[\x{80}-\x{10FFFF}]`, `[\x{7FF}-\x{801}é]`,
		"^", "$", `\A`, `\z`, `\b`, `\B`, "(?m:^)", "(?m:$)", "ab", "git", "git push", "(?i:k)", "(?i:S)", "(?i:é)", "", "_",
	}
	repeats = []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}", "{2,}", "{0}"}
	pieces  = []string{
		"a", "b", "-", " ", "\n", "k", "K", "\u212a", "é", "É", "日", "\U0001F600", "\ufffd", "git", "git push", "_", "s", "ſ",
		"\xff", "\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xf0\x90", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80", "\xe0\x80", "\u07ff", "\u0800",
	}
)

// pattern generates a pattern.
func (c *choice) pattern(depth int) string {
	if depth == 0 {
		return atoms[c.of(len(atoms))]
	}
	switch c.of(8) {
	case 0, 1:
		return atoms[c.of(len(atoms))]
	case 2, 3:
		return c.pattern(depth-1) + c.pattern(depth-1)
	case 4:
		return "(?:" + c.pattern(depth-1) + "|" + c.pattern(depth-1) + ")"
	case 5:
		return "(?:" + c.pattern(depth-1) + ")" + repeats[c.of(len(repeats))]
	case 6:
		flags := []string{"i", "m", "s", "U", "im", "ims", "-i", "m-s"}
		return "(?" + flags[c.of(len(flags))] + ":" + c.pattern(depth-1) + ")"
	}
	return "^" + c.pattern(depth-1)
}

// text generates a text.
func (c *choice) text() string {
	var b strings.Builder
	for range c.of(9) {
		b.WriteString(pieces[c.of(len(pieces))])
	}
	return b.String()
}

// FuzzAgainstRegexp compares tables with regexp: of patterns that are generated,
// and of raw ones. A raw pattern holds one pattern a line.
func FuzzAgainstRegexp(f *testing.F) {
	for _, test := range sets {
		f.Add([]byte("\x02\x05\x04"), strings.Join(test.patterns, "\n"), "git push\xff\n")
	}
	f.Add([]byte("\x03\x02\x1e\x00\x04\x05\x07\x09\x03\x11"), `a|b`, "a\xe2\x82b")
	f.Fuzz(func(t *testing.T, decisions []byte, raw, text string) {
		if len(decisions) > 200 || len(raw) > 60 || len(text) > 60 {
			return
		}
		c := &choice{decisions}
		var generated []string
		for range 1 + c.of(4) {
			generated = append(generated, c.pattern(4))
		}
		for _, patterns := range [][]string{generated, strings.Split(raw, "\n")} {
			compare(t, patterns, []string{text, c.text(), c.text(), c.text()})
		}
	})
}

// compare checks a set of patterns on some texts, if it is one that regexp takes.
func compare(t *testing.T, patterns, texts []string) {
	bad := -1
	for i, pattern := range patterns {
		if _, err := regexp.Compile(pattern); err != nil && bad < 0 {
			bad = i
		}
	}
	d, err := Compile(patterns)
	var tooLarge TooLarge
	var syntaxErr *SyntaxError
	switch {
	case errors.As(err, &tooLarge):
		return
	case errors.As(err, &syntaxErr):
		if syntaxErr.Index != bad {
			t.Fatalf("Compile(%q): %v, want pattern %d refused", patterns, err, bad)
		}
		if syntaxErr.Offset > len(patterns[bad]) || !utf8.ValidString(syntaxErr.Construct) {
			t.Fatalf("Compile(%q): %#v", patterns, syntaxErr)
		}
		return
	case err != nil || bad >= 0:
		t.Fatalf("Compile(%q): %v, and regexp refuses pattern %d", patterns, err, bad)
	}
	o := newOracle(patterns)
	forms := append(forms(t, patterns), d)
	for _, text := range texts {
		for _, d := range forms {
			check(t, d, o, text)
		}
	}
}

// FuzzHoles fills the holes of a text in every way that is short, and compares.
func FuzzHoles(f *testing.F) {
	f.Add([]byte("\x01\x02\x05\x04"), "\x00")
	f.Add([]byte("\x03\x02\x1e\x00\x04\x05\x07\x09\x03\x11"), "a\x01b")
	f.Add([]byte("\x03\x02\x1e\x00\x04\x05\x07\x09\x03\x11"), "\x01 \x00")
	f.Fuzz(func(t *testing.T, decisions []byte, text string) {
		if len(decisions) > 100 || len(text) > 12 {
			return
		}
		c := &choice{decisions}
		var patterns []string
		for range 1 + c.of(3) {
			patterns = append(patterns, c.pattern(3))
		}
		if strings.Count(text, "\x00")+strings.Count(text, "\x01") > 2 {
			return
		}
		for _, p := range patterns {
			if _, err := regexp.Compile(p); err != nil {
				return
			}
		}
		d, err := Compile(patterns)
		if err != nil {
			return
		}
		for _, d := range append(forms(t, patterns), d) {
			checkHoles(t, d, patterns, text, "a \n\xc3\xa9", 3)
		}
	})
}

// checkHoles compares Could and Must with all fillings up to a length over an
// alphabet of bytes. Longer fillings could be what Could found, or what Must
// failed on; so what is checked is what no filling may contradict.
func checkHoles(t testing.TB, d *DFA, patterns []string, text, alphabet string, length int) (some, every int) {
	t.Helper()
	table := match.Table(*d)
	could, must := table.Could(text), table.Must(text)
	some, every = -1, 0
	fillings(text, alphabet, length, func(filled string) {
		switch got := table.Match(filled); {
		case got < 0:
			every = -1
			if must >= 0 {
				t.Errorf("%q: Must(%q) = %d, but %q does not match", patterns, text, must, filled)
			}
		default:
			some = lowest(some, got)
			if could < 0 || could > got {
				t.Errorf("%q: Could(%q) = %d, but pattern %d matches %q", patterns, text, could, got, filled)
			}
			if must > got && (d.parts() == 1 || d.Screened > 0) {
				t.Errorf("%q: Must(%q) = %d, but pattern %d matches %q", patterns, text, must, got, filled)
			}
		}
	})
	if must >= 0 && could < 0 {
		t.Errorf("%q: Must(%q) = %d and Could is -1", patterns, text, must)
	}
	return some, every
}

// fillings calls each with every filling of the holes in text.
func fillings(text, alphabet string, length int, each func(string)) {
	at := strings.IndexAny(text, "\x00\x01")
	if at < 0 {
		each(text)
		return
	}
	letters := alphabet
	if text[at] == match.HoleWord {
		letters = strings.NewReplacer(" ", "", "\t", "", "\n", "").Replace(alphabet)
	}
	var fill func(string)
	fill = func(filling string) {
		fillings(text[at+1:], alphabet, length, func(rest string) { each(text[:at] + filling + rest) })
		if len(filling) < length {
			for i := range len(letters) {
				fill(filling + letters[i:i+1])
			}
		}
	}
	fill("")
}
