package invocation

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// option reads a word, and what belongs to it, as an option. It returns false
// if the word is none.
func (r *reader) option(s *state, w word.Word) bool {
	t := w.Text
	grammar := s.inv.Command().Grammar
	if grammar == Variables {
		return r.variable(s, w)
	}
	if t == "" || t[0] != '-' && grammar != PowerShell && grammar != Slash && s.inv.dashed() {
		return false
	}
	if o, name, value := s.written(t, grammar); o != nil {
		if grammar != SingleDash {
			r.orShortened(s, w, o, name)
		}
		if value < 0 {
			r.take(s, o, name, nil)
		} else {
			v := rest(w, value)
			r.take(s, o, name, &v)
		}
		return true
	}
	switch {
	case grammar == PowerShell:
		return r.powerShell(s, w)
	case grammar == Slash:
		if len(t) > 1 && t[0] == '/' && str.LastIndexByte(t, '/') == 0 {
			r.unknown(s, w)
			return true
		}
		return false
	case !isOption(t):
		return false
	}
	if grammar == SingleDash {
		return r.singleDash(s, w)
	}
	if str.HasPrefix(t, "--") {
		return r.long(s, w)
	}
	return r.cluster(s, w)
}

// orShortened reads a word that the table has only a pattern for as what else it
// can be: the beginning of a long name; where the pattern is for all, letters
// that it has by name.
func (r *reader) orShortened(s *state, w word.Word, o *Option, found string) {
	if o.Has(found) || !isOption(w.Text) || str.IndexByte(o.Names, '*') < 0 {
		return
	}
	if !str.HasPrefix(w.Text, "--") {
		if o.Has("-*") && s.inv.exact(w.Text[:2]) != nil {
			alt := s.clone()
			r.cluster(&alt, w)
			r.fork(alt)
		}
		return
	}
	name, _, valued := str.Cut(w.Text, '=')
	for _, f := range s.shortened(name) {
		alt := s.clone()
		r.takeLong(&alt, f, w, name, valued)
		r.fork(alt)
	}
}

// variable reads NAME=VALUE by what is said of that very value, or of the name.
func (r *reader) variable(s *state, w word.Word) bool {
	name, _, ok := str.Cut(w.Text, '=')
	if !ok {
		return false
	}
	o := s.lookup(w.Text)
	if o == nil {
		o = s.lookup(name)
	}
	if o == nil {
		return false
	}
	v := rest(w, len(name)+1)
	r.take(s, o, name, &v)
	return true
}

// written finds the option that a word is, by what the table says most exactly
// of it: its name, its name with the value behind it, a pattern. value is where
// the value begins in the word, -1 if it is not there.
func (s *state) written(t string, grammar Grammar) (o *Option, name string, value int) {
	if o, name = s.named(t, grammar); o != nil {
		return o, name, -1
	}
	pattern, head := s.pattern(t)
	if o, name = s.attached(t); o != nil && len(name) >= head {
		if i := str.IndexByte(t, '='); i > len(name) {
			if whole, n := s.named(t[:i], grammar); whole != nil {
				return whole, n, i + 1
			}
		}
		return o, name, len(name)
	}
	if i := str.IndexByte(t, '='); i > 1 && i >= head && isOption(t) {
		if o, name = s.named(t[:i], grammar); o != nil {
			return o, name, i + 1
		}
	}
	if i := str.IndexByte(t, '='); i > 1 && isOption(t) {
		if o, _ = s.pattern(t[:i]); o != nil && pattern == nil {
			return o, t[:i], i + 1
		}
	}
	return pattern, t, -1
}

// named finds an option by its whole name; where one dash means two, by either.
func (s *state) named(name string, grammar Grammar) (*Option, string) {
	if o := s.inv.exact(name); o != nil {
		return o, name
	}
	if grammar == SingleDash && isOption(name) {
		other := "-" + name
		if str.HasPrefix(name, "--") {
			other = name[1:]
		}
		return s.inv.exact(other), other
	}
	return nil, name
}

// rest is a word from its i-th byte on.
func rest(w word.Word, i int) word.Word {
	w.Text = w.Text[i:]
	w.Home = str.HasPrefix(w.Text, "~")
	return w
}

// long reads --name and --name=value, shortened or with no- in front.
func (r *reader) long(s *state, w word.Word) bool {
	name, value, valued := str.Cut(w.Text, '=')
	found := s.shortened(name)
	switch {
	case len(found) > 0:
		for _, f := range found[1:] {
			alt := s.clone()
			r.takeLong(&alt, f, w, name, valued)
			r.fork(alt)
		}
		r.takeLong(s, found[0], w, name, valued)
		return true
	case str.HasPrefix(name, "--no-"):
		if o := s.lookup("--" + name[len("--no-"):]); o != nil {
			s.inv.Parts[s.i] = IsOption
			s.inv.give(Given{Option: o, Name: "--" + name[len("--no-"):], Off: true, At: s.i})
			s.i++
			return true
		}
	}
	_ = value
	r.unknown(s, w)
	return true
}

func (r *reader) takeLong(s *state, f found, w word.Word, name string, valued bool) {
	if !valued {
		r.take(s, f.option, f.name, nil)
		return
	}
	v := rest(w, len(name)+1)
	r.take(s, f.option, f.name, &v)
}

// singleDash reads -name, --name and -name=value alike.
func (r *reader) singleDash(s *state, w word.Word) bool {
	name, _, valued := str.Cut(w.Text, '=')
	other := "-" + name
	if str.HasPrefix(name, "--") {
		other = name[1:]
	}
	for _, n := range [...]string{name, other} {
		o := s.lookup(n)
		if o == nil {
			continue
		}
		if valued {
			v := rest(w, len(name)+1)
			r.take(s, o, n, &v)
		} else {
			r.take(s, o, n, nil)
		}
		return true
	}
	r.unknown(s, w)
	return true
}

// powerShell reads -Name and -Name:value, in any case and shortened.
func (r *reader) powerShell(s *state, w word.Word) bool {
	if !isOption(w.Text) {
		return false
	}
	name, _, valued := str.Cut(w.Text, ':')
	low := str.Lower(name)
	var all []found
	s.inv.each(func(o *Option, n string) {
		if l := str.Lower(n); l == low || len(low) > 1 && str.HasPrefix(l, low) {
			all = append(all, found{o, n})
		}
	})
	if len(all) == 0 {
		r.unknown(s, w)
		return true
	}
	for _, f := range all {
		if str.Lower(f.name) == low {
			all = []found{f}
			break
		}
	}
	for _, f := range all[1:] {
		alt := s.clone()
		r.takeLong(&alt, f, w, name, valued)
		r.fork(alt)
	}
	r.takeLong(s, all[0], w, name, valued)
	return true
}

// cluster reads -abc: options of one letter, the last of which may have its
// value in the same word or in the next.
func (r *reader) cluster(s *state, w word.Word) bool {
	t := w.Text
	for j := 1; j < len(t); j++ {
		o := s.lookup("-" + t[j:j+1])
		if o == nil {
			r.unknown(s, w)
			return true
		}
		if o.Value != "" && !o.more().Detached {
			break
		}
	}
	var later []Given // options that take their words behind the cluster
	at := s.i
	for j := 1; j < len(t); j++ {
		name := "-" + t[j:j+1]
		o := s.lookup(name)
		switch {
		case o.more().Detached:
			later = append(later, Given{Option: o, Name: name, At: at})
		case o.Value == "":
			s.inv.Parts[at] = IsOption
			s.inv.give(Given{Option: o, Name: name, At: at})
		case j == len(t)-1 && len(later) == 0:
			r.take(s, o, name, nil)
			return true
		default:
			v := rest(w, j+1)
			if j < len(t)-1 {
				r.take(s, o, name, &v)
				s.later(later)
				return true
			}
			later = append(later, Given{Option: o, Name: name, At: at})
		}
	}
	s.inv.Parts[at] = IsOption
	s.i++
	s.later(later)
	return true
}

// later takes the words of options whose values stand behind their cluster.
func (s *state) later(list []Given) {
	for _, g := range list {
		for _, slot := range slots(g.Option.Value) {
			if s.i < len(s.inv.Words) && !slot.Attached {
				s.value(&g, slot)
			}
		}
		s.inv.give(g)
	}
}

// unknown reads an option that no table has: it may take the next word or not.
func (r *reader) unknown(s *state, w word.Word) {
	s.inv.Parts[s.i] = IsOption
	s.inv.UnknownOptions = append(s.inv.UnknownOptions, w)
	s.i++
	if str.IndexByte(w.Text, '=') >= 0 || s.i == len(s.inv.Words) || isOption(s.inv.Words[s.i].Text) {
		return
	}
	alt := s.clone()
	alt.inv.Parts[alt.i] = IsValue
	alt.i++
	r.fork(alt)
}

// take reads the values of an option: in the same word if value is given, else
// the words that follow. Where systems differ, both ways are read.
func (r *reader) take(s *state, o *Option, name string, value *word.Word) {
	if m := o.more(); m.Also != "" || m.Flag {
		alt := s.clone()
		alt.inv.Other = true
		alt.takeValues(o, name, m.Also, value)
		alt.inv.Given[len(alt.inv.Given)-1].Slots = m.Also
		switch likely, sure := alt.suffix(m.Also, value); {
		case sure:
			*s = alt
			return
		case likely:
			r.fork(alt)
		}
	}
	s.takeValues(o, name, o.Value, value)
	given := &s.inv.Given[len(s.inv.Given)-1]
	if p := r.table.named(given.Option.more().As); p != nil {
		s.enter(r.table, &p.Command, p.Name)
	}
}

// suffix reports whether a reading in which an option takes a word that may be
// absent can be meant: the word is the ending of a name, or nothing, which is
// sure to be that.
func (s *state) suffix(spec string, value *word.Word) (likely, sure bool) {
	slot, ok := ParseSlot(spec)
	g := &s.inv.Given[len(s.inv.Given)-1]
	switch {
	case !ok || !slot.Maybe:
		return true, false
	case value != nil || len(g.Values) == 0:
		return false, false
	}
	t := g.Values[0].Text
	return t == "" || t[0] == '.', t == ""
}

func (s *state) takeValues(o *Option, name, spec string, value *word.Word) {
	g := Given{Option: o, Name: name, At: s.i}
	s.inv.Parts[s.i] = IsOption
	s.i++
	var room fewSlots
	list := appendSlots(room[:0], spec)
	if value != nil {
		if len(list) == 0 && str.In(str.Lower(value.Text), "false", "no", "0", "off") {
			g.Off = true
		}
		g.Values = append(g.Values, *value)
		if len(list) > 0 && !list[0].Many {
			list = list[1:]
		}
	} else if len(list) > 0 && list[0].Attached {
		list = nil
	}
	for _, slot := range list {
		switch {
		case slot.Until:
			s.until(&g)
		case slot.Many:
			for s.i < len(s.inv.Words) {
				s.value(&g, slot)
			}
		case s.i < len(s.inv.Words):
			s.value(&g, slot)
		}
	}
	if value == nil && len(g.Values) == 1 && g.Values[0].Known() {
		// An option that is listed with this very value is that one: -X GET.
		joined := "="
		if len(name) == 2 {
			joined = ""
		}
		if with := s.inv.exact(name + joined + g.Values[0].Text); with != nil && with.Value == "" {
			g.Option, g.Name = with, name+joined+g.Values[0].Text
		}
	}
	s.inv.give(g)
}

// value takes the next word for an option.
func (s *state) value(g *Given, slot Slot) {
	s.inv.Parts[s.i] = IsValue
	if slot.Kind == Message && !s.inv.Words[s.i].Split {
		s.inv.Parts[s.i] = IsMessage
	}
	g.Values = append(g.Values, s.inv.Words[s.i])
	s.i++
}

// until takes words up to one that is ; or, behind {}, +.
func (s *state) until(g *Given) {
	for s.i < len(s.inv.Words) {
		t := s.inv.Words[s.i].Text
		end := t == ";" || t == "+" && len(g.Values) > 0 && g.Values[len(g.Values)-1].Text == "{}"
		s.inv.Parts[s.i] = IsValue
		if !end {
			g.Values = append(g.Values, s.inv.Words[s.i])
		}
		s.i++
		if end {
			return
		}
	}
}
