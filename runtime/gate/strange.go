package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A variable of which nothing is known may name a file that a program writes, or a program
// that it runs: TAPE, KERNEL_INSTALL_PLUGINS. Code of the project, and text that
// stands in the call, have variables of their own, by names that they choose; what else is
// installed has not. So a variable is strange that programs get which the table of the
// environment does not know by its name, that is not mentioned where it is seen, and that
// stands in front of no code of the project's.

// strangers are the strange variables of a command.
func (c *Call) strangers(list []command, cmd *command) (strange []word.Assign) {
	if cmd.remote || cmd.literal || cmd.variable || cmd.guess != "" {
		return nil
	}
	for _, a := range cmd.Assigns {
		if len(a.Value.Text) < 2 || a.Value.Holed() && !str.Contains(a.Value.Text, "/") {
			continue
		}
		if (a.Exported || exportedBy(list, a.Name)) && !c.knowsVariable(a) && !c.mentions(cmd, a.Name) && !c.takesOwn(list, cmd) {
			strange = append(strange, a)
		}
	}
	return strange
}

// knowsVariable reports whether the table of the environment knows a variable by its own
// name, or says more of those with such names than that they are data.
func (c *Call) knowsVariable(a word.Assign) bool {
	inv, ok := c.variable(a)
	if !ok {
		return false
	}
	if refused, unsure := inv.Refused(); changesNothing(inv) || len(refused)+len(unsure) > 0 || hasOwnRow(inv.Given[0].Option, a.Name) {
		return true
	}
	for _, use := range inv.Uses() {
		if use.Kind != invocation.Data {
			return true
		}
	}
	return false
}

// hasOwnRow reports whether a row of the table is that of a variable by its name, or of some
// of its values.
func hasOwnRow(row *invocation.Option, name string) bool {
	for rest := row.Names; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, ' ')
		one, _, _ = str.Cut(one, '=')
		if str.TrimSuffix(one, ",") == name {
			return true
		}
	}
	return false
}

// mentions reports whether a text that sees a variable has its name where it is not set or
// exported ("$X", ENVIRON["X"], {{.X}}): the words and the input of the command that it
// stands in front of, and of one that is set for the whole call all of that.
func (c *Call) mentions(cmd *command, name string) bool {
	if cmd.onlySets() {
		for _, text := range c.Commands {
			if mentioned(text, name) {
				return true
			}
		}
		return false
	}
	for _, w := range cmd.Words[1:] {
		if mentioned(w.Text, name) {
			return true
		}
	}
	return cmd.Stdin != nil && mentioned(cmd.Stdin.Text, name)
}

func mentioned(text, name string) bool {
	for {
		i := str.Index(text, name)
		if i < 0 {
			return false
		}
		before := i > 0 && str.IndexByte("$\"'.{([!%", text[i-1]) >= 0
		text = text[i+len(name):]
		if before && (text == "" || !isNameByte(text[0]) && text[0] != '=' && (text[0] < '0' || text[0] > '9')) {
			return true
		}
	}
}

// takesOwn reports whether a command, or one that it starts, runs code of the project. One
// that only sets variables sets them for the whole call.
func (c *Call) takesOwn(list []command, cmd *command) bool {
	all := cmd.onlySets()
	for i := range list {
		other := &list[i]
		if len(other.Words) > 0 && other.guess == "" && !other.variable && (all || startedBy(list, other, cmd.at)) && c.runsOwn(other) {
			return true
		}
	}
	return false
}

// onlySets reports whether a command gives variables of the shell values, and runs nothing.
func (cmd *command) onlySets() bool {
	return len(cmd.Words) == 0 || cmd.Function && len(cmd.readings) > 0 && cmd.readings[0].SetsVariables()
}

// startedBy reports whether a command is the one at that place, or was started by it.
func startedBy(list []command, cmd *command, at int) bool {
	for n := 0; n <= maxNesting; n++ {
		if cmd.at == at {
			return true
		}
		if cmd.from == 0 || cmd.from > len(list) {
			return false
		}
		cmd = &list[cmd.from-1]
	}
	return false
}

// runsOwn reports whether a command runs code of the project: a script, a build, a program
// that lies outside the folders of the system.
func (c *Call) runsOwn(cmd *command) bool {
	if cmd.builds() || cmd.Function && !cmd.onlySets() {
		return true
	}
	for i := range cmd.readings {
		if cmd.readings[i].RunsModule() {
			return true
		}
	}
	for _, f := range cmd.runsFiles() {
		if !c.ofSystem(f.Text) {
			return true
		}
	}
	return false
}

// placesIn are the parts of a variable's value that may be files: all of it, and what
// stands between the bytes that divide lists and settings.
func placesIn(value word.Word) []word.Word {
	list := []word.Word{value}
	const divide = ":;, \t\n=(){}<>|\"'"
	text := value.Text
	for from, i := 0, 0; i <= len(text); i++ {
		if i < len(text) && str.IndexByte(divide, text[i]) < 0 {
			continue
		}
		if i > from && i-from < len(text) && len(list) < maxOperands {
			list = append(list, word.Word{Text: text[from:i], Home: text[from] == '~', Glob: value.Glob})
		}
		from = i + 1
	}
	return list
}

// strangeCommands adds what the values of strange variables may run. Only deny rules look
// at it.
func (u *unfolding) strangeCommands() {
	for i, end := 0, len(u.list); i < end; i++ {
		if len(u.list[i].Assigns) == 0 {
			continue
		}
		for _, a := range u.call.strangers(u.list[:end], &u.list[i]) {
			who := a.Name + ", a variable"
			u.quoted(u.list[i], a.Value, who, 1)
			for _, w := range placesIn(a.Value) {
				if u.isProgram(w) {
					next := command{by: a.Name, literal: true, guess: who, at: len(u.list), from: i + 1}
					next.Words = []word.Word{{Text: w.Text}, {Text: string(rune(match.Hole)), Split: true}}
					u.list = append(u.list, next)
				}
			}
		}
	}
}

// isProgram reports whether a word is the path of a program that a table knows.
func (u *unfolding) isProgram(w word.Word) bool {
	if !w.Known() || !str.HasPrefix(w.Text, "/") || !u.call.ofSystem(w.Text) {
		return false
	}
	p, _ := u.call.Programs.Program(baseName(w.Text), "")
	return p != nil
}
