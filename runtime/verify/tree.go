package verify

import "iter"

// A tree is the files of a commit, kept as those of another and what differs:
// a diff costs what is in it, however large the repository. The zero tree has
// no files.
type tree struct {
	files   map[string]Entry // by path from the root, with slashes; shared, and not written to
	changed map[string]Entry // over files; the zero Entry is a file that is gone
}

// at is one file, the zero Entry if there is none.
func (t tree) at(path string) Entry {
	if e, ok := t.changed[path]; ok {
		return e
	}
	return t.files[path]
}

// all are the files, in no order.
func (t tree) all() iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for path, e := range t.changed {
			if e != (Entry{}) && !yield(path, e) {
				return
			}
		}
		for path, e := range t.files {
			if _, ok := t.changed[path]; !ok && !yield(path, e) {
				return
			}
		}
	}
}

// with is the tree with changes made to it.
func (t tree) with(changes []Change) tree {
	changed := make(map[string]Entry, len(t.changed)+len(changes))
	for path, e := range t.changed {
		changed[path] = e
	}
	for _, c := range changes {
		changed[c.Path] = c.New
	}
	return tree{t.files, changed}
}
