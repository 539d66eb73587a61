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

	"kei/runtime/source"
)

// Tests are the tests of a Go file, none if it is one for another system. Those
// that skip themselves before they do anything are off.
func Tests(file string, text []byte) []source.Test {
	context := build.Default
	context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	if ok, err := context.MatchFile(path.Dir(file), path.Base(file)); !ok || err != nil {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil // it did not stop the build
	}
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	examples := map[string]bool{}
	for _, x := range doc.Examples(f) {
		if x.Output != "" || x.EmptyOutput {
			examples["Example"+x.Name] = true
		}
	}
	var list []source.Test
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil {
			continue
		}
		name := fn.Name.Name
		if strings.HasPrefix(name, "Example") && !examples[name] || !IsTest(name) && !(name == "TestMain" && takesT(fn)) {
			continue
		}
		list = append(list, source.Test{Name: name, Line: line(fn.Pos()), End: line(fn.End()), Off: skipsItself(fn), Rows: rows(f, fn)})
	}
	return list
}

// rows are how many elements the longest list has that a test goes through, as it
// is written there.
func rows(f *ast.File, fn *ast.FuncDecl) int {
	lists := map[string]*ast.CompositeLit{} // by the name of the variable
	note := func(names []ast.Expr, values []ast.Expr) {
		for i, v := range values {
			if c, ok := v.(*ast.CompositeLit); ok && i < len(names) {
				if name, ok := names[i].(*ast.Ident); ok {
					lists[name.Name] = c
				}
			}
		}
	}
	inspect := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			note(n.Lhs, n.Rhs)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				note([]ast.Expr{name}, n.Values[min(i, len(n.Values)):])
			}
		}
		return true
	}
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			ast.Inspect(g, inspect)
		}
	}
	ast.Inspect(fn, inspect)
	most := 0
	ast.Inspect(fn, func(n ast.Node) bool {
		r, ok := n.(*ast.RangeStmt)
		if !ok {
			return true
		}
		switch x := r.X.(type) {
		case *ast.CompositeLit:
			most = max(most, len(x.Elts))
		case *ast.Ident:
			if c := lists[x.Name]; c != nil {
				most = max(most, len(c.Elts))
			}
		}
		return true
	})
	return most
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
	if fn.Body == nil || len(fn.Body.List) == 0 || fn.Type.Params == nil {
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
