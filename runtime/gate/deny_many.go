package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A tally counts the files that one call would delete, each once: those that it
// names, and what patterns, find and syncing over a folder take as it lies on the
// disk. A folder that is named counts as one; what git ignores, what is temporary
// and outside of the worktree, and what is only moved, not at all.
type tally struct {
	most, n int
	looked  int
	beyond  bool   // there is more than may be looked at, so nobody knows how many
	first   string // what was counted first, as the call has it
	seen    map[string]bool
}

// maxCounted is how many names a tally looks at.
const maxCounted = 100_000

// over reports whether there are more than may be.
func (t *tally) over() bool { return t.n > t.most || t.beyond }

// says is the objection of a tally that is over.
func (t *tally) says() string {
	if t.beyond {
		return t.first + " is a place with more files than can be counted before they are deleted"
	}
	return "more than " + str.Itoa(int64(t.most)) + " files would be deleted in one call, " + t.first + " among them"
}

// add counts one write.
func (t *tally) add(w Write) {
	if t.over() || w.Moved || !w.At.Inside && temporary(w.At.Abs) {
		return
	}
	if t.seen == nil {
		t.seen = map[string]bool{}
	}
	before := t.n
	switch {
	case w.find != nil:
		abs := str.TrimSuffix(w.At.Abs, "/**")
		t.found(abs, trimStars(w.Said), w.find.takes, file.IgnoresAt(abs), 1)
	case w.Inside:
		all := func(_ string, folder bool, _ int) (takes, pruned bool) { return !folder, false }
		t.found(w.At.Abs, w.Said, all, file.IgnoresAt(w.At.Abs), 1)
	case w.Glob():
		t.matched("/", elementsOf(str.TrimPrefix(w.At.Abs, "/")), w.Dots)
	default:
		if ignored, _ := file.IgnoresAt(file.Parent(w.At.Abs)).Say(w.At.Abs, w.Tree); !ignored {
			t.once(w.At.Abs)
		}
	}
	if before == 0 && t.over() || t.first == "" && t.n > 0 {
		t.first = w.Said
	}
}

// once counts a path that has not been counted.
func (t *tally) once(abs string) {
	if !t.seen[abs] {
		t.seen[abs] = true
		t.n++
	}
}

// names are those in a folder, until there are too many or enough are counted.
func (t *tally) names(folder string, each func(name string)) {
	_ = sys.ReadFolder(folder, func(name string, _ int) bool {
		if name == "." || name == ".." {
			return true
		}
		if t.looked++; t.looked > maxCounted {
			t.beyond = true
		}
		if !t.over() {
			each(name)
		}
		return !t.over()
	})
}

// matched counts what a path with patterns among its elements matches below a
// folder. "**" is any number of folders, which it is to a shell that was told so.
func (t *tally) matched(folder string, elements []string, dots bool) {
	element := elements[0]
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
	t.names(folder, func(name string) {
		if !dots && (name[0] == '.') != (element[0] == '.') || !shellMatch(element, name) {
			return
		}
		switch at := join(folder, name); {
		case last:
			t.one(at, rules)
		case sys.Look(at) == sys.Folder:
			if element == "**" {
				t.matched(at, elements, dots)
			}
			t.matched(at, elements[1:], dots)
		}
	})
	if element == "**" && !last {
		t.matched(folder, elements[1:], dots)
	}
}

// one counts a thing that is there.
func (t *tally) one(at string, rules file.Ignores) {
	folder := sys.Look(at) == sys.Folder
	if folder && ignoredIn(file.Parent(at))(baseName(at)) {
		return
	}
	if ignored, _ := rules.Say(at, folder); !ignored && baseName(at) != ".git" {
		t.once(at)
	}
}

// found counts what is taken below a folder.
func (t *tally) found(abs, shown string, takes func(path string, folder bool, depth int) (takes, pruned bool), rules file.Ignores, depth int) {
	ignored := ignoredIn(abs)
	t.names(abs, func(name string) {
		at := join(abs, name)
		folder := sys.Look(at) == sys.Folder
		if left, _ := rules.Say(at, folder); left || folder && (name == ".git" || ignored(name)) {
			return
		}
		taken, pruned := takes(shown+"/"+name, folder, depth)
		if taken && !folder {
			t.once(at)
		}
		if folder && !pruned && depth < maxDeep {
			t.found(at, shown+"/"+name, takes, rules.In(at), depth+1)
		}
	})
}
