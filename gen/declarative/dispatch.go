package declarative

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"kei/runtime/gate"
)

// dispatch checks out/dispatch.
func (c *checker) dispatch() {
	r := &reader{checker: c, facts: map[types.Object]*fact{}, shared: map[*fact]gate.Rule{}, sound: true}
	for _, f := range c.Files {
		c.imports(f, map[string][]string{gatePath: {""}})
		for _, d := range f.Decls {
			r.declaration(d)
		}
	}
	declared := r.facts[c.Pkg.Scope().Lookup("Dispatch")]
	if declared == nil {
		c.Reportf(c.Files[0].Name.Pos(), "there is no var Dispatch = gate.Dispatch{...}")
		return
	}
	declared.used++
	d := new(gate.Dispatch)
	r.structure(declared.value, reflect.ValueOf(d).Elem(), func(name string, value ast.Expr) bool {
		switch name {
		case "Sum":
			r.constant(value, reflect.ValueOf(&d.Sum).Elem())
		case "Agents":
			d.Agents = r.assignments(value)
		default:
			return false
		}
		return true
	})
	for _, obj := range r.order {
		if f := r.facts[obj]; f.used == 0 {
			r.report(f.ident, "%s is not part of any policy", obj.Name())
		}
	}
	if r.sound {
		r.complete(declared.value, d)
	}
	if is := sha256.Sum256(d.JSON()); r.sound && d.Sum != hex.EncodeToString(is[:]) {
		r.report(declared.ident, "the dispatch's SHA-256 is %x and dispatchSum says %q; run kei gen", is, d.Sum)
	}
}

// assignments reads []gate.Assignment{{Agent: "name", Policy: &policy}, ...}.
func (r *reader) assignments(e ast.Expr) []gate.Assignment {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		r.report(e, "Agents is no literal")
		return nil
	}
	policies := map[*fact]*gate.Policy{}
	var all []gate.Assignment
	for _, item := range list.Elts {
		var a gate.Assignment
		r.structure(item, reflect.ValueOf(&a).Elem(), func(name string, value ast.Expr) bool {
			if name != "Policy" {
				return false
			}
			if f := r.address(value); f == nil {
				r.report(value, "a policy that is not &name of a variable of this package")
			} else if a.Policy = policies[f]; a.Policy == nil {
				a.Policy = r.policyOf(f)
				policies[f] = a.Policy
			}
			return true
		})
		if a.Policy == nil {
			r.report(item, "an agent without a policy")
			continue
		}
		if n := len(all); n > 0 && all[n-1].Agent >= a.Agent {
			r.report(item, "the agent %q does not come after %q; a gate that searches by halves would not find it", a.Agent, all[n-1].Agent)
		}
		all = append(all, a)
	}
	return all
}

// policyOf reads the variable of a policy, and compares it by its sum with the
// one in the role's own folder, where a reviewer has read it.
func (r *reader) policyOf(f *fact) *gate.Policy {
	p := r.policy(f.value)
	if !r.sound {
		return p
	}
	r.sum(f.ident, p)
	file := filepath.Join(filepath.Dir(r.dir), p.Role, "tables.go")
	if sum, err := sumIn(file); err != nil {
		r.report(f.ident, "there is no policy of a role %q to compare with: %v", p.Role, err)
	} else if sum != p.Sum {
		r.report(f.ident, "%s is not the policy of out/%s; run kei gen", f.ident.Name, p.Role)
	}
	return p
}

// complete holds that every role is there under its own name, and no other has
// that name.
func (r *reader) complete(at ast.Expr, d *gate.Dispatch) {
	own := map[string]bool{}
	for _, a := range d.Agents {
		if a.Agent == a.Policy.Role {
			own[a.Agent] = true
		}
	}
	entries, err := os.ReadDir(filepath.Dir(r.dir))
	if err != nil {
		r.report(at, "the roles cannot be looked at: %v", err)
	}
	for _, e := range entries {
		if _, err := os.Stat(filepath.Join(filepath.Dir(r.dir), e.Name(), "policy.go")); err == nil && !own[e.Name()] {
			r.report(at, "the role %s is not an agent of its own name; run kei gen", e.Name())
		}
	}
	for _, a := range d.Agents {
		if a.Agent != a.Policy.Role && own[a.Agent] || !own[a.Policy.Role] {
			r.report(at, "the agent %s has the policy of %s", a.Agent, a.Policy.Role)
		}
	}
	if d.Main != "" && !own[d.Main] {
		r.report(at, "the main session has the role %q, which is none", d.Main)
	}
}

// sumIn finds policySum in a role's tables.go.
func sumIn(file string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", err
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range g.Specs {
			s, ok := spec.(*ast.ValueSpec)
			if !ok || len(s.Values) != 1 || !slices.ContainsFunc(s.Names, func(n *ast.Ident) bool { return n.Name == "policySum" }) {
				continue
			}
			if lit, ok := s.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				return constant.StringVal(constant.MakeFromLiteral(lit.Value, lit.Kind, 0)), nil
			}
		}
	}
	return "", os.ErrNotExist
}
