package spec

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"kei/internal/tomlpos"
)

// loader collects what is read and what is wrong with it.
type loader struct {
	fsys fs.FS
	at   string // before the names of all files: "", or that of the library
	tree Tree
	errs tomlpos.Errors
}

// Load reads a policy folder. The error is a [tomlpos.Errors] with every
// problem, sorted; warnings are in the tree, which is only of use without an
// error.
func Load(fsys fs.FS) (Tree, error) {
	l := &loader{fsys: fsys, tree: Tree{Aliases: map[string]Alias{}}}
	l.load()
	l.tree.Warnings = l.tree.Warnings.Sorted()
	return l.tree, l.errs.Err()
}

func (l *loader) load() {
	l.capabilities()
	l.roles()
	l.agents()
	l.aliases()
}

func (l *loader) err(file string, at tomlpos.Pos, format string, args ...any) {
	l.errs.Add(file, at, format, args...)
}

func (l *loader) warn(file string, at tomlpos.Pos, format string, args ...any) {
	l.tree.Warnings.Add(file, at, format, args...)
}

// folder lists what is in dir, hidden names and README.md left out.
func (l *loader) folder(dir string) []fs.DirEntry {
	list, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		msg := tomlpos.Reason(err)
		if errors.Is(err, fs.ErrNotExist) {
			msg = "no such folder; kei -C DIR names the folder that holds capabilities/ and roles/"
		}
		l.err(dir, tomlpos.Pos{}, "%s", msg)
	}
	var kept []fs.DirEntry
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), ".") && e.Name() != "README.md" {
			kept = append(kept, e)
		}
	}
	return kept
}

// isFolder reports whether e is a folder, and says so when it is not.
func (l *loader) isFolder(dir string, e fs.DirEntry, means string) bool {
	name := path.Join(dir, e.Name())
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		l.err(name, tomlpos.Pos{}, "is a symbolic link; put the folder itself here")
	case !e.IsDir():
		l.err(name, tomlpos.Pos{}, "nothing reads this file; %s stands here", means)
	}
	return e.IsDir()
}

func (l *loader) capabilities() {
	root := l.at + "capabilities"
	if l.without(root) {
		return
	}
	for _, category := range l.folder(root) {
		if !l.isFolder(root, category, "a folder for each category") {
			continue
		}
		dir := path.Join(root, category.Name())
		for _, e := range l.folder(dir) {
			if l.isFolder(dir, e, "a folder for each capability") {
				l.capability(category.Name(), e.Name())
			}
		}
	}
}

func (l *loader) roles() {
	root := l.at + "roles"
	for _, e := range l.folder(root) {
		name := path.Join(root, e.Name())
		slug, isTOML := strings.CutSuffix(e.Name(), ".toml")
		switch {
		case e.Type()&fs.ModeSymlink != 0:
			l.err(name, tomlpos.Pos{}, "is a symbolic link; put a regular file here")
		case e.IsDir():
			l.err(name, tomlpos.Pos{}, "nothing reads this folder; roles are files, roles/<name>.toml")
		case !isTOML:
			l.err(name, tomlpos.Pos{}, "nothing reads this file; roles are files, roles/<name>.toml")
		case !IsSlug(slug):
			l.err(name, tomlpos.Pos{}, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(slug))
		default:
			l.role(name, slug)
		}
	}
}

// aliases checks the old names once all new ones are known.
func (l *loader) aliases() {
	for _, c := range l.tree.Capabilities {
		for _, a := range c.Aliases {
			l.alias(Alias{Old: a.Text, New: c.Name, File: c.File, Pos: a.Pos})
		}
	}
	for _, old := range sortedKeys(l.tree.Aliases) {
		a := l.tree.Aliases[old]
		if c, _ := (Tree{Capabilities: l.tree.Capabilities}).Capability(a.New); c == nil {
			l.err(a.File, a.Pos, "no capability %s%s", tomlpos.Printable(a.New),
				tomlpos.DidYouMean(a.New, Tree{Capabilities: l.tree.Capabilities}.CapabilityNames()))
		}
		if c, _ := (Tree{Capabilities: l.tree.Capabilities}).Capability(old); c != nil {
			l.err(a.File, a.Pos, "the alias %s is a capability of its own, %s:%d:%d; rename one of the two", old, c.File, c.Pos.Line, c.Pos.Col)
		}
	}
}

// alias enters one old name.
func (l *loader) alias(a Alias) {
	if _, _, ok := SplitName(a.Old); !ok {
		l.err(a.File, a.Pos, "alias %s is not of the form category::slug", tomlpos.Printable(a.Old))
		return
	}
	if other, ok := l.tree.Aliases[a.Old]; ok {
		l.err(a.File, a.Pos, "alias %s stands for %s already, %s:%d:%d", a.Old, other.New, other.File, other.Pos.Line, other.Pos.Col)
		return
	}
	l.tree.Aliases[a.Old] = a
}
