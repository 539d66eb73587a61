package verify

import (
	"errors"
	"path"
	"slices"
	"strings"

	"kei/runtime/source/rust"
)

// keepRust runs main's tests of files of Rust: whole files of tests as main has
// them, and in others main's tests in the place of the work's.
func keepRust(t *trial, files []string) (sum tally, err error) {
	side := newSide(t.Run, t.old)
	by := map[string][]string{} // files by workspace
	for _, f := range files {
		if strings.HasSuffix(f, ".rs") {
			if top := side.top(path.Dir(f), "Cargo.toml"); top != "" && t.has(join(top, "Cargo.toml")) {
				by[top] = append(by[top], f)
			}
		}
	}
	for top, list := range by {
		if top == "." {
			top = ""
		}
		one, err := t.keepCrates(top, list)
		sum.add(one)
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// keepCrates runs main's tests of some files of a workspace.
func (t *trial) keepCrates(top string, files []string) (sum tally, err error) {
	texts, names, err := t.rustKept(files)
	if err != nil {
		return sum, err
	}
	if err := t.declareTests(texts); err != nil || len(texts) == 0 || len(names) == 0 {
		return sum, err
	}
	m, err := t.mainCargo(top)
	if err != nil || m == nil {
		return sum, err
	}
	k, err := t.kept("rust", texts)
	if err != nil {
		return sum, err
	}
	err = k.listCargo(top)
	var v Violations
	if errors.As(err, &v) {
		t.uncompiled(&sum, "", files, v[0].Detail)
		return sum, nil
	}
	if err != nil {
		return sum, err
	}
	for at, of := range k.suites {
		var wanted []string
		for _, name := range m.namesOf(at) {
			if names[lastPart(name)] {
				wanted = append(wanted, name)
			}
		}
		if err := t.keep(&sum, k, *of, wanted, func() (*trial, *suite, error) { return m, m.suites[at], nil }); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// rustKept are the texts of files with main's tests in them, by path, and the names of
// those tests.
func (t *trial) rustKept(files []string) (texts map[string][]byte, names map[string]bool, err error) {
	texts, names = map[string][]byte{}, map[string]bool{}
	for _, file := range files {
		was, err := t.Old(file)
		if err != nil {
			return nil, nil, err
		}
		is, gone := t.New(file)
		whole, err := t.onlyTests(file)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case whole:
			texts[file] = was
		case gone != nil:
			t.Note("main's tests in %s are gone with their file", shown(file))
			continue
		default:
			texts[file] = rust.WithTests(is, was)
		}
		for _, one := range testsOf(file, was) {
			if !one.Off {
				names[one.Name] = true
			}
		}
	}
	return texts, names, nil
}

// namesOf are the tests of one of main's programs.
func (t *trial) namesOf(at string) []string {
	if s := t.suites[at]; s != nil {
		return s.names
	}
	return nil
}

// onlyTests reports whether all of main's file is there for tests: it is one of an
// integration test, or a module that is declared for tests.
func (t *trial) onlyTests(file string) (bool, error) {
	if rustTestFile(file) {
		return true, nil
	}
	dir, name := path.Dir(file), stem(file)
	if name == "mod" {
		dir, name = path.Dir(dir), path.Base(dir)
	}
	for other := range t.old.all() {
		if path.Ext(other) != ".rs" || path.Dir(other) != dir && other != dir+".rs" {
			continue
		}
		text, err := t.Old(other)
		if err != nil {
			return false, err
		}
		if slices.Contains(rust.TestModules(text), name) {
			return true, nil
		}
	}
	return false, nil
}

// declareTests sees to it that the files of tests are part of their crates as in main.
func (t *trial) declareTests(texts map[string][]byte) error {
	for _, c := range t.Changes {
		if path.Ext(c.Path) != ".rs" || !c.Old.Regular() || !c.New.Regular() || texts[c.Path] != nil {
			continue
		}
		was, err := t.Old(c.Path)
		if err != nil {
			return err
		}
		is, err := t.New(c.Path)
		if err != nil {
			return err
		}
		if !slices.Equal(rust.TestModules(was), rust.TestModules(is)) {
			texts[c.Path] = rust.WithTests(is, was)
		}
	}
	return nil
}
