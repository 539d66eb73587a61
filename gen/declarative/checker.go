package declarative

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A checker is one pass over one package.
type checker struct {
	*analysis.Pass
	path string // of the package
	dir  string // where it stands
}

// only holds the folder to a list of names, in which a folder ends in a slash
// and * is any folder. A file that the go command ignores today, for its name
// or a build tag, may be built tomorrow or elsewhere.
func (c *checker) only(anchor string, names ...string) {
	at := c.Files[0].Name.Pos()
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		c.Reportf(at, "the folder of the package cannot be looked at: %v", err)
		return
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() {
			name += "/"
		}
		if !slices.Contains(names, name) && !(e.IsDir() && slices.Contains(names, "*")) {
			c.Reportf(at, "%s is not emitted for a gate; remove it", name)
		}
	}
	for _, f := range c.Files {
		if name := c.name(f); !slices.Contains(names, name) {
			c.Reportf(f.Name.Pos(), "%s is not emitted for a gate; remove it", name)
		}
		c.directives(f)
	}
	if !slices.ContainsFunc(c.Files, func(f *ast.File) bool { return c.name(f) == anchor }) {
		c.Reportf(at, "there is no %s", anchor)
	}
}

func (c *checker) name(f *ast.File) string {
	return filepath.Base(c.Fset.File(f.FileStart).Name())
}

// directives refuses comments that compilers and tools act on.
func (c *checker) directives(f *ast.File) {
	for _, group := range f.Comments {
		for _, comment := range group.List {
			text := comment.Text
			if text == "//go:generate go tool kei gen -C .." && c.path == outPath {
				continue
			}
			if strings.HasPrefix(text, "//go:") || strings.HasPrefix(text, "//line ") || strings.HasPrefix(text, "/*line ") ||
				strings.HasPrefix(text, "//export ") || strings.HasPrefix(text, "// +build") || strings.HasPrefix(text, "//extern ") {
				c.Reportf(comment.Pos(), "%s is a directive, and facts have none", firstWord(text))
			}
		}
	}
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// imports holds the files to a list of imports, each path at most once per file
// and under the name that goes with it ("" is none).
func (c *checker) imports(f *ast.File, want map[string][]string) {
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // the type checker has said so
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if names, ok := want[path]; !ok {
			c.Reportf(spec.Pos(), "import of %s; an emitted %s imports %s and nothing else", path, c.name(f), join(want))
		} else if names != nil && !slices.Contains(names, name) || name == "_" && !slices.Contains(names, name) || name == "." {
			c.Reportf(spec.Pos(), "%s is imported as %q", path, name)
		}
	}
}

func join(want map[string][]string) string {
	var paths []string
	for path := range want {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return strings.Join(paths, ", ")
}

// nothing is for the package out itself: no declarations.
func (c *checker) nothing() {
	for _, f := range c.Files {
		c.imports(f, nil)
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
				c.Reportf(d.Pos(), "package out declares nothing")
			}
		}
	}
}
