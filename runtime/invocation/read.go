package invocation

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// maxReadings is in how many ways words may be read before they are refused.
const maxReadings = 24

// Read reads the words of a simple command in every way that they can be read;
// none if no table has the program. shell is the namespace of names, "" for
// that of bash and its like.
func (t *Table) Read(words []word.Word, name, shell string) []Invocation {
	p, exact := t.Program(name, shell)
	if p == nil || len(words) == 0 {
		return nil
	}
	r := reader{table: t}
	s := state{i: 1}
	s.inv = Invocation{Program: p, Name: t.canonical(p, name, shell), Exact: exact, Words: words, End: -1}
	r.sit(&s.inv)
	s.enter(t, &p.Command, p.Name)
	if !exact {
		if sub, called := p.Command.sub(t.part(name, p)); sub != nil {
			s.enter(t, sub, called) // git-push
		}
	}
	r.run(s)
	if r.many && len(r.list) > 0 {
		r.list[0].Unread = append(r.list[0].Unread, "its words can be read in too many ways; leave out the options that are not known")
	}
	return r.list
}

type reader struct {
	table *Table
	list  []Invocation
	many  bool
}

// A state is how far one reading has come.
type state struct {
	inv   Invocation
	i     int  // the next word
	ended bool // there are no more options
	noSub bool // the first operand was no subcommand
}

func (s *state) clone() state {
	c := *s
	c.inv.Path = append([]*Command(nil), s.inv.Path...)
	c.inv.Called = append([]string(nil), s.inv.Called...)
	c.inv.Parts = append([]Part(nil), s.inv.Parts...)
	c.inv.Given = append([]Given(nil), s.inv.Given...)
	c.inv.Operands = append([]word.Word(nil), s.inv.Operands...)
	c.inv.At = append([]int(nil), s.inv.At...)
	c.inv.UnknownOptions = append([]word.Word(nil), s.inv.UnknownOptions...)
	c.inv.Doubtful = append([]word.Word(nil), s.inv.Doubtful...)
	c.inv.Quoted = append([]word.Word(nil), s.inv.Quoted...)
	c.inv.Unread = append([]string(nil), s.inv.Unread...)
	return c
}

// enter goes on with a subcommand, by another program's table if it says so.
func (s *state) enter(t *Table, c *Command, name string) {
	s.inv.Path = append(s.inv.Path, c)
	s.inv.Called = append(s.inv.Called, name)
	s.ended = s.ended || c.Grammar == None
	if !c.HasSubs() {
		s.follow(t, c)
	}
}

// maxPath is how many tables one command may be read by.
const maxPath = 16

// follow goes on with the table that a command is read by.
func (s *state) follow(t *Table, c *Command) bool {
	as := c.more().As
	if as == "" || len(s.inv.Path) >= maxPath {
		return false
	}
	p := t.named(as)
	if p != nil {
		s.enter(t, &p.Command, p.Name)
	}
	return p != nil
}

// run reads the words from where s is.
func (r *reader) run(s state) {
	for s.i < len(s.inv.Words) {
		w := s.inv.Words[s.i]
		c := s.inv.Command()
		switch {
		case s.ended:
			r.operand(&s, w)
		case w.Text == "--" && c.HasSubs() && c.hasSub("--"):
			r.operand(&s, w)
		case w.Text == "--" && c.Grammar != None && c.Grammar != Slash && c.Grammar != PowerShell:
			s.inv.Parts[s.i] = IsEnd
			if o := s.lookup("--"); o != nil {
				s.inv.give(Given{Option: o, Name: "--", At: s.i})
				if p := r.table.named(o.more().As); p != nil {
					s.enter(r.table, &p.Command, p.Name)
					s.i++
					continue
				}
			}
			s.ended, s.inv.End = true, len(s.inv.Operands)
			s.i++
		case c.Grammar == Tar && s.i == 1 && !isOption(w.Text) && w.Text != "":
			r.bundle(&s, w)
		case r.option(&s, w):
		default:
			r.operand(&s, w)
		}
	}
	if len(r.list) == maxReadings {
		r.many = true
		return
	}
	s.inv.implied()
	r.list = append(r.list, s.inv)
}

// fork reads on from another state as well.
func (r *reader) fork(s state) {
	if len(r.list) >= maxReadings {
		r.many = true
		return
	}
	r.run(s)
}

// operand takes a word that is no option: a subcommand, or one of the words
// that the command is given.
func (r *reader) operand(s *state, w word.Word) {
	c := s.inv.Command()
	if c.HasSubs() && !s.noSub {
		if sub, called := c.sub(w.Text); sub != nil && w.Known() {
			s.inv.Parts[s.i] = IsSub
			s.i++
			s.enter(r.table, sub, called)
			return
		}
		if !w.Known() {
			r.anyOf(&s.inv.any, c, w, w.Spills() || s.i+1 < len(s.inv.Words), 0)
		}
		if s.follow(r.table, c) {
			r.operand(s, w)
			return
		}
		s.noSub = true
		first := w
		s.inv.UnknownSub = &first
	}
	s.inv.Parts[s.i] = IsOperand
	if startsWithHole(w) && !s.ended {
		if w.Split {
			s.inv.Doubtful = append(s.inv.Doubtful, w)
		} else if w.Set && !w.Plain && c.Grammar != None {
			s.inv.Quoted = append(s.inv.Quoted, w)
		}
	}
	s.inv.Operands = append(s.inv.Operands, w)
	s.inv.At = append(s.inv.At, s.i)
	s.i++
	if c.Grammar == Posix || r.takesRest(s) {
		s.ended = true
	}
}

// takesRest reports whether the operand that was just read begins a command,
// so that all that follows belongs to it.
func (r *reader) takesRest(s *state) bool {
	e := s.inv.effective()
	n := len(s.inv.Operands)
	if str.IndexByte(e.spec, ':') < 0 {
		return false // all of it is data
	}
	var room fewSlots
	uses := s.inv.fillAll(appendSlots(room[:0], e.spec))
	if len(uses) == 0 {
		return false
	}
	last := uses[len(uses)-1]
	return (last.Many && !last.Each || last.Until) && wholeRest(last.Kind) && last.Kind != Args && n > 0
}

// startsWithHole reports whether nothing is known of how the word begins.
func startsWithHole(w word.Word) bool {
	return w.Text != "" && (w.Text[0] == match.Hole || w.Text[0] == match.HoleWord)
}

func isOption(s string) bool { return len(s) > 1 && s[0] == '-' }

// bundle reads the first word of tar, a cluster whose values follow in order.
func (r *reader) bundle(s *state, w word.Word) {
	s.inv.Parts[s.i] = IsOption
	s.i++
	at := s.i - 1
	for j := 0; j < len(w.Text); j++ {
		name := "-" + w.Text[j:j+1]
		o := s.lookup(name)
		if o == nil {
			s.inv.UnknownOptions = append(s.inv.UnknownOptions, word.Word{Text: name})
			continue
		}
		g := Given{Option: o, Name: name, At: at}
		for range slots(o.Value) {
			if s.i < len(s.inv.Words) && o.Value[0] != '?' {
				g.Values = append(g.Values, s.inv.Words[s.i])
				s.inv.Parts[s.i] = IsValue
				s.i++
			}
		}
		s.inv.give(g)
	}
}

// give adds an option. One that is taken back later is gone, and the other way
// round.
func (inv *Invocation) give(g Given) {
	group := g.Option.group(g.Name)
	if !inv.takesBack(g, group) {
		inv.Given = append(inv.Given, g)
		return
	}
	kept := inv.Given[:0:0]
	for _, old := range inv.Given {
		if old.Off != g.Off && old.Option == g.Option && old.Option.group(old.Name) == group {
			continue
		}
		kept = append(kept, old)
	}
	inv.Given = append(kept, g)
}

// takesBack reports whether an option is given that g undoes.
func (inv *Invocation) takesBack(g Given, group string) bool {
	for i := range inv.Given {
		old := &inv.Given[i]
		if old.Off != g.Off && old.Option == g.Option && old.Option.group(old.Name) == group {
			return true
		}
	}
	return false
}

// implied adds what the given options and operands imply.
func (inv *Invocation) implied() {
	imply := func(names string) {
		for rest := names; rest != ""; {
			var n string
			n, rest, _ = str.Cut(rest, ' ')
			if o := inv.lookup(n); o != nil && !inv.Has(n) {
				inv.Given = append(inv.Given, Given{Option: o, Name: n, At: -1})
			}
		}
	}
	for i := 0; i < len(inv.Given); i++ {
		if g := &inv.Given[i]; !g.Off {
			imply(g.Option.more().Implies)
		}
	}
	words := inv.Command().more().Words
	for i := range words {
		for j, w := range inv.Operands {
			if !likeWord(words[i].Names, w.Text) {
				continue
			}
			inv.Given = append(inv.Given, Given{Option: &words[i], Name: words[i].Names, Values: inv.Operands[j : j+1], At: inv.At[j]})
			imply(words[i].more().Implies)
		}
	}
}

// likeWord reports whether a word is like one of the patterns between blanks.
// One with a ! in front is for every word that is not like the rest of it.
func likeWord(patterns, w string) bool {
	if len(w) > 4096 {
		return false
	}
	for rest := patterns; rest != ""; {
		var p string
		p, rest, _ = str.Cut(rest, ' ')
		if str.HasPrefix(p, "!") && len(p) > 1 && !like(p[1:], w) || like(p, w) {
			return true
		}
	}
	return false
}
