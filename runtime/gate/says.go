package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// says is what cat, tee, echo or printf writes, if it is written here.
func (cmd *command) says() (word.Word, bool) {
	if len(cmd.Words) == 0 {
		return word.Word{}, false
	}
	switch cmd.name() {
	case "cat", "tee", "gtee":
		if cmd.Stdin != nil && (cmd.name() != "cat" || len(cmd.Words) == 1) {
			return *cmd.Stdin, true
		}
	case "echo":
		return echoText(cmd.Words[1:])
	case "printf":
		return printfText(cmd.Words[1:])
	}
	return word.Word{}, false
}

// echoText is what echo writes. What stands behind a backslash is taken for what -e makes of
// it; where it is more than a line end, only -e says which of the two it is.
func echoText(words []word.Word) (word.Word, bool) {
	escapes := false
	for len(words) > 0 && str.In(words[0].Text, "-n", "-e", "-E", "-ne", "-en") {
		escapes = escapes || str.IndexByte(words[0].Text, 'e') > 0
		words = words[1:]
	}
	text := renderAllow(words)
	if str.HasPrefix(text, "-") {
		return word.Word{}, false
	}
	for i := 0; i < len(text) && !escapes; i++ {
		if text[i] == '\\' {
			if i++; i == len(text) || text[i] != 'n' {
				return word.Word{}, false
			}
		}
	}
	return word.Word{Text: unescaped(text)}, true
}

// maxPrinted is how long a text is that is made of a format.
const maxPrinted = 1 << 14

// printfText is what printf writes: its format, again and again, until all words are used.
func printfText(words []word.Word) (word.Word, bool) {
	if len(words) > 0 && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 || str.HasPrefix(words[0].Text, "-") || match.Holed(words[0].Text) {
		return word.Word{}, false
	}
	format, rest := words[0].Text, words[1:]
	var b []byte
	for {
		before := len(rest)
		for i := 0; i < len(format); i++ {
			switch {
			case format[i] == '\\' && i+1 < len(format):
				var c []byte
				c, i = escapeAt(format, i+1)
				b = append(b, c...)
				i--
			case format[i] != '%':
				b = append(b, format[i])
			case str.HasPrefix(format[i:], "%%"):
				b = append(b, '%')
				i++
			case str.HasPrefix(format[i:], "%s"), str.HasPrefix(format[i:], "%b"), str.HasPrefix(format[i:], "%d"):
				i++
				if len(rest) == 0 {
					continue
				}
				text := rest[0].Text
				if rest = rest[1:]; format[i] == 'b' {
					text = unescaped(text)
				}
				b = append(b, text...)
			default:
				return word.Word{}, false
			}
		}
		if len(b) > maxPrinted {
			return word.Word{}, false
		}
		if len(rest) == 0 || len(rest) == before {
			return word.Word{Text: string(b)}, true
		}
	}
}

// unescaped is text with what its backslashes stand for.
func unescaped(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			var c []byte
			c, i = escapeAt(s, i+1)
			b = append(b, c...)
			i--
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// escapeAt is what stands for the escape at i, behind its backslash, and where it ends.
func escapeAt(s string, i int) (text []byte, next int) {
	const letters, bytes = "nrtvfabe\\\"'", "\n\r\t\v\f\a\b\x1b\\\"'"
	if at := str.IndexByte(letters, s[i]); at >= 0 {
		return []byte{bytes[at]}, i + 1
	}
	n, start, most, base := 0, i, i+3, 8
	switch s[i] {
	case 'x':
		start, most, base = i+1, i+3, 16
	case '0':
		most = i + 4
	}
	end := start
	for end < len(s) && end < most {
		d := digitOf(s[end])
		if d < 0 || d >= base {
			break
		}
		n, end = n*base+d, end+1
	}
	if end == start {
		return []byte{'\\', s[i]}, i + 1
	}
	if c := byte(n); c == match.Hole || c == match.HoleWord {
		return []byte{' '}, end
	}
	return []byte{byte(n)}, end
}

func digitOf(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}
