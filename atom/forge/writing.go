package forge

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
)

// A writing holds the folders it writes into, and remembers what it made, to
// take back exactly that. A folder that is held stays the one that was looked
// at, whatever its name leads to later.
type writing struct {
	folders map[string]*os.Root // by slash path; "." is the root, which is not ours to close
	made    []step
	before  func() error // what a test has happen before each step, such as a full disk
}

// A step is one thing that was made.
type step struct {
	in     *os.Root
	name   string
	full   string      // from the root, for messages
	is     fs.FileInfo // what was made
	before string      // a file was replaced: what it was before, under this name
}

func newWriting(root *os.Root) *writing {
	return &writing{folders: map[string]*os.Root{".": root}}
}

func (w *writing) close() {
	for name, d := range w.folders {
		if name != "." {
			_ = d.Close()
		}
	}
}

// all writes them: first what is new, so that what is replaced is so for the
// shortest time.
func (w *writing) all(ctx context.Context, list []File) error {
	for _, replaces := range []bool{false, true} {
		for _, f := range list {
			if f.Replaces != replaces {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := w.write(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writing) write(f File) error {
	in, err := w.folder(path.Dir(f.Name))
	if err != nil {
		return err
	}
	name, mode := path.Base(f.Name), fs.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	if f.Replaces {
		switch is, err := in.Lstat(name); {
		case err == nil && is.Mode().IsRegular():
			return w.replace(in, f, mode|is.Mode().Perm())
		case err == nil:
			return refuse(422, "", "%s is no regular file", f.Name)
		}
	}
	return w.create(in, name, f.Name, f.Data, mode)
}

// create makes a file that is not there.
func (w *writing) create(in *os.Root, name, full string, data []byte, mode fs.FileMode) error {
	if err := w.next(); err != nil {
		return err
	}
	out, err := in.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return refuse(409, "verb", "%s is there already", full)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", full, err)
	}
	is, err := out.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", full, err), out.Close(), in.Remove(name))
	}
	w.made = append(w.made, step{in: in, name: name, full: full, is: is})
	if err = w.next(); err == nil {
		_, err = out.Write(data)
	}
	return errors.Join(err, out.Close())
}

// replace writes a file anew beside it, keeps what it was under another name, and
// renames: to take that back needs no space on the disk.
func (w *writing) replace(in *os.Root, f File, mode fs.FileMode) error {
	name := path.Base(f.Name)
	fresh, before := "."+name+".kei-new", "."+name+".kei-before"
	if err := w.create(in, fresh, path.Join(path.Dir(f.Name), fresh), f.Data, mode); err != nil {
		return err
	}
	if err := w.next(); err != nil {
		return err
	}
	if err := in.Link(name, before); err != nil {
		return fmt.Errorf("%s: keep what it was as %s: %w", f.Name, before, err)
	}
	if err := in.Rename(fresh, name); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", f.Name, err), in.Remove(before))
	}
	last := &w.made[len(w.made)-1]
	last.name, last.full, last.before = name, f.Name, before
	return nil
}

// folder opens a folder of the root, one step after another, and makes what is
// missing. A link on the way is refused.
func (w *writing) folder(name string) (*os.Root, error) {
	if d := w.folders[name]; d != nil {
		return d, nil
	}
	up, err := w.folder(path.Dir(name))
	if err != nil {
		return nil, err
	}
	base := path.Base(name)
	is, err := up.Lstat(base)
	if errors.Is(err, fs.ErrNotExist) {
		if err := w.next(); err != nil {
			return nil, err
		}
		err = up.Mkdir(base, 0o755)
		mine := err == nil
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if is, err = up.Lstat(base); err == nil && mine {
			w.made = append(w.made, step{in: up, name: base, full: name, is: is})
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if !is.IsDir() {
		return nil, refuse(422, "", "%s is no folder", name)
	}
	if err := w.next(); err != nil {
		return nil, err
	}
	d, err := up.OpenRoot(base)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if here, err := d.Stat("."); err != nil || !os.SameFile(here, is) {
		return nil, errors.Join(refuse(422, "", "%s has become another folder", name), d.Close())
	}
	w.folders[name] = d
	return d, nil
}

func (w *writing) next() error {
	if w.before == nil {
		return nil
	}
	return w.before()
}

// undo takes back exactly what was made, the latest first. What has another's
// place by now is left, and said.
func (w *writing) undo() error {
	var errs []error
	for _, s := range slices.Backward(w.made) {
		switch is, err := s.in.Lstat(s.name); {
		case err == nil && !os.SameFile(is, s.is):
			errs = append(errs, fmt.Errorf("%s is no longer what was made, and is left as it is", s.full))
		case s.before != "":
			errs = append(errs, s.in.Rename(s.before, s.name))
		case errors.Is(err, fs.ErrNotExist):
		case s.is.IsDir():
			_ = s.in.Remove(s.name) // stays if somebody else put something there
		default:
			errs = append(errs, s.in.Remove(s.name))
		}
	}
	w.made = nil
	return errors.Join(errs...)
}

// keep ends a writing that stands: what was replaced goes.
func (w *writing) keep() error {
	var errs []error
	for _, s := range w.made {
		if s.before != "" {
			errs = append(errs, s.in.Remove(s.before))
		}
	}
	return errors.Join(errs...)
}
