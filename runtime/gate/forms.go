package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// How a command is rendered for a pattern. A deny rule tries every form that
// means the same command; an allow rule only forms that cannot be another one.

// denyForms are the renderings a deny pattern is tried against.
func (cmd *command) denyForms() []string {
	if cmd.forms == nil && len(cmd.Words) > 0 {
		cmd.forms = cmd.makeForms()
	}
	return cmd.forms
}

// A formSet collects forms, each once.
type formSet []string

func (f *formSet) add(s string) {
	for _, have := range *f {
		if have == s {
			return
		}
	}
	*f = append(*f, s)
}

// render adds the forms of words behind a name. Where the first may be nothing
// at all it is there, or it is not: never does it lengthen the name.
func (f *formSet) render(name string, words []word.Word, subs bool) {
	for ; len(words) > 0 && vanishes(words[0]); words = words[1:] {
		f.add(name + " " + render("", words, subs))
	}
	f.add(render(name, words, subs))
}

// vanishes reports whether a word may be no word at all, or several.
func vanishes(w word.Word) bool { return w.Split && w.Text == string(rune(match.Hole)) }

func (cmd *command) makeForms() []string {
	var forms formSet
	if len(cmd.readings) == 0 {
		cmd.formsAsWritten(&forms)
		return forms
	}
	for i := range cmd.readings {
		cmd.formsOf(&cmd.readings[i], &forms)
	}
	return forms
}

// names are those by which a deny rule knows the program.
func (cmd *command) names() []string {
	first := cmd.Words[0].Text
	base := baseName(first)
	if cmd.Words[0].Holed() {
		first = base
	}
	names := formSet{first}
	names.add(base)
	names.add(str.Lower(base))
	if len(cmd.readings) == 0 {
		return names
	}
	// python3.12 is python3 and python, gcc-12 is gcc.
	for stem := str.Lower(base); !cmd.readings[0].Exact; {
		end := len(stem)
		for end > 0 && (stem[end-1] >= '0' && stem[end-1] <= '9') {
			end--
		}
		if end == 0 || end == len(stem) {
			break
		}
		for end > 0 && (stem[end-1] == '.' || stem[end-1] == '-') {
			end--
		}
		stem = stem[:end]
		names.add(stem)
	}
	names.add(cmd.readings[0].Name)
	return names
}

// formsAsWritten are the forms of a program that no table has: its options may
// take a word or not.
func (cmd *command) formsAsWritten(forms *formSet) {
	for _, tail := range tails(cmd.Words[1:]) {
		for _, n := range cmd.names() {
			forms.render(n, tail, false)
		}
	}
}

// formsOf are the forms of one reading: the words as written; without the
// options in front of a subcommand; without any options.
func (cmd *command) formsOf(inv *invocation.Invocation, forms *formSet) {
	said := said(inv)
	subs := inv.Program.Command.HasSubs()
	path, canonical, from := subcommands(inv)
	lists := [][]word.Word{said[1:]}
	if cleaned, ok := cleanWords(said[1:]); ok {
		lists = append(lists, cleaned)
	}
	for _, p := range [...][]word.Word{path, canonical} {
		if len(path) > 0 {
			lists = append(lists, append(p[:len(p):len(p)], said[from:]...))
		}
		lists = append(lists, append(p[:len(p):len(p)], operands(inv)...))
	}
	lists = append(lists, settings(inv, path, said, from)...)
	if inv.UnknownSub != nil && len(path) == 0 && from < len(said) {
		lists = append(lists, said[from:])
	}
	for _, n := range cmd.names() {
		for _, l := range lists {
			forms.render(n, l, subs)
		}
	}
	if mayBeAlias(inv) {
		forms.add(inv.Name + " " + string(rune(match.Hole)))
	}
	for _, c := range inv.Path {
		if c.More != nil && c.More.Means != "" {
			forms.add(render(c.More.Means, said[from:], false))
		}
	}
}

// said are the words of a command, with the text of messages taken out: what a
// commit says is not what it does.
func said(inv *invocation.Invocation) []word.Word {
	words := append([]word.Word(nil), inv.Words...)
	for i := range words {
		if inv.Parts[i] == invocation.IsMessage {
			words[i] = word.Word{Text: "_"}
		}
	}
	for _, use := range inv.Uses() {
		if use.Kind != invocation.Message || !use.Option || use.At < 0 {
			continue
		}
		if t := words[use.At].Text; !use.Word().Split && str.HasSuffix(t, use.Word().Text) {
			words[use.At] = word.Word{Text: t[:len(t)-len(use.Word().Text)] + "_"}
		}
	}
	return words
}

// subcommands are the subcommands of a reading, as they are written and by
// their first names, and where the words behind them begin.
func subcommands(inv *invocation.Invocation) (written, canonical []word.Word, from int) {
	from = 1
	depth := 1
	for i, p := range inv.Parts {
		if p != invocation.IsSub {
			continue
		}
		written = append(written, inv.Words[i])
		from = i + 1
		if depth < len(inv.Path) {
			name, _, _ := str.Cut(inv.Path[depth].Name, ' ')
			if str.IndexByte(name, '*') >= 0 {
				name = inv.Words[i].Text
			}
			canonical = append(canonical, word.Word{Text: name})
			depth++
		}
	}
	if len(written) == 0 {
		// Where a subcommand could stand that no table has.
		for from < len(inv.Words) && inv.Parts[from] != invocation.IsOperand {
			from++
		}
	}
	return written, canonical, from
}

// operands are the words that are neither options nor theirs. One behind -- is
// an operand whatever it looks like.
func operands(inv *invocation.Invocation) []word.Word {
	ended := false
	var out []word.Word
	for i, p := range inv.Parts {
		ended = ended || p == invocation.IsEnd
		if p != invocation.IsOperand {
			continue
		}
		w := inv.Words[i]
		if ended && (isOption(w.Text) || w.Holed() && !w.Split) {
			w.Text = "./" + w.Text
		}
		out = append(out, w)
	}
	return out
}

// settings are forms with a NAME=VALUE of an option in front of the subcommand
// taken apart, so that a pattern such as ^git -c core.hooksPath sees it.
func settings(inv *invocation.Invocation, path, said []word.Word, from int) [][]word.Word {
	var list [][]word.Word
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.At < 0 || g.At >= from || len(g.Values) == 0 {
			continue
		}
		key, value, ok := str.Cut(g.Values[0].Text, '=')
		if !ok {
			key, value = g.Values[0].Text, ""
		}
		name, _, _ := str.Cut(g.Option.Names, ' ')
		words := append([]word.Word{{Text: str.TrimSuffix(name, ",")}, {Text: key}, {Text: value}}, path...)
		list = append(list, append(words, said[from:]...))
	}
	return list
}

// mayBeAlias reports whether a first word is no subcommand that the table has,
// in a program whose users can name their own.
func mayBeAlias(inv *invocation.Invocation) bool {
	c := inv.Command()
	return inv.UnknownSub != nil && c.More != nil && c.More.Unknown == invocation.Alias
}

// mayBeAlias names the program in which the command's subcommand is none that
// is known.
func (cmd *command) mayBeAlias() (program string, alias bool) {
	for i := range cmd.readings {
		if mayBeAlias(&cmd.readings[i]) {
			return cmd.readings[i].Name, true
		}
	}
	return "", false
}

// tails are the ways to read the words behind the name of a program that is
// not known: as written, and with its options taken away, with or without the
// word that each may take.
func tails(args []word.Word) [][]word.Word {
	list := [][]word.Word{args}
	if cleaned, ok := cleanWords(args); ok {
		list = append(list, cleaned)
	}
	if stripped := withoutOptions(args, false); len(stripped) < len(args) {
		list = append(list, stripped)
		if again := withoutOptions(args, true); len(again) < len(stripped) {
			list = append(list, again)
		}
		list = append(list, mixed(args)...)
	}
	return list
}

// cleanWords is the words with their paths cleaned, if that changes any: a
// pattern that names a path means it however it is written.
func cleanWords(args []word.Word) ([]word.Word, bool) {
	changed := false
	out := append([]word.Word(nil), args...)
	for i := range out {
		if t := str.CleanOperand(out[i].Text); t != out[i].Text {
			out[i].Text, changed = t, true
		}
	}
	return out, changed
}

// mixed reads each of the first options as taking a word or not.
func mixed(args []word.Word) [][]word.Word {
	var at []int
	for i, w := range args {
		if w.Text == "--" || len(at) == 4 {
			break
		}
		if isOption(w.Text) && i+1 < len(args) && !str.Contains(w.Text, "=") && !isOption(args[i+1].Text) {
			at = append(at, i)
		}
	}
	if len(at) < 2 {
		return nil
	}
	var list [][]word.Word
	for mask := 1; mask < 1<<len(at)-1; mask++ {
		list = append(list, takenBy(args, at, mask))
	}
	return list
}

// takenBy drops the options, and behind those in mask the word that follows.
func takenBy(args []word.Word, at []int, mask int) []word.Word {
	var out []word.Word
	for i := 0; i < len(args); i++ {
		if !isOption(args[i].Text) {
			out = append(out, args[i])
			continue
		}
		for b, pos := range at {
			if pos == i && mask>>b&1 == 1 {
				i++
				break
			}
		}
	}
	return out
}

// withoutOptions takes every option away up to --, and with taking, the word
// behind each that is not an option itself.
func withoutOptions(args []word.Word, taking bool) []word.Word {
	var out []word.Word
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		if t == "--" {
			for _, w := range args[i+1:] {
				if isOption(w.Text) || w.Holed() && !w.Split {
					w.Text = "./" + w.Text // an operand, whatever it looks like
				}
				out = append(out, w)
			}
			break
		}
		if !isOption(t) {
			out = append(out, args[i])
			continue
		}
		if taking && !str.Contains(t, "=") && i+1 < len(args) && !isOption(args[i+1].Text) {
			i++
		}
	}
	return out
}

func isOption(s string) bool { return len(s) > 1 && s[0] == '-' }

// render joins words by single blanks. A word that is all hole may be nothing
// at all; the table's hole covers that with the blank before it. Where a
// subcommand is expected, a pattern of file names can become any.
func render(name string, args []word.Word, subs bool) string {
	n := len(name)
	for _, w := range args {
		n += 1 + len(w.Text)
	}
	b := make([]byte, 0, n)
	b = append(b, name...)
	for i, w := range args {
		if vanishes(w) {
			b = append(b, match.Hole)
			continue
		}
		b = append(b, ' ')
		if i == 0 && w.Glob && subs {
			b = appendGlob(b, w.Text)
			continue
		}
		b = append(b, w.Text...)
	}
	return string(b)
}

// renderAllow joins words for an allow pattern: nothing of them vanishes.
func renderAllow(words []word.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return str.Join(texts, " ")
}

// appendGlob renders a file name pattern where a subcommand stands: an agent
// can make a file that it matches.
func appendGlob(b []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		if str.IndexByte("*?[]", text[i]) >= 0 {
			b = append(b, match.HoleWord)
		} else {
			b = append(b, text[i])
		}
	}
	return b
}
