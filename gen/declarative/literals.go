package declarative

import (
	"go/ast"
	"go/token"
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
			if !ok || g.Tok != token.IMPORT && g.Tok != token.VAR {
				c.Reportf(d.Pos(), "a declaration that is no fact; tables are variables")
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
		default:
			c.Reportf(n.Pos(), "a value that is not written out; facts are literals")
			return false
		}
		return true
	})
}
