package invocation

import "kei/runtime/str"

// A found option, under the name that its table has.
type found struct {
	option *Option
	name   string
}

// scopes are the commands whose options count here: the innermost, and those
// around it whose options may stand anywhere.
func (inv *Invocation) scopes(f func(*Command)) {
	last := len(inv.Path) - 1
	f(inv.Path[last])
	for i := last - 1; i >= 0; i-- {
		c := inv.Path[i]
		// A subcommand that is read by another program's table is that program.
		if c.more().Persistent || c.more().As != "" {
			f(c)
		}
	}
}

// each calls f with every option and each of its names.
func (s *state) each(f func(*Option, string)) { s.inv.each(f) }

func (inv *Invocation) each(f func(*Option, string)) {
	inv.scopes(func(c *Command) {
		for i := range c.Options {
			o := &c.Options[i]
			for at := 0; at < len(o.Names); {
				end := at
				for end < len(o.Names) && o.Names[end] != ' ' {
					end++
				}
				name := o.Names[at:end]
				if str.HasSuffix(name, ",") {
					name = name[:len(name)-1]
				}
				f(o, name)
				at = end + 1
			}
		}
	})
}

// lookup finds an option by one of its names, written out or by a pattern:
// -c:* has any end, and -# is a number.
func (s *state) lookup(name string) *Option { return s.inv.lookup(name) }

func (inv *Invocation) lookup(name string) *Option {
	var hit *Option
	number := isNumber(name)
	inv.each(func(o *Option, n string) {
		switch {
		case n == name:
			hit = o
		case hit != nil:
		case number && n == "-#" || n != "" && n[len(n)-1] == '*' && len(name) <= 256 && like(n, name):
			hit = o
		}
	})
	return hit
}

func isNumber(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	for i := 1; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// attached finds an option whose value stands in the same word, by a name that
// ends in two dots (-D..) or in = (of=), and how much of the word is the name.
func (s *state) attached(t string) (hit *Option, name string) {
	s.each(func(o *Option, n string) {
		head := n
		switch {
		case str.HasSuffix(n, "..") && len(n) > 3:
			head = n[:len(n)-2]
		case str.HasSuffix(n, "=") && len(n) > 1:
		default:
			return
		}
		if str.HasPrefix(t, head) && (len(t) > len(head) || n == head) && len(head) > len(name) {
			hit, name = o, head
		}
	})
	return hit, name
}

// shortened finds the long options that a name is the beginning of: one, or
// several if it is not clear which.
func (s *state) shortened(name string) []found {
	var list []found
	if s.inv.Command().Grammar == SingleDash || len(name) < 3 {
		return nil
	}
	s.each(func(o *Option, n string) {
		if !str.HasPrefix(n, name) {
			return
		}
		for _, f := range list {
			if f.option == o && o.group(f.name) == o.group(n) {
				return
			}
		}
		list = append(list, found{o, n})
	})
	if len(list) > 4 {
		list = list[:4]
	}
	return list
}
