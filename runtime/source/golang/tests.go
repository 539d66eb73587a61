package golang

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

// Tests are the tests of a Go file, none if it is one for another system. Those
// that skip themselves before they do anything are off.
func Tests(file string, text []byte) (names []string, off map[string]bool) {
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
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && (IsTest(fn.Name.Name) || fn.Name.Name == "TestMain" && takesT(fn)) && !strings.HasPrefix(fn.Name.Name, "Example") {
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

// IsTest reports whether a function of this name is run as a test.
func IsTest(name string) bool {
	for _, prefix := range []string{"Test", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return name != "TestMain" && (rest == "" || !unicode.IsLower(r))
		}
	}
	return false
}
