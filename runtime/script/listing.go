package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// A program lists a folder and opens what it finds: by names that are not written in it.
// Where a name stands for one after another of them, it is folded to the pattern that
// matches them; where the program takes them otherwise (the third of a list, the one that
// a function finds), it may take any that it lists.

// everyName is the pattern for all names in a folder, those with a leading dot, too.
const everyName = "*" + string(rune(markGlob)) + string(rune(markAll))

// everyBelow is the one for all paths below a folder.
const everyBelow = "**" + string(rune(markGlob)) + string(rune(markAll))

// anyEnding begins the pattern for all names with an ending.
const anyEnding = "*" + string(rune(markAll))

// maxListings is how many listings of a program are looked at.
const maxListings = 64

// walk names what one step through a tree of folders gives: for dir, folders, files in
// os.walk("src").
func (p *program) walk(i int) {
	if p.walks == "" || !p.is(i+1, ",") {
		return
	}
	var names []int
	j := i
	for len(names) < 4 && j < len(p.tokens) && p.tokens[j].kind == name {
		if names = append(names, j); !p.is(j+1, ",") {
			break
		}
		j += 2
	}
	if len(names) < 2 || j+2 >= len(p.tokens) || p.tokens[j+1].kind != name || p.tokens[j+1].value != "in" {
		return
	}
	s, _, ok := p.path(j + 2)
	if !ok || !str.Contains(s, everyBelow) {
		return
	}
	p.stands(names[0], s)
	for _, n := range names[1:] {
		p.stands(n, everyName)
	}
}

// walked is all that lies below the folder that a function walks through, whose values
// stand from, up to to.
func (p *program) walked(from, to int) (s string, ok bool) {
	for n := range 4 {
		s, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		if known && s != "" {
			return joined(s, everyBelow), true
		}
	}
	return "", false
}

// narrowed is what a name stands for behind a condition on it at i, by which the program
// takes only names that begin or end with a text, or are one: if f.endswith(".py").
func (p *program) narrowed(v string, i int, s string) string {
	if !str.HasSuffix(s, everyName) {
		return s
	}
	if p.is(i, ")") {
		return p.narrowedBelow(v, i+1, s)
	}
	body := p.is(i, ":")
	if body {
		i++
	}
	if i+6 >= len(p.tokens) || p.tokens[i].kind != name || p.tokens[i].value != "if" {
		return s
	}
	i++
	negated := p.tokens[i].value == "not"
	if negated {
		i++
	}
	pattern, end := p.condition(v, i)
	switch {
	case pattern == "":
		return s
	case !body && !negated && (p.is(end, "]", ")", "}") || p.tokens[min(end, len(p.tokens)-1)].value == "and"):
	case body && p.is(end, ":") && p.holds(v, end, negated):
	default:
		return s
	}
	return withPattern(s, pattern)
}

// withPattern is what a listing becomes of which only some names are taken.
func withPattern(s, pattern string) string {
	return s[:len(s)-len(everyName)] + pattern + string(rune(markGlob))
}

// narrowedBelow is narrowed of a loop whose head is in parentheses and ends in front of i:
// for (const f of list) if (f.endsWith(".js")) ...
func (p *program) narrowedBelow(v string, i int, s string) string {
	if p.is(i, "{") {
		i++
	}
	if i+2 >= len(p.tokens) || p.tokens[i].value != "if" || !p.is(i+1, "(") {
		return s
	}
	pattern, end := p.condition(v, i+2)
	if pattern == "" || end != p.match[i+1] {
		return s
	}
	for end++; end < len(p.tokens) && !p.is(end, ";"); end++ {
		if p.is(end, "{", "(", "[") && p.match[end] > end {
			if end = p.match[end]; p.is(end, "}") {
				break
			}
		}
	}
	if p.usedBehind(v, end) > 0 || end+1 < len(p.tokens) && p.tokens[end+1].value == "else" {
		return s
	}
	return withPattern(s, pattern)
}

// sifted is what is left of a listing by a method at i that takes some of it: those of
// which its function says so, if that looks at how the name ends or begins.
func (p *program) sifted(i int, s string) (more string, end int, ok bool) {
	end = i + 1
	if p.is(end, "(", "{") && p.match[end] > end {
		end = p.match[end] + 1
	}
	if !str.HasSuffix(s, everyName) || !str.In(p.tokens[i].value, "filter", "select") {
		return s, end, true
	}
	j := i + 2
	for p.is(j, "(", "|") {
		j++
	}
	v := p.nameAt(j)
	for j++; p.is(j, ")", "|", "=>"); {
		j++
	}
	if pattern, at := p.condition(v, j); v != "" && pattern != "" && at == end-1 {
		s = withPattern(s, pattern)
	}
	return s, end, true
}

// condition is the pattern of the names of which what is said of v at i is true, and where
// that ends.
func (p *program) condition(v string, i int) (pattern string, end int) {
	if i+2 < len(p.tokens) && p.tokens[i].kind == name && p.tokens[i].value == v && p.is(i+1, "==") && p.tokens[i+2].kind == text {
		return literal(p.tokens[i+2].value), i + 3
	}
	if i+4 >= len(p.tokens) || p.tokens[i].kind != name || p.tokens[i].value != v {
		return "", i
	}
	if i++; p.is(i, ".") && p.tokens[i+1].kind == name && str.In(p.tokens[i+1].value, "name", "path") && p.is(i+2, ".", "==") {
		if i += 2; i+4 >= len(p.tokens) {
			return "", i
		}
	}
	switch m := p.tokens[i+1]; {
	case p.is(i, "==") && m.kind == text:
		return literal(m.value), i + 2
	case p.is(i, ".") && m.value == "suffix" && p.is(i+2, "==") && p.tokens[i+3].kind == text:
		return anyEnding + literal(p.tokens[i+3].value), i + 4
	case !p.is(i, ".") || !p.is(i+2, "(", "?") || m.kind != name:
		return "", i
	case p.is(i+2, "?"):
		i++ // end_with?
	}
	if i+4 >= len(p.tokens) || !p.is(i+2, "(") || p.tokens[i+3].kind != text || p.match[i+2] != i+4 {
		return "", i
	}
	said := literal(p.tokens[i+3].value)
	switch m := p.tokens[i+1].value; {
	case said == "":
		return "", i
	case str.In(m, "endswith", "endsWith", "?") || str.HasPrefix(m, "end_with"):
		return anyEnding + said, i + 5
	case str.In(m, "startswith", "startsWith") || str.HasPrefix(m, "start_with"):
		return said + "*", i + 5
	}
	return "", i
}

// literal is a text that stands for itself in a pattern, "" if it does not.
func literal(s string) string {
	if s == "" || str.ContainsAny(s, "*?[]\\/{}") || match.Holed(s) || marked(s) {
		return ""
	}
	return s
}

// holds reports whether all that python's loop says of v behind the condition that ends
// at the token end stands where it is true: in its body, or, if it is negated and goes on
// with the next, anywhere in that of the loop.
func (p *program) holds(v string, end int, negated bool) bool {
	if negated && (end+1 >= len(p.tokens) || p.tokens[end+1].value != "continue") {
		return false
	}
	text, head := p.t.Text, "if "+v
	if negated {
		head = "if not " + v
	}
	at := str.Index(text, head)
	if at < 0 || str.Contains(text[at+2:], head) {
		return false
	}
	start := str.LastIndexByte(text[:at], '\n') + 1
	deep := at - start
	if str.Trim(text[start:at]) != "" {
		return false
	}
	_, rest, _ := str.Cut(text[at:], '\n')
	for rest != "" {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		in := 0
		for in < len(line) && (line[in] == ' ' || line[in] == '\t') {
			in++
		}
		if in == len(line) || in > deep || in == deep && negated {
			continue
		}
		if in == deep && str.HasPrefix(line[in:], "el") || says(line, []string{v}) {
			return false
		}
	}
	return true
}

// sees notes a file that is read by a path of which nothing is known.
func (p *program) sees(path string, known bool) {
	for _, here := range [...]string{"./", string(rune(markHere)) + "/"} {
		path = str.TrimPrefix(path, here)
	}
	hole := func(c byte) bool { return c == match.Hole || c == match.HoleWord }
	p.blind = p.blind || !known || path != "" && hole(path[0]) && hole(path[len(path)-1])
}

// isLister reports whether a name is that of a function which lists what is in a folder.
func (p *program) isLister(n string) bool {
	return p.says(p.names, n) || p.says(p.inside, n) || p.says(p.globs, n) || p.says(p.walks, n)
}

// listings are patterns for all that the program lists.
func (p *program) listings() (list []string) {
	for i := 1; i < len(p.tokens) && len(list) < maxListings; i++ {
		if p.tokens[i].kind != name || p.imported(i) {
			continue
		}
		n := p.real(p.tokens[i].value)
		from, to, called := p.extent(i)
		switch s, known, there := p.argument(from, to, 0); {
		case n == "opendir" && called:
			if s, known, _ = p.argument(from, to, 1); known {
				list = append(list, joined(s, everyName))
			}
		case !p.isLister(n):
		case p.says(p.walks, n) && called:
			if s, ok := p.walked(from, to); ok {
				list = append(list, s)
			}
		case p.says(p.names, n) && called && known && str.Contains(p.around(from, to), "recursive"):
			list = append(list, joined(s, everyBelow))
		case p.says(p.names, n) && called && (known || !there):
			list = append(list, joined(s, everyName))
		default:
			list = append(list, p.listed(i)...)
		}
	}
	return list
}

// listed is what a function or a method lists that stands at i.
func (p *program) listed(i int) []string {
	if s, _, ok := p.answer(p.actOf(i, "?"), i); ok && str.IndexByte(s, markGlob) >= 0 {
		return []string{s}
	}
	of, ok := p.receiverOf(i)
	if !ok {
		return nil
	}
	if p.says(p.names, p.tokens[i].value) {
		return []string{joined(of, everyName)}
	}
	if s, _, ok := p.behind(of, i-1); ok && str.IndexByte(s, markGlob) >= 0 {
		return []string{s}
	}
	return nil
}

// around are the names and strings between two tokens.
func (p *program) around(from, to int) (s string) {
	for i := from; i < to && i < len(p.tokens) && i < from+16; i++ {
		if p.tokens[i].kind == name || p.tokens[i].kind == text {
			s += " " + p.tokens[i].value
		}
	}
	return s
}

// takesListed adds what the program reads, and removes, of what it lists.
func (p *program) takesListed() {
	p.blind = p.blind || p.readsWhatComes()
	p.erasesByName()
	if !p.blind && !p.erases {
		return
	}
	if p.blind {
		p.readsSaid()
	}
	if p.erases && !p.chooses() {
		p.erasesGiven()
	}
	for _, s := range append(p.listings(), p.listsByCommand()...) {
		if p.blind {
			p.found.reads(s)
		}
		if p.erases && !p.chooses() {
			p.found.deletes(s)
		}
	}
}

// erasesByName notes what a program removes that gets at a function by its name, which then
// may be given whatever the program says: array_map("unlink", glob("*")), send("rm_rf", "x").
func (p *program) erasesByName() {
	if !p.every || !p.saysEraser() {
		return
	}
	p.erases, p.found.WritesAny = true, true
	for i, t := range p.tokens {
		if t.kind != text || p.compared(i) || p.onlyPrinted(i) {
			continue
		}
		if s, _, ok := p.fold(i); ok && s != "" && !match.Holed(s) && !str.ContainsAny(s, " \t\n") && len(s) < maxName {
			p.found.deletes(s)
		}
	}
}

// saysEraser reports whether a text of the program is the name of a function that removes
// files.
func (p *program) saysEraser() bool {
	for _, k := range p.words {
		if k.act == actDeletes && len(k.name) > 1 {
			for _, t := range p.tokens {
				if t.kind == text && t.value == k.name {
					return true
				}
			}
			if str.In(k.name, p.sums...) {
				return true
			}
		}
	}
	return false
}

// listedBy is what a command lists that the program runs: ls, find and git ls-files.
func listedBy(command string) string {
	words := str.Fields(upTo(command, maxName))
	if len(words) == 0 || !str.In(words[0], "ls", "find", "git", "fd", "tree", "rg") || words[0] == "git" && !(len(words) > 1 && words[1] == "ls-files") {
		return ""
	}
	dir, below := ".", everyBelow
	if words[0] == "ls" {
		below = everyName
	}
	for _, w := range words[1:] {
		if w[0] != '-' && w != "ls-files" {
			dir = w
			break
		}
	}
	if str.ContainsAny(dir, "*?[") {
		return dir + string(rune(markGlob))
	}
	return joined(dir, below)
}

// listsByCommand are patterns for what the commands list that the program runs.
func (p *program) listsByCommand() (list []string) {
	for i, t := range p.tokens {
		runs := t.kind == command || t.kind == text && i > 0 && (p.act(i-1) == actRuns || i > 1 && p.is(i-1, "(") && p.act(i-2) == actRuns)
		if !runs || len(list) == maxListings {
			continue
		}
		if s := listedBy(t.value); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// readsSaid notes the files that strings of a program name which reads by a path that it
// takes out of something: map { open F, $_; <F> } "x".
func (p *program) readsSaid() {
	for i, t := range p.tokens {
		if t.kind != text || p.compared(i) || p.onlyPrinted(i) {
			continue
		}
		if s, _, ok := p.fold(i); ok && (isFileName(s) || marked(s)) {
			p.found.reads(s)
		}
	}
}

// erasesGiven notes what functions of the program's own are given, where it removes files by
// paths that nobody knows.
func (p *program) erasesGiven() {
	functions := 0
	for i, t := range p.tokens {
		if t.kind != name || !p.defined(i) || functions == maxListings/4 {
			continue
		}
		functions++
		for j := i + 1; j < len(p.tokens); j++ {
			if p.tokens[j].kind != name || p.tokens[j].value != t.value {
				continue
			}
			if from, to, called := p.extent(j); called {
				if s, known, _ := p.argument(from, to, 0); known {
					p.found.deletes(s)
				}
			}
		}
	}
}

// readsWhatComes reports whether a function that reads a file is handed to another, which
// calls it with what it has: map(fs.readFileSync), map(&:read).
func (p *program) readsWhatComes() bool {
	for i := 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.kind != name {
			continue
		}
		if p.is(i-1, ":") && p.is(i-2, "&") && p.percent && str.In(t.value, "delete", "unlink", "rmtree", "rmdir", "rm_rf", "rm_r", "rm") {
			p.erases, p.found.WritesAny = true, true // each(&:delete)
		}
		if p.is(i-1, ":") && p.percent && str.In(t.value, "read", "readlines", "binread", "foreach") {
			return true
		}
		if a := p.act(i); a != actReads && a != actOpens && a != actGets {
			continue
		}
		if p.isLister(t.value) || p.imported(i) {
			continue
		}
		if _, _, called := p.extent(i); !called && p.is(i+1, ")", ",") && p.is(i-1, "(", ",", ".") {
			return true
		}
	}
	return false
}

// chooses reports whether the program looks at the text of names before it acts on what it
// lists: a condition with a string or a pattern in it, that says which they are. One that
// says which they are not leaves all others.
func (p *program) chooses() bool {
	for i := 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if !p.is(i, "&&", "?") && !(t.kind == name && str.In(t.value, "if", "unless", "and", "filter", "select", "grep")) {
			continue
		}
		negated := t.kind == name && (t.value == "unless") != (p.tokens[i-1].kind == name && p.tokens[i-1].value == "next")
		for j := i + 1; j < len(p.tokens) && j < i+10 && !p.is(j, ";", ":", "}"); j++ {
			u := p.tokens[j]
			if p.is(j, "!", "!=", "!==", "!~") || u.kind == name && str.In(u.value, "not", "ne") {
				negated = !negated
			}
			if u.kind != text && u.kind != number || u.kind == text && len(u.value) < 2 || u.kind == number && u.value != "" {
				continue
			}
			if negated != p.goesOn(j) {
				break
			}
			return true
		}
	}
	return false
}

// goesOn reports whether what a loop does behind the condition at i is to take the next one.
func (p *program) goesOn(i int) bool {
	for n := 0; n < 8 && i < len(p.tokens); i, n = i+1, n+1 {
		if p.tokens[i].kind == name && str.In(p.tokens[i].value, "continue", "next") {
			return true
		}
	}
	return false
}

// usedBehind is how often a name stands behind a token.
func (p *program) usedBehind(v string, from int) (n int) {
	for i := from; i < len(p.tokens); i++ {
		if p.tokens[i].kind == name && p.tokens[i].value == v {
			n++
		}
	}
	return n
}
