package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// staging is how the folder is called that a write works in. It stands beside
// out/, not in the system's temporary folder, because a rename works within
// one file system only.
const staging = ".kei-staging-"

// leftBehind is the age at which a staging folder can only be that of a run
// that was killed.
const leftBehind = time.Hour

// Write makes the tree hold the set: it writes what differs and removes what
// is stale, and says what that was. If anything cannot be done, the tree is
// left as it was.
//
// One rename per file is all that a file system offers, so a run that is
// killed between two renames leaves some files new and some old, each whole;
// the next one finishes.
func (t Tree) Write(set []File) (Changes, error) {
	root, err := t.open(set)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	changes, err := t.compare(root, set)
	if err != nil || len(changes) == 0 {
		return nil, err
	}
	w := &writer{root: root, dir: staging + rand.Text()[:8]}
	sweep(root)
	if err := w.apply(changes); err != nil {
		return nil, err
	}
	for _, dir := range t.Owned {
		w.prune(dir)
	}
	return changes, nil
}

// sweep removes what a killed run left behind.
func sweep(root *os.Root) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), staging) && time.Since(info.ModTime()) > leftBehind {
			_ = root.RemoveAll(e.Name())
		}
	}
}

// A writer applies changes in three steps of which only the second is visible:
// everything new is staged, and everything old too, so that it can be put
// back; the new files are renamed over the old ones; the staging folder goes.
type writer struct {
	root *os.Root
	dir  string
	undo []func() error
	fail func(step, name string) error // a test breaks steps here
}

func (w *writer) apply(changes Changes) (err error) {
	if err := w.root.Mkdir(w.dir, 0o700); err != nil {
		return Named(w.root.Name(), err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.takeBack())
		}
		err = errors.Join(err, w.root.RemoveAll(w.dir))
	}()
	for i, c := range changes {
		if err := w.stage(i, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name, Reason(err))
		}
	}
	for i, c := range changes {
		if err := w.place(i, c); err != nil {
			return fmt.Errorf("%s: %w", c.Name, Reason(err))
		}
	}
	return nil
}

func (w *writer) broken(step, name string) error {
	if w.fail == nil {
		return nil
	}
	return w.fail(step, name)
}

func (w *writer) new(i int) string { return path.Join(w.dir, fmt.Sprint("new", i)) }
func (w *writer) old(i int) string { return path.Join(w.dir, fmt.Sprint("old", i)) }

// stage writes both sides of a change beside the tree.
func (w *writer) stage(i int, c Change) error {
	if err := w.broken("stage", c.Name); err != nil {
		return err
	}
	if c.exists {
		if err := w.write(w.old(i), c.Was, c.wasMode); err != nil {
			return err
		}
	}
	if c.stale {
		return nil
	}
	return w.write(w.new(i), c.Data, c.perm())
}

func (w *writer) write(name string, data []byte, mode fs.FileMode) error {
	f, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

// place makes one change visible.
func (w *writer) place(i int, c Change) error {
	if err := w.broken("place", c.Name); err != nil {
		return err
	}
	if !c.stale {
		if err := w.folders(c.Name); err != nil {
			return err
		}
		if err := w.root.Rename(w.new(i), c.Name); err != nil {
			return err
		}
	} else if err := w.root.Remove(c.Name); err != nil {
		return err
	}
	w.undo = append(w.undo, func() error {
		if c.exists {
			return w.root.Rename(w.old(i), c.Name)
		}
		return w.root.Remove(c.Name)
	})
	return nil
}

// folders makes the folders of a name that are not there yet.
func (w *writer) folders(name string) error {
	for dir := range parents(name) {
		switch err := w.root.Mkdir(dir, 0o755); {
		case err == nil:
			w.undo = append(w.undo, func() error { return w.root.Remove(dir) })
		case !errors.Is(err, fs.ErrExist):
			return err
		}
	}
	return nil
}

// takeBack undoes every step, the last one first.
func (w *writer) takeBack() error {
	var err error
	for i := len(w.undo) - 1; i >= 0; i-- {
		err = errors.Join(err, w.undo[i]())
	}
	return err
}

// prune removes the folders that nothing is left in. Remove refuses a folder
// with anything in it, so trying is the test.
func (w *writer) prune(dir string) {
	entries, err := fs.ReadDir(w.root.FS(), dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() {
			w.prune(path.Join(dir, e.Name()))
		}
	}
	_ = w.root.Remove(dir)
}
