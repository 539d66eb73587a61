// Package file says which file is meant: by a path with symbolic links in it,
// by a glob that somebody wrote, by a path of which a part is not known.
package file

import (
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A Place is a file that a call names, as the system would find it: absolute,
// clean, every symbolic link on the way followed.
type Place struct {
	Abs    string // with slashes, also on Windows
	Rel    string // from the worktree's root, "." for the root itself; "" outside
	Inside bool   // whether it is in the worktree

	Folds    bool   // its file system does not tell upper case from lower
	Named    string // the path as it was named: absolute and clean, no link followed
	NamedRel string // that from the root as it was named, "" outside
}

// A Tree is the worktree at a root. Where that leads is looked up when it is first
// asked for, and once: all that one call asks about is about the same worktree.
type Tree struct {
	Root  string // as it was said
	top   string // that, clean
	real  string // that, links followed; "" until it was looked up
	folds bool
}

// look follows the links of the root.
func (t *Tree) look() error {
	if t.real != "" {
		return nil
	}
	t.top = Clean(t.Root)
	real, err := Resolve(t.top)
	if err != nil {
		return err
	}
	t.real, t.folds = real, FoldsCase(real)
	return nil
}

// Find finds the file that path names, relative to folder, which is absolute,
// in the worktree. The path is taken as it stands: a tilde in it is a character.
func (t *Tree) Find(folder, path string) (Place, error) {
	if str.IndexByte(path, 0) >= 0 {
		return Place{}, str.Fault("a path has a NUL in it")
	}
	if path == "" {
		return Place{}, str.Fault("a path is empty")
	}
	if t.Root == "" {
		return Place{}, str.Fault("the worktree's root is unknown")
	}
	path = Native(sys.Slashed(path))
	if sys.OnWindows && path != "" && !sys.IsAbs(path) && (path[0] == '/' || len(path) > 1 && path[1] == ':') {
		return Place{}, str.Fault(path + " depends on the drive or on its folder; write the path with both")
	}
	if !sys.IsAbs(path) {
		path = sys.Slashed(folder) + "/" + path
	}
	if len(path) > maxPath {
		return Place{}, str.Fault("a path is longer than " + str.Itoa(maxPath) + " bytes")
	}
	if err := t.look(); err != nil {
		return Place{}, err
	}
	named := Clean(path)
	abs, err := t.resolve(named)
	if err != nil {
		return Place{}, err
	}
	if climbs(path) {
		// To the system, link/.. is the folder above what the link points to;
		// to a client that cleans the path first it is the folder of the link.
		if real, err := followed(path, true); err == nil && real != abs {
			return Place{}, str.Fault(path + " goes through a symbolic link and back, so it names two files; write the path without ..")
		}
	}
	p := Place{Abs: abs, Folds: t.folds, Named: named}
	p.Rel, p.Inside = Within(t.real, abs, p.Folds)
	p.NamedRel, _ = Within(t.top, named, p.Folds)
	return p, nil
}

// resolve follows the links of a clean path. Where the root leads is known: what
// lies below it is walked from there.
func (t *Tree) resolve(named string) (string, error) {
	if n := len(t.top); len(named) > n && named[n] == '/' && named[:n] == t.top {
		return walk(t.real, named[n+1:], false)
	}
	return Resolve(named)
}

const (
	maxPath  = sys.MaxPath
	maxLinks = 40 // as Linux has it
)

// Resolve follows the symbolic links of an absolute path, as far as it exists;
// what does not exist yet stays as it is.
func Resolve(path string) (string, error) { return followed(path, false) }

// errAbsent: a strict walk met something that does not exist.
const errAbsent = str.Fault("it does not exist")

// followed walks a path as the system does. If it is strict, what comes after
// something that is no folder is an error.
func followed(path string, strict bool) (string, error) {
	if !sys.IsAbs(path) {
		return "", str.Fault(path + " is not an absolute path")
	}
	out, rest := sys.Volume(path)
	return walk(out, rest, strict)
}

// walk goes on from a folder whose own links are followed.
func walk(out, rest string, strict bool) (string, error) {
	links := 0
	for rest != "" {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch name {
		case "", ".":
			continue
		case "..":
			out = Parent(out)
			continue
		}
		next := out + "/" + name
		if str.HasSuffix(out, "/") {
			next = out + name
		}
		switch mode := sys.Look(next); mode {
		case sys.Link:
			if links++; links > maxLinks {
				return "", str.Fault(next + " has too many symbolic links")
			}
			if eachProcess(next) {
				return "", str.Fault(next + " means another file to each process; write the path out")
			}
			target, err := sys.ReadLink(next)
			if err != nil {
				return "", str.Fault(next + ": " + err.Error())
			}
			target = sys.Slashed(target)
			if len(target)+len(rest) > maxPath {
				return "", str.Fault(next + " leads to a path that is too long")
			}
			if sys.IsAbs(target) {
				out, target = sys.Volume(target)
			}
			rest = target + "/" + rest
		case sys.Absent:
			if strict && trimSlashes(rest) != "" {
				return "", errAbsent
			}
			return Clean(next + "/" + rest), nil
		default:
			out = next
		}
	}
	return out, nil
}

// eachProcess reports whether a link is one of those of /proc that lead
// somewhere else for the client than they do for its gate.
func eachProcess(link string) bool {
	if !str.HasPrefix(link, "/proc/") {
		return false
	}
	last := link[str.LastIndexByte(link, '/')+1:]
	return str.In(last, "self", "thread-self", "cwd", "root", "exe") || str.Contains(link, "/fd/") || str.Contains(link, "/map_files/")
}

func trimSlashes(s string) string {
	for s != "" && s[0] == '/' {
		s = s[1:]
	}
	return s
}

// climbs reports whether an element of the path is "..".
func climbs(path string) bool {
	for path != "" {
		var name string
		if name, path, _ = str.Cut(path, '/'); name == ".." {
			return true
		}
	}
	return false
}

// Clean removes empty elements, "." and "..", of an absolute path, without
// looking at the disk.
func Clean(path string) string {
	path = sys.Slashed(path)
	out, rest := sys.Volume(path)
	if out == "/" && isClean(path) {
		return path // as nearly all are
	}
	root := len(out)
	b := make([]byte, 0, len(out)+len(rest))
	b = append(b, out...)
	for rest != "" {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch name {
		case "", ".":
		case "..":
			i := len(b)
			for i > root && b[i-1] != '/' {
				i--
			}
			if i > root {
				i-- // the slash before it
			}
			b = b[:i]
		default:
			if len(b) > root {
				b = append(b, '/')
			}
			b = append(b, name...)
		}
	}
	return string(b)
}

// isClean reports whether a path below / has no element that [Clean] removes.
func isClean(path string) bool {
	if path == "/" {
		return true
	}
	for path != "" {
		if path[0] != '/' {
			return false
		}
		name := path[1:]
		if i := str.IndexByte(name, '/'); i >= 0 {
			name = name[:i]
		}
		if name == "" || name == "." || name == ".." {
			return false
		}
		path = path[1+len(name):]
	}
	return true
}

// Parent is the folder of an absolute clean path.
func Parent(path string) string {
	root, _ := sys.Volume(path)
	i := str.LastIndexByte(path, '/')
	if i < len(root) {
		return root
	}
	return path[:i]
}

// Within returns the path from root to abs, both clean and without links.
func Within(root, abs string, folds bool) (rel string, inside bool) {
	r, a := root, abs
	if folds {
		// Folding may change lengths only beyond ASCII, and foldPath does not.
		r, a = Fold(r), Fold(a)
	}
	switch {
	case r == a:
		return ".", true
	case str.HasSuffix(r, "/") && str.HasPrefix(a, r):
		return abs[len(r):], true
	case len(a) > len(r) && a[len(r)] == '/' && a[:len(r)] == r:
		return abs[len(r)+1:], true
	}
	return "", false
}
