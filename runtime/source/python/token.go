package python

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"kei/runtime/source"
)

// A token is one of Python's. Comments and the ends of lines are none.
type token struct {
	text string
	at   int // its offset
}

func (t token) end() int { return t.at + len(t.text) }

// A line is a logical one: it goes on through brackets, strings and backslashes.
type line struct {
	indent   int // in columns
	from, to int // its tokens
}

// A file is Python source in logical lines.
type file struct {
	tokens []token
	lines  []line
	ends   map[int]int // by opening bracket, the closing one, as tokens
	starts source.LineTable
}

// A scanner takes source apart as Python's does.
type scanner struct {
	src    string
	at     int
	open   []int // tokens that are brackets
	indent int
	fresh  bool // at the beginning of a logical line
	file
}

func read(text []byte, starts source.LineTable) (*file, error) {
	s := &scanner{src: strings.TrimPrefix(string(text), "\ufeff"), fresh: true}
	skipped := len(text) - len(s.src)
	s.ends, s.starts = map[int]int{}, starts
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	s.endLine()
	if len(s.open) > 0 {
		return nil, s.errorf(s.tokens[s.open[len(s.open)-1]].at, "a %s that nothing closes", s.tokens[s.open[len(s.open)-1]].text)
	}
	for i := range s.tokens {
		s.tokens[i].at += skipped
	}
	return &s.file, nil
}

func (s *scanner) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", strings.Count(s.src[:at], "\n")+1, fmt.Sprintf(format, args...))
}

func (s *scanner) rest() string { return s.src[s.at:] }

// next takes a token, or what is none.
func (s *scanner) next() error {
	rest := s.rest()
	switch c := rest[0]; {
	case c == '\n' || c == '\r':
		s.at++
		if len(s.open) == 0 {
			s.endLine()
		}
	case c == ' ' || c == '\t' || c == '\f' || c == '\v':
		if s.fresh {
			s.space(c)
		}
		s.at++
	case c == '#':
		if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
			s.at += i
		} else {
			s.at = len(s.src)
		}
	case c == '\\' && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r'):
		s.at += 2
		if strings.HasPrefix(rest, "\\\r\n") {
			s.at++
		}
	default:
		return s.token(rest)
	}
	return nil
}

// space is white space that a line begins with.
func (s *scanner) space(c byte) {
	switch c {
	case '\t':
		s.indent += 8 - s.indent%8
	case '\f':
		s.indent = 0
	default:
		s.indent++
	}
}

func (s *scanner) endLine() {
	if n := len(s.lines); n > 0 && !s.fresh {
		s.lines[n-1].to = len(s.tokens)
	}
	s.fresh, s.indent = true, 0
}

// token takes one that is there.
func (s *scanner) token(rest string) error {
	if s.fresh {
		s.lines = append(s.lines, line{indent: s.indent, from: len(s.tokens)})
		s.fresh = false
	}
	r, size := utf8.DecodeRuneInString(rest)
	n := size
	switch {
	case r == '_' || unicode.IsLetter(r):
		n = wordLen(rest)
		if n <= 3 && n < len(rest) && (rest[n] == '"' || rest[n] == '\'') && strings.Trim(strings.ToLower(rest[:n]), "rbfut") == "" {
			end, err := s.text(s.at+n, strings.ContainsAny(rest[:n], "fFtT"))
			if err != nil {
				return err
			}
			n = end - s.at
		}
	case r == '"' || r == '\'':
		end, err := s.text(s.at, false)
		if err != nil {
			return err
		}
		n = end - s.at
	case unicode.IsDigit(r) || r == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		n = numberLen(rest)
	case strings.ContainsRune("([{", r):
		s.open = append(s.open, len(s.tokens))
	case strings.ContainsRune(")]}", r):
		if len(s.open) == 0 || pairs[s.tokens[s.open[len(s.open)-1]].text] != rest[:1] {
			return s.errorf(s.at, "a %s that closes nothing", rest[:1])
		}
		s.ends[s.open[len(s.open)-1]] = len(s.tokens)
		s.open = s.open[:len(s.open)-1]
	}
	s.tokens = append(s.tokens, token{rest[:n], s.at})
	s.at += n
	return nil
}

var pairs = map[string]string{"(": ")", "[": "]", "{": "}"}

// text is where a string ends whose first quote is at an offset. In one that is
// formatted, expressions in braces may hold strings of their own.
func (s *scanner) text(at int, formatted bool) (int, error) {
	quote := s.src[at : at+1]
	if strings.HasPrefix(s.src[at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	depth := 0
	for i := at + len(quote); i < len(s.src); {
		switch rest := s.src[i:]; {
		case rest[0] == '\\':
			i += 2
		case formatted && depth == 0 && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
			i += 2
		case formatted && rest[0] == '{':
			depth++
			i++
		case formatted && rest[0] == '}' && depth > 0:
			depth--
			i++
		case strings.HasPrefix(rest, quote) && (depth == 0 || !s.closesLater(i, quote)):
			return i + len(quote), nil
		case depth > 0 && (rest[0] == '"' || rest[0] == '\''):
			end, err := s.text(i, false)
			if err != nil {
				return 0, err
			}
			i = end
		case len(quote) == 1 && (rest[0] == '\n' || rest[0] == '\r') && depth == 0:
			return 0, s.errorf(at, "a string that nothing ends")
		default:
			i++
		}
	}
	return 0, s.errorf(at, "a string that nothing ends")
}

// closesLater reports whether a quote within an expression of a formatted string
// begins a string of its own: a brace closes the expression behind it on the line.
func (s *scanner) closesLater(at int, quote string) bool {
	rest := s.src[at+len(quote):]
	end := strings.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	inner := strings.Index(rest[:end], quote)
	return inner >= 0 && strings.Contains(rest[inner:end], "}")
}

func wordLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool {
		return !(r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
	})
	if n < 0 {
		return len(s)
	}
	return n
}

func numberLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !(r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)) })
	if n < 0 {
		return len(s)
	}
	return n
}
