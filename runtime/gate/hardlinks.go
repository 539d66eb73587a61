package gate

import (
	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A hard link is the file itself under another name: what is written by one name is
// written by all. A file that has only one, which nearly all have, costs a look.

// twins are the other names in the worktree of what is written, each as a write of its
// own. What git and package managers keep is not looked through: they link what they
// like, and no policy is about it.
func (c *Case) twins(w Write) (list []Write) {
	if w.Unknown || w.Unnamed || w.Gone || w.Glob() || w.find != nil || !sys.HardLinked(w.At.Abs) {
		return nil
	}
	root, err := file.Resolve(file.Clean(c.Root))
	if err != nil {
		return nil
	}
	queue, budget := []string{root}, maxWalked
	for len(queue) > 0 {
		folder := queue[0]
		queue = queue[1:]
		names, _ := sys.Names(folder, maxNames)
		for _, name := range names {
			if budget--; budget < 0 {
				return list
			}
			at := folder + "/" + name
			switch sys.Look(at) {
			case sys.Folder:
				if !str.In(name, ".git", "node_modules", "target", ".venv") {
					queue = append(queue, at)
				}
			case sys.There:
				if same, _ := sys.SameFile(w.At.Abs, at); !same || at == w.At.Abs {
					continue
				}
				if place, err := c.place(at); err == nil {
					twin := w
					twin.At, twin.Said = place, w.Said+" (which is "+place.Rel+", too)"
					list = append(list, twin)
				}
			}
		}
	}
	return list
}

// twin says what a written file is that is protected by another of its names.
func (g *guard) twin(w Write) string {
	if w.Gone || !sys.HardLinked(w.At.Abs) {
		return ""
	}
	is := func(path string) bool {
		same, _ := sys.SameFile(w.At.Abs, path)
		return same
	}
	for _, f := range g.files {
		if is(f.path) {
			return f.what
		}
	}
	if g.ofGit(is) {
		return isGit
	}
	if !g.gitOnly && g.ofClient(is) {
		return isClient
	}
	return ""
}

// ofGit reports whether a file is one that git goes by, in the worktree's own folder of
// git or, where that is one of several, in the one that they share.
func (g *guard) ofGit(is func(path string) bool) bool {
	if gitHolds(g.root+"/.git", is) {
		return true
	}
	for _, f := range g.folders {
		if f.what == isGit && gitHolds(f.path, is) {
			return true
		}
	}
	return false
}

func gitHolds(folder string, is func(path string) bool) bool {
	for _, below := range [...]string{"/", "/hooks/", "/info/", "/refs/heads/"} {
		if amongNames(folder+below, is) {
			return true
		}
	}
	return false
}

// amongNames reports whether a file is one of those in a folder, whose path ends in /.
func amongNames(folder string, is func(path string) bool) bool {
	names, _ := sys.Names(folder, maxNames)
	for _, name := range names {
		if is(folder + name) {
			return true
		}
	}
	return false
}

// ofClient reports whether a file is one of a client's, in the worktree or at home.
func (g *guard) ofClient(is func(path string) bool) bool {
	home, _ := file.Resolve(file.Clean(g.of.Home()))
	for glob := range client.Files {
		tail := str.TrimPrefix(string(glob), "**/")
		if str.HasPrefix(tail, "/") {
			if str.IndexByte(tail, '*') < 0 && is(tail) {
				return true
			}
			continue
		}
		for _, folder := range [...]string{g.root, home} {
			at := folder + "/" + tail
			switch i := str.IndexByte(at, '*'); {
			case i < 0:
				if is(at) {
					return true
				}
			default:
				at = at[:str.LastIndexByte(at[:i], '/')+1]
				if at != folder+"/" && amongNames(at, is) {
					return true
				}
			}
		}
	}
	return false
}
