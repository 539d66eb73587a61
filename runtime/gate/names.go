package gate

import (
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// What a command reads is often what others of the same call list: find's
// names given to xargs, a loop over those of git ls-files. A word that is not
// known before it runs is then one of these names.

// named says what a word that is not known can be, if all that the call prints
// are names of files: one that may not be read, "" if none of them may not.
func (e *reads) named(cmd *command, m mention) (known bool, hit string, g Glob) {
	sources := 0
	for i := range e.list {
		other := &e.list[i]
		if other == cmd || len(other.Words) == 0 {
			continue
		}
		if other.remote || len(other.readings) == 0 {
			return false, "", ""
		}
		names, silent, ok := e.printed(other)
		if !ok {
			return false, "", ""
		}
		if !silent {
			sources++
		}
		for _, n := range names {
			for _, d := range append([]word.Word(nil), orHere(other.Dirs)...) {
				l := e.look(n.s)
				hit, g = e.lists(l, d, n)
				if hit != "" {
					return true, hit, g
				}
			}
		}
	}
	return sources > 0, "", ""
}

func orHere(dirs []word.Word) []word.Word {
	if len(dirs) == 0 {
		return []word.Word{{}}
	}
	return dirs
}

// lists is one of the names that a mention stands for, "" if none of them may
// not be read.
func (e *reads) lists(l *look, dir word.Word, m mention) (string, Glob) {
	fake := *e
	fake.list, fake.trust = nil, false
	if m.Holed() || dir.Holed() {
		return e.anywhere(func(string) bool { return true })
	}
	text := m.Text
	if m.Home {
		text = e.c.Untilde(text)
	} else if !str.HasPrefix(text, "/") && dir.Text != "" {
		if dir.Home {
			dir.Text = e.c.Untilde(dir.Text)
		}
		text = dir.Text + "/" + text
	}
	if m.Glob || !m.tree {
		if err := fake.mention(&command{}, dir, m); err != nil {
			return m.Shown(), "what may not be read"
		}
		return "", ""
	}
	at, err := e.c.place(text)
	if err != nil {
		return text, "what may not be read"
	}
	if sys.Look(at.Abs) != sys.Folder {
		// ls FILE lists the file.
		g, _ := e.matches(at)
		if g == "" {
			return "", ""
		}
		return m.Shown(), g
	}
	l.below(at.Abs, at.Named, m.Text, nil)
	if l.full {
		return "any file", "what may not be read"
	}
	return l.hit, l.glob
}

// printed are the names of files that a command prints. silent: it has none of
// its own. ok is false if it can print anything.
func (e *reads) printed(cmd *command) (names []mention, silent, ok bool) {
	for _, r := range cmd.Redirs {
		if r.Read {
			return nil, false, false
		}
	}
	if cmd.Stdin != nil {
		for _, one := range str.Fields(cmd.Stdin.Text) {
			names = append(names, mention{Word: word.Word{Text: one}})
		}
	}
	silent = len(names) == 0
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		more, none, understood := printedBy(inv, cmd.effects())
		if !understood {
			return nil, false, false
		}
		names, silent = append(names, more...), silent && none
	}
	return names, silent, true
}

func printedBy(inv *invocation.Invocation, does effect.Set) (names []mention, silent, ok bool) {
	s := sieveOf(inv)
	switch {
	case inv.Says(invocation.SaysNothing) || does&effect.Prints == 0:
		return nil, true, true
	case inv.Says(invocation.SaysLines):
		for _, use := range inv.Uses() {
			switch use.Resolved() {
			case invocation.Read, invocation.ReadTree:
				return nil, false, false
			}
		}
		return nil, true, true
	}
	switch inv.SaysText() {
	case invocation.SaysWords, invocation.SaysFormat:
		return echoed(inv)
	}
	for _, use := range inv.Uses() {
		switch kind := use.Resolved(); {
		case kind == invocation.List || kind == invocation.ReadTree && onlyNames(inv):
			for _, w := range use.Words {
				names = append(names, from(mention{Word: w, tree: true, s: s}, inv.Uses())...)
			}
		case kind.Reads() || kind == invocation.Run && len(names) == 0:
			return nil, false, false
		}
	}
	if inv.Has("-printf") || inv.Has("--format") || len(names) == 0 {
		return nil, false, false
	}
	return names, false, true
}

// onlyNames reports whether a search prints the names of files, and not what is
// in them.
func onlyNames(inv *invocation.Invocation) bool {
	for _, o := range [...]string{"--files-with-matches", "--files-without-match", "--files-without-matches", "--files", "--name-only"} {
		if inv.Has(o) {
			return true
		}
	}
	return false
}

// echoed are the words that are printed as they are.
func echoed(inv *invocation.Invocation) (names []mention, silent, ok bool) {
	for i, w := range inv.Words[1:] {
		if str.IndexByte(w.Text, '\\') >= 0 || str.IndexByte(w.Text, '%') >= 0 {
			if i == 0 && str.In(w.Text, `%s\n`, `%s\0`, "%s\n") {
				continue
			}
			return nil, false, false
		}
		if w.Holed() {
			continue // what another command printed
		}
		for _, one := range str.Fields(w.Text) {
			names = append(names, mention{Word: word.Word{Text: one, Glob: w.Glob, Home: w.Home}})
		}
	}
	return names, len(names) == 0, true
}
