package gate

import (
	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Deleting or moving a folder does so to what is in it. This file looks for what
// is protected in folders, as they are on the disk.

// Bounds on what is looked at for one write.
const (
	maxWalked = maxLooked // entries that find goes through
	maxNames  = maxLooked // of one folder
	maxBelow  = 500       // entries of a folder that goes as a whole
)

// tree says what is protected in a folder that goes, or among what find takes of
// it.
func (g *guard) tree(w Write) string {
	if w.find != nil {
		return g.found(w)
	}
	if !w.Gone || !w.Tree || w.Glob() {
		return ""
	}
	if _, holds := file.Within(w.At.Abs, g.root, w.At.Folds); holds {
		return g.either() // the worktree, or what it is in
	}
	if w.At.Inside && !g.gitOnly && sys.Look(w.At.Abs) == sys.Folder {
		budget := maxBelow
		if g.clientBelow(w.At.Abs, 2, &budget) {
			return isClient
		}
	}
	return ""
}

// clientBelow reports whether a client's files lie below a folder. What programs
// fill and nobody edits is not looked into.
func (g *guard) clientBelow(folder string, depth int, budget *int) bool {
	if str.In(baseName(folder), "node_modules", "target", "dist", "build", ".venv", "venv", "vendor") {
		return false
	}
	names, _ := sys.Names(folder, maxNames)
	for _, name := range names {
		if *budget--; *budget < 0 {
			return false
		}
		at := folder + "/" + name
		if name[0] == '.' && client.IsFile(file.Fold(at)) && sys.Look(at) != sys.Absent {
			return true
		}
		if depth > 1 && name != ".git" && sys.Look(at) == sys.Folder && g.clientBelow(at, depth-1, budget) {
			return true
		}
	}
	return false
}

// A walked folder is one whose entries find looks at.
type walked struct {
	abs, shown string
	depth      int
	taken      bool // it goes as a whole
}

// found says what is protected among what find takes.
func (g *guard) found(w Write) string {
	if w.like != nil {
		return "" // it is elsewhere, and gets its name here
	}
	abs := w.At.Abs
	if str.HasSuffix(abs, "/**") {
		abs = abs[:len(abs)-len("/**")]
	}
	shown := trimStars(w.Said)
	if str.ContainsAny(baseName(abs), "*?[") {
		return g.foundAmong(w, abs, shown)
	}
	taken, pruned := w.find.takes(shown, true, 0)
	if taken && w.Tree && w.Gone && !w.find.erases {
		if _, holds := file.Within(abs, g.root, w.At.Folds); holds {
			return g.either()
		}
	}
	if pruned {
		return ""
	}
	whole := w.Tree && !w.find.erases
	shown = w.find.prints(shown, abs)
	start := walked{abs, shown, 1, false}
	if rel, holds := file.Within(abs, g.root, w.At.Folds); holds && rel != "." {
		// What lies beside the worktree is more than anybody looks at.
		start = walked{g.root, shown + "/" + rel, 1 + len(elementsOf(rel)), whole && w.find.takesOn(shown, rel)}
	}
	queue, budget := []walked{start}, maxWalked
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		names, _ := sys.Names(at.abs, maxNames)
		for _, name := range names {
			if budget--; budget < 0 {
				return ""
			}
			next := walked{at.abs + "/" + name, at.shown + "/" + name, at.depth + 1, at.taken}
			folder := sys.Look(next.abs) == sys.Folder
			takes, pruned := w.find.takes(next.shown, folder, at.depth)
			if next.taken || takes && (whole || !folder) {
				next.taken = true
				rel, inside := file.Within(g.root, next.abs, w.At.Folds)
				if !inside {
					rel = ""
				}
				if why := g.path(Write{}, next.abs, rel); why != "" {
					return why
				}
			}
			if folder && (!pruned || next.taken) {
				next.taken = next.taken && whole
				queue = append(queue, next)
			}
		}
	}
	return ""
}

// foundAmong says what is protected among what find takes of the places that a pattern of
// the shell stands for.
func (g *guard) foundAmong(w Write, abs, shown string) string {
	folder, pattern := file.Parent(abs), baseName(abs)
	hidden := w.Dots || pattern[0] == '.' || pattern[0] == '['
	names, _ := sys.Names(folder, maxNames)
	for _, name := range names {
		if name[0] == '.' && !hidden || !shellMatch(pattern, name) {
			continue
		}
		one := w
		one.At.Abs, one.Said = folder+"/"+name, name
		if at := linkFolder(shown); at != "" {
			one.Said = at + "/" + name
		}
		why := ""
		if sys.Look(one.At.Abs) == sys.Folder {
			why = g.found(one)
		} else if takes, _ := w.find.takes(one.Said, false, 0); takes {
			rel, _ := file.Within(g.root, one.At.Abs, w.At.Folds)
			why = g.path(Write{}, one.At.Abs, rel)
		}
		if why != "" {
			return why
		}
	}
	return ""
}

func trimStars(s string) string {
	if str.HasSuffix(s, "/**") {
		s = s[:len(s)-len("/**")]
	}
	if s == "" {
		return "/"
	}
	return s
}
