package gate

// OnlyTaskFiles lets an agent write the files of its task's files-whitelist
// and no others. Without a readable sealed task it denies every write.
type OnlyTaskFiles struct{ Terms }

var onlyTaskFiles = Kind{
	Name: "only-task-files", New: func() Rule { return new(OnlyTaskFiles) },
	Events: fileEvents, Needs: NeedsTask, Judges: JudgesFiles | JudgesRest,
}

// Kind implements [Rule].
func (r *OnlyTaskFiles) Kind() *Kind { return &onlyTaskFiles }

// Check implements [Rule].
func (r *OnlyTaskFiles) Check(c *Case) error {
	return c.eachWriteOrOutput(func(w Write) error {
		if w.Granted || c.spares(w) {
			return nil
		}
		if w.Unknown {
			return r.denyAsIs(w.unknown())
		}
		task, err := c.Task()
		if err != nil {
			return r.denyAsIs(err.Error())
		}
		if !w.At.Inside {
			return r.deny(w.Said + " is outside the worktree " + c.Root)
		}
		if c.lets(task.Whitelist, w) {
			return nil
		}
		return r.deny(w.Said + " is not in this task's files-whitelist (" + joinGlobs(task.Whitelist) + ")")
	})
}
