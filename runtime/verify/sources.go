package verify

import (
	"maps"
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
	named map[string]map[string]int // tests of Rust, by workspace and name
}

func newSources(r *Run) *sources {
	return &sources{r: r, rust: map[string]rustWords{}, named: map[string]map[string]int{}}
}

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
		for _, one := range golang.Tests(file, text) {
			names = append(names, one.Name)
		}
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

// rustNames are the words of a workspace's tests.
func (s *sources) rustNames(dir string) (rustWords, error) {
	err := s.readRust(dir)
	return s.rust[dir], err
}

// rustTests are how many tests of a name the sources of a workspace have.
func (s *sources) rustTests(dir string) (map[string]int, error) {
	err := s.readRust(dir)
	return maps.Clone(s.named[dir]), err
}

// readRust reads the files of a workspace, once.
func (s *sources) readRust(dir string) error {
	if _, ok := s.rust[dir]; ok {
		return nil
	}
	words, named := rustWords{}, map[string]int{}
	for folder, files := range s.index() {
		if dir != "" && folder != dir && !strings.HasPrefix(folder, dir+"/") {
			continue
		}
		for _, file := range files {
			if !strings.HasSuffix(file, ".rs") {
				continue
			}
			if err := s.r.ctx.Err(); err != nil {
				return err
			}
			text, err := s.r.New(file)
			if err != nil {
				return err
			}
			if src, err := rust.ReadTests(text); err == nil {
				for word := range src.Words {
					words[word] = true
				}
				for _, one := range src.List {
					if !one.Off {
						named[one.Name]++
					}
				}
			}
		}
	}
	s.rust[dir], s.named[dir] = words, named
	return nil
}
