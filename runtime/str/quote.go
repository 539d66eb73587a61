package str

import "unicode/utf8"

// AppendJSON appends s as a JSON string. What is not UTF-8 in it becomes
// U+FFFD, and what could be taken for the end of a line is escaped.
func AppendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\':
				b = append(b, '\\', c)
			case c == '\n':
				b = append(b, `\n`...)
			case c < ' ' || c == 0x7f:
				b = append(b, `\u00`...)
				b = append(b, Hex(c)...)
			default:
				b = append(b, c)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		switch {
		case r == 0x2028:
			b = append(b, `\u2028`...)
		case r == 0x2029:
			b = append(b, `\u2029`...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// AppendStrings appends a JSON array of strings.
func AppendStrings[S ~string](b []byte, list []S) []byte {
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSON(b, string(s))
	}
	return append(b, ']')
}

// OneLine makes a line for a terminal of any text: control characters, line
// ends and characters that turn the reading direction are escaped, and beyond
// max bytes it is cut.
func OneLine(s string, max int) string {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if len(b) > max {
			b = append(b, "..."...)
			break
		}
		switch {
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r < ' ' || r >= 0x7f && r < 0xA0:
			b = append(b, `\x`...)
			b = append(b, Hex(byte(r))...)
		case r >= 0x200B && r <= 0x200F, r >= 0x2028 && r <= 0x202E, r >= 0x2060 && r <= 0x2069, r == 0xFEFF:
			b = append(b, `\u`...)
			b = append(b, Hex(byte(r>>8))...)
			b = append(b, Hex(byte(r))...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// Hex writes a byte as two digits.
func Hex(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}
