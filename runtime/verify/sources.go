package verify

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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
		tests, _ := goTests(file, text)
		names = append(names, tests...)
	}
	return names, nil
}

// goTests are the tests of a Go file, none if it is one for another system. Those
// that skip themselves before they do anything are off.
func goTests(file string, text []byte) (names []string, off map[string]bool) {
	context := build.Default
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	if ok, err := context.MatchFile(path.Dir(file), path.Base(file)); !ok || err != nil {
		return nil, nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil, nil // it did not stop the build
	}
	off = map[string]bool{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && (isTest(fn.Name.Name) || fn.Name.Name == "TestMain" && takesT(fn)) && !strings.HasPrefix(fn.Name.Name, "Example") {
			names = append(names, fn.Name.Name)
			off[fn.Name.Name] = skipsItself(fn)
		}
	}
	for _, x := range doc.Examples(f) {
		if x.Output != "" || x.EmptyOutput {
			names = append(names, "Example"+x.Name)
		}
	}
	return names, off
}

// takesT reports whether a function is a test by what it is given: TestMain can be
// one, or what starts the others.
func takesT(fn *ast.FuncDecl) bool {
	if list := fn.Type.Params.List; len(list) == 1 && len(list[0].Names) < 2 {
		if p, ok := list[0].Type.(*ast.StarExpr); ok {
			switch t := p.X.(type) {
			case *ast.Ident:
				return t.Name == "T"
			case *ast.SelectorExpr:
				return t.Sel.Name == "T"
			}
		}
	}
	return false
}

// skipsItself reports whether the first thing that a test does is to skip itself.
func skipsItself(fn *ast.FuncDecl) bool {
	if fn.Body == nil || len(fn.Body.List) == 0 {
		return false
	}
	first, ok := fn.Body.List[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := first.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, method.Sel.Name) {
		return false
	}
	on, ok := method.X.(*ast.Ident)
	params := fn.Type.Params.List
	return ok && len(params) == 1 && len(params[0].Names) == 1 && on.Name == params[0].Names[0].Name
}

// isTest reports whether a function of this name is run as a test.
func isTest(name string) bool {
	for _, prefix := range []string{"Test", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return name != "TestMain" && (rest == "" || !unicode.IsLower(r))
		}
	}
	return false
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
			if src, err := readRustTests(text); err == nil {
				for word := range src.words {
					words[word] = true
				}
			}
		}
	}
	s.rust[dir] = words
	return words, nil
}
