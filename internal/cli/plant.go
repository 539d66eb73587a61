package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"kei/internal/files"
)

// plant adds a new folder to the policy folder: under another name first, so
// that it is there whole or not at all. A name that is taken is never written to.
func plant(root *os.Root, dir string, set []files.File) (err error) {
	if _, err := root.Lstat(dir); err == nil {
		return fmt.Errorf("%s already exists", dir)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	parent := path.Dir(dir)
	var made []string // folders above it, the outer first
	for p := parent; p != "."; p = path.Dir(p) {
		if _, err := root.Lstat(p); err != nil {
			made = append([]string{p}, made...)
		}
	}
	// Names that begin with a dot are no part of a policy.
	temp := path.Join(parent, ".kei-new-"+strings.ToLower(rand.Text()[:8]))
	defer func() {
		if err != nil {
			err = errors.Join(err, root.RemoveAll(temp))
			for i := len(made) - 1; i >= 0; i-- {
				_ = root.Remove(made[i])
			}
		}
	}()
	if err := root.MkdirAll(temp, 0o755); err != nil {
		return files.Named(dir, err)
	}
	for _, f := range set {
		if err := root.MkdirAll(path.Join(temp, path.Dir(f.Name)), 0o755); err != nil {
			return files.Named(path.Join(dir, f.Name), err)
		}
		if err := create(root, path.Join(temp, f.Name), f.Data); err != nil {
			return files.Named(path.Join(dir, f.Name), err)
		}
	}
	return files.Named(dir, root.Rename(temp, dir))
}

// plantFile adds one new file in the same way.
func plantFile(root *os.Root, name string, data []byte) error {
	if _, err := root.Lstat(name); err == nil {
		return fmt.Errorf("%s already exists", name)
	}
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return files.Named(name, err)
	}
	temp := path.Join(path.Dir(name), ".kei-new-"+strings.ToLower(rand.Text()[:8]))
	defer root.Remove(temp)
	if err := create(root, temp, data); err != nil {
		return files.Named(name, err)
	}
	// A link fails where a rename would replace what appeared meanwhile.
	if err := root.Link(temp, name); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return files.Named(name, root.Rename(temp, name))
}

func create(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}
