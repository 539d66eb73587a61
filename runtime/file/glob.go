package file

import (
	"unicode/utf8"

	"kei/runtime/str"
)

// A Glob is a pattern for the path of a file from the worktree's root. "*"
// stands for any text within one element of the path. "**" as a whole element
// stands for any number of elements, also none ("src/**" is what is below src);
// beside other text, for any text at all. Every other character, "?", "[" and
// "{" included, stands for itself: file names have them.
type Glob string

// Match reports whether the glob matches the whole path.
func (g Glob) Match(path string) bool { return globMatch(string(g), path) }

// MatchAny returns the first glob that matches the place: its path from the
// root, or for one outside the worktree its absolute path. It is what a
// whitelist goes by: where a link leads counts, not what it is called.
func MatchAny(globs []Glob, p Place) (Glob, bool) {
	if p.Inside {
		return matchName(globs, p.Rel, p.Folds)
	}
	return matchName(globs, p.Abs, p.Folds)
}

// MatchEither is MatchAny for a denylist: the place by that path, or by the one
// it was named by. A file in a folder that may not be touched is in it even if
// the folder, or the file, is a link to somewhere else.
func MatchEither(globs []Glob, p Place) (Glob, bool) {
	if g, ok := MatchAny(globs, p); ok || p.Named == "" || p.Named == p.Abs {
		return g, ok
	}
	if p.NamedRel != "" {
		return matchName(globs, p.NamedRel, p.Folds)
	}
	return matchName(globs, p.Named, p.Folds)
}

func matchName(globs []Glob, name string, folds bool) (Glob, bool) {
	if folds {
		name = Fold(name)
	}
	for _, g := range globs {
		pattern := string(g)
		if folds {
			pattern = Fold(pattern)
		}
		if globMatch(pattern, name) {
			return g, true
		}
	}
	return "", false
}

// MaxGlob bounds what one comparison costs: at most so many steps for each
// byte of the path.
const MaxGlob = 1024

// Check reports what is wrong with a glob that somebody wrote: one that could
// not match any file is a mistake that would otherwise go unseen.
func (g Glob) Check() error {
	s := string(g)
	switch {
	case s == "":
		return str.Fault("an empty glob matches nothing")
	case len(s) > MaxGlob:
		return str.Fault("a glob is longer than " + str.Itoa(MaxGlob) + " bytes")
	case str.IndexByte(s, 0) >= 0:
		return str.Fault("a glob has a NUL in it")
	case !utf8.ValidString(s):
		return str.Fault("a glob is not UTF-8")
	case s[len(s)-1] == '/':
		return str.Fault("the glob " + s + " ends in a slash and would match nothing; for what is below a folder write " + s + "**")
	}
	for i, rest := 0, s; rest != ""; i++ {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch {
		case name == "" && i > 0:
			return str.Fault("the glob " + s + " has // in it and would match nothing")
		case name == "." || name == "..":
			return str.Fault("the glob " + s + " has the element " + name + " and would match nothing; globs are matched against clean paths from the worktree's root")
		}
	}
	return nil
}

// A globOp is one step of a glob.
type globOp struct {
	kind byte
	char byte // of a literal
}

const (
	opChar = iota // one byte
	opStar        // any text without a slash
	opAny         // any text
	opDirs        // any number of whole elements, each with its slash
)

// globMatch follows all ways through the pattern at once, so that its time is
// at most the product of the two lengths, whatever the pattern.
func globMatch(pattern, path string) bool {
	// What stands before the first star settles most comparisons.
	starts := true
	for pattern != "" && pattern[0] != '*' {
		if path == "" || path[0] != pattern[0] {
			return false
		}
		starts = pattern[0] == '/'
		pattern, path = pattern[1:], path[1:]
	}
	if pattern == "" {
		return path == ""
	}
	// So does what stands behind the last one: the end of the path is the same.
	last := len(pattern) - 1
	for pattern[last] != '*' {
		last--
	}
	end := pattern[last+1:]
	if end != "" && end[0] == '/' {
		end = end[1:] // it belongs to a "**" before it, which may stand for nothing
	}
	if !str.HasSuffix(path, end) {
		return false
	}
	if starts && str.HasPrefix(pattern, "**/") {
		switch between := pattern[len("**/"):]; {
		case last == 1: // a name at any depth
			return len(path) == len(end) || path[len(path)-len(end)-1] == '/'
		case last == 3 && str.IndexByte(pattern[last+1:], '/') < 0: // the end of a name
			return true
		case str.Index(path, between[:str.IndexByte(between, '*')]) < 0:
			return false
		}
	}
	var opArray [64]globOp
	ops := globOps(opArray[:0], pattern, starts)

	const fixed = 65
	var setArray [4 * fixed]bool
	sets := setArray[:]
	n := len(ops) + 1
	if n > fixed {
		sets = make([]bool, 4*n)
	}
	here := globSet{sets[:n:n], sets[n : 2*n : 2*n]}
	there := globSet{sets[2*n : 3*n : 3*n], sets[3*n : 4*n : 4*n]}
	here.reach(ops, 0)
	for p := 0; p < len(path); p++ {
		if !here.step(ops, path[p], there) {
			return false
		}
		here, there = there, here
		clear(there.steps)
		clear(there.inner)
	}
	return here.steps[len(ops)]
}

// A globSet says which steps are active: step i is if what was read of the path
// so far can be followed by what ops[i:] match. Step i of an opDirs has a second
// form, inside an element, when its slash has not come yet.
type globSet struct{ steps, inner []bool }

// reach makes step i active, and those behind it that may match nothing before.
func (g globSet) reach(ops []globOp, i int) {
	for !g.steps[i] {
		g.steps[i] = true
		if i == len(ops) || ops[i].kind == opChar {
			return
		}
		i++ // every other step may match nothing
	}
}

// step reads one more character of the path into there, and reports whether
// any step was active.
func (g globSet) step(ops []globOp, c byte, there globSet) (alive bool) {
	for i := range ops {
		if g.inner[i] {
			alive = true
			if c == '/' {
				there.reach(ops, i)
			} else {
				there.inner[i] = true
			}
		}
		if !g.steps[i] {
			continue
		}
		alive = true
		switch ops[i].kind {
		case opChar:
			if ops[i].char == c {
				there.reach(ops, i+1)
			}
		case opStar:
			if c != '/' {
				there.reach(ops, i)
			}
		case opAny:
			there.reach(ops, i)
		case opDirs:
			if c == '/' {
				there.reach(ops, i)
			} else {
				there.inner[i] = true
			}
		}
	}
	return alive
}

// globOps splits a pattern, which starts an element of the path or not.
func globOps(ops []globOp, pattern string, starts bool) []globOp {
	for i := 0; i < len(pattern); {
		if pattern[i] != '*' {
			starts = pattern[i] == '/'
			ops = append(ops, globOp{opChar, pattern[i]})
			i++
			continue
		}
		stars := 1
		for i+stars < len(pattern) && pattern[i+stars] == '*' {
			stars++
		}
		i += stars
		switch {
		case stars == 1:
			ops = append(ops, globOp{opStar, 0})
		case stars == 2 && starts && i < len(pattern) && pattern[i] == '/':
			ops = append(ops, globOp{opDirs, 0})
			i++ // its slash belongs to it
			continue
		default:
			ops = append(ops, globOp{opAny, 0})
		}
		starts = false
	}
	return ops
}
