package ruby

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kei/runtime/source"
)

// A token is one token of Ruby. Comments are none; of a string each piece between
// interpolations is one, and the code of these are tokens too.
type token struct {
	text string
	at   int
	kind kind
	line bool // a line begins with it
	gap  bool // white space stands before it
	due  bool // it closes what a method takes, so that a statement may begin behind it
}

type kind byte

const (
	wordToken  kind = iota // an identifier, a constant, a keyword
	nameToken              // a word that is a method's, a symbol's, a key's
	valueToken             // a string, number, symbol or variable
	markToken              // an operator or bracket
)

func (t token) is(text string) bool { return t.kind == markToken && t.text == text }

func (t token) keyword(text string) bool { return t.kind == wordToken && t.text == text }

// end is the offset behind the token.
func (t token) end() int { return t.at + len(t.text) }

// A heredoc is a text that begins on the next line.
type heredoc struct {
	end         string
	indented    bool
	interpolate bool
}

// A scanner takes Ruby apart as its lexer does, as far as that matters for finding what
// begins and ends a piece.
type scanner struct {
	src    string
	at     int
	tokens []token
	docs   []heredoc
	begins bool // a line begins here, but for white space
	gap    bool
	depth  int    // of interpolations
	parens []bool // those that are open, and whether they are around what a method takes
}

// what an operand may come after; see state.
type place int

const (
	start place = iota // an operand is due
	arg                // behind a name that may take arguments
	mid                // behind return, break or next
	done               // behind a whole operand
)

// operandDue are the keywords behind which an operand may stand.
var doneWords = map[string]place{"end": done, "self": done, "nil": done, "true": done, "false": done, "__FILE__": done, "__LINE__": done,
	"__ENCODING__": done, "__method__": done, "redo": done, "retry": done, "super": arg, "yield": arg, "return": mid, "break": mid, "next": mid,
	"defined?": arg, "rescue": mid}

var keywords = map[string]bool{"alias": true, "and": true, "begin": true, "case": true, "class": true, "def": true, "do": true, "else": true, "elsif": true,
	"ensure": true, "for": true, "if": true, "in": true, "module": true, "not": true, "or": true, "then": true, "undef": true, "unless": true,
	"until": true, "when": true, "while": true, "BEGIN": true, "END": true}

// state is what may stand here, by the token before.
func (s *scanner) state() place {
	if len(s.tokens) == 0 || s.begins {
		return start
	}
	switch t := s.tokens[len(s.tokens)-1]; t.kind {
	case nameToken:
		if t.text[len(t.text)-1] == ':' {
			return start
		}
		return arg
	case wordToken:
		if p, ok := doneWords[t.text]; ok {
			return p
		}
		if keywords[t.text] {
			return start
		}
		return arg
	case markToken:
		if (t.text == ")" || t.text == "]" || t.text == "}") && !t.due {
			return done
		}
		return start
	}
	return done
}

// tokenize are the tokens of a file.
func tokenize(src string) ([]token, error) {
	s := &scanner{src: src, begins: true}
	if strings.HasPrefix(src, "\ufeff") {
		s.at = 3
	}
	if err := s.code(); err != nil {
		return nil, err
	}
	return s.tokens, nil
}

func (s *scanner) rest() string { return s.src[s.at:] }

func (s *scanner) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", source.LineStarts([]byte(s.src[:min(at+1, len(s.src))])).At(at), fmt.Sprintf(format, args...))
}

// take adds a token of n bytes.
func (s *scanner) take(k kind, n int) {
	s.tokens = append(s.tokens, token{s.src[s.at : s.at+n], s.at, k, s.begins, s.gap, false})
	s.at, s.begins, s.gap = s.at+n, false, false
}

// code reads tokens to the end, or to the brace that closes an interpolation.
func (s *scanner) code() error {
	open := 0
	for s.at < len(s.src) {
		rest := s.rest()
		switch c := rest[0]; {
		case c == '\n':
			s.at++
			s.begins, s.gap = true, true
			if err := s.bodies(); err != nil {
				return err
			}
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.at, s.gap = s.at+1, true
			continue
		case c == '\\' && len(rest) > 1 && (rest[1] == '\n' || strings.HasPrefix(rest[1:], "\r\n")):
			s.at, s.gap = s.at+strings.IndexByte(rest, '\n')+1, true
			if err := s.bodies(); err != nil {
				return err
			}
			continue
		case c == '#':
			s.line()
			continue
		case s.first() && strings.HasPrefix(rest, "=begin") && (len(rest) == 6 || rest[6] <= ' '):
			if err := s.comment(); err != nil {
				return err
			}
			continue
		case s.first() && s.depth == 0 && strings.HasPrefix(rest, "__END__") && (len(rest) == 7 || rest[7] == '\n' || rest[7] == '\r'):
			s.at = len(s.src)
			continue
		case c == '\x00' || c == '\x04' || c == '\x1a':
			s.at = len(s.src) // ruby reads no further
			continue
		case c == '(':
			n := len(s.tokens)
			s.parens = append(s.parens, n > 0 && !s.begins && s.tokens[n-1].kind == nameToken && (n > 1 && s.tokens[n-2].keyword("def") || n > 3 && s.tokens[n-4].keyword("def")))
		case c == ')' && len(s.parens) > 0:
			due := s.parens[len(s.parens)-1]
			s.parens = s.parens[:len(s.parens)-1]
			s.take(markToken, 1)
			s.tokens[len(s.tokens)-1].due = due
			continue
		case c == '{':
			open++
		case c == '}':
			if open--; open < 0 && s.depth > 0 {
				return nil
			}
		}
		if err := s.next(); err != nil {
			return err
		}
	}
	return s.ended()
}

// comment skips to the line behind the =end of a comment.
func (s *scanner) comment() error {
	end := strings.Index(s.rest(), "\n=end")
	if end < 0 {
		return s.errorf(s.at, "a comment that nothing ends")
	}
	s.at += end + 1
	s.line()
	return nil
}

// ended is what is still open where the text ends.
func (s *scanner) ended() error {
	switch {
	case s.depth > 0:
		return s.errorf(s.at, "a #{ that nothing closes")
	case len(s.docs) > 0:
		return s.errorf(s.at, "a text that nothing ends: %s", s.docs[0].end)
	}
	return nil
}

// first reports whether a line begins here.
func (s *scanner) first() bool { return s.at == 0 || s.src[s.at-1] == '\n' }

// line skips to the end of the line.
func (s *scanner) line() {
	if i := strings.IndexByte(s.rest(), '\n'); i >= 0 {
		s.at += i
	} else {
		s.at = len(s.src)
	}
}

// next reads one token.
func (s *scanner) next() error {
	rest, is := s.rest(), s.state()
	c := rest[0]
	gap := s.gap || s.begins
	// Behind a name that takes arguments, what has a gap before it and none behind it
	// begins one.
	operand := is == start || is == mid || is == arg && gap && len(rest) > 1 && rest[1] != ' ' && rest[1] != '=' && rest[1] != '\n'
	switch {
	case c == '"' || c == '`' && !s.naming():
		return s.text(1, c, 0, true)
	case c == '\'':
		return s.text(1, c, 0, false)
	case c >= '0' && c <= '9':
		s.take(valueToken, numberLen(rest))
	case c == '@' || c == '$':
		s.take(valueToken, variableLen(rest))
	case wordByte(c):
		return s.word(is)
	case s.naming() && operatorLen(rest) > 0:
		s.take(nameToken, operatorLen(rest))
	case c == '/' && operand:
		return s.text(1, c, 0, true)
	case c == '%' && operand:
		if n, end, open, interpolate := percent(rest); n > 0 {
			return s.text(n, end, open, interpolate)
		}
		s.take(markToken, 1)
	case c == '<' && strings.HasPrefix(rest, "<<") && (is == start || is == mid || is == arg && gap) && s.doc(is):
	case c == '?' && is != done && is != arg && charLen(rest) > 0:
		s.take(valueToken, charLen(rest))
	case c == ':':
		return s.colon()
	case strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "&."), strings.HasPrefix(rest, ".."):
		s.take(markToken, 2)
	default:
		_, n := utf8.DecodeRuneInString(rest)
		s.take(markToken, n)
	}
	return nil
}

// naming reports whether a method's name is due: behind def, a dot, alias and undef.
func (s *scanner) naming() bool {
	n := len(s.tokens)
	if n == 0 {
		return false
	}
	switch t := s.tokens[n-1]; {
	case t.is("."), t.is("&."):
		return true
	case s.begins:
		return false
	case t.keyword("def"), t.keyword("alias"), t.keyword("undef"), t.is("::") && n > 2 && s.tokens[n-3].keyword("def"):
		return true
	case t.is(","):
		for i := n - 1; i > max(1, n-20) && s.tokens[i].is(",") && s.tokens[i-1].kind != markToken; i -= 2 {
			if s.tokens[i-2].keyword("undef") {
				return true
			}
		}
	case n > 1 && s.tokens[n-2].keyword("alias") && (t.kind == nameToken || t.kind == valueToken):
		return true
	}
	return false
}

// word takes a word, which is a name where one is due, and a key before a colon.
func (s *scanner) word(is place) error {
	rest := s.rest()
	n := wordLen(rest)
	if n < len(rest) && (rest[n] == '?' || rest[n] == '!') && !(n+1 < len(rest) && rest[n+1] == '=' && !strings.HasPrefix(rest[n+1:], "==") && !strings.HasPrefix(rest[n+1:], "=~") && !strings.HasPrefix(rest[n+1:], "=>")) {
		n++
	}
	after := rest[n:]
	switch {
	case (keywords[rest[:n]] || doneWords[rest[:n]] != start) && len(s.tokens) > 0 && s.tokens[len(s.tokens)-1].is("::"):
		s.take(nameToken, n)
		return nil
	case s.naming():
		t := s.tokens[len(s.tokens)-1]
		if t.keyword("def") && (strings.HasPrefix(after, ".") || strings.HasPrefix(after, "::")) {
			break // whose method it is
		}
		def := t.keyword("def") || len(s.tokens) > 2 && s.tokens[len(s.tokens)-3].keyword("def") && (t.is(".") || t.is("::"))
		if (def || t.keyword("alias") || len(s.tokens) > 1 && s.tokens[len(s.tokens)-2].keyword("alias")) && strings.HasPrefix(after, "=") &&
			!strings.HasPrefix(after, "==") && !strings.HasPrefix(after, "=~") && !strings.HasPrefix(after, "=>") {
			n++ // a setter
		}
		s.take(nameToken, n)
		return nil
	case strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "::") && !(is != start && s.ternary()):
		s.take(nameToken, n+1)
		return nil
	}
	s.take(wordToken, n)
	return nil
}

// ternary reports whether a question mark stands before on the same line, for which a
// colon is due.
func (s *scanner) ternary() bool {
	for i := len(s.tokens) - 1; i >= 0 && i > len(s.tokens)-30; i-- {
		if t := s.tokens[i]; t.is("?") {
			return true
		} else if t.line {
			return false
		}
	}
	return false
}

// colon takes a symbol, a colon or two.
func (s *scanner) colon() error {
	rest := s.rest()
	switch {
	case strings.HasPrefix(rest, "::"):
		s.take(markToken, 2)
	case len(rest) > 1 && (rest[1] == '"' || rest[1] == '\''):
		return s.text(2, rest[1], 0, rest[1] == '"')
	case len(rest) > 1 && (rest[1] == '@' || rest[1] == '$'):
		s.take(valueToken, 1+variableLen(rest[1:]))
	case len(rest) > 1 && wordByte(rest[1]) && !(rest[1] >= '0' && rest[1] <= '9'):
		n := 1 + wordLen(rest[1:])
		if n < len(rest) && strings.IndexByte("?!=", rest[n]) >= 0 && !(n+1 < len(rest) && strings.IndexByte("=~>", rest[n+1]) >= 0) {
			n++
		}
		s.take(valueToken, n)
	case s.state() != done && operatorLen(rest[1:]) > 0:
		s.take(valueToken, 1+operatorLen(rest[1:]))
	default:
		s.take(markToken, 1)
	}
	return nil
}

// operators that are names of methods, the longest first.
var operators = []string{"[]=", "<=>", "===", "**", "[]", "<<", ">>", "<=", ">=", "==", "=~", "!=", "!~", "+@", "-@", "~@", "!@", "+", "-", "*", "/", "%", "<", ">", "!", "~", "^", "&", "|", "`"}

func operatorLen(s string) int {
	for _, o := range operators {
		if strings.HasPrefix(s, o) {
			return len(o)
		}
	}
	return 0
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func wordLen(s string) (n int) {
	for n < len(s) && wordByte(s[n]) {
		n++
	}
	return n
}

func variableLen(s string) int {
	n := 1
	if strings.HasPrefix(s, "@@") {
		n = 2
	}
	if m := wordLen(s[n:]); m > 0 {
		return n + m
	}
	if s[0] == '$' && strings.HasPrefix(s[1:], "-") && len(s) > 2 {
		return 3
	}
	if s[0] == '$' && len(s) > 1 && s[1] > ' ' {
		return 2
	}
	return n
}

func numberLen(s string) int {
	n := wordLen(s)
	for n+1 < len(s) && s[n] == '.' && s[n+1] >= '0' && s[n+1] <= '9' && strings.Count(s[:n], ".") == 0 {
		n += 1 + wordLen(s[n+1:])
	}
	if n+1 < len(s) && (s[n-1] == 'e' || s[n-1] == 'E') && !strings.HasPrefix(s, "0x") && (s[n] == '-' || s[n] == '+') {
		n += 1 + wordLen(s[n+1:])
	}
	return n
}

// charLen is the length of a character such as ?a.
func charLen(s string) int {
	if len(s) < 2 || s[1] <= ' ' {
		return 0
	}
	if s[1] == '\\' {
		n := 3
		for n < len(s) && (wordByte(s[n]) || s[n] == '-' || s[n] == '\\' || s[n] == '{' || s[n] == '}') {
			n++
		}
		return min(n, len(s))
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	if n := 1 + size; n == len(s) || !wordByte(s[n]) || !wordByte(s[1]) {
		return n
	}
	return 0
}
