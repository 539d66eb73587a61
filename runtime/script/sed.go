package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readSed finds what e runs, what w, W, r and R name, and what is put into a
// file that sed changes.
//
// GNU sed looks for the end of a pattern without knowing brackets, others know
// them: where there are any, both readings count.
func readSed(t Text) Found {
	f := Found{Puts: []string{""}} // a line may also be taken away
	s := sedScript{text: t.Text, found: &f}
	s.read()
	if str.IndexByte(t.Text, '[') >= 0 {
		s = sedScript{text: t.Text, found: &f, brackets: true}
		s.read()
	}
	if t.Holed() {
		f.PutsAny = true
		f.unsure("the script of sed is computed at run time")
		if str.Trim(t.Text) == string([]byte{match.Hole}) {
			f.cannot("the script that sed runs is computed at run time; write it out")
		}
	}
	return f
}

type sedScript struct {
	text     string
	at       int
	brackets bool
	bad      bool // sed refuses the script as a whole
	found    *Found
}

func (s *sedScript) read() {
	for s.at < len(s.text) && !s.bad {
		if s.address() {
			continue
		}
		if s.at < len(s.text) {
			s.command()
		}
	}
}

// address skips what stands before a command; true if it skipped something.
func (s *sedScript) address() bool {
	switch b := s.text[s.at]; {
	case str.IndexByte(" \t\n\r;{},!~+0123456789$\x00\x01", b) >= 0:
		s.at++
		return true
	case b == '/':
		s.at++
		s.skip('/', true)
	case b == '\\' && s.at+1 < len(s.text):
		s.at += 2
		s.skip(s.text[s.at-1], true)
	default:
		return false
	}
	for s.at < len(s.text) && (s.text[s.at] == 'I' || s.text[s.at] == 'M') {
		s.at++
	}
	return true
}

// skip goes behind the next delim.
func (s *sedScript) skip(delim byte, pattern bool) {
	class := false
	for s.at < len(s.text) {
		b := s.text[s.at]
		switch {
		case b == '\\' && !class:
			s.at++
		case s.brackets && pattern && b == '[' && !class:
			class = true
			if s.at+1 < len(s.text) && s.text[s.at+1] == '^' {
				s.at++
			}
			if s.at+1 < len(s.text) && s.text[s.at+1] == ']' {
				s.at++
			}
		case b == ']':
			class = false
		case b == delim && !class:
			s.at++
			return
		}
		s.at++
	}
}

// line is the rest of the line, behind the command letter.
func (s *sedScript) line() string {
	start := s.at
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		s.at++
	}
	return str.Trim(s.text[start:s.at])
}

// given is the text that a command takes: the rest of the line, and the lines behind a
// backslash.
func (s *sedScript) given() string {
	start := s.at
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		if s.text[s.at] == '\\' {
			s.at++ // the text goes on behind a backslash and newline
		}
		s.at++
	}
	s.at = min(s.at, len(s.text)) // a backslash may be the last byte
	text := str.Trim(s.text[start:s.at])
	if str.HasPrefix(text, "\\") {
		text = text[1:] // a\ with its text on the next line
	}
	return str.Trim(text)
}

// label skips one, which ends with a blank, or where a command does.
func (s *sedScript) label() {
	for s.at < len(s.text) && str.IndexByte(" \t", s.text[s.at]) >= 0 {
		s.at++
	}
	for s.at < len(s.text) && str.IndexByte(" \t\n\r;}", s.text[s.at]) < 0 {
		s.at++
	}
}

func (s *sedScript) command() {
	b := s.text[s.at]
	s.at++
	switch b {
	case 's', 'y':
		if s.at >= len(s.text) {
			return
		}
		delim := s.text[s.at]
		s.at++
		pattern := s.at
		s.skip(delim, b == 's')
		start := min(s.at, len(s.text))
		s.skip(delim, false)
		s.at = min(s.at, len(s.text))
		if b == 's' {
			s.replaces(s.text[min(pattern, start):max(min(pattern, start), start-1)], str.TrimSuffix(s.text[start:s.at], string([]byte{delim})))
			s.flags()
		} else {
			s.found.PutsAny = true
		}
	case 'e':
		switch text := s.given(); {
		case text == "":
			s.found.cannot("sed runs its input; leave the e command out")
		case match.Holed(text):
			s.found.cannot("sed runs a command that is computed at run time; write it out")
		default:
			s.found.shell(text)
		}
	case 'w', 'W':
		s.found.PutsAny = true
		s.file(s.line(), s.found.writes)
	case 'r', 'R':
		s.found.PutsAny = true
		s.file(s.line(), s.found.reads)
	case 'a', 'i', 'c':
		s.puts(s.given())
	case '#':
		s.line()
	case ':', 'b', 't', 'T':
		s.label()
	case 'l', 'L', 'q', 'Q', 'v':
		for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != ';' && s.text[s.at] != '}' {
			s.at++
		}
	}
}

// replaces notes what a substitution puts in the place of what its pattern finds, which is
// the pattern where that is a plain word.
func (s *sedScript) replaces(pattern, text string) {
	for i := range len(pattern) {
		if !isWord(pattern[i]) && pattern[i] != ' ' {
			pattern = ""
			break
		}
	}
	if pattern == "" || str.IndexByte(text, '&') < 0 || str.IndexByte(text, '\\') >= 0 {
		s.puts(text)
		return
	}
	var b []byte
	for i := range len(text) {
		if text[i] == '&' && len(b) < maxText {
			b = append(b, pattern...)
		} else {
			b = append(b, text[i])
		}
	}
	s.puts(string(b))
}

// unescapedPut is what a replacement puts where all that it takes of the line is nothing.
func unescapedPut(text string) string {
	var b []byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '&':
		case c != '\\' || i+1 == len(text):
			b = append(b, c)
		default:
			i++
			if at := str.IndexByte("nt", text[i]); at >= 0 {
				b = append(b, "\n\t"[at])
			} else if !isDigit(text[i]) && str.IndexByte("LUElu", text[i]) < 0 {
				b = append(b, text[i])
			}
		}
	}
	return string(b)
}

// puts notes text that a script puts into its file, where it is written: with a
// part of what was there, or an escape, it is not.
func (s *sedScript) puts(text string) {
	if match.Holed(text) {
		s.found.PutsAny = true
		return
	}
	if str.ContainsAny(text, "&\\") {
		s.found.PutsAny = true
		text = unescapedPut(text)
	}
	s.found.Puts = append(s.found.Puts, text)
}

func (s *sedScript) file(path string, add func(string)) {
	add(str.Trim(path))
	if i := str.IndexByte(path, '}'); i >= 0 {
		add(str.Trim(path[:i])) // not every sed takes a brace for part of the name
	}
}

// flags reads those of a substitution. With one that there is not, sed does
// nothing at all.
func (s *sedScript) flags() {
	for s.at < len(s.text) {
		b := s.text[s.at]
		switch {
		case b == 'e':
			s.found.cannot("sed runs what its substitution makes; leave the e flag out")
		case b == 'w':
			s.at++
			s.found.PutsAny = true
			s.file(s.line(), s.found.writes)
			return
		case b == match.Hole || b == match.HoleWord:
			s.found.cannot("the flags of a substitution of sed are computed at run time, and can run it; write them out")
		case b == ';' || b == '\n' || b == '}' || b == '#':
			return
		case str.IndexByte("gpiImM0123456789 \t\r", b) < 0:
			s.bad = true
			return
		}
		s.at++
	}
}
