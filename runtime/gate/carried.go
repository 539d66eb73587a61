package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// A link that is moved, copied or packed says in its new folder what it said in the old
// one, and leads elsewhere. This file follows the links of a call to where its commands
// carry them, and knows the folders into which an archive may bring some.

// A scriptLink is a symbolic link that a program which stands in the call makes.
type scriptLink struct{ at, says word.Word }

// carried are the links that a command gives another place, alone or with the folder that
// they lie in.
func (c *Call) carried(cmd *command, have []madeLink) (list []madeLink) {
	sources, dests := cmd.carries()
	if len(dests) == 0 {
		return nil
	}
	for _, s := range sources {
		for _, from := range c.writesAt(cmd, target{Word: s}) {
			if from.Unknown || from.At.Named == "" {
				continue
			}
			lying := have
			if says, err := sys.ReadLink(from.At.Named); err == nil && sys.Look(from.At.Named) == sys.Link && !str.HasPrefix(says, "/") {
				lying = append(lying[:len(lying):len(lying)], madeLink{at: from.At.Named, says: []word.Word{{Text: says}}})
			}
			for i := range lying {
				name, rest, ok := lying[i].below(from.At.Named)
				for _, d := range dests {
					if ok && len(list) < maxLinked {
						list = append(list, c.carriedTo(cmd, &lying[i], d, name, rest)...)
					}
				}
			}
		}
	}
	return list
}

// carries are what a command takes somewhere and the places that may get it.
func (cmd *command) carries() (sources, dests []word.Word) {
	if len(cmd.targets) > 0 {
		sources, dests = append(cmd.removed[:len(cmd.removed):len(cmd.removed)], cmd.read...), cmd.targets
	}
	for i := range cmd.readings {
		uses := cmd.readings[i].Uses()
		var to []target
		for _, use := range uses {
			switch use.Resolved() {
			case invocation.Read, invocation.ReadTree, invocation.Move, invocation.Link:
				for _, t := range moved(asTargets(use.Words), uses) {
					sources = append(sources, t.Word)
				}
			case invocation.Dest, invocation.Into, invocation.WriteTree, invocation.Tree, invocation.Write:
				to = append(to, asTargets(use.Words)...)
			}
		}
		for _, t := range moved(to, uses) {
			dests = append(dests, t.Word)
		}
	}
	return sources, dests
}

func asTargets(words []word.Word) (list []target) {
	for _, w := range words {
		list = append(list, target{Word: w})
	}
	return list
}

// below reports whether a path, which may be a pattern, is the link or a folder that it
// lies in; name is what that is called, and rest the way from there to the link.
func (l *madeLink) below(path string) (name, rest string, ok bool) {
	for at := l.at; len(at) > 1; at = file.Parent(at) {
		if overlaps(at, path) {
			return baseName(at), l.at[len(at):], true
		}
	}
	return "", "", false
}

// carriedTo are the links that one becomes which comes into a folder with what is called
// so, or takes the place of that.
func (c *Call) carriedTo(cmd *command, l *madeLink, dest word.Word, name, rest string) (list []madeLink) {
	for _, to := range c.writesAt(cmd, target{Word: dest}) {
		if to.Unknown || to.At.Named == "" {
			continue
		}
		for _, at := range [...]string{join(file.Clean(to.At.Named), name) + rest, file.Clean(to.At.Named) + rest} {
			if l.any {
				list = append(list, madeLink{at: at, to: l.to, any: true, moved: true})
			} else {
				one := c.saying(at, l.says, true)
				one.to = append(one.to, l.to...)
				list = append(list, one)
			}
		}
	}
	return list
}

// unpacks is the folder in which a command unpacks an archive that may hold links: one that
// the call puts together, out of text or of what has links of its own. What was there
// before, or comes from elsewhere, is taken for what its makers packed.
func (c *Call) unpacks(list []command, cmd *command, have []madeLink) (dir string, ok bool) {
	for i := range cmd.readings {
		uses := cmd.readings[i].Uses()
		var to, from []target
		stdin := true
		for _, use := range uses {
			switch {
			case use.Resolved() == invocation.WriteTree, use.Resolved() == invocation.Tree:
				to = append(to, asTargets(use.Words)...)
			case use.Name == "ARCHIVE" && !use.Resolved().Writes():
				from = append(from, asTargets(use.Words)...)
				stdin = len(use.Words) > 0 && use.Word().Text == "-"
			}
		}
		if len(to) == 0 || flowOf(&cmd.readings[i]) != "unpacks" {
			continue
		}
		made := stdin && (cmd.Stdin != nil || cmd.Piped && c.packedOf(list, cmd, have)) || c.packedAt(list, cmd, from, have)
		for _, t := range moved(to[len(to)-1:], uses) {
			for _, w := range c.writesAt(cmd, t) {
				if made && !w.Unknown && w.At.Named != "" {
					return file.Clean(w.At.Named), true
				}
			}
		}
	}
	return "", false
}

// packedOf reports whether what comes out of a pipe for a command is an archive that the
// call puts together.
func (c *Call) packedOf(list []command, cmd *command, have []madeLink) bool {
	for i := cmd.at - 1; i >= 0; i-- {
		up := &list[i]
		if up.from != cmd.from || len(up.Words) == 0 {
			continue
		}
		if up.packs() {
			return len(have) > 0
		}
		if opened := up.opened(); len(opened) > 0 {
			return c.packedAt(list, up, opened, have)
		}
		if !up.Piped || up.Stdin != nil {
			return up.Stdin != nil || !up.remote && !up.effects().Has(effect.Fetches|effect.Sends)
		}
	}
	return true
}

// packedAt reports whether one of the archives is a file that the call puts together.
func (c *Call) packedAt(list []command, cmd *command, archives []target, have []madeLink) bool {
	for _, a := range archives {
		where := c.writesAt(cmd, a)
		for i := range list[:cmd.at] {
			by := &list[i]
			for _, t := range by.written() {
				if t.Glob || t.tree || !c.sameFile(c.writesAt(by, t), where) {
					continue
				}
				if len(have) > 0 || !by.packs() && !by.effects().Has(effect.Fetches) && len(t.folder) == 0 && !t.in {
					return true
				}
			}
		}
	}
	return false
}

// sameFile reports whether two lists of places have one in common.
func (c *Call) sameFile(a, b []Write) bool {
	for _, x := range a {
		for _, y := range b {
			if !x.Unknown && !y.Unknown && x.At.Abs == y.At.Abs {
				return true
			}
		}
	}
	return false
}

// packs reports whether a command makes one file of those in folders.
func (cmd *command) packs() bool {
	for i := range cmd.readings {
		if flowOf(&cmd.readings[i]) == "packs" {
			return true
		}
	}
	return false
}

// opened are the files that a command is fed, or names, and prints what stands in.
func (cmd *command) opened() (files []target) {
	for _, r := range cmd.Redirs {
		if r.Read || !r.Write {
			files = append(files, target{Word: r.Target})
		}
	}
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if readsFile(&use) {
				files = append(files, asTargets(use.Words)...)
			}
		}
	}
	return files
}

// renamedIn are the files that a command unpacks under names which another one of the call
// gave them when it packed them: tar c --transform s,a,b, a | tar x.
func (c *Case) renamedIn(list []command, cmd *command) (more []target) {
	for i := range cmd.readings {
		if flowOf(&cmd.readings[i]) != "unpacks" {
			continue
		}
		uses := cmd.readings[i].Uses()
		for k := range list[:cmd.at] {
			if by := &list[k]; by.packs() {
				more = append(more, moved(by.renames(), uses)...)
			}
		}
	}
	return more
}

// renames are the names that a command gives to what it packs.
func (cmd *command) renames() (list []target) {
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if use.Kind == invocation.Text && str.In(use.Name, "EXPRESSION", "REPLACEMENT") {
				list = append(list, asTargets(script.Named("transform").Read(script.Text{Word: use.Word()}).Writes)...)
			}
		}
	}
	return list
}
