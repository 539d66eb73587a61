package atom

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Bounds of what a package may consist of, for who wants its hash.
const (
	maxSources     = 4096
	maxSourceBytes = 64 << 20
)

// made are folders of what compilers and package managers put there.
var made = []string{"target", "node_modules", "__pycache__", "atoms"}

// kept are the endings of files that a program keeps its state in.
var kept = []string{".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal", ".db", ".db-wal", ".db-shm", ".db-journal", ".log", ".pyc"}

// leftOut reports whether a file or a folder of that name is no source.
func leftOut(base string, folder bool) bool {
	if folder {
		return strings.HasPrefix(base, ".") || slices.Contains(made, base)
	}
	return strings.HasPrefix(base, ".") || slices.ContainsFunc(kept, func(end string) bool { return strings.HasSuffix(base, end) })
}

// Source is the identity of what an atom's package consists of beside its
// declarations: metadata, scripts, sources. Compiled programs are no part of it,
// nor what is hidden, made of the rest, or a program's state.
func (a *Atom) Source() ([32]byte, error) { return sourceOf(a.dir) }

func sourceOf(dir string) (sum [32]byte, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return sum, err
	}
	defer root.Close()
	h := sha256.New()
	part := func(b []byte) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(b)))
		h.Write(n[:])
		h.Write(b)
	}
	files, size := 0, 0
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch out := name != "." && leftOut(path.Base(name), e.IsDir()); {
		case out && e.IsDir():
			return fs.SkipDir
		case out, e.IsDir():
			return nil
		}
		data, err := sourceFile(root, name, e)
		if err != nil {
			return err
		}
		if files, size = files+1, size+len(data); files > maxSources || size > maxSourceBytes {
			return errors.New("the package has more files than a hash is taken of")
		}
		if compiled(data) {
			return nil
		}
		part([]byte(name))
		part(data)
		return nil
	})
	if err != nil {
		return sum, fmt.Errorf("%s: %w", dir, err)
	}
	h.Sum(sum[:0])
	return sum, nil
}

// sourceFile is what stands for a file: a link is where it leads.
func sourceFile(root *os.Root, name string, e fs.DirEntry) ([]byte, error) {
	if e.Type()&fs.ModeSymlink != 0 {
		to, err := root.Readlink(name)
		return []byte("link " + to), err
	}
	if !e.Type().IsRegular() {
		return []byte(e.Type().String()), nil
	}
	info, err := e.Info()
	if err != nil {
		return nil, err
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSourceBytes+1))
	if info.Mode()&0o111 != 0 {
		data = append(data, "executable"...)
	}
	return data, err
}

// compiled reports whether a file is a program of machine code.
func compiled(data []byte) bool {
	for _, magic := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe", "MZ"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return false
}

// Holds reports whether a file is part of what [Atom.Source] is the identity of,
// so that a change of it shows.
func (a *Atom) Holds(file string) bool {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return false
	}
	if file, err = filepath.Abs(file); err != nil {
		return false
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	for part := range strings.SplitSeq(filepath.ToSlash(filepath.Dir(rel)), "/") {
		if part != "." && leftOut(part, true) {
			return false
		}
	}
	data, err := os.ReadFile(file)
	return err == nil && !leftOut(filepath.Base(file), false) && !compiled(data)
}
