package verify

import (
	"path"
	"slices"
	"strings"
)

// keepGo runs main's tests of packages of Go, with main's test files and what lies
// in their testdata.
func keepGo(t *trial, files []string) (sum tally, err error) {
	folders, texts, err := t.goKept(files)
	if err != nil || len(folders) == 0 {
		return sum, err
	}
	k, err := t.kept("go", texts)
	if err != nil {
		return sum, err
	}
	for _, folder := range folders {
		if err := t.keepPackage(&sum, k, folder, files); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// goKept are the folders of packages whose tests main's are, and what main has there
// of tests, by path.
func (t *trial) goKept(files []string) (there []string, texts map[string][]byte, err error) {
	texts = map[string][]byte{}
	for _, folder := range t.goFolders(files) {
		if aside(folder) || t.goModule(folder) == "" || !t.has(join(t.goModule(folder), "go.mod")) {
			continue
		}
		if !t.goCode(t.new, folder) && t.goCode(t.old, folder) {
			t.Note("main's tests in %s are gone with their package", shown(folder))
			continue
		}
		if err := t.goTexts(folder, texts); err != nil {
			return nil, nil, err
		}
		there = append(there, folder)
	}
	return there, texts, nil
}

// goModule is the folder of the module that main has a folder in, "." for the
// repository's and "" if there is none.
func (t *trial) goModule(folder string) string {
	return newSide(t.Run, t.old).nearest(folder, "go.mod")
}

// goFolders are the folders in main whose tests some files are, or say what these read.
func (t *trial) goFolders(files []string) (folders []string) {
	for _, f := range files {
		folder := fixtureOf(f)
		if strings.HasSuffix(f, "_test.go") {
			folder = path.Dir(f)
		}
		if folder != "" && t.goTestedBefore(folder) && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// keepPackage runs main's tests of one package.
func (t *trial) keepPackage(sum *tally, k *trial, folder string, files []string) error {
	module := t.goModule(folder)
	if module == "." {
		module = ""
	}
	of, res, err := k.goProgram(module, folder)
	if err != nil {
		return err
	}
	_, before, err := t.goBefore(module, folder)
	if err != nil || before == nil {
		return err // without any: nor do they compile in main, or there is none
	}
	if res != nil {
		text := &result{stdout: tail{b: res.stdout.b}}
		text.stdout.b.WriteString(res.stderr.String())
		own := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return path.Dir(f) != folder })
		t.uncompiled(sum, " in "+shown(folder), own, text.last(12))
		return nil
	}
	if of == nil {
		return nil
	}
	return t.keep(sum, k, *of, before.names, func() (*trial, *suite, error) { return t.goBefore(module, folder) })
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
