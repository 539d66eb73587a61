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

// says are the texts that a command may write which prints what it is fed, or its words, if
// they are written here: one for each way in which shells read its escapes.
func (cmd *command) says() (texts []word.Word, ok bool) {
	switch cmd.saysText() {
	case invocation.SaysInput:
		if cmd.Stdin != nil {
			return []word.Word{*cmd.Stdin}, true
		}
	case invocation.SaysWords:
		return echoTexts(cmd.Words[1:])
	case invocation.SaysFormat:
		return printfTexts(cmd.Words[1:])
	}
	return nil, false
}

// saysText is which sort of text the command prints that follows from the call, "" if none.
func (cmd *command) saysText() (sort string) {
	for i := 0; i < len(cmd.readings) && sort == ""; i++ {
		sort = cmd.readings[i].SaysText()
	}
	return sort
}

// saysOne is what such a command writes, if every shell reads it alike.
func (cmd *command) saysOne() (word.Word, bool) {
	texts, ok := cmd.says()
	if !ok || len(texts) != 1 {
		return word.Word{}, false
	}
	return texts[0], true
}

// escapes are what is taken behind a backslash.
type escapes struct {
	letters string // of abeEfnrtv\"', x, u, U, and 0 for 0 and the three digits behind it
	octal   bool   // \101, too
	ends    bool   // \c ends the text
}

// Shells differ in what they read: bash, dash and zsh, in this order.
var (
	inFormats = []escapes{
		{letters: "abeEfnrtv\\\"'xuU", octal: true},
		{letters: "abefnrtv\\", octal: true},
		{letters: "abfnrtv\\", octal: true}, // dash until 0.5.12
	}
	inValues = []escapes{
		{letters: "abeEfnrtv\\xuU0", octal: true, ends: true},
		{letters: "abefnrtv\\0", octal: true, ends: true},
		{letters: "abfnrtv\\0", octal: true, ends: true},
	}
	inEchoes = []escapes{
		{letters: "abeEfnrtv\\xuU0", ends: true},
		{letters: "abefnrtv\\0", octal: true, ends: true},
		{letters: "abfnrtv\\0", octal: true, ends: true},
	}
)

// addText adds a text, unless it is there.
func addText(texts []word.Word, text string) []word.Word {
	for _, w := range texts {
		if w.Text == text {
			return texts
		}
	}
	return append(texts, word.Word{Text: text})
}

// echoTexts are what echo may print: dash and zsh take escapes always, bash with -e, and
// dash has no -e.
func echoTexts(words []word.Word) (texts []word.Word, ok bool) {
	takes := false
	for len(words) > 0 && isOption(words[0].Text) && str.OnlyOf(words[0].Text[1:], "neE") {
		takes = takes || str.Contains(words[0].Text, "e")
		words = words[1:]
	}
	text := renderAllow(words)
	if !takes {
		texts = addText(texts, text)
	}
	for _, e := range inEchoes {
		out, _, ok := e.unescaped(text)
		if !ok {
			return nil, false
		}
		texts = addText(texts, out)
	}
	return texts, true
}

// printfTexts are what printf may print: its format, with %s, %b, %d, %c and %% filled in, as
// often as there are words for it.
func printfTexts(words []word.Word) (texts []word.Word, ok bool) {
	switch {
	case len(words) > 1 && words[0].Text == "--":
		words = words[1:]
	case len(words) == 0 || isOption(words[0].Text):
		return nil, false
	}
	if text := words[0].Text; len(words) == 1 && words[0].Holed() && !str.ContainsAny(text, "%\\") {
		return words[:1], true // some of it is not known
	}
	for _, w := range words {
		if !w.Known() {
			return nil, false
		}
	}
	for i := range inFormats {
		f := filling{format: inFormats[i], value: inValues[i], values: words[1:]}
		for again := true; again && len(f.text) < maxProgram; {
			before := len(f.values)
			if !f.fill(words[0].Text) {
				return nil, false
			}
			again = !f.ended && len(f.values) > 0 && len(f.values) < before
		}
		texts = addText(texts, string(f.text))
	}
	return texts, true
}

// A filling is a format of printf as it is filled in.
type filling struct {
	format, value escapes
	values        []word.Word // those that are left
	text          []byte
	ended         bool // by \c
}

// fill adds the format once; false if what it prints is not known.
func (f *filling) fill(format string) bool {
	for i := 0; i < len(format) && !f.ended; i++ {
		if format[i] != '%' {
			next := str.IndexByte(format[i:], '%')
			if next < 0 {
				next = len(format) - i
			}
			out, _, ok := f.format.unescaped(format[i : i+next])
			if f.text = append(f.text, out...); !ok {
				return false
			}
			i += next - 1
			continue
		}
		if i++; i < len(format) && format[i] == '%' {
			f.text = append(f.text, '%')
			continue
		}
		left, zeros := false, false
		for ; i < len(format) && str.IndexByte("-0", format[i]) >= 0; i++ {
			left, zeros = left || format[i] == '-', zeros || format[i] == '0'
		}
		width, size := digits(format[i:], 10, 3)
		if i += size; i >= len(format) {
			return false
		}
		value, ok := f.next(format[i])
		if !ok || zeros && str.IndexByte("di", format[i]) < 0 {
			return false
		}
		f.pad(value, width, left, zeros)
	}
	return true
}

// next is the next value as a letter behind a % prints it.
func (f *filling) next(letter byte) (string, bool) {
	value := ""
	if len(f.values) > 0 {
		value, f.values = f.values[0].Text, f.values[1:]
	}
	switch letter {
	case 's':
		return value, true
	case 'd', 'i': // 010 is eight
		return value, value != "" && len(value) < 18 && str.OnlyOf(value, "0123456789") && (value[0] != '0' || len(value) == 1)
	case 'c': // a byte or a letter
		if value == "" || value[0] >= utf8.RuneSelf {
			return "", false
		}
		return value[:1], true
	case 'b':
		out, ended, ok := f.value.unescaped(value)
		f.ended = ended
		return out, ok
	}
	return "", false
}

// pad adds a value, as wide as is said.
func (f *filling) pad(value string, width int, left, zeros bool) {
	fill := byte(' ')
	if zeros && !left {
		fill = '0'
	}
	if left {
		f.text = append(f.text, value...)
	}
	for n := len(value); n < width; n++ {
		f.text = append(f.text, fill)
	}
	if !left {
		f.text = append(f.text, value...)
	}
}

// unescaped is a text with its escapes taken: \x41, \101, \n. ended is true behind \c; ok is
// false where it is not known what an escape is.
func (e escapes) unescaped(text string) (out string, ended, ok bool) {
	var b []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b = append(b, text[i])
			continue
		}
		i++
		c := text[i]
		known := str.IndexByte(e.letters, c) >= 0
		at := str.IndexByte("abeEfnrtv\\\"'", c)
		switch {
		case c == 'c' && e.ends:
			return string(b), true, true
		case c == 'c':
			return "", false, false // the end for /usr/bin/printf
		case known && at >= 0:
			b = append(b, "\a\b\x1b\x1b\f\n\r\t\v\\\"'"[at])
		case known && str.IndexByte("xuU", c) >= 0:
			n, size := digits(text[i+1:], 16, map[byte]int{'x': 2, 'u': 4, 'U': 8}[c])
			if i += size; size == 0 {
				return "", false, false
			}
			if c == 'x' {
				b = append(b, byte(n))
			} else {
				b = utf8.AppendRune(b, rune(n))
			}
		case known && c == '0': // a zero in front
			n, size := digits(text[i+1:], 8, 3)
			b, i = append(b, byte(n)), i+size
		case e.octal && c >= '0' && c <= '7':
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

// drawn is what of a text that is printed into a file may stand in the command that prints
// it: one that draws it from a file which was there before, and is fed nothing by the call.
func (u *unfolding) drawn(cmd *command, files []made) (puts []string, ok bool) {
	if cmd.Piped || cmd.Stdin != nil || len(cmd.Words) < 2 || cmd.effects().Has(effect.Fetches) {
		return nil, false
	}
	switch cmd.saysText() {
	case invocation.SaysWords, invocation.SaysFormat:
		return nil, false
	}
	sources := append([]word.Word(nil), cmd.Words[1:]...)
	for _, r := range cmd.Redirs {
		if !r.Write {
			sources = append(sources, r.Target)
		}
	}
	all, raw := "", ""
	for _, w := range sources {
		if w.Holed() {
			return nil, false
		}
		raw += w.Text + "\n"
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
	if puts = []string{all}; raw != all {
		puts = append(puts, raw)
	}
	return puts, !str.ContainsAny(all, "@\\%")
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
	return len(t.folder) > 0 || t.in || t.whole
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
			f.text, f.known, f.puts, f.put = from.text, from.known && len(sources) == 1, from.puts, from.put
			f.others = from.others
		}
	}
	return f
}

// replaced refuses what a program prints for eval, or is taken to print no options, where
// the call puts another one in its place: a file that bears its name, or a function that it
// hands to other shells.
func (u *unfolding) replaced() {
	var made []string
	for i := range u.list {
		made = u.list[i].gives(made)
	}
	if len(made) == 0 {
		return
	}
	for i := range u.list {
		cmd := &u.list[i]
		if len(cmd.Words) > 0 && str.In(cmd.name(), made...) && u.trusted(cmd) {
			u.cannot("what " + cmd.name() + " prints when the call itself makes a " + cmd.name() + " is not known; write it out")
			return
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

// gives appends the names that a command gives to files, or hands on to other shells with
// the functions that have them.
func (cmd *command) gives(list []string) []string {
	if len(cmd.Words) == 0 {
		return list
	}
	if str.In(cmd.name(), "export", "declare", "typeset") {
		hands := false
		for i := range cmd.Words[1:] {
			w := cmd.Words[1+i].Text
			hands = hands || isOption(w) && str.IndexByte(w, 'f') >= 0
		}
		for i := 1; hands && i < len(cmd.Words); i++ {
			list = append(list, cmd.Words[i].Text)
		}
		return list
	}
	for _, t := range cmd.written() {
		name := baseName(trimSlash(t.Text))
		if !t.unnamed && !t.gone && (!t.tree || len(t.folder) > 0 || t.in) {
			list = append(list, name)
		}
		if t.in && t.like != nil {
			list = append(list, baseName(t.like.Text))
		}
		for i := 0; i < len(t.folder) && str.HasSuffix(name, "bin"); i++ {
			list = append(list, baseName(t.folder[i].Text)) // they get their names there
		}
	}
	return list
}
