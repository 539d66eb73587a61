package gate

import (
	"unicode/utf8"

	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Whatever its role, an agent may not take down the fence it stands behind:
// the gate's binary, what makes a client ask it, the sealed task, and git's own
// folder, where a hook is a program that runs later without a gate.

// protected denies writes to what holds the gate in place. A policy that is
// unprotected lifts all of it but git's own folder, which is never written.
func (c *Case) protected() error {
	var g *guard
	outer := c.texts
	c.texts = true
	defer func() { c.texts = outer }()
	if err := c.eachGuess(func(w Write, by string) error {
		if str.In(by, byProgram, byReader) && !mayBeFile(w, by) {
			return nil
		}
		if g == nil {
			g = c.newGuard()
		}
		if why := g.against(w); by != byOption && !w.Unknown && why != "" {
			return &Denial{Capability: "self-protection", Reason: w.Said + " is " + why + ", which an agent may not change, and " + by + " that is not known here is given it"}
		}
		return nil
	}); err != nil {
		return err
	}
	return c.eachWrite(func(w Write) error {
		if w.text && (w.Unknown || w.Unnamed) {
			return nil
		}
		if g == nil {
			g = c.newGuard()
		}
		w, free := besideGit(w)
		if free {
			return nil
		}
		if w.steers != "" {
			if w.Granted {
				return nil
			}
			return &Denial{Capability: "self-protection", Reason: "git runs what " + w.steers + " names, as it does a hook, which an agent may not change; say in your report what should be set"}
		}
		if why := c.mayStray(g, w); why != "" {
			return &Denial{Capability: "self-protection", Reason: w.Said + " can be " + why + ", which an agent may not change; write out what is written"}
		}
		if w.strays && w.Glob() {
			return nil
		}
		if w.Unknown {
			if why := c.mayBe(g, w); why != "" {
				return &Denial{Capability: "self-protection", Reason: w.Said + " can be " + why + ", which an agent may not change; write out what is written"}
			}
			return nil
		}
		if why := g.against(w); why != "" {
			return &Denial{Capability: "self-protection", Reason: w.Said + " is " + why + ", which an agent may not change; say in your report what should change there"}
		}
		return nil
	})
}

// besideGit is a write without git's folder where that is made: what is there of one
// already, hooks and all, stays as it is. free is true if nothing else is written.
func besideGit(w Write) (_ Write, free bool) {
	const own = "/.git"
	switch {
	case !w.Repo:
	case w.Unknown:
		w.wild = str.TrimSuffix(w.wild, own)
	case str.HasSuffix(w.At.Named, own):
		return w, !inGit(file.Fold(str.TrimSuffix(w.At.Named, own)))
	}
	return w, false
}

// A guard knows the places that are protected besides those with fixed names.
type guard struct {
	gitOnly bool
	root    string // of the worktree, links followed
	files   []spot // nothing writes these
	folders []spot // nothing writes below these
	of      *Case
	configs []spot // what stands in for ~/.claude and the like
}

type spot struct{ path, what string }

// place is where an absolute path leads, links followed; "" of any other.
func place(path string) string {
	if !sys.IsAbs(path) {
		return ""
	}
	if p, err := file.Resolve(file.Clean(path)); err == nil {
		return p
	}
	return file.Clean(path)
}

func (c *Case) newGuard() *guard {
	g := &guard{of: c}
	g.root, _ = file.Resolve(file.Clean(c.Root))
	g.gitFolders()
	if c.policy.Unprotected {
		g.gitOnly = true
		return g
	}
	said := func(name string) string {
		if c.Env == nil {
			return ""
		}
		v, _ := c.Env(name)
		return v
	}
	env := func(name string) string { return place(said(name)) }
	for _, folder := range [...]string{"/.claude/agents", "/.qwen/agents", "/.github/agents"} {
		if sys.Look(g.root+folder) == sys.Folder {
			// What the hooks of rendered agents start, whether or not it is there yet.
			g.files = append(g.files, spot{g.root + "/bin/dispatch", "the gate that the hooks of agents start"})
			break
		}
	}
	if own, err := sys.OwnBinary(); err == nil {
		own = file.Clean(own)
		if p, err := file.Resolve(own); err == nil {
			own = p
		}
		g.files = append(g.files, spot{own, "the gate itself"})
		g.folder(file.Parent(own), "in the folder of the gates", env("TMPDIR"))
	}
	for _, name := range append(taskFiles(said("KEI_TASK")), said("TASK_TOML")) {
		if task := place(name); task != "" {
			g.files = append(g.files, spot{task, "the task file"})
			g.folder(file.Parent(task), "in the folder of the task file", env("TMPDIR"))
		}
	}
	g.logs(env("KEI_AUDIT_LOG"))
	g.clients(env)
	if home := c.Home(); sys.IsAbs(home) {
		g.profiles(file.Clean(home))
		if p, err := file.Resolve(file.Clean(home)); err == nil && p != home {
			g.profiles(p)
		}
	}
	if folder := env("ZDOTDIR"); folder != "" {
		g.profiles(folder)
	}
	for _, folder := range [...]string{file.Clean(c.Root), c.Home()} {
		for _, cl := range client.Clients {
			for _, name := range cl.Linked {
				g.linked(folder, name)
			}
		}
	}
	return g
}

// logs adds the gate's log and those that were turned, if there is one.
func (g *guard) logs(log string) {
	if log == "" {
		return
	}
	g.files = append(g.files, spot{log, "the gate's audit log"})
	for n := range sys.OldLogs {
		g.files = append(g.files, spot{sys.OldLog(log, n+1), "the gate's audit log"})
	}
}

// clients adds what the environment says of where clients keep their settings.
func (g *guard) clients(env func(name string) string) {
	for _, cl := range client.Clients {
		for _, h := range cl.Homes {
			if folder := env(h.Variable); folder != "" {
				g.configs = append(g.configs, spot{folder, h.Folder})
			}
		}
		for _, name := range cl.Settings {
			if path := env(name); path != "" {
				g.files = append(g.files, spot{path, isClient})
			}
		}
	}
}

// folder protects a folder, unless that would protect the worktree itself from
// its agent, or a place where everybody writes.
func (g *guard) folder(path, what, temporary string) {
	if str.In(path, "/", "/tmp", "/var/tmp", "/dev/shm", "/private/tmp", temporary) {
		return
	}
	if _, contains := file.Within(path, g.root, false); contains {
		return
	}
	g.folders = append(g.folders, spot{path, what})
}

// linked protects what such a link leads to.
func (g *guard) linked(folder, name string) {
	if sys.Look(folder+name) != sys.Link {
		return
	}
	target, err := file.Resolve(folder + name)
	if err != nil {
		return
	}
	if sys.Look(target) == sys.Folder {
		g.configs = append(g.configs, spot{target, name})
	} else {
		g.files = append(g.files, spot{target, isClient})
	}
}

// profiles protects what login shells read in a home folder.
func (g *guard) profiles(home string) {
	for _, cl := range client.Clients {
		for _, name := range cl.Profiles {
			g.files = append(g.files, spot{home + name, isClient})
			g.linked(home, name)
		}
	}
}

// gitFolders finds where a linked worktree, a submodule or a link keeps what
// .git is otherwise.
func (g *guard) gitFolders() {
	const key = "gitdir:"
	if sys.Look(g.root+"/.git") == sys.Link {
		g.add(".git", g.root)
	}
	text, err := sys.ReadFile(g.root+"/.git", 4096)
	if err != nil || !str.HasPrefix(string(text), key) {
		return
	}
	own := g.add(str.Trim(string(text[len(key):])), g.root)
	if common, err := sys.ReadFile(own+"/commondir", 4096); err == nil {
		g.add(str.Trim(string(common)), own)
	}
}

// add protects git's folder, which is named relative to another.
func (g *guard) add(path, from string) string {
	path = sys.Slashed(path)
	if !sys.IsAbs(path) {
		path = from + "/" + path
	}
	path = file.Clean(path)
	if p, err := file.Resolve(path); err == nil {
		path = p
	}
	if _, contains := file.Within(path, g.root, false); !contains {
		g.folders = append(g.folders, spot{path, isGit})
	}
	return path
}

const (
	isGit    = "in git's own folder"
	isClient = "part of what makes the client ask its gate"
)

// Guards says what a file of a worktree is that no agent may write, whatever its
// role, by its path from the root: git's own, or part of what makes a client ask its
// gate. It is "" for others. Verify goes by the same names.
func Guards(rel string) string {
	name := file.Fold("/worktree/" + rel) // what is the system's begins at the root
	switch {
	case inGit(name):
		return isGit
	case client.IsFile(name):
		return isClient
	}
	return ""
}

// against says what the written file is if it is protected: where it is, or by
// the name it was given, since either may be a link to the other.
func (g *guard) against(w Write) string {
	if w.Unknown {
		return g.ends(w.wild)
	}
	rel := ""
	if w.At.Inside {
		rel = w.At.Rel
	}
	if why := g.tree(w); why != "" || w.find != nil {
		return why
	}
	why := g.path(w, w.At.Abs, rel)
	if why == "" && w.At.Named != "" && w.At.Named != w.At.Abs {
		why = g.path(w, w.At.Named, w.At.NamedRel)
	}
	if why == "" && !w.Glob() {
		why = g.twin(w)
	}
	if why != "" {
		return why
	}
	if w.Glob() && w.Dots && w.taken && w.find == nil && file.Parent(w.At.Abs) != g.root && !g.of.makesOthers() {
		return g.matched(w)
	}
	if w.Glob() {
		return g.dotted(file.Fold(w.wild), w.Dots)
	}
	if w.Tree && !g.gitOnly {
		// Folders that are everybody's, but for what lies in them.
		for _, cl := range client.Clients {
			for _, f := range cl.Shared {
				if str.HasSuffix(file.Fold(w.At.Abs), file.Parent(f)) && sys.Look(w.At.Abs+f[len(file.Parent(f)):]) != sys.Absent {
					return isClient
				}
			}
		}
	}
	return ""
}

// path judges one path of what is written; rel is that from the worktree's
// root, "" outside.
func (g *guard) path(w Write, abs, rel string) string {
	// A name that a file system which folds case would take for a protected one
	// is refused everywhere: nobody needs a file .GIT or .Claude/Settings.json.
	name := file.Fold(abs)
	tail := name
	if rel != "" {
		tail = file.Fold(rel)
	}
	if inGit(tail) {
		return isGit
	}
	for _, f := range g.files {
		if name == file.Fold(f.path) || g.holds(w, f.path) {
			return f.what
		}
	}
	if !g.gitOnly && g.of.isReport(w) {
		return "" // it may lie beside the task
	}
	for _, f := range g.folders {
		if _, inside := file.Within(file.Fold(f.path), name, false); inside || g.holds(w, f.path) {
			return f.what
		}
	}
	if !g.gitOnly && client.IsFile(name) {
		return isClient
	}
	for _, f := range g.configs {
		rel, inside := file.Within(file.Fold(f.path), name, false)
		if inside && (rel == "." || client.IsFile(f.what+"/"+rel)) {
			return isClient
		}
	}
	return ""
}

// ends judges a path of which only the end is known, after the last hole.
func (g *guard) ends(wild string) string {
	for i := len(wild) - 1; i >= 0 && wild[i] != match.Hole && wild[i] != match.HoleWord; i-- {
		if wild[i] != '/' {
			continue
		}
		name := file.Fold(wild[i:])
		if str.Contains(name, "/..") {
			name = str.CleanPath(name) // what is beside .git
		}
		if inGit(name) {
			return isGit
		}
		if !g.gitOnly && client.IsFile(name) {
			return isClient
		}
	}
	return ""
}

// matched judges a pattern of the shell whose stars stand for a leading dot as well, by
// what it stands for on the disk.
func (g *guard) matched(w Write) string {
	names := g.of.expanded(w.Said, w)
	if len(names) == maxJoined {
		return g.dotted(file.Fold(w.wild), w.Dots)
	}
	for _, n := range names {
		one := w
		one.wild, one.At = "", file.Place{Abs: n.abs, Named: n.abs, Folds: w.At.Folds}
		one.At.Rel, one.At.Inside = file.Within(g.root, n.abs, w.At.Folds)
		if why := g.against(one); why != "" {
			return why
		}
	}
	return ""
}

// dotted judges a pattern of the shell. Its stars do not stand for a leading
// dot, so only the elements that have one can mean what begins with one.
func (g *guard) dotted(wild string, dots bool) string {
	for rest := wild; rest != ""; {
		if mayBe(rest, ".git", dots) || mayBe(rest, ".git/**", dots) {
			return isGit
		}
		for glob := range client.Files {
			const anywhere = "**/"
			if tail := string(glob); !g.gitOnly && str.HasPrefix(tail, anywhere) && str.Contains(tail, "/.") && mayBe(rest, tail[len(anywhere):], dots) {
				return isClient
			}
		}
		_, rest, _ = str.Cut(rest, '/')
	}
	return ""
}

// mayBe reports whether some path is matched by the shell's pattern and by the
// glob, element by element.
func mayBe(wild, glob string, dots bool) bool {
	for glob != "" && wild != "" {
		var w, g string
		w, wild, _ = str.Cut(wild, '/')
		g, glob, _ = str.Cut(glob, '/')
		if g == "**" {
			return true
		}
		if !dots && g[0] == '.' && (w == "" || w[0] != '.') || !file.Overlap(g, w, true) {
			return false
		}
	}
	return glob == "" && wild == ""
}

// holds reports whether what is written is a folder that holds path: whoever
// moves or removes it moves or removes that.
func (g *guard) holds(w Write, path string) bool {
	if w.At.Rel == "." || !w.At.Inside && !w.Tree {
		return false
	}
	_, inside := file.Within(w.At.Abs, path, w.At.Folds)
	return inside
}

// inGit reports whether an element of the path, which is in lower case, is
// .git, or what some file system takes for it: one with characters that do not
// show, with dots or blanks or a stream at the end, or its short name.
func inGit(path string) bool {
	for path != "" {
		var name string
		name, path, _ = str.Cut(path, '/')
		if len(name) < len(".git") {
			continue
		}
		if name[0] != '.' && name[0] != 'g' && name[0] < utf8.RuneSelf {
			continue
		}
		name, _, _ = str.Cut(visible(name), ':')
		for name != "" && (name[len(name)-1] == '.' || name[len(name)-1] == ' ') {
			name = name[:len(name)-1]
		}
		if name == ".git" || name == "git~1" {
			return true
		}
	}
	return false
}

// visible drops the characters that HFS+ ignores in names.
func visible(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] >= utf8.RuneSelf {
			var b []byte
			for _, r := range name {
				if r >= 0x200C && r <= 0x200F || r >= 0x202A && r <= 0x202E || r >= 0x206A && r <= 0x206F || r == 0xFEFF {
					continue
				}
				b = utf8.AppendRune(b, r)
			}
			return string(b)
		}
	}
	return name
}
