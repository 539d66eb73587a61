package resolve

import (
	"fmt"
	"slices"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// contradictions are tools that a role allows and one of its capabilities
// always denies: one of the two was not meant.
func (r *resolver) contradictions(role *Role) {
	for _, c := range role.Capabilities {
		for _, g := range c.Gates {
			if g.Rule.Kind().Judges != gate.JudgesTools || !always(g.Rule.Head()) {
				continue
			}
			for _, list := range g.Rule.Lists() {
				r.denied(role, c, g, list)
			}
		}
	}
}

// always reports whether a rule denies whatever it objects to.
func always(t *gate.Terms) bool { return t.Bypass == "" && t.Unless == "" && t.Severity == "" }

// denied holds what a capability always denies against what the role allows.
func (r *resolver) denied(role *Role, c *spec.Capability, g spec.Gate, list gate.List) {
	for i, tool := range list.Values {
		if slices.Contains(role.Tools, tool) {
			file, at := r.allowedAt(role, tool)
			r.errs.Add(file, at, "%s is allowed here and denied by %s, %s; take it from one of the two", tool, c.Name, place(c.File, g.Table.At(list.Key, i)))
		}
	}
}

// allowedAt is where a role allows a tool: in its own list, or where it names
// the parent that it has the list from.
func (r *resolver) allowedAt(role *Role, tool string) (string, tomlpos.Pos) {
	w := role.Written
	for _, s := range slices.Concat(w.Tools, w.Added.Tools) {
		if s.Text == tool {
			return w.File, s.Pos
		}
	}
	if !w.HasTools && w.Extends != nil {
		return w.File, w.Extends.Pos
	}
	return w.File, w.Pos
}

func place(file string, at tomlpos.Pos) string {
	return fmt.Sprintf("%s:%d:%d", file, at.Line, at.Col)
}
