package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A tally counts the files that one call would delete: one for each that it
// names, and what patterns and find match as it lies on the disk. A folder that is
// named counts as one, what git ignores and what is temporary and outside of the worktree not at all.
type tally struct {
	most, n int
	looked  int
	first   string // what was counted first, as the call has it
}

// over reports whether there are more than may be.
func (t *tally) over() bool { return t.n > t.most }

// add counts one write.
func (t *tally) add(w Write) {
	if t.over() || !w.At.Inside && temporary(w.At.Abs) {
		return
	}
	before := t.n
	switch {
	case w.find != nil:
		abs := str.TrimSuffix(w.At.Abs, "/**")
		t.found(w, abs, trimStars(w.Said), file.IgnoresAt(abs), 1)
	case w.Glob():
		t.matched("/", str.Fields(str.ReplaceByte(str.ReplaceByte(w.At.Abs, ' ', 0), '/', ' ')), w.Dots)
	default:
		if ignored, _ := file.IgnoresAt(file.Parent(w.At.Abs)).Say(w.At.Abs, w.Tree); !ignored {
			t.n++
		}
	}
	if before == 0 && t.n > 0 {
		t.first = w.Said
	}
}

// matched counts what a path with patterns among its elements matches below a
// folder. A blank in an element is a NUL here.
func (t *tally) matched(folder string, elements []string, dots bool) {
	element := str.ReplaceByte(elements[0], 0, ' ')
	last := len(elements) == 1
	if str.IndexByte(element, '*') < 0 && str.IndexByte(element, '?') < 0 && str.IndexByte(element, '[') < 0 {
		if at := join(folder, element); !last {
			t.matched(at, elements[1:], dots)
		} else if sys.Look(at) != sys.Absent {
			t.one(at, file.IgnoresAt(folder))
		}
		return
	}
	rules := file.IgnoresAt(folder)
	names, _ := sys.Names(folder, maxNames)
	for _, name := range names {
		if t.looked++; t.over() || t.looked > maxWalked {
			return
		}
		if !dots && (name[0] == '.') != (element[0] == '.') || !shellMatch(element, name) {
			continue
		}
		if at := join(folder, name); last {
			t.one(at, rules)
		} else if sys.Look(at) == sys.Folder {
			t.matched(at, elements[1:], dots)
		}
	}
}

// one counts a thing that is there.
func (t *tally) one(at string, rules file.Ignores) {
	folder := sys.Look(at) == sys.Folder
	if folder && ignoredIn(file.Parent(at))(baseName(at)) {
		return
	}
	if ignored, _ := rules.Say(at, folder); !ignored && baseName(at) != ".git" {
		t.n++
	}
}

// found counts what find takes below a folder.
func (t *tally) found(w Write, abs, shown string, rules file.Ignores, depth int) {
	names, _ := sys.Names(abs, maxNames)
	ignored := ignoredIn(abs)
	for _, name := range names {
		if t.looked++; t.over() || t.looked > maxWalked {
			return
		}
		at := join(abs, name)
		folder := sys.Look(at) == sys.Folder
		if left, _ := rules.Say(at, folder); left || folder && (name == ".git" || ignored(name)) {
			continue
		}
		takes, pruned := w.find.takes(shown+"/"+name, folder, depth)
		if takes && !folder {
			t.n++
		}
		if folder && !pruned && depth < maxDeep {
			t.found(w, at, shown+"/"+name, rules.In(at), depth+1)
		}
	}
}
