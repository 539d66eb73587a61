package gate

// NotTaskFiles denies writing the files of the task's files-denylist. Without
// a readable sealed task it denies every write.
type NotTaskFiles struct {
	Capability string   `toml:"-"`
	Severity   Severity `toml:"severity"`
	Bypass     string   `toml:"bypass-env"`
	Instead    string   `toml:"instead"`
}

// Check implements [Rule].
func (r *NotTaskFiles) Check(c *Call) error {
	if c.bypassed(r.Bypass) {
		return nil
	}
	return c.eachWrite(func(w Write) error {
		if w.Granted {
			return nil
		}
		task, err := c.Task()
		if err != nil {
			return &Denial{r.Capability, err.Error(), r.Severity}
		}
		g, ok := matchWrite(task.Denylist, w)
		switch {
		case !ok:
			return nil
		case w.Unknown:
			return &Denial{r.Capability, w.unknown(), r.Severity}
		}
		return &Denial{r.Capability, w.Said + " is in this task's files-denylist (" + string(g) + ")" + orElse(r.Instead), r.Severity}
	})
}
