package verify

import "iter"

// A tree is the files of a commit, kept as those of another and what differs:
// a diff costs what is in it, however large the repository. The zero tree has
// no files.
type tree struct {
	*listing
	changed map[string]Entry // over the listing; the zero Entry is a file that is gone
}

// A listing is the files of a commit in git's order, that of the bytes of their
// paths. It is shared and not written to.
type listing struct {
	files []file
	index map[string]int32 // of files, by path
}

// A file is one of a listing.
type file struct {
	path string // from the root, with slashes
	Entry
}

// at is one file, the zero Entry if there is none.
func (t tree) at(path string) Entry {
	if e, ok := t.changed[path]; ok {
		return e
	}
	if i, ok := t.find(path); ok {
		return t.files[i].Entry
	}
	return Entry{}
}

// find is where a path stands in the listing.
func (l *listing) find(path string) (int32, bool) {
	if l == nil {
		return 0, false
	}
	i, ok := l.index[path]
	return i, ok
}

// all are the files, in no order.
func (t tree) all() iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for path, e := range t.changed {
			if e != (Entry{}) && !yield(path, e) {
				return
			}
		}
		if t.listing == nil {
			return
		}
		for _, f := range t.files {
			if _, ok := t.changed[f.path]; !ok && !yield(f.path, f.Entry) {
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
	return tree{t.listing, changed}
}
