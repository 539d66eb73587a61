package hooks

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"kei/internal/files"
)

// Settings is where a settings file stands: a folder and the slash path in it.
// Nothing outside the folder is read or written, whatever is a link.
type Settings struct {
	Dir  string
	Name string
}

// Path is the file, for messages and for people.
func (s Settings) Path() string { return filepath.Join(s.Dir, filepath.FromSlash(s.Name)) }

// maxSettings bounds what is read into memory.
const maxSettings = 16 << 20

// A place is a settings file opened for a change.
type place struct {
	root   *os.Root
	name   string // in root, every link resolved
	path   string // as it was named, for messages
	text   []byte // what it holds
	mode   fs.FileMode
	exists bool
	hollow string // it does not exist; the folder, empty, in which it or its folders will be made
}

func (s Settings) open() (*place, error) {
	dir, err := filepath.EvalSymlinks(s.Dir)
	if err != nil {
		return nil, err
	}
	name, err := resolve(dir, s)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	p := &place{root: root, name: name, path: s.Path(), mode: 0o644}
	if err := p.load(); err != nil {
		root.Close()
		return nil, err
	}
	return p, nil
}

// resolve follows links inside dir, so that a linked settings file is changed
// where it lies and stays a link.
func resolve(dir string, s Settings) (string, error) {
	full := filepath.Join(dir, filepath.FromSlash(s.Name))
	real, err := filepath.EvalSymlinks(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, lerr := os.Lstat(full); lerr == nil {
			return "", &Error{File: s.Path(), Text: "a symbolic link to nothing; remove it"}
		}
		if real, err = filepath.EvalSymlinks(filepath.Dir(full)); errors.Is(err, fs.ErrNotExist) {
			return s.Name, nil
		} else if err != nil {
			return "", err
		}
		real = filepath.Join(real, filepath.Base(full))
	case err != nil:
		return "", err
	}
	rel, err := filepath.Rel(dir, real)
	if err != nil || !filepath.IsLocal(rel) {
		return "", &Error{File: s.Path(), Text: "a symbolic link to " + real + ", outside " + s.Dir + "; change that file itself, or replace the link"}
	}
	return filepath.ToSlash(rel), nil
}

func (p *place) load() error {
	info, err := p.root.Stat(p.name)
	if errors.Is(err, fs.ErrNotExist) {
		dir := path.Dir(p.name)
		list, err := fs.ReadDir(p.root.FS(), dir)
		for errors.Is(err, fs.ErrNotExist) && dir != "." {
			dir = path.Dir(dir)
			list, err = fs.ReadDir(p.root.FS(), dir)
		}
		if err == nil && len(list) == 0 && dir != "." {
			p.hollow = dir
		}
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &Error{File: p.path, Text: "not a regular file"}
	}
	if info.Size() > maxSettings {
		return &Error{File: p.path, Text: fmt.Sprintf("%d bytes are too many for a settings file", info.Size())}
	}
	p.text, err = p.root.ReadFile(p.name)
	p.mode, p.exists = info.Mode().Perm(), true
	return err
}

// write replaces the file by rename: a client reads the old settings or the
// new ones. What somebody else wrote since it was read is not overwritten.
func (p *place) write(text []byte) error {
	if err := p.root.MkdirAll(path.Dir(p.name), 0o755); err != nil {
		return files.Named(p.path, err)
	}
	return p.replace(p.name, text, func() error {
		now, err := p.root.ReadFile(p.name)
		if p.exists && (err != nil || !bytes.Equal(now, p.text)) || !p.exists && !errors.Is(err, fs.ErrNotExist) {
			return &Error{File: p.path, Text: "changed while it was being edited; run the command again"}
		}
		return nil
	})
}

func (p *place) replace(name string, text []byte, check func() error) (err error) {
	temp := name + "." + strings.ToLower(rand.Text()[:8]) + ".tmp"
	f, err := p.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, p.mode)
	if err != nil {
		return files.Named(p.path, err)
	}
	defer func() {
		if err != nil {
			p.root.Remove(temp)
			err = files.Named(p.path, err)
		}
	}()
	_, err = io.Copy(f, bytes.NewReader(text))
	// The umask has taken bits away that the file had.
	err = errors.Join(err, f.Chmod(p.mode), f.Sync(), f.Close())
	if err == nil {
		err = check()
	}
	if err == nil {
		err = p.root.Rename(temp, name)
	}
	return err
}

// A backup is what the file was before kei first wrote to it, in a folder beside it that
// git passes over, since it holds a .gitignore that names all. Where there was no file
// there is no backup; where there was its folder, empty, a mark says so. Kei of before
// put both beside the file, where they are still found.
const (
	backupFolder = ".kei-backup"
	backupEnd    = ".kei-backup"
	absentEnd    = ".kei-absent"
	ignored      = backupFolder + "/.gitignore"
)

// backups are the names that hold one, first the oldest.
func (p *place) backups() []string {
	var names []string
	for _, first := range []string{p.name + backupEnd, path.Join(path.Dir(p.name), backupFolder, path.Base(p.name))} {
		name := first
		for i := 2; ; i++ {
			if _, err := p.root.Lstat(name); err != nil {
				break
			}
			names = append(names, name)
			name = fmt.Sprint(first, i)
		}
		if first != p.name+backupEnd {
			names = append(names, name) // the last is free
		}
	}
	return names
}

// keep makes the backup. An older one that holds something else stays.
func (p *place) keep() error {
	if !p.exists {
		if p.hollow == "" {
			return nil
		}
		return p.put(p.mark(p.hollow), nil)
	}
	names := p.backups()
	for _, name := range names[:len(names)-1] {
		if text, err := p.root.ReadFile(name); err == nil && bytes.Equal(text, p.text) {
			return nil
		}
	}
	return p.put(names[len(names)-1], p.text)
}

// put writes a file into a folder of backups, and makes the folder.
func (p *place) put(name string, text []byte) error {
	if err := p.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return files.Named(p.path, err)
	}
	ignore := path.Join(path.Dir(path.Dir(name)), ignored)
	if _, err := p.root.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
		if err := p.root.WriteFile(ignore, []byte("*\n"), 0o644); err != nil {
			return files.Named(p.path, err)
		}
	}
	return p.replace(name, text, func() error { return nil })
}

// drop removes a backup or a mark, and the folder of backups if it was the last one.
func (p *place) drop(name string) error {
	if err := p.root.Remove(name); err != nil {
		return err
	}
	if dir := path.Dir(name); path.Base(dir) == backupFolder {
		if list, err := fs.ReadDir(p.root.FS(), dir); err == nil && len(list) == 1 && list[0].Name() == path.Base(ignored) {
			return errors.Join(p.root.Remove(path.Join(dir, list[0].Name())), p.root.Remove(dir))
		}
	}
	return nil
}

// restore looks for the backup from which edit makes the file as it is now;
// nothing but kei's edit has happened since, so it can be put back.
func (p *place) restore(edit func(text []byte) ([]byte, error)) (name string, text []byte, ok bool) {
	names := p.backups()
	for _, name := range names[:len(names)-1] {
		text, err := p.root.ReadFile(name)
		if err != nil {
			continue
		}
		if made, err := edit(text); err == nil && bytes.Equal(made, p.text) {
			return name, text, true
		}
	}
	return "", nil, false
}

// mark is the name of the file that says that a folder was there, and empty.
func (p *place) mark(dir string) string {
	return path.Join(dir, backupFolder, path.Base(p.name)+absentEnd)
}

// removeAll removes the file that kei made, and the folders if those were
// kei's too.
func (p *place) removeAll() error {
	if err := p.root.Remove(p.name); err != nil {
		return err
	}
	for dir := path.Dir(p.name); dir != "."; dir = path.Dir(dir) {
		if p.unmarked(dir) || p.root.Remove(dir) != nil {
			return nil // it was there, or something else is in it
		}
	}
	return nil
}

// unmark forgets that there was nothing: there is a file now that is not kei's.
func (p *place) unmark() {
	for dir := path.Dir(p.name); dir != "."; dir = path.Dir(dir) {
		p.unmarked(dir)
	}
}

// unmarked removes the mark of a folder, and reports whether there was one.
func (p *place) unmarked(dir string) bool {
	return p.drop(p.mark(dir)) == nil || p.drop(path.Join(dir, path.Base(p.name)+absentEnd)) == nil
}
