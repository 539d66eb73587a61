package verify

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

// A tree is the files of a commit, kept as those of another and what differs:
// a diff costs what is in it, however large the repository. The zero tree has
// no files.
type tree struct {
	*listing
	changed map[string]Entry // over the listing; the zero Entry is a file that is gone
	paths   []string         // of changed, sorted
}

// A listing is the files of a commit in git's order, that of the bytes of their
// paths. It is shared and not written to.
type listing struct {
	files []file
	from  *stamp // that it was made of, file by file, if it was
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
func (l *listing) find(path string) (int, bool) {
	if l == nil {
		return 0, false
	}
	return l.in(l.whole(), path)
}

// A span is the files of a listing that a folder has in it and below: they stand
// side by side.
type span struct {
	from, to int
	prefix   int // how long what all their paths begin with is, with its slash
}

// whole is the span of the root.
func (l *listing) whole() span {
	if l == nil {
		return span{}
	}
	return span{0, len(l.files), 0}
}

// in is where what has a name in the span's folder stands, or would stand.
func (l *listing) in(s span, name string) (int, bool) {
	if s.from == s.to {
		return s.from, false
	}
	i, ok := slices.BinarySearchFunc(l.files[s.from:s.to], name, func(f file, name string) int { return cmp.Compare(f.path[s.prefix:], name) })
	return s.from + i, ok
}

// below is the span of a folder in the span's.
func (l *listing) below(s span, name string) span {
	name += "/"
	from, _ := l.in(s, name)
	n := sort.Search(s.to-from, func(i int) bool { return !strings.HasPrefix(l.files[from+i].path[s.prefix:], name) })
	return span{from, from + n, s.prefix + len(name)}
}

// all are the files, in no order.
func (t tree) all() iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for _, path := range t.paths {
			if e := t.changed[path]; e != (Entry{}) && !yield(path, e) {
				return
			}
		}
		if t.listing == nil {
			return
		}
		changed := t.paths
		for _, f := range t.files {
			for len(changed) > 0 && changed[0] < f.path {
				changed = changed[1:]
			}
			if (len(changed) == 0 || changed[0] != f.path) && !yield(f.path, f.Entry) {
				return
			}
		}
	}
}

// named are the files with a name, whatever folder they are in.
func (t tree) named(name string) iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for path, e := range t.all() {
			if folder, ok := strings.CutSuffix(path, name); ok && (folder == "" || folder[len(folder)-1] == '/') && !yield(path, e) {
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
	return tree{t.listing, changed, slices.Sorted(maps.Keys(changed))}
}
