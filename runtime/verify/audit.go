package verify

import (
	"compress/zlib"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// An auditor makes sure that main's objects are what their names say. Git finds
// an object by its name and believes what is there: whoever can write to the
// repository's folder can put other contents under the name of a file of main's.
//
// What was last changed before the agent was started is as it was. Where it is
// not known when that was, all loose objects are looked at, and no packs.
type auditor struct {
	ctx   context.Context
	store *git
	dir   string    // objects
	since time.Time // zero if not known
	bad   []string
}

// audit returns what is not as it should be.
func (w *work) audit(ctx context.Context) ([]string, error) {
	a := &auditor{ctx: ctx, store: w.store, dir: filepath.Join(w.repo.common, "objects")}
	if w.o.Index != "" {
		info, err := os.Stat(w.o.Index)
		if err != nil {
			return nil, err
		}
		a.since = info.ModTime().Add(-slack)
		w.since = a.since
	}
	err := a.all()
	return a.bad, err
}

// all looks at everything in the folder.
func (a *auditor) all() error {
	list, err := os.ReadDir(a.dir)
	if err != nil {
		return err
	}
	for _, d := range list {
		switch name := d.Name(); {
		case name == "pack":
			err = a.packs()
		case name == "info":
			err = a.info()
		case len(name) == 2 && isHex(name):
			err = a.loose(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// each calls do for every file of a folder that may have come with the agent.
func (a *auditor) each(dir string, do func(name string) error) error {
	list, err := os.ReadDir(filepath.Join(a.dir, dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // all of it was packed in the meantime
	}
	if err != nil {
		return err
	}
	for _, d := range list {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		info, err := d.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // a temporary file of somebody's
		case err != nil:
			return err
		case info.IsDir():
			continue
		case !info.Mode().IsRegular():
			a.bad = append(a.bad, "objects/"+dir+"/"+shown(d.Name())+" is a "+kindOf(info.Mode()))
			continue
		}
		if at, ok := statOf(info); ok && time.Unix(int64(at.ctime[0]), int64(at.ctime[1])).Before(a.since) {
			continue
		}
		if err := do(d.Name()); err != nil {
			return err
		}
	}
	return nil
}

// loose looks at one of the 256 folders of single objects.
func (a *auditor) loose(dir string) error {
	return a.each(dir, func(name string) error {
		id := dir + name
		if !IsID(id) {
			return nil // git does not read it either
		}
		if got, err := a.hash(filepath.Join(a.dir, dir, name), len(id)); errors.Is(err, fs.ErrNotExist) {
			return nil // packed in the meantime
		} else if err != nil {
			a.bad = append(a.bad, "the object "+id+" cannot be read: "+reason(err).Error())
		} else if got != id {
			a.bad = append(a.bad, "the object "+id+" holds what should be called "+got)
		}
		return nil
	})
}

// hash is the name that the contents of a loose object should have.
func (a *auditor) hash(file string, digits int) (string, error) {
	f, err := openFile(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := zlib.NewReader(f)
	if err != nil {
		return "", err
	}
	h := newHash(digits)
	if _, err := io.Copy(h, z); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// packs looks at packs. An index tells where in its pack an object is, so that
// both have to be right.
func (a *auditor) packs() error {
	if a.since.IsZero() {
		return nil
	}
	seen := map[string]bool{}
	return a.each("pack", func(name string) error {
		base, ok := strings.CutSuffix(name, ".idx")
		if !ok {
			base, ok = strings.CutSuffix(name, ".pack")
		}
		if !ok || seen[base] {
			return nil
		}
		seen[base] = true
		file := filepath.Join(a.dir, "pack", base)
		_, code, err := a.store.exit(a.ctx, nil, "verify-pack", "--", file+".idx")
		if err != nil || code == 0 {
			return err
		}
		for _, half := range []string{file + ".idx", file + ".pack"} {
			if _, err := os.Lstat(half); errors.Is(err, fs.ErrNotExist) {
				return nil // being made, or packed anew: git reads no half
			}
		}
		a.bad = append(a.bad, "the pack "+shown(base)+" does not hold what its index says")
		return nil
	})
}

// info looks at what else git reads there: the list of other folders with objects.
func (a *auditor) info() error {
	return a.each("info", func(name string) error {
		if name == "alternates" && !a.since.IsZero() {
			a.bad = append(a.bad, "objects/info/alternates was changed after the agent was started")
		}
		return nil
	})
}

// regular makes sure that what git reads of a repository are files: it would wait
// at a named pipe.
func (r *repository) regular() error {
	for _, dir := range []string{r.common, r.admin} {
		for _, name := range []string{"HEAD", "config", "config.worktree", "packed-refs", "commondir", "gitdir", "objects/info/alternates"} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			// Following links, as git does.
			if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
				return fmt.Errorf("%s is a %s, where git has a file", shown(file), kindOf(info.Mode()))
			}
		}
	}
	return nil
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == ""
}
