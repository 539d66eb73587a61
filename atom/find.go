package atom

import (
	"context"
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
		abs, err := filepath.Abs(root)
		if err != nil {
			return nil, err
		}
		file := verb + ".md"
		packages, err := s.packages(root, func(name string) bool {
			return name == pkg || ctx.Err() == nil && mentions(filepath.Join(abs, name, "atoms", file), []byte(id))
		})
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			p.read(s, func(name string) bool {
				return name == file || p.Name == pkg && mentions(filepath.Join(p.Dir, "atoms", name), []byte(id))
			})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
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
