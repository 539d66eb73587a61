package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

const interpreterNames = " python python2 python3 pypy pypy3 perl ruby node nodejs php lua luajit tclsh Rscript r osascript groovy julia scala elixir erl jruby irb ts-node tsx jshell ghci "

func isInterpreter(name string) bool {
	if str.Contains(interpreterNames, " "+name+" ") {
		return true
	}
	// python3.12, ruby3.1, node20
	for _, stem := range [...]string{"python", "ruby", "perl", "php", "lua", "node", "pypy"} {
		if str.HasPrefix(name, stem) && len(name) > len(stem) {
			rest := name[len(stem):]
			digits := true
			for i := 0; i < len(rest); i++ {
				digits = digits && (rest[i] == '.' || rest[i] >= '0' && rest[i] <= '9')
			}
			if digits {
				return true
			}
		}
	}
	return false
}

// interpreter looks into a program given on the command line or by a
// here-document: the string literals in it that could be commands.
func (u *unfolding) interpreter(cmd command, depth int) {
	args := cmd.Words[1:]
	script := false
	code := false
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		if !isOption(t) {
			if t == "-" {
				break
			}
			if args[i].Holed() || str.HasPrefix(t, "/dev/") || str.HasPrefix(t, "/proc/") {
				if cmd.Stdin == nil || args[i].Holed() {
					u.cannot("the program that " + cmd.name() + " runs is not written here; write it out")
				}
				break
			}
			if perlOpens(cmd.name(), args[:i]) {
				u.opened(args[i:], cmd, depth)
			}
			script = true
			break
		}
		if t == "--" {
			script = i+1 < len(args)
			break
		}
		if str.In(t, "--version", "-V", "-v", "--help", "-h") && len(args) == 1 {
			return
		}
		value, given := "", false
		switch {
		case t == "-m" && i+1 < len(args) && str.HasPrefix(str.Lower(cmd.name()), "py"):
			// python -m pip is pip, to a deny rule.
			u.module(args[i+1:], cmd)
			if str.In(args[i+1].Text, "timeit", "pdb", "trace", "cProfile", "profile") {
				for _, w := range args[i+2:] {
					u.program(w.Text, cmd, depth)
				}
			}
			script = args[i+1].Text != "code"
		case str.In(t, "-m", "-M") || str.In(t, "-f", "--file"):
			script = true
		case str.In(t, "-c", "-e", "-E", "-p", "-r", "-pe", "-ne", "-le", "-ie", "-pie", "-lne", "-lpe", "-ane", "-lane", "--eval", "--print", "-print", "--execute", "--command") || isOption(t) && t[1] != '-' && len(t) <= 6 && (str.HasSuffix(t, "e") || str.HasSuffix(t, "c") || str.HasSuffix(t, "E")):
			if i+1 < len(args) {
				if args[i+1].Holed() {
					u.cannot("the program that " + cmd.name() + " runs is computed at run time; write it out")
				}
				value, given = args[i+1].Text, true
				i++
			}
		case str.In(t, "-B", "-R") && cmd.name() == "php" || str.In(t, "-eval", "-s") && cmd.name() == "erl":
			if i+1 < len(args) {
				value, given = args[i+1].Text, true
				i++
			}
		case str.HasPrefix(t, "--eval=") || str.HasPrefix(t, "--print="):
			_, value, given = str.Cut(t, '=')
		case str.HasPrefix(t, "-c") || str.HasPrefix(t, "-e"):
			value, given = t[2:], true
		case str.In(t, "-W", "-X", "-I", "-i.bak", "--require", "--import", "--loader", "--experimental-loader", "-C", "-r"):
			i++
			if i < len(args) && (str.HasPrefix(args[i].Text, "data:") || args[i].Holed()) {
				u.cannot("the program that " + cmd.name() + " loads is not written plainly; leave it out")
			}
		case str.Contains(t, "=data:"):
			u.cannot("the program that " + cmd.name() + " loads is not written plainly; leave it out")
		}
		if given {
			code = true
			u.program(value, cmd, depth)
		}
		if script {
			break
		}
	}
	if code && perlOpens(cmd.name(), args) {
		u.opened(args, cmd, depth)
	}
	if (code || script) && !(cmd.Stdin != nil && hasLetter(args, 'i')) {
		return
	}
	switch {
	case cmd.Stdin != nil:
		if cmd.Stdin.Holed() {
			u.cannot("the program fed to " + cmd.name() + " is computed at run time; write it out")
			return
		}
		u.program(cmd.Stdin.Text, cmd, depth)
	case cmd.Piped:
		u.cannot("what is piped into " + cmd.name() + " runs unread; write the program into a file of the task and run that")
	case len(args) == 0 || args[len(args)-1].Text == "-i" || args[len(args)-1].Text == "-":
		u.cannot(cmd.name() + " alone takes its program later; give it one")
	}
}

// perlOpens reports whether an interpreter opens its operands as files in a
// way that runs one with a pipe at its end: perl -n and -p do.
func perlOpens(name string, args []word.Word) bool {
	return (str.HasPrefix(str.Lower(name), "perl") || str.HasPrefix(str.Lower(name), "ruby")) && (hasLetter(args, 'n') || hasLetter(args, 'p'))
}

func (u *unfolding) opened(args []word.Word, cmd command, depth int) {
	for _, a := range args {
		t := a.Text
		if str.HasPrefix(t, "|") || str.HasSuffix(t, "|") {
			u.runText([]word.Word{{Text: trimByte(trimEnd(t, '|'), '|')}}, cmd, depth)
		}
	}
}

func trimEnd(s string, b byte) string {
	for s != "" && s[len(s)-1] == b {
		s = s[:len(s)-1]
	}
	return s
}

// module adds a module that an interpreter runs as the program that it is. What
// an allowlist lists is the interpreter.
func (u *unfolding) module(words []word.Word, cmd command) {
	next := command{by: cmd.name(), literal: true, at: len(u.list), from: cmd.at + 1}
	next.Words, next.Dirs = words, cmd.Dirs
	u.list = append(u.list, next)
}

// runners are what a program in any of the languages has to say to run another.
var runners = []string{"system", "popen", "Popen", "subprocess", "exec", "spawn", "fork", "check_output", "check_call", "child_process",
	"Open3", "pty", "getattr", "__import__", "importlib", "eval", "compile(", "ctypes", "globals", "Runtime", "ProcessBuilder",
	"do shell script", "`", "qx", "%x", "shell(", "shell-command", "call-process", "start-process", "commands.get", "Deno.", "Bun.", "import sh", "from sh", "plumbum", "invoke", "fabric", "execa", "zx", "pexpect", "passthru", "proc_open",
	"System.cmd", "os:cmd", "sys.process", "syscmd", "Process.", "job_start", "termopen"}

// writers are what it has to say to write a file.
var writers = []string{"write", "Write", "unlink", "os.remove", "rmtree", "rmdir", "rmSync", "rm(", "mkdir", "makedirs", "touch(", "truncate",
	"shutil", "copyfile", "copyFile", "cpSync", "chmod", "symlink", "link(", "rename", "appendFile", "File.new", "File.delete", "FileUtils",
	"file_put", "fopen", "fwrite", "save(", "dump(", "to_csv", "to_json(", "to_excel", "to_parquet", "openSync", "WriteStream",
	"os.replace", "extract", "urlretrieve", "inplace", "mknod", "mkfifo", "FileHandler", "filename="}

// executors are those of the runners by which a program can write without
// saying so.
var executors = []string{"system", "popen", "Popen", "subprocess", "exec", "spawn", "fork", "check_output", "check_call", "child_process",
	"Open3", "pty.", "getattr", "__import__", "importlib", "eval(", " compile(", "ctypes", "globals", "`", "qx", "%x", "do shell script"}

// printers look like writers and only print.
var printers = []string{".eval(", "sys.stdout.write", "sys.stderr.write", "process.stdout.write", "process.stderr.write", "sys.stdout.buffer.write"}

// canWrite reports whether a program can write a file, as far as its words say.
func canWrite(code string) bool {
	for _, p := range printers {
		for i := str.Index(code, p); i >= 0; i = str.Index(code, p) {
			code = code[:i] + code[i+len(p):]
		}
	}
	return says(code, writers) || says(code, executors) || opensToWrite(code)
}

// opensToWrite reports whether a file is opened in a mode that is not for
// reading only. A mode that is no literal can be any.
func opensToWrite(code string) bool {
	if !str.Contains(code, "open") {
		return false
	}
	if str.Contains(code, "mode") {
		return true
	}
	for _, l := range stringLiterals(code) {
		if str.HasSuffix(code[:l.start], "open(") && len(l.text) <= 3 && onlyOf(l.text, "rwaxbt+U") && str.ContainsAny(l.text, "wax+") {
			return true // pathlib's takes the mode first
		}
		if str.HasPrefix(l.text, ">") || str.HasPrefix(l.text, "+") {
			return true // perl
		}
		if l.comma && len(l.text) <= 3 && onlyOf(l.text, "rwaxbt+U") && str.ContainsAny(l.text, "wax+") {
			return true
		}
		if l.comma && len(l.text) <= 3 && l.text != "" && !onlyOf(l.text, "rbtU") {
			continue
		}
	}
	// open(name, m): the second argument is a variable.
	for rest := code; ; {
		i := str.Index(rest, "open(")
		if i < 0 {
			return false
		}
		rest = rest[i+len("open("):]
		args, _, _ := str.Cut(rest, ')')
		if _, second, ok := str.Cut(args, ','); ok && !str.ContainsAny(trimLeft(second)[:min(1, len(trimLeft(second)))], "'\"") && !str.Contains(second, "=") {
			return true
		}
	}
}

// decoders hide what is run from anybody who reads the program.
var decoders = []string{"64decode", "32decode", "16decode", "85decode", "decodebytes", "fromhex", "unhexlify", "chr(", "fromCharCode", "atob", "[::-1]", "reverse", "rot13", "rot_13",
	"decompress", "marshal", "pack(", "unpack", "codecs", "bytes([", "bytearray", "hex2bin", "Buffer.from"}

// program judges the text of an interpreter's program.
func (u *unfolding) program(code string, cmd command, depth int) {
	if u.call.programs += len(code); u.call.programs > maxProgram {
		u.cannot("programs of more than " + str.Itoa(maxProgram) + " bytes for " + cmd.name() + "; write it into a file of the task and run that")
		return
	}
	if canWrite(code) {
		if targets, all := opensOnly(code); all {
			u.list[cmd.at].targets = append(u.list[cmd.at].targets, targets...)
		} else {
			u.list[cmd.at].writesUnknown = true
		}
	}
	weak := false
	if !says(code, runners) && !pipesInLiterals(code) {
		// With these a program can run another without a word of it.
		if weak = says(code, []string{"import os", "from os", "vars(", "__dict__", "require(", "import sys"}); !weak {
			return
		}
	}
	if says(code, decoders) {
		u.cannot("the program that " + cmd.name() + " runs decodes something and can run it; write the command out")
		return
	}
	if str.In(cmd.name(), "tclsh", "wish") {
		// Words need no quotes in Tcl.
		for rest := code; ; {
			at := str.Index(rest, "exec ")
			if at < 0 {
				break
			}
			rest = rest[at+len("exec "):]
			line, _, _ := str.Cut(rest, '\n')
			u.literal(line, cmd, depth)
		}
	}
	var texts []string
	for _, l := range anyLiterals(code) {
		if !weak || str.Contains(l, " ") {
			texts = append(texts, trimByte(trimEnd(l, '|'), '|'))
		}
	}
	literals := stringLiterals(code)
	if hashed := withoutComments(code); hashed != code {
		literals = append(literals, stringLiterals(hashed)...)
	}
	for i, l := range literals {
		if !weak && !l.comma || str.Contains(l.text, " ") {
			// A single word behind a comma is an argument.
			texts = append(texts, l.text)
		}
		if len(texts) > 2000 {
			u.cannot("the program that " + cmd.name() + " runs holds too many strings to judge; write the command out")
			return
		}
		// 'git', 'push' and 'gi' + 't push' are one command too.
		row, sum := l.text, l.text
		for j := i + 1; j < len(literals) && j < i+12 && (literals[j].comma || literals[j].plus); j++ {
			row += " " + literals[j].text
			sum += literals[j].text
			if literals[j].plus && !literals[j].comma {
				texts = append(texts, sum)
			}
		}
		if row != l.text {
			texts = append(texts, row)
		}
	}
	for _, t := range texts {
		u.literal(t, cmd, depth)
	}
}

func says(code string, words []string) bool {
	for _, w := range words {
		if str.Contains(code, w) {
			return true
		}
	}
	return false
}

// opensOnly are the files that a program writes if all it does is to open files
// that it names: open("src/a", "w").
func opensOnly(code string) (targets []word.Word, all bool) {
	for _, p := range printers {
		for i := str.Index(code, p); i >= 0; i = str.Index(code, p) {
			code = code[:i] + code[i+len(p):]
		}
	}
	if says(code, executors) || str.Contains(code, "mode") {
		return nil, false
	}
	literals := stringLiterals(code)
	named := 0
	for i, l := range literals {
		if !str.HasSuffix(code[:l.start], "open(") || i+1 == len(literals) && str.Contains(code[l.end:], ",") {
			continue
		}
		if len(l.text) <= 3 && onlyOf(l.text, "rwaxbt+U") {
			return nil, false // pathlib's: the file is said elsewhere
		}
		if rest := trimLeft(code[l.end:]); str.HasPrefix(rest, ")") {
			named++ // only read
			continue
		}
		if i+1 < len(literals) && literals[i+1].comma && onlyOf(literals[i+1].text, "rwaxbt+U") {
			named++
			if str.ContainsAny(literals[i+1].text, "wax+") {
				targets = append(targets, word.Word{Text: l.text})
			}
		}
	}
	opens := 0
	for rest := code; ; {
		i := str.Index(rest, "open")
		if i < 0 {
			break
		}
		opens++
		rest = rest[i+len("open"):]
	}
	// What else writes must be write() on what was opened.
	for _, w := range writers {
		if w != "write" && str.Contains(code, w) {
			return nil, false
		}
	}
	for rest := code; ; {
		i := str.Index(rest, "write")
		if i < 0 {
			break
		}
		rest = rest[i+len("write"):]
		if !str.HasPrefix(rest, "(") && !str.HasPrefix(rest, "lines(") {
			return nil, false
		}
	}
	return targets, opens == named && opens > 0
}

// literal unfolds the text of a string literal as if it were run. Whether it
// is run is not known, so only deny rules are asked, and what does not read as
// shell text is let be.
func (u *unfolding) literal(text string, cmd command, depth int) {
	if text == "" || len(text) > 4096 {
		return
	}
	inner := unfolding{call: u.call}
	outer := command{by: cmd.name(), remote: cmd.remote}
	inner.text(text, outer, depth+1)
	if len(inner.list) > 0 {
		for _, reason := range inner.unread {
			u.cannot(reason)
		}
	}
	for _, c := range inner.list {
		c.literal = true
		c.at, c.from = len(u.list), cmd.at+1
		u.list = append(u.list, c)
	}
}

// pipesInLiterals reports whether a string starts or ends with a pipe, by which
// perl and ruby open the output of a command.
func pipesInLiterals(code string) bool {
	for _, mark := range [...]string{`"|`, `'|`, `|"`, `|'`, `"-|`, `'-|`} {
		if str.Contains(code, mark) && says(code, []string{"open", "read", "IO"}) {
			return true
		}
	}
	return false
}

// anyLiterals takes each quote for the start of a string: an apostrophe in a
// comment must not shift what counts as inside.
func anyLiterals(code string) []string {
	var list []string
	for i := 0; i < len(code) && len(list) < 1000; i++ {
		if q := code[i]; q == '\'' || q == '"' || q == '`' {
			if end := str.IndexByte(code[i+1:], q); end > 0 && end <= 512 && str.IndexByte(code[i+1:i+1+end], '\n') < 0 {
				if in := code[i+1 : i+1+end]; str.Contains(in, " ") || i > 0 && code[i-1] == '(' {
					list = append(list, in)
				}
			}
		}
	}
	return list
}

// withoutComments takes away what stands behind # to the end of its line.
func withoutComments(code string) string {
	if str.IndexByte(code, '#') < 0 {
		return code
	}
	var b []byte
	for i := 0; i < len(code); i++ {
		if code[i] == '#' && (i == 0 || str.IndexByte(" \t\n;", code[i-1]) >= 0) {
			for i < len(code) && code[i] != '\n' {
				i++
			}
			if i == len(code) {
				break
			}
		}
		b = append(b, code[i])
	}
	return string(b)
}

// A stringLiteral is one in a program, with what joins it to the one before.
type stringLiteral struct {
	text  string
	comma bool
	plus  bool
	start int // of the literal with its quotes, in the program
	end   int
}

// stringLiterals finds the quoted strings of a program, in any of the
// languages: quotes, backquotes, and qx{}, %x() and the like.
func stringLiterals(code string) []stringLiteral {
	var list []stringLiteral
	last := 0
	for i := 0; i < len(code); i++ {
		open := code[i]
		closing := byte(0)
		switch {
		case open == '\'' || open == '"' || open == '`':
			closing = open
		case (open == 'q' || open == '%') && i+2 < len(code) && (i == 0 || !isLetter(code[i-1])):
			j := i + 1
			for j < len(code) && j < i+3 && str.IndexByte("qxwWQ", code[j]) >= 0 {
				j++
			}
			if j < len(code) && j > i && str.IndexByte("({[</|!", code[j]) >= 0 {
				closing = matching(code[j])
				i = j
			}
		}
		if closing == 0 {
			continue
		}
		between := code[last:i]
		start := i + 1
		quote := i
		var text []byte
		j := start
		for j < len(code) && code[j] != closing {
			if code[j] == '\\' && j+1 < len(code) {
				var b byte
				b, j = escape(code, j+1)
				text = append(text, b)
				continue
			}
			text = append(text, code[j])
			j++
		}
		list = append(list, stringLiteral{text: string(text), comma: onlyOf(between, ", \t\n[]()") && str.Contains(between, ","), plus: onlyOf(between, "+. \t\n)("), start: quote, end: min(j+1, len(code))})
		i = j
		last = min(j+1, len(code))
	}
	return list
}

func matching(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '{':
		return '}'
	case '[':
		return ']'
	case '<':
		return '>'
	}
	return open
}

func onlyOf(s, bytes string) bool {
	for i := 0; i < len(s); i++ {
		if str.IndexByte(bytes, s[i]) < 0 {
			return false
		}
	}
	return true
}

// escape decodes the escape that starts at code[i], behind the backslash.
func escape(code string, i int) (b byte, next int) {
	switch code[i] {
	case 'n':
		return '\n', i + 1
	case 't':
		return '\t', i + 1
	case 'x', 'u':
		n, j := 0, i+1
		most := i + 3
		if code[i] == 'u' {
			most = i + 5
		}
		for j < len(code) && j < most && hexValue(code[j]) >= 0 {
			n = n<<4 | hexValue(code[j])
			j++
		}
		return byte(n), j
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, j := 0, i
		for j < len(code) && j < i+3 && code[j] >= '0' && code[j] <= '7' {
			n = n<<3 | int(code[j]-'0')
			j++
		}
		return byte(n), j
	}
	return code[i], i + 1
}

func hexValue(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}
