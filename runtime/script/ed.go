package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readEd reads the lines that ed is given: ! runs, w writes.
func readEd(t Text) Found {
	var f Found
	if t.Holed() {
		f.unsure("a line of " + t.Program + " is computed at run time")
	}
	current := ""
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if match.Holed(line[:min(1, len(line))]) {
			f.cannot("a line of " + t.Program + " is computed at run time, and can run a command; write it out")
		}
		name, arg := edCommand(line)
		for n := 0; str.IndexByte("gvGV", name) >= 0 && n < maxDepth; n++ {
			name, arg = edCommand(edMatching(arg)) // the command for each line that matches
		}
		switch name {
		case '!':
			edShell(&f, t, arg)
		case 'r', 'e', 'E':
			if str.HasPrefix(arg, "!") {
				edShell(&f, t, arg[1:])
			} else {
				f.reads(arg)
				if name != 'r' {
					current = arg
				}
			}
		case 'w', 'W', 'f':
			if current != "" && (arg == "" || arg == "q") {
				f.writes(current)
			}
			for arg != "" && (arg[0] == 'q' || arg[0] == ' ') && len(arg) > 1 {
				arg = arg[1:]
			}
			switch {
			case str.HasPrefix(arg, "!"):
				edShell(&f, t, arg[1:])
			case arg != "q":
				f.writes(arg)
			}
		case 'a', 'i', 'c':
			var text string
			if text, rest = untilLine(rest, "."); !str.In(str.Trim(line), "a", "i", "$a", "0a", ".a") {
				f.typed(text) // if the address was wrong, this is no text
			}
		}
	}
	return f
}

// edShell judges text for a shell, in which % is the file and ! what ran last.
func edShell(f *Found, t Text, text string) {
	first, _, _ := str.Cut(str.Trim(text), ' ')
	if str.HasPrefix(first, "!") || str.IndexByte(first, '%') >= 0 {
		f.cannot(t.Program + " runs a program that is not named there; write it out")
		return
	}
	f.shell(text)
}

// edMatching is what stands behind the pattern of g and v.
func edMatching(arg string) string {
	if arg == "" {
		return ""
	}
	return str.TrimSuffix(arg[min(len(arg), behindPattern(arg, 1, arg[0])):], "\\")
}

// edCommand skips the addresses of a line.
func edCommand(line string) (name byte, arg string) {
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '/' || b == '?':
			i = behindPattern(line, i+1, b) - 1
		case b == '\'':
			i++
		case str.IndexByte(" \t0123456789,;.$%+-^", b) >= 0:
		default:
			return b, str.Trim(line[i+1:])
		}
	}
	return 0, ""
}
