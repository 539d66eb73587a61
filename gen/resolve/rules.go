package resolve

import (
	"errors"
	"reflect"
	"strings"

	"kei/gen/automaton"
	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/match"
	"kei/runtime/verify"
)

// rules makes the rules of a role's policy: those of its capabilities in
// resolved order, and its own command patterns last.
func (r *resolver) rules(role *Role) {
	if !role.Spawnable {
		return
	}
	for _, c := range role.Capabilities {
		for i, compiled := range r.compile(c) {
			role.Rules = append(role.Rules, Rule{compiled.rule, c, i, comment(c, c.Gates[i])})
			role.Warnings = append(role.Warnings, compiled.warnings...)
		}
	}
	r.files(role)
	r.atoms(role)
	if len(role.Patterns)+len(role.Commands)+len(role.Effects) == 0 {
		return
	}
	w := role.Written
	own := &gate.AllowCommand{Terms: gate.Terms{Capability: "role " + role.Name, Severity: role.Severity}}
	at := w.Pos
	for i, p := range role.Patterns {
		own.Patterns = append(own.Patterns, gate.Pattern(p))
		if i == 0 && w.HasPatterns {
			at = w.Patterns[0].Pos
		}
	}
	for _, e := range role.Commands {
		own.Commands = append(own.Commands, gate.Entry(e))
	}
	for _, e := range role.Effects {
		own.Effects = append(own.Effects, gate.Effect(e))
	}
	for _, v := range role.Variables {
		own.Variables = append(own.Variables, gate.Variable(v))
	}
	c := withTable(own, w.File, at)
	role.Rules = append(role.Rules, Rule{Rule: c.rule, Comment: "The commands of the role itself."})
	role.Warnings = append(role.Warnings, c.warnings...)
}

// files makes the rules of the role's own [files], and the check of the same.
func (r *resolver) files(role *Role) {
	f := role.Files
	terms := gate.Terms{Capability: "role " + role.Name, Severity: f.Severity}
	if len(f.Allowed) > 0 || role.Written.HasAllowed {
		role.Rules = append(role.Rules, Rule{Rule: &gate.OnlyFiles{Terms: terms, Files: f.Allowed}, Comment: "The files that the role may write, whatever its task."})
	}
	if len(f.Denied) > 0 {
		role.Rules = append(role.Rules, Rule{Rule: &gate.DenyFiles{Terms: terms, Files: f.Denied}, Comment: "The files that the role may not write, whatever its task."})
	}
	if len(f.Allowed)+len(f.Denied) > 0 && f.Severity == "" { // a person may have said yes
		role.scope = &verify.DiffInRole{Capability: terms.Capability, Place: verify.Both, Allowed: f.Allowed, Denied: f.Denied}
	}
}

// comment is what is said of a rule where it is printed.
func comment(c *spec.Capability, g spec.Gate) string {
	if g.Why == "" {
		return c.Description
	}
	return strings.TrimSuffix(c.Description, ".") + ": " + g.Why + "."
}

// compiled is a rule with its table.
type compiled struct {
	rule     gate.Rule
	warnings tomlpos.Errors
}

// compile makes a capability's rules once for all roles.
func (r *resolver) compile(c *spec.Capability) []compiled {
	if done, ok := r.tables[c]; ok {
		return done
	}
	var all []compiled
	for _, g := range c.Gates {
		made := withTable(g.Rule, c.File, g.Table.At("tool-patterns", -1))
		if of, ok := made.rule.(*gate.OnlyAtoms); ok {
			r.grant(of, g.Table)
		}
		all = append(all, made)
	}
	r.grants(c, all)
	r.tables[c] = all
	return all
}

// withTable is a copy of rule with the automaton of its patterns, if it is a
// rule that has patterns and they have one of a reasonable size.
func withTable(rule gate.Rule, file string, at tomlpos.Pos) compiled {
	v := reflect.New(reflect.TypeOf(rule).Elem())
	v.Elem().Set(reflect.ValueOf(rule).Elem())
	out := compiled{rule: v.Interface().(gate.Rule)}
	c, ok := out.rule.(gate.Compiler)
	if !ok {
		return out
	}
	list, place := c.Compiled()
	if len(list) == 0 {
		return out
	}
	dfa, err := automaton.Compile(plain(list))
	var large automaton.TooLarge
	switch {
	case errors.As(err, &large):
		out.warnings.Add(file, at, "%v; the rule falls back to regexp, which makes its gate slower", err)
	case err != nil:
		out.warnings.Add(file, at, "no table for these patterns: %v; the rule falls back to regexp, which makes its gate slower", err)
	default:
		*place = table(dfa, list)
	}
	return out
}

// table is a gate's form of an automaton, field by field: the two packages do
// not import each other.
func table(dfa *automaton.DFA, list []gate.Pattern) *match.Table {
	t := &match.Table{}
	from, to := reflect.ValueOf(dfa).Elem(), reflect.ValueOf(t).Elem()
	for i := range from.NumField() {
		to.FieldByName(from.Type().Field(i).Name).Set(from.Field(i))
	}
	t.Options = gate.OptionPatterns(list)
	return t
}

func plain(list []gate.Pattern) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = string(p)
	}
	return out
}
