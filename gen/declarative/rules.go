package declarative

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"kei/runtime/gate"
)

// rulesPath begins the import path of every package of rules.
const rulesPath = outPath + "/rules/"

// rules checks out/rules/<category>/<slug>: every variable is a rule of the
// capability, or the table of one.
func (c *checker) rules(category, slug string) {
	r := newReader(c)
	for _, f := range c.Files {
		c.imports(f, map[string][]string{gatePath: {""}})
	}
	r.read()
	for _, obj := range r.order {
		f := r.facts[obj]
		if !obj.Exported() {
			continue
		}
		f.used++
		if rule := r.rule(f); rule != nil && r.sound && rule.Head().Capability != category+"::"+slug {
			r.report(f.ident, "%s is a rule of %q and stands in out/rules/%s/%s", obj.Name(), rule.Head().Capability, category, slug)
		}
	}
	r.unused()
}

// elsewhereAt takes &pkg.Name of a package of rules.
func (r *reader) elsewhereAt(e ast.Expr) (path, name string, ok bool) {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.AND {
		return "", "", false
	}
	sel, ok := u.X.(*ast.SelectorExpr)
	if !ok {
		return "", "", false
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", "", false
	}
	pkg, ok := r.TypesInfo.Uses[x].(*types.PkgName)
	if !ok || !strings.HasPrefix(pkg.Imported().Path(), rulesPath) {
		return "", "", false
	}
	return pkg.Imported().Path(), sel.Sel.Name, true
}

// shared is a rule of another package, read from its source: that it is facts
// and nothing else is found where that package is checked.
func (r *reader) shared(at ast.Node, path, name string) gate.Rule {
	if r.named[path+"."+name] {
		r.report(at, "%s of %s stands in the policy twice", name, path)
	}
	r.named[path+"."+name] = true
	from, ok := r.elsewhere[path]
	if !ok {
		from = r.source(path)
		r.elsewhere[path] = from
	}
	if from == nil {
		r.report(at, "the rules of %s cannot be read", path)
		return nil
	}
	f := from.facts[from.Pkg.Scope().Lookup(name)]
	if f == nil {
		r.report(at, "%s has no rule %s", path, name)
		return nil
	}
	rule := from.rule(f)
	if rule == nil || !from.sound {
		r.report(at, "the rule %s of %s is not made of facts", name, path)
		return nil
	}
	return rule
}

// source reads a package of rules that is imported; nil if that fails.
func (r *reader) source(path string) *reader {
	dir := filepath.Join(filepath.Dir(r.dir), filepath.FromSlash(strings.TrimPrefix(path, outPath+"/")))
	var parsed []*ast.File
	for _, name := range []string{"rules.go", "tables.go"} {
		f, err := parser.ParseFile(r.Fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if os.IsNotExist(err) && name == "tables.go" {
			continue
		}
		if err != nil {
			return nil
		}
		parsed = append(parsed, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: known{r.Pkg}}).Check(path, r.Fset, parsed, info)
	if err != nil {
		return nil
	}
	pass := *r.Pass
	pass.Files, pass.Pkg, pass.TypesInfo = parsed, pkg, info
	pass.Report = func(analysis.Diagnostic) {} // it is said where that package is checked
	from := newReader(&checker{Pass: &pass, path: path, dir: dir})
	from.read()
	return from
}

// known imports what a package imports.
type known struct{ pkg *types.Package }

func (k known) Import(path string) (*types.Package, error) {
	for _, p := range k.pkg.Imports() {
		if p.Path() == path {
			return p, nil
		}
	}
	return nil, os.ErrNotExist
}
