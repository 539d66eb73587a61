package verify

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
)

// lostRoots are the files that cargo makes test programs of in main, and none with
// the work, though they are there: a manifest can say that a library or a program
// is not tested, is in another file, or is to be had with a feature only. Cargo
// itself says what its manifests come to.
func (t *trial) lostRoots() (map[string]bool, error) {
	if t.lost != nil {
		return t.lost, nil
	}
	lost := map[string]bool{}
	if !slices.ContainsFunc(t.Changes, func(c Change) bool { return path.Base(c.Path) == "Cargo.toml" }) {
		return lost, nil
	}
	for _, dir := range t.manifests("Cargo.toml") {
		if file := join(dir, "Cargo.toml"); !t.old.at(file).Regular() || !t.new.at(file).Regular() {
			continue
		}
		before, err := t.before()
		if err != nil {
			return nil, err
		}
		was, err := roots(t.startBefore, before, dir)
		if err != nil {
			return nil, err
		}
		is, err := roots(t.command, t.Dir, dir)
		if err != nil {
			return nil, err
		}
		for file := range was {
			if !is[file] && t.new.at(file).Regular() {
				lost[file] = true
			}
		}
	}
	t.lost = lost
	return lost, nil
}

// roots are the files of a workspace that cargo test makes programs of, from the
// folder that all files are in; none if cargo cannot read it.
func roots(run func(command) (*result, error), top, dir string) (map[string]bool, error) {
	list := map[string]bool{}
	members, err := workspaceBy(run, dir)
	if v := (Violations)(nil); errors.As(err, &v) {
		return list, nil
	}
	if err != nil {
		return nil, err
	}
	for _, p := range members {
		on := p.byDefault()
		for _, g := range p.Targets {
			file, err := filepath.Rel(top, g.SrcPath)
			if err == nil && g.Test && !slices.ContainsFunc(g.Needs, func(f string) bool { return !on[f] }) {
				list[filepath.ToSlash(file)] = true
			}
		}
	}
	return list, nil
}

// byDefault are the features of a package that are on if nobody asks for any.
func (p cargoPackage) byDefault() map[string]bool {
	on := map[string]bool{}
	for list := []string{"default"}; len(list) > 0; list = list[1:] {
		if f := list[0]; !on[f] {
			on[f] = true
			list = append(list, p.Features[f]...)
		}
	}
	return on
}
