package gate

// DenyFiles denies writing the files that match its globs, through a file tool
// or through the shell. A glob is matched against the path from the worktree's
// root, and for a file outside the worktree against its absolute path.
type DenyFiles struct {
	Capability string   `toml:"-"`
	Severity   Severity `toml:"severity"`
	Bypass     string   `toml:"bypass-env"`
	Unless     string   `toml:"unless-task"` // what a task can say to lift the rule: allow-dep-bump
	Files      []Glob   `toml:"files-denied"`
	Instead    string   `toml:"instead"`
}

// Check implements [Rule].
func (r *DenyFiles) Check(c *Call) error {
	if c.Does != Shell && c.Does != Edit || c.bypassed(r.Bypass) {
		return nil
	}
	err := c.eachWrite(func(w Write) error {
		g, ok := matchWrite(r.Files, w)
		switch {
		case !ok:
			return nil
		case w.Unknown:
			return &Denial{r.Capability, w.unknown(), r.Severity}
		}
		return &Denial{r.Capability, w.Said + " matches " + string(g) + orElse(r.Instead), r.Severity}
	})
	if err != nil && c.taskLifts(r.Unless) {
		return nil // asked last: it opens the task
	}
	return err
}
