package gate

// plain reads text that is one simple command of plain or fully quoted words,
// and reports whether it was. It spares the shell parser for what most calls
// are; a fuzz test holds it to what that parser reads.
func plain(text string) (Command, bool) {
	var words []Word
	cur, open := []byte(nil), false
	flush := func() {
		if open {
			words = append(words, Word{Text: string(cur)})
			cur, open = nil, false
		}
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == ' ' || b == '\t':
			flush()
		case b == '\'' || b == '"':
			end := i + 1
			for end < len(text) && text[end] != b {
				if text[end] < ' ' || b == '"' && indexByte("$`\\!", text[end]) >= 0 {
					return Command{}, false
				}
				end++
			}
			if end == len(text) {
				return Command{}, false
			}
			if in := text[i+1 : end]; contains(in, "[") && containsAny(in, "$`") {
				return Command{}, false // a builtin may evaluate it
			}
			cur, open = append(cur, text[i+1:end]...), true
			i = end
		case isPlain(b):
			cur, open = append(cur, b), true
		default:
			return Command{}, false
		}
	}
	flush()
	if len(words) == 0 || !plainStart(text) {
		return Command{}, false
	}
	return Command{Words: words}, true
}

// isPlain reports whether b, unquoted, is always itself.
func isPlain(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' ||
		indexByte("_-./:=,+@%", b) >= 0 || b >= 0x80
}

// plainStart reports whether the first word as written is not an assignment,
// a reserved word, a job or something that takes more grammar.
func plainStart(text string) bool {
	i := 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	start := i
	for i < len(text) && text[i] != ' ' && text[i] != '\t' {
		if text[i] == '=' || text[i] == '\'' || text[i] == '"' || text[i] >= 0x80 {
			return false
		}
		i++
	}
	w := text[start:i]
	if w == "" || w[0] == '%' || w[0] == '+' || w[0] == '@' {
		return false
	}
	return !isOneOf(w, "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while",
		"until", "for", "select", "function", "time", "coproc", "in", "let", "declare", "typeset",
		"local", "export", "readonly", "nameref", "eval", "alias", "repeat", "foreach", "end", "nocorrect", "noglob", "always")
}
