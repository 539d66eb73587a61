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

// readGDB reads the commands of gdb, each on its line, all of which may be shortened. What is
// neither among gdbShows nor read here is refused.
func readGDB(t Text) Found {
	return debuggerLines(t, true)
}

// readLLDB reads those of lldb, of which less is known.
func readLLDB(t Text) Found {
	return debuggerLines(t, false)
}

func debuggerLines(t Text, closed bool) Found {
	var f Found
	t.Text = str.Join(continued(t.Text), "\n")
	var own []string
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
		if arg = str.Trim(arg); short(name, "define", 3) && arg != "" {
			own = append(own, arg)
		} else if short(name, "document", 3) && str.In(arg, own...) { // of a command of gdb's own it takes no text
			_, rest = untilLine(rest, "end")
		} else if !str.In(name, own...) {
			gdbJudged(&f, t, name, arg, closed)
		}
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

// continued are the lines of a text, each with those that go on with it.
func continued(text string) (lines []string) {
	var b []byte
	for text != "" {
		var line string
		line, text, _ = str.Cut(text, '\n')
		if str.HasSuffix(line, "\\") {
			b = append(b, line[:len(line)-1]...)
			continue
		}
		lines = append(lines, string(append(b, line...)))
		b = b[:0]
	}
	if len(b) > 0 {
		lines = append(lines, string(b))
	}
	return lines
}

// gdbShows are the commands that show something, or lead the program that is looked at, with
// how few letters name each. An expression of theirs may call a function of that program.
const gdbShows = "advance backtrace bt where break br b brea tbreak tb thbreak hbreak rbreak watch rwatch awatch catch tcatch continue c fg clear condition commands end delete d disable enable disassemble " +
	"display undisplay down dow up echo printf output print p inspect call x ptype whatis explore finish fin frame f select-frame thread t info i inf list l next n nexti ni step s stepi si until u unt jump j " +
	"kill k handle ignore signal queue-signal show help h apropos quit q exit search forward-search reverse-search fo rev reverse-step reverse-stepi reverse-next reverse-nexti reverse-continue reverse-finish " +
	"rc rn rni rs rsi skip unset tui layout focus refresh winheight sharedlibrary nosharedlibrary section macro flushregs mem if while else loop_break loop_continue dont-repeat init-if-undefined checkpoint " +
	"compare-sections tstatus tdump tfind tstart tstop trace tracepoint actions collect teval strace ftrace passcount overlay disconnect detach attach add-inferior remove-inferiors clone-inferior " +
	"inferior demangle dprintf stop return language tstop bookmark goto-bookmark delete-bookmark "

// gdbReads are the commands that read the file that they are given.
const gdbReads = " symbol-file sym file fil exec-file exec-f core-file core add-symbol-file directory dir dire add-symbol-file-from-memory remove-symbol-file "

// gdbJudged judges a command, and refuses it if nobody knows what it does.
func gdbJudged(f *Found, t Text, name, arg string, closed bool) {
	if slash := str.IndexByte(name, '/'); slash > 0 {
		name = name[:slash] // x/10i
	}
	known := name == "" || name[0] == '#' || name[0] == '!' || name[0] == '|' || name[0] == '-'
	switch {
	case !closed || known || str.Contains(gdbEffects, " "+name+" ") || gdbEffect(name):
		gdbCommand(f, t, name, arg)
	case str.Contains(gdbReads, " "+name+" "):
		gdbOpens(f, name, arg)
	case str.Contains(" "+gdbShows, " "+name+" ") || str.Contains(" "+gdbShows, " "+name) && len(name) > 2:
		gdbCommand(f, t, name, arg)
	default:
		f.cannot(str.OneLine(name, 40) + " is no command of " + t.Program + " that is read here; leave it out")
	}
}

// gdbOpens notes the files that a command reads. A program of the system may be what runs next.
func gdbOpens(f *Found, name, arg string) {
	for _, w := range str.Fields(arg) {
		f.reads(w)
		if (str.HasPrefix("file", name) || str.HasPrefix(name, "exec")) && (str.HasPrefix(w, "/bin/") || str.HasPrefix(w, "/usr/") || str.HasPrefix(w, "/sbin/")) {
			f.cannot("gdb takes a program of the system to run, and how is not known there; run it by itself")
		}
	}
}

// gdbEffects are the commands that are read by what they do, by their short names.
const gdbEffects = " cd shell platform plat make pipe python py python-interactive pi script guile gu gr target tar r run start starti source command eval alias with w taas tfaas faas set restore gcore tsave tee tty save mt settings "

// gdbEffect reports whether a name is short for a command that is read by what it does.
func gdbEffect(name string) bool {
	for _, c := range [...]struct {
		full  string
		least int
	}{{"shell", 3}, {"make", 2}, {"pipe", 3}, {"python", 2}, {"guile", 2}, {"target", 3}, {"run", 2}, {"source", 2}, {"compile", 4}, {"dump", 2}, {"append", 3}, {"generate-core-file", 3},
		{"maintenance", 2}, {"record", 3}, {"thread", 2}, {"frame", 3}, {"set", 2}, {"tsave", 3}, {"restore", 4}} {
		if short(name, c.full, c.least) {
			return true
		}
	}
	return false
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
		gdbPython(f, t, arg)
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
	case name == "eval":
		gdbPut(f, t, arg)
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

// gdbPut judges a command that is put together as printf does it: eval "p %d", $x.
func gdbPut(f *Found, t Text, arg string) {
	words := quotedWords(arg)
	if len(words) == 0 {
		return
	}
	var b []byte
	for i, text := 0, str.TrimSuffix(words[0], ","); i < len(text); i++ {
		if text[i] != '%' {
			b = append(b, text[i])
			continue
		}
		for i+1 < len(text) && !isLetter(text[i+1]) {
			i++
		}
		b, i = append(b, match.Hole), i+1
	}
	line := str.Trim(string(b))
	if name, _, _ := str.Cut(line, ' '); match.Holed(name) {
		f.cannot(t.Program + " puts a command together; write it out")
		return
	}
	gdbLine(f, t, line)
}

// gdbPython judges the commands that a program in gdb's Python gives to gdb.
func gdbPython(f *Found, t Text, code string) {
	p := program{dialect: &python, t: t}
	p.tokens, _ = lex(&python.syntax, code)
	p.brackets()
	for i, one := range p.tokens {
		switch {
		case one.kind == name && str.In(one.value, "execute", "post_event", "execute_mi"):
			s, end, ok := p.fold(i + 2)
			if !p.is(i+1, "(") || !ok || match.Holed(s) || !p.is(end, ",", ")") {
				f.cannot("a program gives " + t.Program + " a command that is computed; write it out")
				continue
			}
			for _, line := range continued(s) {
				gdbLine(f, t, line)
			}
		case one.kind == name && str.In(one.value, "getattr", "__dict__", "vars") && p.mentions("gdb"):
			f.cannot("a program asks " + t.Program + " for a function by a name that is computed; write it out")
		}
	}
}

// gdbStarted judges the words that the program which is looked at is started with, by a
// shell: run > FILE. It may run them: run git push, of env.
func gdbStarted(f *Found, arg string) {
	f.shell(": " + arg)
	f.maybe(arg)
	for _, w := range str.Fields(arg) {
		f.reads(w)
		f.Handed = file(f.Handed, w)
	}
}

// gdbLine judges a command that stands behind another.
func gdbLine(f *Found, t Text, line string) {
	name, arg, _ := str.Cut(str.Trim(line), ' ')
	if name != "" {
		gdbJudged(f, t, name, str.Trim(arg), true)
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
			line, arg, _ := str.Cut(rest, ' ')
			gdbJudged(f, t, line, str.Trim(arg), false) // a word of the options is none that is known
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
	case short(name, "set", 2) || name == "settings":
		gdbSets(f, arg, words, last)
	case short(name, "dump", 2) || short(name, "append", 3) || short(name, "restore", 4):
		gdbDumps(f, name, words)
	case short(name, "generate-core-file", 3) || str.In(name, "gcore", "save", "tsave", "tee", "tty"):
		f.writes(last)
	case (short(name, "maintenance", 2) || name == "mt") && len(words) > 2 && str.HasPrefix(words[0], "p"):
		for _, w := range words[2:] {
			if !str.HasPrefix(w, "-") {
				f.writes(w) // maint print symbols FILE
			}
		}
	case short(name, "record", 3) && len(words) > 1 && str.HasPrefix(words[0], "s"):
		f.writes(last)
	}
}

// gdbDumps notes the file of dump binary memory FILE START STOP, whose words may be shortened.
func gdbDumps(f *Found, name string, words []string) {
	for _, w := range words {
		known := false
		for _, full := range [...]string{"binary", "ihex", "srec", "tekhex", "verilog", "memory", "value"} {
			known = known || str.HasPrefix(full, w)
		}
		switch {
		case known:
			continue
		case short(name, "restore", 4):
			f.reads(w)
		case str.IndexByte(w, '$') >= 0:
			f.WritesAny, f.WritesPath = true, true
		default:
			f.writes(w)
		}
		return
	}
}

// gdbSets judges a setting that names a file or a program; what else is set changes how things
// are shown, or a variable of the program.
func gdbSets(f *Found, arg string, words []string, last string) {
	if len(words) == 0 {
		return
	}
	behind := str.Trim(str.TrimPrefix(arg, words[0]))
	switch w := words[0]; {
	case short(w, "exec-wrapper", 6):
		f.shell(behind)
	case short(w, "args", 2):
		gdbStarted(f, behind)
	case short(w, "logging", 3):
		gdbLogs(f, words[1:], last)
	case short(w, "inferior-tty", 7), short(w, "history", 3) && len(words) > 1 && short(words[1], "filename", 1), short(w, "trace-save", 6), short(w, "remotelogfile", 7):
		f.writes(last)
	case short(w, "cwd", 2), short(w, "environment", 3):
		f.cannot("gdb starts what it looks at in another folder or with other variables; run it by itself")
	case short(w, "auto-load", 4) && !str.In(last, "off", "no", "0"), short(w, "data-directory", 4), short(w, "script-extension", 3), short(w, "startup-with-shell", 7) && last != "off":
		f.cannot("gdb runs what it finds in files by that setting; leave it out")
	}
}

// gdbLogs judges what is set of the log.
func gdbLogs(f *Found, words []string, last string) {
	switch {
	case last == "off":
	case len(words) == 0 || short(words[0], "enabled", 1) || words[0] == "on":
		f.writes("gdb.txt")
		if len(words) > 1 && words[0] == "on" {
			f.writes(last)
		}
	case short(words[0], "redirect", 1), short(words[0], "overwrite", 2), short(words[0], "debugredirect", 1):
	default:
		f.writes(last)
	}
}
