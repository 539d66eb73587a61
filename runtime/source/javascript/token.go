package javascript

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kei/runtime/source"
)

// A token is one of JavaScript's. Comments are none; a template is one, and the
// text between the tags of JSX is none.
type token struct {
	text string
	at   int
	kind kind
}

type kind byte

const (
	wordToken kind = iota
	valueToken
	markToken
)

func (t token) end() int            { return t.at + len(t.text) }
func (t token) is(mark string) bool { return t.kind == markToken && t.text == mark }
func (t token) word(w string) bool  { return t.kind == wordToken && t.text == w }

// A file is source with its brackets paired.
type file struct {
	tokens []token
	ends   map[int]int // by opening bracket, the closing one
	begins map[int]int // the other way round
	starts source.LineTable
}

// A scanner takes source apart.
type scanner struct {
	src  string
	at   int
	open []int
	file
}

func read(text []byte, starts source.LineTable) (*file, error) {
	s := &scanner{src: string(text)}
	s.ends, s.begins, s.starts = map[int]int{}, map[int]int{}, starts
	if strings.HasPrefix(s.src, "\ufeff") {
		s.at = 3
	}
	if strings.HasPrefix(s.src[s.at:], "#!") {
		s.line()
	}
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	if n := len(s.open); n > 0 {
		t := s.tokens[s.open[n-1]]
		return nil, s.errorf(t.at, "a %s that nothing closes", t.text)
	}
	return &s.file, nil
}

func (s *scanner) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", strings.Count(s.src[:at], "\n")+1, fmt.Sprintf(format, args...))
}

// line goes to the end of the line.
func (s *scanner) line() {
	if i := strings.IndexAny(s.src[s.at:], "\r\n"); i >= 0 {
		s.at += i
	} else {
		s.at = len(s.src)
	}
}

func (s *scanner) next() error {
	rest := s.src[s.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(r) || r == '\ufeff':
		s.at += size
	case strings.HasPrefix(rest, "//"):
		s.line()
	case strings.HasPrefix(rest, "/*"):
		end := strings.Index(rest[2:], "*/")
		if end < 0 {
			return s.errorf(s.at, "a comment that nothing ends")
		}
		s.at += end + 4
	case r == '"' || r == '\'':
		return s.quoted(rest)
	case r == '`':
		end, err := s.template(s.at)
		if err != nil {
			return err
		}
		s.take(valueToken, end-s.at)
	case r == '/' && s.expects():
		return s.regex(rest)
	case r == '<' && s.expects() && tagBegins(rest):
		return s.element()
	case r >= '0' && r <= '9' || r == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
		s.take(valueToken, max(1, wordLen(rest, true)))
	case wordRune(r):
		s.take(wordToken, wordLen(rest, false))
	default:
		return s.mark(rest, size)
	}
	return nil
}

// marks are those of several characters that are to be told from others.
var marks = []string{"=>", "...", "===", "!==", "==", "!=", "++", "--", "&&", "||", "??", "?."}

func (s *scanner) mark(rest string, size int) error {
	for _, m := range marks {
		if strings.HasPrefix(rest, m) {
			size = len(m)
			break
		}
	}
	switch c := rest[:size]; c {
	case "(", "[", "{":
		s.open = append(s.open, len(s.tokens))
	case ")", "]", "}":
		n := len(s.open)
		if n == 0 || pairs[s.tokens[s.open[n-1]].text] != c {
			return s.errorf(s.at, "a %s that closes nothing", c)
		}
		s.ends[s.open[n-1]], s.begins[len(s.tokens)] = len(s.tokens), s.open[n-1]
		s.open = s.open[:n-1]
	}
	s.take(markToken, size)
	return nil
}

var pairs = map[string]string{"(": ")", "[": "]", "{": "}"}

func (s *scanner) take(k kind, n int) {
	s.tokens = append(s.tokens, token{s.src[s.at : s.at+n], s.at, k})
	s.at += n
}

// before are the words that an expression follows.
var before = []string{"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "yield", "await", "instanceof", "default", "extends"}

// expects reports whether an expression can begin here, so that a slash begins a
// regular expression and an angle a tag.
func (s *scanner) expects() bool {
	n := len(s.tokens)
	if n == 0 {
		return true
	}
	switch t := s.tokens[n-1]; {
	case t.kind == valueToken:
		return false
	case t.kind == wordToken:
		return slices.Contains(before, t.text)
	case t.text == ")":
		if open := s.begins[n-1]; open > 0 {
			w := s.tokens[open-1]
			return w.word("if") || w.word("while") || w.word("for") || w.word("with")
		}
		return false
	case t.text == "}":
		return strings.Contains(s.src[t.end():s.at], "\n")
	default:
		return t.text != "]" && t.text != "++" && t.text != "--"
	}
}

func (s *scanner) quoted(rest string) error {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case rest[0]:
			s.take(valueToken, i+1)
			return nil
		case '\n':
			return s.errorf(s.at, "a string that nothing ends")
		}
	}
	return s.errorf(s.at, "a string that nothing ends")
}

// template is where the template ends that begins at an offset. What stands in its
// braces is source again.
func (s *scanner) template(at int) (int, error) {
	for i := at + 1; i < len(s.src); {
		switch {
		case s.src[i] == '\\':
			i += 2
		case s.src[i] == '`':
			return i + 1, nil
		case strings.HasPrefix(s.src[i:], "${"):
			end, err := s.inner(i + 2)
			if err != nil {
				return 0, err
			}
			i = end
		default:
			i++
		}
	}
	return 0, s.errorf(at, "a template that nothing ends")
}

// inner is where the source in braces ends that begins at an offset, behind the
// brace that closes it.
func (s *scanner) inner(at int) (int, error) {
	in := &scanner{src: s.src, at: at}
	in.ends, in.begins = map[int]int{}, map[int]int{}
	for in.at < len(in.src) {
		if len(in.open) == 0 && in.src[in.at] == '}' {
			return in.at + 1, nil
		}
		if err := in.next(); err != nil {
			return 0, err
		}
	}
	return 0, s.errorf(at, "braces that nothing closes")
}

func (s *scanner) regex(rest string) error {
	class := false
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\\':
			i++
		case c == '\n':
			return s.errorf(s.at, "a regular expression that nothing ends")
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.take(valueToken, i+1+wordLen(rest[i+1:], false))
			return nil
		}
	}
	return s.errorf(s.at, "a regular expression that nothing ends")
}

// tagBegins reports whether an element of JSX begins, and no type between angles.
func tagBegins(rest string) bool {
	if strings.HasPrefix(rest, "<>") {
		return true
	}
	n := tagLen(rest[1:])
	if n == 0 {
		return false
	}
	after := strings.TrimLeft(rest[1+n:], " \t\r\n")
	name := rest[1 : 1+n]
	switch {
	case after == "" || after[0] == ',' || strings.HasPrefix(after, "extends "):
		return false
	case after[0] == '>':
		return strings.Contains(rest, "</"+name) // <T>(x) is a function with a type
	}
	return after[0] == '/' || after[0] == '{' || wordLen(after, false) > 0
}

func tagLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !wordRune(r) && !strings.ContainsRune("-.:0123456789", r) })
	if n < 0 {
		return len(s)
	}
	return n
}

// element takes an element of JSX as one value, and what stands in its braces as
// source.
func (s *scanner) element() error {
	from, depth := s.at, 0
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		switch {
		case strings.HasPrefix(rest, "</"):
			end := strings.IndexByte(rest, '>')
			if end < 0 {
				return s.errorf(from, "a tag that nothing ends")
			}
			s.at += end + 1
			depth--
		case rest[0] == '<' && (strings.HasPrefix(rest, "<>") || tagLen(rest[1:]) > 0):
			closed, err := s.tag()
			if err != nil {
				return err
			}
			if !closed {
				depth++
			}
		case rest[0] == '{':
			if err := s.braces(); err != nil {
				return err
			}
			continue
		default:
			s.at++
			continue
		}
		if depth == 0 {
			s.tokens = append(s.tokens, token{s.src[s.at-1 : s.at], s.at - 1, valueToken})
			return nil
		}
	}
	return s.errorf(from, "an element that nothing ends")
}

// tag reads an opening tag. It reports whether that closes itself.
func (s *scanner) tag() (closed bool, err error) {
	from := s.at
	s.at += 1 + tagLen(s.src[s.at+1:])
	for s.at < len(s.src) {
		switch rest := s.src[s.at:]; {
		case strings.HasPrefix(rest, "/>"):
			s.at += 2
			return true, nil
		case rest[0] == '>':
			s.at++
			return false, nil
		case rest[0] == '{':
			if err := s.braces(); err != nil {
				return false, err
			}
		case rest[0] == '"' || rest[0] == '\'':
			end := strings.IndexByte(rest[1:], rest[0])
			if end < 0 {
				return false, s.errorf(s.at, "a string that nothing ends")
			}
			s.at += end + 2
		default:
			s.at++
		}
	}
	return false, s.errorf(from, "a tag that nothing ends")
}

// braces takes what is between braces as source.
func (s *scanner) braces() error {
	depth := len(s.open)
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return err
		}
		if len(s.open) == depth && s.tokens[len(s.tokens)-1].is("}") {
			return nil
		}
	}
	return s.errorf(s.at-1, "braces that nothing closes")
}

func wordRune(r rune) bool {
	return r == '_' || r == '$' || r == '#' || r == '\\' || r == '@' || unicode.IsLetter(r) || unicode.IsDigit(r) || r >= 0x80 && !unicode.IsSpace(r)
}

func wordLen(s string, number bool) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !wordRune(r) && !(number && r == '.') })
	if n < 0 {
		return len(s)
	}
	return n
}
