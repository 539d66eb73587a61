package spec

import (
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// newStep is a step of a kind, for its table to be decoded into; nil if there is
// no such kind.
func newStep(kind string) verify.Step {
	for _, k := range verify.Kinds() {
		if k.Name == kind {
			return k.New()
		}
	}
	return nil
}

func stepKinds() []string {
	var names []string
	for _, k := range verify.Kinds() {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return names
}

// stepTable is what every [verify] has, whatever its kind; the other keys are the
// toml tags of the kind's step.
type stepTable struct {
	// What the step checks; the kind says which other keys there are.
	// Example: "size-limit"
	Kind *tomlpos.String `toml:"kind"`

	// The old spelling of kind, with or without "verifies::" before it. It is read
	// with a warning that names the kind; an empty one means that there is no step.
	Module *tomlpos.String `toml:"rust-module"`

	// Where the step is made: on the agent's worktree, on main with the work merged
	// into it, or on one after the other.
	// One of: runModes
	// Default: "both" in quality, else "worktree"
	RunMode *tomlpos.String `toml:"run-mode"`

	// When the step is made. What one call may do is a gate's business.
	// One of: whens
	// Default: "on-return"
	When *tomlpos.String `toml:"when"`
}

// steps reads the [verify] tables of one capability. What its gates deny to write
// is what its steps look at, unless they name files of their own.
func (l *loader) steps(name string, tables []*tomlpos.Table, gates []Gate) []Step {
	var steps []Step
	for _, t := range tables {
		var head struct {
			Kind   tomlpos.Value `toml:"kind"`
			Module tomlpos.Value `toml:"rust-module"`
		}
		tomlpos.Decode(t, &head)
		kind, ok := l.kind(t, "verify", head.Kind, head.Module, stepKinds(), oldSteps)
		if !ok {
			continue
		}
		if module, isOld := head.Module.Any.(string); isOld && head.Kind.Any == nil {
			t = oldSteps[unprefixed("verify", module)].completed(t)
		}
		steps = append(steps, l.step(name, kind, t, denied(gates)))
	}
	return steps
}

// denied are the files that gates deny to write.
func denied(gates []Gate) (list []gate.Glob) {
	for _, g := range gates {
		if r, ok := g.Rule.(*gate.DenyFiles); ok {
			list = append(list, r.Files...)
		}
	}
	return list
}

// step reads one table into the step that it describes.
func (l *loader) step(name, kind string, t *tomlpos.Table, files []gate.Glob) Step {
	var s stepTable
	check := newStep(kind)
	rest := t
	if green, ok := check.(*verify.CommandGreen); ok {
		rest = l.command(t, green)
	}
	l.errs = append(l.errs, tomlpos.Decode(rest, &s, check)...)
	step := Step{Kind: kind, Check: check}
	step.RunMode = l.oneOf(t, "run-mode", s.RunMode, runModes, usualPlace(name))
	if s.When != nil && s.When.Text == "per-tool-call" {
		l.err(t.File, s.When.Pos, "when per-tool-call is not made: a check takes the whole of what an agent left behind; write on-return, and a [gate] for what each call may do")
	} else {
		step.When = l.oneOf(t, "when", s.When, whens, "on-return")
	}
	verify.SetAbout(check, name, verify.Place(step.RunMode))
	for _, e := range t.Entries {
		switch e.Key {
		case "files":
			l.globs(t, e)
		case "output-denied":
			l.patterns(t, e)
		}
	}
	if !fill(check, files) {
		l.neededBy(kind, t)
	}
	l.bypass(t)
	return step
}

// usualPlace is where a check is made that does not say: what is true of the
// quality of work alone may not be true of it merged.
func usualPlace(capability string) string {
	if strings.HasPrefix(capability, "quality::") {
		return "both"
	}
	return "worktree"
}

// fill gives a step that names no files those that the gate denies. It reports
// whether it did.
func fill(check verify.Step, files []gate.Glob) bool {
	var own *[]gate.Glob
	switch s := check.(type) {
	case *verify.DependenciesUnchanged:
		own = &s.Files
	case *verify.FilesUnchanged:
		own = &s.Files
	default:
		return false
	}
	if len(*own) > 0 || len(files) == 0 {
		return false
	}
	*own = files
	return true
}

// command takes the command out of a table: it is a list in which a word may
// stand twice.
func (l *loader) command(t *tomlpos.Table, green *verify.CommandGreen) *tomlpos.Table {
	rest := &tomlpos.Table{File: t.File, Pos: t.Pos}
	own := &tomlpos.Table{File: t.File, Pos: t.Pos}
	for _, e := range t.Entries {
		if e.Key == "command" {
			own.Entries = append(own.Entries, e)
		} else {
			rest.Entries = append(rest.Entries, e)
		}
	}
	var words struct {
		Command tomlpos.Words `toml:"command"`
	}
	l.errs = append(l.errs, tomlpos.Decode(own, &words)...)
	green.Command = words.Command
	return rest
}

// neededBy holds a step to the list that it is about: without it, it would find
// nothing and look like a check.
func (l *loader) neededBy(kind string, t *tomlpos.Table) {
	key := map[string]string{
		"command-green": "command", "size-limit": "files", "files-unchanged": "files",
		"graded-findings": "grades", "verdict": "verdicts",
	}[kind]
	if list, isList := valueOf(t, key).([]tomlpos.Value); key != "" && len(list) == 0 && (isList || valueOf(t, key) == nil) {
		example := `["..."]`
		if key == "command" {
			example = `["PROGRAM", "ARGUMENT", ...]`
		}
		l.err(t.File, t.Pos, "a %s step needs %s = %s", kind, key, example)
	}
}

func valueOf(t *tomlpos.Table, key string) any {
	v, _ := t.Get(key)
	return v.Any
}

// oneOf holds the value of a key to a closed list.
func (l *loader) oneOf(t *tomlpos.Table, key string, s *tomlpos.String, list []string, otherwise string) string {
	switch {
	case s == nil:
		return otherwise
	case !slices.Contains(list, s.Text):
		l.err(t.File, s.Pos, "%s %s is none of %s%s", key, tomlpos.Printable(s.Text), strings.Join(list, ", "), tomlpos.DidYouMean(s.Text, list))
	}
	return s.Text
}

func (l *loader) globs(t *tomlpos.Table, e tomlpos.Entry) {
	eachString(e.Value, func(s string, at tomlpos.Pos) { l.glob(t.File, at, s, false) })
}

func (l *loader) patterns(t *tomlpos.Table, e tomlpos.Entry) {
	eachString(e.Value, func(s string, at tomlpos.Pos) { l.pattern(t.File, at, s) })
}

// eachString visits the strings of a list.
func eachString(v tomlpos.Value, visit func(string, tomlpos.Pos)) {
	list, _ := v.Any.([]tomlpos.Value)
	for _, e := range list {
		if s, ok := e.Any.(string); ok {
			visit(s, e.Pos)
		}
	}
}
