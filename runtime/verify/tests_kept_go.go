package verify

import (
	"path"
	"slices"
	"strings"
)

// keepGo runs main's tests of packages of Go, with main's test files and what lies
// in their testdata.
func keepGo(t *trial, files []string) (sum tally, err error) {
	var folders []string
	for _, f := range files {
		folder := fixtureOf(f)
		if strings.HasSuffix(f, "_test.go") {
			folder = path.Dir(f)
		}
		if folder != "" && t.goTestedBefore(folder) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	texts := map[string][]byte{}
	var there []string
	side := newSide(t.Run, t.old)
	for _, folder := range folders {
		module := side.nearest(folder, "go.mod")
		if aside(folder) || module == "" || !t.has(join(module, "go.mod")) {
			continue
		}
		if !t.goCode(t.new, folder) && t.goCode(t.old, folder) {
			t.Note("main's tests in %s are gone with their package", shown(folder))
			continue
		}
		if err := t.goTexts(folder, texts); err != nil {
			return sum, err
		}
		there = append(there, folder)
	}
	if len(there) == 0 {
		return sum, nil
	}
	k, err := t.kept("go", texts)
	if err != nil {
		return sum, err
	}
	for _, folder := range there {
		module := side.nearest(folder, "go.mod")
		if module == "." {
			module = ""
		}
		of, res, err := k.goProgram(module, folder)
		if err != nil {
			return sum, err
		}
		_, before, err := t.goBefore(module, folder)
		if err != nil {
			return sum, err
		}
		if before == nil {
			continue // nor do they compile in main, or there is none
		}
		if res != nil {
			text := &result{stdout: tail{b: res.stdout.b}}
			text.stdout.b.WriteString(res.stderr.String())
			t.uncompiled(&sum, " in "+shown(folder), slices.DeleteFunc(slices.Clone(files), func(f string) bool { return path.Dir(f) != folder }), text.last(12))
			continue
		}
		if of == nil {
			continue
		}
		if err := t.keep(&sum, k, *of, before.names, func() (*trial, *suite, error) { return t.goBefore(module, folder) }); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// goCode reports whether a folder has files of Go that are no tests.
func (t *trial) goCode(files tree, folder string) bool {
	for file := range files.all() {
		if path.Dir(file) == folder && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			return true
		}
	}
	return false
}

// goTexts puts main's test files of a folder in the place of the work's.
func (t *trial) goTexts(folder string, texts map[string][]byte) error {
	for _, files := range []tree{t.new, t.old} {
		for file, e := range files.all() {
			if !e.Regular() || t.new.at(file) == t.old.at(file) || !(path.Dir(file) == folder && strings.HasSuffix(file, "_test.go") || fixtureOf(file) == folder) {
				continue
			}
			if !t.old.at(file).Regular() {
				if strings.HasSuffix(file, "_test.go") {
					texts[file] = nil
				}
				continue
			}
			text, err := t.Old(file)
			if err != nil {
				return err
			}
			texts[file] = text
		}
	}
	return nil
}
