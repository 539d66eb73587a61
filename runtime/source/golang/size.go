package golang

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"

	"kei/runtime/source"
)

// measure measures the functions and methods of a Go file, and the function
// literals that are not inside of one.
func measure(text []byte, starts source.LineTable) (list []source.Function, count int, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	words := tokens(text)
	add := func(name string, from, to token.Pos) {
		// Offsets are not as //line comments would have it.
		a, z := fset.PositionFor(from, false).Offset, fset.PositionFor(to, false).Offset
		i, _ := slices.BinarySearch(words, a)
		j, _ := slices.BinarySearch(words, z)
		line := starts.At(a)
		list = append(list, source.Function{Name: name, Line: line, Size: source.Size{Lines: starts.At(max(z-1, a)) - line + 1, Tokens: j - i}})
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			name := fn.Name.Name
			if fn.Recv != nil && len(fn.Recv.List) > 0 {
				name = receiver(fn.Recv.List[0].Type) + "." + name
			}
			add(name, fn.Type.Pos(), fn.End())
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok {
				add("literal", lit.Pos(), lit.End())
				return false
			}
			return true
		})
	}
	return list, len(words), nil
}

// tokens are where the tokens of a file begin, without the semicolons that
// nobody wrote.
func tokens(text []byte) []int {
	var s scanner.Scanner
	fset := token.NewFileSet()
	file := fset.AddFile("", fset.Base(), len(text))
	s.Init(file, text, nil, 0)
	var list []int
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return list
		}
		if tok != token.SEMICOLON || lit == ";" {
			list = append(list, file.Offset(pos))
		}
	}
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
