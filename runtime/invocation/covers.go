package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A Gap is why an entry of an allowlist does not cover a call.
type Gap struct {
	Reason string     // what of the call is not covered, "" if nothing is about it
	Beyond effect.Set // what it does beyond what the entry says
}

// Covers reports whether an allowlist's entry, read by the same tables, covers
// this invocation by itself, leaving out what it runs: the same program and
// subcommand (a bare program covers all of its subcommands), operands that are
// all among the entry's if that has any, and no option that the entry does not
// name and that does more than the subcommand itself. What is beyond that is in
// the gap, and may be covered by the policy's effects.
func (inv *Invocation) Covers(entry *Invocation) (gap Gap, same bool) {
	if !inv.sameCommand(entry) {
		return Gap{}, false
	}
	switch {
	case len(inv.UnknownOptions) > 0 && !inv.takesOthers():
		return Gap{Reason: inv.UnknownOptions[0].Shown() + " is no option of " + inv.Called[len(inv.Called)-1] + " that is known here"}, true
	}
	if reason := inv.Doubt(); reason != "" {
		return Gap{Reason: reason}, true
	}
	if reason := inv.missing(entry); reason != "" {
		return Gap{Reason: reason}, true
	}
	if reason := inv.operandsOutside(entry); reason != "" {
		return Gap{Reason: reason}, true
	}
	if reason := inv.aside(entry); reason != "" {
		return Gap{Reason: reason}, true
	}
	own := entry.Effects()
	for _, c := range inv.Path {
		own |= c.Effects
	}
	if entry.Bare() {
		// Where it writes is the path rules' business, and each of its subcommands is meant.
		own |= effect.Writes | effect.Deletes | inv.any.own
	}
	builds := own.Has(effect.Builds)
	if !builds && entry.Unnamed() == "" && inv.Unnamed() != "" {
		return Gap{Beyond: (inv.Effects() | effect.Writes) &^ own}, true
	}
	return Gap{Beyond: inv.effectsOf(func(u Use) bool {
		// What it does if nothing is said is its own, and what it makes as well.
		return u.At >= 0 && !(builds && u.Resolved() == Output)
	}) &^ own}, true
}

// Bare reports whether nothing but the program is named.
func (inv *Invocation) Bare() bool { return len(inv.Words) == 1 }

// Doubt says which word, not known before it runs, may be an option, "" if none
// is or if the command has no options that do more than show something.
func (inv *Invocation) Doubt() string {
	doubtful := func(w word.Word) string {
		return "the word " + w.Shown() + ", which is not known before it runs, may be an option; write -- in front of it, or the value out"
	}
	for _, w := range inv.Doubtful {
		if !w.Plain && inv.risky() {
			return doubtful(w)
		}
	}
	for i, w := range inv.Operands {
		if (inv.End < 0 || i < inv.End) && !w.Plain && (w.Spills() || startsWithHole(w) && inv.takesOptions(i)) && inv.risky() {
			return doubtful(w)
		}
	}
	for i := range inv.Given {
		// What an unquoted value is split into stands where options may.
		for _, w := range inv.Given[i].Values {
			if w.Spills() && !w.Plain && inv.risky() {
				return doubtful(w)
			}
		}
	}
	return ""
}

// takesOptions reports whether an option may still stand where the operand does.
func (inv *Invocation) takesOptions(operand int) bool {
	g := inv.Command().Grammar
	return g != None && (g != Posix || operand == 0)
}

// risky reports whether an option of the command runs, writes or sends.
func (inv *Invocation) risky() bool {
	found := false
	inv.each(func(o *Option, _ string) {
		if found {
			return
		}
		found = !o.more().Effects.Within(effect.Prints | effect.Reads)
		for _, s := range slots(o.Value) {
			switch s.Kind {
			case Run, Sh, Code, Source, Module, Words, Config, Perhaps, Env:
				found = true
			}
			found = found || !s.Kind.Effects().Within(effect.Prints|effect.Reads)
		}
	})
	return found
}

// sameCommand reports whether the entry names what is called, or what that is a
// subcommand of. An alias of the program's is what its word says, and no more.
func (inv *Invocation) sameCommand(entry *Invocation) bool {
	if inv.Program != entry.Program || inv.Name != entry.Name || !inv.Exact || len(inv.Path) < len(entry.Path) {
		return false
	}
	for i, c := range entry.Path {
		if inv.Path[i] != c || inv.Called[i] != entry.Called[i] {
			return false
		}
	}
	if entry.UnknownSub == nil {
		return !inv.Strange()
	}
	return inv.UnknownSub != nil && len(inv.Path) == len(entry.Path) && inv.UnknownSub.Text == entry.UnknownSub.Text
}

// Strange reports whether the command has subcommands, of which the one that is
// called is none, and its first operand is not only an operand.
func (inv *Invocation) Strange() bool {
	return inv.UnknownSub != nil && inv.Command().more().Unknown != Operand
}

// Globs are the words for which the names of files stand where options may, if
// an option does more than show something.
func (inv *Invocation) Globs() (list []word.Word) {
	for i, w := range inv.Operands {
		if w.Glob && (inv.End < 0 || i < inv.End) && (w.Split || inv.takesOptions(i)) {
			list = append(list, w)
		}
	}
	for i := range inv.Given {
		for _, w := range inv.Given[i].Values {
			if w.Glob {
				list = append(list, w)
			}
		}
	}
	if len(list) > 0 && !inv.risky() {
		return nil
	}
	return list
}

// takesOthers reports whether plugins give the command options that no table
// knows, and none of those that are given could name a file elsewhere.
func (inv *Invocation) takesOthers() bool {
	open := false
	for _, c := range inv.Path {
		open = open || c.more().Open
	}
	for _, w := range inv.UnknownOptions {
		if _, v, _ := str.Cut(w.Text, '='); w.Holed() || leavesFolder(v) {
			return false
		}
	}
	for i, w := range inv.Operands {
		// What stands behind it may be its value.
		if at := inv.At[i]; at > 0 && (w.Holed() || leavesFolder(w.Text)) && inv.isUnknown(inv.Words[at-1]) {
			return false
		}
	}
	return open
}

// isUnknown reports whether a word is an option that the table does not have.
func (inv *Invocation) isUnknown(w word.Word) bool {
	for _, u := range inv.UnknownOptions {
		if u.Text == w.Text {
			return true
		}
	}
	return false
}

// leavesFolder reports whether a path may lead out of the folder that it is seen from.
func leavesFolder(path string) bool {
	return str.HasPrefix(path, "/") || str.HasPrefix(path, "~") || str.Contains(path, "..")
}

// missing says which of the entry's options the call is without: what it covers
// is the command with them (cargo fmt --check).
func (inv *Invocation) missing(entry *Invocation) string {
	for i := range entry.Given {
		want := &entry.Given[i]
		if want.At < 0 {
			continue
		}
		found := false
		for j := range inv.Given {
			g := &inv.Given[j]
			found = found || g.Off == want.Off && g.Option.group(g.Name) == want.Option.group(want.Name) && sameValues(g.Values, want.Values)
		}
		if !found {
			return "it lacks " + want.Name
		}
	}
	return ""
}

// sameValues reports whether the values of an option are those of the entry's;
// those of one that takes a command begin with them.
func sameValues(got, want []word.Word) bool {
	if len(got) < len(want) {
		return false
	}
	for i := range want {
		if got[i].Holed() || !LikeOperand(want[i].Text, got[i].Text) {
			return false
		}
	}
	return true
}

// NamesOperands reports whether an entry says to what its command is done.
func (inv *Invocation) NamesOperands() bool { return len(inv.Operands) > 0 && !inv.namesCommand() }

// aside says which option of the call leads past the operands that the entry
// names: it is done to more, or elsewhere, or what is named means something
// else by a setting.
func (inv *Invocation) aside(entry *Invocation) string {
	if !entry.NamesOperands() {
		return ""
	}
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.Off || g.At < 0 || entry.gives(g) || g.Option.more().Free {
			continue
		}
		leads := g.Option.more().Widens
		for _, u := range inv.ValuesOf(g) {
			switch u.Resolved() {
			case Host, URL, Config, Code, Source, Module, Perhaps, Options, Words, Run, Sh, Env:
				leads = true
			}
		}
		if leads {
			return "with " + g.Name + " it is about more than " + entry.said()
		}
	}
	return ""
}

// gives reports whether the option is given here, too.
func (inv *Invocation) gives(want *Given) bool {
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.Off == want.Off && g.Option.group(g.Name) == want.Option.group(want.Name) {
			return true
		}
	}
	return false
}

// operandsOutside says which operand of the call is none of the entry's.
func (inv *Invocation) operandsOutside(entry *Invocation) string {
	want := entry.Operands
	if len(want) == 0 {
		return ""
	}
	if entry.namesCommand() {
		// The rest is a command: what is behind its last word is its own business, and
		// so is in what order it has its options.
		for i, w := range want {
			if str.HasPrefix(w.Text, "-") {
				want = want[:i]
				break
			}
		}
		if len(inv.Operands) < len(want) {
			return "it is not all of " + entry.said()
		}
		for i := range want {
			if w := inv.Operands[i]; w.Holed() || !LikeOperand(want[i].Text, w.Text) {
				return w.Shown() + " is not " + want[i].Text
			}
		}
		return ""
	}
	got := inv.dataless()
	for i, w := range got {
		pattern, ok := operandAt(want, i)
		if !ok {
			return "the operand " + w.Shown() + " is one more than in " + entry.said()
		}
		if w.Holed() || w.Glob || !LikeOperand(pattern, w.Text) {
			return "the operand " + w.Shown() + " is not " + pattern
		}
	}
	least := len(want)
	if str.HasSuffix(want[least-1].Text, "...") && want[least-1].Text == "..." {
		least--
	}
	if len(got) < least {
		return "it is not all of " + entry.said()
	}
	return ""
}

// operandAt is the entry's word for the operand at i; the one in front of a
// last ... counts for all further ones.
func operandAt(want []word.Word, i int) (string, bool) {
	last := len(want) - 1
	repeats := str.HasSuffix(want[last].Text, "...")
	switch {
	case i < last || i == last && !repeats:
		return want[i].Text, true
	case !repeats:
		return "", false
	}
	if t := str.TrimSuffix(want[last].Text, "..."); t != "" {
		return t, true
	}
	if last == 0 {
		return "*", true
	}
	return want[last-1].Text, true
}

// namesCommand reports whether its operands say what it runs.
func (inv *Invocation) namesCommand() bool {
	for _, u := range inv.Uses() {
		if (u.Kind == Run || u.Kind == Module) && !u.Option && u.At >= 0 {
			return true
		}
	}
	return false
}

// Inner are the words of a command that the entry says is run, none if it says
// nothing of one.
func (inv *Invocation) Inner() []word.Word {
	for _, u := range inv.Uses() {
		if u.Kind == Run || u.Kind == Module {
			return u.Words
		}
	}
	return nil
}

// dataless are the operands but those behind a -- that are only data to what is
// run: cargo test -- --nocapture.
func (inv *Invocation) dataless() []word.Word {
	if inv.End < 0 || inv.End == len(inv.Operands) {
		return inv.Operands
	}
	for _, u := range inv.Uses() {
		if u.Option || u.At < 0 || inv.End >= len(inv.At) || u.At < inv.At[inv.End] {
			continue
		}
		if u.Kind != Args && u.Kind != Text && u.Kind != Secret && u.Kind != Data {
			return inv.Operands
		}
	}
	return inv.Operands[:inv.End]
}

func (inv *Invocation) said() string {
	s := ""
	for i, w := range inv.Words {
		if i > 0 {
			s += " "
		}
		s += w.Text
	}
	return s
}

// LikeOperand reports whether an operand is what an entry's pattern says: a *
// is any text without a slash, a colon and a pattern, and no + at the beginning; paths are
// compared cleaned.
func LikeOperand(pattern, text string) bool {
	if str.IndexByte(pattern, '*') < 0 {
		return text == pattern || str.CleanOperand(text) == str.CleanOperand(pattern)
	}
	if str.HasPrefix(text, "+") && !str.HasPrefix(pattern, "+") || str.HasPrefix(text, "-") && !str.HasPrefix(pattern, "-") {
		return false
	}
	if str.IndexByte(text, '/') >= 0 {
		text = str.CleanOperand(text)
	}
	return likeFrom(pattern, text)
}

// likeFrom goes back to the last * only: all that stands behind an earlier one
// is matched already.
func likeFrom(pattern, text string) bool {
	p, t, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p, t = p+1, t+1
		case star >= 0 && str.IndexByte("/:*?[", text[from]) < 0 && text[from] != match.Hole && text[from] != match.HoleWord:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// Opaque says what of the words is run and not seen here: a script, a module,
// text in a language of which only a part is read. "" if all of it is.
func (inv *Invocation) Opaque(whole func(lang string) bool) string {
	builds := inv.Effects().Has(effect.Builds)
	for _, u := range inv.Uses() {
		switch u.Kind {
		case Source:
			if u.At < 0 && builds {
				continue // the Makefile of the folder
			}
			return "the program in " + u.Word().Shown()
		case Module:
			return "the module " + u.Word().Shown()
		case Code:
			if !whole(u.Lang) {
				return "the text in " + u.Lang
			}
		case Perhaps:
			return "the text " + u.Word().Shown()
		case Config:
			if u.At >= 0 {
				return "the setting " + u.Word().Shown()
			}
		}
	}
	if _, lang, ok := inv.Stdin(); ok && lang != "" && !whole(lang) {
		return "what it is fed"
	}
	return ""
}

// Visible reports whether it runs something that is seen here.
func (inv *Invocation) Visible() bool {
	for _, u := range inv.Uses() {
		switch u.Kind {
		case Run, Sh, Words:
			return true
		}
	}
	return false
}

// ValuesOf are the words of one of the options with what they are.
func (inv *Invocation) ValuesOf(g *Given) []Use {
	if len(g.Values) == 0 {
		return nil
	}
	e := inv.effective()
	return e.values(g)
}

// ObeysFolder reports whether the program may run or obey what it finds in the
// folder that it works in: one that builds, that has a setting for its
// configuration, or that has subcommands and so, as a rule, a file of settings.
func (inv *Invocation) ObeysFolder() bool {
	return inv.Program.Command.HasSubs() || inv.Effects().Has(effect.Builds)
}

// OptionNames are the options that count where the call ends.
func (inv *Invocation) OptionNames() (names []string) {
	inv.each(func(_ *Option, name string) { names = append(names, name) })
	return names
}

// SubNames are the names of a command's subcommands.
func (c *Command) SubNames() (names []string) {
	c.groups(func(_ int, group string) bool {
		for group != "" {
			var one string
			one, group, _ = str.Cut(group, ' ')
			names = append(names, str.TrimSuffix(one, ","))
		}
		return false
	})
	return names
}

// RunsModule reports whether it does nothing but run a module as a program.
func (inv *Invocation) RunsModule() bool {
	found := false
	for _, u := range inv.Uses() {
		switch u.Kind {
		case Module:
			found = true
		case Source, Code, Config, Perhaps, Run, Sh:
			return false
		}
	}
	return found
}
