package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// exFiles are the files that a command is given: each word, or all of it as one name.
// The commands between backquotes and the expressions in them are judged, too.
func (v *vimScript) exFiles(arg string, one bool) (list []word.Word) {
	for i := 0; i < len(arg) && len(list) < maxFiles; {
		if arg[i] == ' ' || arg[i] == '\t' {
			i++
			continue
		}
		w := word.Word{}
		var b []byte
		for i < len(arg) && (one || arg[i] != ' ' && arg[i] != '\t') {
			var part string
			switch part, i = v.filePart(arg, i, &w); {
			case len(b) == 0 && part == "~" && arg[i-1] == '~':
				w.Home = true
			case len(b) == 0 && str.HasPrefix(part, "$HOME"):
				w.Home, part = true, "~"
			}
			b = append(b, part...)
		}
		w.Text = str.Trim(string(b))
		list = append(list, w)
	}
	return list
}

// filePart is a piece of the name of a file at i, with a hole for what is computed, and
// where it ends.
func (v *vimScript) filePart(arg string, i int, w *word.Word) (part string, end int) {
	const hole = string(rune(match.Hole))
	switch c := arg[i]; c {
	case '\\':
		if i+1 < len(arg) {
			return arg[i+1 : i+2], i + 2
		}
	case '`':
		end = behindPattern(arg, i+1, '`')
		v.backquoted(str.TrimSuffix(arg[i+1:end], "`"))
		return hole, end
	case '$':
		for end = i + 1; end < len(arg) && isWord(arg[end]); {
			end++
		}
		if arg[i:end] == "$HOME" {
			return arg[i:end], end
		}
		if end > i+1 || i+1 < len(arg) && arg[i+1] == '{' {
			return hole, end
		}
	case '%', '#':
		for end = i + 1; end < len(arg) && (arg[end] == ':' || isWord(arg[end]) && arg[end-1] == ':' || arg[end] == '#'); {
			end++
		}
		return hole, end
	case '<':
		if to := str.IndexByte(arg[i:], '>'); to > 1 {
			return hole, i + to + 1
		}
	case '*', '?', '[', '{':
		w.Glob = true
		if to := str.IndexByte(arg[i:], '}'); c == '{' && to > 0 {
			return "*", i + to + 1
		}
	}
	return arg[i : i+1], i + 1
}

// backquoted judges what stands between backquotes in the name of a file: a command, or
// behind = an expression.
func (v *vimScript) backquoted(text string) {
	if str.HasPrefix(text, "=") {
		v.code = append(v.code, text[1:])
		return
	}
	v.found.shell(text)
}

// current reports whether a name is that of the file that is open.
func current(arg string) bool { return str.In(arg, "", "%", "%:p", "%:.", "%:~") }

// write notes a file that is written.
func (v *vimScript) write(name string) {
	v.found.Writes = append(v.found.Writes, v.exFiles(name, true)...)
}

// plainArg is what a command is given without its bang and its ++options.
func plainArg(rest string) string {
	rest = str.Trim(str.TrimPrefix(rest, "!"))
	for str.HasPrefix(rest, "++") {
		_, rest, _ = str.Cut(rest, ' ')
		rest = str.Trim(rest)
	}
	return rest
}

// shell judges text for a shell, in which % and # are names of files.
func (v *vimScript) shell(text string) {
	if str.HasPrefix(str.Trim(text), "!") {
		v.found.cannot(v.t.Program + " runs its last command again; write it out")
		return
	}
	if first, _, _ := str.Cut(str.Trim(text), ' '); str.ContainsAny(first, "%#") {
		v.found.cannot(v.t.Program + " runs a program that is named by a file; write it out")
		return
	}
	v.found.shell(text)
}

// filed judges a command that is given files, programs or options.
func (v *vimScript) filed(does vimDoes, full, rest string) (next string) {
	if arg := str.Trim(rest); (full == "read" || full == "write") && str.HasPrefix(arg, "!") && (full == "read" || rest[0] != '!') {
		v.shell(arg[1:])
		return ""
	}
	arg, next := upToBar(rest)
	plain := plainArg(arg)
	switch does {
	case vimReads, vimLoads:
		v.found.Reads = append(v.found.Reads, v.exFiles(plain, true)...)
	case vimSaves:
		v.saves(full, plain)
	case vimSavesAll:
		v.files.saves = true
	case vimWrites:
		v.makes(full, plain)
	case vimEdits, vimFinds:
		v.opens(does, plain)
	case vimOptions:
		v.set(arg)
	case vimSources:
		v.sources(full, plain)
	case vimMoves:
		v.found.WritesAny, v.found.WritesPath = true, true // its names mean other files from here on
		if v.exFiles(plain, true); plain == "" {
			break
		}
		v.found.Reads = append(v.found.Reads, word.Word{Text: plain + "/**", Glob: true})
	case vimPrograms:
		return v.starts(full, rest, plain, next)
	}
	return next
}

// saves notes that a command writes what is open, or the file that it names.
func (v *vimScript) saves(full, arg string) {
	arg = str.Trim(str.TrimPrefix(arg, ">>"))
	switch {
	case !current(arg):
		v.write(arg)
	case full == "mksession":
		v.found.writes("Session.vim")
	case full == "mkvimrc":
		v.found.writes(".vimrc")
	case full == "mkexrc":
		v.found.writes(".exrc")
	case full != "file":
		v.files.saves = true
	}
}

// makes notes the files that a command writes beside what is open.
func (v *vimScript) makes(full, arg string) {
	switch full {
	case "redir":
		if !str.HasPrefix(arg, ">") {
			return // into a register or a variable
		}
		arg = str.Trim(str.TrimPrefix(str.TrimPrefix(str.TrimPrefix(arg, ">"), ">"), "!"))
	case "hardcopy":
		arg = str.TrimPrefix(arg, ">")
	}
	v.found.Writes = append(v.found.Writes, v.exFiles(arg, full != "mkspell")...)
}

// opens notes the files that a command is given.
func (v *vimScript) opens(does vimDoes, arg string) {
	if does == vimFinds && arg != "" {
		if isWord(arg[0]) {
			_, arg, _ = str.Cut(arg, ' ')
		} else {
			arg = arg[behindPattern(arg, 1, arg[0]):] // :vimgrep /pattern/j FILE
			_, arg, _ = str.Cut(arg, ' ')
		}
	}
	for str.HasPrefix(arg, "+") { // a command to start with
		w, rest, _ := str.Cut(arg[1:], ' ')
		v.inner(w)
		arg = str.Trim(rest)
	}
	for _, w := range v.exFiles(arg, false) {
		if does == vimFinds {
			v.found.Reads = append(v.found.Reads, w)
			continue
		}
		if w.Text != "" && w.Text != string(rune(match.Hole)) && len(v.files.opened) < maxFiles {
			v.files.opened = append(v.files.opened, w)
		}
	}
	if str.IndexByte(arg, '$') >= 0 || str.IndexByte(arg, '`') >= 0 {
		v.computed()
	}
}

// computed refuses a file whose name is computed, which may be any.
func (v *vimScript) computed() {
	v.found.cannot(v.t.Program + " reads, opens or removes a file whose name is computed; write it out")
}

// sources notes the commands of a file that are run.
func (v *vimScript) sources(full, arg string) {
	switch {
	case str.In(full, "colorscheme", "compiler", "packadd", "packloadall"):
		if str.ContainsAny(arg, "/$`") {
			v.found.cannot(v.t.Program + " loads a plugin by the path of a file; leave it out")
		}
	case current(arg) || str.ContainsAny(arg, "%#$`*<"):
		v.found.cannot(v.t.Program + " runs commands out of a file that is not named; write them out")
	default:
		v.found.sources(v.t, arg)
		v.found.reads(arg)
	}
}

// starts judges a command that runs a program, or writes a file of its own.
func (v *vimScript) starts(full, rest, plain, next string) string {
	switch full {
	case "shell":
		v.found.cannot(v.t.Program + " starts a shell; leave it out")
	case "make", "lmake":
		v.shell("make " + str.Trim(str.TrimPrefix(rest, "!")))
		return ""
	case "grep", "grepadd", "lgrep", "lgrepadd":
		v.shell("grep " + str.Trim(str.TrimPrefix(rest, "!")))
		return ""
	case "terminal":
		if plain = plainArg(rest); plain == "" {
			v.found.cannot(v.t.Program + " starts a shell; leave it out")
		}
		v.shell(plain)
		return ""
	case "helptags":
		v.found.writes(plain + "/tags")
	case "profile":
		if word, file, _ := str.Cut(plain, ' '); word == "start" {
			v.write(file)
		}
	default: // spelling
		v.found.cannot(v.t.Program + " writes a list of words; leave it out")
	}
	return next
}
