package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/str"
)

// A Step is one command of a call as the gate reads it, for a person to look at.
type Step struct {
	Text     string   // its words; what is not known is <...>
	By       int      // the step that runs it, -1 for one of the text's own
	Known    bool     // a table has its program
	Program  string   // the canonical name, with the subcommands behind it
	Reads    []string // files, as it names them
	Writes   []string
	Deletes  []string
	Effects  effect.Set // of the command by itself
	Maybe    bool       // it is text that may be run
	Readings int        // in how many ways its words were read
	Unknown  []string   // options that its table does not have
}

// Steps reads the commands of a call as p's gate does: each command, what
// cannot be read, and what no allowlist can judge.
func Steps(call *Call, p *Policy) (steps []Step, unread, unsure []string) {
	c := &Case{Call: call, policy: p}
	list := c.commandsOf()
	for i := range list {
		steps = append(steps, list[i].step())
	}
	return steps, c.unread, c.unsure
}

func (cmd *command) step() Step {
	s := Step{Text: cmd.text(), By: cmd.from - 1, Known: len(cmd.readings) > 0, Effects: cmd.effects(), Maybe: cmd.literal, Readings: len(cmd.readings)}
	for _, r := range cmd.Redirs {
		if r.Write {
			s.Writes = append(s.Writes, r.Target.Shown())
		}
	}
	for _, w := range cmd.targets {
		s.Writes = append(s.Writes, w.Shown())
	}
	for _, w := range cmd.read {
		s.Reads = append(s.Reads, w.Shown())
	}
	for i := range cmd.readings {
		s.add(&cmd.readings[i])
	}
	return s
}

// add says what one reading has.
func (s *Step) add(inv *invocation.Invocation) {
	if s.Program == "" {
		for i, c := range inv.Path {
			name, _, _ := str.Cut(c.Name, ' ')
			if i > 0 {
				s.Program += " "
			}
			s.Program += name
		}
	}
	for _, w := range inv.UnknownOptions {
		s.Unknown = append(s.Unknown, w.Shown())
	}
	for _, use := range inv.Uses() {
		for _, w := range use.Words {
			switch kind := use.Resolved(); {
			case kind.Deletes():
				s.Deletes = append(s.Deletes, w.Shown())
			case kind.Reads():
				s.Reads = append(s.Reads, w.Shown())
			}
			if kind := use.Resolved(); kind == invocation.Prefix {
				s.Writes = append(s.Writes, w.Shown()+"*")
			} else if kind.Writes() {
				s.Writes = append(s.Writes, w.Shown())
			}
		}
	}
	if what := inv.Unnamed(); what != "" {
		s.Writes = append(s.Writes, "("+what+")")
	}
}
