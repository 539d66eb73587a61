package verify

import (
	"maps"
	"path"
	"slices"
	"strings"

	"kei/runtime/source/rust"
)

// undeclared are the files with modules of Rust that something declared, and with
// the work nothing does: they are there, and no part of any crate. So are the
// files that cargo does not test any more.
func (t *trial) undeclared() (map[string]bool, error) {
	roots, err := t.lostRoots()
	if err != nil {
		return nil, err
	}
	files := slices.Collect(maps.Keys(roots))
	for _, c := range t.Changes {
		if strings.HasSuffix(c.Path, ".rs") && c.Old != (Entry{}) && !roots[c.Path] {
			files = append(files, c.Path)
		}
	}
	var beside []string // files and folders of modules that are not declared where they were
	for _, file := range files {
		was, err := t.declares(t.old, file)
		if err != nil {
			return nil, err
		}
		is, err := t.declares(t.new, file)
		if err != nil {
			return nil, err
		}
		dir := path.Dir(file)
		for name := range was {
			if is[name] && !roots[file] {
				continue
			}
			beside = append(beside, path.Join(dir, name), path.Join(dir, stem(file), name))
		}
	}
	lost := maps.Clone(roots)
	for _, module := range beside {
		declared, err := t.declared(module, roots)
		if err != nil {
			return nil, err
		}
		if declared {
			continue
		}
		for file := range t.new.all() {
			if file == module+".rs" || strings.HasPrefix(file, module+"/") && strings.HasSuffix(file, ".rs") {
				lost[file] = true
			}
		}
	}
	return lost, nil
}

// declared reports whether a module, given by its file without the ending, is
// declared by some file that could: one beside it, or that of its folder, which
// is none of those that are lost. In the folders where every file is a crate none
// has to be.
func (t *trial) declared(module string, lost map[string]bool) (bool, error) {
	dir, name := path.Split(module)
	dir = path.Clean(dir)
	if base := path.Base(dir); base == "tests" || base == "bin" || base == "examples" || base == "benches" {
		if t.new.at(module+".rs").Regular() && !lost[module+".rs"] {
			return true, nil
		}
	}
	for file := range t.new.all() {
		if lost[file] || !strings.HasSuffix(file, ".rs") || path.Dir(file) != dir && file != dir+".rs" {
			continue
		}
		mods, err := t.declares(t.new, file)
		if err != nil || mods[name] {
			return true, err
		}
	}
	return false, nil
}

// declares are the modules that a file says are in files of their own.
func (t *trial) declares(tree tree, file string) (map[string]bool, error) {
	text, err := (&side{r: t.Run, tree: tree}).text(file)
	if err != nil || text == nil {
		return nil, err
	}
	src, err := rust.ReadTests(text)
	if err != nil {
		return nil, nil // it does not compile either
	}
	return src.Mods, nil
}

// stem is the name of a file without folder and ending.
func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }
