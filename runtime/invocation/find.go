package invocation

import "kei/runtime/str"

// Program is what is known of a program by its name, without its folder. exact
// is false where the name is another spelling: in another case, with a g in
// front, with a version behind it, with .exe.
func (t *Table) Program(name, shell string) (p *Program, exact bool) {
	if t == nil {
		return nil, false
	}
	if shell != "" {
		if p := t.named(shell + ":" + str.Lower(name)); p != nil {
			return p, true
		}
	}
	if p := t.named(name); p != nil {
		return p, true
	}
	low := bare(name)
	if p := t.named(t.folded(low)); p != nil {
		return p, false
	}
	if len(low) > 1 && low[0] == 'g' {
		if p := t.named(low[1:]); p != nil && p.Gnu {
			return p, false
		}
	}
	if p = t.ofFamily(low); p != nil {
		return p, false
	}
	plain := plainly(low)
	if plain == low {
		return nil, false
	}
	if p = t.named(t.folded(plain)); p == nil {
		p = t.ofFamily(plain)
	}
	return p, false
}

// ofFamily is the program of which a pattern of names has this one.
func (t *Table) ofFamily(low string) (p *Program) {
	t.families(func(family, id string) bool {
		if part := partOf(family, low); like(family, low) || part != "" && t.program(id).Command.hasSub(part) {
			p = t.program(id)
		}
		return p != nil
	})
	return p
}

// plainly is a name without the system that a program works for in front of it, and
// without the version behind it: gcov of x86_64-linux-gnu-gcov-12.
func plainly(low string) string {
	name := low
	if system := str.Index(name, "-linux-gnu"); system > 0 {
		behind := name[system+len("-linux-gnu"):]
		if dash := str.IndexByte(behind, '-'); dash >= 0 && dash < len(behind)-1 {
			name = behind[dash+1:] // x86_64-linux-gnu-gcov, arm-linux-gnueabihf-gcov
		} else {
			name = name[:system]
			if dash := str.LastIndexByte(name, '-'); dash > 0 {
				name = name[:dash] // cpan5.36-x86_64-linux-gnu
			}
		}
	}
	end, parts := len(name), false
	for end > 0 && (name[end-1] >= '0' && name[end-1] <= '9' || name[end-1] == '.' && end < len(name)) {
		end--
		parts = parts || name[end] == '.'
	}
	if end < len(name) && end > 0 && name[end-1] == '-' {
		end, parts = end-1, true
	}
	if !parts {
		return name // dnf4 is another program than dnf
	}
	if end < 3 {
		return name
	}
	return name[:end]
}

// canonical is the name by which rules know p if it goes by name.
func (t *Table) canonical(p *Program, name, shell string) string {
	if shell != "" {
		return p.Name
	}
	id, own := t.entry(name)
	if own && t.program(id) == p {
		return name
	}
	low := bare(name)
	if id == "" || low != name { // else it is what the table has
		if n := t.folded(low); t.owns(n, p) {
			return n
		}
	}
	if n := str.TrimPrefix(low, "g"); n != low && t.owns(n, p) {
		return n
	}
	if n := t.folded(plainly(low)); t.owns(n, p) {
		return n
	}
	return p.Name
}

// owns reports whether a name is another program's that is read as p is.
func (t *Table) owns(name string, p *Program) bool {
	id, own := t.entry(name)
	return own && t.program(id) == p
}

// bare is a name in small letters, without the endings that another system's
// programs have.
func bare(name string) string {
	low := str.Lower(name)
	for _, ext := range [...]string{".exe", ".cmd", ".bat"} {
		low = str.TrimSuffix(low, ext)
	}
	return low
}

// folded is the name that a table has for one in small letters, which may have
// capitals.
func (t *Table) folded(low string) string {
	if id, _ := t.entry(low); id != "" || low == "" || low[0] < 'a' || low[0] > 'z' {
		return low
	}
	capital := low[0] - ('a' - 'A')
	for i := range t.Letters {
		l := &t.Letters[i]
		if l.First != low[0] && l.First != capital {
			continue
		}
		for rest := l.Names; rest != ""; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			if n, _, _ := str.Cut(line, '\t'); equalFold(n, low) {
				return n
			}
		}
	}
	return low
}

// equalFold reports whether a text is the other one, which is in small letters,
// in any case.
func equalFold(s, low string) bool {
	if len(s) != len(low) {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != low[i] {
			return false
		}
	}
	return true
}

// part is the subcommand of p that a name stands for, "" if it stands for none.
func (t *Table) part(name string, p *Program) (part string) {
	low := str.Lower(name)
	t.families(func(family, id string) bool {
		if of := partOf(family, low); of != "" && t.program(id) == p {
			part = of
		}
		return part != ""
	})
	return part
}

// families calls f with each pattern of names and its program, until it
// returns true.
func (t *Table) families(f func(family, id string) bool) {
	for rest := t.Families; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if family, id, _ := str.Cut(line, '\t'); f(family, id) {
			return
		}
	}
}

// partOf is what stands for the @ at the end of a family's name: push of
// git-push in git-@.
func partOf(family, name string) string {
	if n := len(family) - 1; n > 0 && family[n] == '@' && str.HasPrefix(name, family[:n]) {
		return name[n:]
	}
	return ""
}

func (t *Table) named(name string) *Program {
	id, _ := t.entry(name)
	return t.program(id)
}

// entry is the program that goes by a name, "" if none does. The line of a name
// is the name, behind a tab the program's where that is another, and "own" if
// the name means another program that is read by the same table.
func (t *Table) entry(name string) (id string, own bool) {
	l := t.letter(name)
	if l == nil {
		return "", false
	}
	for lo, hi := 0, len(l.Names); lo < hi; {
		middle := int(uint(lo+hi) >> 1)
		from := middle
		for from > lo && l.Names[from-1] != '\n' {
			from--
		}
		switch order, rest := compare(l.Names[from:hi], name); {
		case order == 0 && rest[0] == '\n':
			return name, false
		case order == 0:
			rest, _, _ = str.Cut(rest[1:], '\n')
			id, _, own = str.Cut(rest, '\t')
			return id, own
		case order < 0:
			for lo = middle; l.Names[lo] != '\n'; {
				lo++
			}
			lo++
		default:
			hi = from
		}
	}
	return "", false
}

// compare tells whether the name that a line begins with comes before another
// one, is it, or comes behind it, and what of the lines stands from its end on:
// a tab or the end of the line.
func compare(lines, name string) (order int, rest string) {
	for i := 0; ; i++ {
		switch c := lines[i]; {
		case c == '\t' || c == '\n':
			if i == len(name) {
				return 0, lines[i:]
			}
			return -1, ""
		case i == len(name) || c > name[i]:
			return 1, ""
		case c < name[i]:
			return -1, ""
		}
	}
}

// program is what is known of the program whose facts begin with that line, nil
// if there are none.
func (t *Table) program(id string) *Program {
	l := t.letter(id)
	if l == nil {
		return nil
	}
	for n, at := 0, 0; at < len(l.IDs); n++ {
		end := at
		for l.IDs[end] != '\n' { // each line ends in one
			end++
		}
		if l.IDs[at:end] == id {
			return l.program(n)
		}
		at = end + 1
	}
	return nil
}

// like matches a name with a pattern in which * is any text and # is a run of
// digits, dots and dashes.
func like(pattern, name string) bool {
	for pattern != "" {
		switch pattern[0] {
		case '*':
			for i := len(name); i >= 0; i-- {
				if like(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		case '#':
			n := 0
			for n < len(name) && (name[n] >= '0' && name[n] <= '9' || name[n] == '.' || name[n] == '-') {
				n++
			}
			if n == 0 {
				return false
			}
			pattern, name = pattern[1:], name[n:]
		default:
			if name == "" || name[0] != pattern[0] {
				return false
			}
			pattern, name = pattern[1:], name[1:]
		}
	}
	return name == ""
}

// sub finds a subcommand by one of its names, patterns last. called is the
// first of those that mean the same; what a pattern matches is its own name.
func (c *Command) sub(name string) (sub *Command, called string) {
	if at, names, ok := c.named(name); ok {
		called, _, _ = str.Cut(names, ' ')
		return c.numbered(at, names), called
	}
	c.groups(func(at int, names string) bool {
		if str.IndexByte(names, '*') >= 0 && anyLike(names, name) {
			sub, called = c.numbered(at, names), name
		}
		return sub != nil
	})
	return sub, called
}

// anyLike reports whether a name is like one of the patterns between blanks.
func anyLike(patterns, name string) bool {
	for rest := patterns; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, ' ')
		if one != "" && like(one, name) {
			return true
		}
	}
	return false
}

// HasSubs reports whether a command has subcommands.
func (c *Command) HasSubs() bool { return len(c.Subs) > 0 || c.below != nil }

// Sub is the subcommand that a word stands for, nil if it stands for none.
func (c *Command) Sub(name string) *Command {
	sub, _ := c.sub(name)
	return sub
}

// nextGroup takes the names that mean the same off the front of a list in
// which different ones have ", " between them.
func nextGroup(list string) (group, rest string) {
	for at := 0; ; at++ {
		i := str.IndexByte(list[at:], ',')
		if i < 0 {
			return list, ""
		}
		if at += i; at+1 < len(list) && list[at+1] == ' ' {
			return list[:at], list[at+2:]
		}
	}
}

// hasWord reports whether a word stands in a list between blanks.
func hasWord(list, w string) bool {
	for list != "" {
		var one string
		one, list, _ = str.Cut(list, ' ')
		if one == w && one != "" {
			return true
		}
	}
	return false
}

// hasName reports whether a name is among names with blanks, or commas and blanks,
// between them.
func hasName(names, name string) bool { return nameAt(names, name) >= 0 }

// nameAt is where such a name begins, -1 if it is not there.
func nameAt(names, name string) int {
	if name == "" || name[len(name)-1] == ',' {
		return -1
	}
	last := name[len(name)-1] // nearly all begin with the same dash
	for at := 0; at < len(names); at++ {
		if end := at + len(name); end <= len(names) && names[end-1] == last && names[at:end] == name {
			switch {
			case end == len(names), names[end] == ' ':
				return at
			case names[end] == ',' && (end+1 == len(names) || names[end+1] == ' '):
				return at
			}
		}
		for at < len(names) && names[at] != ' ' {
			at++
		}
	}
	return -1
}

// more is what few commands have, never nil.
func (c *Command) more() *More {
	if c.More == nil {
		return &noMore
	}
	return c.More
}

var noMore More

func (o *Option) more() *OptionMore {
	if o.More == nil {
		return &noOptionMore
	}
	return o.More
}

var noOptionMore OptionMore

// group is the names of the option among o's that has this one: "-k
// --kill-after" of "-k --kill-after, -v".
func (o *Option) group(name string) string {
	at := nameAt(o.Names, name)
	if at < 0 {
		return name
	}
	from := at
	for from > 0 && (from < 2 || o.Names[from-2:from] != ", ") {
		from--
	}
	group, _ := nextGroup(o.Names[from:])
	return group
}

// Names are all names of the option that is given.
func (g *Given) Names() string { return g.Option.group(g.Name) }

// Has reports whether one of o's names is name.
func (o *Option) Has(name string) bool { return hasName(o.Names, name) }

// hasSub reports whether a command has a subcommand of that name.
func (c *Command) hasSub(name string) bool {
	sub, _ := c.sub(name)
	return sub != nil
}
