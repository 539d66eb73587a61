package declarative

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"kei/runtime/gate"
	"kei/runtime/match"
)

// A fact is one declared name of an emitted package.
type fact struct {
	ident *ast.Ident
	value ast.Expr
	used  int // how often it is named where it may be
}

// A reader reads the declarations of one package of facts into the values they
// stand for.
type reader struct {
	*checker
	facts map[types.Object]*fact
	order []types.Object
	sound bool // nothing has been reported: what was read is all there is

	elsewhere map[string]*reader // packages of rules that the policy has some of, by path
	named     map[string]bool    // those rules, by path and name
}

func newReader(c *checker) *reader {
	return &reader{checker: c, facts: map[types.Object]*fact{}, sound: true, elsewhere: map[string]*reader{}, named: map[string]bool{}}
}

func (r *reader) report(at ast.Node, format string, args ...any) {
	r.sound = false
	r.Reportf(at.Pos(), format, args...)
}

// read takes the declarations of the package's files.
func (r *reader) read() {
	for _, f := range r.Files {
		for _, d := range f.Decls {
			r.declaration(d)
		}
	}
}

// unused reports what no rule or policy has a place for, and what has two.
func (r *reader) unused() {
	for _, obj := range r.order {
		switch f := r.facts[obj]; {
		case f.used == 0:
			r.report(f.ident, "%s is not part of the policy; a rule stands in Policy.Rules, a table in its rule", obj.Name())
		case f.used > 1:
			r.report(f.ident, "%s is used %d times; every fact has one place", obj.Name(), f.used)
		}
	}
}

// facts checks out/<role>.
func (c *checker) facts(role string) {
	r := newReader(c)
	want := map[string][]string{gatePath: {""}}
	for _, p := range c.Pkg.Imports() {
		if strings.HasPrefix(p.Path(), rulesPath) {
			want[p.Path()] = []string{p.Name()}
		}
	}
	for _, f := range c.Files {
		c.imports(f, want)
	}
	r.read()
	declared := r.facts[c.Pkg.Scope().Lookup("Policy")]
	if declared == nil {
		c.Reportf(c.Files[0].Name.Pos(), "there is no var Policy = gate.Policy{...}")
		return
	}
	declared.used++
	policy := r.policy(declared.value)
	if r.sound && policy.Role != role {
		r.report(declared.value, "the policy is of the role %q and stands in out/%s", policy.Role, role)
	}
	r.unused()
	if r.sound {
		r.sum(r.Files[0].Name, policy)
	}
}

// declaration takes the constants and variables of one declaration.
func (r *reader) declaration(d ast.Decl) {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.IMPORT && g.Tok != token.VAR && g.Tok != token.CONST {
		r.report(d, "a declaration that is no fact; an emitted package has variables and constants, no functions and no types")
		return
	}
	for _, spec := range g.Specs {
		s, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		if len(s.Names) != 1 || len(s.Values) != 1 || s.Type != nil || s.Names[0].Name == "_" {
			r.report(s, "a declaration of another form than name = value")
			continue
		}
		obj := r.TypesInfo.Defs[s.Names[0]]
		r.facts[obj] = &fact{ident: s.Names[0], value: s.Values[0]}
		r.order = append(r.order, obj)
	}
}

// refer takes an identifier of the package's own and returns what it stands
// for; nil if it is anything else.
func (r *reader) refer(e ast.Expr) *fact {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	f := r.facts[r.TypesInfo.Uses[id]]
	if f != nil {
		f.used++
	}
	return f
}

// address takes &name.
func (r *reader) address(e ast.Expr) *fact {
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return r.refer(u.X)
	}
	return nil
}

// policy reads the policy itself.
func (r *reader) policy(e ast.Expr) *gate.Policy {
	p := new(gate.Policy)
	r.structure(e, reflect.ValueOf(p).Elem(), func(name string, value ast.Expr) bool {
		switch name {
		case "Rules":
			p.Rules = r.rules(value)
		case "Sum":
			r.constant(value, reflect.ValueOf(&p.Sum).Elem())
		default:
			return false
		}
		return true
	})
	return p
}

// rules reads []gate.Rule{&name, &pkg.Name, ...}.
func (r *reader) rules(e ast.Expr) []gate.Rule {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		r.report(e, "Rules is no literal")
		return nil
	}
	var rules []gate.Rule
	for _, item := range list.Elts {
		var rule gate.Rule
		if path, name, ok := r.elsewhereAt(item); ok {
			rule = r.shared(item, path, name)
		} else if f := r.address(item); f != nil {
			rule = r.rule(f)
		} else {
			r.report(item, "a rule that is not &name of a variable of this package, or of one below "+rulesPath)
		}
		if rule != nil {
			rules = append(rules, rule)
		}
	}
	return rules
}

// rule reads the variable of one rule.
func (r *reader) rule(f *fact) gate.Rule {
	lit, ok := f.value.(*ast.CompositeLit)
	if !ok {
		r.report(f.value, "%s is no literal", f.ident.Name)
		return nil
	}
	rule := newRule(r.TypesInfo.TypeOf(lit))
	if rule == nil {
		r.report(lit, "%s is no kind of rule", r.TypesInfo.TypeOf(lit))
		return nil
	}
	v := reflect.ValueOf(rule).Elem()
	r.structure(lit, v, func(name string, value ast.Expr) bool {
		field := v.FieldByName(name)
		if field.Type() != reflect.TypeFor[*match.Table]() {
			return false
		}
		if t := r.address(value); t != nil {
			field.Set(reflect.ValueOf(r.table(t)))
		} else {
			r.report(value, "a table that is not &name of a variable of this package")
		}
		return true
	})
	if r.sound {
		r.recompute(f, rule)
	}
	return rule
}

// newRule is an empty rule of the kind that a type is.
func newRule(t types.Type) gate.Rule {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != gatePath {
		return nil
	}
	for _, k := range gate.Kinds() {
		if rule := k.New(); reflect.TypeOf(rule).Elem().Name() == named.Obj().Name() {
			return rule
		}
	}
	return nil
}

// sum compares the policy's SHA-256 with the one that the gate will say.
func (r *reader) sum(at ast.Node, p *gate.Policy) {
	said := p.Sum
	is := sha256.Sum256(p.JSON())
	if want := hex.EncodeToString(is[:]); said != want {
		r.report(at, "the policy's SHA-256 is %s and policySum says %q; run kei gen", want, said)
	}
}

// constant reads a name of a constant, whose value is made of string literals
// only, into a string.
func (r *reader) constant(e ast.Expr, to reflect.Value) {
	f := r.refer(e)
	if f == nil {
		r.report(e, "a value that is not the name of a constant of this package")
		return
	}
	if _, ok := r.TypesInfo.Defs[f.ident].(*types.Const); !ok || !r.sumOfStrings(f.value) {
		r.report(f.value, "%s is made of more than string literals", f.ident.Name)
		return
	}
	to.SetString(constant.StringVal(r.TypesInfo.Types[f.value].Value))
}

// sumOfStrings reports whether e is string literals joined by +.
func (r *reader) sumOfStrings(e ast.Expr) bool {
	for {
		switch x := e.(type) {
		case *ast.BasicLit:
			return x.Kind == token.STRING
		case *ast.ParenExpr:
			e = x.X
		case *ast.BinaryExpr:
			if x.Op != token.ADD || !r.sumOfStrings(x.Y) {
				return false
			}
			e = x.X
		default:
			return false
		}
	}
}
