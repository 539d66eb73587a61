package gate

import (
	"unicode/utf8"

	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/word"
)

// What a call puts into a file, where its text stands in the call.

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
		return printfText(cmd.Words[1:], cmd.by == "")
	}
	return word.Word{}, false
}

// echoText is what echo prints. Whether it takes escapes differs between shells: \n it is
// taken to read always, and what is read in two ways is not known.
func echoText(words []word.Word) (word.Word, bool) {
	escapes := false
	for len(words) > 0 && isOption(words[0].Text) && onlyOf(words[0].Text[1:], "neE") {
		escapes = escapes || str.Contains(words[0].Text, "e")
		words = words[1:]
	}
	text := renderAllow(words)
	if escapes {
		out, _, ok := unescaped(text, true, true)
		return word.Word{Text: out}, ok
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' {
			if i++; str.IndexByte("abcfrtv0\\", text[i]) >= 0 {
				return word.Word{}, false
			}
		}
	}
	return word.Word{Text: unescapeNewlines(text)}, true
}

// echoOther is what echo prints where it takes \n for no newline, "" if that is the same.
func (cmd *command) echoOther() string {
	if len(cmd.Words) == 0 || cmd.name() != "echo" {
		return ""
	}
	words := cmd.Words[1:]
	for len(words) > 0 && isOption(words[0].Text) && onlyOf(words[0].Text[1:], "nE") {
		words = words[1:]
	}
	if text := renderAllow(words); str.Contains(text, "\\n") {
		return text
	}
	return ""
}

// printfText is what printf prints: its format, with %s, %b, %d, %c and %% filled in, as often as
// there are words for it. own is true where it is a shell's that has more escapes than POSIX asks for.
func printfText(words []word.Word, own bool) (word.Word, bool) {
	switch {
	case len(words) > 1 && words[0].Text == "--":
		words = words[1:]
	case len(words) == 0 || isOption(words[0].Text):
		return word.Word{}, false
	}
	if text := words[0].Text; len(words) == 1 && words[0].Holed() && !str.ContainsAny(text, "%\\") {
		return words[0], true // some of it is not known
	}
	for _, w := range words {
		if !w.Known() {
			return word.Word{}, false
		}
	}
	format, ok := words[0].Text, true
	values := words[1:]
	var b []byte
	for again := true; again && len(b) < maxProgram; {
		before := len(values)
		if b, values, ok = formatted(b, format, values, own); !ok {
			return word.Word{}, false
		}
		again = len(values) > 0 && len(values) < before
	}
	return word.Word{Text: string(b)}, true
}

// formatted adds a format to a text, and leaves the words that it has not used.
func formatted(b []byte, format string, values []word.Word, own bool) (text []byte, left []word.Word, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			next := str.IndexByte(format[i:], '%')
			if next < 0 {
				next = len(format) - i
			}
			out, ended, ok := unescaped(format[i:i+next], false, own)
			if b = append(b, out...); !ok || ended {
				return b, nil, ok
			}
			i += next - 1
			continue
		}
		if i++; i == len(format) {
			return b, nil, false
		}
		if format[i] == '%' {
			b = append(b, '%')
			continue
		}
		value := ""
		if len(values) > 0 {
			value, values = values[0].Text, values[1:]
		}
		switch format[i] {
		case 's', 'd', 'i':
			if format[i] != 's' && (!onlyOf(value, "0123456789") || len(value) != 1 && (value == "" || value[0] == '0')) {
				return b, nil, false
			}
			b = append(b, value...)
		case 'c':
			b = append(b, value[:min(1, len(value))]...)
		case 'b':
			out, ended, ok := unescaped(value, true, own)
			if b = append(b, out...); !ok || ended {
				return b, nil, ok
			}
		default:
			return b, nil, false
		}
	}
	return b, values, true
}

// unescaped is a text with its escapes taken as printf does: \x41, \101, \n. ended is true
// behind \c; ok is false where what an escape is differs between shells.
func unescaped(text string, inValue, own bool) (out string, ended, ok bool) {
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b = append(b, text[i])
			continue
		}
		i++
		switch c := text[i]; {
		case inValue && (c == '"' || c == '\''):
			b = append(b, '\\', c)
			continue
		case !own && str.IndexByte("\"'exuU", c) >= 0:
			return "", false, false
		}
		if at := str.IndexByte("abefnrtv\\\"'", text[i]); at >= 0 {
			b = append(b, "\a\b\x1b\f\n\r\t\v\\\"'"[at])
			continue
		}
		switch c := text[i]; {
		case c == 'c':
			return string(b), true, true
		case c == 'x':
			n, size := digits(text[i+1:], 16, 2)
			if size == 0 {
				return "", false, false
			}
			b, i = append(b, byte(n)), i+size
		case c == 'u' || c == 'U':
			n, size := digits(text[i+1:], 16, map[bool]int{true: 4, false: 8}[c == 'u'])
			if size == 0 {
				return "", false, false
			}
			b, i = utf8.AppendRune(b, rune(n)), i+size
		case c >= '0' && c <= '7':
			if c == '0' && inValue {
				i++ // %b and echo have a zero in front
			}
			n, size := digits(text[i:], 8, 3)
			b, i = append(b, byte(n)), i+size-1
		default:
			b = append(b, '\\', c)
		}
	}
	return string(b), false, true
}

// digits is the number that a text begins with, of so many digits at most.
func digits(text string, base, most int) (n, size int) {
	for size < len(text) && size < most {
		d := str.IndexByte("0123456789abcdef", text[size]|0x20)
		if text[size] >= '0' && text[size] <= '9' {
			d = int(text[size] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		n, size = n*base+d, size+1
	}
	return n, size
}

func unescapeNewlines(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] == 'n' {
			b = append(b, '\n')
			i++
			continue
		}
		b = append(b, s[i])
	}
	return string(b)
}

// drawn is what of a text that is printed into a file may stand in the command that prints
// it: one that draws it from a file which was there before, and is fed nothing by the call.
func (u *unfolding) drawn(cmd *command, files []made) (puts []string, ok bool) {
	if cmd.Piped || cmd.Stdin != nil || len(cmd.Words) < 2 || str.In(cmd.name(), "echo", "printf") || cmd.effects().Has(effect.Fetches) {
		return nil, false
	}
	sources := append([]word.Word(nil), cmd.Words[1:]...)
	for _, r := range cmd.Redirs {
		if !r.Write {
			sources = append(sources, r.Target)
		}
	}
	all := ""
	for _, w := range sources {
		if w.Holed() {
			return nil, false
		}
		if all += literals(w.Text); isDevice(w.Text) {
			return nil, false
		}
		for _, f := range files {
			if sameMade(f, u.call.writesAt(cmd, target{Word: w}), w.Glob) {
				return nil, false
			}
		}
	}
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if l := script.Named(use.Lang); use.Kind == invocation.Code && (l == nil || l.Costly()) {
				return nil, false
			}
		}
	}
	return []string{all}, !str.ContainsAny(all, "@\\%")
}

// literals are the strings in a text, one behind the other; all of it, if there are none.
func literals(text string) string {
	var b []byte
	quoted := false
	for rest := text; ; {
		i := str.IndexByte(rest, '"')
		if i < 0 {
			break
		}
		if quoted = !quoted; !quoted {
			b = append(b, rest[:i]...)
		}
		rest = rest[i+1:]
	}
	if len(b) == 0 {
		return text + "\n"
	}
	return string(b)
}

// givesText reports whether a command gives a file the text of another one that it names.
func (cmd *command) givesText(t target) bool {
	return len(t.folder) > 0 || t.in
}

// sourcesAt are the places of the files that a command copies, moves or links.
func (c *Call) sourcesAt(cmd *command, t target) (list []Write) {
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			switch use.Resolved() {
			case invocation.Read, invocation.ReadTree, invocation.Move, invocation.Link, invocation.Symlink:
				for _, w := range use.Words {
					list = append(list, c.writesAt(cmd, target{Word: w})...)
				}
			}
		}
	}
	return list
}

// copyOf is a file that gets the text of others: of one that the call has made, what that
// has; of one that was there before, what nobody asks about.
func copyOf(f made, sources []Write, files []made) made {
	f.older = len(sources) > 0
	for _, s := range sources {
		f.older = f.older && !s.Unknown && !descriptor(s.At.Abs)
	}
	for _, from := range files {
		if sameMade(from, sources, false) {
			f.older = from.older && f.older
			f.text, f.known, f.puts, f.put, f.other = from.text, from.known && len(sources) == 1, from.puts, from.put, from.other
		}
	}
	return f
}

// replaced refuses what a program prints for eval, or is taken to print no options, where
// the call puts another one in its place: a file that bears its name, or a function that it
// hands to other shells.
func (u *unfolding) replaced() {
	names := ""
	for i := range u.list {
		cmd := &u.list[i]
		if len(cmd.Words) > 0 && u.trusted(cmd) && !str.Contains(names+" ", " "+cmd.name()+" ") {
			names += " " + cmd.name()
		}
	}
	for _, name := range str.Fields(names) {
		for i := range u.list {
			if u.list[i].bears(name) {
				u.cannot("what " + name + " prints when the call itself makes a " + name + " is not known; write it out")
				break
			}
		}
	}
}

// trusted reports whether what a command prints is taken for what its program says.
func (u *unfolding) trusted(cmd *command) bool {
	var words []string
	for i := range cmd.Words {
		words = append(words, cmd.Words[i].Text)
	}
	if u.call.Programs.SaysWord(words) == invocation.SaysSetup {
		return true
	}
	for i := range cmd.readings {
		if flowOf(&cmd.readings[i]) == "plain" {
			return true
		}
	}
	return false
}

// bears reports whether a command gives a name to another program, or hands on a function
// of that name.
func (cmd *command) bears(name string) bool {
	if len(cmd.Words) == 0 {
		return false
	}
	if str.In(cmd.name(), "export", "declare", "typeset") {
		hands, named := false, false
		for i := range cmd.Words[1:] {
			w := cmd.Words[1+i].Text
			hands = hands || isOption(w) && str.IndexByte(w, 'f') >= 0
			named = named || w == name
		}
		return hands && named
	}
	for _, t := range cmd.written() {
		if !t.unnamed && !t.tree && baseName(t.Text) == name {
			return true
		}
	}
	return false
}
