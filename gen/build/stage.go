package build

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/internal/files"
)

// sums is the list of checksums, in the form that sha256sum -c reads.
const sums = "SHA256SUMS"

// A stage is a folder in the folder of programs where a build works. It is
// there, and not in the system's temporary folder, because a rename works
// within one file system only.
type stage struct{ out, dir string }

func newStage(out string) (*stage, error) {
	switch info, err := os.Stat(out); {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(out); err == nil {
			return nil, fmt.Errorf("%s is a symbolic link to nothing; remove it, or name another folder with -o", out)
		}
		if err := os.MkdirAll(out, 0o755); err != nil {
			return nil, err
		}
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s is a file, where the folder of the gates belongs; move it away, or name another folder with -o", out)
	}
	dir, err := os.MkdirTemp(out, ".kei-staging-")
	if err != nil {
		return nil, files.Named(out, err)
	}
	return &stage{out, dir}, nil
}

// close removes the stage, and the folder of programs if it is empty: a build
// that failed leaves none behind. A link to that folder is somebody's own.
func (s *stage) close() {
	_ = os.RemoveAll(s.dir)
	if info, err := os.Lstat(s.out); err == nil && info.IsDir() {
		_ = os.Remove(s.out)
	}
}

// commit puts staged gates in place and fills in their checksums. A gate that
// runs at this moment keeps its old file, because a rename does not write into
// it.
func (s *stage) commit(gates []Gate) error {
	for i := range gates {
		sum, err := checksum(filepath.Join(s.dir, filepath.FromSlash(gates[i].File)))
		if err != nil {
			return err
		}
		gates[i].SHA256 = sum
	}
	list := s.list(gates)
	if err := os.WriteFile(filepath.Join(s.dir, sums), list, 0o644); err != nil {
		return err
	}
	var undo []func() error
	for _, name := range append(names(gates), sums) {
		back, err := s.place(name)
		if err != nil {
			for _, back := range slices.Backward(undo) {
				err = errors.Join(err, back())
			}
			return err
		}
		undo = append(undo, back)
	}
	return nil
}

func names(gates []Gate) []string {
	var list []string
	for _, g := range gates {
		list = append(list, g.File)
	}
	return list
}

// place renames one file over what stands there, and says how to go back: the
// old file gets a second name in the stage.
func (s *stage) place(name string) (back func() error, err error) {
	from := filepath.Join(s.dir, filepath.FromSlash(name))
	to := filepath.Join(s.out, filepath.FromSlash(name))
	old := from + ".old"
	back = func() error { return os.Rename(old, to) }
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return nil, err
	}
	switch err := os.Link(to, old); {
	case errors.Is(err, fs.ErrNotExist):
		back = func() error { return os.Remove(to) }
	case err != nil:
		if err := copyFile(to, old); err != nil {
			return nil, err
		}
	}
	// The linker writes its output through a mapping, which leaves the file in
	// the page cache in small pieces: a program started from there takes a tenth
	// longer to start than from a plain copy of it.
	plain := from + ".copy"
	if err := copyFile(from, plain); err != nil {
		return nil, err
	}
	return back, os.Rename(plain, to)
}

// copyFile makes a second file with the bytes and the mode of the first.
func copyFile(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, info.Mode().Perm())
}

// list is the checksums of the gates, and of those built earlier, for other
// targets, that are still there as they were.
func (s *stage) list(gates []Gate) []byte {
	all := s.earlier()
	for _, g := range gates {
		all[g.File] = g.SHA256
	}
	var b bytes.Buffer
	for _, file := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s  %s\n", all[file], file)
	}
	return b.Bytes()
}

func (s *stage) earlier() map[string]string {
	all := map[string]string{}
	f, err := os.Open(filepath.Join(s.out, sums))
	if err != nil {
		return all
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		sum, file, ok := strings.Cut(lines.Text(), "  ")
		if !ok || !filepath.IsLocal(filepath.FromSlash(file)) {
			continue
		}
		if now, err := checksum(filepath.Join(s.out, filepath.FromSlash(file))); err == nil && now == sum {
			all[file] = sum
		}
	}
	return all
}

func checksum(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), errors.Join(err, f.Close())
}
