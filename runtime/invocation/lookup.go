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

// options calls f with every option that counts here, the innermost command's first.
func (inv *Invocation) options(f func(*Option)) {
	inv.scopes(func(c *Command) {
		for i := range c.Options {
			f(&c.Options[i])
		}
	})
}

// dashed reports whether each option that counts here has only names with a dash in
// front, as nearly all have: no other word need be looked up then.
func (inv *Invocation) dashed() bool {
	all := true
	inv.options(func(o *Option) {
		for at := 0; all && at < len(o.Names); at++ {
			all = o.Names[at] == '-' || at > 0 && o.Names[at-1] != ' '
		}
	})
	return all
}

// each calls f with every option that counts here and each of its names.
func (inv *Invocation) each(f func(*Option, string)) {
	inv.options(func(o *Option) { o.each(f) })
}

// each calls f with each name of the option.
func (o *Option) each(f func(*Option, string)) {
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

// marked calls f with each name of the options that have one of two bytes in a name:
// few have, and the others are not taken apart.
func (inv *Invocation) marked(one, other byte, f func(*Option, string)) {
	inv.options(func(o *Option) {
		if str.IndexByte(o.Names, one) >= 0 || str.IndexByte(o.Names, other) >= 0 {
			o.each(f)
		}
	})
}

// lookup finds an option by one of its names, written out or by a pattern:
// -c:* has any end, and -# is a number.
func (s *state) lookup(name string) *Option { return s.inv.lookup(name) }

func (s *state) pattern(name string) (*Option, int) { return s.inv.pattern(name) }

func (inv *Invocation) lookup(name string) *Option {
	if o := inv.exact(name); o != nil {
		return o
	}
	o, _ := inv.pattern(name)
	return o
}

// exact finds an option by its whole name; the innermost command's counts.
func (inv *Invocation) exact(name string) *Option {
	var hit *Option
	inv.options(func(o *Option) {
		if hit == nil && hasName(o.Names, name) {
			hit = o
		}
	})
	return hit
}

// pattern finds an option by the pattern that says most of the name, and how
// much that is.
func (inv *Invocation) pattern(name string) (hit *Option, head int) {
	if len(name) < 2 || len(name) > 256 {
		return nil, 0
	}
	number, variables := isNumber(name), inv.Command().Grammar == Variables
	inv.marked('*', '#', func(o *Option, n string) {
		said := str.IndexByte(n, '*')
		switch {
		case number && n == "-#":
			said = 1
		case said < 0 || said == 0 && !variables || str.IndexByte(name, '=') >= 0 && str.IndexByte(n, '=') < 0 || !like(n, name):
			return
		}
		if hit == nil || said > head {
			hit, head = o, said
		}
	})
	return hit, head
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
	s.inv.marked('.', '=', func(o *Option, n string) {
		head := n
		switch {
		case str.HasSuffix(n, "..") && len(n) > 2:
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
	s.inv.each(func(o *Option, n string) {
		if !str.HasPrefix(n, name) || str.IndexByte(n, '*') >= 0 {
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
