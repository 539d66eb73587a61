package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// readVim reads commands of ex, as vim takes them behind -c and from its input.
func readVim(t Text) Found {
	var files vimFiles
	f := vimText(t, 0, &files)
	for _, name := range files.opened {
		w := word.Word{Text: name, Glob: str.ContainsAny(name, "*?[")}
		f.Reads = append(f.Reads, w)
		if files.saves {
			f.Writes = append(f.Writes, w)
		}
	}
	return f
}

// vimFiles are those that commands open beside the operands, and whether one of the commands
// writes what is open.
type vimFiles struct {
	opened []string
	saves  bool
}

func vimText(t Text, depth int, files *vimFiles) Found {
	v := vimScript{t: t, depth: depth, files: files}
	if t.Holed() {
		v.found.unsure("a command of " + t.Program + " is computed at run time")
		if match.Holed(str.Trim(t.Text)[:1]) || str.IndexByte(t.Text, '!') >= 0 {
			v.found.cannot("a command of " + t.Program + " is computed at run time; write it out")
		}
	}
	if depth > 3 {
		v.found.cannot("commands inside of commands of " + t.Program + ", too deep to judge; write them out")
		return v.found
	}
	for rest := t.Text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		if end := heredocOf(line); end != "" {
			var code string
			code, rest = untilLine(rest, end)
			v.embedded(line, code)
			continue
		}
		v.line(line)
	}
	v.globs(t.Text)
	e := vimExpression.program(t, 3)
	v.found.Maybe = append(v.found.Maybe, e.Maybe...)
	v.found.Deletes = append(v.found.Deletes, e.Deletes...)
	v.found.Writes = append(v.found.Writes, e.Writes...)
	v.found.WritesAny = v.found.WritesAny || e.WritesAny && !t.Holed()
	if !t.Holed() {
		for _, r := range e.Unread {
			v.found.cannot(r)
		}
	}
	return v.found
}

// vimExpression is what functions of vim do, wherever they are called.
var vimExpression = dialect{
	name:   "vim",
	syntax: syntax{single: raw, double: plain, breaks: true, letters: "#", sigils: "$"},
	joins:  ".",
	places: places{dollars: true, expands: "expand", here: "getcwd", keeps: "simplify resolve fnameescape shellescape", globs: "glob expandcmd", holders: "fnamemodify"},

	runs: "system systemlist job_start jobstart term_start termopen ch_open vim.system rpcstart sockconnect " +
		"feedkeys execute luaeval pyeval py3eval perleval rubyeval nvim_command nvim_exec input_ os.execute io.popen",
	any:     "libcall libcallnr",
	prints:  "echo echom echomsg match matchstr stridx",
	deletes: "delete",
	moves:   "rename",
	fills:   "writefile mkdir filecopy ch_logfile",
}

type vimScript struct {
	t     Text
	depth int
	found Found
	files *vimFiles

	programs int // in other languages
}

// heredocOf is the line that ends the code that begins behind this one.
func heredocOf(line string) string {
	i := str.Index(line, "<<")
	if i < 0 || !str.In(vimLanguage(line), "python", "lua", "perl", "ruby", "tcl") {
		return ""
	}
	words := str.Fields(line[i+2:])
	for len(words) > 0 && str.In(words[0], "trim", "eval") {
		words = words[1:]
	}
	if len(words) == 0 {
		return "."
	}
	return words[0]
}

func untilLine(text, end string) (before, after string) {
	for at := 0; at < len(text); {
		line, _, _ := str.Cut(text[at:], '\n')
		next := min(at+len(line)+1, len(text))
		if str.Trim(line) == end {
			return text[:at], text[next:]
		}
		at = next
	}
	return text, ""
}

// command splits a line of ex: what stands before the name, the name, the rest.
func exCommand(line string) (name, rest string) {
	i := 0
	for i < len(line) {
		switch b := line[i]; {
		case b == '/' || b == '?':
			end := str.IndexByte(line[i+1:], b)
			if end < 0 {
				return "", ""
			}
			i += end + 2
		case b == '\'' && i+1 < len(line):
			i += 2
		case str.IndexByte(" \t:0123456789,;.$%+-*\\", b) >= 0:
			i++
		default:
			start := i
			for i < len(line) && isLetter(line[i]) {
				i++
			}
			if i < len(line) && isDigit(line[i]) && str.HasPrefix(line[start:i], "py") {
				i++
			}
			return line[start:i], line[i:]
		}
	}
	return "", ""
}

// short reports whether name is full, or an abbreviation of it with at least n
// letters.
func short(name, full string, n int) bool { return len(name) >= n && str.HasPrefix(full, name) }

func (v *vimScript) line(line string) {
	v.bangs(line)
	for n := 0; line != "" && n < 1000; n++ {
		name, rest := exCommand(line)
		for prefixed(name) {
			if rest != "" && rest[0] == '!' {
				rest = rest[1:]
			}
			name, rest = exCommand(rest)
		}
		if v.command(name, rest) {
			return
		}
		_, line, _ = str.Cut(rest, '|')
	}
}

func prefixed(name string) bool {
	return short(name, "silent", 3) || short(name, "verbose", 4) || short(name, "noautocmd", 3) || short(name, "keepjumps", 5) || short(name, "vertical", 4) ||
		short(name, "bufdo", 5) || short(name, "windo", 5) || short(name, "argdo", 5) || short(name, "tabdo", 4) || short(name, "unsilent", 3) || short(name, "botright", 2) || short(name, "topleft", 2) || short(name, "tab", 3)
}

// bangs adds what stands behind a bang that forces nothing.
func (v *vimScript) bangs(line string) {
	for i, n := 0, 0; i < len(line) && n < 20; i++ {
		if line[i] == '!' && (i == 0 || !isLetter(line[i-1])) && i+1 < len(line) && line[i+1] != '=' && line[i+1] != '~' {
			v.found.maybe(line[i+1:])
			n++
		}
	}
}

// command judges one; true if it takes the rest of its line.
func (v *vimScript) command(name, rest string) bool {
	arg := str.Trim(rest)
	if !takesText(name) {
		v.backticks(rest)
	}
	switch {
	case name == "" && str.HasPrefix(arg, "!"):
		v.found.shell(arg[1:])
		return true
	case short(name, "read", 1):
		if str.HasPrefix(arg, "!") {
			v.found.shell(arg[1:])
			return true
		}
		v.found.reads(firstWord(arg))
	case short(name, "write", 1) || short(name, "wq", 2) || short(name, "saveas", 3) || short(name, "update", 2) || short(name, "xit", 1) || short(name, "mkvimrc", 2) || short(name, "mksession", 3) || short(name, "redir", 4) || short(name, "wnext", 2) || short(name, "exit", 3) || short(name, "wundo", 2) || short(name, "wviminfo", 2) || vimMakes(name):
		if str.HasPrefix(rest, " ") && str.HasPrefix(arg, "!") {
			v.found.shell(arg[1:])
			return true
		}
		v.writes(arg)
		v.saves(name, arg)
	case short(name, "wall", 2) || short(name, "wqall", 3) || short(name, "xall", 2):
		v.files.saves = true
	case vimOpens(name):
		if v.opens(name, rest); short(name, "file", 1) && str.Trim(rest) != "" {
			v.writes(arg) // it is given another name to be written by
		}
	case short(name, "profile", 4) && str.HasPrefix(arg, "start"):
		v.writes(arg[len("start"):])
	case short(name, "helptags", 5):
		v.writes(arg + "/tags")
	case short(name, "cd", 2) || short(name, "lcd", 2) || short(name, "tcd", 3) || short(name, "chdir", 3) || short(name, "lchdir", 3) || short(name, "tchdir", 4):
		v.found.WritesAny, v.found.WritesPath = true, true // its names mean other files from here on
	case short(name, "terminal", 3):
		for str.HasPrefix(arg, "!") || str.HasPrefix(arg, "++") {
			_, arg, _ = str.Cut(arg, ' ')
		}
		v.found.shell(arg)
		return true
	case short(name, "shell", 2):
		v.found.cannot(v.t.Program + " starts a shell; leave it out")
	case short(name, "make", 3) || short(name, "lmake", 4):
		v.found.shell("make " + arg)
		return true
	case short(name, "grep", 2) || short(name, "lgrep", 3):
		v.found.shell("grep " + arg)
	case short(name, "set", 2) || short(name, "setlocal", 4) || short(name, "setglobal", 4) || name == "let":
		v.set(arg, name == "let")
	case short(name, "source", 2) || short(name, "runtime", 2) || short(name, "luafile", 4) || short(name, "pyfile", 3) || short(name, "rubyfile", 5):
		v.found.sources(v.t, arg)
	case short(name, "execute", 3) || short(name, "normal", 4) || name == "global" || name == "g" || name == "v" || short(name, "autocmd", 2) || short(name, "command", 3):
		v.inner(name, arg)
		return true
	default:
		return v.embedded(name+rest, "")
	}
	return false
}

// takesText reports whether a command is given text, and no files.
func takesText(name string) bool {
	return name == "" || name == "s" || short(name, "substitute", 2) || short(name, "global", 1) || name == "v" || short(name, "vglobal", 2) || short(name, "normal", 4) ||
		str.HasPrefix(name, "echo") || str.In(name, "let", "const", "call", "cal", "return", "a", "i", "c", "append", "insert", "change", "if", "for", "while", "python", "py") ||
		short(name, "put", 2) || short(name, "execute", 3) || str.Contains(name, "map") || str.Contains(name, "abbr") || short(name, "highlight", 2) || short(name, "syntax", 2) ||
		short(name, "match", 3) || short(name, "search", 3) || short(name, "autocmd", 2) || vimLanguage(name) != ""
}

// backticks adds the commands whose output is the names of files: :edit `git push`.
func (v *vimScript) backticks(rest string) {
	for n := 0; n < 20; n++ {
		_, behind, ok := str.Cut(rest, '`')
		if !ok {
			return
		}
		var inside string
		if inside, rest, ok = str.Cut(behind, '`'); ok && !str.HasPrefix(inside, "=") {
			v.found.maybe(inside)
		}
	}
	v.found.cannot("more commands of " + v.t.Program + " in backticks than anybody judges")
}

// globs adds the commands in backticks that functions are given which find files.
func (v *vimScript) globs(text string) {
	for _, function := range [...]string{"glob(", "expand(", "globpath(", "expandcmd("} {
		for rest, n := text, 0; n < 20; n++ {
			_, behind, ok := str.CutText(rest, function)
			if !ok {
				break
			}
			rest = behind
			v.backticks(behind[:min(len(behind), 512)])
		}
	}
}

// vimOpens reports whether a command opens files, or gives what is open another name.
func vimOpens(name string) bool {
	for _, c := range [...]struct {
		full  string
		least int
	}{
		{"edit", 1}, {"ex", 2}, {"visual", 2}, {"view", 3}, {"split", 2}, {"vsplit", 2}, {"new", 3}, {"vnew", 3}, {"sview", 2}, {"tabedit", 4}, {"tabnew", 6}, {"next", 1},
		{"args", 2}, {"argedit", 4}, {"argadd", 4}, {"arglocal", 4}, {"argglobal", 4}, {"find", 3}, {"sfind", 2}, {"tabfind", 4}, {"badd", 3}, {"balt", 4}, {"pedit", 3},
		{"diffsplit", 5}, {"drop", 2}, {"file", 1}, {"vimgrep", 3}, {"vimgrepadd", 8}, {"lvimgrep", 2}, {"lvimgrepadd", 9},
		{"cfile", 2}, {"cgetfile", 2}, {"lfile", 2},
	} {
		if short(name, c.full, c.least) {
			return true
		}
	}
	return false
}

// opens notes the files that a command is given.
func (v *vimScript) opens(name, rest string) {
	arg, _, _ := str.Cut(rest, '|')
	if str.Contains(name, "vim") && str.Trim(arg) != "" {
		arg = str.Trim(str.TrimPrefix(arg, "!"))
		_, arg, _ = str.Cut(arg[1:], arg[0]) // :vimgrep /pattern/j FILE
		_, arg, _ = str.Cut(arg, ' ')
	}
	for _, w := range str.Fields(arg) {
		if str.IndexByte("+!%#`<", w[0]) < 0 && len(v.files.opened) < maxFiles {
			v.files.opened = append(v.files.opened, w)
		}
	}
}

// saves notes that a command writes what is open, or the file that it names by itself.
func (v *vimScript) saves(name, arg string) {
	if arg, _, _ = str.Cut(arg, '|'); str.Trim(str.TrimPrefix(str.Trim(arg), "!")) != "" {
		return
	}
	switch {
	case short(name, "mksession", 3):
		v.found.writes("Session.vim")
	case short(name, "mkvimrc", 2):
		v.found.writes(".vimrc")
	case short(name, "mkexrc", 2):
		v.found.writes(".exrc")
	case str.IndexByte("wux", name[0]) >= 0 || short(name, "exit", 3):
		v.files.saves = true
	}
}

// vimMakes reports whether a command writes a file that its last word names.
func vimMakes(name string) bool {
	return short(name, "mkexrc", 2) || short(name, "mkview", 5) || short(name, "mkspell", 4) || short(name, "hardcopy", 2)
}

func firstWord(s string) string {
	w, _, _ := str.Cut(s, ' ')
	w, _, _ = str.Cut(w, '|')
	return w
}

func (v *vimScript) writes(arg string) {
	for arg != "" && str.IndexByte("! >", arg[0]) >= 0 {
		arg = arg[1:]
	}
	for str.HasPrefix(arg, "++") {
		_, arg, _ = str.Cut(arg, ' ')
	}
	if arg, _, _ = str.Cut(arg, '|'); str.Trim(arg) != "" {
		if at := str.IndexByte(arg, '/'); at > 0 && arg[0] == '%' && arg[at-1] == 'h' {
			arg = string([]byte{match.Hole}) + arg[at:] // %:p:h/docs
		}
		v.found.writes(str.Trim(arg))
		for _, w := range str.Fields(arg) { // mkspell OUT IN
			v.found.writes(w)
		}
	}
}

// set finds the programs that options name, each of which ends at a blank
// without a backslash; let takes all that follows.
func (v *vimScript) set(arg string, let bool) {
	for n := 0; arg != "" && n < 100; n++ {
		var b []byte
		i := 0
		for i < len(arg) && arg[i] != '|' && (let || arg[i] != ' ') {
			if arg[i] == '\\' && i+1 < len(arg) {
				i++
			}
			b = append(b, arg[i])
			i++
		}
		v.option(string(b))
		if i < len(arg) && arg[i] == '|' {
			return
		}
		arg = str.Trim(arg[i:])
	}
}

func (v *vimScript) option(s string) {
	key, value, ok := str.Cut(s, '=')
	key = str.Trim(key)
	if str.HasPrefix(key, "&") {
		key = key[1:]
	}
	if ok && str.In(key, "verbosefile", "vfile", "undodir", "udir", "backupdir", "bdir", "directory", "dir", "viewdir", "vdir") {
		v.found.writes(str.Trim(value))
		v.found.writes(str.Trim(value) + "/what is in it")
	}
	if ok && str.In(key, "patchmode", "pm") {
		v.found.cannot("vim keeps what was in a file beside it; leave patchmode out")
	}
	if !ok || !(str.HasSuffix(key, "prg") || str.In(key, "mp", "gp", "sh", "shell", "shellcmdflag", "shcf", "kp", "ep", "fp", "csprg", "pexpr", "printexpr", "charconvert", "ccv")) {
		return
	}
	value = str.Trim(value)
	for value != "" && (value[0] == '"' || value[0] == '\'') {
		value = value[1:]
	}
	for value != "" && (value[len(value)-1] == '"' || value[len(value)-1] == '\'') {
		value = value[:len(value)-1]
	}
	v.found.shell(value)
}

// inner reads the command that another is given as text.
func (v *vimScript) inner(name, arg string) {
	t := v.t
	if short(name, "execute", 3) {
		p := program{dialect: &vimExpression, t: t}
		p.tokens, _ = lex(&vimExpression.syntax, arg)
		p.brackets()
		s, end, ok := p.fold(1)
		if !ok || end < len(p.tokens) && !p.is(end, ";") || match.Holed(s) {
			v.found.cannot(v.t.Program + " executes a command that is computed at run time; write it out")
		}
		arg = spoken(s)
	}
	if i := str.IndexByte(arg, ':'); i >= 0 && short(name, "normal", 4) {
		arg = arg[i+1:]
	}
	if name != "" && str.IndexByte("gv", name[0]) >= 0 && len(arg) > 1 {
		if end := str.IndexByte(arg[1:], arg[0]); end >= 0 {
			arg = arg[end+2:]
		}
	}
	if arg = str.Trim(arg); arg != "" {
		t.Word = word.Word{Text: arg}
		v.found.add(vimText(t, v.depth+1, v.files))
	}
}

// vimLanguage is the language of the code behind a command.
func vimLanguage(line string) string {
	name, _ := exCommand(line)
	switch {
	case str.In(name, "py", "pyt", "python", "py3", "python3", "pyx", "pythonx", "pydo", "py3do"):
		return "python"
	case str.In(name, "lua", "luado"):
		return "lua"
	case str.In(name, "perl", "pe", "perld", "perldo"):
		return "perl"
	case str.In(name, "ruby", "rub", "rubyd", "rubydo"):
		return "ruby"
	case str.In(name, "tcl", "tc", "tcld", "tcldo"):
		return "tcl"
	}
	return ""
}

// embedded reads the code of another language, and reports whether there is.
func (v *vimScript) embedded(line, code string) bool {
	language := vimLanguage(line)
	if language == "" {
		return false
	}
	if code == "" {
		_, code = exCommand(line)
		for code != "" && (isDigit(code[0]) || code[0] == 'x') {
			code = code[1:]
		}
	}
	if v.programs++; v.programs > 100 {
		v.found.cannot("more programs in commands of " + v.t.Program + " than anybody judges; write them out")
		return true
	}
	v.found.add(otherLanguage(language, v.t, code))
	return true
}

// otherLanguage reads code of a language inside of another.
func otherLanguage(language string, t Text, code string) Found {
	t.Word = word.Word{Text: str.Trim(code)}
	switch language {
	case "python":
		return python.read(t)
	case "lua":
		f := lua.read(t)
		f.add(vimExpression.program(t, 3))
		return f
	case "perl":
		return perl.read(t)
	case "ruby":
		return ruby.read(t)
	case "lisp":
		return lisp.read(t)
	}
	return readTcl(t)
}
