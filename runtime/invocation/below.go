package invocation

import (
	"sync/atomic"

	"kei/runtime/str"
)

// Below are the subcommands of a command whose facts are text. One is read when
// it is named: a call names one of hundreds.
type below struct {
	text    string // all of the program's
	from    int    // where the first begins
	depth   int    // how deep they are
	grammar Grammar
	read    atomic.Pointer[readSub]

	index string // of all their names, if there is one: see [Index]
}

// A readSub is a subcommand that was read, and those that were before it.
type readSub struct {
	at      int // where its names stand
	command Command
	before  *readSub
}

// groups calls f with the names of each subcommand, several that mean the same
// between blanks, and with a number for it, until f returns true.
func (c *Command) groups(f func(at int, names string) bool) {
	for i := range c.Subs {
		for rest := c.Subs[i].Name; rest != ""; {
			var group string
			if group, rest = nextGroup(rest); f(i, group) {
				return
			}
		}
	}
	if c.below != nil {
		c.below.groups(f)
	}
}

func (b *below) groups(f func(at int, names string) bool) {
	b.lines(func(at int, names string) bool {
		for rest := names; rest != ""; {
			group, left := nextGroup(rest)
			if f(at, group) {
				return true
			}
			at, rest = at+len(rest)-len(left), left
		}
		return false
	})
}

// Index is where the names of a program's subcommands stand in its text, sorted by name,
// as two bytes each, the higher first. A policy asks for one in each of its entries, and
// git's text takes longer to go through than most calls to judge. "" if the text is
// short, or so long that two bytes do not reach.
func Index(text Facts) string {
	if len(text) < longFacts || len(text) > 0xffff {
		return ""
	}
	b := below{text: text, depth: 1}
	var places []int // sorted by insertion: there are some hundreds
	b.lines(func(at int, names string) bool {
		for end := at + len(names); at < end; {
			name := firstName(text[at:])
			n := len(places)
			for n > 0 && firstName(text[places[n-1]:]) > name {
				n--
			}
			places = append(places, 0)
			copy(places[n+1:], places[n:])
			places[n] = at
			for at += len(name); at < end && (text[at] == ' ' || text[at] == ','); {
				at++
			}
		}
		return false
	})
	var index []byte
	for _, at := range places {
		index = append(index, byte(at>>8), byte(at))
	}
	return string(index)
}

// longFacts are as many bytes as are gone through sooner than a page is read.
const longFacts = 3 << 10

// firstName is the name that a text of names begins with.
func firstName(text string) string {
	for i := range len(text) {
		switch {
		case text[i] == ' ', text[i] == '\n':
			return text[:i]
		case text[i] == ',' && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n'):
			return text[:i]
		}
	}
	return text
}

// lineOf is the line of names that has a name, by the index, and where they begin.
func (b *below) lineOf(name string) (at int, names string, ok bool) {
	lo, hi := 0, len(b.index)/2
	for lo < hi {
		if middle := int(uint(lo+hi) >> 1); firstName(b.text[b.place(middle):]) < name {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	if lo == len(b.index)/2 || firstName(b.text[b.place(lo):]) != name {
		return 0, "", false
	}
	at = b.place(lo)
	for b.text[at-1] != '\n' {
		at--
	}
	at += b.depth + 1
	names, _, _ = str.Cut(b.text[at:], '\n')
	return at, names, true
}

// place is the n-th of the index.
func (b *below) place(n int) int { return int(b.index[2*n])<<8 | int(b.index[2*n+1]) }

// lines calls f with the names of each subcommand and with where they stand, until it
// returns true.
func (b *below) lines(f func(at int, names string) bool) {
	for next := b.from; ; {
		at, line := b.next(next)
		if at < 0 {
			return
		}
		next = at + len(line) + 1
		if mark := b.depth + 1; f(at+mark, line[mark:]) {
			return
		}
	}
}

// named finds the subcommand of a name: the names that mean the same, and the number
// that groups has for it. ok is false if there is none.
func (c *Command) named(name string) (at int, names string, ok bool) {
	find := func(n int, group string) bool {
		if hasWord(group, name) {
			at, names, ok = n, group, true
		}
		return ok
	}
	inLine := func(n int, line string) bool {
		if !hasName(line, name) { // as nearly all have not
			return false
		}
		for rest := line; rest != "" && !ok; {
			group, left := nextGroup(rest)
			find(n, group)
			n, rest = n+len(rest)-len(left), left
		}
		return ok
	}
	switch {
	case c.below == nil:
		c.groups(find)
	case c.below.index == "":
		c.below.lines(inLine)
	default:
		if n, line, has := c.below.lineOf(name); has {
			inLine(n, line)
		}
	}
	return at, names, ok
}

// next is the first line from there on that begins a subcommand, and where it
// stands; -1 if there is none.
func (b *below) next(at int) (int, string) {
	for at < len(b.text) {
		i := str.IndexByte(b.text[at:], '>')
		if i < 0 {
			break
		}
		if at += i; at > 0 && b.text[at-1] != '\n' {
			at++
			continue
		}
		line, _, _ := str.Cut(b.text[at:], '\n')
		switch depth := subDepth(line); {
		case depth == b.depth:
			return at, line
		case depth != 0 && depth < b.depth:
			return -1, ""
		}
		at += len(line) + 1
	}
	return -1, ""
}

// numbered is the subcommand that groups has that number for.
func (c *Command) numbered(at int, names string) *Command {
	if c.below == nil {
		return &c.Subs[at]
	}
	return c.below.command(at, names)
}

func (b *below) command(at int, names string) *Command {
	for {
		first := b.read.Load()
		for r := first; r != nil; r = r.before {
			if r.at == at {
				return &r.command
			}
		}
		d := decoder{text: b.text}
		d.begin()
		r := d.desk.readSub()
		r.at, r.before = at, first
		d.sub(&r.command, b, at, names)
		d.end()
		if b.read.CompareAndSwap(first, r) {
			return &r.command
		}
	}
}

// sub reads a subcommand whose names stand somewhere.
func (d *decoder) sub(c *Command, b *below, at int, names string) {
	c.Name, c.Grammar = names, b.grammar
	d.seek(at)
	d.next()
	d.command(c, b.depth)
}

// whole reads the subcommands, too, so that they are as the tables have them.
// It returns false if one of them cannot be read.
func (d *decoder) whole(c *Command) bool {
	b, ok := c.below, true
	c.below = nil
	if b == nil {
		return true
	}
	b.groups(func(at int, names string) bool {
		sub := decoder{text: d.text}
		c.Subs = append(c.Subs, Command{})
		last := &c.Subs[len(c.Subs)-1]
		sub.sub(last, b, at, names)
		ok = sub.whole(last) && !sub.bad && ok
		return false
	})
	return ok
}

// orderly reports whether each line of a text is one, and each subcommand stands
// below a command.
func (d *decoder) orderly() bool {
	d.seek(0)
	for depth := 0; d.from < len(d.text); d.next() {
		deep := subDepth(d.line)
		if d.line == "" || deep > depth+1 || deep == 0 && d.line[0] == '>' {
			return false
		}
		if deep > 0 {
			depth = deep
		}
	}
	return str.HasSuffix(d.text, "\n")
}

// like reads what is known of the command that ends as the n-th of the text.
func (d *decoder) like(c *Command, n string) {
	number, ok := decimal(n, len(d.text))
	e, depth := ending{}, 0
	if ok = ok && !d.liked; ok {
		e, depth, ok = d.ending(number)
	}
	if !ok {
		d.bad = true
		return
	}
	d.liked = true
	line, from, to := d.line, d.from, d.to
	name, proven := c.Name, c.Proven
	*c = Command{Name: name, Grammar: e.outer}
	d.seek(e.from)
	d.command(c, depth)
	c.Proven = proven
	d.line, d.from, d.to = line, from, to
}

// An ending is a command that has not ended yet.
type ending struct {
	from           int // of what is known of it
	grammar, outer Grammar
}

// ending finds the command that ends as the n-th, before the line that is read:
// one ends where another begins that is not below it.
func (d *decoder) ending(n int) (e ending, depth int, ok bool) {
	var open [maxDepth + 1]ending
	first, _, _ := str.Cut(d.text, '\n')
	open[0].from = len(first) + 1
	for at := 0; at < d.from; {
		line, _, _ := str.Cut(d.text[at:], '\n')
		at += len(line) + 1
		if deep := subDepth(line); deep > 0 {
			for ; depth >= deep; depth-- {
				if n == 0 {
					return open[depth], depth, true
				}
				n--
			}
			outer := open[deep-1].grammar
			depth, open[deep] = deep, ending{from: at, grammar: outer, outer: outer}
			continue
		}
		if key, value, _ := str.Cut(line, ' '); key == "grammar" {
			g, _ := GrammarNamed(value)
			open[depth].grammar = g
		}
	}
	return ending{}, 0, false
}

// again takes options that stand further up, before some line: the first is the
// one that so many stand in front of.
func (d *decoder) again(first, many, before, depth int) {
	for at := 0; at < before && many > 0 && depth < maxAgain && len(d.options) < maxOptions; {
		d.seek(at)
		at = d.to
		mark, of, n := d.counted()
		switch {
		case n <= first:
			first -= n
		case mark >= 0:
			d.options = append(d.options, d.option(mark))
			at = d.from
			many--
		default:
			take := min(n-first, many)
			d.again(of+first, take, d.from, depth+1)
			first, many = 0, many-take
		}
	}
	d.bad = d.bad || many > 0
}

// maxAgain is how often options may be taken from where they were taken from
// further up.
const maxAgain = 32

// counted is how many options a line stands for. mark is what stands in front of
// one, of is the first of those that are taken from further up.
func (d *decoder) counted() (mark, of, n int) {
	switch {
	case str.HasPrefix(d.line, "word\t"):
		return len("word\t"), 0, 1
	case !d.isOption():
		return -1, 0, 0
	case d.line[0] != 'a':
		return 0, 0, 1
	}
	first, many, _ := str.Cut(d.line[len("again "):], ' ')
	of, ok := decimal(first, maxOptions)
	n, fits := decimal(many, maxOptions)
	if !ok || !fits {
		d.bad = true
		return -1, 0, 0
	}
	return -1, of, n
}
