package verify

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
)

// goSource measures the functions and methods of a Go file, and the function
// literals that are not inside of one.
func goSource(text []byte, starts lineTable) (list []function, tokens int, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, 0, err
	}
	words := goTokens(text)
	add := func(name string, from, to token.Pos) {
		// Offsets are not as //line comments would have it.
		a, z := fset.PositionFor(from, false).Offset, fset.PositionFor(to, false).Offset
		i, _ := slices.BinarySearch(words, a)
		j, _ := slices.BinarySearch(words, z)
		line := starts.at(a)
		list = append(list, function{name: name, line: line, size: size{starts.at(max(z-1, a)) - line + 1, j - i}})
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

// goTokens are where the tokens of a file begin, without the semicolons that
// nobody wrote.
func goTokens(text []byte) []int {
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
