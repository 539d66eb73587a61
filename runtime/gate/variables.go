package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// What variables do to programs is data: the table of a program called
// environment has them as its options.
const environment = "environment"

// variable is what is known of a variable with that value; ok is false if
// nothing is.
func (c *Call) variable(a word.Assign) (inv *invocation.Invocation, ok bool) {
	w := a.Value
	w.Text = a.Name + "=" + w.Text
	list := c.Programs.Read([]word.Word{{Text: environment}, w}, environment, "")
	if len(list) == 0 || len(list[0].Given) == 0 {
		return nil, false
	}
	return &list[0], true
}

// changesNothing reports whether a variable changes nothing of what is run, read
// or written.
func changesNothing(inv *invocation.Invocation) bool {
	more := inv.Given[0].Option.More
	return more != nil && more.Free
}

// onlyExported reports whether a variable means something only where programs see it: of those that
// no program is known for, the shell has many of its own that are called alike.
func onlyExported(inv *invocation.Invocation) bool {
	more := inv.Given[0].Option.More
	return more != nil && more.Exported
}

// An assigned variable is one that means something if the call exports it.
type assigned struct {
	word.Assign
	cmd   command
	depth int
}

// exportedLater judges variables that got their value before they were exported.
func (u *unfolding) exportedLater() {
	list := u.assigns
	u.assigns = nil
	for _, a := range list {
		if a.Exported = exportedBy(u.list, a.Name); a.Exported {
			u.assigned(a.Assign, a.cmd, a.depth)
		}
	}
}

// runsSomething reports whether the value of a variable, or a part of it, is run.
func runsSomething(k invocation.Kind) bool {
	switch k {
	case invocation.Run, invocation.Sh, invocation.Code, invocation.Source, invocation.Words, invocation.Options:
		return true
	}
	return false
}

// A flagged program takes further options from a variable.
type flagged struct {
	program []string // and its subcommand
	flags   []word.Word
	first   bool // they stand in front of its subcommand
}

// maxFlagged is how many commands options by variable are put into.
const maxFlagged = 256

// assigned judges the assignment of a variable for every policy: what it steers
// is read as a command that the assignment runs.
func (u *unfolding) assigned(a word.Assign, cmd command, depth int) {
	if a.Name == "HOME" {
		value := a.Value
		if u.home != nil && *u.home != value {
			value = word.Word{Text: string(rune(match.Hole))}
		}
		u.home = &value
	}
	if a.Value.Text == "" {
		return
	}
	inv, ok := u.call.variable(a)
	if !ok || changesNothing(inv) {
		return
	}
	if onlyExported(inv) && !a.Exported {
		if _, exported := u.call.Env(a.Name); !exported {
			u.assigns = append(u.assigns, assigned{a, cmd, depth})
			return
		}
	}
	next := command{by: cmd.by, from: cmd.at + 1, at: len(u.list), remote: cmd.remote, literal: true, module: true, variable: true, exported: a.Exported}
	next.Words, next.Dirs = []word.Word{{Text: a.Name}, a.Value}, cmd.Dirs
	next.Piped, next.Stdin = cmd.Piped, cmd.Stdin
	next.readings = []invocation.Invocation{*inv}
	u.list = append(u.list, next)
	refused, _ := inv.Refused()
	for _, why := range refused {
		u.cannot("setting " + a.Name + " " + why)
	}
	uses := inv.Uses()
	for i := range uses {
		u.steered(next, uses, &uses[i], depth)
	}
}

// steered unfolds what the value of a variable is to those who look at it.
func (u *unfolding) steered(next command, uses []invocation.Use, use *invocation.Use, depth int) {
	value := use.Word()
	switch {
	case use.Kind == invocation.Number:
		if value.Holed() || !str.OnlyOf(value.Text, "0123456789") {
			u.cannot("what " + next.Words[0].Text + " is set to is evaluated as arithmetic and can run a command; leave it out")
		}
	case use.Kind == invocation.Prompt && PromptRuns(next.Words[0].Text, value.Text) && !value.Holed():
		// It runs wherever the shell is by then, and with any variables.
		outer := command{by: "bash", at: next.at}
		outer.Dirs = []word.Word{{Text: string(rune(match.Hole))}}
		u.text(": <<"+promptEnd+"\n"+value.Text+"\n"+promptEnd, outer, depth+1)
	case use.Kind == invocation.Prompt:
		if value.Holed() || str.Contains(value.Text, "$(") || str.Contains(value.Text, "@P") || str.Contains(value.Text, "`") {
			u.cannot("setting " + next.Words[0].Text + " makes a shell run what is not written here; leave it out")
		}
	case isOneOption(use):
		u.option(use, value)
	case use.Kind == invocation.Source && isDevice(value.Text):
		u.cannot("what is fed to programs by " + next.Words[0].Text + " runs unread; write the commands out")
	case runsSomething(use.Kind) && value.Holed():
		u.unsure = append(u.unsure, "the value of "+next.Words[0].Text+", which programs run, is computed at run time")
	case use.Kind == invocation.Options:
		u.flags(next, use, depth)
	case use.Kind == invocation.Sh:
		u.value(value.Text, next, depth)
	default:
		u.use(next, uses, use, feed{}, depth)
	}
}

// value unfolds the value of a variable that is run as a command, or one behind
// a pipe or a bang. What does not read as one is only a string.
func (u *unfolding) value(text string, cmd command, depth int) {
	for text != "" && str.IndexByte("|!-: ", text[0]) >= 0 {
		text = text[1:]
	}
	if text == "" {
		return
	}
	inner := unfolding{call: u.call}
	inner.text(text, command{by: cmd.name(), remote: cmd.remote}, depth+1)
	if len(inner.list) == 0 {
		return
	}
	for _, why := range inner.unread {
		if !str.HasSuffix(why, takesLater) {
			u.cannot(why)
		}
	}
	for _, c := range inner.list {
		c.literal, c.module = true, true
		c.at, c.from = len(u.list), cmd.at+1
		if len(c.Dirs) == 0 {
			c.Dirs = cmd.Dirs
		}
		u.list = append(u.list, c)
	}
}

// flags unfolds options that a program takes from a variable, by the program's
// own table: alone, and later in each command of the program.
func (u *unfolding) flags(cmd command, use *invocation.Use, depth int) {
	for _, words := range u.startedWith(cmd, use, depth) {
		u.flagged = append(u.flagged, flagged{program: use.Prefix(), flags: words[len(use.Prefix()):]})
	}
}

// startedWith unfolds a program with the options that a variable or an option holds for it,
// and has its words in each way that they may be split.
func (u *unfolding) startedWith(cmd command, use *invocation.Use, depth int) [][]word.Word {
	cmd.Piped, cmd.Stdin = false, nil
	ways := optionWords(use)
	for _, words := range ways {
		before := len(u.unread)
		u.moduleOf(words, cmd, depth)
		kept := u.unread[:before]
		for _, why := range u.unread[before:] {
			if !str.HasSuffix(why, takesLater) {
				kept = append(kept, why) // nobody starts the program with these options alone
			}
		}
		u.unread = kept
	}
	return ways
}

// isOneOption reports whether a variable stands for one option of a program, whose value
// it has: options(git):--git-dir.
func isOneOption(use *invocation.Use) bool {
	return use.Kind == invocation.Options && str.HasPrefix(use.Name, "-")
}

// options are those that a variable stands for which gets its value when the call runs.
func (u *unfolding) options(a word.Assign) {
	inv, ok := u.call.variable(a)
	if !ok {
		return
	}
	for _, use := range inv.Uses() {
		if isOneOption(&use) {
			u.option(&use, a.Value)
		}
	}
}

// option puts such an option into each command of the program.
func (u *unfolding) option(use *invocation.Use, value word.Word) {
	value.Text = use.Name + "=" + value.Text
	u.flagged = append(u.flagged, flagged{program: use.Prefix(), flags: []word.Word{value}, first: true})
}

// optionWords are the words of a program that takes options from a variable, in
// each way that it may split them: at blanks, or with quotes.
func optionWords(use *invocation.Use) [][]word.Word {
	text := []byte(use.Word().Text)
	quoted := false
	for i := range text {
		if text[i] == 0x1f {
			text[i] = ' ' // as cargo has it
		}
		quoted = quoted || text[i] == '\'' || text[i] == '"' || text[i] == '\\'
	}
	ways := [][]string{str.Fields(string(text))}
	if len(text) > 0 && text[0] == '+' {
		ways = append(ways, []string{string(text)})
	}
	if quoted {
		ways = append(ways, unquoted(string(text)))
	}
	var list [][]word.Word
	for _, flags := range ways {
		var words []word.Word
		for _, p := range use.Prefix() {
			words = append(words, word.Word{Text: p})
		}
		for i, one := range flags {
			if i == 0 && !isOption(one) && one[0] != '+' && one[0] != '@' && !str.Contains(one, "=") {
				one = "-" + one // as make and less have it
			}
			words = append(words, word.Word{Text: one})
		}
		if len(flags) > 0 && len(words) > len(flags) {
			list = append(list, words)
		}
	}
	return list
}

// unquoted are the words of a text with quotes and backslashes.
func unquoted(text string) (list []string) {
	var cur []byte
	quote, open := byte(0), false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text) && quote != '\'':
			i++
			cur, open = append(cur, text[i]), true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, open = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if open {
				list = append(list, string(cur))
			}
			cur, open = nil, false
		default:
			cur, open = append(cur, c), true
		}
	}
	if open {
		list = append(list, string(cur))
	}
	return list
}

// withFlags unfolds the commands of a program with the options that it takes from
// variables.
func (u *unfolding) withFlags() {
	n := 0
	for _, f := range u.flagged {
		for i, end := 0, len(u.list); i < end; i++ {
			cmd := u.list[i]
			if cmd.literal || len(cmd.readings) == 0 || cmd.readings[0].Program.Name != f.program[0] {
				continue
			}
			if n++; n > maxFlagged {
				u.cannot("options by variable for so many commands; write the options out")
				return
			}
			_, _, from := subcommands(&cmd.readings[0])
			if f.first {
				from = 1
			}
			words := append([]word.Word(nil), cmd.Words[:from]...)
			words = append(append(words, f.flags...), cmd.Words[from:]...)
			u.moduleOf(words, cmd, 1)
		}
	}
}

// onlyData reports whether options by variable are just settings: none names a
// command or a file that is written, and all are known.
func (c *Call) onlyData(use *invocation.Use) bool {
	if use.Word().Holed() || isOneOption(use) {
		return false
	}
	ways := optionWords(use)
	for _, words := range ways {
		readings := c.Programs.Read(words, words[0].Text, "")
		for i := range readings {
			if !justSettings(&readings[i]) {
				return false
			}
		}
		if len(readings) == 0 {
			return false
		}
	}
	return len(ways) > 0
}

func justSettings(inv *invocation.Invocation) bool {
	refused, unsure := inv.Refused()
	if len(refused)+len(unsure)+len(inv.UnknownOptions)+len(inv.Operands) > 0 {
		return false
	}
	for _, u := range inv.Uses() {
		switch u.Kind {
		case invocation.Data, invocation.Text, invocation.Secret, invocation.Read, invocation.ReadTree:
		default:
			if u.At >= 0 {
				return false
			}
		}
	}
	return true
}

// steers says how an assignment changes what a listed command runs.
func (c *Case) steers(a word.Assign) (string, bool) {
	inv, known := c.variable(a)
	if !known {
		if a.Exported || c.exports(a.Name) {
			return "the variable " + a.Name + " is not known to change nothing of what a command does; leave it out, or do not export it", true
		}
		return "", false
	}
	if changesNothing(inv) || onlyExported(inv) && !a.Exported && !c.exports(a.Name) {
		return "", false
	}
	harmless := true
	for _, use := range inv.Uses() {
		switch {
		case use.Kind.Writes() || use.Kind.Deletes(): // rules about files judge it
		case use.Kind == invocation.Sh && a.Value.Text == "":
		case use.Kind == invocation.Options && c.onlyData(&use):
		default:
			harmless = false
		}
	}
	if refused, unsure := inv.Refused(); harmless && len(refused)+len(unsure) == 0 {
		return "", false
	}
	return "setting " + a.Name + " can change what a command runs; leave it out", true
}

// A Variable is the name of one of the environment that a policy lists.
type Variable string

// variable says why the rule does not allow an assignment. A variable that it
// lists may change what a command runs, by what lies in the worktree: a place
// where everybody may put files is none that the policy had in mind.
func (r *AllowCommand) variable(c *Case, a word.Assign, dirs []word.Word) string {
	what, steers := c.steers(a)
	if !steers || !str.In(a.Name, texts(r.Variables)...) {
		return what
	}
	if a.Value.Glob || a.Value.Holed() {
		return what + "; this role may set it, to a value that is written out"
	}
	value := []byte(a.Value.Text)
	for i, b := range value {
		if b == ';' || b == ',' || b == ' ' {
			value[i] = ':'
		}
	}
	for rest := string(value); rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, ':')
		for _, p := range parts(word.Word{Text: one}) {
			p.Home = str.HasPrefix(p.Text, "~")
			if c.shared(dirs, p) {
				return what + "; this role may set it, to what is in the worktree"
			}
		}
	}
	return ""
}

// shared reports whether a word, from one of the folders, is or may be a place
// where everybody may put files.
func (c *Case) shared(dirs []word.Word, w word.Word) bool {
	if len(dirs) == 0 {
		dirs = []word.Word{{}}
	}
	for _, d := range dirs {
		at := c.writeAt(d, target{Word: w})
		if at.Unknown || !at.At.Inside && c.everybodys(at.At.Abs) {
			return true
		}
	}
	return false
}

// exports reports whether a variable of the shell reaches programs: the gate's
// own environment has it, or something in the call exports it.
func (c *Case) exports(name string) bool {
	if _, ok := c.Env(name); ok {
		return true
	}
	return exportedBy(c.commands, name)
}

// exportedBy reports whether one of the commands exports a variable.
func exportedBy(list []command, name string) bool {
	for i := range list {
		cmd := &list[i]
		for _, a := range cmd.Assigns {
			if a.Exported && a.Name == name {
				return true
			}
		}
		if cmd.exportsName(name) {
			return true
		}
	}
	return false
}

// exportsName reports whether a builtin puts a variable into the environment.
func (cmd *command) exportsName(name string) bool {
	if len(cmd.Words) == 0 {
		return false
	}
	declares, all := false, false
	switch cmd.name() {
	case "export":
		declares = true
	case "declare", "typeset", "local", "readonly":
		for _, w := range cmd.Words[1:] {
			declares = declares || w.Holed() || isOption(w.Text) && str.Contains(w.Text, "x")
		}
	case "set", "setopt", "shopt":
		all = cmd.exportsAll()
	default:
		all = cmd.isShell() && cmd.exportsAll()
	}
	for _, w := range cmd.Words[1:] {
		t := w.Text
		if declares && str.HasPrefix(t, name) && (len(t) == len(name) || str.IndexByte("=+[", t[len(name)]) >= 0) {
			return true
		}
		if declares && len(t) > 0 && (t[0] == match.Hole || t[0] == match.HoleWord) {
			return true
		}
	}
	return all
}

// exportsAll reports whether options of a shell have it export all that is set.
func (cmd *command) exportsAll() bool {
	for _, w := range cmd.Words[1:] {
		t := w.Text
		if w.Holed() || isOption(t) && t[1] != '-' && str.Contains(t, "a") || str.Contains(str.Lower(t), "allexport") {
			return true
		}
	}
	return false
}

// isShell reports whether the command may be a shell.
func (cmd *command) isShell() bool {
	for i := range cmd.readings {
		if cmd.readings[i].Shell() {
			return true
		}
	}
	return false
}
