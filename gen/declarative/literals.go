package declarative

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// programTables is for out/programs: nothing in it runs. What its tables say follows
// from programs/*.toml, and that it does is for kei diff.
func (c *checker) programTables() {
	// Which programs there are is not known here: every file that is read may be
	// one of them, and what is not read (for another system) may not lie here.
	var read []string
	for _, f := range c.Files {
		if name := c.name(f); !strings.HasSuffix(name, "_test.go") {
			read = append(read, name)
		}
	}
	c.only("names.go", read...)
	for _, f := range c.Files {
		c.imports(f, map[string][]string{invocationPath: {""}})
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.IMPORT && g.Tok != token.VAR && g.Tok != token.CONST {
				c.Reportf(d.Pos(), "a declaration that is no fact; what a program is is a constant, and the table a variable")
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					c.literalOf(v)
				}
			}
		}
	}
}

func (c *checker) literalOf(v *ast.ValueSpec) {
	if len(v.Names) != 1 || len(v.Values) != 1 {
		c.Reportf(v.Pos(), "a declaration of another form than name = value")
		return
	}
	ast.Inspect(v.Values[0], func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CompositeLit, *ast.KeyValueExpr, *ast.BasicLit, *ast.Ident, *ast.SelectorExpr:
		case *ast.ArrayType:
			return false // a type, not a value
		case *ast.UnaryExpr:
			if n.Op != token.AND {
				c.Reportf(n.Pos(), "a value that is not written out; facts are literals")
			}
		case *ast.BinaryExpr: // texts one behind the other
			if n.Op != token.ADD || !c.constant(n) {
				c.Reportf(n.Pos(), "a value that is not written out; facts are literals")
			}
		case *ast.CallExpr: // how long a text is
			if !c.isSize(n) {
				c.Reportf(n.Pos(), "a value that is not written out; facts are literals")
				return false
			}
		default:
			c.Reportf(n.Pos(), "a value that is not written out; facts are literals")
			return false
		}
		return true
	})
}

// constant reports whether the compiler knows the value.
func (c *checker) constant(e ast.Expr) bool { return c.TypesInfo.Types[e].Value != nil }

// isSize reports whether a call is how long a text is, or that as another number.
func (c *checker) isSize(call *ast.CallExpr) bool {
	if len(call.Args) != 1 || !c.constant(call) {
		return false
	}
	if of, ok := call.Args[0].(*ast.CallExpr); ok && c.TypesInfo.Types[call.Fun].IsType() {
		return c.isSize(of)
	}
	return c.isText(call.Args[0])
}

// isText reports whether a value is the constant of a program's text.
func (c *checker) isText(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = c.TypesInfo.Uses[name].(*types.Const)
	return ok && c.constant(name)
}
