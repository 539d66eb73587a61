package gate

// This file compares what is written with the globs of rules and tasks.

import (
	"kei/runtime/file"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// matchWrite returns the first glob that a write matches, could match with
// what is not known of its path filled in, or matches somewhere below it when
// all that is below is affected: rm -rf src hits a rule about src/gen/**.
func matchWrite(globs []Glob, w Write) (Glob, bool) {
	if w.Unnamed && w.wild == "" {
		// What it runs is judged by itself; only a rule about all files is met.
		for _, g := range globs {
			if g == "**" {
				return g, true
			}
		}
		return "", false
	}
	if w.wild == "" && !w.Tree {
		return file.MatchEither(globs, w.At)
	}
	if !w.Unknown {
		if g, ok := file.MatchEither(globs, w.At); ok {
			return g, true
		}
	}
	path := w.wild
	if path == "" {
		path = w.At.Rel
		if !w.At.Inside {
			path = w.At.Abs
		}
	}
	fold := w.At.Folds
	for _, g := range globs {
		pattern := string(g)
		if w.Unnamed && !w.Inline && (str.HasPrefix(baseName(pattern), ".git") || inGit(pattern) || str.Contains(pattern, "/.config/git/")) {
			continue // what git keeps no other program has a reason to write
		}
		if str.HasPrefix(pattern, "/") && w.At.Inside && !w.Unknown {
			continue // another place than the worktree
		}
		if fold {
			pattern, path = file.Fold(pattern), file.Fold(path)
		}
		if file.Overlap(pattern, path, w.Glob()) {
			return g, true
		}
		if w.Tree && file.Overlap(pattern, belowOf(path, pattern), w.Glob()) {
			return g, true
		}
	}
	return "", false
}

// belowOf is what lies below a folder, as far as a glob is looked for there. One that
// can match at any depth is not looked for deeper down: every folder could hold a
// Cargo.toml, and verify sees what is gone. One that names the folder is: .github of
// **/.github/workflows/**.
func belowOf(path, pattern string) string {
	below := path + "/"
	switch path {
	case ".":
		below = ""
	case "/":
		below = "/"
	}
	if !str.HasPrefix(pattern, "**") || path == "." || path == "/" || names(pattern, path) {
		below += string(rune(match.Hole))
	}
	return below
}

// names reports whether what a glob says behind **/ begins with the end of a path.
func names(pattern, path string) bool {
	if !str.HasPrefix(pattern, "**/") {
		return false
	}
	said := pattern[len("**/"):]
	for path != "" {
		if str.HasPrefix(said, path+"/") {
			return true
		}
		_, path, _ = str.Cut(path, '/')
	}
	return false
}

// Glob reports whether the path holds a shell's file name pattern.
func (w Write) Glob() bool { return w.wild != "" && !w.Unknown }

// whole reports whether the whitelist covers the write: the file, and if all
// that is below is affected, anything there could be.
func whole(globs []Glob, w Write) bool {
	if w.Tree || w.Folder {
		below := w.At
		below.Rel, below.Abs = below.Rel+"/", below.Abs+"/"
		if w.At.Rel == "." {
			below.Rel = "/"
		}
		if _, ok := file.MatchAny(globs, below); ok {
			return true
		}
		if w.Tree && sys.Look(w.At.Abs) == sys.Folder {
			return false
		}
	}
	if i := str.Index(w.At.Rel, "**"); i >= 0 && w.Glob() {
		// What find gives stands at any depth.
		deep := w.At
		deep.Rel = w.At.Rel[:i] + "*/*/*" + w.At.Rel[i+2:]
		if _, ok := file.MatchAny(globs, deep); !ok {
			return false
		}
	}
	_, ok := file.MatchAny(globs, w.At)
	return ok
}

// joinGlobs lists globs in a message.
func joinGlobs(globs []Glob) string {
	const most = 12
	s := ""
	for i, g := range globs {
		if i == most {
			return s + ", and " + str.Itoa(int64(len(globs)-most)) + " more"
		}
		if i > 0 {
			s += ", "
		}
		s += string(g)
	}
	if s == "" {
		return "it is empty"
	}
	return s
}
