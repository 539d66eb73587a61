package resolve

import (
	"slices"

	"kei/gen/spec"
	"kei/runtime/gate"
)

// A Gated is a capability as a gate holds it that is asked by its name.
type Gated struct {
	gate.Capability
	Comments []string // one line for each of its rules
}

// GatedOf are the capabilities that have a gate, in the order of names.
func GatedOf(tree spec.Tree) []Gated {
	r := &resolver{tree: tree, tables: map[*spec.Capability][]compiled{}}
	var list []Gated
	for _, c := range tree.Capabilities {
		g := Gated{Capability: gate.Capability{Name: c.Name}}
		for i, compiled := range r.compile(c) {
			if event := c.Gates[i].Event; !slices.Contains(g.Events, event) {
				g.Events = append(g.Events, event)
			}
			g.Rules = append(g.Rules, compiled.rule)
			g.Comments = append(g.Comments, comment(c, c.Gates[i]))
		}
		if len(g.Rules) > 0 {
			list = append(list, g)
		}
	}
	return list
}
