package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// debugged is what an expression of a debugger calls in the program.
var debugged = dialect{
	name:    "gdb",
	syntax:  syntax{single: plain, double: plain, breaks: true},
	runs:    "system popen execl execlp execle execv execvp execvpe posix_spawn",
	prints:  "printf echo",
	opens:   "fopen open",
	deletes: "unlink remove rmdir",
	fills:   "rename creat",
}

// readGDB reads the commands of gdb and lldb, each on its line, all of which
// may be shortened.
func readGDB(t Text) Found {
	var f Found
	if t.Holed() {
		f.unsure("a command of " + t.Program + " is computed at run time")
	}
	n := 0
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		line = str.Trim(line)
		if match.Holed(line[:min(1, len(line))]) {
			f.cannot("a command of " + t.Program + " is computed at run time, and can run a program; write it out")
		}
		line = gdbTyped(line)
		name, arg, _ := str.Cut(line, ' ')
		if str.In(name, "python", "py", "python-interactive", "pi", "guile", "gu", "script") && str.Trim(arg) == "" {
			arg, rest = untilLine(rest, "end")
		}
		gdbCommand(&f, t, name, str.Trim(arg))
		if n++; n > 2000 {
			f.cannot("more commands of " + t.Program + " than anybody judges; split them up")
			return f
		}
	}
	e := debugged.program(t, 3)
	f.Maybe = append(f.Maybe, e.Maybe...)
	f.Writes = append(f.Writes, e.Writes...)
	f.Deletes = append(f.Deletes, e.Deletes...)
	f.WritesAny = f.WritesAny || e.WritesAny && !t.Holed()
	return f
}

// gdbTyped is what is typed at gdb's prompt for a command as programs hand it over (gdb -i=mi).
func gdbTyped(line string) string {
	at := 0
	for at < len(line) && line[at] >= '0' && line[at] <= '9' {
		at++ // its number
	}
	if at == len(line) || line[at] != '-' {
		return line
	}
	name, arg, _ := str.Cut(line[at+1:], ' ')
	arg = str.Trim(arg)
	switch name {
	case "interpreter-exec":
		_, arg, _ = str.Cut(arg, ' ')
		if list := quotedWords(arg); len(list) == 1 {
			return list[0]
		}
		return str.Trim(arg)
	case "gdb-set":
		return "set " + arg
	case "exec-arguments":
		return "set args " + arg
	case "target-select":
		return "target " + arg
	case "environment-cd":
		return "cd " + arg
	}
	return line
}

func gdbCommand(f *Found, t Text, name, arg string) {
	switch {
	case str.HasPrefix(name, "!"):
		f.shell(str.Trim(name[1:] + " " + arg))
	case name == "cd":
		f.cannot("gdb changes its folder, and its names mean other files from there on; write the paths out")
	case short(name, "shell", 2) && name != "sho":
		f.shell(arg)
	case short(name, "platform", 2) || name == "plat":
		if _, after, ok := str.Cut(arg, ' '); ok && str.HasPrefix(arg, "s") {
			f.shell(after)
		}
	case short(name, "make", 2):
		f.shell("make " + arg)
	case short(name, "pipe", 3) || name == "|":
		gdbPiped(f, arg)
	case str.In(name, "python", "py", "python-interactive", "pi", "script"):
		f.add(otherLanguage("python", t, arg))
	case short(name, "guile", 2) || name == "gr":
		f.add(otherLanguage("lisp", t, arg))
	case name == "target" || short(name, "tar", 3):
		if i := str.IndexByte(arg, '|'); i >= 0 {
			f.shell(arg[i+1:])
		}
	case (name == "r" || short(name, "run", 2) || str.In(name, "start", "starti")) && arg != "":
		gdbStarted(f, arg)
	case short(name, "source", 2) || name == "command":
		f.reads(arg) // what is no command in it is printed
		f.sources(t, arg)
	case name == "eval" && str.IndexByte(arg, '$') >= 0 && (str.HasPrefix(arg, `"%`) || str.HasPrefix(arg, `"!`) || str.HasPrefix(arg, `"sh`)):
		f.cannot(t.Program + " puts a command together; write it out")
	case name == "alias":
		f.cannot(t.Program + " gives a command another name; use its own")
	case name == "with" || name == "w":
		if at := str.Index(arg, "-- "); at >= 0 {
			gdbLine(f, t, arg[at+len("-- "):])
		}
	case str.In(name, "taas", "tfaas", "faas"):
		gdbLine(f, t, arg)
	case (short(name, "thread", 1) || short(name, "frame", 1) || name == "inferior") && str.HasPrefix(arg, "a"):
		gdbApplied(f, t, arg)
	case short(name, "compile", 4):
		f.cannot(t.Program + " compiles and runs code; leave it out")
	default:
		gdbFiles(f, name, arg)
	}
}

// gdbPiped reads pipe COMMAND | SHELL TEXT, and pipe -d MARK COMMAND MARK SHELL TEXT.
func gdbPiped(f *Found, arg string) {
	if i := str.LastIndexByte(arg, '|'); i >= 0 {
		f.shell(arg[i+1:])
	}
	if !str.HasPrefix(arg, "-d") {
		return
	}
	f.maybe(arg)
	words := str.Fields(arg)
	if len(words) < 3 {
		return
	}
	mark := " " + words[1] + " "
	at := str.Index(arg[2:], mark)
	if at < 0 {
		return
	}
	rest := arg[2+at+len(mark):]
	if next := str.Index(rest, mark); next >= 0 {
		rest = rest[next+len(mark):]
	}
	f.shell(rest)
}

// gdbStarted judges the words that the program which is looked at is started with, by a
// shell: run > FILE. It may run them: run git push, of env.
func gdbStarted(f *Found, arg string) {
	f.shell(": " + arg)
	f.maybe(arg)
	for _, w := range str.Fields(arg) {
		f.reads(w)
	}
}

// gdbLine judges a command that stands behind another.
func gdbLine(f *Found, t Text, line string) {
	name, arg, _ := str.Cut(str.Trim(line), ' ')
	if name != "" {
		gdbCommand(f, t, name, str.Trim(arg))
	}
}

// gdbApplied judges what is done in threads or frames: behind their numbers and the
// options, which may take words, it begins at one of the next.
func gdbApplied(f *Found, t Text, arg string) {
	_, rest, _ := str.Cut(arg, ' ')
	for n := 0; rest != ""; n++ {
		if n > 100 {
			f.cannot("more words of a command of " + t.Program + " than anybody judges")
			return
		}
		rest = str.Trim(rest)
		name, _, _ := str.Cut(rest, ' ')
		if !gdbAround(name) {
			gdbLine(f, t, rest)
		}
		_, rest, _ = str.Cut(rest, ' ')
	}
}

// gdbAround reports whether a command has another one behind it, which is among the
// words that are looked at anyway.
func gdbAround(name string) bool {
	return str.In(name, "with", "w", "taas", "tfaas", "faas", "inferior") || short(name, "thread", 1) || short(name, "frame", 1)
}

// gdbFiles finds what commands write, and programs that settings name.
func gdbFiles(f *Found, name, arg string) {
	words := str.Fields(arg)
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	switch {
	case name == "set" || name == "settings":
		switch {
		case str.Contains(arg, "exec-wrapper"):
			f.shell(arg[str.Index(arg, "exec-wrapper")+len("exec-wrapper"):])
		case str.HasPrefix(arg, "args "):
			gdbStarted(f, arg[len("args "):])
		case str.HasPrefix(arg, "logging enabled on") || arg == "logging on":
			f.writes("gdb.txt")
		case str.HasPrefix(arg, "inferior-tty"):
			f.writes(last)
		case str.HasPrefix(arg, "logging file") || str.HasPrefix(arg, "logging on "), str.HasPrefix(arg, "history filename"), str.HasPrefix(arg, "trace-save"):
			f.writes(last)
		}
	case str.In(name, "dump", "append", "restore"):
		// dump binary memory FILE START STOP
		for _, w := range words {
			if !str.In(w, "binary", "ihex", "srec", "tekhex", "verilog", "memory", "value") {
				if name == "restore" {
					f.reads(w)
				} else {
					f.writes(w)
				}
				break
			}
		}
	case str.In(name, "generate-core-file", "gcore", "save", "tsave", "tee", "tty"):
		f.writes(last)
	case str.In(name, "maintenance", "maint", "mt") && len(words) > 2 && str.HasPrefix(words[0], "p"):
		for _, w := range words[2:] {
			if !str.HasPrefix(w, "-") {
				f.writes(w) // maint print symbols FILE
			}
		}
	case short(name, "record", 3) && len(words) > 1 && str.HasPrefix(words[0], "s"):
		f.writes(last)
	}
}
