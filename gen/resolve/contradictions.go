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
			deny, ok := g.Rule.(*gate.DenyTool)
			if !ok || deny.Bypass != "" || deny.Severity != "" {
				continue
			}
			for i, tool := range deny.Tools {
				if slices.Contains(role.Tools, tool) {
					file, at := r.allowedAt(role, tool)
					denied := g.Table.At("tools-denied", i)
					r.errs.Add(file, at, "%s is allowed here and denied by %s, %s; take it from one of the two", tool, c.Name, place(c.File, denied))
				}
			}
		}
	}
}

// allowedAt is where a role allows a tool: in its own list, or where it names
// the parent that it has the list from.
func (r *resolver) allowedAt(role *Role, tool string) (string, tomlpos.Pos) {
	w := role.Written
	if !w.HasTools && w.Extends != nil {
		return w.File, w.Extends.Pos
	}
	return w.File, find(w, tool)
}

func find(w *spec.Role, tool string) tomlpos.Pos {
	for _, s := range w.Tools {
		if s.Text == tool {
			return s.Pos
		}
	}
	return w.Pos
}

func place(file string, at tomlpos.Pos) string {
	return fmt.Sprintf("%s:%d:%d", file, at.Line, at.Col)
}
