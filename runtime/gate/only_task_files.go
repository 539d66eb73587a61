package gate

// OnlyTaskFiles lets an agent write the files of its task's files-whitelist
// and no others. Without a readable sealed task it denies every write.
type OnlyTaskFiles struct {
	Capability string   `toml:"-"`
	Severity   Severity `toml:"severity"`
	Bypass     string   `toml:"bypass-env"`
	Instead    string   `toml:"instead"`
}

// Check implements [Rule].
func (r *OnlyTaskFiles) Check(c *Call) error {
	if c.bypassed(r.Bypass) {
		return nil
	}
	return c.eachWrite(func(w Write) error {
		if w.Granted {
			return nil
		}
		if w.Unknown {
			return &Denial{r.Capability, w.unknown(), r.Severity}
		}
		task, err := c.Task()
		if err != nil {
			return &Denial{r.Capability, err.Error(), r.Severity}
		}
		if !w.At.Inside {
			return &Denial{r.Capability, w.Said + " is outside the worktree " + c.Root + orElse(r.Instead), r.Severity}
		}
		if whole(task.Whitelist, w) {
			return nil
		}
		return &Denial{r.Capability, w.Said + " is not in this task's files-whitelist (" + joinGlobs(task.Whitelist) + ")" + orElse(r.Instead), r.Severity}
	})
}
