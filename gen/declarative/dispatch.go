package declarative

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// dispatch checks out/dispatch.
func (c *checker) dispatch() {
	r := newReader(c)
	want := map[string][]string{gatePath: {""}}
	for _, p := range c.Pkg.Imports() {
		if folder, ok := strings.CutPrefix(p.Path(), outPath+"/"); ok && !strings.Contains(folder, "/") {
			want[p.Path()] = nil // under any name: what is said is found by its object
		}
	}
	for _, f := range c.Files {
		c.imports(f, want)
	}
	r.read()
	declared := r.facts[c.Pkg.Scope().Lookup("Dispatch")]
	if declared == nil {
		c.Reportf(c.Files[0].Name.Pos(), "there is no var Dispatch = gate.Dispatch{...}")
		return
	}
	declared.used++
	d := new(gate.Dispatch)
	r.structure(declared.value, reflect.ValueOf(d).Elem(), func(name string, value ast.Expr) bool {
		if name == "Agents" {
			d.Agents = r.assignments(value)
		}
		return name == "Agents"
	})
	r.unused()
	if r.sound {
		r.complete(declared.value, d)
	}
	if is := sha256.Sum256(d.JSON()); r.sound && d.Sum != hex.EncodeToString(is[:]) {
		r.report(declared.ident, "the dispatch's SHA-256 is %x and Sum says %q; run kei gen", is, d.Sum)
	}
}

// assignments reads []gate.Assignment{{Agent: "name", Policy: &role.Policy}, ...}.
func (r *reader) assignments(e ast.Expr) []gate.Assignment {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		r.report(e, "Agents is no literal")
		return nil
	}
	policies := map[string]*gate.Policy{}
	var all []gate.Assignment
	for _, item := range list.Elts {
		var a gate.Assignment
		r.structure(item, reflect.ValueOf(&a).Elem(), func(name string, value ast.Expr) bool {
			if name == "Policy" {
				a.Policy = r.policyOf(value, policies)
			}
			return name == "Policy"
		})
		if a.Policy == nil {
			r.report(item, "an agent without a policy")
			continue
		}
		// A gate takes an Own without an agent's name for none, and its sum leaves it out.
		if own := &a.Own; own.Agent != a.Agent && (own.Agent != "" || len(own.Tools)+len(own.Sections) > 0) {
			r.report(item, "the agent %q has the rules of %q as its own; run kei gen", a.Agent, own.Agent)
		}
		if n := len(all); n > 0 && all[n-1].Agent >= a.Agent {
			r.report(item, "the agent %q does not come after %q; a gate that searches by halves would not find it", a.Agent, all[n-1].Agent)
		}
		all = append(all, a)
	}
	return all
}

// policyOf takes &role.Policy. That it is the role's, and has the sum that it
// says, is found where the role's own folder is checked.
func (r *reader) policyOf(e ast.Expr, known map[string]*gate.Policy) *gate.Policy {
	for _, p := range r.Pkg.Imports() {
		role, ok := strings.CutPrefix(p.Path(), outPath+"/")
		if !ok || !r.isAddress(e, p.Path(), "Policy") {
			continue
		}
		if known[role] == nil {
			sum, err := sumIn(filepath.Join(filepath.Dir(r.dir), role, "tables.go"))
			if err != nil {
				r.report(e, "there is no policy of a role %q: %v", role, err)
			}
			known[role] = &gate.Policy{Role: role, Sum: sum}
		}
		return known[role]
	}
	r.report(e, "a policy that is not &role.Policy of a role in out/")
	return nil
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
