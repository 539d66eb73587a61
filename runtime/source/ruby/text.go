package ruby

import "strings"

// percent is the beginning of a literal such as %w[: its length, how it ends, the
// bracket that nests in it, and whether code can stand in it.
func percent(s string) (n int, end, open byte, interpolate bool) {
	n, interpolate = 1, true
	if len(s) > 2 && strings.IndexByte("qQwWiIxrs", s[1]) >= 0 && !wordByte(s[2]) && s[2] > ' ' {
		n, interpolate = 2, strings.IndexByte("QWIxr", s[1]) >= 0
	}
	if len(s) <= n || wordByte(s[n]) || s[n] <= ' ' || s[n] >= 0x80 {
		return 0, 0, 0, false
	}
	end = s[n]
	if i := strings.IndexByte("([{<", end); i >= 0 {
		open, end = end, ")]}>"[i]
	}
	return n + 1, end, open, interpolate
}

// text takes a string to its end, behind n bytes that begin it. What stands in it as
// code is read as code.
func (s *scanner) text(n int, end, open byte, interpolate bool) error {
	begin, depth := s.at, 0
	from := s.at
	for i := s.at + n; i < len(s.src); {
		switch c := s.src[i]; {
		case c == '\\':
			if i+1 < len(s.src) && s.src[i+1] == '\n' && len(s.docs) > 0 {
				i++
				continue
			}
			i += 2
			continue
		case interpolate && c == '#' && strings.HasPrefix(s.src[i:], "#{"):
			s.at = from
			s.take(valueToken, i-from)
			s.at = i
			if err := s.inner(); err != nil {
				return err
			}
			i, from = s.at, s.at
			continue
		case c == '\n' && len(s.docs) > 0:
			s.at = i + 1
			if err := s.bodies(); err != nil {
				return err
			}
			i = s.at
			continue
		case open != 0 && c == open:
			depth++
		case c == end && depth > 0:
			depth--
		case c == end:
			i++
			if end == '/' || s.src[begin] == '%' && strings.HasPrefix(s.src[begin:], "%r") {
				for i < len(s.src) && s.src[i] >= 'a' && s.src[i] <= 'z' {
					i++
				}
			}
			s.at = from
			s.piece(i)
			if (end == '"' || end == '\'') && strings.HasPrefix(s.rest(), ":") && !strings.HasPrefix(s.rest(), "::") && !s.ternary() {
				s.take(markToken, 1) // it is a key
			}
			return nil
		}
		i++
	}
	return s.errorf(begin, "a string that nothing ends")
}

// piece takes the last piece of a string, which may hold bodies of others.
func (s *scanner) piece(to int) { s.take(valueToken, to-s.at) }

// maxDeep bounds interpolations in one another, each of which is a call.
const maxDeep = 100

// inner reads the code of an interpolation, which stands here.
func (s *scanner) inner() error {
	s.take(markToken, 2)
	if s.depth++; s.depth > maxDeep {
		return s.errorf(s.at, "strings in strings, more than %d deep", maxDeep)
	}
	err := s.code()
	s.depth--
	if err != nil {
		return err
	}
	if s.at >= len(s.src) {
		return s.errorf(s.at, "a #{ that nothing closes")
	}
	s.take(markToken, 1)
	return nil
}

// doc takes what announces a text on the lines behind this one.
func (s *scanner) doc(is place) bool {
	rest := s.rest()[2:]
	n := len(s.tokens)
	if n > 0 && !s.begins && s.tokens[n-1].keyword("class") {
		return false
	}
	d := heredoc{interpolate: true}
	at := 2
	if rest != "" && (rest[0] == '~' || rest[0] == '-') {
		d.indented, rest, at = true, rest[1:], at+1
	}
	if rest == "" {
		return false
	}
	switch c := rest[0]; {
	case c == '"' || c == '\'' || c == '`':
		end := strings.IndexByte(rest[1:], c)
		if end < 0 || strings.Contains(rest[1:1+end], "\n") {
			return false
		}
		d.end, d.interpolate = rest[1:1+end], c != '\''
		at += end + 2
	case wordByte(c) && !(c >= '0' && c <= '9'):
		d.end = rest[:wordLen(rest)]
		at += len(d.end)
	default:
		return false
	}
	s.docs = append(s.docs, d)
	s.take(valueToken, at)
	return true
}

// bodies reads the texts that were announced, at the begin of a line.
func (s *scanner) bodies() error {
	docs := s.docs
	s.docs = nil
	for _, d := range docs {
		begins, gap := s.begins, s.gap
		if err := s.body(d); err != nil {
			return err
		}
		s.begins, s.gap = begins, gap
	}
	return nil
}

// body reads one text up to and with the line that ends it.
func (s *scanner) body(d heredoc) error {
	from := s.at
	for s.at < len(s.src) {
		line, _, more := strings.Cut(s.rest(), "\n")
		bare := strings.TrimSuffix(line, "\r")
		if d.indented {
			bare = strings.TrimLeft(bare, " \t")
		}
		if bare == d.end {
			s.at += len(line)
			if more {
				s.at++
			}
			return nil
		}
		end := s.at + len(line)
		for i := s.at; i < end; i++ {
			if s.src[i] == '\\' {
				i++
				continue
			}
			if d.interpolate && strings.HasPrefix(s.src[i:], "#{") {
				s.at = i
				if err := s.inner(); err != nil {
					return err
				}
				i = s.at - 1
				if s.at > end { // it went on on other lines
					end = s.at
					if j := strings.IndexByte(s.rest(), '\n'); j >= 0 {
						end += j
					} else {
						end = len(s.src)
					}
				}
			}
		}
		s.at = min(end+1, len(s.src))
	}
	return s.errorf(from, "a text that nothing ends: %s", d.end)
}
