package verify

import (
	"os"
	"path/filepath"
	"strconv"
)

// RemoveAll is [os.RemoveAll] for what programs of an agent's have left: folders in
// which they have taken away their own right to write, and folders in one another,
// more than there may be files open.
func RemoveAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	flatten(dir)
	return os.RemoveAll(dir)
}

// flatten makes a folder one that can be removed, but nothing that a link in its
// place leads to. What does not work, removing will tell.
func flatten(dir string) {
	above, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return
	}
	defer above.Close()
	name := filepath.Base(dir)
	named, err := above.Lstat(name)
	if err != nil || !named.IsDir() {
		return
	}
	_ = above.Chmod(name, 0o700)
	root, err := above.OpenRoot(name)
	if err != nil {
		return
	}
	defer root.Close()
	if opened, err := root.Stat("."); err != nil || !os.SameFile(named, opened) {
		return
	}
	f := flattener{root: root}
	f.all()
}

const flat = 8 // folders in one another that are left as they are

// A flattener moves folders that lie deep up to the root, and gives back the right
// to write to all of them.
type flattener struct {
	root  *os.Root
	moved []string
	names int
}

func (f *flattener) all() {
	f.folder(".", 0)
	for len(f.moved) > 0 {
		name := f.moved[0]
		f.moved = f.moved[1:]
		f.folder(name, 1)
	}
}

// folder looks at one folder, which is in as many others as depth.
func (f *flattener) folder(name string, depth int) {
	_ = f.root.Chmod(name, 0o700)
	dir, err := f.root.Open(name)
	if err != nil {
		return
	}
	list, _ := dir.ReadDir(-1)
	dir.Close()
	for _, e := range list {
		if !e.IsDir() {
			continue
		}
		child := name + "/" + e.Name()
		if depth < flat {
			f.folder(child, depth+1)
		} else if to := f.free(); f.root.Chmod(child, 0o700) == nil && f.root.Rename(child, to) == nil {
			f.moved = append(f.moved, to)
		}
	}
}

// free is a name that nothing at the root has.
func (f *flattener) free() string {
	for {
		f.names++
		name := "deep-" + strconv.Itoa(f.names)
		if _, err := f.root.Lstat(name); err != nil {
			return name
		}
	}
}
