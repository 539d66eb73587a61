package verify

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// golang runs the tests of a Go module.
func (s *TestsGreen) golang(r *Run, dir string, _ []string) (tally, error) {
	if dir == "." {
		dir = ""
	}
	records, runner, err := r.newRecorder("copy")
	if err != nil {
		return tally{}, err
	}
	c := command{dir: dir, minutes: s.Minutes, argv: []string{"go", "test", "-count=1", "-exec=" + strings.Join(runner, " "), "./..."}}
	res, err := r.command(c)
	if err != nil {
		return tally{}, err
	}
	if res.code != 0 {
		text := &result{stdout: tail{b: res.stdout.b}}
		text.stdout.b.WriteString(res.stderr.String())
		return tally{}, violation(text.last(20), "go test ./... failed with status %d", res.code)
	}
	programs, err := recorded(records)
	if err != nil {
		return tally{}, err
	}
	var sum tally
	for _, p := range programs {
		t, err := s.goProgram(r, p)
		if err != nil {
			return sum, err
		}
		sum.add(t)
	}
	return sum, nil
}

// goProgram runs the tests of one package.
func (s *TestsGreen) goProgram(r *Run, p program) (tally, error) {
	names, err := s.goList(r, p)
	if err != nil {
		return tally{}, err
	}
	return s.each(r, p, names,
		func(name string) []string {
			// Panicking when a test ends the process is what go test asks for too.
			return []string{"-test.run=^" + name + "$", "-test.v", "-test.count=1", "-test.paniconexit0", "-test.timeout=0"}
		},
		func(name string, res *result) outcome {
			said := "\n" + res.stdout.String()
			switch {
			case res.code != 0:
				return fails
			case strings.Contains(said, "\n--- SKIP: "+name+" "):
				return skips
			case strings.Contains(said, "\n--- PASS: "+name+" "):
				return passes
			}
			return fails // a TestMain that did not run it
		})
}

// goList are the tests that a program lists and its source declares: a TestMain
// can print what it likes.
func (s *TestsGreen) goList(r *Run, p program) ([]string, error) {
	argv := []string{p.argv[0], "-test.list=."}
	res, err := r.start(command{argv: argv, minutes: s.Minutes, quiet: true, tests: true}, process{path: argv[0], args: argv[1:], dir: p.dir, env: p.env, most: 16 << 20})
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(12), "the tests of %s cannot be listed", shown(filepath.Base(p.dir)))
	}
	declared, err := r.goTests(p.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range strings.Split(res.stdout.String(), "\n") {
		if contains(declared, name) && !contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// goTests are the names of the test functions that the work has in a folder.
func (r *Run) goTests(dir string) ([]string, error) {
	rel, err := filepath.Rel(r.Dir, dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for file, e := range r.new.all() {
		if path.Dir(file) != filepath.ToSlash(rel) || !strings.HasSuffix(file, "_test.go") || !e.Regular() {
			continue
		}
		text, err := r.blob(e)
		if err != nil {
			return nil, err
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		if err != nil {
			continue // another system's, perhaps; it did not stop the build
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && isTest(fn.Name.Name) {
				names = append(names, fn.Name.Name)
			}
		}
	}
	return names, nil
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
