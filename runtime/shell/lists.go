package shell

import (
	"slices"
	"strconv"
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// maxListed is how many words a list has at most whose words are kept.
const maxListed = 256

// arguments is the list of what a function, a script or set -- was given: $@.
const arguments = "@"

// anyWords is a list of which nothing is known, not even how many words it has.
var anyWords = []word.Word{{Text: string(match.HoleWord), Split: true, Set: true}}

// list is what an array or $@ may hold: one list of words for each way. It is nil
// where nothing is known of it.
func (s *state) list(name string) [][]word.Word {
	if s.trap || name != arguments && (s.odd[name] || volatile[name] || strings.HasPrefix(name, "BASH")) {
		return nil
	}
	if ways, ok := s.lists[name]; ok {
		return ways
	}
	var ways [][]word.Word
	for _, v := range s.vars[name] { // ${x[@]} of a plain variable
		if v.Holed() {
			return nil // it may be an array
		}
		ways = append(ways, []word.Word{v})
	}
	return ways
}

// setList makes a name hold one of these lists, none of which is known if there are none.
func (s *state) setList(name string, ways [][]word.Word) {
	if name != arguments {
		s.set(name, nth(ways, 0))
		if s.fixed[name] || s.locked {
			return
		}
	}
	for _, way := range ways {
		if len(way) > maxListed {
			ways = nil
			break
		}
	}
	if len(ways) == 0 || len(ways) > maxValues {
		delete(s.lists, name)
		return
	}
	s.keep(name, ways)
}

func (s *state) keep(name string, ways [][]word.Word) {
	if s.lists == nil {
		s.lists = map[string][][]word.Word{}
	}
	s.lists[name] = ways
}

// place makes $@ what a function or set -- is given.
func (s *state) place(words []word.Word) { s.setList(arguments, [][]word.Word{slices.Clone(words)}) }

// unplace forgets what $@ is.
func (s *state) unplace() { delete(s.lists, arguments) }

// shift takes n words off the front of $@; where there are fewer, it stays as it is.
func (s *state) shift(n int) {
	var ways [][]word.Word
	for _, way := range s.lists[arguments] {
		switch {
		case !counted(way, n):
			way = anyWords
		case len(way) >= n:
			way = way[n:]
		}
		ways = append(ways, way)
	}
	s.setList(arguments, ways)
}

// runsArguments reports whether a command is what $@ holds, and that is known to be none
// that changes it.
func (s *state) runsArguments(args []*syntax.Word) bool {
	if len(args) == 0 || len(args[0].Parts) != 1 {
		return false
	}
	part := args[0].Parts[0]
	if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		part = q.Parts[0]
	}
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Param.Value != arguments || !plainParam(p) {
		return false
	}
	ways := s.list(arguments)
	for _, way := range ways {
		if len(way) == 0 || !way[0].Known() || builtins[way[0].Text] || special[way[0].Text] {
			return false
		}
	}
	return len(ways) > 0
}

// counted reports whether it is known where the first n words of a list end.
func counted(way []word.Word, n int) bool {
	for _, w := range way[:min(n, len(way))] {
		if w.Glob || w.Spills() {
			return false
		}
	}
	return true
}

// nth is what word n of a list may be, counted from 0; negative, from its end.
func nth(ways [][]word.Word, n int) []word.Word {
	var values []word.Word
	for _, way := range ways {
		at := n
		if n < 0 {
			at = len(way) + n
		}
		switch {
		case !counted(way, at) || n < 0 && !counted(way, len(way)) || at >= 0 && at < len(way) && way[at].Spills():
			return unknown // where a pattern stands, it is one of the names
		case at < 0 || at >= len(way):
			values = union(values, []word.Word{{}})
		default:
			values = union(values, way[at:at+1])
		}
	}
	if len(values) == 0 {
		return unknown
	}
	return values
}

// eitherList is what a list may be that is one of a or one of b.
func eitherList(a, b [][]word.Word) [][]word.Word {
	if len(a) == 0 {
		a = [][]word.Word{anyWords}
	}
	if len(b) == 0 {
		b = [][]word.Word{anyWords}
	}
	ways := slices.Clone(a)
	for _, way := range b {
		if !slices.ContainsFunc(ways, func(other []word.Word) bool { return slices.Equal(way, other) }) {
			ways = append(ways, way)
		}
	}
	return ways
}

// mergeLists puts into m the lists of what is either a or b.
func (m *state) mergeLists(a, b *state) {
	for _, s := range []*state{a, b} {
		for name := range s.lists {
			ways := eitherList(a.list(name), b.list(name))
			if name == arguments {
				m.setList(name, ways)
			} else if len(ways) <= maxValues {
				m.keep(name, ways)
			}
		}
	}
}

// setsWords reads the operands of set, which become $@.
func (s *state) setsWords(words []word.Word) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch text := w.Text; {
		case w.Glob || w.Spills() || w.Holed() && isHole(text[0]) && !w.Plain:
			s.unplace() // it may be an option
			return
		case text == "--" || text == "-" && i+1 < len(words):
			s.place(words[i+1:])
			return
		case text == "-":
			return
		case len(text) < 2 || text[0] != '-' && text[0] != '+':
			s.place(words[i:])
			return
		case strings.Trim(text[1:], "abefhkmnoptuvxBCEHPT") != "":
			s.unplace() // it fails, or another shell knows it
			return
		case strings.Contains(text, "o") && i+1 < len(words):
			i++
		}
	}
}

// arrayWords are the words of an array as they are written, one list for each way; nil where
// they are given numbers or names.
func (r *reader) arrayWords(a *syntax.ArrayExpr) [][]word.Word {
	ways := [][]word.Word{nil}
	for _, e := range a.Elems {
		if e.Index != nil || e.Value == nil {
			return nil
		}
		alternatives := r.fields(e.Value)
		if len(ways)*len(alternatives) > maxValues {
			return nil
		}
		ways = followedBy(ways, alternatives)
	}
	return ways
}

// followedBy is each of the ways with each of the others behind it.
func followedBy(ways, others [][]word.Word) (all [][]word.Word) {
	for _, way := range ways {
		for _, more := range others {
			all = append(all, append(way[:len(way):len(way)], more...))
		}
	}
	return all
}

// assignArray is NAME=(words) or NAME+=(words).
func (r *reader) assignArray(a *syntax.Assign) {
	name, ways := a.Name.Value, r.arrayWords(a.Array)
	if a.Append && ways != nil {
		ways = followedBy(r.state.list(name), ways)
	}
	r.give(name, unknown)
	r.state.setList(name, ways)
}

// takesText makes what read and mapfile set hold what they take of a text that is known:
// read x <<< text, read -ra list <<< text, mapfile -t list <<< text.
func (r *reader) takesText(words []word.Word, text string) {
	var names []string
	flags := ""
	for _, w := range words[1:] {
		switch {
		case !w.Known() || !isName(w.Text) && (len(names) > 0 || len(w.Text) < 2 || w.Text[0] != '-'):
			return
		case w.Text[0] == '-':
			flags += w.Text[1:]
		default:
			names = append(names, w.Text)
		}
	}
	if len(names) == 0 || r.state.ifs || strings.Contains(text, `\`) {
		return
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	switch words[0].Text {
	case "mapfile", "readarray":
		if flags == "t" && len(names) == 1 {
			r.state.setList(names[0], [][]word.Word{fieldsOf(lines)})
		}
	case "read":
		// In a loop it takes one line after the other.
		if strings.Trim(flags, "ras") != "" || len(lines) > maxValues {
			return
		}
		var ways [][]word.Word
		for _, line := range lines {
			fields := strings.Fields(line)
			if last := len(names); len(fields) > last && !strings.Contains(flags, "a") {
				fields = append(fields[:last-1:last-1], strings.Join(fields[last-1:], " "))
			}
			ways = append(ways, fieldsOf(fields))
		}
		if strings.Contains(flags, "a") {
			r.state.setList(names[0], ways)
			return
		}
		for i, name := range names {
			r.state.set(name, nth(ways, i))
		}
	}
}

// printsInto makes a variable hold what printf -v NAME FORMAT puts into it.
func (r *reader) printsInto(words []word.Word) {
	if len(words) < 4 || words[0].Text != "printf" || words[1].Text != "-v" || !isName(words[2].Text) {
		return
	}
	var list []string
	for _, w := range words[3:] {
		if !w.Known() {
			return
		}
		list = append(list, w.Text)
	}
	if text, ok := printed(list[0], list[1:]); ok {
		r.state.set(words[2].Text, []word.Word{{Text: text}})
	}
}

// fieldsOf are texts as words of a list. A tilde in them may be what $HOME has become.
func fieldsOf(texts []string) []word.Word {
	list := []word.Word{}
	for _, s := range texts {
		list = append(list, word.Word{Text: s, Home: s == "~" || strings.HasPrefix(s, "~/")})
	}
	return list
}

// assignElement is NAME[n]=value.
func (r *reader) assignElement(a *syntax.Assign) {
	name := a.Name.Value
	ways := r.state.list(name)
	if len(ways) == 0 && !r.assigned(name) {
		ways = [][]word.Word{nil}
	}
	n, ok := number(a.Index)
	if !ok || n < 0 || a.Append || a.Value == nil {
		ways = nil
	}
	var changed [][]word.Word
	for _, way := range ways {
		if n > len(way) || !counted(way, len(way)) {
			changed = nil
			break
		}
		for _, v := range r.values(a.Value) {
			one := append(way[:n:n], v)
			if n < len(way) {
				one = append(one, way[n+1:]...)
			}
			changed = append(changed, one)
		}
	}
	r.give(name, unknown)
	r.state.setList(name, changed)
}

// isList reports whether an expansion is that of all words of a list, and of which: $@,
// ${a[@]}. Star, as one word where it is quoted: $*, ${a[*]}.
func isList(p *syntax.ParamExp) (name string, star, ok bool) {
	if p.Param == nil || p.Length || p.Excl || p.Names != 0 || p.Flags != nil || p.Width || p.IsSet || len(p.Modifiers) > 0 || p.NestedParam != nil {
		return "", false, false
	}
	name = p.Param.Value
	if p.Index == nil {
		return arguments, name == "*", name == arguments || name == "*"
	}
	w, isWord := p.Index.(*syntax.Word)
	if !isWord || w.Lit() != arguments && w.Lit() != "*" {
		return "", false, false
	}
	return name, w.Lit() == "*", true
}

// listed are the pieces that the expansion of a list comes to, one for each way.
func (r *reader) listed(p *syntax.ParamExp, quotes bool) ([]piece, bool) {
	name, star, ok := isList(p)
	if !ok {
		return nil, false
	}
	if e := p.Exp; e != nil && (e.Op == syntax.AlternateUnset || e.Op == syntax.AlternateUnsetOrNull) {
		if e.Word == nil || len(e.Word.Parts) != 1 || quotes {
			return nil, false
		}
		return append(r.part(e.Word.Parts[0], false, quotes), piece{list: []word.Word{}, isList: true}), true
	}
	ways := r.state.list(name)
	if len(ways) == 0 || r.state.ifs && (star || !quotes) {
		ways = [][]word.Word{anyWords}
	}
	var pieces []piece
	for _, way := range ways {
		way = r.changedList(p, name, way)
		switch {
		case star && quotes:
			pieces = append(pieces, joinedList(way))
		default:
			p := joinedList(way) // in an assignment it is one text in any case
			if p.list, p.isList = way, true; !quotes {
				p.list, p.quoted = splitList(way), false
			}
			pieces = append(pieces, p)
		}
	}
	return pieces, true
}

// changedList is what is left of a list by what stands behind its name: ${@:2}, ${a[@]%.ts}.
func (r *reader) changedList(p *syntax.ParamExp, name string, way []word.Word) []word.Word {
	if p.Slice != nil {
		if way = slicedList(p.Slice, name, way); p.Exp == nil && p.Repl == nil {
			return way
		}
	}
	if p.Exp == nil && p.Repl == nil {
		return way
	}
	list := make([]word.Word, 0, len(way))
	for _, w := range way {
		text, ok := "", false
		if w.Known() && r.spend(1+len(w.Text)/64) {
			if p.Repl != nil {
				text, ok = replaced(p.Repl, w.Text)
			} else {
				text, ok = operated(p.Exp, w.Text)
			}
		}
		if ok && (!w.Home || strings.HasPrefix(text+"/", "~/")) {
			w.Text = text
		} else {
			w = word.Word{Text: string(match.HoleWord), Set: true, Split: w.Split || w.Glob}
		}
		list = append(list, w)
	}
	if len(list) == 0 && p.Exp != nil { // ${@:-text}
		return anyWords
	}
	return list
}

// slicedList is the part of a list that numbers say. What $@ has is counted from 1.
func slicedList(e *syntax.Slice, name string, way []word.Word) []word.Word {
	from, ok := number(e.Offset)
	n, ok2 := number(e.Length)
	if !ok || !ok2 || !counted(way, len(way)) || n < 0 || name == arguments && from == 0 {
		return anyWords
	}
	switch {
	case from < 0:
		from += len(way)
	case name == arguments:
		from--
	}
	if from < 0 || from >= len(way) {
		return []word.Word{}
	}
	way = way[from:]
	if e.Length != nil {
		way = way[:min(n, len(way))]
	}
	return way
}

// joinedList is a list as one word: "$*".
func joinedList(way []word.Word) piece {
	p := piece{quoted: true}
	for i, w := range way {
		if w.Glob || w.Spills() {
			return piece{text: string(match.HoleWord), quoted: true, set: true}
		}
		if i > 0 {
			p.text += " "
		} else {
			p.home, p.plain, p.made, p.set = w.Home, w.Plain, w.Made, w.Set
		}
		p.text += wordHoles(w.Text)
	}
	return p
}

// splitList is the words of a list that stands in no quotes: their blanks separate, too,
// and their patterns stand for names.
func splitList(way []word.Word) []word.Word {
	list := make([]word.Word, 0, len(way))
	for _, w := range way {
		if w.Holed() {
			w.Split = true
			list = append(list, w)
			continue
		}
		for _, text := range strings.Fields(w.Text) {
			list = append(list, word.Word{Text: text, Glob: strings.ContainsAny(text, "*?["), Home: w.Home && strings.HasPrefix(w.Text, text)})
		}
	}
	return list
}

// glued is a text or list in double quotes with what stands behind it: "a$@b" has the
// first word of the list behind the a, and the last in front of the b.
func (p piece) glued(next piece) piece {
	text := p.text + next.text
	switch {
	case !next.isList:
		next = piece{list: []word.Word{{Text: next.text}}}
	case !p.isList:
		p.list, p.isList = nil, true
		if p.text != "" {
			p.list = []word.Word{{Text: p.text, Home: p.home, Plain: p.plain, Set: p.set, Made: p.made}}
		}
	}
	switch last := len(p.list) - 1; {
	case len(next.list) == 0:
	case last < 0:
		p.list = next.list
	default:
		seam, first := p.list[last], next.list[0]
		seam.Text += first.Text
		seam.Split, seam.Glob, seam.Made = seam.Split || first.Split, seam.Glob || first.Glob, seam.Made || first.Made
		p.list = append(append(p.list[:last:last], seam), next.list[1:]...)
	}
	p.text = text
	return p
}

// behind are the words of a list behind what stands in front of it, if anything does.
func (p piece) behind(cur word.Word, open bool) []word.Word {
	if !open {
		return p.list
	}
	return piece{list: []word.Word{cur}, isList: true}.glued(p).list
}

// positional is the number that a name like $1 has, 0 for others.
func positional(name string) int {
	if name == "" || name[0] < '1' || name[0] > '9' {
		return 0
	}
	n, _ := strconv.Atoi(name)
	return n
}
