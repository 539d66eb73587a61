package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// What lies in a folder goes into another one by cp -r x/. . and its like, and no
// word names it. This file names what begins with a dot there: by that, a checkout
// from elsewhere would bring its .git and .claude into the worktree.

// maxBrought is how many names of a folder one write stands for.
const maxBrought = 256

// brought are the writes of what begins with a dot in the folders whose contents a
// target gets, if it is the root of the worktree or a home folder.
func (c *Case) brought(before []command, cmd *command, t target) (list []Write) {
	from := t.of
	at := cmd
	switch {
	case !t.tree || t.unnamed || t.gone && !t.inside:
		return nil
	case len(t.folder) > 0:
		from = t.folder
	case from == nil:
		if at, from = packedInto(before, cmd); at == nil {
			return nil
		}
	}
	for _, to := range c.writesAt(cmd, target{Word: t.Word}) {
		if to.Unknown || to.At.Abs == "" || !c.isRoot(to.At) {
			continue
		}
		for _, s := range from {
			if at != cmd || goesIn(s.Text) || (t.whole || t.inside) && (str.HasSuffix(s.Text, "/") || cmd.replaces()) {
				list = append(list, c.broughtOf(at, s, to)...)
			}
		}
	}
	return list
}

// goesIn reports whether of a folder that is named so not itself is copied, but what is
// in it.
func goesIn(text string) bool { return text == "." || str.HasSuffix(text, "/.") }

// replaces reports whether a copy of a folder takes the place of the one that is named,
// as by cp -T.
func (cmd *command) replaces() bool {
	for _, w := range cmd.Words[1:] {
		if w.Text == "--no-target-directory" || str.HasPrefix(w.Text, "-") && !str.HasPrefix(w.Text, "--") && str.IndexByte(w.Text, 'T') > 0 {
			return true
		}
	}
	return false
}

// isRoot reports whether a place is one where clients and git look for what is theirs.
func (c *Case) isRoot(at file.Place) bool {
	if at.Inside && at.Rel == "." {
		return true
	}
	home := c.Home()
	return sys.IsAbs(home) && at.Abs == place(home)
}

// broughtOf are the writes by one folder that goes into another. What one holds that is
// not there yet is not known.
func (c *Case) broughtOf(cmd *command, s word.Word, to Write) (list []Write) {
	for _, from := range c.writesAt(cmd, target{Word: s}) {
		if from.Unknown || from.Glob() || from.At.Abs == to.At.Abs {
			continue
		}
		names, _ := sys.Names(from.At.Abs, maxBrought)
		if sys.Look(from.At.Abs) == sys.Absent && !c.makesAll(from.At) {
			names = []string{".git", ".claude"}
		}
		for _, name := range names {
			if name[0] != '.' {
				continue
			}
			at, err := c.place(join(to.At.Named, name))
			if err == nil {
				list = append(list, Write{Said: name + " of " + from.Said, At: at, Tree: true})
			}
		}
	}
	return list
}

// makesAll reports whether the call itself makes a folder and all that is in it, file by
// file.
func (c *Case) makesAll(at file.Place) (made bool) {
	if c.makesOthers() {
		return false
	}
	list := c.commandsOf()
	for i := range list {
		for _, t := range list[i].written() {
			for _, w := range c.writesAt(&list[i], t) {
				if _, below := file.Within(at.Abs, w.At.Abs, at.Folds); !below || w.Unknown {
					continue
				}
				if t.tree || t.repo {
					return false
				}
				made = true
			}
		}
	}
	return made
}

// packedInto is the command in front of one in a pipe that packs folders for it, and
// those: tar -cf - x | tar -xf -.
func packedInto(before []command, cmd *command) (*command, []word.Word) {
	if !cmd.Piped {
		return nil, nil
	}
	for i := len(before) - 1; i >= 0; i-- {
		if len(before[i].Into) == 0 || !sameWords(before[i].Into, cmd.Words) {
			continue
		}
		var from []word.Word
		for k := range before[i].readings {
			uses := before[i].readings[k].Uses()
			for _, use := range uses {
				if use.Kind == invocation.ReadTree {
					if w := use.Word(); goesIn(w.Text) {
						from = append(from, moved([]target{{Word: w}}, uses)[0].Word)
					}
				}
			}
		}
		return &before[i], from
	}
	return nil, nil
}
