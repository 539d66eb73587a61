package script

import "kei/runtime/str"

// A program gives what it calls names of its own: import shutil as s, o = open. What
// is called by such a name is what it stands for.

// An alias is a name of the program's own for another name of it.
type alias struct {
	name string
	at   int    // the token that it stands for
	of   string // the module that it is taken out of, "?" if that stands there
}

const maxAliases = 64

// aliases finds them.
func (p *program) aliases() {
	for i := 1; i+1 < len(p.tokens) && len(p.others) < maxAliases; i++ {
		t := p.tokens[i]
		switch {
		case t.kind == name && t.value == "as" && p.tokens[i+1].kind == name:
			if at := p.meant(i); at >= 0 {
				p.others = append(p.others, alias{p.tokens[i+1].value, at, p.module(at)})
			}
		case t.kind == name && t.value == "import" && p.tokens[i-1].kind == name:
			p.taken(i)
		case p.is(i, "=", ":=") && p.tokens[i-1].kind == name && !p.is(i-2, ".", "->", "::"):
			if at := p.standsFor(i + 1); at >= 0 {
				p.others = append(p.others, alias{p.tokens[i-1].value, at, "?"})
			}
		}
	}
}

// taken adds the names that are taken out of a module: from shutil import move.
func (p *program) taken(from int) {
	of := p.tokens[from-1].value
	for i := from + 1; i < len(p.tokens) && i < from+40; i++ {
		switch t := p.tokens[i]; {
		case p.is(i, "(", ","):
		case t.kind == name && (!t.line || p.is(i-1, "(", ",")) && t.value != "as" && p.tokens[i-1].value != "as":
			p.others = append(p.others, alias{t.value, i, of})
		case t.kind == name && !t.line:
		default:
			return
		}
	}
}

// module is what the name at i is taken out of, "?" if it is not by its name alone.
func (p *program) module(i int) string {
	for n := 0; i > 1 && n < 40; i, n = i-1, n+1 {
		switch t := p.tokens[i]; {
		case t.kind == name && t.value == "import" && p.tokens[i-1].kind == name && p.tokens[i-2].value == "from":
			return p.tokens[i-1].value
		case t.kind != name && !p.is(i, ",", "("):
			return "?"
		}
	}
	return "?"
}

// meant is the token in front of an "as" that is given another name, -1 if none is:
// of "* as fs from 'fs'" it is the module.
func (p *program) meant(as int) int {
	if p.tokens[as-1].kind == name {
		return as - 1
	}
	if p.is(as-1, "*") && as+3 < len(p.tokens) && p.tokens[as+2].value == "from" && p.tokens[as+3].kind == text {
		return as + 3
	}
	return -1
}

// standsFor is the token of what a statement that ends there gives a name to: open of
// "open", system of "os.system", the module of require("fs"); -1 if it is anything more.
func (p *program) standsFor(i int) int {
	for i+2 < len(p.tokens) && p.tokens[i].kind == name && p.is(i+1, ".", "::") && p.tokens[i+2].kind == name {
		i += 2
	}
	if i >= len(p.tokens) || p.tokens[i].kind != name {
		return -1
	}
	last := i
	if p.tokens[i].value == "require" && p.is(i+1, "(") && p.match[i+1] == i+3 && p.tokens[i+2].kind == text {
		if i, last = i+2, i+3; p.is(last+1, ".") && last+2 < len(p.tokens) && p.tokens[last+2].kind == name {
			i, last = last+2, last+2
		}
	}
	if last+1 < len(p.tokens) && !p.tokens[last+1].line && !p.is(last+1, ";", ",", ")", "}") {
		return -1
	}
	return i
}

// other is what a name of the program's own stands for.
func (p *program) other(n string) (a alias, ok bool) {
	for _, a := range p.others {
		if a.name == n {
			return a, true
		}
	}
	return alias{}, false
}

// real is the name of the module that n stands for.
func (p *program) real(n string) string {
	if a, ok := p.other(n); ok {
		return str.TrimPrefix(p.tokens[a.at].value, "node:")
	}
	return n
}

// onePath reports whether the call at i is given one value and no more, as a path's
// replace is and that of a string is not.
func (p *program) onePath(i int) bool {
	if !p.is(i-1, ".") || !p.is(i+1, "(") {
		return false
	}
	from, to := i+2, p.match[i+1]
	_, _, first := p.argument(from, to, 0)
	_, _, second := p.argument(from, to, 1)
	return first && !second
}
