package declarative

import (
	"crypto/sha256"
	"encoding/hex"
	"go/ast"
	"reflect"
	"strings"

	"kei/runtime/gate"
)

// capabilities checks out/capability: a list of capabilities, each with rules of
// its own folder below out/rules and nothing else.
func (c *checker) capabilities() {
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
	declared := r.facts[c.Pkg.Scope().Lookup("Capabilities")]
	if declared == nil {
		c.Reportf(c.Files[0].Name.Pos(), "there is no var Capabilities = gate.Capabilities{...}")
		return
	}
	declared.used++
	all := new(gate.Capabilities)
	r.structure(declared.value, reflect.ValueOf(all).Elem(), func(name string, value ast.Expr) bool {
		if name == "List" {
			all.List = r.capabilityList(value)
		}
		return name == "List"
	})
	r.unused()
	if is := sha256.Sum256(all.JSON()); r.sound && all.Sum != hex.EncodeToString(is[:]) {
		r.report(declared.ident, "the SHA-256 of the capabilities is %x and Sum says %q; run kei gen", is, all.Sum)
	}
}

// capabilityList reads []gate.Capability{{Name: ..., Events: ..., Rules: ...}, ...}.
func (r *reader) capabilityList(e ast.Expr) []gate.Capability {
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		r.report(e, "List is no literal")
		return nil
	}
	var all []gate.Capability
	for _, item := range list.Elts {
		var one gate.Capability
		r.structure(item, reflect.ValueOf(&one).Elem(), func(name string, value ast.Expr) bool {
			if name == "Rules" {
				one.Rules = r.rules(value)
			}
			return name == "Rules"
		})
		if n := len(all); n > 0 && all[n-1].Name >= one.Name {
			r.report(item, "the capability %q does not come after %q", one.Name, all[n-1].Name)
		}
		for _, rule := range one.Rules {
			if rule.Head().Capability != one.Name {
				r.report(item, "a rule of %q in the capability %q", rule.Head().Capability, one.Name)
			}
		}
		all = append(all, one)
	}
	return all
}
