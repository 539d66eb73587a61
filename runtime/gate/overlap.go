package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// matchWrite returns the first glob that a write matches, could match with
// what is not known of its path filled in, or matches somewhere below it when
// all that is below is affected: rm -rf src hits a rule about src/gen/**.
func matchWrite(globs []Glob, w Write) (Glob, bool) {
	if w.wild == "" && !w.Tree {
		return matchEither(globs, w.At)
	}
	if !w.Unknown {
		if g, ok := matchEither(globs, w.At); ok {
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
	fold := w.At.folds
	for _, g := range globs {
		pattern := string(g)
		if str.HasPrefix(pattern, "/") && w.At.Inside && !w.Unknown {
			continue // another place than the worktree
		}
		if fold {
			pattern, path = foldPath(pattern), foldPath(path)
		}
		if overlap(pattern, path, w.Glob()) {
			return g, true
		}
		if !w.Tree {
			continue
		}
		below := path + "/"
		if path == "." {
			below = ""
		}
		// A glob that can match at any depth is not looked for deeper down:
		// every folder could hold a Cargo.toml. Verify sees what is gone.
		if !str.HasPrefix(pattern, "**") || path == "." || path == "/" {
			below += string(rune(match.Hole))
		}
		if overlap(pattern, below, w.Glob()) {
			return g, true
		}
	}
	return "", false
}

// Glob reports whether the path holds a shell's file name pattern.
func (w Write) Glob() bool { return w.wild != "" && !w.Unknown }

// overlap reports whether some path is matched by the glob and by the path
// with its holes, and shell patterns if there are any, filled in. It errs to
// the side of yes.
func overlap(glob, path string, shellGlob bool) bool {
	var array [64]globOp
	a := globOps(array[:0], glob, true)
	var b []globOp
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == match.Hole || c == match.HoleWord:
			b = append(b, globOp{opAny, 0})
		case shellGlob && c == '*' && i+1 < len(path) && path[i+1] == '*':
			b = append(b, globOp{opAny, 0}) // what find gives
			i++
		case shellGlob && (c == '*' || c == '?'):
			b = append(b, globOp{opStar, 0})
		case shellGlob && c == '[' && str.IndexByte(path[i:], ']') > 0:
			b = append(b, globOp{opStar, 0})
			i += str.IndexByte(path[i:], ']')
		default:
			b = append(b, globOp{opChar, c})
		}
	}
	if len(a)*len(b) > 1<<20 {
		return true
	}
	seen := make([]bool, (len(a)+1)*(len(b)+1))
	stack := [][2]int{{0, 0}}
	for len(stack) > 0 {
		i, j := stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		if i > len(a) || j > len(b) || seen[i*(len(b)+1)+j] {
			continue
		}
		seen[i*(len(b)+1)+j] = true
		if i == len(a) && j == len(b) {
			return true
		}
		if i < len(a) && a[i].kind != opChar {
			stack = append(stack, [2]int{i + 1, j})
			if j < len(b) && b[j].kind == opChar && (a[i].kind != opStar || b[j].char != '/') {
				stack = append(stack, [2]int{i, j + 1})
			}
		}
		if j < len(b) && b[j].kind != opChar {
			stack = append(stack, [2]int{i, j + 1})
			if i < len(a) && a[i].kind == opChar && (b[j].kind != opStar || a[i].char != '/') {
				stack = append(stack, [2]int{i + 1, j})
			}
		}
		if i < len(a) && j < len(b) && a[i].kind == opChar && b[j].kind == opChar && a[i].char == b[j].char {
			stack = append(stack, [2]int{i + 1, j + 1})
		}
	}
	return false
}

// whole reports whether the whitelist covers the write: the file, and if all
// that is below is affected, anything there could be.
func whole(globs []Glob, w Write) bool {
	if w.Tree || w.Folder {
		below := w.At
		below.Rel += "/"
		if w.At.Rel == "." {
			below.Rel = "/"
		}
		if _, ok := matchAny(globs, below); ok {
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
		if _, ok := matchAny(globs, deep); !ok {
			return false
		}
	}
	_, ok := matchAny(globs, w.At)
	return ok
}
