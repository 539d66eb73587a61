package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A finding is what find takes: its expression, asked about one path at a time.
// Who asks for a file that must not go wants to know whether it may be found,
// so what is not known of a test (how old, how large) is answered with tri.
type finding struct {
	words []word.Word // the expression
	acts  bool        // an action of its own deletes or runs something
}

// findingOf reads the words of find behind its name. starts are where it begins.
func findingOf(words []word.Word) (f *finding, starts []word.Word) {
	i := 1
	for i < len(words) {
		w := words[i].Text
		switch {
		case str.In(w, "-H", "-L", "-P"), str.HasPrefix(w, "-O"):
			i++
			continue
		case w == "-D", w == "-f":
			i += 2
			continue
		case w == "--":
			i++
			continue
		}
		break
	}
	for i < len(words) && !(str.HasPrefix(words[i].Text, "-") && len(words[i].Text) > 1 || str.In(words[i].Text, "(", "!", ")", ",")) {
		starts = append(starts, words[i])
		i++
	}
	f = &finding{words: words[min(i, len(words)):]}
	if len(starts) == 0 {
		starts = []word.Word{{Text: "."}}
	}
	for i, w := range f.words {
		f.acts = f.acts || str.In(w.Text, "-delete", "-rm") || isExec(w.Text) && i+1 < len(f.words)
	}
	return f, starts
}

func isExec(s string) bool { return str.In(s, "-exec", "-execdir", "-ok", "-okdir") }

// A tri is an answer that may not be known.
type tri int8

const (
	no tri = iota
	perhaps
	yes
)

func (a tri) not() tri { return yes - a }

func both(a, b tri) tri   { return min(a, b) }
func either(a, b tri) tri { return max(a, b) }

// A visited is one path while an expression is asked about it.
type visited struct {
	*finding
	at     int
	path   string // as find has it, from where it begins
	name   string // its last element
	folder bool
	depth  int
	acted  tri  // an action was reached
	pruned bool // find does not go into it
	nested int
}

// takes says whether find would act on the path, which is so many folders below
// where it begins. Without an action of its own it prints the path.
func (f *finding) takes(path string, folder bool, depth int) (takes, pruned bool) {
	if f == nil {
		return true, false
	}
	q := visited{finding: f, path: path, name: baseName(trimSlash(path)), folder: folder, depth: depth}
	v := q.either(yes)
	if f.acts {
		return q.acted != no, q.pruned
	}
	return v != no, q.pruned
}

func (q *visited) more() bool { return q.at < len(q.words) && q.words[q.at].Text != ")" }

func (q *visited) is(s ...string) bool {
	return q.at < len(q.words) && str.In(q.words[q.at].Text, s...)
}

func (q *visited) either(reach tri) tri {
	if q.nested++; q.nested > 100 {
		q.at, q.acted = len(q.words), yes
		return perhaps
	}
	v := q.all(reach)
	for q.is("-o", "-or", ",") {
		comma := q.is(",")
		q.at++
		if comma {
			v = q.all(reach)
			continue
		}
		v = either(v, q.all(both(reach, v.not())))
	}
	q.nested--
	return v
}

func (q *visited) all(reach tri) tri {
	v := yes
	for q.more() && !q.is("-o", "-or", ",") {
		if q.is("-a", "-and") {
			q.at++
			continue
		}
		v = both(v, q.one(both(reach, v)))
	}
	return v
}

func (q *visited) one(reach tri) tri {
	w := q.words[q.at]
	q.at++
	if w.Holed() {
		q.acted = either(q.acted, reach)
		return perhaps
	}
	switch w.Text {
	case "-prune":
		q.pruned = q.pruned || reach == yes
		return yes
	case "!", "-not":
		if !q.more() {
			return perhaps
		}
		return q.one(reach).not()
	case "(":
		v := q.either(reach)
		q.at++
		return v
	case "-delete", "-rm":
		q.acted = either(q.acted, reach)
		return yes
	}
	if isExec(w.Text) {
		q.acted = either(q.acted, reach)
		for q.at < len(q.words) && q.words[q.at].Text != ";" && !(q.words[q.at].Text == "+" && q.words[q.at-1].Text == "{}") {
			q.at++
		}
		q.at++
		return perhaps
	}
	return q.test(w.Text)
}

// alone are the tests and actions that take no word of their own.
const alone = " -true -false -print -print0 -printx -ls -prune -quit -depth -d -mount -xdev -x -noleaf -daystart -follow -ignore_readdir_race -noignore_readdir_race " +
	"-nowarn -warn -empty -executable -readable -writable -nouser -nogroup -sparse -acl -xattr -hidden -capable -E -X -s -status -unique -exclude -color -nocolor "

// test answers a test, and passes the word that it takes.
func (q *visited) test(name string) tri {
	if str.Contains(alone, " "+name+" ") {
		switch name {
		case "-false", "-empty": // what is empty is no loss
			return no
		case "-executable", "-readable", "-writable", "-nouser", "-nogroup", "-sparse", "-acl", "-xattr", "-hidden", "-capable":
			return perhaps
		}
		return yes
	}
	if q.at >= len(q.words) || !str.HasPrefix(name, "-") {
		return perhaps
	}
	v := q.words[q.at]
	q.at++
	if name == "-fprintf" {
		q.at++
		return yes
	}
	if v.Holed() {
		return perhaps
	}
	switch name {
	case "-name":
		return certain(shellMatch(v.Text, q.name))
	case "-iname":
		return certain(shellMatch(str.Lower(v.Text), str.Lower(q.name)))
	case "-path", "-wholename":
		return certain(shellMatch(v.Text, q.path))
	case "-ipath", "-iwholename":
		return certain(shellMatch(str.Lower(v.Text), str.Lower(q.path)))
	case "-type", "-xtype":
		return certain(q.folder == str.Contains(v.Text, "d") || !q.folder && str.Contains(v.Text, "f") || q.folder && str.Contains(v.Text, "d"))
	case "-maxdepth":
		if n, ok := number(v.Text); ok {
			return certain(q.depth <= n)
		}
	case "-mindepth":
		if n, ok := number(v.Text); ok {
			return certain(q.depth >= n)
		}
	case "-regextype", "-fprint", "-fprint0", "-fls", "-printf":
		return yes
	}
	return perhaps
}

func certain(b bool) tri {
	if b {
		return yes
	}
	return no
}

func number(s string) (n int, ok bool) {
	for i := 0; i < len(s) && n < 1<<20; i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// shellMatch matches as find and the shell do it, a slash being a character like
// any. A class in brackets may be any character.
func shellMatch(pattern, s string) bool {
	// The last star is tried again with one character more for it.
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(s) {
		if p < len(pattern) {
			switch c := pattern[p]; {
			case c == '*':
				star, mark = p, i
				p++
				continue
			case c == '?' || c == match.Hole || c == match.HoleWord:
				p, i = p+1, i+1
				continue
			case c == '[' && str.IndexByte(pattern[p+1:], ']') > 0:
				p, i = p+2+str.IndexByte(pattern[p+1:], ']'), i+1
				continue
			case c == '\\' && p+1 < len(pattern) && pattern[p+1] == s[i]:
				p, i = p+2, i+1
				continue
			case c == s[i]:
				p, i = p+1, i+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, i = star+1, mark
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
