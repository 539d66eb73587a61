package gate

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/word"
)

// A Call is one tool call about to be made, and what was found out about it.
type Call struct {
	call.Call

	Programs *invocation.Table // what is known of programs; nil: nothing
	Late     *Late             // nil while nothing that costs start-up time may run

	batch []*Call // the others of the payload, of which none runs if one is denied
	asked *Case   // what the policy was asked about last, with its commands read; nil: it was not

	tree    file.Tree         // the worktree, as far as it was asked for
	role    string            // of the policy that is asked
	own     *AgentPermissions // what the definition of the agent that calls adds, nil if nothing
	task    *Task
	taskErr error
}

// Late holds what a gate needs only for commands that are not plain words, and
// what therefore is linked but not initialised when most calls are answered.
type Late struct {
	// Parse reads shell text. An error means the text cannot be read.
	Parse func(text string, how word.Reading) (*word.Script, error)
	// Match reports whether the RE2 pattern matches; for the few pattern sets
	// whose table would be too large, nil in a gate that has none.
	Match func(pattern, text string) bool
	// After calls f when so many seconds have passed, unless the process has
	// ended by then.
	After func(seconds int, f func())
}

// bypassed reports whether the environment lifts a rule that names variable.
func (c *Call) bypassed(variable string) bool {
	if variable == "" || c.Env == nil {
		return false
	}
	v, ok := c.Env(variable)
	return ok && v == "1"
}

// taskLifts reports whether the sealed task lifts a rule that names permission.
// Without a readable task it does not.
func (c *Call) taskLifts(permission string) bool {
	if permission != AllowDepBump {
		return false
	}
	t, err := c.Task()
	return err == nil && t.AllowDepBump
}

// lifted reports whether the environment or the task lifts a rule.
func (c *Call) lifted(t *Terms) bool { return c.bypassed(t.Bypass) || c.taskLifts(t.Unless) }

// AllowDepBump is the only permission that a task can give: it may change
// dependencies.
const AllowDepBump = "allow-dep-bump"

// widens denies a call that asks its client to lift a protection.
func (c *Call) widens() error {
	if c.Widening == "" {
		return nil
	}
	return &Denial{Capability: "gate", Reason: c.Tool + " with " + c.Widening + " would widen its own rights; leave that field out"}
}

// place finds the file that path names, relative to c.Cwd. The path is taken as
// it stands: what a shell or a client makes of a tilde has been done before
// (readings, and the reading of commands).
func (c *Call) place(path string) (file.Place, error) {
	if c.Root == "/" {
		return file.Place{}, fault("the worktree's root would be /, the whole disk; start the client in the folder of the project")
	}
	if c.tree.Root != c.Root {
		c.tree = file.Tree{Root: c.Root} // a copy of the call may be about another
	}
	return c.tree.Find(c.Cwd, path)
}

// startsOutside is where the call starts if that is not in the worktree. What has the
// root's name is the root, wherever that leads: nothing is looked up for it.
func (c *Call) startsOutside() (at file.Place, outside bool) {
	if c.Cwd == c.Root {
		return at, false
	}
	at, err := c.place(".")
	return at, err == nil && !at.Inside
}
