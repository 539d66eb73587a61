package verify

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"kei/runtime/source"
	"kei/runtime/source/golang"
	"kei/runtime/source/rust"
)

// fewer compares how many tests main has with how many the work leaves it, by
// what the source says: in the files that changed, and in those that a changed
// manifest may have taken out of what is tested. Names are free to change, and
// files to move.
func (t *trial) fewer() error {
	for _, lang := range []struct {
		what string
		read func(*side) (census, error)
	}{{"Go", t.goCount}, {"Rust", t.rustCount}} {
		before, err := lang.read(newSide(t.Run, t.old))
		if err != nil {
			return err
		}
		work := newSide(t.Run, t.new)
		work.with = true
		after, err := lang.read(work)
		if err != nil {
			return err
		}
		if err := t.compare(lang.what, before, after); err != nil {
			return err
		}
	}
	return nil
}

// compare holds the tests of one language to those of main.
func (t *trial) compare(what string, before, after census) error {
	for at, was := range before {
		if is, ok := after[at]; ok && is.tables < is.tests { // not by a table any more
			before[at] = count{was.tests, 0, was.tests}
		}
	}
	was, is := before.total(), after.total()
	if is >= was {
		return nil
	}
	var gone []string
	var missing []declared
	for at, n := range before {
		if n.all > after[at].all {
			gone = append(gone, shown(at.file)+" "+at.name)
		}
		if after[at].tests == 0 {
			missing = append(missing, at)
		}
	}
	slices.Sort(gone)
	free, err := t.withSubject(missing)
	if err != nil {
		return err
	}
	if was-is <= len(free) && t.least > 0 {
		t.Note("%s gone with what they test: %s", plural(len(free), "test"), some(free, 20))
		return nil
	}
	t.failed = append(t.failed, Violation{
		Reason: fmt.Sprintf("%s fewer in %s than main has; a task that is to remove tests says tests-may-change", plural(was-is, "test"), what),
		Detail: first(gone, 20),
	})
	return nil
}

// A count is of the tests of one name in a file.
type count struct {
	tests  int // functions
	tables int // those of them that go through a table
	all    int // with the rows of the tables
}

// A declared is where a test stands.
type declared struct{ file, name string }

// A census is how many tests there are of each.
type census map[declared]count

func (c census) add(file string, list []source.Test) {
	for _, t := range list {
		if !t.Off {
			key := declared{file, t.Name}
			n := c[key]
			n.tests, n.all = n.tests+1, n.all+t.Count()
			if t.Rows > 0 {
				n.tables++
			}
			c[key] = n
		}
	}
}

func (c census) total() int {
	n := 0
	for _, k := range c {
		n += k.all
	}
	return n
}

// A side is the files before the work or with it.
type side struct {
	r     *Run
	tree  tree
	with  bool                 // the work
	cargo map[string]cargoToml // by folder; nil is none that can be read
	tops  map[string]string    // folders and the project that tests what is in them
	paths map[string][]string  // workspaces and the packages that are named by path
	err   error                // that kept it from reading a manifest
}

func newSide(r *Run, t tree) *side {
	return &side{r: r, tree: t, cargo: map[string]cargoToml{}, tops: map[string]string{}, paths: map[string][]string{}}
}

// affected are the files whose tests may not be what they were: those that
// changed, and all of a project in which a manifest did.
func (t *trial) affected(suffix, manifest string) []string {
	var folders, list []string
	for _, c := range t.Changes {
		if strings.HasSuffix(c.Path, suffix) {
			list = append(list, c.Path)
		}
		if path.Base(c.Path) == manifest {
			dir := path.Dir(c.Path)
			for _, tree := range []tree{t.old, t.new} {
				folders = append(folders, dir, cmp.Or(newSide(t.Run, tree).top(dir, manifest), dir))
			}
		}
	}
	if len(folders) > 0 {
		for _, tree := range []tree{t.old, t.new} {
			for file := range tree.all() {
				if strings.HasSuffix(file, suffix) && slices.ContainsFunc(folders, func(dir string) bool { return dir == "." || strings.HasPrefix(file, dir+"/") }) {
					list = append(list, file)
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// text is a file of this side, nil if there is none.
func (s *side) text(file string) ([]byte, error) {
	if !s.tree.at(file).Regular() {
		return nil, nil
	}
	return s.r.contents(s.tree, file)
}

// goCount are the tests of the affected Go files, by file and name.
func (t *trial) goCount(s *side) (census, error) {
	count := census{}
	for _, file := range t.affected("_test.go", "go.mod") {
		text, err := s.text(file)
		if err != nil {
			return nil, err
		}
		if text == nil || !s.goTested(file) {
			continue
		}
		count.add(file, golang.Tests(file, text))
	}
	return count, s.err
}

// goTested reports whether go test ./... is run on a file: in the outermost
// module or in one within it that main has, too, and in no folder that the go
// command passes over.
func (s *side) goTested(file string) bool {
	for _, part := range strings.Split(path.Dir(file), "/") {
		if part == "testdata" || part == "vendor" || part != "." && (part[0] == '.' || part[0] == '_') {
			return false
		}
	}
	top, module := s.top(path.Dir(file), "go.mod"), s.nearest(path.Dir(file), "go.mod")
	if top == "" || module != top && (aside(module) || !s.r.old.at(join(module, "go.mod")).Regular() || !s.r.has(join(module, "go.mod"))) {
		return false
	}
	return !s.goIgnored(module, file)
}

// goIgnored reports whether the module passes over a file by its own wish.
func (s *side) goIgnored(top, file string) bool {
	text, err := s.text(join(top, "go.mod"))
	if err != nil {
		s.err = err
		return false
	}
	block := false
	for _, line := range strings.Split(string(text), "\n") {
		words, err := goModWords(line)
		switch {
		case err != nil || len(words) == 0:
		case words[0] == ")":
			block = false
		case words[0] == "ignore" && len(words) == 2 && words[1] == "(":
			block = true
		case words[0] == "ignore" && len(words) == 2, block && len(words) == 1:
			at := words[len(words)-1]
			dir := path.Dir(file)
			if rest, ok := strings.CutPrefix(at, "./"); ok && (dir == join(top, rest) || strings.HasPrefix(dir, join(top, rest)+"/")) {
				return true
			} else if !ok && strings.Contains("/"+dir+"/", "/"+at+"/") {
				return true
			}
		}
	}
	return false
}

// nearest is the folder with a manifest that a folder is in, top the outermost
// one that is a project; "" if there is none.
func (s *side) nearest(dir, manifest string) string {
	for at := dir; ; at = path.Dir(at) {
		if s.tree.at(join(at, manifest)).Regular() {
			return at
		}
		if at == "." {
			return ""
		}
	}
}

func (s *side) top(dir, manifest string) string {
	key := manifest + "\x00" + dir
	if top, ok := s.tops[key]; ok {
		return top
	}
	top := ""
	for at := dir; ; at = path.Dir(at) {
		if s.tree.at(join(at, manifest)).Regular() && !aside(at) {
			top = at
		}
		if at == "." {
			break
		}
	}
	s.tops[key] = top
	return top
}

// rustCount are the tests of the affected Rust files, by file and name.
func (t *trial) rustCount(s *side) (census, error) {
	count := census{}
	undeclared, err := t.undeclared()
	if err != nil {
		return nil, err
	}
	files := append(t.affected(".rs", "Cargo.toml"), slices.Collect(maps.Keys(undeclared))...)
	slices.Sort(files)
	for _, file := range slices.Compact(files) {
		text, err := s.text(file)
		if err != nil {
			return nil, err
		}
		if text == nil || !s.rustTested(file) || s.with && undeclared[file] {
			continue
		}
		src, err := rust.ReadTests(text)
		if err != nil {
			continue // it does not compile either
		}
		count.add(file, src.List)
		if s.tree.at(join(s.nearest(path.Dir(file), "Cargo.toml"), "src/lib.rs")).Regular() {
			for range rust.Examples(text) {
				count.add(file, []source.Test{{Name: "example in the documentation"}})
			}
		}
	}
	return count, t.ctx.Err()
}

// rustTested reports whether cargo test --workspace is run on a file.
func (s *side) rustTested(file string) bool {
	dir := s.nearest(path.Dir(file), "Cargo.toml")
	top := s.top(path.Dir(file), "Cargo.toml")
	if dir == "" || top == "" {
		return false
	}
	m := s.manifest(dir)
	if m == nil || !m.tested(strings.TrimPrefix(file, dir+"/")) {
		return false
	}
	rel := "."
	if dir != top {
		rel = dir
		if top != "." {
			rel = strings.TrimPrefix(dir, top+"/")
		}
	}
	w := s.manifest(top)
	return w != nil && w.has(rel, s.byPath(top))
}

func (s *side) manifest(dir string) cargoToml {
	if m, ok := s.cargo[dir]; ok {
		return m
	}
	var m cargoToml
	text, err := s.text(join(dir, "Cargo.toml"))
	if err != nil {
		s.err = err
	} else if text != nil {
		m, _ = readCargoManifest(text) // one that is none has no tests
	}
	s.cargo[dir] = m
	return m
}

// byPath are the packages of a workspace that others depend on by their path,
// from the workspace.
func (s *side) byPath(top string) []string {
	if list, ok := s.paths[top]; ok {
		return list
	}
	var list []string
	for file := range s.tree.all() {
		if path.Base(file) != "Cargo.toml" || top != "." && !strings.HasPrefix(file, top+"/") {
			continue
		}
		for _, at := range s.manifest(path.Dir(file)).paths() {
			at = path.Join(path.Dir(file), at)
			if top != "." {
				at = strings.TrimPrefix(at, top+"/")
			}
			list = append(list, at)
		}
	}
	s.paths[top] = list
	return list
}
