package verify

import (
	"path"
	"strings"
)

// undeclared are the files with modules of Rust that something declared, and with
// the work nothing does: they are there, and no part of any crate.
func (t *trial) undeclared() (map[string]bool, error) {
	var beside []string // files and folders of modules that are not declared where they were
	for _, c := range t.Changes {
		if !strings.HasSuffix(c.Path, ".rs") || c.Old == (Entry{}) {
			continue
		}
		was, err := t.declares(t.old, c.Path)
		if err != nil {
			return nil, err
		}
		is, err := t.declares(t.new, c.Path)
		if err != nil {
			return nil, err
		}
		dir := path.Dir(c.Path)
		for name := range was {
			if is[name] {
				continue
			}
			beside = append(beside, path.Join(dir, name), path.Join(dir, stem(c.Path), name))
		}
	}
	lost := map[string]bool{}
	for _, module := range beside {
		declared, err := t.declared(module)
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
// declared by some file that could: one beside it, or that of its folder. In the
// folders where every file is a crate none has to be.
func (t *trial) declared(module string) (bool, error) {
	dir, name := path.Split(module)
	dir = path.Clean(dir)
	if base := path.Base(dir); base == "tests" || base == "bin" || base == "examples" || base == "benches" {
		if t.new.at(module + ".rs").Regular() {
			return true, nil
		}
	}
	for file := range t.new.all() {
		if !strings.HasSuffix(file, ".rs") || path.Dir(file) != dir && file != dir+".rs" {
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
	src, err := readRustTests(text)
	if err != nil {
		return nil, nil // it does not compile either
	}
	return src.mods, nil
}

// stem is the name of a file without folder and ending.
func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }
