package declarative

import (
	"go/ast"
	"go/token"
	"go/types"
)

const verifyPath = "kei/runtime/verify"

// plans checks out/verify: literals of package verify's structs, each step one
// variable that some plan names, and the plans.
func (c *checker) plans() {
	used := map[types.Object]bool{c.Pkg.Scope().Lookup("Plans"): true}
	var declared []*ast.Ident
	for _, f := range c.Files {
		c.imports(f, map[string][]string{verifyPath: {""}, gatePath: {""}})
		for _, d := range f.Decls {
			declared = append(declared, c.literals(d, used)...)
		}
	}
	if c.Pkg.Scope().Lookup("Plans") == nil {
		c.Reportf(c.Files[0].Name.Pos(), "there is no var Plans = []verify.Plan{...}")
	}
	for _, id := range declared {
		if !used[c.TypesInfo.Defs[id]] {
			c.Reportf(id.Pos(), "%s is part of no plan", id.Name)
		}
	}
}

// literals takes the variables of one declaration, and notes what they name.
func (c *checker) literals(d ast.Decl, used map[types.Object]bool) (declared []*ast.Ident) {
	g, ok := d.(*ast.GenDecl)
	if ok && g.Tok == token.IMPORT {
		return nil
	}
	if !ok || g.Tok != token.VAR {
		c.Reportf(d.Pos(), "a declaration that is no fact; the verify program's plans are variables")
		return nil
	}
	for _, spec := range g.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok || len(s.Names) != 1 || len(s.Values) != 1 || s.Type != nil || s.Names[0].Name == "_" {
			c.Reportf(spec.Pos(), "a declaration of another form than name = value")
			continue
		}
		declared = append(declared, s.Names[0])
		c.onlyLiteral(s.Values[0], used)
	}
	return declared
}

// onlyLiteral holds a value to being written out.
func (c *checker) onlyLiteral(e ast.Expr, used map[types.Object]bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		return
	case *ast.Ident:
		if obj := c.TypesInfo.Uses[x]; obj == types.Universe.Lookup("true") {
			return
		}
	case *ast.UnaryExpr:
		id, ok := x.X.(*ast.Ident)
		if obj := c.TypesInfo.Uses[id]; ok && x.Op == token.AND && obj != nil && obj.Parent() == c.Pkg.Scope() {
			used[obj] = true
			return
		}
	case *ast.CompositeLit:
		if t := c.TypesInfo.TypeOf(x); !fromPolicy(t) {
			c.Reportf(x.Pos(), "%s is no type of a plan", t)
		}
		for _, item := range x.Elts {
			if kv, ok := item.(*ast.KeyValueExpr); ok {
				item = kv.Value
			}
			c.onlyLiteral(item, used)
		}
		return
	}
	c.Reportf(e.Pos(), "a value that is not written out; facts are literals")
}

// fromPolicy reports whether a type is one that package verify or gate has a name
// for, or a list of such or of strings.
func fromPolicy(t types.Type) bool {
	switch t := t.(type) {
	case *types.Alias:
		return t.Obj().Pkg() != nil && t.Obj().Pkg().Path() == gatePath || fromPolicy(types.Unalias(t))
	case *types.Slice:
		return fromPolicy(t.Elem())
	case *types.Basic:
		return t.Kind() == types.String
	case *types.Named:
		pkg := t.Obj().Pkg()
		return pkg != nil && (pkg.Path() == verifyPath || pkg.Path() == gatePath)
	}
	return false
}

// verifyProgram is out/verify/cmd: main calls verify.Main.
func (c *checker) verifyProgram() {
	const plans = outPath + "/verify"
	for _, f := range c.Files {
		c.imports(f, map[string][]string{verifyPath: {""}, plans: {"plans"}})
	}
	call := c.oneCall("main", "func main() { verify.Main(plans.Plans) }")
	if call != nil && (!c.is(call.Fun, verifyPath, "Main") || len(call.Args) != 1 || !c.is(call.Args[0], plans, "Plans")) {
		c.Reportf(call.Pos(), "main calls something else than verify.Main(plans.Plans)")
	}
}
