package script

import "kei/runtime/str"

// keys judges keys that are typed: those that move and change the text that is open, the text
// behind one that inserts, and behind a colon commands.
func (v *vimScript) keys(rest string) {
	mapped := !str.HasPrefix(rest, "!")
	typed := str.TrimPrefix(rest, "!")
	if mapped && v.files.maps {
		v.found.cannot(v.t.Program + " types keys that mean what it was told before; write out what they do")
	}
	if typed = str.TrimPrefix(typed, " "); !v.plainKeys(typed) {
		v.found.cannot("keys that " + v.t.Program + " types do more than move and change text; write out what they do")
	}
}

// mapsKeys judges what keys are made to mean.
func (v *vimScript) mapsKeys(rest string) {
	v.files.maps = true
	words, evaluated := str.Fields(str.TrimPrefix(rest, "!")), false
	for len(words) > 0 && str.In(str.Lower(words[0]), "<silent>", "<buffer>", "<nowait>", "<unique>", "<expr>", "<script>") {
		evaluated = evaluated || str.Lower(words[0]) == "<expr>"
		words = words[1:]
	}
	if len(words) < 2 {
		return // it shows one
	}
	meant := str.Join(words[1:], " ")
	if evaluated {
		v.code = append(v.code, v.keyNames(meant))
		return
	}
	keys := ""
	for meant != "" {
		before, after, ok := str.Cut(meant, '<')
		if keys += before; !ok {
			break
		}
		name, behind, _ := str.Cut(after, '>')
		switch str.Lower(name) {
		case "cr", "enter", "return":
			keys += "\r"
		case "esc":
			keys += "\x1b"
		case "cmd":
			keys += ":"
		case "space", "tab":
			keys += " "
		case "bar":
			keys += "|"
		case "plug", "c-u", "c-w", "leader", "nop", "c-h", "c-j", "c-k", "c-l", "left", "right", "up", "down", "home", "end", "bs", "del":
		default:
			v.found.cannot("what " + v.t.Program + " makes a key mean is not read here; leave it out")
		}
		meant = behind
	}
	if !v.plainKeys(keys) {
		v.found.cannot("what " + v.t.Program + " makes a key mean does more than move and change text; leave it out")
	}
}

// plainKeys reports whether keys do nothing beside moving and changing text; commands behind
// a colon are judged by themselves.
func (v *vimScript) plainKeys(keys string) bool {
	for i := 0; i < len(keys); i++ {
		next := byte(0)
		if i+1 < len(keys) {
			next = keys[i+1]
		}
		switch c := keys[i]; {
		case c == ':':
			line, behind, more := str.Cut(keys[i+1:], '\r')
			v.inner(line)
			return !more || v.plainKeys(behind)
		case str.IndexByte("iIaAoOsSCR", c) >= 0 && !between(keys, i), c == 'c' && next != 0:
			text, behind, _ := str.Cut(keys[i+1:], 0x1b)
			if !plainText(text) {
				return false
			}
			i = len(keys) - len(behind) - 1
		case str.IndexByte("rfFtTm'`", c) >= 0:
			i++
		case c == '"':
			if i++; next == '=' || next == 0 {
				return false
			}
		case c == '/' || c == '?':
			_, behind, _ := str.Cut(keys[i+1:], '\r')
			i = len(keys) - len(behind) - 1
		case c == 'g':
			if i++; str.IndexByte("gUu~JveE0$_jkInNdD*#qwa", next) < 0 {
				return false
			}
		case c == 'z':
			if i++; str.IndexByte("tbzocaORMCAxXEjknNivmrf.", next) < 0 {
				return false
			}
		case c == '[' || c == ']':
			if i++; str.IndexByte("[]({)}'`m", next) < 0 {
				return false
			}
		case c >= '0' && c <= '9', str.IndexByte("hjklwWbBeEG^$%(){};,.nN*#HMLdyxXDYpPuU~J><=vVia\x1b| +-_\r\n&\x01\x18\x12", c) >= 0:
		default:
			return false
		}
	}
	return true
}

// between reports whether the key at i belongs to an operator: diw, ya(.
func between(keys string, i int) bool {
	return i > 0 && str.IndexByte("ia", keys[i]) >= 0 && str.IndexByte("dcyv=<>", keys[i-1]) >= 0
}

// plainText reports whether what is typed while text is put in is nothing but text.
func plainText(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' && c != '\r' && c != '\n' && c > 1 {
			return false
		}
	}
	return true
}
