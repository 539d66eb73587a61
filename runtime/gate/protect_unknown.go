package gate

import (
	"kei/runtime/client"
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
)

// This file judges writes to paths that are not known before they happen. Of
// most of them nobody can say that they are protected, and a variable that the
// call was started with is not the call's doing. What the call itself puts
// together is.

// mayBe says what a written file can be, if its path is not known and it can be
// protected.
func (c *Case) mayBe(g *guard, w Write) string {
	if w.Unnamed {
		// A program that computes what it writes: it is believed, unless the call
		// speaks of what is protected.
		if w.Inline && c.speaksOf(g) {
			return g.either()
		}
		return ""
	}
	if why := g.ends(w.wild); why != "" {
		return why
	}
	end := endOf(w.wild)
	speaks := c.speaksOf(g)
	if why := g.couldEnd(end, w.Computed, w.Computed && w.pattern); why != "" {
		return why
	}
	if speaks && (g.inItsFolder(end) || w.process) {
		return g.either()
	}
	if w.Computed && end == "" {
		return g.either()
	}
	if str.IndexByte(end, '/') < 0 && speaks {
		return g.either()
	}
	return ""
}

// mayStray says what a file can be that is written in a folder which find comes by, or
// below one that it gives.
func (c *Case) mayStray(g *guard, w Write) string {
	if !w.strays && !w.found || !w.Glob() {
		return ""
	}
	start, end := w.At.Abs, ""
	if i := str.Index(start, "/**"); i >= 0 {
		start = start[:i]
	}
	if i := str.LastIndexByte(w.wild, '*'); i >= 0 {
		end = w.wild[i+1:]
	}
	name := file.Fold(end[str.LastIndexByte(end, '/')+1:])
	_, over := file.Within(start, g.root+"/.git", w.At.Folds)
	if over && (str.HasPrefix(name, "pre-") || str.HasPrefix(name, "post-") || str.In(name, "commit-msg", "settings.json")) {
		return g.either()
	}
	if !w.strays {
		return ""
	}
	rel := ""
	if w.At.Inside {
		rel = w.At.Rel
	}
	if why := g.path(w, w.At.Abs, rel); why != "" {
		return why
	}
	u := w
	u.Unknown, u.wild = true, string(rune(match.Hole))+end
	return c.mayBe(g, u)
}

// inItsFolder reports whether a path that ends so can be a file that has a name of
// its own in a folder of protected files: config, pre-commit, settings.json.
func (g *guard) inItsFolder(end string) bool {
	name := file.Fold(end[str.LastIndexByte(end, '/')+1:])
	if str.In(name, "config", "head", "index", "commit-msg", "prepare-commit-msg", "applypatch-msg", "push-to-checkout") ||
		str.HasPrefix(name, "pre-") || str.HasPrefix(name, "post-") {
		return true
	}
	for glob := range client.Files {
		tail := string(glob)
		last := tail[str.LastIndexByte(tail, '/')+1:]
		if !g.gitOnly && str.IndexByte(last, '*') < 0 && name == file.Fold(last) {
			return true
		}
	}
	return false
}

// either is what a file can be of which nothing is known.
func (g *guard) either() string {
	if g.gitOnly {
		return isGit
	}
	return isClient
}

// endOf is what stands behind the last hole.
func endOf(wild string) string {
	for i := len(wild) - 1; i >= 0; i-- {
		if wild[i] == match.Hole || wild[i] == match.HoleWord {
			return wild[i+1:]
		}
	}
	return wild
}

// couldEnd says what a path can be that ends so, which may be a pattern of the shell. Names that many files have
// count only where the call itself computes the rest.
func (g *guard) couldEnd(end string, computed, pattern bool) string {
	if end == "" || !computed && str.IndexByte(end, '/') < 0 {
		return ""
	}
	path := string(rune(match.Hole)) + file.Fold(end)
	if computed {
		for _, name := range [...]string{".git/config", ".git/hooks/*", ".git/HEAD", ".git/index"} {
			if (name != ".git/hooks/*" || str.Contains(end, "/") && !str.Contains(end, ".")) && file.Overlap("**/"+name, path, pattern) {
				return isGit
			}
		}
	}
	if g.gitOnly {
		return ""
	}
	for glob := range client.Files {
		tail := string(glob)
		last := tail[str.LastIndexByte(tail, '/')+1:]
		if last == "**" || str.IndexByte(last, '.') < 0 || str.HasPrefix(last, "*.") {
			continue
		}
		if file.Overlap(tail, path, pattern) {
			return isClient
		}
	}
	return ""
}

// speaksOf reports whether the text of the call has a name that protected files
// have, or their folders.
func (c *Case) speaksOf(g *guard) bool {
	for _, text := range c.Commands {
		text = file.Fold(text)
		for i := str.Index(text, ".git"); i >= 0; {
			rest := text[i+len(".git"):]
			if rest == "" || !(rest[0] >= 'a' && rest[0] <= 'z' || rest[0] == '-' || rest[0] == '.') {
				if i == 0 || rest != "" && rest[0] == '/' || !(text[i-1] >= 'a' && text[i-1] <= 'z' || text[i-1] >= '0' && text[i-1] <= '9') {
					return true // not that of an address that ends in it
				}
			}
			next := str.Index(rest, ".git")
			if next < 0 {
				break
			}
			i += len(".git") + next
		}
		if g.gitOnly {
			continue
		}
		for glob := range client.Files {
			for rest := string(glob); rest != ""; {
				var name string
				name, rest, _ = str.Cut(rest, '/')
				if (len(name) > 3 && name[0] == '.' || name == "settings.json" || name == "hooks.json") &&
					!str.In(name, ".github", ".config", ".env", ".vscode") && str.IndexByte(name, '*') < 0 && str.Contains(text, name) {
					return true
				}
			}
		}
	}
	return false
}
