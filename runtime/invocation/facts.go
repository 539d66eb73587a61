package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/str"
)

// Facts are a program as a gate holds it: text, which costs a gate nothing but
// its bytes. It is decoded when the program is looked up, once, and a subcommand
// when it is named.
//
// Each line is a fact. The first is the program's name, with the shell's world
// in front. One that begins with a dash or a tab is an option: its names, its
// value and what else is known of it, with tabs between. "again 3 2" stands for
// two options, from the third on (the first is 0). ">" begins a subcommand, or
// several of which the same is known, ">>" one of that; "like 3" in it stands for
// what is known of the fourth that ends. "?" begins what holds if
// an option is given. Effects stand behind "=", slots of operands behind ":".
// Any other line begins with the name of a key, as programs/*.toml have it. The text
// may be packed: see [Packed].
type Facts = string

// A readProgram is a program that was read, and those that were before it.
type readProgram struct {
	of      *Letter
	n       int // it is the n-th of its letter
	program Program
	before  *readProgram
}

// program is what the n-th of the texts says. Text that says it badly is cut
// short there; that none does is proven where it is made.
func (l *Letter) program(n int) *Program {
	known := &firstDesk.known[int(l.First)%len(firstDesk.known)]
	for {
		first := known.Load()
		for r := first; r != nil; r = r.before {
			if r.of == l && r.n == n {
				return &r.program
			}
		}
		d := decoder{text: l.facts(n)}
		for i := range l.Indexed {
			if l.Indexed[i].N == n {
				d.index = l.Indexed[i].Index
			}
		}
		d.begin()
		r := d.desk.readProgram()
		r.of, r.n, r.before = l, n, first
		d.program(&r.program)
		d.end()
		if known.CompareAndSwap(first, r) { // programs are compared by where they are
			return &r.program
		}
	}
}

// facts are the n-th of the texts.
func (l *Letter) facts(n int) Facts {
	from := 0
	for _, size := range l.Sizes[:n] {
		from += int(size)
	}
	return l.Facts[from : from+int(l.Sizes[n])]
}

// Decode reads all of the text of [Facts]. ok is false if there is a line in it
// that means nothing.
func Decode(text Facts) (p *Program, ok bool) {
	d := decoder{text: text}
	p = &Program{}
	d.program(p)
	return p, d.whole(&p.Command) && !d.bad && d.orderly()
}

// program reads the program, without its subcommands.
func (d *decoder) program(p *Program) {
	d.next()
	p.Name = d.line
	if world, name, _ := str.Cut(d.line, ':'); world != "" && name != "" {
		p.Name = name
	}
	d.next()
	if d.line == "gnu" {
		p.Gnu = true
		d.next()
	}
	if key, value, _ := str.Cut(d.line, ' '); key == "tried" {
		p.Tried = d.unpacked(value)
		d.next()
	}
	if key, value, _ := str.Cut(d.line, ' '); key == "says" {
		p.Says = d.unpacked(value)
		d.next()
	}
	p.Command.Name = p.Name
	d.command(&p.Command, 0)
}

// A decoder reads the lines of a text.
type decoder struct {
	text string
	from int    // where the line stands
	to   int    // where the next one does
	line string // "" at the end
	bad  bool

	index string // of the names of the subcommands, "" if they are to be looked for

	liked   bool  // what is known is that of another
	desk    *desk // nil if another decoder has it
	options []Option
	keys    []Option
	mores   []more // of options, by what is written of each
}

type more struct {
	text string
	more *OptionMore
}

func (d *decoder) next() {
	d.from = d.to
	d.line, _, _ = str.Cut(d.text[d.from:], '\n')
	d.to = min(d.from+len(d.line)+1, len(d.text))
}

// seek goes to the line that begins somewhere.
func (d *decoder) seek(at int) {
	d.to = at
	d.next()
}

// command reads the facts of a program or a subcommand, up to the next that is
// not one of its own, and where its subcommands are.
func (d *decoder) command(c *Command, depth int) {
	for d.line != "" && d.line[0] != '>' && d.line[0] != '?' {
		d.fact(c)
	}
	for str.HasPrefix(d.line, "? ") {
		m := d.more(c)
		m.When = append(m.When, d.when())
	}
	if subDepth(d.line) == depth+1 {
		c.below = d.desk.below()
		c.below.text, c.below.from, c.below.depth, c.below.grammar = d.text, d.from, depth+1, c.Grammar
		if depth == 0 {
			c.below.index = d.index
		}
	}
}

// maxDepth is how deep subcommands may stand in each other.
const maxDepth = 8

// subDepth is how deep the subcommand is that a line begins, 0 if it begins none.
func subDepth(line string) int {
	n := 0
	for n < len(line) && n < maxDepth && line[n] == '>' {
		n++
	}
	if n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}

// fact reads a line of a command.
func (d *decoder) fact(c *Command) {
	switch {
	case d.isOption():
		c.Options = d.list("")
		return
	case str.HasPrefix(d.line, "word\t"):
		d.more(c).Words = d.list("word\t")
		return
	}
	key, value, _ := str.Cut(d.line, ' ')
	value = d.unpacked(value)
	switch {
	case key == "like":
		d.like(c, value)
	case key == "grammar":
		g, ok := named(grammars[:], value)
		c.Grammar = Grammar(g)
		d.bad = d.bad || !ok
	case key == "=":
		c.Effects = d.effects(value)
	case key == ":":
		c.Operands = value
	case d.line == "proven":
		c.Proven = true
	default:
		d.bad = !d.more(c).set(d, key, value) || d.bad
	}
	d.next()
}

// decimal reads a number below a limit.
func decimal(s string, limit int) (n int, ok bool) {
	for i := 0; i < len(s); i++ {
		if n = n*10 + int(s[i]-'0'); s[i] < '0' || s[i] > '9' || n >= limit {
			return 0, false
		}
	}
	return n, s != "" && n < limit
}

func (d *decoder) more(c *Command) *More {
	if c.More == nil {
		c.More = d.desk.more()
	}
	return c.More
}

// set sets what few commands have, false if there is no such key.
func (m *More) set(d *decoder, key, value string) bool {
	if text := m.text(key); text != nil {
		*text = value
		return true
	}
	if flag := m.flag(key); flag != nil {
		*flag = true
		return value == ""
	}
	switch key {
	case "alone":
		m.Alone = d.effects(value)
	case "unknown":
		u, ok := named(unknowns[:], value)
		m.Unknown = Unknown(u)
		return ok
	default:
		return false
	}
	return true
}

func (m *More) text(key string) *string {
	switch key {
	case "single":
		return &m.Single
	case "stdin":
		return &m.Stdin
	case "unnamed":
		return &m.Unnamed
	case "as":
		return &m.As
	case "feed":
		return &m.Feed
	case "values":
		return &m.Values
	case "default":
		return &m.Default
	case "profiles":
		return &m.Profiles
	case "means":
		return &m.Means
	case "refuse":
		return &m.Refuse
	case "unsure":
		return &m.Unsure
	}
	return nil
}

func (m *More) flag(key string) *bool {
	switch key {
	case "persistent":
		return &m.Persistent
	case "open-options":
		return &m.Open
	case "remote":
		return &m.Remote
	case "elsewhere":
		return &m.Elsewhere
	case "here":
		return &m.Here
	case "project":
		return &m.Project
	case "removes":
		return &m.Removes
	case "passes":
		return &m.Passes
	}
	return nil
}

// when reads what holds if an option is given.
func (d *decoder) when() When {
	w := When{Given: d.unpacked(d.line[2:])}
	d.next()
	for d.line != "" && d.line[0] != '>' && d.line[0] != '?' {
		if d.isOption() {
			w.Options = d.list("")
			continue
		}
		key, value, _ := str.Cut(d.line, ' ')
		value = d.unpacked(value)
		switch key {
		case ":":
			w.Set, w.Operands = w.Set|SetOperands, value
		case "single":
			w.Single = value
		case "=":
			w.Effects = d.effects(value)
		case "stdin":
			w.Set, w.Stdin = w.Set|SetStdin, value
		case "unnamed":
			w.Set, w.Unnamed = w.Set|SetUnnamed, value
		case "default":
			w.Set, w.Default = w.Set|SetDefault, value
		default:
			d.bad = true
		}
		d.next()
	}
	return w
}

func (d *decoder) isOption() bool {
	return d.line != "" && (d.line[0] == '-' || d.line[0] == '\t' || str.HasPrefix(d.line, "again "))
}

// list reads the options that follow each other, each with the mark in front.
func (d *decoder) list(mark string) []Option {
	from := len(d.options)
	for mark != "" && str.HasPrefix(d.line, mark) || mark == "" && d.isOption() {
		if mark == "" && d.line[0] == 'a' {
			end := d.to
			_, of, n := d.counted()
			d.again(of, n, d.from, 0)
			d.seek(end)
			continue
		}
		d.options = append(d.options, d.option(len(mark)))
	}
	return d.options[from:len(d.options):len(d.options)]
}

// maxOptions is how many options a program has before none is taken again: each
// time could double them.
const maxOptions = 20000

// option reads an option behind its mark, and the keys of its value, which are
// the lines behind.
func (d *decoder) option(mark int) Option {
	line := d.unpacked(d.line[mark:])
	if line[0] == '\t' && mark == 0 {
		line = line[1:]
	}
	d.next()
	o := Option{}
	o.Names, line, _ = str.Cut(line, '\t')
	o.Value, line, _ = str.Cut(line, '\t')
	if line != "" {
		o.More = d.optionMore(line)
	}
	from := len(d.keys)
	for str.HasPrefix(d.line, "key\t") {
		k := Option{}
		k.Names, line, _ = str.Cut(d.unpacked(d.line[len("key\t"):]), '\t')
		k.Value, line, _ = str.Cut(line, '\t')
		if line != "" {
			k.More = d.optionMore(line)
		}
		d.keys = append(d.keys, k)
		d.next()
	}
	if from < len(d.keys) {
		m := d.desk.optionMore()
		if o.More != nil {
			*m = *o.More
		}
		m.Keys = d.keys[from:len(d.keys):len(d.keys)]
		o.More = m
	}
	return o
}

// more is what few options have, the same for all of which the same is written.
func (d *decoder) optionMore(text string) *OptionMore {
	for i := len(d.mores) - 1; i >= 0 && i > len(d.mores)-8; i-- {
		if d.mores[i].text == text {
			return d.mores[i].more
		}
	}
	m := d.desk.optionMore()
	for rest := text; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, '\t')
		key, value, _ := str.Cut(one, ' ')
		d.bad = !m.set(d, key, value) || d.bad
	}
	d.mores = append(d.mores, more{text, m})
	return m
}

func (m *OptionMore) set(d *decoder, key, value string) bool {
	if text := m.text(key); text != nil {
		*text = value
		return true
	}
	if flag := m.flag(key); flag != nil {
		*flag = true
		return value == ""
	}
	switch key {
	case "=":
		m.Effects = d.effects(value)
	case "only":
		m.Only, m.Effects = true, d.effects(value)
	case "sep":
		m.Sep = unescaped(value)
	default:
		return false
	}
	return true
}

// unescaped is text in which \t, \n and \\ stand for the bytes that facts
// cannot hold.
func unescaped(s string) string {
	var b []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			i++
			switch c = s[i]; c {
			case 't':
				c = '\t'
			case 'n':
				c = '\n'
			}
		}
		b = append(b, c)
	}
	return string(b)
}

func (m *OptionMore) text(key string) *string {
	switch key {
	case "implies":
		return &m.Implies
	case "also":
		return &m.Also
	case "stdin":
		return &m.Stdin
	case "unnamed":
		return &m.Unnamed
	case "feed":
		return &m.Feed
	case "refuse":
		return &m.Refuse
	case "unsure":
		return &m.Unsure
	case "as":
		return &m.As
	case "settings":
		return &m.Settings
	}
	return nil
}

func (m *OptionMore) flag(key string) *bool {
	switch key {
	case "also-flag":
		return &m.Flag
	case "detached":
		return &m.Detached
	case "proven":
		return &m.Proven
	case "free":
		return &m.Free
	case "widens":
		return &m.Widens
	case "remote":
		return &m.Remote
	case "exported":
		return &m.Exported
	}
	return nil
}

// effects reads names of effects with blanks between.
func (d *decoder) effects(names string) (set effect.Set) {
	for names != "" {
		var one string
		one, names, _ = str.Cut(names, ' ')
		e, ok := effect.Named(one)
		d.bad = d.bad || !ok
		set |= e
	}
	return set
}

// grammars and unknowns are their names, as programs/*.toml have them.
var (
	grammars = [...]string{"gnu", "posix", "single-dash", "tar", "powershell", "slash", "none", "variables"}
	unknowns = [...]string{"operand", "error", "script", "alias", "external"}
)

func (g Grammar) String() string { return grammars[g] }
func (u Unknown) String() string { return unknowns[u] }

// GrammarNamed is the grammar of that name.
func GrammarNamed(name string) (Grammar, bool) {
	n, ok := named(grammars[:], name)
	return Grammar(n), ok
}

// Grammars lists the names of grammars.
func Grammars() []string { return append([]string(nil), grammars[:]...) }

func named(names []string, name string) (int, bool) {
	for i, n := range names {
		if n == name {
			return i, true
		}
	}
	return 0, false
}
