package file

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// Overlap reports whether some path is matched by the glob and by the path
// with its holes, and shell patterns if there are any, filled in. It errs to
// the side of yes.
func Overlap(glob, path string, shellGlob bool) bool {
	if shellGlob && str.Contains(path, folders) && overlap(glob, withoutFolders(path), true) {
		return true
	}
	return overlap(glob, path, shellGlob)
}

// folders is how a shell's pattern says any folders, and none as well.
const folders = "**/"

// withoutFolders is a pattern that has no folders where it may have any.
func withoutFolders(path string) string {
	for i := str.Index(path, folders); i >= 0; i = str.Index(path, folders) {
		path = path[:i] + path[i+len(folders):]
	}
	return path
}

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
		case shellGlob && c == '[' && bracket(path[i:]) > 0:
			b = append(b, globOp{opStar, 0})
			i += bracket(path[i:])
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

// bracket is where the brackets that a shell's pattern begins with end, -1 if
// they do not. Behind [ and [! a ] is one of the characters, and [:alpha:], [=a=]
// and [.a.] stand for some.
func bracket(pattern string) int {
	i := 1
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		i++
	}
	for first := i; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == ']' && i > first:
			return i
		case c == '[' && i+1 < len(pattern) && str.IndexByte(":=.", pattern[i+1]) >= 0:
			if end := str.Index(pattern[i+2:], pattern[i+1:i+2]+"]"); end >= 0 {
				i += end + 3
			}
		}
	}
	return -1
}
