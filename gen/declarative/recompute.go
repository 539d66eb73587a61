package declarative

import (
	"reflect"

	"kei/gen/automaton"
	"kei/runtime/gate"
)

// recompute compares a rule's table with the automaton of its patterns.
func (r *reader) recompute(f *fact, rule reflect.Value) {
	field := rule.FieldByName("Table")
	if !field.IsValid() {
		return
	}
	said, _ := field.Interface().(*gate.Table)
	var patterns []string
	for i := range rule.NumField() {
		if list, ok := rule.Field(i).Interface().([]gate.Pattern); ok {
			for _, p := range list {
				patterns = append(patterns, string(p))
			}
		}
	}
	dfa, err := automaton.Compile(patterns)
	switch {
	case err != nil && said != nil:
		r.report(f.ident, "%s has a table, and its patterns have none: %v; run kei gen", f.ident.Name, err)
	case err == nil && said == nil:
		r.report(f.ident, "%s has no table, and its patterns have one; run kei gen", f.ident.Name)
	case err == nil && *said != gate.Table(*dfa):
		r.report(f.ident, "the table of %s is not that of its patterns; run kei gen", f.ident.Name)
	}
}
