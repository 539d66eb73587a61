package gate

import (
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A Write is one file that a call would write, as far as it can be known.
type Write struct {
	Said     string     // the path as the call has it
	At       file.Place // where that is
	Tree     bool       // everything below it is affected too
	Folder   bool       // it is a folder that is made or removed empty
	Repo     bool       // it is of a repository that is made
	Unknown  bool       // it is computed at run time
	Computed bool       // with Unknown: by this call, and not by whoever set its variables
	Unnamed  bool       // the command does not name it: Said says what it is
	Gone     bool       // it is deleted, or moved away
	Moved    bool       // with Gone: moved away
	Inside   bool       // with Gone: what is in it, and the folder stays
	Dots     bool       // a star in its pattern stands for a leading dot, too
	steers   string     // it is a setting of this name, by which a program runs something
	found    bool       // a part of its pattern is what find gives
	strays   bool       // its pattern stands for any folder that find comes by
	taken    bool       // its pattern stands for what lies on the disk
	like     *Write     // and gets the names of what this stands for, in a folder
	Inline   bool       // with Unnamed: a program that stands in the call computes it
	Granted  bool       // an allow pattern of the policy names it
	pattern  bool       // with Unknown: there is a pattern of the shell in it
	said     bool       // it is one of the names that a listing of the call may say
	process  bool       // with Unknown: it is named by what a process has open, or where that is

	find    *finding // of what is below, only what this takes
	among   *sieve   // what find leaves out of a tree
	printed string   // how find names its folder

	redirect bool // the shell opens it, and not the command
	text     bool // a command does it that is a string in a program, which may run it

	wild string // with Unknown or a glob: the path with what is not known as holes
}

func (w Write) unknown() string {
	if w.Unnamed {
		return "a file " + w.Said + " can be any; name the files, or write them with a file tool"
	}
	return "the file " + w.Said + " is not known before it runs; write its path out"
}

// eachWrite calls f with every file that the call would write, through a file
// tool or through the shell, until f objects.
func (c *Case) eachWrite(f func(Write) error) error {
	if c.Does == Edit {
		for _, p := range c.Paths {
			at, err := c.place(p)
			if err != nil {
				return err
			}
			w := Write{Said: p, At: at}
			for _, w := range append(c.twins(w), w) {
				if err := f(w); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	var links []madeLink
	for i := range list {
		cmd := &list[i]
		if cmd.remote || cmd.literal && !cmd.module && !c.texts || cmd.variable && !cmd.exported && !c.exports(cmd.Words[0].Text) {
			continue
		}
		if err := c.eachOfOne(list, cmd, links, f); err != nil {
			return err
		}
		links = c.linksAfter(list, cmd, links)
	}
	return nil
}

// eachOfOne calls f with every file that one command would write.
func (c *Case) eachOfOne(list []command, cmd *command, links []madeLink, f func(Write) error) error {
	targets := append(c.withFound(list, cmd, cmd.written()), c.renamedIn(list, cmd)...)
	if len(targets) == 0 {
		return nil
	}
	granted := c.granted(cmd)
	for _, t := range targets {
		if c.freeTarget(t) {
			continue
		}
		where := c.targetWrites(list, cmd, t, links)
		for _, w := range where {
			where = append(where, c.twins(w)...)
		}
		for _, w := range where {
			w.Granted = granted && !t.redirect || t.steers != "" && c.allowsByName(cmd)
			w.text = cmd.literal && !cmd.module && !cmd.slip
			w.amongFound(cmd, t)
			if err := f(w); err != nil {
				return err
			}
		}
	}
	return nil
}

// targetWrites are the writes that one target of a command stands for.
func (c *Case) targetWrites(list []command, cmd *command, t target, links []madeLink) []Write {
	where := append(c.writesAt(cmd, t), c.throughLinks(cmd, t, links)...)
	if wholeHole(t.Word) && composed(list, cmd) {
		for i := range where {
			where[i].Computed = where[i].Computed || where[i].Unknown
		}
	}
	for _, one := range c.saidOf(list, cmd, t) {
		for _, w := range c.writesAt(cmd, one) {
			if w.said = true; !w.Unknown && (w.Gone || sys.Look(file.Parent(w.At.Abs)) == sys.Folder) {
				where = append(where, w)
			}
		}
	}
	if len(t.folder) > 0 {
		if w, moved := c.movedLink(cmd, t.folder, links); moved {
			where = append(where, w)
		}
	}
	return append(where, c.brought(list[:cmd.at], cmd, t)...)
}

// movedLink finds a symbolic link among files that get another place: one that
// this call made, or that leads out of its folder. Where it leads from its new
// place is not what it was judged for.
func (c *Case) movedLink(cmd *command, sources []word.Word, links []madeLink) (Write, bool) {
	for _, s := range sources {
		if rest, here := behindHere(s.Text); descriptor(s.Text) && (!here || rest == "" && cmd.keepsLinks()) {
			return Write{Said: "what " + s.Shown() + " leads to", Unknown: true, Computed: true, wild: string(rune(match.Hole))}, true
		}
		for _, w := range c.writesAt(cmd, target{Word: s}) {
			if w.Unknown || w.At.Named == "" {
				continue
			}
			moved := false
			for _, l := range links {
				_, below := file.Within(w.At.Named, l.at, w.At.Folds)
				moved = moved || below
			}
			if to, err := sys.ReadLink(w.At.Named); err == nil && sys.Look(w.At.Named) == sys.Link {
				moved = moved || str.HasPrefix(to, "..")
			}
			if moved {
				return Write{Said: "what " + w.Said + " leads to", Unknown: true, Computed: true, wild: string(rune(match.Hole))}, true
			}
		}
	}
	return Write{}, false
}

// keepsLinks reports whether what the command copies stays a link where it is one.
func (cmd *command) keepsLinks() bool {
	for _, w := range cmd.Words[1:] {
		if str.HasPrefix(w.Text, "--") {
			if str.In(w.Text, "--no-dereference", "--archive", "--preserve", "--preserve=links") {
				return true
			}
		} else if str.HasPrefix(w.Text, "-") && str.ContainsAny(w.Text, "Pda") {
			return true
		}
	}
	return false
}

// parts are a word and what may be a file in it: --file=x, of=x, @x, -fx.
func parts(w word.Word) []word.Word {
	list := []word.Word{w}
	if _, v, ok := str.Cut(w.Text, '='); ok && v != "" {
		list = append(list, word.Word{Text: v, Home: str.HasPrefix(v, "~")})
	}
	if str.HasPrefix(w.Text, "@") || str.HasPrefix(w.Text, "<") {
		list = append(list, word.Word{Text: w.Text[1:]})
	}
	if _, at, ok := str.Cut(w.Text, ':'); ok && str.HasSuffix(w.Text[:len(w.Text)-len(at)], "file:") {
		for str.HasPrefix(at, "//") {
			at = at[1:]
		}
		list = append(list, word.Word{Text: at})
	}
	if len(w.Text) > 2 && w.Text[0] == '-' && w.Text[1] != '-' {
		list = append(list, word.Word{Text: w.Text[2:]})
	}
	return list
}

// writesAt resolves a target in each folder that the command may run in.
func (c *Call) writesAt(cmd *command, t target) []Write {
	dirs := cmd.Dirs
	if len(dirs) == 0 {
		dirs = []word.Word{{}}
	}
	var list []Write
	for _, d := range dirs {
		if t.beside != "" {
			of := t
			if of.Text, of.Glob = t.beside, false; sys.Look(c.writeAt(d, of).At.Abs) == sys.Folder {
				continue
			}
		}
		w := c.writeAt(d, t)
		named := w.Unknown || sys.Look(w.At.Abs) != sys.Folder && !str.HasSuffix(t.Text, "/")
		if len(t.folder) == 0 || named {
			list = append(list, w)
		}
		if len(t.folder) > 0 && (!named || t.Glob && !w.Unknown) {
			// cp a docs writes docs/a.
			for _, in := range into(t.Word, t.folder) {
				list = append(list, c.writeAt(d, in))
			}
		}
	}
	return list
}

func (c *Call) writeAt(dir word.Word, t target) Write {
	w := Write{Said: t.Shown(), Tree: t.tree, Folder: t.empty, Repo: t.repo, Unnamed: t.unnamed, Computed: t.Made || dir.Made, Gone: t.gone, Moved: t.moved, Inside: t.inside, find: t.find, redirect: t.redirect, steers: t.steers, found: t.found}
	text := c.pathFrom(dir, t)
	if t.unnamed {
		w.Unknown, w.Inline, w.wild = true, t.inline && !t.loose, string(rune(match.Hole))
		if t.loose {
			w.wild = "" // any, to a whitelist only
		}
		return w
	}
	if match.Holed(text) {
		w.Unknown, w.pattern = true, t.Glob
		w.wild = text
		w.process = str.HasPrefix(text, "/proc/")
		// What stands behind the last hole is the end of the name, wherever
		// the rest leads: a hole may hold ../ as well.
		for i := len(text) - 1; i >= 0; i-- {
			if text[i] == match.Hole || text[i] == match.HoleWord {
				w.wild = string(rune(match.Hole)) + text[i+1:]
				break
			}
		}
		return w
	}
	at, err := c.place(text)
	if behind, up := behindOpen(text); up {
		w.Unknown, w.Computed, w.wild = true, true, string(rune(match.Hole))+"/"+behind
		return w
	}
	if err != nil || descriptor(at.Named) {
		w.Unknown, w.Computed = true, true
		w.wild = string(rune(match.Hole)) + behindLink(text)
		return w
	}
	w.At = at
	if t.Glob {
		w.Dots, w.taken, w.strays = c.dots() || t.strays, c.takes(t), t.strays
		if t.like != nil {
			like := c.writeAt(dir, target{Word: *t.like})
			w.like, w.taken = &like, like.taken
		}
		w.wild = at.Rel
		if !at.Inside {
			w.wild = at.Abs
		}
	}
	return w
}

// pathFrom is the path that a target's text means to a command that stands in a folder.
func (c *Call) pathFrom(dir word.Word, t target) string {
	text := plainDevice(t.Text)
	if rest, ok := behindHere(text); ok && !t.Home {
		text = "." + rest
	}
	switch {
	case t.Home:
		text = c.Untilde(text)
	case !str.HasPrefix(text, "/") && dir.Text != "":
		from := dir.Text
		if rest, ok := behindHere(from); ok {
			from = "." + rest
		}
		if dir.Home {
			from = c.Untilde(from)
		}
		text = from + "/" + text
	}
	return text
}

// plainDevice is a path by which a process names what it has open as the system
// calls it: /dev/fd is a link to /proc/self/fd, and .. behind it goes up from there.
func plainDevice(path string) string {
	path = processOf(path)
	if rest := str.TrimPrefix(path, "/dev/fd/"); rest != path && climbsOut(rest) {
		return str.CleanPath("/proc/self/fd/" + rest)
	}
	return withoutRoot(path)
}

// processOf is a path by which a process of the call that nobody can know by its number names
// where it is as one of its own: /proc/$$/cwd is /proc/self/cwd to whom it says as much.
func processOf(path string) string {
	if !str.HasPrefix(path, "/proc/") {
		return path
	}
	of, rest, _ := str.Cut(path[len("/proc/"):], '/')
	if of == "" || !match.Holed(of) {
		return path
	}
	if task := str.TrimPrefix(rest, "task/"); task != rest {
		_, rest, _ = str.Cut(task, '/')
	}
	if rest == "cwd" || str.HasPrefix(rest, "cwd/") {
		return "/proc/self/" + rest
	}
	return path
}

// behindOpen is what stands behind the last .. of a path that goes up from a folder which a
// process has open: /dev/stdin/../n.
func behindOpen(path string) (rest string, up bool) {
	for _, open := range [...]string{"/dev/stdin/", "/dev/stdout/", "/dev/stderr/", "/dev/fd/", "/proc/self/fd/"} {
		if i := str.Index(path, "/../"); str.HasPrefix(path, open) && i >= len(open)-1 {
			for rest = path; i >= 0; i = str.Index(rest, "/../") {
				rest = rest[i+len("/../"):]
			}
			return rest, true
		}
	}
	return "", false
}

// withoutRoot is a path that does not go by what the system calls the root of a process.
func withoutRoot(path string) string {
	for str.HasPrefix(path, "/proc/") {
		at := str.Index(path, "/root/")
		if at < 0 || str.Contains(path[:at], "..") {
			break
		}
		if of := str.TrimPrefix(path[len("/proc/"):at], "thread-"); of != "self" && !str.OnlyOf(of, "0123456789") {
			break
		}
		path = path[at+len("/root"):]
		for str.HasPrefix(path, "//") {
			path = path[1:]
		}
	}
	return path
}

// climbsOut reports whether a relative path leaves the folder that it begins in.
func climbsOut(path string) bool {
	return !str.HasPrefix(str.CleanPath("/a/"+path)+"/", "/a/")
}

// behindHere is what stands behind the folder that a command runs in, where a
// word begins with that.
func behindHere(text string) (rest string, ok bool) {
	if !str.HasPrefix(text, word.Here) {
		return "", false
	}
	rest = text[len(word.Here):]
	return rest, rest == "" || rest[0] == '/'
}

// dots reports whether the call makes a star stand for a leading dot.
func (c *Call) dots() bool {
	for _, text := range c.Commands {
		if str.Contains(text, "dotglob") || str.Contains(text, "GLOBIGNORE") || str.Contains(str.Lower(text), "glob_dots") || str.Contains(str.Lower(text), "globdots") {
			return true
		}
	}
	return false
}

// free reports whether writing there keeps nothing. What goes to the call's own
// output is free only where that has not become a file: /dev/stdout opens again,
// for writing, what was opened for reading.
func (c *Case) free(w word.Word) bool {
	t := w.Text
	if str.HasPrefix(t, "/") {
		t = str.CleanPath(t) // /dev/fd/../cwd is somewhere else
	}
	return str.In(t, "/dev/null", "/dev/tty", "/dev/zero", "/dev/full", "-") ||
		str.In(t, "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1", "/proc/self/fd/2") && !c.reopens()
}

// freeTarget is free for what a command writes: - is the output to programs that say so,
// and to the shell and for what is copied a file of that name.
func (c *Case) freeTarget(t target) bool {
	return c.free(t.Word) && (t.Text != "-" || !t.redirect && len(t.folder) == 0)
}

// freeAlways is free for who does not know the whole call yet.
func freeAlways(w word.Word) bool {
	if _, here := behindHere(w.Text); here {
		return false // the folder of the command
	}
	t := str.CleanPath(w.Text)
	return w.Text == "-" || str.In(t, "/dev/null", "/dev/tty", "/dev/zero", "/dev/full", "/dev/stdout", "/dev/stderr") || descriptor(t)
}

// reopens reports whether the call gives a file that it reads to a number that
// commands write to.
func (c *Case) reopens() bool {
	list := c.commandsOf()
	for i := range list {
		for _, r := range list[i].Redirs {
			if r.Reopens {
				return true
			}
		}
	}
	return false
}

// descriptor reports whether a path, which is absolute, means another file to
// each process: what it has open, where it is.
func descriptor(path string) bool {
	if path = str.CleanPath(path); str.HasPrefix(path, "/dev/fd/") || str.In(path, "/dev/stdin", "/dev/stdout", "/dev/stderr") {
		return true
	}
	if !str.HasPrefix(path, "/proc/") {
		return false
	}
	_, rest, _ := str.Cut(path[len("/proc/"):], '/')
	for rest != "" {
		var name string
		if name, rest, _ = str.Cut(rest, '/'); str.In(name, "fd", "cwd", "root", "exe", "map_files") {
			return true
		}
	}
	return false
}

// behindLink is the end of a path that is known to stay what it is.
func behindLink(path string) string {
	path = str.CleanPath(path)
	for _, mark := range [...]string{"/cwd/", "/root/"} {
		if i := str.Index(path, mark); i >= 0 && str.HasPrefix(path, "/proc/") {
			return path[i+len(mark)-1:]
		}
	}
	return ""
}

// A target is a path that a command writes.
type target struct {
	word.Word
	unnamed  bool        // Text says what it is, the command does not name it
	inline   bool        // by a program that stands in the call
	gone     bool        // it is not there afterwards
	changed  bool        // or only changed, where the program is none that removes
	moved    bool        // with gone: it is elsewhere afterwards
	inside   bool        // with gone: what is in it is, and the folder stays (rsync --delete)
	find     *finding    // of what is below, only what this takes
	loose    bool        // and only if what it runs does, which is judged by itself
	empty    bool        // it is a folder, made or removed empty
	repo     bool        // it is of a repository that is made
	tree     bool        // all that is below it as well
	redirect bool        // by the shell, not by the program
	fixed    bool        // it stays where it is when the program changes its folder
	rewrites bool        // it is there before: a file, or those below a folder
	made     bool        // a compiler makes it of other files
	same     bool        // its text stays as it is
	folder   []word.Word // it may be a folder, in which these get their names
	beside   string      // it gets its name beside this, if that is a file
	open     bool        // its pattern stands for names that the program makes
	like     *word.Word  // its last element is the name of this
	steers   string      // the setting that it gets, by which a program runs something
	found    bool        // what find gives is a part of its name
	strays   bool        // it is in any folder that find comes by
	in       bool        // it gets its name in a folder that is named
	prefix   bool        // its name begins so
	whole    bool        // what it is made of goes right into it: cp -T
	of       []word.Word // with whole or inside: what that is
	leads    []word.Word // it becomes a symbolic link that says these
	from     []word.Word // or a link to these
}
