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
	if o := s.lookup(t); o != nil && t != "" {
		r.take(s, o, t, nil)
		return true
	}
	if o, name := s.attached(t); o != nil {
		v := rest(w, len(name))
		r.take(s, o, name, &v)
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
	if i := str.IndexByte(t, '='); i > 1 {
		if o := s.lookup(t[:i]); o != nil {
			v := rest(w, i+1)
			r.take(s, o, t[:i], &v)
			return true
		}
	}
	if grammar == SingleDash {
		return r.singleDash(s, w)
	}
	if str.HasPrefix(t, "--") {
		return r.long(s, w)
	}
	return r.cluster(s, w)
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
	s.each(func(o *Option, n string) {
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
		if o.Value != "" {
			break
		}
	}
	for j := 1; j < len(t); j++ {
		name := "-" + t[j:j+1]
		o := s.lookup(name)
		if o.Value == "" {
			s.inv.Parts[s.i] = IsOption
			s.inv.give(Given{Option: o, Name: name, At: s.i})
			if o.more().Also != "" && j == len(t)-1 {
				break
			}
			continue
		}
		if j == len(t)-1 {
			r.take(s, o, name, nil)
		} else {
			v := rest(w, j+1)
			r.take(s, o, name, &v)
		}
		return true
	}
	s.i++
	return true
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
		alt.takeValues(o, name, m.Also, value)
		alt.inv.Given[len(alt.inv.Given)-1].Slots = m.Also
		r.fork(alt)
	}
	s.takeValues(o, name, o.Value, value)
}

func (s *state) takeValues(o *Option, name, spec string, value *word.Word) {
	g := Given{Option: o, Name: name, At: s.i}
	s.inv.Parts[s.i] = IsOption
	s.i++
	list := slots(spec)
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
