package atom

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Find is what claims an id, without a look at all else: the file where it
// belongs, in each root, and others that name it, in its package or as the same
// verb of another. Links are judged as [Load] does. No atom is found where no
// file claims the id.
func Find(ctx context.Context, rules Rules, id string, roots ...string) ([]*Atom, error) {
	pkg, verb, ok := SplitID(id)
	if !ok {
		return nil, nil
	}
	s := &Set{}
	for _, root := range roots {
		packages, err := s.packages(root)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p.claims(s, []byte(id), p.Name == pkg, verb+".md")
		}
	}
	var out []*Atom
	for _, a := range s.Atoms {
		if a.ID == id || a.ID == "" && a.Package == pkg && a.Verb == verb {
			out = append(out, a)
		}
	}
	for _, a := range out {
		a.duplicates(out)
	}
	return out, link(ctx, out, rules, roots)
}

// claims reads the files of a package that name an id, and the one of its verb
// if it is the id's package.
func (p *Package) claims(s *Set, id []byte, own bool, file string) {
	root, err := os.OpenRoot(p.Dir)
	if err != nil {
		return
	}
	defer root.Close()
	names := []string{file}
	if own {
		entries, err := fs.ReadDir(root.FS(), "atoms")
		if err != nil {
			return
		}
		names = nil
		for _, e := range entries {
			if e.Type().IsRegular() && path.Ext(e.Name()) == ".md" {
				names = append(names, e.Name())
			}
		}
	}
	keep := map[string]bool{}
	for _, name := range names {
		if own && name == file {
			keep[name] = true
			continue
		}
		info, err := root.Lstat(path.Join("atoms", name))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if data, err := readFile(root, path.Join("atoms", name)); err == nil && bytes.Contains(data, id) {
			keep[name] = true
		}
	}
	if len(keep) > 0 {
		p.read(s, func(name string) bool { return keep[name] })
	}
}

// link judges the links of atoms. A target is looked for where it belongs, and
// everywhere only if it is not there.
func link(ctx context.Context, atoms []*Atom, rules Rules, roots []string) error {
	found := map[string]bool{}
	var all map[string]bool
	for _, a := range atoms {
		for _, l := range a.Links {
			class, id := Classify(l.Target)
			if _, asked := found[id]; class != "atom" || asked {
				continue
			}
			if found[id] = declared(id, roots); found[id] || !l.Related {
				continue
			}
			if all == nil {
				set, err := Load(ctx, rules, roots...)
				if err != nil {
					return err
				}
				all = map[string]bool{}
				for _, b := range set.Atoms {
					all[b.ID] = true
				}
			}
			found[id] = all[id]
		}
	}
	for _, a := range atoms {
		a.resolve(func(id string) bool { return found[id] }, rules)
		sortProblems(a.Problems)
	}
	return nil
}

// declared reports whether the file where an id belongs declares it.
func declared(id string, roots []string) bool {
	pkg, verb, ok := SplitID(id)
	if !ok {
		return false
	}
	for _, dir := range roots {
		abs, err := filepath.Abs(dir)
		if err != nil {
			continue
		}
		root, err := os.OpenRoot(abs)
		if err != nil {
			continue
		}
		a := &Atom{Package: pkg, Verb: verb, File: path.Join(pkg, "atoms", verb+".md")}
		info, err := root.Lstat(a.File)
		if err == nil && info.Mode().IsRegular() {
			if data, err := readFile(root, a.File); err == nil {
				a.parse(data)
			}
		}
		root.Close()
		if a.ID == id {
			return true
		}
	}
	return false
}
