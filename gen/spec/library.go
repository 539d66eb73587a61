package spec

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kei/internal/tomlpos"
)

// Library stands before the names of roles and capabilities that a policy takes
// of kei's library: extends = "kei/reviewer", required = ["kei/policy::no-secrets"].
const Library = "kei/"

// A Borrowed is something that a policy takes of the library.
type Borrowed struct {
	Name  string   // kei/reviewer, kei/policy::no-secrets
	Files []string // what it is made of, in the library
	File  string   // where the policy names it, itself or by what it brings with it
	Pos   tomlpos.Pos
}

// LoadWith is [Load] for a policy that may name what is in a library, which is a
// policy folder itself. What it names, and what that brings with it, is in the
// tree: capabilities beside the policy's own, roles to be extended only.
func LoadWith(fsys, library fs.FS) (Tree, error) {
	l := &loader{fsys: fsys, tree: Tree{Aliases: map[string]Alias{}}}
	l.load()
	b := &borrower{loader: l, library: library}
	for _, r := range l.tree.Roles {
		b.role(r)
	}
	slices.SortFunc(l.tree.Capabilities, func(a, b *Capability) int { return strings.Compare(a.Name, b.Name) })
	l.tree.Warnings = l.tree.Warnings.Sorted()
	return l.tree, l.errs.Err()
}

// beneath shows a file system below a folder that it is not in.
type beneath struct {
	fs.FS
	folder string
}

func (b beneath) Open(name string) (fs.File, error) {
	return b.FS.Open(strings.TrimPrefix(name, b.folder))
}

// A borrower adds to a tree what its roles take of a library.
type borrower struct {
	*loader
	library fs.FS
	whole   *Tree // the library, once something of it was named
	failed  bool
}

// open reads the library when the first name of it turns up.
func (b *borrower) open(file string, at tomlpos.Pos) *Tree {
	if b.whole == nil && !b.failed {
		of := &loader{fsys: beneath{b.library, Library}, at: Library, tree: Tree{Aliases: map[string]Alias{}}}
		of.capabilities()
		of.roles()
		of.aliases()
		if err := of.errs.Err(); err != nil {
			b.failed = true
			b.err(file, at, "kei's library cannot be read: %v", err)
			return nil
		}
		b.whole = &of.tree
	}
	return b.whole
}

// role takes what one role of the policy names.
func (b *borrower) role(r *Role) {
	if r.Extends != nil {
		if name, ok := strings.CutPrefix(r.Extends.Text, Library); ok {
			b.parent(name, r.File, r.Extends.Pos)
		}
	}
	for _, list := range [][]tomlpos.String{r.Required, r.Relaxes} {
		for i, n := range list {
			if name, ok := strings.CutPrefix(n.Text, Library); ok {
				b.capability(name, r.File, n.Pos)
				list[i].Text = name
			}
		}
	}
}

// parent takes a role of the library, with its own parents and capabilities.
func (b *borrower) parent(name, file string, at tomlpos.Pos) {
	whole := b.open(file, at)
	if whole == nil || b.tree.Role(Library+name) != nil {
		return
	}
	found := whole.Role(name)
	if found == nil {
		b.err(file, at, "kei's library has no role %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, whole.RoleNames()))
		return
	}
	r := *found
	r.Name, r.Spawnable, r.Examples, r.Handoff = Library+name, false, nil, nil
	if r.Extends != nil {
		r.Extends = &tomlpos.String{Text: Library + r.Extends.Text, Pos: r.Extends.Pos}
	}
	b.tree.Library = append(b.tree.Library, &r)
	b.borrow(Library+name, file, at, path.Join("roles", name+".toml"))
	if r.Extends != nil {
		b.parent(found.Extends.Text, file, at)
	}
	for _, list := range [][]tomlpos.String{r.Required, r.Relaxes} {
		for _, n := range list {
			b.capability(n.Text, file, at)
		}
	}
}

// capability takes a capability of the library.
func (b *borrower) capability(name, file string, at tomlpos.Pos) {
	whole := b.open(file, at)
	if whole == nil {
		return
	}
	found, _ := whole.Capability(name)
	if found == nil {
		b.err(file, at, "kei's library has no capability %s%s", tomlpos.Printable(name), tomlpos.DidYouMean(name, whole.CapabilityNames()))
		return
	}
	for _, have := range b.tree.Capabilities {
		switch {
		case have == found:
			return
		case have.Name == found.Name:
			b.err(have.File, have.Pos, "%s is in kei's library, too, and %s takes that one; give this one another name", have.Name, file)
			return
		}
	}
	b.tree.Capabilities = append(b.tree.Capabilities, found)
	dir := path.Join("capabilities", found.Category, found.Slug)
	b.borrow(Library+found.Name, file, at, path.Join(dir, "capability.toml"), path.Join(dir, "text.md"))
}

func (b *borrower) borrow(name, file string, at tomlpos.Pos, files ...string) {
	b.tree.Borrowed = append(b.tree.Borrowed, Borrowed{Name: name, Files: files, File: file, Pos: at})
}

// plainName is a name without the mark of the library.
func plainName(name string) string { return strings.TrimPrefix(name, Library) }

// without reports whether a folder need not be there: a policy that takes all of
// its capabilities of the library has none of its own.
func (l *loader) without(dir string) bool {
	if dir != l.at+"capabilities" {
		return false
	}
	_, err := fs.Stat(l.fsys, dir)
	_, roles := fs.Stat(l.fsys, l.at+"roles")
	return errors.Is(err, fs.ErrNotExist) && roles == nil
}
