// Package tree is a repository as an agent may see it: the files that git tracks,
// and of them those that the agent's gate lets it read.
//
// Rules of this package:
//
//   - A file is opened by [Tree.Read] and by nothing else. It asks, in this order:
//     does git track it, does any link lead to it, may the caller read it.
//   - Nothing that a repository's settings name is run: see [Tree.git].
package tree

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"kei-repo/verb"
)

// MaxFile is how many bytes a file may have that is read.
const MaxFile = 4 << 20

// A Tree is the repository that the caller works in.
type Tree struct {
	Dir     string // absolute, without links
	root    *os.Root
	tracked map[string]bool
	Files   []string // slash paths from Dir, sorted: regular files that git tracks
	gate    *gate
	off     []string // options of git
}

// Open finds the repository of the current folder. A [*verb.Error] says that there
// is none.
func Open(ctx context.Context) (*Tree, error) {
	t := &Tree{gate: callers()}
	top, err := t.Git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, verb.Refuse("NoRepository", "the current folder is in no repository of git")
	}
	if t.Dir, err = filepath.EvalSymlinks(strings.TrimSuffix(string(top), "\n")); err != nil {
		return nil, err
	}
	if t.root, err = os.OpenRoot(t.Dir); err != nil {
		return nil, err
	}
	if err := errors.Join(t.filters(ctx), t.list(ctx)); err != nil {
		_ = t.Close()
		return nil, err
	}
	return t, nil
}

// Close closes it.
func (t *Tree) Close() error { return t.root.Close() }

// list asks git for the files that it tracks: no links, no submodules.
func (t *Tree) list(ctx context.Context) error {
	text, err := t.Git(ctx, "ls-files", "--stage", "-z", "--full-name", "--", ":/")
	if err != nil {
		return err
	}
	t.tracked = map[string]bool{}
	for entry := range strings.SplitSeq(string(text), "\x00") {
		about, name, ok := strings.Cut(entry, "\t")
		if ok && (strings.HasPrefix(about, "100644 ") || strings.HasPrefix(about, "100755 ")) && !t.tracked[name] {
			t.tracked[name] = true
			t.Files = append(t.Files, name)
		}
	}
	sort.Strings(t.Files)
	return nil
}

// Named is the tracked file that a caller names, from the current folder or from
// the repository's root. Else a [*verb.Error].
func (t *Tree) Named(name string) (string, error) {
	if t.tracked[path.Clean(name)] {
		return path.Clean(name), nil
	}
	abs := name
	if !filepath.IsAbs(abs) {
		here, err := os.Getwd()
		if err != nil {
			return "", err
		}
		abs = filepath.Join(here, name)
	}
	// Links of folders above the repository are nobody's trick.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		abs = filepath.Join(dir, filepath.Base(abs))
	}
	if rel, err := filepath.Rel(t.Dir, abs); err == nil && t.tracked[filepath.ToSlash(rel)] {
		return filepath.ToSlash(rel), nil
	}
	return "", verb.Refuse("NotTracked", "git tracks no file %s here", name)
}

// Read is the contents of a tracked file that the caller may read. What it may not
// is a [*verb.Error] with the code Denied; what is no file of at most [MaxFile]
// bytes, or is reached by a link, one with the code Unreadable.
func (t *Tree) Read(ctx context.Context, name string) ([]byte, error) {
	if !t.tracked[name] {
		return nil, verb.Refuse("NotTracked", "git tracks no file %s here", name)
	}
	if err := t.gate.read(ctx, t.Dir, filepath.Join(t.Dir, filepath.FromSlash(name))); err != nil {
		return nil, err
	}
	was, err := t.plain(name)
	if err != nil {
		return nil, err
	}
	f, err := t.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, verb.Refuse("Unreadable", "%v", err)
	}
	defer f.Close()
	// Looked at again: a link may have come between.
	is, err := f.Stat()
	if err != nil || !os.SameFile(was, is) {
		return nil, verb.Refuse("Unreadable", "%s changed while it was opened", name)
	}
	if _, err := t.plain(name); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, verb.Refuse("Unreadable", "%v", err)
	}
	if len(data) > MaxFile {
		return nil, verb.Refuse("Unreadable", "%s has more than %d bytes", name, MaxFile)
	}
	return data, nil
}

// plain is a regular file that no link leads to.
func (t *Tree) plain(name string) (fs.FileInfo, error) {
	var info fs.FileInfo
	parts := strings.Split(name, "/")
	for i := range parts {
		var err error
		if info, err = t.root.Lstat(filepath.FromSlash(strings.Join(parts[:i+1], "/"))); err != nil {
			return nil, verb.Refuse("Unreadable", "%v", err)
		}
		if last := i == len(parts)-1; last && !info.Mode().IsRegular() || !last && !info.IsDir() {
			return nil, verb.Refuse("Unreadable", "%s is not the file that git tracks: there is a link, or something else", name)
		}
	}
	if info.Size() > MaxFile {
		return nil, verb.Refuse("Unreadable", "%s has more than %d bytes", name, MaxFile)
	}
	return info, nil
}

// Below are the files within what a caller names: see [Within].
func (t *Tree) Below(where string) (list []string) {
	for _, name := range t.Files {
		if Within(where, name) {
			list = append(list, name)
		}
	}
	return list
}

// Within reports whether a file lies in a folder, or has a path or a name that a
// pattern of [path.Match] fits; "" is all.
func Within(where, name string) bool {
	where = path.Clean("/" + where)[1:]
	whole, _ := path.Match(where, name)
	base, _ := path.Match(where, path.Base(name))
	return where == "" || whole || base || strings.HasPrefix(name, where+"/")
}
