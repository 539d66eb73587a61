package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
)

// OnlyFiles lets an agent write the files of its list and no others, whatever
// its task: a task that there is only narrows. Later entries of the list win,
// and one that begins with "!" takes out again what those before it let in.
type OnlyFiles struct {
	Terms

	// The files that may be written.
	// Example: ["docs/**", "!docs/generated/**"]
	Files []Glob `toml:"files-allowed"`
}

var onlyFiles = Kind{
	Name: "only-files", New: func() Rule { return new(OnlyFiles) },
	Events: fileEvents, Judges: JudgesFiles | JudgesRest,
}

// Kind implements [Rule].
func (r *OnlyFiles) Kind() *Kind { return &onlyFiles }

// Lists implements [Rule].
func (r *OnlyFiles) Lists() []List { return []List{{Key: "files-allowed", Values: texts(r.Files)}} }

// Check implements [Rule].
func (r *OnlyFiles) Check(c *Case) error {
	return c.eachWriteOrOutput(func(w Write) error {
		switch {
		case w.Granted || c.spares(w):
			return nil
		case w.Unknown:
			return r.denyAsIs(w.unknown())
		case !w.At.Inside:
			return r.deny(w.Said + " is outside the worktree " + c.Root)
		case !c.lets(r.Files, w):
			return r.deny(w.Said + " is not among the files of this role (" + joinGlobs(r.Files) + ")")
		case !c.hasTask():
			return nil
		}
		task, err := c.Task()
		switch {
		case err != nil:
			return r.denyAsIs(err.Error())
		case !c.lets(task.Whitelist, w):
			return r.deny(w.Said + " is not in this task's files-whitelist (" + joinGlobs(task.Whitelist) + ")")
		}
		if h, ok := c.stops(task.Denylist, w); ok {
			return r.deny(h.says(w) + " is in this task's files-denylist (" + string(h.glob) + ")")
		}
		return nil
	})
}

// hasTask reports whether the agent was started for a task.
func (c *Call) hasTask() bool {
	if c.task != nil {
		return true // that there is none is an error, too, where somebody asked for it before
	}
	for _, name := range [...]string{"KEI_TASK", "TASK_TOML"} {
		if c.Env == nil {
			return false
		}
		if v, ok := c.Env(name); ok && v != "" {
			return true
		}
	}
	return false
}

// Listed reports whether a list has the path, and by which entry: the last one
// that matches it decides, and one with "!" takes it out. Verify goes by it.
func Listed(list []Glob, path string) (Glob, bool) { return file.Lists(list, path) }

// CheckList reports what is wrong with such a list.
func CheckList(list []Glob) error { return file.CheckList(list) }

// lets reports whether a list of what may be written has all that a write could
// be: the last entry that is about it decides.
func (c *Case) lets(list []Glob, w Write) bool {
	if !file.Ordered(list) {
		return whole(list, w)
	}
	for i := len(list) - 1; i >= 0; i-- {
		one := list[i : i+1]
		if g, out := list[i].Out(); out {
			if _, may := c.meets([]Glob{g}, w); may {
				return false
			}
		} else if whole(one, w) {
			return true
		}
	}
	return false
}

// stops is what of a list of what may not be written a write could be: the last
// entry that is about it decides.
func (c *Case) stops(list []Glob, w Write) (hit, bool) {
	if !file.Ordered(list) {
		return c.meets(list, w)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if g, out := list[i].Out(); out {
			if !w.Unknown && !w.Unnamed && whole([]Glob{g}, w) && !str.Contains(w.wild, "**") {
				return hit{}, false
			}
		} else if h, ok := c.meets(list[i:i+1], w); ok {
			return h, true
		}
	}
	return hit{}, false
}
