package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/str"
	"kei/runtime/word"
)

// An Invocation is one way to read the words of a simple command.
type Invocation struct {
	Program *Program
	Name    string     // the canonical name: the program's, or that of another one that is read alike
	Exact   bool       // the program is called by a name that its table has, in any folder
	Path    []*Command // of the program, its subcommand, the subcommand of that
	Called  []string   // the name of each, of several that mean the same the first

	Words  []word.Word // all of them, the name first
	Parts  []Part      // what each of them is
	Given  []Given     // options, in their order
	Unread []string    // why the words cannot be read
	Other  bool        // it is how another system reads them

	Operands []word.Word // words that are neither, behind the last subcommand
	At       []int       // where each stands in Words
	End      int         // how many of them stand before --; -1 if there is none

	UnknownOptions []word.Word // that the table does not have
	UnknownSub     *word.Word  // a first operand where a subcommand is expected
	Doubtful       []word.Word // operands that are not known and may be options
	Quoted         []word.Word // those that stay one word, so that they are an option or an operand

	any anySub // what it may do where UnknownSub is not known before it runs

	sub  string // the names of the subcommand, once they are asked for
	uses []Use  // once it is read and asked for them
	used bool
}

// A Part is what a word is.
type Part uint8

// The parts of a command.
const (
	IsName Part = iota
	IsOption
	IsValue   // of an option
	IsMessage // a value that is only text
	IsSub
	IsOperand
	IsEnd // the -- that ends the options
)

// A Given is an option as it is given.
type Given struct {
	Option *Option
	Name   string      // as its table has it
	Values []word.Word // its own words
	Off    bool        // --no-x, --x=false
	At     int         // where it stands; -1 if another implies it
	Slots  string      // how its values were read, where it is not as Option says
}

// Command is the innermost subcommand, or the program.
func (inv *Invocation) Command() *Command { return inv.Path[len(inv.Path)-1] }

// Is reports whether it is the option of that name.
func (g *Given) Is(name string) bool { return hasWord(g.Option.group(g.Name), name) }

// IsNumber reports whether it is a number with a dash: -5.
func (g *Given) IsNumber() bool { return isNumber(g.Name) }

// Has reports whether the option of that name is given and not taken back.
func (inv *Invocation) Has(name string) bool {
	for i := range inv.Given {
		if g := &inv.Given[i]; !g.Off && g.Is(name) {
			return true
		}
	}
	return false
}

// A Use is one word, or several, with what they are to the program.
type Use struct {
	Slot
	Words  []word.Word
	At     int  // of the first; -1 if it is not on the command line
	Option bool // they are the value of an option
}

// Word is the words as one: shell text is often given in several.
func (u Use) Word() word.Word {
	if len(u.Words) == 0 {
		return word.Word{}
	}
	w := u.Words[0]
	for _, next := range u.Words[1:] {
		w.Text += " " + next.Text
		w.Split = w.Split || next.Split
		w.Glob = w.Glob || next.Glob
	}
	return w
}

// Uses are the words with what they are, options first. They are not to be changed:
// each rule asks for them, and they are made once.
func (inv *Invocation) Uses() []Use {
	if !inv.used {
		inv.uses, inv.used = inv.makeUses(), true
	}
	return inv.uses[:len(inv.uses):len(inv.uses)]
}

func (inv *Invocation) makeUses() []Use {
	e := inv.effective()
	var list []Use
	for i := range inv.Given {
		if g := &inv.Given[i]; !g.Off && len(g.Values) > 0 {
			list = append(list, e.values(g)...)
		}
	}
	var room fewSlots
	list = append(list, inv.fillAll(appendSlots(room[:0], e.operands(len(inv.Operands))))...)
	list = append(list, defaults(e.defaults, list)...)
	list = append(list, inv.loads(e.defaults)...)
	for i := range list {
		if list[i].Pattern {
			list[i].Words = patterns(list[i].Words)
		}
	}
	return list
}

// patterns are words as a program reads them that takes patterns of file names
// itself: quotes do not keep it from that.
func patterns(words []word.Word) []word.Word {
	var out []word.Word
	for _, w := range words {
		for _, text := range Braces(w.Text) {
			one := w
			one.Text = text
			if i := str.IndexByte(text, '('); i >= 0 || text == "*" && text != w.Text {
				// @(a|b), or braces in braces: anything below the folder in front of it.
				one.Text = w.Text[:str.LastIndexByte(w.Text[:max(i, str.IndexByte(w.Text, '{'), 0)], '/')+1] + "**"
			}
			one.Glob = w.Glob || one.Text != w.Text || str.ContainsAny(text, "*?[")
			out = append(out, one)
		}
	}
	return out
}

// Braces are the patterns that one with a {a,b} in it stands for; of braces in braces
// "*" is one.
func Braces(text string) []string {
	open := str.IndexByte(text, '{')
	if open < 0 {
		return []string{text}
	}
	shut := str.IndexByte(text[open:], '}')
	switch {
	case shut == 1:
		return []string{text} // find's own mark
	case shut < 0 || str.IndexByte(text[open+1:open+shut], '{') >= 0 || str.Contains(text[open:open+shut], ".."):
		return []string{"*", text}
	}
	var list []string
	for rest, more := text[open+1:open+shut], true; more && len(list) < 100; {
		var one string
		one, rest, more = str.Cut(rest, ',')
		list = append(list, Braces(text[:open]+one+text[open+shut+1:])...)
	}
	return list
}

// loads are the files of the project that the program runs whatever it is told: what a
// program says of them holds for its subcommands.
func (inv *Invocation) loads(own string) []Use {
	var list []Use
	add := func(spec string) {
		if !str.Contains(spec, "loads(") {
			return
		}
		for _, s := range slots(spec) {
			if s.Kind == Loads {
				list = append(list, Use{Slot: s, Words: []word.Word{{Text: s.Name}}, At: -1})
			}
		}
	}
	for _, c := range inv.Path {
		add(c.more().Default)
	}
	if own != inv.Command().more().Default {
		add(own) // with an option that says so
	}
	return list
}

// defaults are what a command uses if nothing of the kind is given: make its
// Makefile, a search the folder that it is in.
func defaults(spec string, given []Use) []Use {
	var list []Use
	for _, s := range slots(spec) {
		has := s.Kind == Loads
		for _, u := range given {
			has = has || u.Kind == s.Kind
		}
		if !has {
			w := word.Word{Text: s.Name, Glob: str.IndexByte(s.Name, '*') >= 0, Home: str.HasPrefix(s.Name, "~")}
			list = append(list, Use{Slot: s, Words: []word.Word{w}, At: -1})
		}
	}
	return list
}

// Effects are those of the program by itself, its slots included and what it
// runs left out.
func (inv *Invocation) Effects() effect.Set {
	return inv.effectsOf(func(Use) bool { return true })
}

// effectsOf are the effects with those of the slots that count.
func (inv *Invocation) effectsOf(counts func(Use) bool) effect.Set {
	e := inv.effective()
	set, only := e.effects, effect.Set(0)
	if inv.alone() {
		set |= inv.Command().more().Alone
	}
	set |= inv.any.own | inv.any.more
	replaced := false
	for i := range inv.Given {
		g := &inv.Given[i]
		m := g.Option.more()
		switch {
		case g.Off:
		case m.Only && inv.counts(i):
			only, replaced = only|m.Effects, true
		case m.Only:
		default:
			set |= m.Effects
			g.refusals(func(m *OptionMore) { set |= m.Effects })
		}
	}
	if replaced {
		return only
	}
	for _, u := range inv.Uses() {
		if counts(u) {
			set |= u.effects()
		}
	}
	return set
}

// counts reports whether of an option whose values are options of their own the
// one that is given last is meant: --dry-run=client --dry-run=none.
func (inv *Invocation) counts(i int) bool {
	name, _, _ := str.Cut(inv.Given[i].Name, '=')
	for _, later := range inv.Given[i+1:] {
		if other, _, _ := str.Cut(later.Name, '='); other == name && !later.Off && !later.Option.more().Only {
			return false
		}
	}
	return true
}

// Proven are the effects of [Invocation.Effects], and whether they are shown to
// be all: by an example of the very subcommand that is run under strace, or by
// the section of a manual that its table names. They are not where an option or
// a subcommand is none that the table has, or nothing at all is said of what
// the command does, as of git without a subcommand.
func (inv *Invocation) Proven() (set effect.Set, ok bool) {
	set = inv.Effects()
	c := inv.Command()
	ok = c.Proven && inv.tried()
	only := false
	for i := range inv.Given {
		switch m := inv.Given[i].Option.more(); {
		case !m.Only || inv.Given[i].Off:
		case only:
			ok = ok && m.Proven
		default:
			ok, only = m.Proven, true
		}
	}
	if w := inv.UnknownSub; w != nil && (c.more().Unknown != Operand || !w.Known()) {
		ok = false // an alias, a script, another program
	}
	return set, ok && set != 0 && len(inv.UnknownOptions) == 0
}

// tried reports whether the program that is called is the one whose examples
// are run, and not another that is only read alike.
func (inv *Invocation) tried() bool {
	return inv.Name == inv.Program.Name || hasWord(inv.Program.Tried, inv.Name)
}

// alone reports whether no operand is given but variables, and nothing to run.
func (inv *Invocation) alone() bool {
	if inv.Command().more().Alone == 0 {
		return false
	}
	for _, u := range inv.Uses() {
		if u.At < 0 || u.Kind == Env {
			continue
		}
		if !u.Option || u.Kind == Run || u.Kind == Sh || u.Kind == Words {
			return false
		}
	}
	return true
}

func (u Use) effects() effect.Set {
	kind := u.Resolved()
	if kind == Host && u.stays() {
		return effect.Fetches
	}
	return kind.Effects()
}

// stays reports whether all hosts of the use are this machine itself, which is not
// elsewhere.
func (u Use) stays() bool {
	for _, w := range u.Words {
		if !word.Loopback(w.Text) {
			return false
		}
	}
	return len(u.Words) > 0
}

// Resolved is the kind of the use, where two are possible by how its word is
// written.
func (u Use) Resolved() Kind {
	if u.Other != Data && len(u.Words) > 0 && elsewhere(u.Words[0].Text) {
		return u.Other
	}
	return u.Kind
}

// elsewhere reports whether a word is written as something that is not a path
// of this machine: host:path, scheme://. A path with a colon has a slash first.
func elsewhere(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '/':
			return false
		case ':':
			return i > 0
		}
	}
	return false
}

// Stdin is what the program's input is to it, if nothing else names what it
// runs: a kind as slots have it, "" if it is only data.
func (inv *Invocation) Stdin() (kind Kind, lang string, ok bool) {
	e := inv.effective()
	if e.stdin == "" {
		return 0, "", false
	}
	for _, u := range inv.Uses() {
		if s := u.Words; u.Kind == Source && len(s) > 0 && s[0].Text == "-" {
			continue
		}
		if (u.Kind == Source || u.Kind == Code) && (u.Name == "LIBRARY" || u.Name == "MODULE") {
			continue // it is loaded first: ruby -r json <<< CODE
		}
		switch u.Kind {
		case Run, Sh, Code, Source, Module, Words:
			return 0, "", false
		}
	}
	slot, _ := ParseSlot(str.TrimSuffix(e.stdin, "?") + ":INPUT")
	return slot.Kind, slot.Lang, true
}

// Waits reports whether a program that runs its input waits for it where it is
// given none, as a shell does.
func (inv *Invocation) Waits() bool {
	e := inv.effective()
	return !str.HasSuffix(e.stdin, "?")
}

// Removes reports whether the program deletes of a tree that it is given, and does not
// change it otherwise.
func (inv *Invocation) Removes() bool {
	for _, c := range inv.Path {
		if c.more().Removes {
			return true
		}
	}
	return false
}

// Unnamed says what the program writes without naming it, "" if it does not.
func (inv *Invocation) Unnamed() string { return inv.effective().unnamed }

// Remote reports whether what it runs runs elsewhere.
func (inv *Invocation) Remote() bool {
	for _, c := range inv.Path {
		if c.more().Remote {
			return true
		}
	}
	for i := range inv.Given {
		if g := &inv.Given[i]; !g.Off && g.Option.more().Remote {
			return true
		}
	}
	return false
}

// Elsewhere reports whether what it runs may be another program of that name.
func (inv *Invocation) Elsewhere() bool {
	for _, c := range inv.Path {
		if c.more().Elsewhere {
			return true
		}
	}
	return false
}

// Project reports whether an interpreter that it runs is the project's own.
func (inv *Invocation) Project() bool {
	for _, c := range inv.Path {
		if c.more().Project {
			return true
		}
	}
	return false
}

// ShowsAll reports whether the command shows all variables if it is given nothing, and those
// that it is given if it is: env, export, set.
func (inv *Invocation) ShowsAll() bool {
	c := inv.Command()
	return c.below == nil && len(c.Subs) == 0 && c.more().Alone.Has(effect.Secrets)
}

// Profile reports whether it runs a file of that name when it starts, whatever it is told.
func (inv *Invocation) Profile(name string) bool {
	return hasWord(inv.Program.Command.more().Profiles, name)
}

// Aliases reports whether a first word that is no subcommand may be an alias for one.
func (inv *Invocation) Aliases() bool { return inv.Command().more().Unknown == Alias }

// Passes reports whether what it runs has the environment and the folder that it has itself.
func (inv *Invocation) Passes() bool { return inv.Command().more().Passes }

// SetsVariables reports whether it gives variables values, its own or those of what it runs,
// and shows all of them if it is given none.
func (inv *Invocation) SetsVariables() bool {
	return inv.ShowsAll() && !str.HasPrefix(inv.Command().Operands, "envname:")
}

// Interprets reports whether the program reads programs in a language of its
// own from its input.
func (inv *Invocation) Interprets() bool {
	return str.HasPrefix(inv.Program.Command.more().Stdin, "script(")
}

// Reads is the language of the programs that it reads from its input, "" if it
// is none.
func (inv *Invocation) Reads() string {
	slot, ok := ParseSlot(str.TrimSuffix(inv.Program.Command.more().Stdin, "?") + ":INPUT")
	if !ok || slot.Kind != Code {
		return ""
	}
	return slot.Lang
}

// Shell reports whether it is a shell, or starts one where it is told no command.
func (inv *Invocation) Shell() bool { return inv.Program.Shell() }

// Shell is the same of the program, whatever it is told.
func (p *Program) Shell() bool { return str.TrimSuffix(p.Command.more().Stdin, "?") == "sh" }

// Refused says why no policy can judge it, Unsure why no allowlist can.
func (inv *Invocation) Refused() (refused, unsure []string) {
	refused = inv.Unread
	add := func(r, u string) {
		if r != "" {
			refused = append(refused, r)
		}
		if u != "" {
			unsure = append(unsure, u)
		}
	}
	for _, c := range inv.Path {
		add(c.more().Refuse, c.more().Unsure)
	}
	for i := range inv.Given {
		if g := &inv.Given[i]; !g.Off {
			add(g.Option.more().Refuse, g.Option.more().Unsure)
			g.refusals(func(m *OptionMore) { add(m.Refuse, m.Unsure) })
		}
	}
	return refused, unsure
}

// Fed says how words of its input get into what it runs: whether they are put
// behind it, and the marks that stand for them.
func (inv *Invocation) Fed() (appended bool, marks []string) {
	feed := ""
	for _, c := range inv.Path {
		if f := c.more().Feed; f != "" {
			feed = f
		}
	}
	for i := range inv.Given {
		g := &inv.Given[i]
		if f := g.Option.more().Feed; f != "" && !g.Off {
			feed = f
		}
	}
	for _, u := range inv.Uses() {
		if u.Kind == Mark {
			feed = u.Word().Text
		}
	}
	if feed == "append" {
		return true, nil
	}
	if feed == "" {
		return false, nil
	}
	return false, []string{feed}
}
