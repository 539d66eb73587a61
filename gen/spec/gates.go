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
	// What the rule does; the kind says which other keys there are.
	// Example: "deny-command"
	Kind *tomlpos.String `toml:"kind"`

	// The old spelling of kind, with or without "gates::" before it. It is read with
	// a warning that names the kind; an empty one means that there is no rule.
	Module *tomlpos.String `toml:"rust-module"`

	// The event that the rule can object at. Every rule is asked about every call;
	// the event is there for readers, and one that its kind never objects at is an
	// error.
	// Default: the usual one of the kind
	// Example: "PreToolUse:Bash"
	Event *tomlpos.String `toml:"event"`

	// Half a sentence: what this rule is there for, beside the capability's others.
	// Example: "a hook is run by the next git command"
	Why tomlpos.String `toml:"why"`
}

// restrictsTable is for a capability with one gate, whose kind knows the key.
type restrictsTable struct {
	// See the kind of the gate.
	// Example: ["^git( |$)"]
	Patterns []string `toml:"tool-patterns"`

	// See the kind of the gate.
	// Example: ["WebFetch"]
	Tools []string `toml:"tools-denied"`
}

// restrictKeys are the keys of [restricts], which is where the design documents
// put the lists of a capability with one gate.
var restrictKeys = []string{"tool-patterns", "tools-denied"}

// gates reads the [gate] tables of one capability.
func (l *loader) gates(name string, restricts *tomlpos.Table, tables []*tomlpos.Table) []Gate {
	taken := map[string]bool{}
	if restricts != nil {
		l.errs = append(l.errs, tomlpos.Decode(restricts, &restrictsTable{})...)
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
func (l *loader) gate(capability string, t, restricts *tomlpos.Table, alone bool, taken map[string]bool) (Gate, bool) {
	var head struct {
		Kind   tomlpos.Value `toml:"kind"`
		Module tomlpos.Value `toml:"rust-module"`
	}
	tomlpos.Decode(t, &head) // its complaints come with the whole schema, below
	name, ok := l.kind(t, "gate", head.Kind, head.Module, kindNames(), oldGates)
	if !ok {
		return Gate{}, false
	}
	kind := kindOf(name)
	rule := kind.New()
	known := keysOf(rule)
	merged := &tomlpos.Table{File: t.File, Pos: t.Pos, Entries: slices.Clone(t.Entries)}
	module, isOld := head.Module.Any.(string)
	if restricts != nil && alone {
		for _, e := range restricts.Entries {
			if _, own := t.Get(e.Key); !own && slices.Contains(known, e.Key) {
				merged.Entries = append(merged.Entries, e)
				taken[e.Key] = true
			}
		}
	}
	if isOld && head.Kind.Any == nil {
		merged = oldGates[unprefixed("gate", module)].completed(merged)
	}
	var schema gateTable
	before := len(l.errs)
	l.errs = append(l.errs, tomlpos.Decode(merged, &schema, rule)...)
	l.severity(merged, rule)
	l.needed(merged, rule)
	l.matchers(merged, rule)
	l.bypass(merged)
	l.unless(merged)
	rule.Head().Capability = capability
	return Gate{Kind: name, Event: l.event(t, kind, schema.Event), Why: l.why(t, schema.Why), Rule: rule, Table: merged}, len(l.errs) == before
}

// why is what a rule is there for, as the second half of its description.
func (l *loader) why(t *tomlpos.Table, said tomlpos.String) string {
	if strings.ContainsAny(said.Text, "\n\r") || strings.HasSuffix(said.Text, ".") {
		l.err(t.File, said.Pos, "why is half a sentence on one line, which the description begins; leave the full stop out")
	}
	return said.Text
}

// event is the event that a table names, which must be one that its kind can
// object at, or the usual one.
func (l *loader) event(t *tomlpos.Table, kind *gate.Kind, said *tomlpos.String) string {
	if said == nil {
		return kind.Events[0]
	}
	switch event := said.Text; {
	case !slices.Contains(gate.Events(), event):
		l.err(t.File, said.Pos, "event %s is none of %s", tomlpos.Printable(event), strings.Join(gate.Events(), ", "))
	case !slices.Contains(kind.Events, event):
		l.err(t.File, said.Pos, "a %s rule never objects at %s; write %s", kind.Name, event, kind.Events[0])
	}
	return said.Text
}

// kind is the kind a table names, or the one that took the place of its module.
func (l *loader) kind(t *tomlpos.Table, section string, kind, said tomlpos.Value, kinds []string, old map[string]module) (string, bool) {
	name, isString := kind.Any.(string)
	moduleName, moduleIsString := said.Any.(string)
	known := old[unprefixed(section, moduleName)].kind
	switch {
	case isString && slices.Contains(kinds, name):
		if moduleIsString {
			l.warn(t.File, said.Pos, "rust-module is an old spelling and says nothing beside kind = %q; leave it out", name)
		}
		return name, true
	case isString:
		l.err(t.File, kind.Pos, "kind %s is none of %s%s", tomlpos.Printable(name), strings.Join(kinds, ", "), tomlpos.DidYouMean(name, kinds))
	case kind.Any != nil:
		l.err(t.File, kind.Pos, "kind must be a string, one of %s", strings.Join(kinds, ", "))
	case moduleIsString && known != "":
		l.warn(t.File, said.Pos, "rust-module is an old spelling; write kind = %q", known)
		return known, true
	case moduleIsString:
		l.err(t.File, said.Pos, "rust-module %s is not known here; write kind = one of %s", tomlpos.Printable(moduleName), strings.Join(kinds, ", "))
	default:
		l.err(t.File, t.Pos, "[%s] has no kind; it can be %s", section, strings.Join(kinds, ", "))
	}
	return "", false
}

// severity checks and normalises: the empty severity is block, so that a rule
// that only blocks has no line about it.
func (l *loader) severity(t *tomlpos.Table, rule gate.Rule) {
	head := rule.Head()
	v, ok := t.Get("severity")
	if !ok {
		return
	}
	switch s := string(head.Severity); {
	case s == "enforce":
		l.warn(t.File, v.Pos, "severity enforce is an old word; write block")
		head.Severity = ""
	case head.Severity == gate.Block:
		head.Severity = ""
	case !slices.Contains(severities, s):
		if _, isString := v.Any.(string); isString {
			l.err(t.File, v.Pos, "severity %s is none of %s%s", tomlpos.Printable(s), strings.Join(severities, ", "), tomlpos.DidYouMean(s, severities))
		}
	}
}

// needed holds a rule to the list that it is about: a deny-command without
// patterns would deny nothing and look like a rule.
func (l *loader) needed(t *tomlpos.Table, rule gate.Rule) {
	kind := rule.Kind().Name
	var oneOf []string
	found := false
	for _, list := range rule.Lists() {
		key := list.Key
		if list.Optional {
			continue
		}
		if list.OneOf {
			oneOf = append(oneOf, key)
		}
		e, ok := t.Entry(key)
		found = found || ok && list.OneOf
		if values, isList := e.Value.Any.([]tomlpos.Value); ok && isList && len(values) == 0 {
			l.err(t.File, e.Pos, "%s is empty; a %s rule needs at least one", key, kind)
		} else if !ok && !list.OneOf {
			l.err(t.File, t.Pos, "a %s rule needs %s", kind, key)
		}
	}
	if len(oneOf) > 0 && !found {
		l.err(t.File, t.Pos, "a %s rule needs %s", kind, strings.Join(oneOf, " or "))
	}
}

// matchers checks every pattern, glob and name of a rule.
func (l *loader) matchers(t *tomlpos.Table, rule gate.Rule) {
	judges := rule.Kind().Judges
	v := reflect.ValueOf(rule).Elem()
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("toml")
		switch list := v.Field(i).Interface().(type) {
		case []gate.Pattern:
			for j, p := range list {
				l.commandPattern(t.File, t.At(key, j), string(p))
				if judges.Has(gate.JudgesRest) {
					l.anchored(t.File, t.At(key, j), string(p))
				}
			}
		case []gate.Entry:
			for j, e := range list {
				l.entry(t.File, t.At(key, j), string(e))
			}
		case []gate.Effect:
			for j, e := range list {
				l.effect(t.File, t.At(key, j), string(e))
			}
		case []gate.Variable:
			for j, v := range list {
				l.variable(t.File, t.At(key, j), string(v))
			}
		case []gate.Glob:
			for j, g := range list {
				if key == "files-denied" || key == "files-allowed" {
					l.ordered(t.File, tomlpos.String{Text: string(g), Pos: t.At(key, j)}, key == "files-denied", j == 0)
					continue
				}
				l.glob(t.File, t.At(key, j), string(g), true)
			}
		case []string:
			for j, s := range list {
				if strings.TrimSpace(s) != s || s == "" {
					l.err(t.File, t.At(key, j), "%q in %s names nothing", s, key)
				}
				if judges == gate.JudgesTools {
					l.toolName(t.File, t.At(key, j), s)
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

// kindOf is the kind of a name; nil if there is none.
func kindOf(name string) *gate.Kind {
	for _, k := range gate.Kinds() {
		if k.Name == name {
			return k
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
	if client.IsTool(name) {
		return
	}
	if strings.HasPrefix(name, "@") {
		l.err(file, pos, "there is no group of tools %s; %s is that of the tools that touch nothing but the conversation", tomlpos.Printable(name), client.Talking)
		return
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
