package gate

// DenyCommand denies the shell commands that match one of its patterns, in
// whatever form they are written and whatever runs them.
type DenyCommand struct {
	Capability string    `toml:"-"`
	Severity   Severity  `toml:"severity"`
	Bypass     string    `toml:"bypass-env"`
	Unless     string    `toml:"unless-task"` // what a task can say to lift the rule: allow-dep-bump
	Patterns   []Pattern `toml:"tool-patterns"`
	Instead    string    `toml:"instead"`
	Table      *Table    `toml:"-"` // Patterns, compiled; nil: they are matched one by one
}

// Check implements [Rule].
func (r *DenyCommand) Check(c *Call) error {
	if c.bypassed(r.Bypass) || c.taskLifts(r.Unless) {
		return nil
	}
	list := c.commandsOf()
	for i := range list {
		cmd := &list[i]
		if p, ok := r.match(c, cmd); ok {
			reason := cmd.text() + " matches " + string(p)
			if cmd.by != "" {
				reason = cmd.text() + " (run by " + cmd.by + ") matches " + string(p)
			}
			return &Denial{r.Capability, reason + orElse(r.Instead), r.Severity}
		}
	}
	return nil
}

// match returns the first pattern that a form of the command matches, or could
// match with what is not known of it filled in.
func (r *DenyCommand) match(c *Call, cmd *command) (Pattern, bool) {
	for _, form := range cmd.denyForms() {
		if i := firstMatch(c, r.Table, r.Patterns, form); i >= 0 {
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

// firstMatch returns the index of a pattern that the rendered command could match.
func firstMatch(c *Call, t *Table, patterns []Pattern, form string) int {
	if t != nil {
		if hasHole(form) {
			return t.Could(form)
		}
		return t.Match(form)
	}
	if len(patterns) == 0 {
		return -1
	}
	if c.Late == nil {
		c.NeedsLate = true
		return -1
	}
	holed := hasHole(form)
	for i, p := range patterns {
		// Without a table nothing says what a hole could make of it.
		if holed || c.Late.Match(string(p), form) {
			return i
		}
	}
	return -1
}
