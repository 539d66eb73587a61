package automaton

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// A SyntaxError is a pattern that is no regular expression in RE2 syntax.
type SyntaxError struct {
	Index     int    // which pattern of the set
	Pattern   string // as it was written
	Offset    int    // the byte at which the trouble begins
	Construct string // what other engines call it ("lookahead"), or ""
	Err       error  // what regexp/syntax says
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("pattern %d, byte %d: %s", e.Index, e.Offset, Explain(e.Pattern, e.Err))
}

func (e *SyntaxError) Unwrap() error { return e.Err }

func newSyntaxError(index int, pattern string, err error) *SyntaxError {
	e := &SyntaxError{Index: index, Pattern: pattern, Err: err}
	if at, _, construct := foreign(pattern); construct != "" {
		e.Offset, e.Construct = at, construct
		return e
	}
	var syntaxErr *syntax.Error
	if errors.As(err, &syntaxErr) {
		e.Offset = max(0, strings.Index(pattern, syntaxErr.Expr))
	}
	return e
}

// Explain says why a pattern that regexp/syntax refused with err is refused. It
// names what the pattern takes from other engines: RE2 leaves out what cannot
// be matched in one pass.
func Explain(pattern string, err error) string {
	if _, text, construct := foreign(pattern); construct != "" {
		article := "a"
		if strings.ContainsRune("aeiou", rune(construct[0])) {
			article = "an"
		}
		return fmt.Sprintf("%s is %s %s, which RE2 syntax does not have", text, article, construct)
	}
	var syntaxErr *syntax.Error
	if errors.As(err, &syntaxErr) {
		if syntaxErr.Expr == pattern || syntaxErr.Code == syntax.ErrInvalidUTF8 {
			return syntaxErr.Code.String()
		}
		return fmt.Sprintf("%s: %s", syntaxErr.Code, syntaxErr.Expr)
	}
	return err.Error()
}

// groups are the constructs that begin like a group.
var groups = []struct{ text, construct string }{
	{"(?=", "lookahead"},
	{"(?!", "lookahead"},
	{"(?<=", "lookbehind"},
	{"(?<!", "lookbehind"},
	{"(?>", "atomic group"},
	{"(?|", "branch reset"},
	{"(?#", "comment"},
	{"(?(", "conditional"},
	{"(?P=", "backreference"},
	{"(?P>", "recursion"},
	{"(?&", "recursion"},
	{"(?R)", "recursion"},
}

// escapes are the constructs that begin with a backslash.
var escapes = []struct{ letters, construct string }{
	{"123456789kg", "backreference"},
	{"G", "match-continuation anchor"},
	{"K", "match reset"},
	{"Z", "end-of-text anchor of other engines (RE2 has \\z)"},
	{"hHR", "character class of other engines"},
}

// foreign finds the first construct of a pattern that only other engines have:
// where it is, how it is spelled, and what it is called.
func foreign(pattern string) (at int, text, construct string) {
	class := false      // inside [...]
	classStart := 0     // where a ] is still a literal
	quantified := false // the last thing was a quantifier that + may not follow
	for i := 0; i < len(pattern); {
		rest := pattern[i:]
		switch c := rest[0]; {
		case strings.HasPrefix(rest, `\Q`) && !class:
			_, after, ok := strings.Cut(rest[2:], `\E`)
			if !ok {
				return 0, "", ""
			}
			i = len(pattern) - len(after)
			quantified = false
		case c == '\\' && len(rest) > 1:
			_, size := utf8.DecodeRuneInString(rest[1:])
			for _, e := range escapes {
				if !class && strings.ContainsRune(e.letters, rune(rest[1])) {
					return i, rest[:2], e.construct
				}
			}
			i += 1 + size
			quantified = false
		case class:
			if c == ']' && i > classStart {
				class = false
			}
			i += named(rest) + 1
		case c == '[':
			class, quantified = true, false
			i++
			if strings.HasPrefix(pattern[i:], "^") {
				i++
			}
			classStart = i
		case c == '(':
			for _, g := range groups {
				if strings.HasPrefix(rest, g.text) {
					return i, g.text, g.construct
				}
			}
			quantified = false
			i++
		case c == '+' && quantified:
			return i, "+", "possessive quantifier"
		case c == '*' || c == '+' || c == '?':
			// a+? is not greedy; a+?+ would be nothing anyone has.
			quantified = !quantified
			i++
		case c == '{':
			n := repeat(rest)
			quantified = n > 0
			i += max(n, 1)
		default:
			quantified = false
			i++
		}
	}
	return 0, "", ""
}

// repeat returns the length of the {n}, {n,} or {n,m} that s begins with.
func repeat(s string) int {
	digits, commas := 0, 0
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ',' && digits > 0 && commas == 0:
			commas++
		case c == '}' && digits > 0:
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// named is how long a class with a name is, within another, up to its last byte:
// [:alpha:]; 0 if there is none.
func named(rest string) int {
	if strings.HasPrefix(rest, "[:") {
		if end := strings.Index(rest, ":]"); end > 0 {
			return end + 1
		}
	}
	return 0
}
