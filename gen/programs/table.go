package programs

import (
	"reflect"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/invocation"
)

// zero reports whether nothing is set in a struct.
func zero(v any) bool { return reflect.ValueOf(v).IsZero() }

// Table is the set as gates have it.
func (s *Set) Table() *invocation.Table {
	t := &invocation.Table{}
	for _, p := range s.Programs {
		prefix := ""
		if p.Shell != "" {
			prefix = p.Shell + ":"
		}
		for _, n := range append([]tomlpos.String{{Text: p.Program.Name}}, p.Names...) {
			name := n.Text
			if p.Shell != "" {
				name = prefix + strings.ToLower(name) // where its names are written in any case
			}
			t.Names = append(t.Names, invocation.Name{Name: name, Program: &p.Program})
		}
		for _, n := range p.Families {
			t.Families = append(t.Families, invocation.Name{Name: n.Text, Program: &p.Program})
		}
	}
	byName := func(a, b invocation.Name) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(t.Names, byName)
	slices.SortStableFunc(t.Families, byName)
	return t
}
