package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// Where a subcommand stands that is not known before it runs, the command is
// all that any of its subcommands is that the word may turn out to be.

// An anySub is what a command may do of which a subcommand is not known.
type anySub struct {
	own  effect.Set // of the subcommands themselves
	more effect.Set // of their options, and by what further words are to them
}

// maxAny is how deep subcommands and the tables that they are read by are looked
// into.
const maxAny = 4

// anyOf adds what the subcommands do that a word may be. further says whether
// words may follow, the word's own included.
func (r *reader) anyOf(set *anySub, c *Command, w word.Word, further bool, depth int) {
	if depth > maxAny {
		return
	}
	c.groups(func(at int, names string) bool {
		if mayName(names, w) {
			r.all(set, c.numbered(at, names), further, depth)
		}
		return false
	})
	if p := r.table.named(c.more().As); p != nil {
		r.anyOf(set, &p.Command, w, further, depth+1)
	}
}

// all adds what a subcommand does, and where words may follow what they can make
// of it.
func (r *reader) all(set *anySub, c *Command, further bool, depth int) {
	set.own |= c.Effects | c.more().Alone
	if p := r.table.named(c.more().As); p != nil && depth < maxAny {
		r.all(set, &p.Command, further, depth+1)
	}
	if !further {
		return
	}
	for _, s := range slots(c.Operands) {
		set.more |= s.Kind.Effects()
	}
	for i := range c.Options {
		if m := c.Options[i].more(); !m.Only {
			set.more |= m.Effects
		}
	}
	anything := word.Word{Text: string(rune(match.Hole)), Split: true}
	r.anyOf(set, c, anything, true, depth+1)
}

// mayName reports whether one of the names between blanks, or a text that is like
// one, could be what a word becomes.
func mayName(names string, w word.Word) bool {
	head, tail := known(w)
	for names != "" {
		var one string
		one, names, _ = str.Cut(names, ' ')
		start, _, pattern := str.Cut(str.TrimSuffix(one, ","), '*')
		switch {
		case pattern && (str.HasPrefix(start, head) || str.HasPrefix(head, start)):
			return true
		case !pattern && len(start) >= len(head)+len(tail) && str.HasPrefix(start, head) && str.HasSuffix(start, tail):
			return true
		}
	}
	return false
}

// known is what is known of how a word begins and how it ends. One that may
// become several ends no name.
func known(w word.Word) (head, tail string) {
	open := func(c byte) bool {
		return c == match.Hole || c == match.HoleWord || w.Glob && str.IndexByte("*?[", c) >= 0
	}
	from, to := 0, len(w.Text)
	for from < to && !open(w.Text[from]) {
		from++
	}
	for to > from && !open(w.Text[to-1]) && w.Text[to-1] != ']' {
		to--
	}
	if w.Split {
		to = len(w.Text)
	}
	return w.Text[:from], w.Text[to:]
}

// matchesAny reports whether the words may turn out to be those of a deny rule's
// entry: from a word on that is not known, each could be the entry's.
func (inv *Invocation) matchesAny(entry *Invocation) bool {
	w := inv.UnknownSub
	if w == nil || w.Known() || len(entry.Path) <= len(inv.Path) {
		return false
	}
	at := 0
	for _, c := range entry.Path[len(inv.Path):] {
		if at >= len(inv.Operands) {
			return false
		}
		if mayName(c.Name, inv.Operands[at]) && inv.Operands[at].Spills() {
			return true
		}
		if !mayName(c.Name, inv.Operands[at]) {
			return false
		}
		at++
	}
	return inv.mayGive(entry) && inv.mayGoOn(entry, at)
}

// mayGive reports whether each option of the entry is among the words that the
// subcommand would read.
func (inv *Invocation) mayGive(entry *Invocation) bool {
	for i := range entry.Given {
		g := &entry.Given[i]
		found := g.At < 0
		for _, w := range inv.Words {
			found = found || w.Spills() || hasWord(g.Option.group(g.Name), w.Text) || inCluster(w.Text, g.Option.group(g.Name))
		}
		if !found {
			return false
		}
	}
	return true
}

// mayGoOn reports whether the operands from one on could be the entry's.
func (inv *Invocation) mayGoOn(entry *Invocation, at int) bool {
	for _, want := range entry.Operands {
		if at >= len(inv.Operands) {
			return false
		}
		if inv.Operands[at].Spills() {
			return true
		}
		if !SameWord(inv.Operands[at], want.Text) {
			return false
		}
		at++
	}
	return true
}
