package spec

import (
	"reflect"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/client"
	"kei/runtime/gate"
)

// gateTable is what every [gate] has, whatever its kind; the other keys are the
// toml tags of the kind's rule.
type gateTable struct {
	Kind   *tomlpos.String `toml:"kind"`
	Module *tomlpos.String `toml:"rust-module"`
	Event  *tomlpos.String `toml:"event"`
}

// restrictKeys are the keys of [restricts], which is where the design documents
// put the lists of a capability with one gate.
var restrictKeys = []string{"tool-patterns", "tools-denied"}

// gates reads the [gate] tables of one capability.
func (l *loader) gates(name string, restricts *tomlpos.Table, tables []*tomlpos.Table) []Gate {
	taken := map[string]bool{}
	if restricts != nil {
		l.errs = append(l.errs, tomlpos.Decode(restricts, &struct {
			Patterns []string `toml:"tool-patterns"`
			Tools    []string `toml:"tools-denied"`
		}{})...)
	}
	var gates []Gate
	for _, t := range tables {
		if g, ok := l.gate(name, t, restricts, len(tables) == 1, taken); ok {
			gates = append(gates, g)
		}
	}
	if restricts != nil && len(gates) == len(tables) {
		for _, e := range restricts.Entries {
			if list, ok := e.Value.Any.([]tomlpos.Value); ok && len(list) > 0 && !taken[e.Key] && slices.Contains(restrictKeys, e.Key) {
				l.err(restricts.File, e.Pos, "no gate looks at this %s; write it into the [gate] it is for", e.Key)
			}
		}
	}
	return gates
}

// gate reads one table. Keys of [restricts] that the rule knows and the table
// lacks count as the table's.
func (l *loader) gate(name string, t, restricts *tomlpos.Table, alone bool, taken map[string]bool) (Gate, bool) {
	var head struct {
		Kind   tomlpos.Value `toml:"kind"`
		Module tomlpos.Value `toml:"rust-module"`
	}
	tomlpos.Decode(t, &head) // its complaints come with the whole schema, below
	kind, ok := l.kind(t, "gate", head.Kind, head.Module, kindNames(), oldGates)
	if !ok {
		return Gate{}, false
	}
	rule := newRule(kind)
	known := tags(rule)
	merged := &tomlpos.Table{File: t.File, Pos: t.Pos, Entries: slices.Clone(t.Entries)}
	if restricts != nil && alone {
		for _, e := range restricts.Entries {
			if _, own := t.Get(e.Key); !own && slices.Contains(known, e.Key) {
				merged.Entries = append(merged.Entries, e)
				taken[e.Key] = true
			}
		}
	}
	var schema gateTable
	before := len(l.errs)
	l.errs = append(l.errs, tomlpos.Decode(merged, &schema, rule)...)
	l.severity(merged, rule)
	l.needed(merged, kind, rule)
	l.matchers(merged, rule)
	l.bypass(merged)
	l.unless(merged)
	if v, ok := merged.Get("tools-denied"); ok {
		list, _ := v.Any.([]tomlpos.Value)
		for _, e := range list {
			if name, isString := e.Any.(string); isString {
				l.toolName(t.File, e.Pos, name)
			}
		}
	}
	setString(rule, "Capability", name)
	event := eventsOf[kind][0]
	if schema.Event != nil {
		event = schema.Event.Text
		switch {
		case !slices.Contains(events, event):
			l.err(t.File, schema.Event.Pos, "event %s is none of %s", tomlpos.Printable(event), strings.Join(events, ", "))
		case !slices.Contains(eventsOf[kind], event):
			l.err(t.File, schema.Event.Pos, "a %s rule never objects at %s; write %s", kind, event, eventsOf[kind][0])
		}
	}
	return Gate{Kind: kind, Event: event, Rule: rule, Table: merged}, len(l.errs) == before
}

// kind is the kind a table names, or the one that took the place of its module.
func (l *loader) kind(t *tomlpos.Table, section string, kind, module tomlpos.Value, kinds []string, old map[string]string) (string, bool) {
	name, isString := kind.Any.(string)
	moduleName, moduleIsString := module.Any.(string)
	switch {
	case isString && slices.Contains(kinds, name):
		if moduleIsString {
			l.warn(t.File, module.Pos, "rust-module is an old spelling and says nothing beside kind; leave it out")
		}
		return name, true
	case isString:
		l.err(t.File, kind.Pos, "kind %s is none of %s%s", tomlpos.Printable(name), strings.Join(kinds, ", "), tomlpos.DidYouMean(name, kinds))
	case kind.Any != nil:
		l.err(t.File, kind.Pos, "kind must be a string, one of %s", strings.Join(kinds, ", "))
	case moduleIsString && old[moduleName] != "":
		l.warn(t.File, module.Pos, "rust-module is an old spelling; write kind = %q", old[moduleName])
		return old[moduleName], true
	case moduleIsString:
		l.err(t.File, module.Pos, "rust-module %s is not known here; write kind = one of %s", tomlpos.Printable(moduleName), strings.Join(kinds, ", "))
	default:
		l.err(t.File, t.Pos, "[%s] has no kind; it can be %s", section, strings.Join(kinds, ", "))
	}
	return "", false
}

// severity checks and normalises: the empty severity is block, so that a rule
// that only blocks has no line about it.
func (l *loader) severity(t *tomlpos.Table, rule gate.Rule) {
	f := reflect.ValueOf(rule).Elem().FieldByName("Severity")
	v, ok := t.Get("severity")
	if !ok || !f.IsValid() {
		return
	}
	switch s := f.String(); {
	case s == "enforce":
		l.warn(t.File, v.Pos, "severity enforce is an old word; write block")
		f.SetString("")
	case s == string(gate.Block):
		f.SetString("")
	case !slices.Contains(severities, s):
		if _, isString := v.Any.(string); isString {
			l.err(t.File, v.Pos, "severity %s is none of %s%s", tomlpos.Printable(s), strings.Join(severities, ", "), tomlpos.DidYouMean(s, severities))
		}
	}
}

// needed holds a rule to the list that it is about: a deny-command without
// patterns would deny nothing and look like a rule.
func (l *loader) needed(t *tomlpos.Table, kind string, rule gate.Rule) {
	v := reflect.TypeOf(rule).Elem()
	for _, name := range []string{"Patterns", "Files", "Tools"} {
		f, ok := v.FieldByName(name)
		if !ok {
			continue
		}
		key := f.Tag.Get("toml")
		if e, ok := t.Entry(key); !ok {
			l.err(t.File, t.Pos, "a %s rule needs %s", kind, key)
		} else if list, isList := e.Value.Any.([]tomlpos.Value); isList && len(list) == 0 {
			l.err(t.File, e.Pos, "%s is empty; a %s rule needs at least one", key, kind)
		}
	}
}

// matchers checks every pattern and glob of a rule.
func (l *loader) matchers(t *tomlpos.Table, rule gate.Rule) {
	v := reflect.ValueOf(rule).Elem()
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("toml")
		switch list := v.Field(i).Interface().(type) {
		case []gate.Pattern:
			for j, p := range list {
				l.pattern(t.File, t.At(key, j), string(p))
				if _, allows := rule.(*gate.AllowCommand); allows {
					l.anchored(t.File, t.At(key, j), string(p))
				}
			}
		case []gate.Glob:
			for j, g := range list {
				l.glob(t.File, t.At(key, j), string(g), true)
			}
		case []string:
			for j, s := range list {
				if strings.TrimSpace(s) != s || s == "" {
					l.err(t.File, t.At(key, j), "%q in %s names nothing", s, key)
				}
			}
		}
	}
}

// bypass checks that the variable can be set by a shell.
func (l *loader) bypass(t *tomlpos.Table) {
	v, ok := t.Get("bypass-env")
	if s, isString := v.Any.(string); ok && isString && !variable.MatchString(s) {
		l.err(t.File, v.Pos, "bypass-env %s is no name of a variable; use capital letters, digits and _", tomlpos.Printable(s))
	}
}

func kindNames() []string {
	var names []string
	for _, k := range gate.Kinds() {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return names
}

func newRule(kind string) gate.Rule {
	for _, k := range gate.Kinds() {
		if k.Name == kind {
			return k.New()
		}
	}
	return nil
}

// toolName finds a tool that is misspelt: names are compared exactly, so a
// denied tool that does not exist denies nothing.
func (l *loader) toolName(file string, pos tomlpos.Pos, name string) {
	known := client.ToolNames()
	if slices.Contains(known, name) || strings.HasPrefix(name, "mcp__") || name == "" {
		return
	}
	for _, k := range known {
		if strings.EqualFold(k, name) {
			l.err(file, pos, "the tool is called %s, not %s", k, tomlpos.Printable(name))
			return
		}
	}
	l.warn(file, pos, "no client is known to have a tool %s%s", tomlpos.Printable(name), tomlpos.DidYouMean(name, known))
}

// unless checks what a task is said to be able to lift.
func (l *loader) unless(t *tomlpos.Table) {
	v, ok := t.Get("unless-task")
	if !ok {
		return
	}
	if s, isString := v.Any.(string); isString && s != gate.AllowDepBump {
		l.err(t.File, v.Pos, "a task cannot say %s; the one permission it can give is %s", tomlpos.Printable(s), gate.AllowDepBump)
	}
}

// tags are the keys of a rule.
func tags(rule gate.Rule) []string {
	t := reflect.TypeOf(rule).Elem()
	var keys []string
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("toml"); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

func setString(rule gate.Rule, field, value string) {
	if f := reflect.ValueOf(rule).Elem().FieldByName(field); f.IsValid() && f.Kind() == reflect.String {
		f.SetString(value)
	}
}
