package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// The agent of a task may write its report, whatever else its role and its task
// let it write: that is how it says what it found, and what it could not do. It
// is one file, and only as a file: nothing is let through that makes a link of
// it, copies something over it or touches another file besides.

// OwnReport is the variable that says where an agent's report is, if that is not
// .claude/agents/ID/review.md in its worktree.
const OwnReport = "AGENT_REPORT_PATH"

const reportFile = "/review.md"

// report is where the agent of the call's task writes its report, "" if the call
// is of no task. Below the worktree no link is followed to it, because the agent
// may have made that; elsewhere it could not have.
func (c *Case) report() string {
	task, err := c.Task()
	if err != nil || task.AgentID == "" || str.In(task.AgentID, ".", "..") || str.IndexByte(task.AgentID, '/') >= 0 {
		return ""
	}
	root, err := file.Resolve(file.Clean(c.Root))
	if err != nil {
		return ""
	}
	tail := "/" + task.AgentID + reportFile
	said, _ := c.Env(OwnReport)
	if said == "" {
		return root + "/.claude/agents" + tail
	}
	said = file.Clean(sys.Slashed(said))
	if !sys.IsAbs(said) || !str.HasSuffix(said, tail) {
		return ""
	}
	for _, from := range [...]string{file.Clean(c.Root), root} {
		if rel, inside := file.Within(from, said, false); inside {
			return root + "/" + rel
		}
	}
	folder, err := file.Resolve(file.Parent(said))
	if err != nil {
		return ""
	}
	return folder + reportFile
}

// isReport reports whether a write is of the agent's report, and leaves it a file.
func (c *Case) isReport(w Write) bool {
	if !str.HasSuffix(w.At.Abs, reportFile) || w.Unknown || w.Unnamed || w.Tree || w.Folder || w.Gone || w.Glob() || w.find != nil {
		return false
	}
	return c.Env != nil && w.At.Abs == c.report() && !sys.Special(w.At.Abs)
}

// onlyReport reports whether a file tool writes the agent's report and nothing
// else: a role without such tools has this one use of them.
func (c *Case) onlyReport() bool {
	if c.Does != Edit || len(c.Paths) == 0 || c.Missing != "" {
		return false
	}
	for _, p := range c.Paths {
		if !str.HasSuffix(sys.Slashed(p), reportFile) {
			return false
		}
		at, err := c.place(p)
		if err != nil || !c.isReport(Write{Said: p, At: at}) {
			return false
		}
	}
	return true
}

// spares reports whether a write is one that no list of files is about: data in
// a place for it, or the report, if the shell is what opens it. A program may
// leave a link in its place.
func (c *Case) spares(w Write) bool { return c.scratch(w) || c.printsReport(w) }

func (c *Case) printsReport(w Write) bool {
	return w.redirect && !c.makesLinks() && c.isReport(w)
}
