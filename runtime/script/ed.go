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
	input, sure, current := false, false, ""
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if input {
			if str.Trim(line) == "." {
				input = false
			} else if str.HasPrefix(str.Trim(line), "!") && !sure {
				f.maybe(str.Trim(line)[1:]) // if the address was wrong, this is no text
			}
			continue
		}
		if match.Holed(line[:min(1, len(line))]) {
			f.cannot("a line of " + t.Program + " is computed at run time, and can run a command; write it out")
		}
		name, arg := edCommand(line)
		switch name {
		case '!':
			f.shell(arg)
		case 'r', 'e', 'E':
			if str.HasPrefix(arg, "!") {
				f.shell(arg[1:])
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
				f.shell(arg[1:])
			case arg != "q":
				f.writes(arg)
			}
		case 'g', 'v', 'G', 'V':
			if i := str.IndexByte(arg, '!'); i >= 0 {
				f.maybe(arg[i+1:])
			}
			if i := str.LastIndexByte(arg, 'w'); i >= 0 {
				f.writes(str.Trim(arg[i+1:]))
			}
		case 'a', 'i', 'c':
			input, sure = true, str.Trim(line) == "a" || str.Trim(line) == "i"
		}
	}
	return f
}

// edCommand skips the addresses of a line.
func edCommand(line string) (name byte, arg string) {
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '/' || b == '?':
			end := str.IndexByte(line[i+1:], b)
			if end < 0 {
				return 0, ""
			}
			i += end + 1
		case b == '\'':
			i++
		case str.IndexByte(" \t0123456789,;.$%+-^", b) >= 0:
		default:
			return b, str.Trim(line[i+1:])
		}
	}
	return 0, ""
}
