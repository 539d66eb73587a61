package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// Where origins.go says what names are given, this file asks of a value whether it is made
// of nothing but what is written: each part of it by what that part is.

// stated reports whether the value between two tokens is made of nothing but what is
// written: each of its parts, if each; else that with which it begins.
func (p *program) stated(from, to int, each bool) bool {
	o := p.origins
	if o.deep++; o.deep > maxAliases {
		return false
	}
	defer func() { o.deep-- }()
	for from < to && p.is(from, "*", "**") {
		from++
	}
	for start := from; ; {
		end, by := p.alternative(start, to)
		if o.steps += end - start + 1; o.steps > maxFollowed {
			return false
		}
		if by != "if" || end >= to {
			if !p.statedSum(start, end, each) {
				return false
			}
		} else { // a if c else b
			if !p.statedSum(start, end, each) {
				return false
			}
			for end < to && !(p.tokens[end].kind == name && p.tokens[end].value == "else") {
				if p.is(end, "(", "[", "{") && p.match[end] > end {
					end = p.match[end]
				}
				end++
			}
		}
		if end >= to || by == "for" {
			return true
		}
		start = end + 1
	}
}

// alternative is where one of several values ends of which one is taken, and what ends it.
func (p *program) alternative(i, to int) (end int, by string) {
	for ; i < to; i++ {
		t := p.tokens[i]
		switch {
		case p.is(i, "(", "[", "{") && p.match[i] > i:
			i = p.match[i]
		case p.is(i, ","), t.kind == name && str.In(t.value, "or", "if", "and", "for"):
			return i, t.value
		}
	}
	return min(i, to), ""
}

// statedSum is stated of values that are joined.
func (p *program) statedSum(from, to int, each bool) bool {
	if from >= to {
		return true
	}
	if s, end, ok := p.path(from); ok && end >= to {
		if _, whole := leadingWord(s); whole {
			if p.tokens[from].kind != text {
				p.note(s)
			}
			return true
		}
	}
	for i := from; i < to; {
		end := i
		for end < to && !(end > i && p.is(end, "+")) {
			if p.is(end, "(", "[", "{") && p.match[end] > end {
				end = p.match[end]
			}
			end++
		}
		if !p.statedValue(i, min(end, to), each) {
			return false
		}
		if end >= to || !each && (p.is(end+1, "[") || p.endsWord(i, end)) {
			return true
		}
		i = end + 1
	}
	return true
}

// notes adds what a text says behind its first words, where any of them may be taken.
func (p *program) notes(s string) {
	words := str.Fields(upTo(s, maxName))
	for i := 1; i < len(words) && i < maxLater; i++ {
		p.note(str.Join(words[i:], " "))
	}
}

// endsWord reports whether the first of several values that are joined has a whole word.
func (p *program) endsWord(from, to int) bool {
	if p.is(from, "[") {
		return true
	}
	if s, _, ok := p.fold(from); ok {
		at := str.IndexByte(str.Trim(s), ' ')
		return at > 0 && !match.Holed(s[:at])
	}
	return to == from+1 && p.holdsList(p.tokens[from].value)
}

// holdsList reports whether a name is given lists.
func (p *program) holdsList(n string) bool {
	for _, s := range p.origins.sources[n] {
		if s.from < s.to && p.is(s.from, "[") || s.each {
			return true
		}
	}
	return false
}

// leadingWord is the first word of a text, and whether it is all known but for the folders in
// front of it.
func leadingWord(s string) (word string, whole bool) {
	words := str.Fields(s)
	if len(words) == 0 {
		return "", true
	}
	word = words[0]
	if at := str.LastIndexByte(word, '/'); at >= 0 {
		word = word[at+1:]
	}
	return word, word != "" && !match.Holed(word) && str.IndexByte(word, '*') < 0
}

// statedValue is stated of one value with what is called on it.
func (p *program) statedValue(i, to int, each bool) bool {
	t := p.tokens[i]
	switch {
	case t.kind == number:
		return i+1 >= to || !p.is(i+1, ".", "*", "%", "^", "-", "<<", ">>")
	case t.kind == text:
		return p.statedText(i, to, each)
	case t.kind == list, t.kind == command:
		return true
	case p.is(i, "(", "[", "{"):
		return p.statedGroup(i, to, each)
	case t.kind == name && str.In(t.value, "await", "not", "yield"):
		return p.statedSum(i+1, to, each)
	case t.kind != name && t.kind != variable:
		return false
	}
	return p.statedName(i, to, each)
}

// statedText is stated of a text with what is called on it.
func (p *program) statedText(i, to int, each bool) bool {
	s, end, _ := p.fold(i)
	if p.is(end, "%") && p.formats(end-1) {
		end = to
	}
	if word, whole := leadingWord(s); !whole && !str.ContainsAny(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		for _, n := range p.tokens[i].filled {
			if !p.statedHole(n, each) {
				return false
			}
			if len(str.Fields(p.tokens[i].value)) > 1 {
				break // the others are none of the first word
			}
		}
	}
	if each || end < to {
		p.notes(s)
	}
	if p.is(end, "[") && end < to {
		return false
	}
	return p.statedBehind(end, to, each)
}

// statedHole is stated of what is put into a text, by what a token says of it.
func (p *program) statedHole(said string, each bool) bool {
	switch {
	case said == "":
		return false
	case said[0] != '#':
		return str.IndexByte(said, ':') < 0 && p.statedFor(said, each)
	}
	from, to := p.codeOf(said)
	return from < to && p.stated(from, to, each)
}

// codeOf is where the code stands in a text that a token names.
func (p *program) codeOf(said string) (from, to int) {
	n := 0
	for i := 1; i < len(said) && isDigit(said[i]); i++ {
		n = min(n*10+int(said[i]-'0'), maxText)
	}
	if n >= len(p.starts) {
		return 0, 0
	}
	end := len(p.tokens)
	if n+1 < len(p.starts) {
		end = p.starts[n+1]
	}
	return p.starts[n] + 1, end
}

// statedGroup is stated of what stands in brackets, with what is called on it.
func (p *program) statedGroup(i, to int, each bool) bool {
	end := p.match[i]
	from, first := i+1, !each
	if p.is(end+1, "[", ".") && end+1 < to {
		first = false // one of them is taken
	}
	if p.is(i, "{") {
		first = false
	}
	for from < end {
		next := from
		for next < end && !p.is(next, ",") {
			if p.is(next, "(", "[", "{") && p.match[next] > next {
				next = p.match[next]
			}
			next++
		}
		value := from
		if p.is(i, "{") {
			for k := from; k < next; k++ {
				if p.is(k, ":") {
					value = k + 1
					break
				}
				if p.is(k, "(", "[", "{") && p.match[k] > k {
					k = p.match[k]
				}
			}
		}
		if !p.stated(value, min(next, end), !first) {
			return false
		}
		if first {
			break
		}
		from = next + 1
	}
	return p.statedBehind(end+1, to, each)
}

// statedName is stated of a name, with what is called on it.
func (p *program) statedName(i, to int, each bool) bool {
	n := p.tokens[i].value
	if i+1 >= to {
		return str.Contains(constants, " "+n+" ") || p.statedFor(n, each)
	}
	if at := p.standsAt(i, to); at >= 0 {
		i, n = at, p.tokens[at].value
		if p.is(i+1, "(") {
			return (str.In(n, "input", "parse_args", "parse_known_args", "getenv") || p.stated(i+2, p.operandEnd(i+2, p.match[i+1]), false)) && p.statedBehind(p.match[i+1]+1, to, each)
		}
		if p.is(i+1, "[") && n == "argv" {
			return p.statedBehind(p.match[i+1]+1, to, each)
		}
		return p.statedBehind(i+1, to, each)
	}
	switch {
	case p.is(i+1, "("):
		return p.statedCall(i, each) && p.statedBehind(p.match[i+1]+1, to, each)
	case p.is(i+1, "["): // one of a list, and no letter of a text
		return !p.isText(n) && p.statedFor(n, true) && p.statedBehind(p.match[i+1]+1, to, each)
	case !p.is(i+1, "."):
		return false
	case p.isGivenHere(n):
		return (p.statedFor(n, true) || p.comesOfProject(i, to)) && p.statedBehind(i+1, to, each)
	case p.comesOfProject(i, to):
		return true
	}
	// What a module has: a function of it hands on, or it is not known.
	for i+2 < to && p.is(i+1, ".") && p.tokens[i+2].kind == name {
		if i += 2; p.is(i+1, "(") && i+1 < to {
			return p.statedCall(i, each) && p.statedBehind(p.match[i+1]+1, to, each)
		}
	}
	return p.isGivenHere(p.tokens[i].value) && p.statedFor(p.tokens[i].value, each)
}

// isGivenHere reports whether the program itself gives a value to a name.
func (p *program) isGivenHere(n string) bool {
	return len(p.origins.sources[n]) > 0 || p.origins.opaque[n] || p.origins.defined[n] || p.origins.params[n]
}

// knownOf reports whether what a value has under the name behind at, which the program gives
// nothing, is no more than the value: a part of a path, an option that it is started with.
func (p *program) knownOf(at int, n string) bool {
	return str.In(n, "parent", "value", "executable", "root") || p.isAskedFor(at)
}

// isAskedFor reports whether one of the names in front of the dot at i stands for what is known
// where it is judged: the options that a program is started with.
func (p *program) isAskedFor(i int) bool {
	for n := 0; n < maxDepth && i > 0 && p.is(i, "."); n++ {
		for _, s := range p.origins.sources[p.tokens[i-1].value] {
			if s.from < s.to && p.standsAt(s.from, s.to) >= 0 {
				return true
			}
		}
		i -= 2
	}
	return false
}

// standsAt is where a name stands in a value whose value is known where it is judged, -1 if
// there is none.
func (p *program) standsAt(i, to int) int {
	for n := 0; n < maxDepth; n++ {
		if str.Contains(standing, " "+p.tokens[i].value+" ") {
			return i
		}
		at := i + 1
		if p.is(at, "(") && p.match[at] > at {
			at = p.match[at] + 1
		}
		if at+1 >= to || !p.is(at, ".") || p.tokens[at+1].kind != name {
			return -1
		}
		i = at + 1
	}
	return -1
}

// isText reports whether a name is given a text somewhere, of which an index takes letters.
func (p *program) isText(n string) bool {
	for _, s := range p.origins.sources[n] {
		at := s.from
		if s.each && p.is(at, "[", "(", "{") {
			at++
		}
		if p.tokens[at].kind == text && !p.is(at+1, ".", ":") && !(p.is(at, "[") && !s.each) {
			return true
		}
	}
	return false
}

// statedCall is stated of what a function gives, by its name at i.
func (p *program) statedCall(i int, each bool) bool {
	n := p.tokens[i].value
	from, to := i+2, p.match[i+1]
	switch {
	case p.origins.defined[n] && len(p.origins.sources[n+"()"]) > 0:
		return p.statedFor(n+"()", each)
	case str.In(n, "encode", "decode") && from < to && p.recoded(i-2):
		return false
	case p.origins.defined[n], str.Contains(handing, " "+n+" "):
		return p.is(i-1, ".") && !str.In(n, "join", "chain", "from_iterable", "gather", "choice", "copy", "deepcopy", "cast", "quote", "split", "fspath") && !p.origins.defined[n] || p.statedAll(from, to)
	}
	return p.comesOfProject(i, to)
}

// statedAll is stated of all values between two brackets.
func (p *program) statedAll(from, to int) bool {
	for from < to {
		next := from
		for next < to && !p.is(next, ",") {
			if p.is(next, "(", "[", "{") && p.match[next] > next {
				next = p.match[next]
			}
			next++
		}
		value := from
		if p.tokens[from].kind == name && p.is(from+1, "=") {
			value += 2
		}
		if p.tokens[from].value != "lambda" && !p.stated(value, min(next, to), true) {
			return false
		}
		from = next + 1
	}
	return true
}

// comesOfProject reports whether a value is made of what stands in a manifest.
func (p *program) comesOfProject(from, to int) bool {
	for i := from; i < to && i < len(p.tokens); i++ {
		if p.origins.steps++; p.origins.steps > maxFollowed {
			return false
		}
		switch t := p.tokens[i]; {
		case t.kind == text && str.Contains(manifests, " "+t.value+" "):
			return true
		case t.kind == name && p.nameOfProject(t.value):
			return true
		}
	}
	return false
}

func (p *program) nameOfProject(n string) bool {
	if s := p.origins.project[n]; s != 0 || len(p.origins.sources[n]) == 0 {
		return s == 1
	}
	p.origins.project[n] = 2 // also for who asks meanwhile
	for _, s := range p.origins.sources[n] {
		if p.comesOfProject(s.from, s.to) {
			p.origins.project[n] = 1
			return true
		}
	}
	return false
}

// statedBehind reports whether all that stands behind a value hands it on.
func (p *program) statedBehind(at, to int, each bool) bool {
	for at < to && at < len(p.tokens) {
		switch {
		case p.is(at, "[") && p.match[at] > at:
			if p.is(at-1, "]") && p.sliced(at) {
				return false
			}
			at = p.match[at] + 1
		case p.is(at, ".") && at+1 < to && p.tokens[at+1].kind == name:
			n := p.tokens[at+1].value
			if !p.is(at+2, "(") || at+2 >= to {
				if p.isGivenHere(n) && !p.statedFor(n, each) || !p.isGivenHere(n) && !p.knownOf(at, n) {
					return false
				}
				at += 2
				continue
			}
			if !p.statedCall(at+1, each) {
				return false
			}
			at = p.match[at+2] + 1
		case p.tokens[at].kind == name && p.tokens[at].value == "for", p.is(at, ","), p.is(at, "%"), p.is(at, "/"):
			return true
		default:
			return false
		}
	}
	return true
}

// sliced reports whether the index at i takes a part.
func (p *program) sliced(i int) bool {
	for k := i + 1; k < p.match[i] && k < i+maxDepth; k++ {
		if p.is(k, ":") {
			return true
		}
	}
	return false
}

// statedFor reports whether a name is given nothing but what is written.
func (p *program) statedFor(n string, each bool) bool {
	o := p.origins
	key := n
	if each {
		key = "*" + n
	}
	switch o.state[key] {
	case 1:
		return true
	case 2:
		return false
	}
	o.state[key] = 1
	for _, s := range o.sources[n] {
		if !p.stated(s.from, s.to, each || s.each) {
			o.state[key] = 2
			return false
		}
	}
	if o.params[n] && len(o.sources[n]) == 0 && len(o.sources[n+"()"]) > 0 && !p.statedFor(n+"()", each) {
		o.state[key] = 2 // a test is given what a function of that name gives
		return false
	}
	if o.opaque[n] || len(o.sources[n]) == 0 && !o.defined[n] {
		o.state[key] = 2
		return false
	}
	return true
}
