package verify

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// goFunctions measures the functions and methods of a Go file, and the function
// literals that are not inside of one.
func goFunctions(text []byte) ([]function, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []function
	add := func(name string, n ast.Node) {
		// Not as //line comments would have it.
		from, to := fset.PositionFor(n.Pos(), false).Line, fset.PositionFor(n.End(), false).Line
		list = append(list, function{name, from, to - from + 1})
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			name := fn.Name.Name
			if fn.Recv != nil && len(fn.Recv.List) > 0 {
				name = receiver(fn.Recv.List[0].Type) + "." + name
			}
			from, to := fset.PositionFor(fn.Type.Pos(), false).Line, fset.PositionFor(fn.End(), false).Line
			list = append(list, function{name, from, to - from + 1})
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				add("literal", lit)
				return false
			}
			return true
		})
	}
	return list, nil
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.ParenExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}
