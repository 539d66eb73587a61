package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readAwk finds what an awk program runs by system() and pipes, and the files
// that it prints to and reads.
func readAwk(t Text) Found {
	a := awkProgram{program: program{dialect: &awk, t: t}}
	var doubt bool
	a.tokens, doubt = lex(&awk.syntax, t.Text)
	a.brackets()
	a.read()
	runs := a.mentions("system") || a.pipes
	if doubt && runs {
		a.doubtful()
	}
	if t.Holed() {
		a.found.unsure("the program of " + t.Program + " is computed at run time")
		if runs {
			a.found.cannot("the program that " + t.Program + " runs is computed at run time; write it out")
		}
	}
	return a.found
}

var awk = dialect{
	name:   "awk",
	syntax: syntax{comments: "#", double: plain, regexps: true, breaks: true, patterns: true},
	runs:   "system |",
}

type awkProgram struct {
	program
	pipes bool
}

func (a *awkProgram) read() {
	printing, depth := false, 0
	for i := 1; i < len(a.tokens); i++ {
		t := a.tokens[i]
		if t.line && !a.is(i-1, ",", "{", "&&", "||", "\\") && depth == 0 {
			printing = false
		}
		switch {
		case t.kind == name && (t.value == "print" || t.value == "printf"):
			printing, depth = true, 0
		case t.kind == name && t.value == "system":
			a.system(i)
		case t.kind == name && t.value == "ARGV" && a.is(i+1, "[") && a.is(a.match[i+1]+1, "=") && !a.is(a.match[i+1]+2, "="):
			a.readsComputed()
		case t.kind == name && t.value == "ENVIRON":
			a.found.Effects |= secrets
		case a.is(i, "@"):
			a.found.cannot("awk loads what @ names, or calls it by a name that is computed; leave it out")
		case a.is(i, "(", "["):
			depth++
		case a.is(i, ")", "]"):
			depth--
		case a.is(i, ";", "{", "}"):
			printing, depth = false, 0
		case a.is(i, "|"):
			a.pipes = true
			a.pipe(i)
		case a.is(i, ">") && printing && depth <= 0:
			if a.is(i+1, ">") {
				i++
			}
			a.target(i+1, a.found.writes)
		case a.is(i, "<") && a.reads(i):
			switch s, ok := a.operand(i + 1); {
			case ok && str.HasPrefix(s, "/inet"), !ok && a.inet():
				a.found.Effects |= network
			case ok:
				a.found.reads(s)
			default:
				a.readsComputed()
			}
		}
	}
}

// readsComputed notes what a file may be whose name is computed: a text of the program,
// several that are put together, a value that it is given, or what it is fed.
func (a *awkProgram) readsComputed() {
	var list []string
	for _, t := range a.tokens {
		if t.kind == text && t.value != "" && len(list) < maxWordsRun {
			value, _, _ := str.Cut(t.value, '%') // printf puts what follows there
			list = append(list, value)
			for _, w := range str.Fields(upTo(t.value, maxName)) {
				a.found.reads(w) // split into a list
			}
		}
	}
	for _, w := range a.t.Args[:min(len(a.t.Args), maxWordsRun)] {
		_, value, given := str.Cut(w.Text, '=')
		if !given {
			value = w.Text
		}
		list = append(list, value)
	}
	if a.t.Input != nil {
		list = append(list, str.Fields(upTo(a.t.Input.Text, maxName))...)
	}
	if a.pipes { // it may be a name that a command prints
		a.found.Reads = append(a.found.Reads, place(everyName, false, true))
	}
	for i := range list {
		for n := 1; n <= 3 && i+n <= len(list); n++ {
			a.found.reads(str.Join(list[i:i+n], ""))
		}
	}
	if a.t.Input != nil {
		for _, w := range str.Fields(upTo(a.t.Input.Text, maxName)) {
			a.found.reads(w)
		}
	}
}

// inet reports whether a text of the program may be put together to the name of
// a connection.
func (a *awkProgram) inet() bool {
	for _, t := range a.tokens {
		if t.kind == text && str.Contains(t.value, "/in") {
			return true
		}
	}
	return false
}

func (a *awkProgram) reads(i int) bool {
	for n := 1; n <= 3 && i-n > 0; n++ {
		if a.tokens[i-n].kind == name && a.tokens[i-n].value == "getline" {
			return true
		}
	}
	return false
}

// operand is the string that stands alone at i, in parentheses or not.
func (a *awkProgram) operand(i int) (string, bool) {
	n := 0
	for a.is(i, "(") {
		i++
		n++
	}
	if i >= len(a.tokens) || a.tokens[i].kind != text {
		return "", false
	}
	s := a.tokens[i].value
	for i++; n > 0; n-- {
		if !a.is(i, ")") {
			return "", false
		}
		i++
	}
	return s, i >= len(a.tokens) || a.tokens[i].line && !a.is(i-1, "\\") || a.is(i, ";", "}", ")", ",", "&&", "||", "|", "&", ">", "<", "==", "!=", "{")
}

func (a *awkProgram) target(i int, add func(string)) {
	s, ok := a.operand(i)
	switch {
	case !ok:
		a.found.WritesAny = true
	case str.In(s, "/dev/stdout", "/dev/stderr", "/dev/null"):
	case str.HasPrefix(s, "/inet"):
		a.found.Effects |= network
	default:
		add(s)
	}
}

// system judges the call at i.
func (a *awkProgram) system(i int) {
	s, ok := "", false
	if a.is(i+1, "(") {
		if s, ok = a.operand(i + 1); !ok && a.tokens[min(i+2, len(a.tokens)-1)].kind == name && a.is(i+3, ")") {
			s, ok = a.just(a.tokens[i+2].value, i+2)
		}
	}
	a.run(s, ok, "awk runs a command that is computed at run time; write it out")
}

func (a *awkProgram) run(s string, ok bool, reason string) {
	if !ok || match.Holed(s) {
		a.found.cannot(reason)
		return
	}
	if str.HasPrefix(s, "/inet") {
		a.found.Effects |= network
		return
	}
	a.found.shell(s)
}

// pipe judges the | at i: into a command, or out of one by getline.
func (a *awkProgram) pipe(i int) {
	const reason = "awk pipes into or out of a command that is computed at run time; write it out"
	next := i + 1
	if a.is(next, "&") {
		next++
	}
	if next < len(a.tokens) && a.tokens[next].kind == name && a.tokens[next].value == "getline" {
		s, ok := a.before(i)
		a.run(s, ok, reason)
		return
	}
	s, ok := a.operand(next)
	if !ok && next < len(a.tokens) && a.tokens[next].kind == name && (next+1 >= len(a.tokens) || a.tokens[next+1].line || a.is(next+1, ";", "}")) {
		s, ok = a.just(a.tokens[next].value, next)
	}
	if ok && !feedsShell(s) && !str.HasPrefix(s, "/inet") {
		s = "cat - | " + s // what it is fed may be commands
	}
	a.run(s, ok, reason)
	if ok && feedsShell(s) {
		for _, t := range a.tokens {
			if t.kind == text {
				a.found.maybe(t.value)
			}
		}
	}
}

// feedsShell reports whether a command gives what it is fed to a shell: sh, cat | bash.
func feedsShell(s string) bool {
	if i := str.LastIndexByte(s, '|'); i >= 0 {
		s = s[i+1:]
	}
	words := str.Fields(s)
	if len(words) == 0 {
		return false
	}
	if i := str.LastIndexByte(words[0], '/'); i >= 0 {
		words[0] = words[0][i+1:]
	}
	return str.HasSuffix(words[0], "sh")
}

// before is the string that alone stands before i.
func (a *awkProgram) before(i int) (string, bool) {
	j := i - 1
	for n := 0; a.is(j, ")") && n < 8; n++ {
		j--
	}
	t := a.tokens[j]
	start := j - 1
	for n := 0; a.is(start, "(") && n < 8; n++ {
		start--
	}
	alone := t.line || start < 0 || a.is(start, ";", "{", "}", "!", "&&", "||", ")") || a.tokens[start].kind == name && str.In(a.tokens[start].value, "while", "if", "do", "else")
	if a.is(start, ")") && !a.is(j-1, ")") && start > 0 {
		// while (x) "cmd" | getline, or (x) "cmd" put together
		alone = false
	}
	switch {
	case !alone:
		return "", false
	case t.kind == text:
		return t.value, true
	case t.kind == name:
		return a.just(t.value, j)
	}
	return "", false
}

// just is the string that a name was given right before i, with no branch or
// call between that could have changed it.
func (a *awkProgram) just(n string, i int) (string, bool) {
	for j := i - 1; j > 1 && i-j < 64; j-- {
		if a.is(j, "{", "}", "(", "@") && !(a.is(j, "(") && j > 0 && a.tokens[j-1].kind == name && str.In(a.tokens[j-1].value, "close", "system")) {
			return "", false
		}
		if a.tokens[j].kind != name || a.tokens[j].value != n || j+2 >= len(a.tokens) {
			continue
		}
		if a.is(j+1, "=") && a.tokens[j+2].kind == text && (a.is(j+3, ";") || j+3 < len(a.tokens) && a.tokens[j+3].line) && (a.is(j-1, "{", ";") || a.tokens[j].line) {
			return a.tokens[j+2].value, true
		}
		if a.is(j-1, "|", "(") || a.is(j+1, "|") {
			continue // it is only used there
		}
		return "", false
	}
	return "", false
}
