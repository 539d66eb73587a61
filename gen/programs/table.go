package programs

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"kei/runtime/invocation"
)

// zero reports whether nothing is set in a struct.
func zero(v any) bool { return reflect.ValueOf(v).IsZero() }

// names are the lines of all names of the set, and of all patterns of names.
func (s *Set) names() (names, families string, err error) {
	type name struct{ name, line string }
	var list, patterns []name
	for _, p := range s.Programs {
		for _, n := range p.every() {
			list = append(list, name{n, strings.TrimSuffix(n+"\t"+p.id(), "\t"+n)})
		}
		for _, n := range p.Alike {
			list = append(list, name{n.Text, n.Text + "\t" + p.id() + "\town"})
		}
		for _, n := range p.Families {
			patterns = append(patterns, name{n.Text, n.Text + "\t" + p.id()})
		}
	}
	lines := func(list []name) string {
		slices.SortStableFunc(list, func(a, b name) int { return strings.Compare(a.name, b.name) })
		var b strings.Builder
		for _, n := range list {
			if n.name == "" || strings.ContainsAny(n.name, "\t\n") {
				err = fmt.Errorf("%q is no name for a program", n.name)
			}
			b.WriteString(n.line + "\n")
		}
		return b.String()
	}
	return lines(list), lines(patterns), err
}

// byName are the programs as a table has them.
func (s *Set) byName() []*Program {
	list := slices.Clone(s.Programs)
	slices.SortFunc(list, func(a, b *Program) int { return strings.Compare(a.id(), b.id()) })
	return list
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
	var list []invocation.Facts
	for _, p := range s.byName() {
		text, err := facts(p)
		if err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	names, families, err := s.names()
	return invocation.NewTable(names, families, list), err
}
