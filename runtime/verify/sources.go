package verify

import (
	"path"
	"strings"

	"kei/runtime/source/golang"
	"kei/runtime/source/rust"
)

// sources are the files of a place as far as they say which tests there are.
type sources struct {
	r     *Run
	files map[string][]string // Go's test files and Rust's files, by folder
	rust  map[string]rustWords
}

func newSources(r *Run) *sources { return &sources{r: r, rust: map[string]rustWords{}} }

// index sorts the files into folders, once.
func (s *sources) index() map[string][]string {
	if s.files == nil {
		s.files = map[string][]string{}
		for file, e := range s.r.new.all() {
			if e.Regular() && (strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".rs")) {
				s.files[path.Dir(file)] = append(s.files[path.Dir(file)], file)
			}
		}
	}
	return s.files
}

// goNames are the names of the test functions that the work has in the files of a
// folder that are compiled.
func (s *sources) goNames(dir string, compiled map[string]bool) ([]string, error) {
	var names []string
	for _, file := range s.index()[dir] {
		if !compiled[file] {
			continue
		}
		text, err := s.r.New(file)
		if err != nil {
			return nil, err
		}
		tests, _ := golang.Tests(file, text)
		names = append(names, tests...)
	}
	return names, nil
}

// rustWords are the words that the names of a workspace's tests are made of.
type rustWords map[string]bool

// make reports whether a test's name, a path of modules, is in the source: as a
// function that is marked as a test, or that a macro makes tests of, or as a word
// that a macro is given.
func (w rustWords) make(name string) bool {
	for _, part := range strings.Split(name, "::") {
		if w[part] || w["r#"+part] {
			return true
		}
	}
	return false
}

// rustNames reads the files of a workspace, once.
func (s *sources) rustNames(dir string) (rustWords, error) {
	if words, ok := s.rust[dir]; ok {
		return words, nil
	}
	words := rustWords{}
	for folder, files := range s.index() {
		if dir != "" && folder != dir && !strings.HasPrefix(folder, dir+"/") {
			continue
		}
		for _, file := range files {
			if !strings.HasSuffix(file, ".rs") {
				continue
			}
			if err := s.r.ctx.Err(); err != nil {
				return nil, err
			}
			text, err := s.r.New(file)
			if err != nil {
				return nil, err
			}
			if src, err := rust.ReadTests(text); err == nil {
				for word := range src.Words {
					words[word] = true
				}
			}
		}
	}
	s.rust[dir] = words
	return words, nil
}
