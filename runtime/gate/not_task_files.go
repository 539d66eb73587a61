package gate

// NotTaskFiles denies writing the files of the task's files-denylist. Without
// a readable sealed task it denies every write.
type NotTaskFiles struct{ Terms }

var notTaskFiles = Kind{
	Name: "not-task-files", New: func() Rule { return new(NotTaskFiles) },
	Events: fileEvents, Needs: NeedsTask, Judges: JudgesFiles,
}

// Kind implements [Rule].
func (r *NotTaskFiles) Kind() *Kind { return &notTaskFiles }

// Check implements [Rule].
func (r *NotTaskFiles) Check(c *Case) error {
	return c.eachWriteOrOutput(func(w Write) error {
		if w.Granted || c.printsReport(w) {
			return nil
		}
		task, err := c.Task()
		if err != nil {
			return r.denyAsIs(err.Error())
		}
		h, ok := c.stops(task.Denylist, w)
		switch {
		case !ok:
			return nil
		case w.Unknown:
			return r.denyAsIs(w.unknown())
		}
		return r.deny(h.says(w) + " is in this task's files-denylist (" + string(h.glob) + ")")
	})
}
