package verify

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A rustToken is one token of Rust source. Comments are none.
type rustToken struct {
	kind    rustKind
	text    string
	line    int // from 1
	at, end int // offsets
}

type rustKind byte

const (
	rustWord  rustKind = iota // identifier or keyword
	rustValue                 // string, character, number or lifetime
	rustMark                  // one character of punctuation
)

func (t rustToken) is(mark string) bool { return t.kind == rustMark && t.text == mark }

// A rustScanner takes Rust source apart as its lexer does, as far as that
// matters for finding braces that are braces.
type rustScanner struct {
	src    string
	at     int
	line   int
	tokens []rustToken
}

// rustTokens are the tokens of a file.
func rustTokens(src string) ([]rustToken, error) {
	s := &rustScanner{src: src, line: 1}
	if strings.HasPrefix(src, "#!") && !strings.HasPrefix(strings.TrimLeft(src[2:], " \t\r\n"), "[") {
		s.upTo("\n") // a script's first line
	}
	for s.at < len(s.src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	return s.tokens, nil
}

func (s *rustScanner) rest() string { return s.src[s.at:] }

// take adds a token of n bytes.
func (s *rustScanner) take(kind rustKind, n int) {
	text := s.src[s.at : s.at+n]
	s.tokens = append(s.tokens, rustToken{kind, text, s.line, s.at, s.at + n})
	s.skip(n)
}

func (s *rustScanner) skip(n int) {
	s.line += strings.Count(s.src[s.at:s.at+n], "\n")
	s.at += n
}

func (s *rustScanner) upTo(end string) {
	if i := strings.Index(s.rest(), end); i >= 0 {
		s.skip(i)
	} else {
		s.skip(len(s.rest()))
	}
}

func (s *rustScanner) next() error {
	rest := s.rest()
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(r) || r == 0x200e || r == 0x200f || r == 0xfeff:
		s.skip(size)
	case strings.HasPrefix(rest, "//"):
		s.upTo("\n")
	case strings.HasPrefix(rest, "/*"):
		return s.comment()
	case r == '"':
		return s.quoted(1)
	case r == '\'':
		return s.tick(1)
	case unicode.IsDigit(r):
		s.take(rustValue, wordLen(rest))
	case r == '_' || unicode.IsLetter(r):
		return s.word()
	default:
		s.take(rustMark, size)
	}
	return nil
}

// comment skips a block comment; they nest.
func (s *rustScanner) comment() error {
	from, depth := s.line, 0
	for {
		i := strings.IndexAny(s.rest(), "/*")
		if i < 0 {
			return fmt.Errorf("line %d: a comment that nothing ends", from)
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
func (s *rustScanner) quoted(prefix int) error {
	rest := s.rest()
	for i := prefix; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			s.take(rustValue, i+1)
			return nil
		}
	}
	return fmt.Errorf("line %d: a string that nothing ends", s.line)
}

// raw takes a raw string, if the prefix is followed by one.
func (s *rustScanner) raw(prefix int) (bool, error) {
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
		return true, fmt.Errorf("line %d: a raw string that nothing ends", s.line)
	}
	s.take(rustValue, start+1+i+len(end))
	return true, nil
}

// tick takes a character or a lifetime.
func (s *rustScanner) tick(prefix int) error {
	rest := s.rest()
	if len(rest) > prefix && rest[prefix] == '\\' {
		for i := prefix + 2; i < len(rest) && rest[i] != '\n'; i++ {
			if rest[i] == '\'' {
				s.take(rustValue, i+1)
				return nil
			}
		}
		return fmt.Errorf("line %d: a character that nothing ends", s.line)
	}
	_, size := utf8.DecodeRuneInString(rest[prefix:])
	if size > 0 && strings.HasPrefix(rest[prefix+size:], "'") {
		s.take(rustValue, prefix+size+1)
		return nil
	}
	s.take(rustValue, prefix+wordLen(rest[prefix:]))
	return nil
}

// word takes an identifier, or a literal whose prefix looks like one.
func (s *rustScanner) word() error {
	rest := s.rest()
	n := wordLen(rest)
	after := rest[n:]
	switch prefix := rest[:n]; prefix {
	case "r", "br", "cr":
		if ok, err := s.raw(n); ok || err != nil {
			return err
		}
		if prefix == "r" && len(after) > 1 && after[0] == '#' && wordLen(after[1:]) > 0 {
			s.take(rustWord, n+1+wordLen(after[1:])) // r#fn is a name and no keyword
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
	s.take(rustWord, n)
	return nil
}

// wordLen is how many bytes of letters, digits and underscores s begins with.
func wordLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Mc, r)
	})
	if n < 0 {
		return len(s)
	}
	return n
}
