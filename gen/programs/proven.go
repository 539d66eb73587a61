package programs

import (
	"slices"
	"strings"

	"kei/runtime/invocation"
	"kei/runtime/shell"
	"kei/runtime/word"
)

// markProven marks what examples that are run show: the effects of the
// subcommand that one reaches, and of the option with only that it has; one with
// --help among its names is tried for every program that is there. (What names a
// manual was marked when it was read.)
func (s *Set) markProven() {
	table, err := s.Table()
	if err != nil {
		return // what is wrong is said where tables are written
	}
	for _, p := range s.Programs {
		ran := false
		for _, e := range p.Examples {
			if e.Unproven == "" && !e.Denied {
				ran = true
				s.markExample(table, p, e)
			}
		}
		everything(&p.Command, func(c *invocation.Command) {
			for i := range c.Options {
				if m := c.Options[i].More; m != nil && m.Only && (ran || c.Proven) && isHelp(c.Options[i].Names) {
					m.Proven = true
				}
			}
		})
	}
}

// isHelp reports whether an option is one that only says what a program is.
func isHelp(names string) bool {
	return slices.ContainsFunc(strings.Split(names, ", "), func(group string) bool {
		list := strings.Fields(group)
		return slices.Contains(list, "--help") || slices.Contains(list, "--version")
	})
}

// everything calls f with a command and all its subcommands.
func everything(c *invocation.Command, f func(*invocation.Command)) {
	f(c)
	for i := range c.Subs {
		everything(&c.Subs[i], f)
	}
}

// markExample marks what one example shows: where an option with only is given,
// that option, and nothing of the command.
func (s *Set) markExample(table *invocation.Table, p *Program, e Example) {
	for _, words := range simple(e.Command) {
		name := words[0].Text[strings.LastIndexByte(words[0].Text, '/')+1:]
		readings := table.Read(words, name, p.Shell)
		if len(readings) == 0 || readings[0].Program.Name != p.Program.Name {
			continue
		}
		inv := &readings[0]
		if len(inv.UnknownOptions) > 0 || inv.UnknownSub != nil {
			return
		}
		path := s.path(p, inv)
		if inv.Name != p.Program.Name && !slices.Contains(strings.Fields(p.Tried), inv.Name) {
			p.Tried = strings.TrimSpace(p.Tried + " " + inv.Name)
		}
		only := false
		for i := range inv.Given {
			if g := &inv.Given[i]; g.Option.More != nil && g.Option.More.Only && !g.Off {
				only = true
				markOnly(path, g.Name)
			}
		}
		if !only {
			path[len(path)-1].Proven = true
		}
		return
	}
}

// simple are the simple commands of shell text that have words.
func simple(text string) (list [][]word.Word) {
	script, err := shell.Parse(text)
	if err != nil {
		return nil
	}
	for _, c := range script.Commands {
		if len(c.Words) > 0 {
			list = append(list, c.Words)
		}
	}
	return list
}

// path are the commands of the set that a reading came through, which has them
// as a gate has.
func (s *Set) path(p *Program, inv *invocation.Invocation) []*invocation.Command {
	c := &p.Command
	list := []*invocation.Command{c}
	for i, read := range inv.Path[1:] {
		c.Subs = slices.Clone(c.Subs) // subcommands that are alike have theirs in common
		next := c.Sub(inv.Called[i+1])
		if as := s.Named(inv.Called[i+1]); next == nil || as != nil && c.More != nil && c.More.As == inv.Called[i+1] {
			if as == nil {
				break
			}
			next = &as.Command
		}
		if next.Operands != read.Operands {
			break // it was not read so
		}
		c, list = next, append(list, next)
	}
	return list
}

// markOnly marks the option of that name in the innermost command that has it.
func markOnly(path []*invocation.Command, name string) {
	for _, c := range slices.Backward(path) {
		for i := range c.Options {
			if o := c.Options[i]; o.More != nil && given(c.Options[i:i+1], name) {
				more := *o.More
				more.Proven = more.Only
				o.More = &more
				c.Options = slices.Clone(c.Options) // others may have them, too
				c.Options[i] = o
				return
			}
		}
	}
}
