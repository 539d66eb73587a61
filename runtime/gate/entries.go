package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/word"
)

// An Entry is a command as a policy says it: a program, subcommands, options,
// operands ("git push origin agent/*"), read by the same tables as a call, so
// that it means the program and not a spelling of it.
type Entry string

// An Effect is the name of one of the effects that package effect lists.
type Effect string

func setOf(list []Effect) (set effect.Set) {
	for _, e := range list {
		one, _ := effect.Named(string(e))
		set |= one
	}
	return set
}

func (e Entry) words() []word.Word {
	place := &first.entries[0]
	if place.taken.Load() {
		place = &first.entries[1]
	}
	list := place.get()[:0]
	for rest := string(e); rest != ""; {
		var one string
		if one, rest, _ = str.Cut(rest, ' '); one != "" {
			list = append(list, word.Word{Text: one})
		}
	}
	return list
}

// program is the first word of the entry.
func (e Entry) program() string {
	name, _, _ := str.Cut(string(e), ' ')
	return name
}

// reads is the entry as the tables read it, nil if it is about another program
// than the one that inv is an invocation of.
func (e Entry) reads(c *Case, inv *invocation.Invocation, shell string) *invocation.Invocation {
	name, rest, _ := str.Cut(string(e), ' ')
	if name != inv.Name && name != inv.Program.Name {
		return nil
	}
	if second, _, _ := str.Cut(rest, ' '); inv.IsOther(second) {
		return nil
	}
	list := c.Programs.Read(e.words(), e.program(), shell)
	if len(list) == 0 {
		return nil
	}
	return &list[0] // the first reading is the plain one
}

// begins reports whether the words of a command that no table has are those of
// the entry from the start.
func (e Entry) begins(words []word.Word) bool {
	want := e.words()
	if len(words) < len(want) || len(want) == 0 {
		return false
	}
	if words[0].Text != want[0].Text {
		return false // ./go is not go
	}
	for i, w := range want {
		if words[i].Holed() || !invocation.LikeOperand(w.Text, words[i].Text) {
			return false
		}
	}
	return true
}

// matchedBy reports whether a deny rule's entry is about the command in any
// reading of it.
func (cmd *command) matchedBy(c *Case, e Entry) bool {
	if len(cmd.Words) == 0 {
		return false
	}
	if len(cmd.readings) == 0 {
		return cmd.hasWordsAsWritten(str.Fields(string(e)))
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if entry := e.reads(c, inv, cmd.shell); entry != nil && inv.Matches(entry) {
			return true
		}
	}
	return false
}

// An allowance is what a list of a policy covers.
type allowance struct {
	entries []Entry
	effects effect.Set
	spare   effect.Set // what a command of an entry may do besides
}

// A cover says whether an allowance has a command, and if not, why.
type cover struct {
	ok     bool
	gap    string // "" if nothing in it is about the command
	inner  Entry  // what the entry says of the command that this one runs
	tools  bool   // the entry is a program that runs the tools of the project
	module bool   // it is covered if the module that it runs is
}

// covers reports whether the command itself is covered in every reading, what
// it runs left out.
func (a allowance) covers(c *Case, cmd *command) cover {
	if len(a.entries) == 0 && a.effects == 0 || len(cmd.Words) == 0 || !cmd.asListed() {
		return a.asWritten(cmd)
	}
	if len(cmd.readings) == 0 {
		return a.asWritten(cmd)
	}
	out := cover{}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if inv.Other {
			continue
		}
		one := a.reading(c, cmd, inv)
		if !one.ok {
			return one
		}
		out = one
	}
	return out
}

// asWritten compares the words as they stand, for scripts and programs that no
// table has.
func (a allowance) asWritten(cmd *command) cover {
	for _, e := range a.entries {
		if e.begins(cmd.Words) {
			return cover{ok: true}
		}
	}
	return cover{}
}

// asListed reports whether a command word is a program by its bare name, or in
// a folder where only the system puts programs.
func (cmd *command) asListed() bool {
	t := cmd.Words[0].Text
	if str.IndexByte(t, '/') < 0 {
		return true
	}
	for _, f := range systemFolders {
		if str.HasPrefix(t, f) && str.IndexByte(t[len(f):], '/') < 0 {
			return true
		}
	}
	return false
}

// reading is covers for one way to read the words.
func (a allowance) reading(c *Case, cmd *command, inv *invocation.Invocation) cover {
	if why := c.leaves(cmd, inv); why != "" {
		return cover{gap: why}
	}
	if why := c.dashed(cmd, inv); why != "" {
		return cover{gap: why}
	}
	var data effect.Set // what it may, since all that it writes is data
	if c.onlyScratch(cmd) {
		data = effect.Writes | effect.Deletes
	}
	var found cover
	for _, e := range a.entries {
		entry := e.reads(c, inv, cmd.shell)
		if entry == nil {
			continue
		}
		gap, same := inv.Covers(entry)
		if !same {
			continue
		}
		beyond := (gap.Beyond | cmd.beside(entry)) &^ (a.effects | a.spare | data)
		switch why := unnamed(inv, entry); {
		case gap.Reason != "":
			found.gap = gap.Reason + " (" + string(e) + " is what this role may)"
		case beyond != 0:
			found.gap = "it " + beyond.Does() + ", which goes beyond " + string(e)
		case why != "":
			found.gap = why + " goes beyond " + string(e)
		case entry.NamesOperands() && inv.ObeysFolder() && c.outside(cmd, inv):
			found.gap = "it works in another folder than the worktree, where " + string(e) + " means something else"
		default:
			return cover{ok: true, inner: innerOf(entry), tools: entry.Bare() && entry.Effects().Has(effect.Builds)}
		}
	}
	if inv.RunsModule() && inv.Doubt() == "" && len(inv.UnknownOptions) == 0 {
		return cover{ok: true, module: true}
	}
	if a.effects == 0 {
		return found
	}
	if !cmd.copies() {
		a.effects |= data
	}
	one := a.byEffect(cmd, inv)
	if found.gap != "" && !one.ok {
		return found
	}
	return one
}

func innerOf(entry *invocation.Invocation) Entry {
	s := ""
	for i, w := range entry.Inner() {
		if i > 0 {
			s += " "
		}
		s += w.Text
	}
	return Entry(s)
}

// byEffect covers a command whose effects are all known, proven, and among
// those of the list.
func (a allowance) byEffect(cmd *command, inv *invocation.Invocation) cover {
	set, proven := inv.Proven()
	set |= cmd.beside(nil)
	if inv.Unnamed() != "" {
		set |= effect.Writes
	}
	switch opaque := inv.Opaque(script.Whole); {
	case !inv.Exact || inv.Strange():
		return cover{}
	case len(inv.UnknownOptions) > 0:
		return cover{gap: inv.UnknownOptions[0].Shown() + " is no option of " + inv.Name + " that is known here"}
	case inv.Doubt() != "":
		return cover{gap: inv.Doubt()}
	case opaque != "":
		return cover{gap: opaque + " is not read here"}
	case !set.Within(a.effects):
		return cover{gap: "it " + (set &^ a.effects).Does() + ", and this role may run what " + a.effects.Does()}
	case set == 0 && !inv.Visible() || set != 0 && !proven:
		return cover{}
	}
	return cover{ok: true}
}

// beside are the effects of the texts that the command is given, where no
// entry names them.
func (cmd *command) beside(entry *invocation.Invocation) effect.Set {
	if entry != nil {
		for _, u := range entry.Uses() {
			if u.Kind == invocation.Code && u.At >= 0 {
				return 0
			}
		}
	}
	set := cmd.does
	if len(cmd.targets) > 0 || cmd.writesUnknown {
		set |= effect.Writes
	}
	return set
}

// unnamed says which option of the call runs or obeys something that is not
// seen here and that the entry does not name.
func unnamed(inv, entry *invocation.Invocation) string {
	named := map[string]bool{}
	for i := range entry.Given {
		named[entry.Given[i].Name] = true
	}
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.Off || g.At < 0 || named[g.Name] || g.Option.More != nil && g.Option.More.Free {
			continue
		}
		for _, u := range inv.ValuesOf(g) {
			switch u.Kind {
			case invocation.Source, invocation.Config, invocation.Module, invocation.Perhaps:
				return g.Name + " " + u.Word().Shown()
			case invocation.Code:
				if !script.Whole(u.Lang) {
					return g.Name + " with a text in " + u.Lang
				}
			}
		}
	}
	return ""
}

// leaves says that a command works where everybody may put files, or nobody
// knows where, and that its program obeys what it finds there. What the policy
// lists may work in another folder: that an agent put nothing there is what its
// rules about files are for.
func (c *Case) leaves(cmd *command, inv *invocation.Invocation) string {
	if !inv.ObeysFolder() {
		return ""
	}
	dirs, builds := cmd.Dirs, inv.Effects().Has(effect.Builds)
	for _, u := range inv.Uses() {
		switch {
		case u.Kind == invocation.Cd && u.At >= 0:
			dirs = changed(dirs, u.Word())
		case u.At >= 0 && builds && steered(u.Resolved()):
			for _, w := range u.Words {
				if why := c.steeredFrom(w); why != "" {
					return why
				}
			}
		}
	}
	if len(dirs) == 0 {
		dirs = []word.Word{{}}
	}
	for _, d := range dirs {
		text := d.Text
		if text == "" {
			if at, outside := c.startsOutside(); outside && c.inAnyScratch(at.Abs) {
				return "the call starts in " + c.Cwd + ", a place for data that may steer it"
			}
			continue // where the call starts
		}
		if d.Home {
			text = c.Untilde(text)
		}
		if d.Holed() || d.Glob {
			return "the folder that it works in is not known before it runs"
		}
		if at, err := c.place(text); err != nil || !at.Inside && c.everybodys(at.Abs) {
			return "it works in " + d.Shown() + ", where everybody may put files that steer it"
		}
	}
	return ""
}

// outside reports whether a command may work outside of the worktree.
func (c *Case) outside(cmd *command, inv *invocation.Invocation) bool {
	dirs := cmd.Dirs
	for _, u := range inv.Uses() {
		if u.Kind == invocation.Cd && u.At >= 0 {
			dirs = changed(dirs, u.Word())
		}
	}
	for _, d := range dirs {
		if d.Text == "" {
			continue // where the call starts
		}
		text := d.Text
		if d.Home {
			text = c.Untilde(text)
		}
		if at, err := c.place(text); err != nil || !d.Known() || !at.Inside {
			return true
		}
	}
	return false
}

// said names what an allowance has.
func (a allowance) said(patterns []Pattern) string {
	const most = 8
	var names []string
	for _, e := range a.entries {
		names = append(names, string(e))
	}
	for _, p := range patterns {
		if n := p.words(); n != "" && !str.In(n, names...) {
			names = append(names, n)
		}
	}
	s := ""
	for i, n := range names {
		if i == most {
			s += ", ... " + str.Itoa(int64(len(names)-most)) + " more: kei explain"
			break
		}
		if i > 0 {
			s += ", "
		}
		s += n
	}
	if a.effects != 0 {
		if s != "" {
			s += "; "
		}
		s += "what only " + a.effects.Does()
	}
	return s
}

// words are a pattern as a person says it: what it begins with.
func (p Pattern) words() string {
	if list := WordsOf(p); list != nil {
		return str.Join(list, " ")
	}
	s := string(p)
	if str.HasPrefix(s, "^") {
		s = s[1:]
	}
	out := ""
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && !isLetter(s[i+1]) {
			i++
		} else if str.IndexByte(`\.+*?()|[]{}^$`, s[i]) >= 0 {
			break
		}
		out += s[i : i+1]
	}
	if out = str.Trim(out); out == "" {
		return ""
	}
	return out + " ..."
}

// judgedEffects are the effects of a command as a deny rule sees them: of each
// reading, of the texts in it, and of what the shell does for it.
func (c *Case) judgedEffects(cmd *command) effect.Set {
	set := cmd.effects() | cmd.beside(nil)
	for _, red := range cmd.Redirs {
		if red.Write && !c.freeTarget(target{Word: red.Target, redirect: true}) {
			set |= effect.Writes
		}
	}
	return set
}

// steered reports whether what lies at a word of that kind can be code or
// settings to a program that builds.
func steered(k invocation.Kind) bool {
	switch k {
	case invocation.Text, invocation.Message, invocation.Args, invocation.URL, invocation.Host, invocation.Env, invocation.Run, invocation.Sh:
		return false
	}
	return !k.Writes() && !k.Deletes()
}

// steeredFrom says that a word is a path where everybody may put files.
func (c *Case) steeredFrom(w word.Word) string {
	text := w.Text
	if w.Home {
		text = c.Untilde(text)
	}
	if !str.HasPrefix(text, "/") || w.Holed() {
		return ""
	}
	if at, err := c.place(text); err != nil || !at.Inside && temporary(at.Abs) {
		return "it builds what lies in " + w.Shown() + ", where everybody may put files"
	}
	return ""
}

// temporary reports whether a folder is one that all programs may write to.
func temporary(path string) bool {
	for _, f := range [...]string{"/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp", "/var/folders", "/run/user"} {
		if path == f || str.HasPrefix(path, f+"/") {
			return true
		}
	}
	return false
}

// everybodys reports whether a folder is one that the agent, or everybody, may
// put files into.
func (c *Case) everybodys(abs string) bool {
	in, _ := c.inScratch(abs)
	return in || temporary(abs)
}

// builds reports whether the command runs code of the worktree in any case.
func (cmd *command) builds() bool {
	for i := range cmd.readings {
		if cmd.readings[i].Effects().Has(effect.Builds) {
			return true
		}
	}
	return false
}

// onlyBuilds reports whether the command is a tool that reads, builds and
// writes here, and does nothing elsewhere.
func (cmd *command) onlyBuilds() bool {
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		own := effect.Set(0)
		for _, c := range inv.Path {
			own |= c.Effects
		}
		if !own.Has(effect.Builds) || !inv.Effects().Within(effect.Prints|effect.Reads|effect.Builds|effect.Writes|effect.Deletes) {
			return false
		}
	}
	return len(cmd.readings) > 0
}
