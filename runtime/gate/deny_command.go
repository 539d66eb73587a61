package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// DenyCommand denies the shell commands that match one of its patterns, in
// whatever form they are written and whatever runs them.
type DenyCommand struct {
	Terms
	Patterns []Pattern `toml:"tool-patterns"`
	Table    *Table    `toml:"-"` // Patterns, compiled; nil: they are matched one by one
}

var denyCommand = Kind{
	Name: "deny-command", New: func() Rule { return new(DenyCommand) },
	Events: commandEvents, Judges: JudgesCommands,
}

// Kind implements [Rule].
func (r *DenyCommand) Kind() *Kind { return &denyCommand }

// Lists implements [Rule].
func (r *DenyCommand) Lists() []List {
	return []List{{Key: "tool-patterns", Values: texts(r.Patterns)}}
}

// Compiled implements [Compiler].
func (r *DenyCommand) Compiled() ([]Pattern, **Table) { return r.Patterns, &r.Table }

// Check implements [Rule].
func (r *DenyCommand) Check(c *Case) error {
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	for i := range list {
		cmd := &list[i]
		if p, ok := r.match(c, cmd); ok {
			reason := cmd.text() + " matches " + string(p)
			if cmd.mayBeAlias() && str.Contains(string(p), "git ") {
				reason = cmd.text() + " is none of git's own subcommands, so it may be an alias for what " + string(p) + " is about; write the subcommand out"
			}
			if cmd.by != "" {
				reason = cmd.text() + " (run by " + cmd.by + ") matches " + string(p)
			}
			return r.deny(reason)
		}
	}
	return nil
}

// match returns the first pattern that a form of the command matches, or could
// match with what is not known of it filled in.
func (r *DenyCommand) match(c *Case, cmd *command) (Pattern, bool) {
	for _, form := range cmd.denyForms() {
		i := firstMatch(c, r.Table, r.Patterns, form)
		if i >= 0 && match.Holed(form) && hasOptionWord(r.Patterns[i]) {
			// Whether the options are there hasWords knows better: a quoted
			// operand is not taken for one.
			i = firstMatch(c, r.Table, r.Patterns, withoutHoles(form))
		}
		if i >= 0 {
			return r.Patterns[i], true
		}
	}
	if r.Table != nil && len(r.Table.Options) > 0 {
		for _, i := range optionPatterns(r.Table.Options) {
			if i < len(r.Patterns) && cmd.hasWords(r.Patterns[i]) {
				return r.Patterns[i], true
			}
		}
	}
	return "", false
}

// hasOptionWord reports whether a pattern is words with an option among them.
func hasOptionWord(p Pattern) bool { return OptionPatterns([]Pattern{p}) != "" }

// withoutHoles is a form with something harmless in place of what is not known.
func withoutHoles(form string) string {
	b := []byte(form)
	for i := range b {
		if b[i] == match.Hole || b[i] == match.HoleWord {
			b[i] = '_'
		}
	}
	return string(b)
}

// firstMatch returns the index of a pattern that the rendered command could match.
func firstMatch(c *Case, t *Table, patterns []Pattern, form string) int {
	if t != nil {
		if match.Holed(form) {
			return t.Could(form)
		}
		return t.Match(form)
	}
	if len(patterns) == 0 {
		return -1
	}
	late := c.late()
	if late == nil {
		return -1
	}
	holed := match.Holed(form)
	for i, p := range patterns {
		// Without a table nothing says what a hole could make of it.
		if holed || late.Match(string(p), form) {
			return i
		}
	}
	return -1
}
