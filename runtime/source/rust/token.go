package rust

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"kei/runtime/source"
)

// A token is one token of Rust source. Comments are none.
type token struct {
	text string
	at   uint32 // its offset
	kind kind
}

type kind byte

const (
	wordToken  kind = iota // identifier or keyword
	valueToken             // string, character, number or lifetime
	markToken              // one character of punctuation
)

func (t token) is(mark string) bool   { return t.kind == markToken && t.text == mark }
func (t token) word(text string) bool { return t.kind == wordToken && t.text == text }

// touches reports whether nothing is between t and the token after it.
func (t token) touches(next token) bool { return int(t.at)+len(t.text) == int(next.at) }

// A scanner takes Rust source apart as its lexer does, as far as that
// matters for finding braces that are braces.
type scanner struct {
	src    string
	at     int
	tokens []token
}

// tokenize are the tokens of a file. They are put behind those that there are.
func tokenize(src string, to []token) ([]token, error) {
	s := &scanner{src: src, tokens: to}
	if strings.HasPrefix(src, "\ufeff") {
		s.skip(3)
	}
	if strings.HasPrefix(s.rest(), "#!") && !attribute(s.rest()[2:]) {
		s.upTo("\n") // a script's first line
	}
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	return s.tokens, nil
}

// attribute reports whether a first line that begins with #! goes on as an
// attribute does. White space and comments may be between, and comments that
// document something may not.
func attribute(rest string) bool {
	s := &scanner{src: rest}
	for s.at < len(s.src) {
		rest := s.rest()
		doc := strings.HasPrefix(rest, "///") && !strings.HasPrefix(rest, "////") || strings.HasPrefix(rest, "//!") ||
			strings.HasPrefix(rest, "/**") && !strings.HasPrefix(rest, "/***") && !strings.HasPrefix(rest, "/**/") || strings.HasPrefix(rest, "/*!")
		if doc || s.next() != nil {
			return false
		}
		if len(s.tokens) > 0 {
			return s.tokens[0].is("[")
		}
	}
	return false
}

func (s *scanner) rest() string { return s.src[s.at:] }

// take adds a token of n bytes.
func (s *scanner) take(k kind, n int) {
	text := s.src[s.at : s.at+n]
	s.tokens = append(s.tokens, token{text, uint32(s.at), k})
	s.skip(n)
}

func (s *scanner) skip(n int) { s.at += n }

// errorf is an error at a line.
func (s *scanner) errorf(at int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", source.LineStarts([]byte(s.src[:at+1])).At(at), fmt.Sprintf(format, args...))
}

func (s *scanner) upTo(end string) {
	if i := strings.Index(s.rest(), end); i >= 0 {
		s.skip(i)
	} else {
		s.skip(len(s.rest()))
	}
}

func (s *scanner) next() error {
	rest := s.rest()
	r, size := rune(rest[0]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(rest)
	}
	switch {
	case r >= 'a' && r <= 'z': // most begin so
		return s.word()
	case rustSpace(r):
		for s.skip(size); s.at < len(s.src) && s.src[s.at] == ' '; s.at++ { // what lines begin with
		}
	case r == '/' && strings.HasPrefix(rest, "//"):
		s.upTo("\n")
	case r == '/' && strings.HasPrefix(rest, "/*"):
		return s.comment()
	case r == '"':
		return s.quoted(1)
	case r == '\'':
		return s.tick(1)
	case r >= '0' && r <= '9':
		s.take(valueToken, wordLen(rest))
	case wordRune(r):
		return s.word()
	default:
		s.take(markToken, size)
	}
	return nil
}

// comment skips a block comment; they nest.
func (s *scanner) comment() error {
	from, depth := s.at, 0
	for {
		i := strings.IndexAny(s.rest(), "/*")
		if i < 0 {
			return s.errorf(from, "a comment that nothing ends")
		}
		s.skip(i)
		switch rest := s.rest(); {
		case strings.HasPrefix(rest, "/*"):
			depth++
			s.skip(2)
		case strings.HasPrefix(rest, "*/"):
			depth--
			s.skip(2)
			if depth == 0 {
				return nil
			}
		default:
			s.skip(1)
		}
	}
}

// quoted takes a string with escapes, after a prefix whose last byte is the
// opening quote.
func (s *scanner) quoted(prefix int) error {
	rest := s.rest()
	for i := prefix; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			s.take(valueToken, i+1)
			return nil
		}
	}
	return s.errorf(s.at, "a string that nothing ends")
}

// raw takes a raw string, if the prefix is followed by one.
func (s *scanner) raw(prefix int) (bool, error) {
	rest := s.rest()
	hashes := 0
	for prefix+hashes < len(rest) && rest[prefix+hashes] == '#' {
		hashes++
	}
	start := prefix + hashes
	if start >= len(rest) || rest[start] != '"' {
		return false, nil
	}
	end := `"` + strings.Repeat("#", hashes)
	i := strings.Index(rest[start+1:], end)
	if i < 0 {
		return true, s.errorf(s.at, "a raw string that nothing ends")
	}
	s.take(valueToken, start+1+i+len(end))
	return true, nil
}

// tick takes a character or a lifetime.
func (s *scanner) tick(prefix int) error {
	rest := s.rest()
	if len(rest) > prefix && rest[prefix] == '\\' {
		for i := prefix + 2; i < len(rest) && rest[i] != '\n'; i++ {
			if rest[i] == '\'' {
				s.take(valueToken, i+1)
				return nil
			}
		}
		return s.errorf(s.at, "a character that nothing ends")
	}
	_, size := utf8.DecodeRuneInString(rest[prefix:])
	if size > 0 && strings.HasPrefix(rest[prefix+size:], "'") {
		s.take(valueToken, prefix+size+1)
		return nil
	}
	s.take(valueToken, prefix+wordLen(rest[prefix:]))
	return nil
}

// word takes an identifier, or a literal whose prefix looks like one.
func (s *scanner) word() error {
	rest := s.rest()
	n := wordLen(rest)
	after := rest[n:]
	switch prefix := rest[:n]; prefix {
	case "r", "br", "cr":
		if ok, err := s.raw(n); ok || err != nil {
			return err
		}
		if prefix == "r" && len(after) > 1 && after[0] == '#' && wordLen(after[1:]) > 0 {
			s.take(wordToken, n+1+wordLen(after[1:])) // r#fn is a name and no keyword
			return nil
		}
	case "b", "c":
		if strings.HasPrefix(after, `"`) {
			return s.quoted(n + 1)
		}
		if prefix == "b" && strings.HasPrefix(after, "'") {
			return s.tick(n + 1)
		}
	}
	s.take(wordToken, n)
	return nil
}

// rustSpace reports whether Rust takes a character for white space.
func rustSpace(r rune) bool {
	return r >= '\t' && r <= '\r' || r == ' ' || r == 0x85 || r == 0x200e || r == 0x200f || r == 0x2028 || r == 0x2029
}

// wordRune reports whether a character can be part of a word. Which of those that
// are not ASCII can is a table of Unicode's that grows each year; a file with any
// of the others in it is no Rust.
func wordRune(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 && !rustSpace(r)
}

// wordByte has the bytes of ASCII that can be part of a word.
var wordByte = func() (is [256]bool) {
	for r := range rune(utf8.RuneSelf) {
		is[r] = wordRune(r)
	}
	return is
}()

// wordLen is how many bytes of a word s begins with.
func wordLen(s string) int {
	n := 0
	for n < len(s) && wordByte[s[n]] {
		n++
	}
	if n == len(s) || s[n] < 0x80 {
		return n
	}
	more := strings.IndexFunc(s[n:], func(r rune) bool { return !wordRune(r) })
	if more < 0 {
		return len(s)
	}
	return n + more
}
