package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// A program can put the name of a command together in more ways than anybody lists: by
// join, by reduce, out of letters, numbers and the names of its own things. What it puts
// together stands in it next to each other, as pieces.

const (
	maxPieces = 256 // of a program that are looked at
	maxPiece  = 24  // bytes of one
	maxJoined = 6   // pieces that are put together
	maxApart  = 16  // tokens between two that are
)

// naming are words by which a program asks for the names of its own things.
const naming = " name __FUNCTION__ __CLASS__ __METHOD__ __NAMESPACE__ __name__ __qualname__ keys description __code__ NAME __PACKAGE__ __method__ getOwnPropertyNames ownKeys parameters message ref caller fields _fields members dict Symbol to_s to_sym inspect "

// pieces adds what the pieces of a program make that stand next to each other, in one that
// runs what it computes.
func (p *program) pieces() {
	if !p.runner && !p.loose && !p.hinted {
		return
	}
	names := p.asksNames()
	var list []string
	next := -1 // where the next piece has to be to stand behind the last
	flush := func() {
		for i := range list {
			if str.ContainsAny(list[i], " \t\n") {
				continue // what it begins with is a name already
			}
			for n := 2; n <= maxJoined && i+n <= len(list); n++ {
				joined := str.Join(list[i:i+n], "")
				p.found.maybe(joined)
				p.bang(joined)
			}
			if i+1 < len(list) && !str.ContainsAny(list[i+1], " \t\n") {
				p.found.maybe(list[i+1] + list[i]) // (x => x + "it")("g")
			}
		}
		list = nil
	}
	for i, n := 0, 0; i < len(p.tokens) && n < maxPieces; i++ {
		words := p.piece(i, names)
		if words == nil {
			continue
		}
		if n += len(words); next >= 0 && i > next+maxApart {
			flush()
		}
		for _, w := range words {
			p.unescaped(w)
		}
		list, next = append(list, words...), i
	}
	flush()
	p.letters()
}

// inPrint reports whether the string at i is in what a call is given that prints.
func (p *program) inPrint(i int) bool {
	if p.printed(i) {
		return true
	}
	open := p.outer[i]
	for n := 0; n < 8 && open > 0; n++ {
		if p.is(open, "(") && p.act(open-1) == actPrints {
			return true
		}
		open = p.outer[open]
	}
	return false
}

// asksNames reports whether a program asks for the name of a thing of its own.
func (p *program) asksNames() bool {
	for _, t := range p.tokens {
		if (t.kind == name || t.kind == variable) && str.Contains(naming, " "+t.value+" ") {
			return true
		}
	}
	return false
}

// piece are the words at i that may be parts of a command's name.
func (p *program) piece(i int, names bool) []string {
	t := p.tokens[i]
	switch {
	case t.kind == list:
		return str.Fields(t.value)
	case t.kind == text && len(t.value) <= maxPiece && !match.Holed(t.value):
		if p.loose && (p.computed || p.every) && !p.inPrint(i) && !str.Contains(t.value, "://") {
			p.found.maybe(t.value)
		}
		return []string{t.value}
	case t.kind != name && !(t.kind == variable && names):
		return nil
	case p.percent && p.is(i-1, "?") && len(t.value) == 1:
		return []string{t.value}
	case p.syntax.q && !p.is(i+1, "(") && !p.is(i-1, "->", "::") && p.act(i) == nothing && !p.defined(i), names && p.act(i) == nothing:
		if p.loose {
			p.found.maybe(t.value)
			p.found.maybe(str.Lower(t.value))
		}
		return []string{t.value}
	}
	return nil
}

// unescaped adds a text with what its escapes stand for, which another reader of it makes.
func (p *program) unescaped(s string) {
	if str.IndexByte(s, '\\') < 0 && str.IndexByte(s, '%') < 0 || !p.loose {
		return
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			var c byte
			c, i = escape(s, i+1)
			b = append(b, c)
			i--
		case s[i] == '%' && i+2 < len(s) && hexValue(s[i+1]) >= 0 && hexValue(s[i+2]) >= 0:
			b = append(b, byte(hexValue(s[i+1])<<4|hexValue(s[i+2])))
			i += 2
		case s[i] != '"' && s[i] != '\'':
			b = append(b, s[i])
		}
	}
	p.found.maybe(string(b))
}

// letters adds the text whose letters a program has as numbers: bytes([103, 105, 116]).
func (p *program) letters() {
	var b []byte
	flush := func() {
		if len(b) > 1 && len(b) < maxName {
			p.found.maybe(string(b))
			if p.saysCode(string(b)) {
				p.found.add(p.asProgram(string(b)))
			}
		}
		b = nil
	}
	for i, t := range p.tokens {
		if p.syntax.q && t.kind == name && len(t.value) > 1 && t.value[0] == 'v' && str.OnlyOf(t.value[1:], "0123456789") && p.is(i+1, ".") {
			p.turned = true // v103.105.116
		}
		switch c := numberOf(t); {
		case c >= ' ' && c < 0x7f && len(b) < maxText/8:
			b = append(b, byte(c))
		case p.is(i, ",") && len(b) > 0:
		default:
			flush()
		}
	}
	flush()
}

// alphabets are strings of python's library that have every letter.
const alphabets = " ascii_lowercase ascii_letters ascii_uppercase printable "

// spells reports whether the name at i is one by which a program takes letters: an alphabet
// that has an index, itself or by the name that it is given, or bytes that are worked out.
func (p *program) spells(i int) bool {
	if !p.letterQuotes || p.tokens[i].kind != name {
		return false
	}
	if p.tokens[i].value == "bytes" && p.is(i+1, "(") {
		for k := i + 2; k < min(p.match[i+1], i+maxComputed); k++ {
			if p.is(k, "+", "-", "^", "*", "%") {
				return true
			}
		}
	}
	if !str.Contains(alphabets, " "+p.tokens[i].value+" ") {
		return false
	}
	given := ""
	if p.alphabets++; p.is(i+1, "[") || p.alphabets > maxAliases {
		return true
	}
	if i+2 < len(p.tokens) && p.tokens[i+1].value == "as" {
		given = p.tokens[i+2].value
	}
	for k := i; k > 0 && k > i-4; k-- {
		if p.is(k, "=") && p.tokens[k-1].kind == name {
			given = p.tokens[k-1].value
		}
	}
	for k := range p.tokens {
		if p.is(k+1, "[") && given != "" && p.tokens[k].kind == name && p.tokens[k].value == given {
			return true
		}
	}
	return false
}

// counts reports whether the variable at i, a string, is counted up: "gis" becomes "git".
func (p *program) counts(i int) bool {
	if !p.syntax.q || !p.is(i+1, "++") && !(p.is(i+1, "+") && p.is(i+2, "+")) && !p.is(i-1, "++") && !(p.is(i-1, "+") && p.is(i-2, "+")) {
		return false
	}
	for _, v := range p.values {
		if v.name == p.tokens[i].value && v.grown != "" && !isDigit(v.grown[0]) {
			return true
		}
	}
	return false
}

// numberOf is the value of a number of up to three digits, -1 of anything else.
func numberOf(t token) int {
	if t.kind != number || t.value == "" || len(t.value) > 3 {
		return -1
	}
	n := 0
	for i := range len(t.value) {
		if !isDigit(t.value[i]) {
			return -1
		}
		n = n*10 + int(t.value[i]-'0')
	}
	return n
}

// partsIn reports whether the string at i, which a call that runs something is given, is
// taken apart by what it is given to there: exec((split /,/, "a,git")[1]).
func (p *program) partsIn(i int) bool {
	open := p.outer[i]
	if open < 1 || !p.is(open, "(") {
		return false
	}
	if p.tokens[open-1].kind == name && str.In(p.tokens[open-1].value, "sub", "subn", "Template", "substitute", "translate", "strtr", "substr_replace", "str_replace", "preg_replace") {
		return true
	}
	if p.headless && p.tokens[open-1].kind == name && str.In(p.tokens[open-1].value, "splitext", "expandvars", "URL", "URLSearchParams", "parse", "decode_json", "from_json", "urlparse", "urlsplit", "parse_qs") {
		return true
	}
	if p.tokens[open-1].kind == name && str.In(p.tokens[open-1].value, "glob", "iglob") && str.ContainsAny(p.tokens[i].value, "[{") {
		return p.headless
	}
	end := p.match[open]
	return p.syntax.q && end+1 < len(p.tokens) && p.is(end+1, "[")
}

// matched refuses a command whose name is what a pattern of perl found, and one of vim's
// that is computed, of which the lines before may have been given by another option.
func (p *program) matched(from int) {
	for p.is(from, "(", "[") {
		from++
	}
	if from >= len(p.tokens) {
		return
	}
	switch t := p.tokens[from]; {
	case p.syntax.q && t.kind == variable && str.In(t.value, "&", "") && !p.is(from+1, "{"), p.name == "vim" && p.headless && t.kind == name && !p.is(from, "("):
		p.found.cannot("the program that " + p.t.Program + " runs computes the name of a command; write it out")
	}
}

// parted reports whether a part is taken of the string at i, or it is made into another,
// by what is called on it: "a git".split()[1], "xgit".lstrip("x").
func (p *program) parted(i int) bool {
	if !p.is(i+1, ".") || p.joins == "." || i+2 >= len(p.tokens) || p.tokens[i+2].kind != name || p.tokens[i].value == "" {
		return false
	}
	method, end := p.tokens[i+2].value, i+3
	given := false
	if p.is(end, "(") && p.match[end] > end {
		given, end = p.match[end] > end+1, p.match[end]+1
	}
	switch {
	case str.In(method, "strip", "lstrip", "rstrip", "chomp", "chop", "concat", "padEnd", "padStart", "__add__", "insert", "prepend", "partition", "rpartition", "delete", "squeeze", "expandtabs",
		"substitute", "safe_substitute", "format_map", "sub", "succ", "next", "tap", "removeprefix", "ljust", "rjust", "zfill", "scan", "repeat", "replaceAll", "codePoints"):
		return given || !str.In(method, "strip", "lstrip", "rstrip", "chomp")
	case str.In(method, "split", "rsplit", "match", "matchAll", "chars", "lines"):
		return p.is(end, "[") && !p.is(end+1, "0") && p.match[end] == end+2 || p.is(end, ".") && end+1 < len(p.tokens) && str.In(p.tokens[end+1].value, "pop", "last", "shift", "reverse", "at")
	}
	return false
}
