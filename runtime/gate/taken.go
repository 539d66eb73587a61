package gate

import (
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A pattern of file names in what a command writes, and a folder that it goes
// through, stand for what lies on the disk when it runs. This file looks there
// for what a rule is about: that src/*.ts could be a Jenkinsfile.ts, of which
// there is none, stops nobody.

// A hit is the entry of a list that a write meets.
type hit struct {
	glob Glob
	file string // which of those that a pattern or a folder stands for; "" if the write is one file, or it is not known
}

// says tells what of the write the hit is about.
func (h hit) says(w Write) string {
	if h.file == "" || h.file == w.Said {
		return w.Said
	}
	return h.file + ", one of " + w.Said + ","
}

// meets is what of a list's globs a write could be, of which it is known that it
// may be one: the glob that it overlaps, or what the disk says where that is asked.
func (c *Case) meets(globs []Glob, w Write) (hit, bool) {
	g, ok := matchWrite(globs, w)
	if !ok || w.Unknown {
		return hit{glob: g}, ok
	}
	if l := c.lookFor(globs, w); l != nil && !l.full {
		return hit{l.glob, l.hit}, l.hit != ""
	}
	return hit{glob: g}, true
}

// lookFor looks among what the write's pattern or folder stands for; nil if that
// does not say all that the write may be.
func (c *Case) lookFor(globs []Glob, w Write) *look {
	looked := c.looked
	defer func() { c.looked = looked }() // a rule each, and a write each, has the disk for itself
	c.looked = 0
	l := c.newLook(globs, w.among)
	switch folder := str.TrimSuffix(w.At.Abs, "/**"); {
	case w.among != nil && sys.Look(folder) == sys.Folder:
		l.below(folder, folder, w.printed, nil)
	case !w.taken || w.find != nil || c.makesOthers():
		return nil
	case w.like != nil:
		l.s = w.like.among
		l.each = func(_, named string, folder bool) { l.named(w, baseName(named), folder) }
		if !l.pattern(w.like.At.Named, w.like.printed, false, w.Dots) {
			return nil
		}
	default:
		if g, ok := file.MatchEither(globs, w.At); ok {
			l.hit, l.glob = w.Said, g // a pattern that nothing matches is a name
			return l
		}
		if l.s != nil {
			named := *l.s // a pattern names what it matches, whatever its language is
			named.types = nil
			l.s = &named
		}
		if !l.pattern(w.At.Named, w.printed, w.Tree, w.Dots || w.among != nil) {
			return nil
		}
	}
	return l
}

// named asks about a name that something gets in the folder of a write. With a folder
// comes what is in it, which is not looked for here.
func (l *look) named(w Write, name string, folder bool) {
	at, err := l.c.place(join(file.Parent(w.At.Named), name))
	switch g, ok := file.MatchEither(l.globs, at); {
	case folder || err != nil:
		l.full = true
	case ok:
		l.hit, l.glob = join(file.Parent(w.Said), name), g
	}
}

// pattern goes through what an absolute path with patterns in it stands for. It
// reports false if it is of a kind that is not read here.
func (l *look) pattern(path, printed string, whole, dots bool) bool {
	folder, elements, ok := cutPattern(path)
	if !ok {
		return false
	}
	place, err := l.c.place(folder)
	if err != nil {
		return false
	}
	l.expand(place.Abs, place.Named, printed, elements, whole, dots, 0)
	return true
}

// cutPattern takes an absolute path apart in front of the first element with a pattern
// in it. ok is false if there is more in it than stars, question marks and brackets.
func cutPattern(path string) (folder string, elements []string, ok bool) {
	if str.ContainsAny(path, "(){}|\\") {
		return "", nil, false
	}
	folder = "/"
	for rest := str.TrimPrefix(path, "/"); rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, '/')
		switch {
		case elements == nil && !str.ContainsAny(one, "*?[") && rest != "":
			folder = join(folder, one)
		default:
			elements = append(elements, one)
		}
	}
	return folder, elements, len(elements) > 0
}

// takes reports whether what a target's pattern stands for is what lies on the disk.
func (c *Call) takes(t target) bool {
	if !t.Glob || t.Part || t.open || str.Contains(t.Text, "..") {
		return false
	}
	for _, text := range c.Commands {
		if low := str.Lower(text); str.Contains(low, "nocase") || str.Contains(low, "no_case") || str.Contains(low, "extendedglob") || str.Contains(low, "extended_glob") {
			return false
		}
	}
	return true
}

// makesOthers reports whether some command of the call may put files into place
// whose names no rule has seen: links, what is unpacked, folders that are moved or
// copied with all that is in them. What a pattern stands for is not known then.
func (c *Case) makesOthers() bool {
	if c.others == nil {
		made := false
		list := c.commandsOf()
		for i := range list {
			for _, t := range list[i].written() {
				made = made || len(t.leads)+len(t.from) > 0 || t.unnamed && !t.loose || t.Holed() && !t.gone || t.fills() || c.bringsFolder(&list[i], t)
			}
		}
		c.others = &made
	}
	return *c.others
}

// fills reports whether files of any name are made below a target.
func (t *target) fills() bool {
	return t.tree && (!t.gone || t.inside) && !t.rewrites && !t.same && !t.in && t.folder == nil
}

// bringsFolder reports whether a target is the place of a folder that gets there
// with all that is in it.
func (c *Case) bringsFolder(cmd *command, t target) bool {
	sources := t.folder
	switch {
	case !t.tree || !t.in && t.folder == nil:
		return false
	case t.like != nil:
		sources = []word.Word{*t.like}
	case t.in:
		return true
	}
	for _, s := range sources {
		for _, w := range c.writesAt(cmd, target{Word: s}) {
			if w.Unknown || w.Glob() && !w.taken {
				return true
			}
			if !w.Glob() && sys.Look(w.At.Abs) != sys.Folder {
				continue
			}
			l := c.newLook(nil, nil)
			l.each = func(_, _ string, folder bool) { l.full = l.full || folder }
			if !w.Glob() || !l.pattern(w.At.Named, "", false, w.Dots) || l.full {
				return true
			}
		}
	}
	return false
}
