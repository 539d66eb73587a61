package gen

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"kei"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// LockFile is where a policy says which state of the library it was reviewed with.
const LockFile = "kei.lock"

// Load reads a policy folder, with what it takes of kei's library. That has to be
// what kei.lock pins: a library that has changed is a change of the policy, and
// [Update] is how it is made.
func Load(fsys fs.FS) (spec.Tree, error) {
	tree, err := unpinned(fsys)
	if err != nil {
		return tree, err
	}
	return tree, pinned(fsys, tree)
}

// unpinned is Load whatever kei.lock says.
func unpinned(fsys fs.FS) (spec.Tree, error) {
	tree, err := spec.LoadWith(fsys, kei.Library)
	if f, ok := fsys.(folder); ok {
		tree.Dir = f.dir
	}
	return tree, err
}

// folder is a policy folder that knows where it is: what it grants of atoms is
// read there.
type folder struct {
	onDisk
	dir string
}

type onDisk interface {
	fs.ReadDirFS
	fs.ReadFileFS
	fs.ReadLinkFS
	fs.StatFS
}

// Folder is a policy folder on the disk.
func Folder(dir string) fs.FS { return folder{os.DirFS(dir).(onDisk), dir} }

// LibraryRole finds a role of kei's library by its name there.
func LibraryRole(name string) (*spec.Role, error) {
	tree, err := spec.Load(kei.Library)
	if err != nil {
		return nil, err
	}
	if r := tree.Role(name); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("kei's library has no role %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, tree.RoleNames()))
}

// Library are the roles of kei's library, resolved: those that can be had of it by
// name. A role that is granted atoms needs the folder that they are in.
func Library() ([]resolve.Role, error) {
	tree, err := spec.Load(kei.Library)
	if err != nil {
		return nil, err
	}
	grants := map[string]bool{}
	tree.Capabilities = slices.DeleteFunc(tree.Capabilities, func(c *spec.Capability) bool {
		grants[c.Name] = slices.ContainsFunc(c.Gates, func(g spec.Gate) bool { _, atoms := g.Rule.(*gate.OnlyAtoms); return atoms })
		return grants[c.Name]
	})
	tree.Roles = slices.DeleteFunc(tree.Roles, func(r *spec.Role) bool {
		return slices.ContainsFunc(r.Required, func(c tomlpos.String) bool { return grants[c.Text] })
	})
	return resolve.Roles(tree)
}

// A Lock is what kei.lock holds: the SHA-256 of everything that a policy takes of
// the library, by names such as kei/reviewer and kei/policy::no-secrets.
type Lock struct {
	Kei  string // the version that wrote it
	Sums map[string]string
}

// lockOf is what the lock of a tree has to be.
func lockOf(tree spec.Tree) (Lock, error) {
	l := Lock{Sums: map[string]string{}}
	for _, b := range tree.Borrowed {
		h := sha256.New()
		for _, name := range b.Files {
			data, err := fs.ReadFile(kei.Library, name)
			if err != nil {
				return l, err
			}
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(data))))
			h.Write(data)
		}
		l.Sums[b.Name] = hex.EncodeToString(h.Sum(nil))
	}
	return l, nil
}

// ReadLock reads kei.lock; without one it is empty.
func ReadLock(fsys fs.FS) (Lock, error) {
	l := Lock{Sums: map[string]string{}}
	if _, err := fs.Stat(fsys, LockFile); errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	t, err := tomlpos.ReadFile(fsys, LockFile)
	if err != nil {
		return l, err
	}
	var f struct {
		Kei     tomlpos.String `toml:"kei"`
		Library *tomlpos.Table `toml:"library"`
	}
	errs := tomlpos.Decode(t, &f)
	l.Kei = f.Kei.Text
	if f.Library != nil {
		for _, e := range f.Library.Entries {
			sum, ok := e.Value.Any.(string)
			if !ok || len(sum) != 2*sha256.Size {
				errs.Add(LockFile, e.Value.Pos, "%s has no SHA-256; kei update writes this file", tomlpos.Printable(e.Key))
			}
			l.Sums[e.Key] = sum
		}
	}
	return l, errs.Err()
}

// Text is the lock as a file.
func (l Lock) Text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# What this policy takes of kei's library, by SHA-256. kei update writes this file; a change of it\n"+
		"# is a change of the policy, and is reviewed like one.\nkei = %q\n\n[library]\n", l.Kei)
	for _, name := range slices.Sorted(maps.Keys(l.Sums)) {
		fmt.Fprintf(&b, "%q = %q\n", name, l.Sums[name])
	}
	return b.Bytes()
}

// pinned compares what a policy takes with what its lock has.
func pinned(fsys fs.FS, tree spec.Tree) error {
	if len(tree.Borrowed) == 0 {
		return nil
	}
	lock, err := ReadLock(fsys)
	if err != nil {
		return err
	}
	now, err := lockOf(tree)
	if err != nil {
		return err
	}
	var errs tomlpos.Errors
	said := map[tomlpos.Pos]string{} // what is named first at a place brings the rest with it
	for _, b := range tree.Borrowed {
		if lock.Sums[b.Name] == now.Sums[b.Name] || said[b.Pos] == b.File {
			continue
		}
		said[b.Pos] = b.File
		switch sum := lock.Sums[b.Name]; {
		case sum == "":
			errs.Add(b.File, b.Pos, "%s is not in %s; kei update enters it", b.Name, LockFile)
		default:
			errs.Add(b.File, b.Pos, "%s is not what %s pins (of kei %s): the library of this kei has another; kei update shows what that changes, and moves the lock",
				b.Name, LockFile, lock.Kei)
		}
	}
	return errs.Err()
}

// An Updated is what moving the lock of a policy to the library of this kei comes to.
type Updated struct {
	Before, After Lock
	Files         []files.File // what the policy emits with it
	Warnings      Warnings
}

// Update says what a policy is with the library of this kei, and writes nothing.
func Update(fsys fs.FS, version string) (u Updated, err error) {
	if u.Before, err = ReadLock(fsys); err != nil {
		return u, err
	}
	tree, err := unpinned(fsys)
	if err != nil {
		return u, err
	}
	if u.After, err = lockOf(tree); err != nil {
		return u, err
	}
	u.After.Kei = version
	u.Files, u.Warnings, err = generate(fsys, func(fs.FS) (spec.Tree, error) { return tree, nil })
	return u, err
}

// own leaves out what the library is warned of, which is not the policy's to change.
func own(list Warnings) Warnings {
	return slices.DeleteFunc(list, func(e tomlpos.Error) bool { return strings.HasPrefix(e.File, spec.Library) })
}
