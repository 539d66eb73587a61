package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// What programs other than wrappers and interpreters run by way of an option
// or of their own little language.

// awk finds system("..."), pipes and redirections in awk's own program.
func (u *unfolding) awk(cmd command, depth int) {
	rest, options := skipOptions(cmd.Words[1:], " -F -v -f -e -i -E -l --field-separator --assign --file --source --include --load ")
	var code []word.Word
	inFile := false
	for i, o := range options {
		if str.In(o.Text, "-f", "--file", "-E", "-i", "--include") && i+1 < len(options) {
			inFile = true
			if f := options[i+1]; f.Text == "-" || f.Holed() || str.HasPrefix(f.Text, "/dev/") {
				if cmd.Stdin != nil && !f.Holed() {
					u.awkProgram(cmd.Stdin.Text, cmd, depth)
				} else {
					u.cannot("the program that awk runs is not written here; write it out")
				}
			}
			if options[i+1].Text == "inplace" {
				inFile = false
			}
		}
		if str.In(o.Text, "-e", "--source") && i+1 < len(options) {
			code = append(code, options[i+1])
		}
	}
	if len(code) == 0 && !inFile && len(rest) > 0 {
		code = rest[:1]
	}
	for _, w := range code {
		if w.Holed() {
			u.unsure = append(u.unsure, "the program of awk is computed at run time")
			if says(w.Text, []string{"system", "|"}) {
				u.cannot("the program that awk runs is computed at run time; write it out")
			}
			continue
		}
		u.awkProgram(w.Text, cmd, depth)
	}
}

func (u *unfolding) awkProgram(code string, cmd command, depth int) {
	// Its reading goes over it again for each redirection.
	if u.call.programs += 8 * len(code); u.call.programs > maxProgram {
		u.cannot("programs of more than " + str.Itoa(maxProgram/8) + " bytes for awk; write it shorter")
		return
	}
	// An apostrophe is no quote to awk.
	plainer := []byte(withoutComments(code))
	for i, b := range plainer {
		if b == '\'' {
			plainer[i] = ' '
		}
	}
	whole := code
	code = string(plainer)
	if str.Contains(whole, "#") || str.Contains(whole, "/") {
		// Quotes in a comment or a regular expression shift what is inside.
		for _, l := range anyLiterals(whole) {
			if str.Contains(whole, "system") || str.Contains(whole, "|") {
				u.literal(l, cmd, depth)
			}
		}
	}
	for _, l := range stringLiterals(code) {
		if code[l.start] != '"' {
			continue // awk has no other quotes
		}
		before, after := trimRight(code[:l.start]), trimLeft(code[l.end:])
		switch {
		case hasSystem(before) && !str.HasPrefix(after, ")"):
			u.cannot("awk runs a command that is computed at run time; write it out")
		case str.HasSuffix(before, ">"):
			if l.text != "/dev/stderr" && l.text != "/dev/stdout" && l.text != "/dev/null" {
				u.list[cmd.at].targets = append(u.list[cmd.at].targets, word.Word{Text: l.text})
			}
		case str.HasSuffix(before, "|") || str.HasSuffix(before, "|&") || hasSystem(before) || str.HasPrefix(after, "|"):
			if str.HasSuffix(before, `"`) || str.HasPrefix(after, `"`) {
				u.cannot("awk runs a command that is put together at run time; write it out")
			}
			u.runText([]word.Word{{Text: l.text}}, cmd, depth)
		}
	}
	for rest := code; ; {
		i := str.Index(rest, "system")
		if i < 0 {
			break
		}
		rest = trimLeft(rest[i+len("system"):])
		if str.HasPrefix(rest, "(") && !str.HasPrefix(trimLeft(rest[1:]), `"`) {
			u.cannot("awk runs a command that is computed at run time; write it out")
		}
	}
	for i := 0; i < len(code); i++ {
		if code[i] == '|' && !inRegexp(code, i) && (i+1 == len(code) || code[i+1] != '|') && (i == 0 || code[i-1] != '|') && !inLiteral(code, i) {
			if rest := trimLeft(code[i+1:]); !str.HasPrefix(rest, `"`) && !str.HasPrefix(rest, "&") && !str.HasSuffix(trimRight(code[:i]), `"`) {
				u.cannot("awk pipes into a command that is computed at run time; write it out")
			}
		}
		if code[i] == '>' && !inLiteral(code, i) && printsBefore(code, i) {
			if rest := trimLeft(trimByte(code[i+1:], '>')); !str.HasPrefix(rest, `"`) {
				u.list[cmd.at].writesUnknown = true
			}
		}
	}
}

// hasSystem reports whether code ends in the start of a call of system.
func hasSystem(code string) bool {
	return str.HasSuffix(code, "(") && str.HasSuffix(trimRight(code[:len(code)-1]), "system")
}

// printsBefore reports whether the > at i redirects: print stands before it in
// its statement, outside of parentheses.
func printsBefore(code string, i int) bool {
	start := i
	for start > 0 && code[start-1] != ';' && code[start-1] != '{' && code[start-1] != '\n' && code[start-1] != '}' {
		start--
	}
	s := code[start:i]
	open := 0
	for j := 0; j < len(s); j++ {
		switch s[j] {
		case '(':
			open++
		case ')':
			open--
		}
	}
	return open == 0 && str.Contains(s, "print")
}

// inRegexp reports whether code[i] is inside an awk regular expression: a slash
// starts one where a value is wanted.
func inRegexp(code string, i int) bool {
	in, class := false, false
	wants := true
	for j := 0; j < i; j++ {
		switch b := code[j]; {
		case b == '\n':
			in, class, wants = false, false, true
		case in && b == '\\':
			j++
		case in && b == '[':
			class = true
		case in && b == ']':
			class = false
		case in && b == '/' && !class:
			in, wants = false, false
		case in:
		case b == '/' && wants:
			in = true
		case b == ' ' || b == '\t':
		default:
			wants = str.IndexByte("(,~!{};&|=", b) >= 0
		}
	}
	return in
}

func inLiteral(code string, i int) bool {
	quotes := 0
	for j := 0; j < i; j++ {
		if code[j] == '\\' {
			j++
			continue
		}
		if code[j] == '"' {
			quotes++
		}
	}
	return quotes%2 == 1
}

func trimLeft(s string) string {
	for s != "" && (s[0] == ' ' || s[0] == '\t' || s[0] == '\n') {
		s = s[1:]
	}
	return s
}

func trimRight(s string) string {
	for s != "" && (s[len(s)-1] == ' ' || s[len(s)-1] == '\t' || s[len(s)-1] == '\n') {
		s = s[:len(s)-1]
	}
	return s
}

func trimByte(s string, b byte) string {
	for s != "" && s[0] == b {
		s = s[1:]
	}
	return s
}

// sed finds the e command and flag, which run, and w, which writes.
func (u *unfolding) sed(cmd command, depth int) {
	args := cmd.Words[1:]
	var scripts []word.Word
	given := false
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		switch {
		case str.In(t, "-e", "--expression") && i+1 < len(args):
			i++
			scripts, given = append(scripts, args[i]), true
		case str.HasPrefix(t, "--expression="):
			scripts, given = append(scripts, word.Word{Text: t[len("--expression="):]}), true
		case str.In(t, "-f", "--file") || str.HasPrefix(t, "--file="):
			given = true
			i++
			if i < len(args) && (args[i].Text == "-" || args[i].Holed() || str.HasPrefix(args[i].Text, "/dev/")) {
				if cmd.Stdin != nil && !args[i].Holed() {
					u.sedScript(cmd.Stdin.Text, cmd, depth)
				} else {
					u.cannot("the script that sed runs is not written here; write it out")
				}
			}
		case str.In(t, "-l", "--line-length"):
			i++
		case isLong(t, "--expression") && str.Contains(t, "="):
			scripts, given = append(scripts, part(args[i], str.IndexByte(t, '=')+1)), true
		case isOption(t) && t[1] != '-' && str.IndexByte(t, 'e') > 0 && str.IndexByte(t, 'e') < len(t)-1 && onlyOf(t[1:str.IndexByte(t, 'e')], "nErsuz"):
			scripts, given = append(scripts, part(args[i], str.IndexByte(t, 'e')+1)), true
		case isOption(t):
			if t[1] != '-' && str.HasSuffix(t, "e") && !str.HasPrefix(t, "-i") && i+1 < len(args) {
				i++
				scripts, given = append(scripts, args[i]), true // -ne, -Ee
			}
		case !given:
			scripts, given = append(scripts, args[i]), true
		}
	}
	for _, s := range scripts {
		if s.Holed() {
			u.unsure = append(u.unsure, "the script of sed is computed at run time")
		}
		u.sedScript(s.Text, cmd, depth)
	}
}

func (u *unfolding) sedScript(s string, cmd command, depth int) {
	if u.call.programs += len(s); u.call.programs > maxProgram {
		u.cannot("scripts of more than " + str.Itoa(maxProgram) + " bytes for sed; write it shorter")
		return
	}
	i := 0
	for i < len(s) {
		// addresses
		for i < len(s) && str.IndexByte(" \t\n;{},!~+0123456789$", s[i]) >= 0 {
			i++
		}
		if i >= len(s) {
			return
		}
		switch b := s[i]; b {
		case '/', '\\':
			delim := b
			if b == '\\' && i+1 < len(s) {
				i++
				delim = s[i]
			}
			i = sedSkip(s, i+1, delim, true)
			for i < len(s) && (s[i] == 'I' || s[i] == 'M') {
				i++
			}
		case 's', 'y':
			if i+1 >= len(s) {
				return
			}
			delim := s[i+1]
			i = sedSkip(s, i+2, delim, b == 's')
			i = sedSkip(s, i, delim, false)
			for i < len(s) && s[i] != ';' && s[i] != '\n' && s[i] != '}' && s[i] != ' ' {
				if s[i] == 'e' {
					u.cannot("sed runs what its substitution makes; leave the e flag out")
				}
				if s[i] == 'w' {
					i = u.sedWrite(s, i+1, cmd)
					break
				}
				i++
			}
		case 'e':
			end := i + 1
			for end < len(s) && s[end] != '\n' {
				end++
			}
			if text := trimLeft(s[i+1 : end]); text != "" {
				u.runText([]word.Word{{Text: text}}, cmd, depth)
			} else {
				u.cannot("sed runs its input; leave the e command out")
			}
			i = end
		case 'w', 'W':
			i = u.sedWrite(s, i+1, cmd)
		case 'a', 'i', 'c', 'r', 'R', 'b', 't', 'T', ':', '#':
			for i < len(s) && s[i] != '\n' && (s[i] != ';' || str.IndexByte("aicrR#", b) >= 0) {
				if s[i] == '\\' && str.IndexByte("aic", b) >= 0 {
					i++ // the text goes on behind a backslash and newline
				}
				i++
			}
		default:
			i++
		}
	}
}

func (u *unfolding) sedWrite(s string, i int, cmd command) int {
	end := i
	for end < len(s) && s[end] != '\n' && s[end] != '}' {
		end++
	}
	u.list[cmd.at].targets = append(u.list[cmd.at].targets, word.Word{Text: trimRight(trimLeft(s[i:end]))})
	return end
}

// sedSkip is behind the next delimiter; in a pattern one inside brackets is none.
func sedSkip(s string, i int, delim byte, pattern bool) int {
	class := false
	for i < len(s) {
		switch {
		case s[i] == '\\':
			i++
		case pattern && s[i] == '[' && !class && str.Contains(s[i:], "]"):
			class = true
			if i+1 < len(s) && (s[i+1] == ']' || s[i+1] == '^' && i+2 < len(s) && s[i+2] == ']') {
				i++
			}
		case s[i] == ']':
			class = false
		case s[i] == delim && !class:
			return i + 1
		}
		i++
	}
	return i
}

// escapes unfolds the shell escapes of editors and database shells.
func (u *unfolding) escapes(cmd command, depth int) {
	args := cmd.Words[1:]
	for i, a := range args {
		t := a.Text
		switch cmd.name() {
		case "vim", "vi", "nvim", "ex", "view", "gvim", "vimdiff", "rview", "rvim", "nvimdiff":
			text := ""
			if str.In(t, "-c", "--cmd", "-S") && i+1 < len(args) {
				text = args[i+1].Text
			} else if str.HasPrefix(t, "+") {
				text = t[1:]
			} else if isOption(t) && t[1] != '-' && str.HasSuffix(t, "c") && i+1 < len(args) {
				text = args[i+1].Text // ex -sc
			}
			u.afterBang(text, cmd, depth)
			if text != "" {
				u.program(text, cmd, depth)
			}
			if at := str.Index(text, "term"); at >= 0 {
				if _, after, ok := str.Cut(text[at:], ' '); ok {
					u.runText([]word.Word{{Text: after}}, cmd, depth)
				}
			}
		case "psql", "mysql":
			for _, mark := range [...]string{`\!`, "system ", `\g |`, `\o |`, "PROGRAM '", "program '"} {
				if at := str.Index(t, mark); at >= 0 {
					u.runText([]word.Word{{Text: trimQuote(t[at+len(mark):])}}, cmd, depth)
				}
			}
		case "sqlite3":
			u.dotCommand(t, cmd, depth)
		case "gdb", "lldb":
			for _, mark := range [...]string{"shell ", "!", "platform shell ", "make "} {
				if str.HasPrefix(t, mark) {
					u.runText([]word.Word{{Text: t[len(mark):]}}, cmd, depth)
				}
			}
			if t == "--args" {
				u.run(args[i+1:], cmd, depth)
			}
			text := t
			if _, after, ok := str.Cut(t, '='); ok && isOption(t) {
				text = after
			}
			if isOption(t) && text == t {
				continue
			}
			u.program(text, cmd, depth)
			for _, mark := range [...]string{"shell ", "!", "platform shell ", "make ", "|"} {
				if at := str.Index(text, mark); at >= 0 {
					u.runText([]word.Word{{Text: text[at+len(mark):]}}, cmd, depth)
				}
			}
		case "man":
			if i == 0 {
				u.optionText(args, cmd, depth, "-P", "--pager")
			}
		case "less", "more":
			if str.HasPrefix(t, "+") {
				u.afterBang(t[1:], cmd, depth)
			}
		case "expect":
			if t == "-c" && i+1 < len(args) {
				for _, word := range [...]string{"spawn ", "exec ", "system "} {
					if at := str.Index(args[i+1].Text, word); at >= 0 {
						line, _, _ := str.Cut(args[i+1].Text[at+len(word):], ';')
						u.literal(line, cmd, depth)
					}
				}
			}
		case "emacs":
			if str.In(t, "--eval", "-eval", "-c") && i+1 < len(args) {
				u.program(args[i+1].Text, cmd, depth)
			}
		}
	}
	if cmd.Stdin != nil && str.In(cmd.name(), "vim", "vi", "nvim", "ex", "view") {
		u.escaped(cmd.Stdin.Text, cmd, depth)
	}
	if cmd.Stdin != nil && cmd.name() == "expect" {
		for n, rest := 0, cmd.Stdin.Text; rest != "" && n < 1000; n++ {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			for _, word := range [...]string{"spawn ", "exec ", "system "} {
				if at := str.Index(line, word); at >= 0 {
					u.literal(trimLeft(line[at+len(word):]), cmd, depth)
				}
			}
		}
	}
	if cmd.Stdin != nil && cmd.name() == "sqlite3" {
		for rest := cmd.Stdin.Text; rest != ""; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			u.dotCommand(trimLeft(line), cmd, depth)
		}
	}
	if cmd.Stdin != nil && str.In(cmd.name(), "psql", "mysql", "sqlite3", "ex") {
		for _, mark := range [...]string{`\! `, ".shell ", ".system ", "!"} {
			if at := str.Index(cmd.Stdin.Text, mark); at >= 0 {
				line, _, _ := str.Cut(cmd.Stdin.Text[at+len(mark):], '\n')
				u.literal(line, cmd, depth)
			}
		}
	}
}

// dotCommand unfolds sqlite3's commands that run a program; they may be
// abbreviated, and a name that starts with a pipe is a command.
func (u *unfolding) dotCommand(t string, cmd command, depth int) {
	if !str.HasPrefix(t, ".") {
		return
	}
	name, rest, ok := str.Cut(t, ' ')
	if ok && len(name) > 2 && (str.HasPrefix(".shell", name) || str.HasPrefix(".system", name)) {
		u.runText([]word.Word{{Text: rest}}, cmd, depth)
	}
	if at := str.IndexByte(rest, '|'); at >= 0 {
		u.runText([]word.Word{{Text: trimQuote(rest[at+1:])}}, cmd, depth)
	}
}

// escaped judges what stands behind a bang in the lines of a text.
func (u *unfolding) escaped(text string, cmd command, depth int) {
	for n := 0; text != "" && n < 1000; n++ {
		var line string
		line, text, _ = str.Cut(text, '\n')
		if _, after, ok := str.Cut(line, '!'); ok {
			u.literal(after, cmd, depth)
		}
	}
}

func trimQuote(s string) string {
	if i := str.IndexByte(s, '\''); i >= 0 {
		return s[:i]
	}
	return s
}

func (u *unfolding) afterBang(text string, cmd command, depth int) {
	if i := str.IndexByte(text, '!'); i >= 0 {
		u.runText([]word.Word{{Text: text[i+1:]}}, cmd, depth)
	}
	if str.Contains(text, "system(") {
		u.program(text, cmd, depth)
	}
}

// others unfolds what single options of well-known programs run.
func (u *unfolding) others(cmd command, depth int) {
	args := cmd.Words[1:]
	switch cmd.name() {
	case "tar", "gtar", "bsdtar":
		u.optionText(args, cmd, depth, "--to-command", "-I", "--use-compress-program", "--rsh-command", "-F", "--info-script", "--new-volume-script")
		for _, a := range args {
			if at := str.Index(a.Text, "exec="); at >= 0 && str.HasPrefix(a.Text, "--checkpoint") {
				u.runText([]word.Word{{Text: a.Text[at+5:]}}, cmd, depth)
			}
		}
	case "rsync":
		for _, v := range optionValues(args, "-e", "--rsh") {
			// The host and what runs there come behind it.
			u.runText([]word.Word{v, {Text: "host"}, {Text: "rsync"}}, cmd, depth)
		}
		u.optionText(args, cmd, depth, "--rsync-path")
		for i, a := range args {
			if t := a.Text; len(t) > 2 && t[0] == '-' && t[1] != '-' && t[1] != 'e' && str.HasSuffix(t, "e") && i+1 < len(args) {
				u.runText([]word.Word{args[i+1], {Text: "host"}, {Text: "rsync"}}, cmd, depth)
			}
		}
	case "sort":
		u.optionText(args, cmd, depth, "--compress-program")
	case "zip":
		u.optionText(args, cmd, depth, "-TT", "--unzip-command")
	case "make", "gmake":
		for _, a := range args {
			if str.HasPrefix(a.Text, "SHELL=") || str.HasPrefix(a.Text, ".SHELLFLAGS=") {
				u.cannot("make with another " + a.Text + " runs its recipes by it; leave that out")
			}
		}
		u.optionText(args, cmd, depth, "--eval")
		for _, a := range args {
			if str.Contains(a.Text, "$(") || str.Contains(a.Text, "${") || str.Contains(a.Text, "!=") {
				u.cannot("make evaluates " + a.Shown() + "; write the value out")
			} else if _, value, ok := str.Cut(a.Text, '='); ok && !isOption(a.Text) {
				u.literal(value, cmd, depth)
			}
		}
		for _, f := range optionValues(args, "-f", "--file", "--makefile") {
			if f.Holed() || f.Text == "-" || str.HasPrefix(f.Text, "/dev/") {
				u.cannot("what is fed to make runs unread; write the commands out")
			}
		}
	case "go":
		u.optionText(args, cmd, depth, "-exec", "--exec", "-toolexec", "--toolexec", "-vettool")
	case "cargo":
		for i, a := range args {
			if a.Text == "--config" && i+1 < len(args) || str.HasPrefix(a.Text, "--config=") {
				u.unsure = append(u.unsure, "cargo --config can name programs that cargo runs")
			}
			if a.Text == "watch" && i == 0 {
				u.optionText(args, cmd, depth, "-s", "--shell")
			}
		}
	case "npm", "pnpm", "yarn", "bun", "corepack":
		if cmd.name() == "bun" {
			for _, v := range optionValues(args, "-e", "--eval", "-p", "--print") {
				u.program(v.Text, cmd, depth)
			}
		}
		if len(args) > 2 && args[0].Text == "explore" {
			u.run(trimDashes(args[2:]), cmd, depth)
		}
		if len(args) > 1 && str.In(args[0].Text, "exec", "x", "dlx") {
			rest, _ := skipOptions(args[1:], " -p --package -w --workspace -c --call ")
			u.run(rest, cmd, depth)
		}
		u.optionText(args, cmd, depth, "--call")
		if len(args) > 0 && args[0].Text == "exec" {
			u.optionText(args, cmd, depth, "-c")
		}
	case "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "conda", "mamba", "pipx":
		for i, a := range args {
			if a.Text == "run" {
				rest, _ := skipOptions(args[i+1:], " -p --python --with --with-editable --extra --group --env-file -n --name --spec --project --directory --package -m --module ")
				// The sanctioned way to a project's own interpreter is not that interpreter.
				if len(rest) > 0 && !isInterpreter(baseName(rest[0].Text)) {
					u.run(rest, cmd, depth)
				} else if len(rest) > 0 {
					u.interpreter(command{Command: word.Command{Words: rest, Dirs: cmd.Dirs, Piped: cmd.Piped, Stdin: cmd.Stdin}, by: cmd.name(), at: cmd.at}, depth)
				}
				break
			}
		}
	case "bundle", "mix":
		if len(args) > 1 && args[0].Text == "exec" {
			rest := args[1:]
			for i, a := range rest {
				if a.Text == "--" {
					rest = rest[i+1:]
					break
				}
			}
			u.run(rest, cmd, depth)
		}
	case "nix", "nix-shell":
		u.optionText(args, cmd, depth, "--run", "--command")
		for i, a := range args {
			if str.In(a.Text, "-c", "--command") && cmd.name() == "nix" {
				u.run(args[i+1:], cmd, depth)
			}
		}
	case "rustup":
		if len(args) > 2 && args[0].Text == "run" {
			rest, _ := skipOptions(args[1:], "")
			if len(rest) > 1 {
				u.run(rest[1:], cmd, depth)
			}
		}
	case "tmux", "screen":
		u.multiplexer(args, cmd, depth)
	case "at", "batch":
		if !anyOf(args, "-l", "-r", "-d", "-c", "-V") {
			u.stdinText(cmd, depth, false)
		}
	case "crontab":
		if !anyOf(args, "-l", "-r", "-e", "-i") {
			u.cannot("what crontab is given runs later unread; leave it out")
		}
	case "nodemon", "deno":
		u.optionText(args, cmd, depth, "--exec", "-x")
		if len(args) > 1 && args[0].Text == "eval" {
			u.program(args[len(args)-1].Text, cmd, depth)
		}
	case "socat", "nc", "ncat":
		u.optionText(args, cmd, depth, "-e", "--exec", "-c", "--sh-exec")
		for _, a := range args {
			for _, mark := range [...]string{"exec:", "system:", "shell:"} {
				if str.HasPrefix(str.Lower(a.Text), mark) {
					text, _, _ := str.Cut(a.Text[len(mark):], ',')
					u.runText([]word.Word{{Text: trimByte(text, '\'')}}, cmd, depth)
				}
			}
		}
	}
}

func trimDashes(words []word.Word) []word.Word {
	for len(words) > 0 && words[0].Text == "--" {
		words = words[1:]
	}
	return words
}

// multiplexer unfolds what tmux and screen start or type.
func (u *unfolding) multiplexer(args []word.Word, cmd command, depth int) {
	const takes = " -c -e -F -n -s -t -x -y -L -S -f -l -p -T -h "
	verb := ""
	rest := args
	if cmd.name() == "tmux" {
		rest, _ = skipOptions(args, " -L -S -f -c -T ")
		if len(rest) == 0 {
			return
		}
		verb, rest = rest[0].Text, rest[1:]
		if !str.In(verb, "new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "respawn-window", "run-shell", "run", "if-shell", "send-keys", "send", "pipe-pane", "display-popup", "popup") {
			return
		}
	}
	for i, a := range args {
		if a.Text == "-X" && cmd.name() == "screen" && i+1 < len(args) && str.In(args[i+1].Text, "stuff", "exec") {
			u.runText(args[i+2:], cmd, depth)
			return
		}
	}
	for len(rest) > 0 && isOption(rest[0].Text) {
		t := rest[0].Text
		rest = rest[1:]
		if str.Contains(takes, " -"+t[len(t)-1:]+" ") && t[1] != '-' && len(rest) > 0 {
			rest = rest[1:]
		}
	}
	if len(rest) == 0 {
		return
	}
	if str.In(verb, "send-keys", "send") {
		var typed []word.Word
		for _, w := range rest {
			if !str.In(w.Text, "Enter", "C-m", "KPEnter", "C-j", "Space") {
				typed = append(typed, w)
			}
		}
		rest = typed
	}
	u.runText(rest, cmd, depth)
}
