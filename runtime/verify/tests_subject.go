package verify

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/source"
	"kei/runtime/source/golang"
	"kei/runtime/source/rust"
)

// withSubject are those of main's tests that use a function which the work takes
// away, and has nowhere else.
func (t *trial) withSubject(tests []declared) ([]string, error) {
	if len(tests) == 0 {
		return nil, nil
	}
	lost := map[string]bool{}
	var kept []string
	for _, c := range t.Changes {
		was, err := t.functions(t.old, c.Path)
		if err != nil {
			return nil, err
		}
		is, err := t.functions(t.new, c.Path)
		if err != nil {
			return nil, err
		}
		for _, name := range was {
			lost[name] = true
		}
		kept = append(kept, is...)
	}
	for _, name := range kept {
		delete(lost, name)
	}
	var free []string
	for _, at := range tests {
		text, err := t.contents(t.old, at.file)
		if err != nil {
			return nil, err
		}
		for _, one := range testsOf(at.file, text) {
			words := identifier.FindAllString(strings.Join(one.Body(text), "\n"), -1)
			if one.Name == at.name && slices.ContainsFunc(words, func(w string) bool { return lost[w] }) {
				free = append(free, shown(at.file)+" "+at.name)
				break
			}
		}
	}
	slices.Sort(free)
	return free, nil
}

var identifier = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)

// functions are the names of those of a file that are no tests.
func (t *trial) functions(tree tree, file string) ([]string, error) {
	language := languageOf(path.Ext(file))
	isTest := func(l *fileLanguage) bool { return l.IsTest(file) }
	if language == nil || !tree.at(file).Regular() || slices.ContainsFunc(fileLanguages, isTest) {
		return nil, nil
	}
	text, err := t.contents(tree, file)
	if err != nil || len(text) > source.MaxBytes {
		return nil, err
	}
	list, _, err := language.Measure(text, source.LineStarts(text))
	if err != nil {
		return nil, nil
	}
	tests := testsOf(file, text)
	var names []string
	for _, f := range list {
		name := f.Name[strings.LastIndexAny(f.Name, ".:")+1:]
		if !slices.ContainsFunc(tests, func(one source.Test) bool { return one.Name == name }) {
			names = append(names, name)
		}
	}
	return names, nil
}

// testsOf are the tests that a file declares.
func testsOf(file string, text []byte) []source.Test {
	if len(text) > source.MaxBytes {
		return nil
	}
	switch path.Ext(file) {
	case ".go":
		if strings.HasSuffix(file, "_test.go") {
			return golang.Tests(file, text)
		}
	case ".rs":
		if src, err := rust.ReadTests(text); err == nil {
			return src.List
		}
	}
	for _, l := range fileLanguages {
		if l.IsTest(file) {
			return l.Tests(text)
		}
	}
	return nil
}
