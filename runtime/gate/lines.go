package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A lineTest is what a search lets through of lines. What is not read here of its patterns
// lets all through.
type lineTest struct {
	patterns []linePattern
	fold     bool // case does not count
	whole    bool // the pattern is all of the line
	not      bool // lines pass in which it is not found
	unread   bool
	without  bool // of files, those pass that have no such line
}

// A linePattern is an expression without groups: one alternative of it.
type linePattern struct {
	atoms      []lineAtom
	start, end bool // it begins where the line does, and ends there
}

// A lineAtom is one character of a pattern: any, or one of a set.
type lineAtom struct {
	set       string
	any, not  bool // not: one that is not in the set
	none, all bool // there may be none; there may be many
}

// searchOf is what a command searches for, nil if it is no search.
func searchOf(inv *invocation.Invocation) *lineTest {
	t := &lineTest{fold: inv.Has("-i"), whole: inv.Has("-x"), not: inv.Has("-v"), unread: inv.Has("-P") || inv.Has("-f") || inv.Has("-w"), without: inv.Has("-L")}
	some := false
	for _, use := range inv.Uses() {
		if use.Kind != invocation.Text || use.Name != "PATTERN" {
			continue
		}
		for _, w := range use.Words {
			some = true
			t.add(w.Text, inv.Has("-E"), inv.Has("-F"))
			if !inv.Has("-E") && !inv.Has("-F") && str.ContainsAny(w.Text, "|+?") {
				t.add(w.Text, true, false) // as some searches read it without being told
			}
			t.unread = t.unread || w.Holed()
		}
	}
	if !some {
		return nil
	}
	return t
}

// add adds the alternatives of an expression; in an extended one + ? and | mean something
// without a backslash.
func (t *lineTest) add(text string, extended, fixed bool) {
	p := linePattern{}
	for i := 0; i < len(text); i++ {
		c, escaped := text[i], false
		if c == '\n' {
			t.patterns, p = append(t.patterns, p), linePattern{}
			continue
		}
		if !fixed && c == '\\' && i+1 < len(text) {
			i++
			c, escaped = text[i], true
		}
		n := len(p.atoms)
		special := !fixed && (escaped != extended || str.IndexByte("*.[^$", c) >= 0 && !escaped)
		switch {
		case fixed, escaped && str.IndexByte(".*[]^$/-", c) >= 0:
			p.atoms = append(p.atoms, lineAtom{set: text[i : i+1]})
		case special && c == '|':
			t.patterns, p = append(t.patterns, p), linePattern{}
		case escaped && c >= '0' && (c|0x20 >= 'a' && c|0x20 <= 'z' || c <= '9'), special && str.IndexByte("(){}", c) >= 0:
			t.unread = true
			return
		case c == '^' && n == 0 && !escaped:
			p.start = true
		case c == '$' && !escaped && (i+1 == len(text) || text[i+1] == '|' || text[i+1] == '\\' || text[i+1] == '\n'):
			p.end = true
		case c == '.' && !escaped:
			p.atoms = append(p.atoms, lineAtom{any: true})
		case c == '[' && !escaped:
			a, size := bracket(text[i:])
			if size == 0 {
				t.unread = true
				return
			}
			p.atoms = append(p.atoms, a)
			i += size - 1
		case n > 0 && (c == '*' && !escaped || special && str.IndexByte("+?", c) >= 0):
			p.atoms[n-1].none = p.atoms[n-1].none || c != '+'
			p.atoms[n-1].all = p.atoms[n-1].all || c != '?'
		default:
			p.atoms = append(p.atoms, lineAtom{set: text[i : i+1]})
		}
	}
	t.patterns = append(t.patterns, p)
}

// bracket reads a set of characters; size is 0 if there is a class in it.
func bracket(text string) (a lineAtom, size int) {
	i := 1
	if i < len(text) && text[i] == '^' {
		a.not, i = true, i+1
	}
	for begin := i; i < len(text); i++ {
		c := text[i]
		switch {
		case c == ']' && i > begin:
			return a, i + 1
		case c == '[', c == '\\':
			return a, 0
		case i+2 < len(text) && text[i+1] == '-' && text[i+2] != ']':
			for at := int(c); at <= int(text[i+2]); at++ {
				a.set += string([]byte{byte(at)})
			}
			i += 2
		default:
			a.set += text[i : i+1]
		}
	}
	return a, 0
}

// lets reports whether a line passes.
func (t *lineTest) lets(line string) bool {
	return t.unread || t.finds(line) != t.not
}

// finds reports whether one of the patterns is in a line.
func (t *lineTest) finds(line string) bool {
	if t.fold {
		line = str.Lower(line)
	}
	for i := range t.patterns {
		p := &t.patterns[i]
		steps := 0
		for from := 0; from <= len(line); from++ {
			if p.at(line[from:], 0, t.fold, p.end || t.whole, &steps) {
				return true
			}
			if p.start || t.whole {
				break
			}
		}
	}
	return false
}

// maxSteps is how long a pattern is tried at a line: behind that it is taken to be found.
const maxSteps = 1 << 14

// at reports whether the pattern from its nth atom on is what a line begins with.
func (p *linePattern) at(line string, n int, fold, end bool, steps *int) bool {
	if *steps++; *steps > maxSteps {
		return true
	}
	if n == len(p.atoms) {
		return !end || line == ""
	}
	a := &p.atoms[n]
	if a.none && p.at(line, n+1, fold, end, steps) {
		return true
	}
	if line == "" || !a.is(line[0], fold) {
		return false
	}
	if p.at(line[1:], n+1, fold, end, steps) {
		return true
	}
	return a.all && a.again(p, line, n, fold, end, steps)
}

// again tries an atom for as many characters more as it is good for.
func (a *lineAtom) again(p *linePattern, line string, n int, fold, end bool, steps *int) bool {
	for i := 1; i < len(line) && a.is(line[i], fold); i++ {
		if p.at(line[i+1:], n+1, fold, end, steps) {
			return true
		}
	}
	return false
}

func (a *lineAtom) is(c byte, fold bool) bool {
	if a.any {
		return true
	}
	in := str.IndexByte(a.set, c) >= 0
	if fold && c >= 'a' && c <= 'z' {
		in = in || str.IndexByte(a.set, c-'a'+'A') >= 0
	}
	return in != a.not
}

// maxSearched is how much of a file is searched.
const maxSearched = 64 << 10

// in are those of the files that a search finds something in. What git writes all day is
// none of them: names and messages of commits are in it, and nobody means those.
func (t *lineTest) in(names []saidName) (found []saidName) {
	for _, n := range names {
		if n.folder || gitWrites(n.abs) {
			continue
		}
		text, err := sys.ReadFile(n.abs, maxSearched)
		if err != nil {
			continue
		}
		hit := t.unread
		for rest := string(text); rest != "" && !hit; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			hit = t.lets(line)
		}
		if hit != t.without {
			found = append(found, n)
		}
	}
	return found
}

// gitWrites reports whether a file is of what git keeps of its history.
func gitWrites(abs string) bool {
	i := str.Index(abs, "/.git/")
	if i < 0 {
		return false
	}
	rest := abs[i+len("/.git/"):]
	return rest != "config" && !str.HasPrefix(rest, "hooks/")
}

// A filter is what a command in a pipe lets through of the lines that it is fed.
type filter struct{ test *lineTest } // nil: any of them

func (f filter) of(names []saidName) (out []saidName) {
	for _, n := range names {
		if f.test == nil || f.test.lets(n.text) {
			out = append(out, n)
		}
	}
	return out
}

// filterOf is what a command lets through; false if it is none that only does so.
func filterOf(cmd *command) (f filter, ok bool) {
	inv := &cmd.readings[0]
	switch {
	case cmd.saysText() == invocation.SaysInput:
		return filter{}, true
	case inv.Says(invocation.SaysMatches) || inv.Says(invocation.SaysLines) && searchOf(inv) != nil:
		if flowOf(inv) == "lines" && !readsFiles(inv) {
			return filter{searchOf(inv)}, true
		}
	case flowOf(inv) == "lines" && !readsFiles(inv):
		return filter{}, true
	}
	return filter{}, false
}
