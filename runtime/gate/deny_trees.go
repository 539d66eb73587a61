package gate

import (
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// DenyTrees denies deleting or moving away, with all that is in them, the folders
// that its list names, and those that hold one of them: "." is the worktree, "~"
// the home folder, "~/*" and "/*" what is right below those, ".." every folder outside of the
// worktree that is not temporary. A folder that is
// named by a command counts as one thing, whatever is in it. What a pattern of
// the shell matches in such a folder, and what find takes below it, counts as the
// folder itself when it is half of what is there or more; what git ignores does
// not count. With a number of files it also denies a call that deletes more: see
// tally.
type DenyTrees struct {
	Terms

	// The folders that stay.
	// Example: [".", "~", "/*"]
	Trees []string `toml:"trees-kept"`

	// How many files one call may delete.
	// Default: 0, which is any number
	// Example: 20
	Files int `toml:"files-max"`
}

var denyTrees = Kind{
	Name: "deny-trees", New: func() Rule { return new(DenyTrees) },
	Events: commandEvents, Judges: JudgesFiles,
}

// Kind implements [Rule].
func (r *DenyTrees) Kind() *Kind { return &denyTrees }

// Lists implements [Rule].
func (r *DenyTrees) Lists() []List {
	list := []List{{Key: "trees-kept", Values: r.Trees}}
	if r.Files > 0 {
		list = append(list, List{Key: "files-max", Values: []string{str.Itoa(int64(r.Files))}, Optional: true})
	}
	return list
}

// Check implements [Rule].
func (r *DenyTrees) Check(c *Case) error {
	if c.Does != Shell {
		return nil
	}
	var kept []keptTree
	many := tally{most: r.Files}
	all := losses{}
	c.texts = true // os.system("rm -rf /") is what nobody writes for another reason
	defer func() { c.texts = false }()
	return c.eachWrite(func(w Write) error {
		if !w.Gone || w.Unnamed {
			return nil
		}
		if w.Unknown {
			if w.Tree && str.OnlyOf(endOf(w.wild), "/.*") {
				return r.denyAsIs(w.unknown())
			}
			if w.Tree && (w.Said == ".." || str.HasPrefix(w.Said, "../")) && str.In("..", r.Trees...) {
				return r.deny(w.Said + " is a folder outside of one that is not known before it runs")
			}
			return nil
		}
		if kept == nil {
			kept = r.kept(c.Call)
		}
		for _, k := range kept {
			if k.path == "" {
				if (w.Tree || w.find != nil) && !w.At.Inside && !temporary(w.At.Abs) {
					return r.deny(w.Said + " is a folder outside of the worktree")
				}
				continue
			}
			if why := k.lost(w); why != "" {
				return r.deny(w.Said + " is " + why + k.name)
			}
			if k.isFolder() && all.add(w, k.path) && all.nothingLeft(k.path) {
				return r.deny(w.Said + " is the last of what is in " + k.name)
			}
		}
		if r.Files > 0 {
			if many.add(w); many.over() {
				return r.deny(many.says())
			}
		}
		return nil
	})
}

// losses are what the commands of a call lose one by one.
type losses struct {
	gone []Write
}

// fewest is how many things a call that names each of them has to lose to have emptied a
// folder: of a folder with a file or two, files are deleted every day.
const fewest = 3

// add notes a loss, and reports whether it is one of enough below a folder.
func (l *losses) add(w Write, folder string) bool {
	if _, below := file.Within(folder, w.At.Abs, w.At.Folds); !below || w.find != nil || len(l.gone) > maxNames {
		return false
	}
	if n := len(l.gone); n == 0 || l.gone[n-1].At.Abs != w.At.Abs || l.gone[n-1].Tree != w.Tree {
		l.gone = append(l.gone, w)
	}
	n := 0
	for i := range l.gone {
		if _, below := file.Within(folder, l.gone[i].At.Abs, w.At.Folds); below {
			if n++; l.gone[i].Glob() {
				n++ // a pattern is for more than one
			}
		}
	}
	return n >= fewest
}

// takes reports whether a path is lost.
func (l *losses) takes(path string) bool {
	for i := range l.gone {
		w := &l.gone[i]
		if w.At.Abs == path || w.Glob() && file.Overlap(path, w.At.Abs, true) {
			return true
		}
	}
	return false
}

// nothingLeft reports whether all that is in a folder is lost, but for what git ignores.
// It ends at the first file that stays.
func (l *losses) nothingLeft(folder string) bool {
	names, _ := sys.Names(folder, maxNames)
	if len(names) == 0 {
		return false
	}
	ignored := ignoredIn(folder)
	for _, name := range names {
		at := folder + "/" + name
		if ignored(name) || l.takes(at) || sys.Look(at) == sys.Folder && l.nothingLeft(at) {
			continue
		}
		return false
	}
	return true
}

// A keptTree is one entry of the list as it is on this machine.
type keptTree struct {
	name string // as the list has it
	path string // absolute, with "*" in it if many are meant
}

func (r *DenyTrees) kept(c *Call) []keptTree {
	root, _ := file.Resolve(file.Clean(c.Root))
	home := ""
	if h := c.Home(); sys.IsAbs(h) {
		home, _ = file.Resolve(file.Clean(h))
	}
	var list []keptTree
	for _, s := range r.Trees {
		switch {
		case s == "..":
			list = append(list, keptTree{name: s})
		case s == ".":
			list = append(list, keptTree{s, root})
		case s == "~" || str.HasPrefix(s, "~/"):
			if home != "" {
				list = append(list, keptTree{name: s, path: home + s[1:]})
			}
		case sys.IsAbs(s):
			list = append(list, keptTree{name: s, path: s})
		default:
			list = append(list, keptTree{name: s, path: root + "/" + s})
		}
	}
	return list
}

// lost says how the write loses the tree, "" if it does not.
func (k keptTree) lost(w Write) string {
	switch {
	case w.find != nil:
		if k.foundAll(w) {
			return "all, or most, of "
		}
		return ""
	case w.Glob():
		if k.matchedAll(w) {
			return "all, or most, of "
		}
		if w.Tree && k.named(w.At.Abs) {
			return "a pattern for "
		}
		// /et* is a pattern for a folder that is kept.
		if !w.At.Inside && file.Overlap(k.path, w.At.Abs, true) && str.IndexByte(baseName(w.At.Abs), '*') != 0 {
			return "a pattern for "
		}
		return ""
	}
	abs := w.At.Abs
	if !w.Tree && !str.HasSuffix(k.path, "/**") {
		return "" // rm without -r takes no folder
	}
	if file.Glob(k.path).Match(abs) || abs == k.path {
		return "kept with all that is in it: "
	}
	base := k.base()
	if _, holds := file.Within(abs, base, w.At.Folds); holds {
		return "a folder that holds "
	}
	return ""
}

// named reports whether a pattern is for the folder itself: sr? for src.
func (k keptTree) named(abs string) bool {
	return k.isFolder() && file.Parent(abs) == file.Parent(k.path) && shellMatch(baseName(abs), baseName(k.path))
}

func (k keptTree) isFolder() bool { return str.IndexByte(k.path, '*') < 0 }

// base is the path without the elements that have a star.
func (k keptTree) base() string {
	path := k.path
	for str.IndexByte(path, '*') >= 0 {
		path = file.Parent(path)
	}
	return path
}

// entries counts what is in a folder: hidden or not, and not what git ignores,
// or would if anybody had told it.
func (k keptTree) entries(folder string, hidden bool, f func(name string) bool) (taken, all int) {
	names, _ := sys.Names(folder, maxNames)
	ignored := ignoredIn(folder)
	if len(names) == 0 {
		names = []string{"a", "README.md", "main_test.go"} // what may be there when it runs
	}
	for _, name := range names {
		if !hidden && name[0] == '.' || name == ".git" || ignored(name) {
			continue
		}
		all++
		if f(name) {
			taken++
		}
	}
	return taken, all
}

// matchedAll reports whether a pattern in the folder matches most of it.
func (k keptTree) matchedAll(w Write) bool {
	folder, pattern := file.Parent(w.At.Abs), baseName(w.At.Abs)
	among := str.ContainsAny(folder, "*?[") && file.Overlap(k.path, folder, true) // s*c/*
	if folder != k.path && !among && !file.Glob(k.path).Match(folder) {
		return false
	}
	if among {
		folder = k.path
	}
	if str.OnlyOf(pattern, "*?.[]!^") && str.IndexByte(pattern, '*') >= 0 {
		return true // whatever is there when it runs
	}
	taken, all := k.entries(folder, w.Dots || pattern[0] == '.', func(name string) bool {
		return (w.Dots || (name[0] == '.') == (pattern[0] == '.')) && shellMatch(pattern, name)
	})
	return taken > 1 && 2*taken >= all
}

// foundAll reports whether find takes most of the folder, or of one that holds it.
func (k keptTree) foundAll(w Write) bool {
	abs := w.At.Abs
	if str.HasSuffix(abs, "/**") {
		abs = abs[:len(abs)-len("/**")]
	}
	shown, kept, pattern := w.find.prints(trimStars(w.Said), abs), k.path, ""
	if base := baseName(abs); str.IndexByte(base, '*') >= 0 || str.IndexByte(base, '?') >= 0 || str.IndexByte(base, '[') >= 0 {
		switch {
		case k.named(abs):
			abs = k.path
		case file.Parent(abs) == k.path:
			abs, pattern = k.path, base
		}
	}
	switch rel, holds := file.Within(abs, k.base(), w.At.Folds); {
	case holds && k.isFolder():
		if rel != "." {
			if w.Tree && !w.find.erases && w.find.takesOn(shown, rel) {
				return true
			}
			shown += "/" + rel
		}
	case !k.isFolder() && file.Glob(k.path).Match(abs) && !w.find.byTime():
		kept = abs
	default:
		return false
	}
	taken, all := k.entries(kept, true, func(name string) bool {
		if pattern != "" && !shellMatch(pattern, name) {
			return false
		}
		at := kept + "/" + name
		folder := sys.Look(at) == sys.Folder
		if takes, pruned := w.find.takes(shown+"/"+name, folder, 1); takes || !folder || pruned {
			return takes
		}
		return k.below(w, at, shown+"/"+name)
	})
	return taken > 0 && 2*taken >= all
}

// below reports whether find takes most of what is in a folder of the folder.
func (k keptTree) below(w Write, abs, shown string) bool {
	names, _ := sys.Names(abs, maxNames)
	taken := 0
	for _, name := range names {
		if takes, _ := w.find.takes(shown+"/"+name, sys.Look(abs+"/"+name) == sys.Folder, 2); takes {
			taken++
		}
	}
	return taken > 0 && 2*taken > len(names)
}

// ignoredIn answers which names of a folder git ignores, by the plain lines of
// its .gitignore, and those that are made by programs in every project.
func ignoredIn(folder string) func(name string) bool {
	text, _ := sys.ReadFile(folder+"/.gitignore", 64<<10)
	return func(name string) bool {
		if str.In(name, "node_modules", "target", "dist", "__pycache__", ".venv") {
			return true
		}
		for rest := string(text); rest != ""; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			if line = str.Trim(line); line == "" || line[0] == '#' || line[0] == '!' {
				continue
			}
			if line[0] == '/' {
				line = line[1:]
			}
			if line = trimSlash(line); str.IndexByte(line, '/') < 0 && line != "*" && shellMatch(line, name) {
				return true
			}
		}
		return false
	}
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
