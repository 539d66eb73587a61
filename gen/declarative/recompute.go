package declarative

import (
	"reflect"

	"kei/gen/automaton"
	"kei/runtime/gate"
	"kei/runtime/match"
)

// recompute compares a rule's table with the automaton of its patterns.
func (r *reader) recompute(f *fact, rule gate.Rule) {
	c, ok := rule.(gate.Compiler)
	if !ok {
		return
	}
	patterns, said := c.Compiled()
	if len(patterns) == 0 {
		if *said != nil {
			r.report(f.ident, "%s has a table, and no patterns; run kei gen", f.ident.Name)
		}
		return
	}
	is, err := tableOf(patterns)
	switch {
	case err != nil && *said != nil:
		r.report(f.ident, "%s has a table, and its patterns have none: %v; run kei gen", f.ident.Name, err)
	case err == nil && *said == nil:
		r.report(f.ident, "%s has no table, and its patterns have one; run kei gen", f.ident.Name)
	case err == nil && **said != *is:
		r.report(f.ident, "the table of %s is not that of its patterns; run kei gen", f.ident.Name)
	}
}

// tableOf computes the table of a rule's patterns.
func tableOf(patterns []gate.Pattern) (*match.Table, error) {
	texts := make([]string, len(patterns))
	for i, p := range patterns {
		texts[i] = string(p)
	}
	dfa, err := automaton.Compile(texts)
	if err != nil {
		return nil, err
	}
	t := new(match.Table)
	from, to := reflect.ValueOf(dfa).Elem(), reflect.ValueOf(t).Elem()
	for i := range from.NumField() {
		to.FieldByName(from.Type().Field(i).Name).Set(from.Field(i))
	}
	// What else a gate wants to know of the patterns; the automaton may have a
	// place for it and leaves it empty.
	t.Options = gate.OptionPatterns(patterns)
	return t, nil
}
