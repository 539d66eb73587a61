package script

import "kei/runtime/str"

// readTransform reads what tar makes of the names of what it unpacks: expressions of sed,
// s,from,to,flags, with a semicolon between them, and flags=r in front. What is put into a
// name is written as the whole of it, and as a folder.
func readTransform(t Text) Found {
	var f Found
	if t.Holed() {
		f.WritesAny = true
		return f
	}
	rest := str.Trim(t.Text)
	for rest != "" {
		if str.HasPrefix(rest, "flags=") {
			_, rest, _ = str.Cut(rest, ';')
			continue
		}
		if rest[0] == 's' {
			rest = rest[1:] // BSD's tar has none
		}
		if rest == "" {
			break
		}
		to, after, ok := secondPart(rest)
		if !ok {
			f.WritesAny = true
			break
		}
		if to != "" {
			f.writes(to)
		}
		_, rest, _ = str.Cut(after, ';')
		rest = str.Trim(rest)
	}
	return f
}

// secondPart is what stands between the second and the third of the characters that a text
// begins with, and what is behind that; a part of what was matched is some letter in it.
func secondPart(s string) (to, after string, ok bool) {
	sign, part := s[0], 0
	var b []byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == sign:
			if part++; part == 2 {
				return string(b), s[i+1:], true
			}
		case c == '\\' && i+1 < len(s):
			i++
			if next := s[i]; part == 1 && str.IndexByte("0123456789", next) >= 0 {
				b = append(b, 'x')
			} else if part == 1 && str.IndexByte("LUElu", next) < 0 {
				b = append(b, next)
			}
		case part == 1 && c == '&':
			b = append(b, 'x')
		case part == 1:
			b = append(b, c)
		}
	}
	return "", "", false
}
