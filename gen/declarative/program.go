package declarative

import (
	"go/ast"
	"go/token"
	"go/types"
)

// held is what the program of a folder of out/ is compiled for.
func held(folder string) string {
	switch folder {
	case "dispatch":
		return "Dispatch"
	case "capability":
		return "Capabilities"
	}
	return "Policy"
}

// program is out/<role>/gate: main calls gate.Main.
func (c *checker) program(role string) {
	what := held(role)
	facts := outPath + "/" + role
	for _, f := range c.Files {
		c.imports(f, map[string][]string{
			facts: c.alias(facts), gatePath: {""}, shellPath: {""}, regexpsPath: {""}, programsPath: {""}, facts + "/gate/early": {"_"},
		})
	}
	if c.Pkg.Name() != "main" {
		c.Reportf(c.Files[0].Name.Pos(), "package %s; a gate is a package main", c.Pkg.Name())
	}
	want := "gate.Main(&" + what + ", &programs.Table, shell.Late)"
	call := c.oneCall("main", "func main() { "+want+" }")
	if call == nil {
		return
	}
	if !c.imported(facts + "/gate/early") {
		c.Reportf(c.Files[0].Name.Pos(), "%s is not imported, so every call waits for the shell parser to start", facts+"/gate/early")
	}
	if !c.is(call.Fun, gatePath, "Main") || len(call.Args) != 3 || !c.isAddress(call.Args[0], facts, what) ||
		!c.isAddress(call.Args[1], programsPath, "Table") || !c.is(call.Args[2], shellPath, "Late") && !c.is(call.Args[2], regexpsPath, "Late") {
		c.Reportf(call.Pos(), "main calls something else than %s of %s", want, facts)
	}
}

// early is out/<role>/gate/early: init calls gate.Early.
func (c *checker) early(role string) {
	what := held(role)
	facts := outPath + "/" + role
	for _, f := range c.Files {
		c.imports(f, map[string][]string{facts: c.alias(facts), gatePath: {""}, programsPath: {""}})
	}
	want := "gate.Early(&" + what + ", &programs.Table)"
	call := c.oneCall("init", "func init() { "+want+" }")
	if call != nil && (!c.is(call.Fun, gatePath, "Early") || len(call.Args) != 2 || !c.isAddress(call.Args[0], facts, what) ||
		!c.isAddress(call.Args[1], programsPath, "Table")) {
		c.Reportf(call.Pos(), "init calls something else than %s of %s", want, facts)
	}
}

// alias is how a package of facts may be imported: under its own name.
func (c *checker) alias(path string) []string {
	names := []string{""}
	for _, p := range c.Pkg.Imports() {
		if p.Path() == path {
			names = append(names, p.Name())
		}
	}
	return names
}

func (c *checker) imported(path string) bool {
	for _, p := range c.Pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return false
}

// oneCall returns the call that is the only statement of the only declaration,
// or reports what there is beside it.
func (c *checker) oneCall(name, want string) (call *ast.CallExpr) {
	found := false
	for _, f := range c.Files {
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
				continue
			}
			fn, ok := d.(*ast.FuncDecl)
			if !ok || found || fn.Name.Name != name || fn.Recv != nil || fn.Body == nil {
				c.Reportf(d.Pos(), "the package declares more than %s", want)
				continue
			}
			found = true
			if len(fn.Body.List) == 1 {
				if e, ok := fn.Body.List[0].(*ast.ExprStmt); ok {
					call, _ = e.X.(*ast.CallExpr)
				}
			}
			if call == nil || call.Ellipsis.IsValid() {
				c.Reportf(fn.Pos(), "%s does something else than %s", name, want)
				call = nil
			}
		}
	}
	if !found {
		c.Reportf(c.Files[0].Name.Pos(), "there is no %s", want)
	}
	return call
}

// is reports whether e is pkg.name, whatever the import is called.
func (c *checker) is(e ast.Expr, path, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	if _, ok := c.TypesInfo.Uses[x].(*types.PkgName); !ok {
		return false
	}
	obj := c.TypesInfo.Uses[sel.Sel]
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == path && obj.Name() == name
}

// isAddress reports whether e is &name of the package of that path.
func (c *checker) isAddress(e ast.Expr, path, name string) bool {
	u, ok := e.(*ast.UnaryExpr)
	return ok && u.Op == token.AND && c.is(u.X, path, name)
}
