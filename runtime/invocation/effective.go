package invocation

import (
	"kei/runtime/effect"
	"kei/runtime/str"
	"kei/runtime/word"
)

// An effective command is what the innermost command is with the options given.
type effective struct {
	command  *Command
	whens    []*When
	effects  effect.Set
	spec     string
	single   string
	stdin    string
	unnamed  string
	defaults string
}

func (inv *Invocation) effective() effective {
	c := inv.Command()
	e := effective{command: c, spec: c.Operands, single: c.more().Single, stdin: c.more().Stdin, unnamed: c.more().Unnamed, defaults: c.more().Default}
	for _, one := range inv.Path {
		e.effects |= one.Effects
	}
	whens := c.more().When
	for i := range whens {
		w := &whens[i]
		if !inv.givenAny(w.Given) {
			continue
		}
		e.whens = append(e.whens, w)
		e.effects |= w.Effects
		if w.Set&SetOperands != 0 {
			e.spec, e.single = w.Operands, w.Single
		}
		if w.Set&SetStdin != 0 {
			e.stdin = w.Stdin
		}
		if w.Set&SetDefault != 0 {
			e.defaults = w.Default
		}
		if w.Set&SetUnnamed != 0 {
			e.unnamed = w.Unnamed
		}
	}
	only := false
	for i := range inv.Given {
		g := &inv.Given[i]
		if m := g.Option.more(); !g.Off {
			switch m.Stdin {
			case "":
			case StdinData:
				e.stdin = ""
			default:
				e.stdin = m.Stdin
			}
			if m.Unnamed != "" {
				e.unnamed = m.Unnamed
			}
			only = only || m.Only && inv.counts(i)
		}
	}
	for _, w := range e.whens {
		if w.Set&SetUnnamed != 0 {
			e.unnamed = w.Unnamed
		}
	}
	if only {
		e.unnamed = ""
	}
	return e
}

// givenAny reports whether one of the options is given. A name with a ! in front
// asks that it is not; of those all must hold. "@2" is given if there are two
// operands at least.
func (inv *Invocation) givenAny(names string) bool {
	wanted, found := false, false
	for rest := names; rest != ""; {
		var n string
		n, rest, _ = str.Cut(rest, ' ')
		if str.HasPrefix(n, "!") {
			if inv.holds(n[1:]) {
				return false
			}
			continue
		}
		wanted = true
		found = found || inv.holds(n)
	}
	return found || !wanted
}

// holds reports whether an option is given, or so many operands.
func (inv *Invocation) holds(name string) bool {
	if len(name) == 2 && name[0] == '@' {
		return len(inv.Operands) >= int(name[1]-'0')
	}
	return inv.Has(name)
}

// operands are the slots of n operands.
func (e *effective) operands(n int) string {
	if n == 1 && e.single != "" {
		return e.single
	}
	return e.spec
}

// values are the words of an option with what they are.
func (e *effective) values(g *Given) []Use {
	spec := g.Option.Value
	for _, w := range e.whens {
		for i := range w.Options {
			if same(g, &w.Options[i]) {
				spec = w.Options[i].Value
			}
		}
	}
	if g.Slots != "" {
		spec = g.Slots
	}
	m := g.Option.more()
	var list []Use
	if len(m.Keys) > 0 {
		list = pairs(m, g.Values[0], g.At)
	}
	var room fewSlots
	for i, s := range appendSlots(room[:0], spec) {
		if i >= len(g.Values) {
			break
		}
		words := g.Values[i : i+1]
		if s.Many || s.Until {
			words = g.Values[i:]
		}
		list = append(list, Use{Slot: s, Words: words, At: g.At, Option: true})
		if s.Many || s.Until {
			break
		}
	}
	return list
}

// same reports whether an option, as a When has it, is the one that is given.
func same(g *Given, o *Option) bool {
	for rest := g.Option.group(g.Name); rest != ""; {
		var n string
		n, rest, _ = str.Cut(rest, ' ')
		if o.Has(n) {
			return true
		}
	}
	return false
}

// pairs are the values of a word such as type=bind,src=/.
func pairs(m *OptionMore, w word.Word, at int) []Use {
	var list []Use
	for rest := w.Text; rest != ""; {
		var one string
		one, rest = m.pair(rest)
		for i := range m.Keys {
			for names := m.Keys[i].Names; names != ""; {
				var key string
				key, names, _ = str.Cut(names, ' ')
				value, ok := behindKey(one, key)
				if !ok {
					continue
				}
				v := w
				v.Text, v.Home = value, str.HasPrefix(value, "~")
				slot, _ := ParseSlot(m.Keys[i].Value)
				list = append(list, Use{Slot: slot, Words: []word.Word{v}, At: at, Option: true})
			}
		}
	}
	return list
}

// behindKey is what stands behind a key, in any case; a * in front of that is
// any text.
func behindKey(s, key string) (string, bool) {
	if str.HasPrefix(key, "*") {
		at := str.Index(s, key[1:])
		if at < 0 {
			return "", false
		}
		return s[at+len(key)-1:], true
	}
	if len(s) < len(key) || str.Lower(s[:len(key)]) != str.Lower(key) {
		return "", false
	}
	return s[len(key):], true
}

// fillAll gives each operand the slot that it fills. Slots behind one that is
// called -- are for the words behind the -- on the command line; if there is
// none they follow like any.
func (inv *Invocation) fillAll(list []Slot) []Use {
	for i, s := range list {
		switch {
		case s.Name != "--":
		case inv.End < 0:
			return fill(append(append([]Slot(nil), list[:i]...), list[i+1:]...), inv.Operands, inv.At)
		default:
			return append(fill(list[:i], inv.Operands[:inv.End], inv.At[:inv.End]), fill(list[i+1:], inv.Operands[inv.End:], inv.At[inv.End:])...)
		}
	}
	return fill(list, inv.Operands, inv.At)
}

// pair is the first pair of a text, and the rest. Each byte of the separator
// separates.
func (m *OptionMore) pair(text string) (one, rest string) {
	for i := 0; i < len(text) && m.Sep != ""; i++ {
		if str.IndexByte(m.Sep, text[i]) >= 0 {
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// refusals calls f with the keys of an option that its value has, by a pattern: those that
// are refused, or do more.
func (g *Given) refusals(f func(*OptionMore)) {
	m := g.Option.more()
	if len(m.Keys) == 0 || len(g.Values) == 0 {
		return
	}
	for rest := g.Values[0].Text; rest != ""; {
		var one string
		one, rest = m.pair(rest)
		for i := range m.Keys {
			if m.Keys[i].More != nil && likeWord(m.Keys[i].Names, one) {
				f(m.Keys[i].More)
			}
		}
	}
}

// fill gives words their slots: those in front from the left, those behind a
// slot for many from the right.
func fill(list []Slot, words []word.Word, at []int) []Use {
	var uses []Use
	use := func(s Slot, from, to int) {
		if from < to {
			uses = append(uses, Use{Slot: s, Words: words[from:to], At: at[from]})
		}
	}
	i := 0
	for n, s := range list {
		left := len(words) - i
		if left == 0 {
			break
		}
		behind := required(list[n+1:])
		switch {
		case s.Kind == Env && s.Many:
			for i < len(words) && isAssignment(words[i].Text) {
				use(s, i, i+1)
				i++
			}
		case s.Until:
			end := untilEnd(words, i)
			use(s, i, end)
			if n := len(uses); end > i && n > 0 {
				uses[n-1].Words = withoutEnd(uses[n-1].Words)
			}
			i = end
		case s.Many && !s.Each && wholeRest(s.Kind):
			if (s.Kind == Run || s.Kind == Sh) && words[i].Text == "--" && left > 1 {
				i++ // it stands between what comes first and the command
			}
			use(s, i, len(words))
			i = len(words)
		case s.Many:
			for ; i < len(words)-behind || i < len(words) && n == len(list)-1; i++ {
				use(s, i, i+1)
			}
			if left <= behind && n < len(list)-1 && i < len(words) && behind >= len(words) && len(words) == 1 {
				continue
			}
		case s.Maybe && left <= behind:
		default:
			use(s, i, i+1)
			i++
		}
	}
	return uses
}

// untilEnd is where the words end that go up to a ; from i on, which may stand at the end
// of one.
func untilEnd(words []word.Word, i int) int {
	for ; i < len(words); i++ {
		if t := words[i].Text; str.HasSuffix(t, ";") && !str.HasSuffix(t, "\\;") {
			return i + 1
		}
	}
	return i
}

// withoutEnd are words without the ; that ends them.
func withoutEnd(words []word.Word) []word.Word {
	last := words[len(words)-1]
	switch {
	case !str.HasSuffix(last.Text, ";") || str.HasSuffix(last.Text, "\\;"):
		return words
	case last.Text == ";":
		return words[:len(words)-1]
	}
	last.Text = last.Text[:len(last.Text)-1]
	return append(append([]word.Word(nil), words[:len(words)-1]...), last)
}

// wholeRest reports whether a slot for many takes its words as one thing.
func wholeRest(k Kind) bool {
	switch k {
	case Run, Sh, Code, Module, Args, Perhaps, Words:
		return true
	}
	return false
}

// required counts the slots that want a word of their own.
func required(list []Slot) int {
	n := 0
	for _, s := range list {
		if !s.Many && !s.Maybe {
			n++
		}
	}
	return n
}

// isAssignment reports whether a word is NAME=value; of what stands in front of
// the sign env asks nothing.
func isAssignment(s string) bool { return str.IndexByte(s, '=') > 0 }

// IdleAlone reports whether the command does nothing where it is given no operand: all
// that it does it does to those, and that is to remove them.
func (inv *Invocation) IdleAlone() bool {
	c := inv.Command()
	if c.Effects != 0 || c.More == nil || !c.More.Removes || c.More.Default != "" || c.More.Stdin != "" || c.HasSubs() || len(inv.UnknownOptions) > 0 {
		return false
	}
	for i := range inv.Given {
		if inv.Given[i].Option.Value != "" {
			return false
		}
	}
	return c.Operands == "delete:FILE..."
}
