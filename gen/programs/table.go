package programs

import (
	"reflect"
	"slices"
	"strings"

	"kei/runtime/invocation"
)

// zero reports whether nothing is set in a struct.
func zero(v any) bool { return reflect.ValueOf(v).IsZero() }

// A name is one of those under which a program goes.
type name struct {
	name    string
	program *Program
	own     bool // it is another program, which is read by the same table
}

// names are all names of the set, sorted, and all patterns of names.
func (s *Set) names() (names, families []name) {
	for _, p := range s.Programs {
		for _, n := range p.every() {
			names = append(names, name{name: n, program: p})
		}
		for _, n := range p.Alike {
			names = append(names, name{name: n.Text, program: p, own: true})
		}
		for _, n := range p.Families {
			families = append(families, name{name: n.Text, program: p})
		}
	}
	byName := func(a, b name) int { return strings.Compare(a.name, b.name) }
	slices.SortFunc(names, byName)
	slices.SortStableFunc(families, byName)
	return names, families
}

// every is all names that mean the program, as a table has them: those of a
// shell's world, where they are written in any case, in small letters.
func (p *Program) every() []string {
	list := []string{p.Program.Name}
	for _, n := range p.Names {
		list = append(list, n.Text)
	}
	if p.Shell != "" {
		for i := range list {
			list[i] = p.Shell + ":" + strings.ToLower(list[i])
		}
	}
	return list
}

// Table is the set as gates have it.
func (s *Set) Table() (*invocation.Table, error) {
	all := map[*Program]*invocation.Facts{}
	for _, p := range s.Programs {
		text, err := facts(&p.Program)
		if err != nil {
			return nil, err
		}
		all[p] = &invocation.Facts{Text: text}
	}
	names, families := s.names()
	t := &invocation.Table{}
	for _, n := range names {
		t.Names = append(t.Names, invocation.Name{Name: n.name, Facts: all[n.program], Own: n.own})
	}
	for _, n := range families {
		t.Families = append(t.Families, invocation.Name{Name: n.name, Facts: all[n.program]})
	}
	return t, nil
}
