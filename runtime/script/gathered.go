package script

import "kei/runtime/str"

// A command can be put together in a list: a.append("git"), push @a, "git", a << "git",
// a[0] = "git". What a list is given is one text, with blanks between and without.

// putting are the methods and functions that put values into a list.
const putting = " append push add insert extend unshift appendleft concat push_back prepend "

// maxGathered is how many strings of a program are looked at for lists.
const maxGathered = 512

// gather finds the strings that lists are given.
func (p *program) gather() {
	seen := 0
	for i := range p.tokens {
		t := p.tokens[i]
		if t.kind != text && t.kind != list {
			continue
		}
		if seen++; seen > maxGathered {
			return
		}
		n := p.listOf(i)
		if n == "" {
			continue
		}
		s := t.value
		if t.kind == text {
			s, _, _ = p.fold(i)
		}
		p.putInto(n, s)
	}
}

// putInto adds a string to those of a list.
func (p *program) putInto(n, s string) {
	for i := range p.lists {
		if l := &p.lists[i]; l.name == n {
			if len(l.blanks)+len(s) < maxText/8 {
				l.blanks, l.tight = l.blanks+" "+s, l.tight+s
			}
			return
		}
	}
	if len(p.lists) < maxAliases {
		p.lists = append(p.lists, gathered{n, s, s})
	}
}

// A gathered is what a list is given.
type gathered struct{ name, blanks, tight string }

// listOf is the name of the list that the string at i is put into, "" if it is none.
func (p *program) listOf(i int) string {
	switch {
	case p.is(i-1, "=", "<") && p.is(i-2, "]", "<"): // a[0] = "x", a << "x"
		j := i - 3
		for n := 0; p.is(i-2, "]") && j > 0 && n < 8 && !p.is(j+1, "["); n++ {
			j--
		}
		return p.nameAt(j)
	}
	// Back over the values in front of it, to what they are given to: a = ["x", "y"].
	j := i - 1
	for n := 0; n < 24 && j > 0; n++ {
		switch {
		case p.is(j, "[") && p.is(j-1, "=", "+="):
			return p.nameAt(j - 2)
		case p.is(j, ","), p.tokens[j].kind == text, p.tokens[j].kind == number, p.is(j, "["):
			j--
		case p.is(j, "(") && p.isPutting(j-1) && p.is(j-2, "."):
			return p.nameAt(j - 3)
		case p.is(j, "(") && p.isPutting(j-1):
			return ""
		case p.tokens[j].kind == variable && (p.isPutting(j-1) || p.is(j-1, "(") && p.isPutting(j-2)): // push @a, "x"
			return p.tokens[j].value
		default:
			return ""
		}
	}
	return ""
}

func (p *program) isPutting(i int) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == name && str.Contains(putting, " "+p.tokens[i].value+" ")
}

func (p *program) nameAt(i int) string {
	if i < 0 || i >= len(p.tokens) || p.tokens[i].kind != name && p.tokens[i].kind != variable {
		return ""
	}
	return p.tokens[i].value
}
