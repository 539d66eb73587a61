package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
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
	Options  []string   // those given, each with all its names and its value
	Remote   bool       // it runs on another machine or in a container
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
	s := Step{Text: cmd.text(), By: cmd.from - 1, Known: len(cmd.readings) > 0, Effects: cmd.effects(), Maybe: cmd.literal, Readings: len(cmd.readings), Remote: cmd.remote}
	for _, r := range cmd.Redirs {
		if r.Write {
			s.Writes = append(s.Writes, r.Target.Shown())
		}
	}
	for _, w := range cmd.targets {
		s.Writes = append(s.Writes, w.Shown())
	}
	for _, w := range cmd.removed {
		s.Deletes = append(s.Deletes, w.Shown())
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
		for i, name := range inv.Called {
			if i > 0 {
				s.Program += " "
			} else {
				name = inv.Name
			}
			s.Program += name
		}
		s.options(inv)
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

// options lists what is given as the table knows it: -f is "-f --force".
func (s *Step) options(inv *invocation.Invocation) {
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.At < 0 {
			continue
		}
		text := g.Names()
		if g.Off {
			text += " (taken back)"
		}
		for _, v := range g.Values {
			text += " " + v.Shown()
		}
		s.Options = append(s.Options, text)
	}
}
