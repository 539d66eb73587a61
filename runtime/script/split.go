package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// readSplit reads what env -S takes: words with quotes and escapes of its own
// grammar, which is not a shell's. They stand in front of those behind it, and
// the program reads them all again.
func readSplit(t Text) Found {
	var f Found
	if t.Holed() {
		f.cannot("the text that " + t.Program + " splits is computed at run time; write it out")
		return f
	}
	s := splitter{text: t.Text}
	list, ok := s.words()
	if !ok {
		f.cannot("the text that " + t.Program + " splits cannot be read; write its words out")
		return f
	}
	run := append(words(t.Program), list...)
	f.Runs = append(f.Runs, append(run, t.Args...))
	return f
}

type splitter struct {
	text   string
	at     int
	cur    []byte
	open   bool // a word was begun
	single bool
	double bool
	list   []word.Word
}

const splitBlanks = " \t\n\v\f\r"

// words are the words of the text; ok is false where the program stops with an
// error.
func (s *splitter) words() (list []word.Word, ok bool) {
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '\'' && !s.double:
			s.open, s.single = true, !s.single
		case c == '"' && !s.single:
			s.open, s.double = true, !s.double
		case str.IndexByte(splitBlanks, c) >= 0 && !s.single && !s.double:
			s.end()
		case c == '#' && !s.open:
			return s.list, true // a comment, up to the end
		case c == '\\':
			more, ok := s.escape()
			if !more || !ok {
				s.end()
				return s.list, ok
			}
		case c == '$' && !s.single:
			if !s.variable() {
				return nil, false
			}
		default:
			s.put(c)
		}
		s.at++
	}
	s.end()
	return s.list, !s.single && !s.double
}

func (s *splitter) put(c byte) { s.open, s.cur = true, append(s.cur, c) }

// end ends a word, if one was begun.
func (s *splitter) end() {
	if s.open {
		s.list = append(s.list, word.Word{Text: string(s.cur)})
	}
	s.open, s.cur = false, nil
}

// escape reads a backslash and what is behind it. more is false where it ends
// the text.
func (s *splitter) escape() (more, ok bool) {
	if s.at+1 == len(s.text) {
		return false, false
	}
	next := s.text[s.at+1]
	if s.single && next != '\\' && next != '\'' {
		s.put('\\')
		return true, true
	}
	s.at++
	const letters, bytes = "fnrtv", "\f\n\r\t\v"
	switch i := str.IndexByte(letters, next); {
	case str.IndexByte("\"#$'\\", next) >= 0:
		s.put(next)
	case next == '_' && s.double:
		s.put(' ')
	case next == '_':
		s.end()
	case next == 'c' && !s.double:
		return false, true
	case i >= 0:
		s.put(bytes[i])
	default:
		return false, false
	}
	return true, true
}

// variable reads ${NAME}, which stays one word whatever it holds.
func (s *splitter) variable() bool {
	rest := s.text[s.at+1:]
	end := str.IndexByte(rest, '}')
	if end < 2 || rest[0] != '{' {
		return false
	}
	s.put(match.Hole)
	s.at += end + 1
	return true
}
