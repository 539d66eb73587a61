package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// Scratch is data: an agent may write there what no rule about files would let
// it write, and so nothing there may steer what runs. It is never a place of
// somebody else's: another worktree, another agent's folder, a socket.

// hasScratch reports whether the policy gives its agent a place for data.
func (c *Case) hasScratch() bool { return c.policy.OwnScratch || len(c.policy.Scratch) > 0 }

// ownScratch is the folder that was made for this agent alone, "" if there is
// none, or one that holds more than that.
func (c *Case) ownScratch() string {
	if !c.policy.OwnScratch || !c.hasTask() {
		return ""
	}
	task, err := c.Task()
	if err != nil || task.Scratch == "" {
		return ""
	}
	folder, err := file.Resolve(task.Scratch)
	if err != nil || sys.Look(folder) != sys.Folder {
		return ""
	}
	holy := append([]string{file.Clean(c.Root), c.Home()}, c.taskPlaces()...)
	for _, one := range holy {
		if p := place(one); p != "" {
			if _, below := file.Within(folder, p, false); below {
				return ""
			}
		}
	}
	return folder
}

// taskPlaces are where the environment says that tasks are.
func (c *Call) taskPlaces() []string {
	if c.Env == nil {
		return nil
	}
	said, _ := c.Env("KEI_TASK")
	return taskFiles(said)
}

// tempFolder is the value of TMPDIR where it is known: the folder of the agent's
// own, if the client was started with that. "" if it is not known.
func (c *Case) tempFolder() string {
	if !c.policy.OwnScratch || c.Env == nil || !str.In(c.Tool, "Bash", "Monitor") {
		return "" // or what is typed goes to a shell that lives on, and may have another
	}
	folder := c.ownScratch()
	if folder == "" {
		return ""
	}
	if said, ok := c.Env("TMPDIR"); !ok || place(said) != folder {
		return ""
	}
	return folder
}

// inScratch reports whether an absolute path, links followed, is in a place for
// data; own says that it is the agent's alone.
func (c *Case) inScratch(abs string) (in, own bool) {
	if !c.hasScratch() || abs == "" {
		return false, false
	}
	if folder := c.ownScratch(); folder != "" {
		if _, below := file.Within(folder, abs, false); below {
			return true, true
		}
	}
	for _, g := range c.policy.Scratch {
		if g.Match(abs) || g.Match(abs+"/") {
			return true, false
		}
	}
	return false, false
}

func (c *Case) inAnyScratch(abs string) bool {
	in, _ := c.inScratch(abs)
	return in
}

// scratch reports whether a write stays in the places for data.
func (c *Case) scratch(w Write) bool {
	if !c.hasScratch() || w.Unknown || w.Unnamed || w.At.Inside || c.makesLinks() {
		return false
	}
	in, own := c.inScratch(w.At.Abs)
	switch {
	case !in || sys.Special(w.At.Abs):
		return false
	case own:
		return w.At.Abs != c.ownScratch() && (!w.Glob() || w.Gone) && (w.Gone || w.Repo || !programsOwn(c.ownScratch(), w.At.Abs))
	}
	for _, g := range c.policy.Scratch {
		if !w.Gone && !w.Repo && programsOwn(fixedFolder(g), w.At.Abs) {
			return false
		}
	}
	return !w.Glob() && !c.steersWorktree(w.At.Abs) && !c.foreign(w.At.Abs) && (!w.Tree || c.onlyFiles(w.At.Abs))
}

// programFolders are what programs call the folders that they keep in TMPDIR,
// and run things from: compiled or translated code, mostly.
var programFolders = [...]file.Glob{
	".*", "*cache*", "babel*", "bunx*", "cargo*", "claude*", "codex*", "esbuild*", "go-build*", "gradle*", "haste*", "jest*", "karma*", "kei-*", "kotlin*",
	"matplotlib*", "metro*", "next*", "node-*", "npm*", "numba*", "parcel*", "pip-*", "puppeteer*", "pytest*", "rustc*", "sccache*", "swc*",
	"torch*", "triton*", "ts-*", "tsx*", "turbo*", "v8-*", "vite*", "webpack*", "xfs-*", "yarn*",
}

// fixedFolder is the folder that all paths of a pattern are below: /tmp of /tmp/**.
func fixedFolder(g file.Glob) string {
	s := string(g)
	for _, wild := range [...]byte{'*', '?', '['} {
		s, _, _ = str.Cut(s, wild)
	}
	if i := str.LastIndexByte(s, '/'); i > 0 {
		return s[:i]
	}
	return "/"
}

// programsOwn reports whether a path is in a folder that programs keep in a folder for
// temporary files and run things from, or is one.
func programsOwn(temp, abs string) bool {
	rel, below := file.Within(temp, abs, false)
	if !below {
		return false
	}
	first, _, deep := str.Cut(file.Fold(rel), '/')
	if !deep && sys.Look(abs) != sys.Folder && str.IndexByte(first, '.') > 0 {
		return false // a file of that name, jest.log
	}
	for _, g := range programFolders {
		if g.Match(first) {
			return true
		}
	}
	return false
}

// makesLinks reports whether the call makes links: where a path leads is then
// not what it was when it was looked at.
func (c *Case) makesLinks() bool {
	list := c.commandsOf()
	for i := range list {
		if list[i].links() {
			return true
		}
	}
	return false
}

// steersWorktree reports whether programs that run in the worktree would find
// a file: they look for their settings in each folder above it.
func (c *Case) steersWorktree(abs string) bool {
	at := abs
	for at != "/" {
		up := file.Parent(at)
		if _, above := file.Within(up, file.Clean(c.Root), false); above {
			name := baseName(at)
			if str.HasPrefix(name, ".") || name == "node_modules" {
				return true
			}
			if at != abs {
				return false
			}
			for _, end := range [...]string{".txt", ".log", ".out", ".err", ".diff", ".patch"} {
				if str.HasSuffix(name, end) {
					return false
				}
			}
			return true
		}
		at = up
	}
	return false
}

// foreign reports whether a path is in somebody's worktree, or among what kei
// keeps of agents.
func (c *Case) foreign(abs string) bool {
	for at := abs; at != "/"; at = file.Parent(at) {
		if kept(at) {
			return true
		}
	}
	return false
}

func kept(folder string) bool {
	return sys.Look(folder+"/.git") != sys.Absent || sys.Look(folder+"/worktrees") == sys.Folder && sys.Look(folder+"/tasks") == sys.Folder
}

// onlyFiles reports whether what is below a folder is files of nobody in
// particular, as far as that can be seen with a few looks.
func (c *Case) onlyFiles(abs string) bool {
	if sys.Look(abs) != sys.Folder {
		return true
	}
	const most = 2000
	fine := true
	for queue, n := []string{abs}, 0; len(queue) > 0 && fine; {
		folder := queue[0]
		queue = queue[1:]
		if kept(folder) {
			return false
		}
		err := sys.ReadFolder(folder, func(name string, is int) bool {
			n++
			one := join(folder, name)
			switch {
			case n > most:
				fine = false
			case is == sys.Folder:
				queue = append(queue, one)
			case is == sys.There:
				fine = !sys.Special(one)
			}
			return fine
		})
		fine = fine && err == nil
	}
	return fine
}

// onlyScratch reports whether all that a command writes, by redirection left
// out, is named and is data. What writes and names nothing writes elsewhere.
func (c *Case) onlyScratch(cmd *command) bool {
	if !c.hasScratch() || cmd.remote || cmd.writesUnknown {
		return false
	}
	some := false
	for _, t := range cmd.written() {
		if t.redirect {
			continue
		}
		if some = true; !c.scratchTarget(cmd, t) {
			return false
		}
	}
	return some
}

func (c *Case) scratchTarget(cmd *command, t target) bool {
	if cmd.remote {
		return false
	}
	for _, w := range c.writesAt(cmd, t) {
		if !c.spares(w) {
			return false
		}
	}
	return true
}

// copies reports whether a command puts files that it names under other names:
// of those nobody has looked at what they are.
func (cmd *command) copies() bool {
	for _, t := range cmd.written() {
		if t.tree || len(t.folder) > 0 {
			return true
		}
	}
	return false
}

// obeysData says which data a command would run or be steered by.
func (c *Case) obeysData(cmd *command) string {
	if !c.hasScratch() || len(cmd.Words) == 0 {
		return ""
	}
	dirs := cmd.Dirs
	const data = " is in a place for data, and nothing there is run or obeyed"
	if w := cmd.Words[0]; str.Contains(w.Text, "/") && c.data(dirs, w) {
		return w.Shown() + data
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		uses := inv.Uses()
		var from []word.Word // where it goes, if that is elsewhere
		for j := range uses {
			if uses[j].Kind == invocation.Cd {
				if from == nil {
					from = dirs
				}
				from = changed(from, uses[j].Word())
			}
		}
		for j := range uses {
			if !obeys(inv, &uses[j]) {
				continue
			}
			for _, w := range uses[j].Words {
				for _, p := range parts(w) {
					if c.data(dirs, p) || from != nil && c.data(from, p) {
						return p.Shown() + data
					}
				}
			}
		}
		if _, lang, fed := inv.Stdin(); fed && lang != "" {
			for _, r := range cmd.Redirs {
				if r.Read && c.data(dirs, r.Target) {
					return r.Target.Shown() + data
				}
			}
		}
	}
	return ""
}

// obeys reports whether a program runs, or goes by, what a word of that kind
// names. One that builds may load whatever it is told to look at, and one that
// has settings in a folder may be told by an option which folder that is.
func obeys(inv *invocation.Invocation, use *invocation.Use) bool {
	switch use.Resolved() {
	case invocation.Source, invocation.Config, invocation.Module, invocation.Perhaps:
		return true
	case invocation.Data:
		return use.Option && inv.ObeysFolder() || inv.Effects().Has(effect.Builds)
	case invocation.Args, invocation.Read, invocation.ReadTree, invocation.List, invocation.Cd:
		return inv.Effects().Has(effect.Builds)
	}
	return false
}

// data reports whether a word, from one of the folders, is a place for data.
func (c *Case) data(dirs []word.Word, w word.Word) bool {
	if len(dirs) == 0 {
		dirs = []word.Word{{}}
	}
	w.Home = w.Home || str.HasPrefix(w.Text, "~")
	for _, d := range dirs {
		if d.Text == "" && c.absentHere(w) {
			continue
		}
		at := c.writeAt(d, target{Word: w})
		if in, _ := c.inScratch(at.At.Abs); !at.Unknown && !at.At.Inside && in {
			return true
		}
	}
	return false
}

// absentHere reports whether a word names something right in the worktree's folder, where
// the call starts, and nothing of that name is there: no link leads away from it then, and
// nothing more need be looked up.
func (c *Call) absentHere(w word.Word) bool {
	name := str.TrimPrefix(w.Text, "./")
	if c.Cwd != c.Root || w.Home || w.Glob || w.Holed() || name == "" || name == "." || name == ".." || str.IndexByte(name, '/') >= 0 {
		return false
	}
	return !sys.OnWindows && sys.Look(c.Root+"/"+name) == sys.Absent
}
