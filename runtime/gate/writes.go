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
	Said    string     // the path as the call has it
	At      file.Place // where that is
	Tree    bool       // everything below it is affected too
	Folder  bool       // it is a folder that is made or removed empty
	Unknown bool       // it is computed at run time
	Unnamed bool       // the command does not name it: Said says what it is
	Granted bool       // an allow pattern of the policy names it

	among   *sieve // what find leaves out of a tree
	printed string // how find names its folder

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
			if err := f(Write{Said: p, At: at}); err != nil {
				return err
			}
		}
		return nil
	}
	if c.Does != Shell {
		return nil
	}
	list := c.commandsOf()
	for i := range list {
		cmd := &list[i]
		if cmd.remote || cmd.literal && !cmd.module {
			continue
		}
		targets := cmd.written()
		if len(targets) == 0 {
			continue
		}
		granted := c.granted(cmd)
		for _, t := range targets {
			if freeTarget(t.Word) {
				continue
			}
			for _, w := range c.writesAt(cmd, t) {
				w.Granted = granted && !t.redirect
				w.amongFound(cmd, t)
				if err := f(w); err != nil {
					return err
				}
			}
		}
	}
	return nil
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
		w := c.writeAt(d, t)
		if len(t.folder) == 0 || w.Unknown || sys.Look(w.At.Abs) != sys.Folder && !str.HasSuffix(t.Text, "/") {
			list = append(list, w)
		} else {
			// cp a docs writes docs/a.
			for _, in := range into(t.Word, t.folder) {
				list = append(list, c.writeAt(d, in))
			}
		}
	}
	return list
}

func (c *Call) writeAt(dir word.Word, t target) Write {
	w := Write{Said: t.Shown(), Tree: t.tree, Folder: t.empty, Unnamed: t.unnamed}
	text := t.Text
	switch {
	case t.Home:
		text = c.Untilde(text)
	case !str.HasPrefix(text, "/") && dir.Text != "":
		from := dir.Text
		if dir.Home {
			from = c.Untilde(from)
		}
		text = from + "/" + text
	}
	if t.unnamed || match.Holed(text) {
		w.Unknown = true
		w.wild = text
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
	if err != nil {
		w.Unknown = true
		w.wild = string(rune(match.Hole))
		return w
	}
	w.At = at
	if t.Glob {
		w.wild = at.Rel
		if !at.Inside {
			w.wild = at.Abs
		}
	}
	return w
}

// freeTarget reports whether writing there keeps nothing.
func freeTarget(w word.Word) bool {
	t := w.Text
	if str.HasPrefix(t, "/") {
		t = str.CleanPath(t) // /dev/fd/../cwd is somewhere else
	}
	return str.In(t, "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full", "-") ||
		str.HasPrefix(t, "/dev/fd/") || str.HasPrefix(t, "/proc/self/fd/")
}

// A target is a path that a command writes.
type target struct {
	word.Word
	unnamed  bool        // Text says what it is, the command does not name it
	empty    bool        // it is a folder, made or removed empty
	tree     bool        // all that is below it as well
	redirect bool        // by the shell, not by the program
	fixed    bool        // it stays where it is when the program changes its folder
	made     bool        // a compiler makes it of other files
	same     bool        // its text stays as it is
	folder   []word.Word // it may be a folder, in which these get their names
}
