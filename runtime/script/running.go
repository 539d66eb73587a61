package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// What a library runs is known of the functions that the lists here have. Of all others
// it is what their names, and the names of what they are given, say of themselves: a
// function called run_string, a key called command, a property called executable.

// Words by which a name says that what it has is run: these, and all that begin so.
const (
	running = "run exec spawn popen system shell command cmd launch invoke subprocess interp eval prog browser editor pager"
	// These say it of what has words behind it, and may mean anything else.
	doing = " call calls do fork main process sh start cc ld cxx make tests "
)

// maxLater is how many words of a row are left out in front of what may be the command.
const maxLater = 8

// saysRuns is how many words a command has at least that is run by what has a name; 0 if
// that says nothing.
func saysRuns(function string) (least int) {
	if saysAny(function, " add register ") {
		return 0 // add_command("rm")
	}
	for from := 0; from < len(function); {
		var w string
		if w, from = wordAt(function, from); w != "runtime" && beginsWithAny(w, running) {
			return 1
		}
		if str.Contains(doing, " "+w+" ") {
			least = 2
		}
	}
	return least
}

// saysEvaluates reports whether a name says that it runs text as a program.
func saysEvaluates(function string) bool {
	for from := 0; from < len(function); {
		var w string
		if w, from = wordAt(function, from); beginsWithAny(w, "eval exec interp compile") && w != "executable" && w != "executor" {
			return true
		}
	}
	return false
}

func beginsWithAny(w, list string) bool {
	for _, one := range str.Fields(list) {
		if str.HasPrefix(w, one) {
			return true
		}
	}
	return false
}

// wordAt is the word of a name that begins at from, in small letters, and where the next
// one does.
func wordAt(name string, from int) (w string, next int) {
	for from < len(name) && name[from] == '_' {
		from++
	}
	to := from
	for to < len(name) && name[to] != '_' && !(to > from && isUpper(name[to]) && !isUpper(name[to-1])) {
		to++
	}
	return str.Lower(name[from:to]), to
}

// runsGiven notes what a function is given that says that it runs it: its strings are the
// words of commands, and may be programs.
func (p *program) runsGiven(i, from, to, least int) {
	if i < p.rowed {
		to = min(to, from+64)
	}
	p.rowed = max(p.rowed, to)
	p.rowsOf(from, to, maxLater, least)
	p.hinted = true
	texts := 0
	for k := from; k < to && k < len(p.tokens); {
		s, end, ok := p.fold(k)
		if !ok {
			k++
			continue
		}
		texts++
		p.bang(s)
		if p.saysCode(s) {
			p.found.add(p.asProgram(s))
		}
		k = max(end, k+1)
	}
	p.feeds = p.feeds || texts == 0 && saysEvaluates(p.meaning(i))
}

// bang notes the command of a line for a program that takes its own: !git push.
func (p *program) bang(s string) {
	for s = str.Trim(s); str.HasPrefix(s, ":"); {
		s = str.Trim(s[1:])
	}
	if str.HasPrefix(s, "!") {
		p.found.maybe(s[1:])
	}
	if str.HasPrefix(s, "shell ") {
		p.found.maybe(s[len("shell "):])
	}
}

// meaning is the name that the one at i stands for.
func (p *program) meaning(i int) string {
	for range 4 {
		a, ok := p.other(p.tokens[i].value)
		if !ok || a.at == i || p.owner(i) != "" {
			break
		}
		i = a.at
	}
	return p.tokens[i].value
}

// asProgram reads a string of the program as one.
func (p *program) asProgram(s string) Found {
	if p.evaluations++; p.evaluations > 100 {
		return Found{Unread: []string{"the program that " + p.t.Program + " runs has more programs in it than anybody judges; write them out"}}
	}
	inner := p.t
	inner.Word.Text = s
	return p.dialect.program(inner, p.depth+1)
}

// saysCode reports whether a text, read as a program, could run anything.
func (p *program) saysCode(s string) bool {
	if p.evals == "" || len(s) < 6 || s == p.t.Text {
		return false
	}
	if p.acc == runs && str.IndexByte(s, '`') >= 0 || p.percent && str.Contains(s, "%x") {
		return true
	}
	if !p.open && str.IndexByte(s, '(') < 0 || p.open && !str.ContainsAny(s, "( ") {
		return false
	}
	if p.running == nil {
		p.running = append(str.Fields(p.runs), str.Fields(p.evals)...)
		for _, w := range str.Fields(p.any + " " + p.armed + " " + p.modules) {
			if len(w) > 3 {
				p.running = append(p.running, w)
			}
		}
	}
	return says(s, p.running)
}

// texts goes over the strings of a program that may be more than they look like: programs
// where something takes programs that nobody sees it given, templates with code in
// them, and names by which a function is found when the program runs.
func (p *program) texts() {
	for i := 0; i < len(p.tokens); {
		if p.tokens[i].kind != text {
			i++
			continue
		}
		s, end, ok := p.fold(i)
		if !ok {
			i++
			continue
		}
		if p.name == "vim" {
			p.vimText(s, i)
		}
		if p.letterQuotes && (says(s, []string{"attach", "ATTACH", "into", "INTO"})) && p.mentions("sqlite3") {
			p.found.Writes = append(p.found.Writes, readSQLite(Text{Word: word.Word{Text: s}, Program: "sqlite3"}).Writes...)
		}
		if p.percent && str.Contains(s, "<%") {
			p.template(s)
		}
		if p.feeds && p.saysCode(s) {
			p.found.add(p.asProgram(s))
		}
		if p.resolves(s) && !p.compared(i) && !p.printed(i) {
			p.anything()
		}
		i = max(end, i+1)
	}
}

// vimText notes what a string of an expression of vim is: keys that run a command, the name
// of a function that does, or an expression that is worked out later.
func (p *program) vimText(s string, i int) {
	if p.bang(s); str.IndexByte(s, '<') > 0 {
		before, _, _ := str.Cut(s, '<')
		p.bang(before) // ":!git push\<cr>"
	}
	if p.is(i-1, "(") && i > 1 && str.In(p.tokens[i-2].value, "function", "funcref") && str.In(s, str.Fields(p.runs)...) {
		p.found.cannot("what " + p.t.Program + " runs has another name; use its own")
	}
	if p.is(i-1, "(") && i > 1 && str.In(p.tokens[i-2].value, "call", "function", "funcref") && str.In(s, str.Fields(p.runs)...) || says(s, []string{"system(", "systemlist(", "job_start(", "term_start("}) {
		p.anything()
	}
	if p.is(i+1, "->") && i+2 < len(p.tokens) && p.act(i+2) == actRuns {
		p.found.maybe(s)
	}
}

// template reads the code between <% and %>.
func (p *program) template(s string) {
	for n := 0; n < 50; n++ {
		_, rest, ok := str.CutText(s, "<%")
		if !ok {
			return
		}
		code, after, _ := str.CutText(rest, "%>")
		for code != "" && str.IndexByte("=-#", code[0]) >= 0 {
			code = code[1:]
		}
		if s = after; p.saysCode(code) {
			p.found.add(p.asProgram(code))
		}
	}
	p.found.cannot("the program that " + p.t.Program + " runs has a template with more code in it than anybody judges")
}

// printed reports whether the string at i is what a call that prints is given.
func (p *program) printed(i int) bool {
	return p.is(i-1, "(") && i > 1 && p.act(i-2) == actPrints || p.open && i > 0 && p.act(i-1) == actPrints
}

// resolves reports whether a string is the name of a function that runs what it is given,
// with that of its module in front: "os.system", "subprocess:Popen".
func (p *program) resolves(s string) bool {
	if p.modules == "" || len(s) > 80 || !str.OnlyOf(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:") {
		return false
	}
	at := max(str.LastIndexByte(s, '.'), str.LastIndexByte(s, ':'))
	first := 0
	for first < len(s) && isWord(s[first]) {
		first++
	}
	if at <= 0 || !str.In(s[:first], str.Fields(p.modules+" "+p.finders)...) {
		return false
	}
	function := s[at+1:]
	for _, k := range p.words {
		if k.name == function && (k.act == actRuns || k.act == actEvals || k.act == actAny) || k.name == "*" && k.of == s[:first] && k.act == actRuns {
			return true
		}
	}
	return str.In(function, str.Fields(p.armed+" "+p.finders)...)
}

// keys notes what names are given that say that it is run: Popen(executable="git"),
// {exec => ["git", "push"]}, sys.executable = "git", ENV["PAGER"] = "git push".
func (p *program) keys() {
	if p.evals == "" {
		return
	}
	for i := 1; i+1 < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case p.environs && t.kind == text && t.value != "" && isUpper(t.value[0]) && t.value != str.Lower(t.value) && (p.is(i+1, ":") || p.is(i+1, ",") && i > 1 && str.In(p.tokens[i-2].value, "setdefault", "putenv", "setenv", "store")):
			p.setting(i + 2)
		case p.environs && p.is(i, "=") && p.is(i-1, "]", "}") || p.is(i, "=") && i > 3 && p.is(i-2, ".") && p.tokens[i-3].value == "env":
			p.setting(i + 1)
		case t.kind == name && p.is(i+1, "=") && p.is(i-1, ".", "->") && saysRuns(t.value) == 0:
			p.property(i)
		case t.kind != name && t.kind != text || saysRuns(t.value) == 0:
		case p.is(i+1, "=") && p.is(i-1, ".", "->", "::"):
			p.setting(i + 2)
		case p.isKey(i):
			end := p.valueEnd(i + 2)
			if p.handing += end - i; p.handing > maxHanding {
				p.found.cannot(tooDeep)
				return
			}
			p.rowsOf(i+2, end, 2, 1)
		}
	}
}

// property notes the file that a value is told of which something is done later:
// t.name = "x"; t.cleanup().
func (p *program) property(i int) {
	s, _, ok := p.path(i + 2)
	if !ok || str.ContainsAny(s, " \t\n") || !str.In(p.rootOf(i), p.changed()...) {
		return
	}
	if len(p.told) < 8 {
		for _, dir := range p.told {
			p.hand(joined(dir, s)) // one may be its folder
		}
		p.told = append(p.told, s)
	}
	p.hand(s)
}

// rootOf is the name that the chain of names begins with in which the one at i stands.
func (p *program) rootOf(i int) string {
	for n := 0; n < 16 && i >= 2 && p.is(i-1, ".", "->") && (p.tokens[i-2].kind == name || p.tokens[i-2].kind == variable); n++ {
		i -= 2
	}
	return p.tokens[i].value
}

// changed are the names that begin a call of a method that changes something.
func (p *program) changed() []string {
	if p.acting != nil {
		return p.acting
	}
	p.acting = []string{""}
	for i, t := range p.tokens {
		if t.kind == name && p.is(i-1, ".", "->") && (p.open || p.is(i+1, "(")) && len(p.acting) < maxAliases {
			if root := p.rootOf(i); !str.In(root, "self", "this") && saysAny(t.value, changing) {
				p.acting = once(p.acting, root)
			}
		}
	}
	return p.acting
}

// isKey reports whether the name at i says what a value is that a function is given.
func (p *program) isKey(i int) bool {
	switch {
	case p.letterQuotes:
		if p.tokens[i].kind != name || !p.is(i+1, "=") {
			return false
		}
	case p.computes && p.sigils == "":
		if !p.is(i+1, ":") || !str.HasPrefix(p.tokens[i].value, "exec") {
			return false
		}
	case !p.is(i+1, "=>") && (!p.is(i+1, ":") || p.syntax.q || !p.is(i-1, "(", ",", "{")):
		return false
	}
	return p.isGiven(i)
}

// isGiven reports whether what stands at i is in the values of a call which does not only
// look at them: f(x => 1), f({x => [1]}).
func (p *program) isGiven(i int) bool {
	open := p.outer[i]
	for range 8 {
		if open < 0 {
			return p.open && !p.prefix
		}
		before := open - 1
		switch {
		case before < 0:
			return false
		case p.tokens[before].kind == name:
			function := p.meaning(before)
			if str.In(p.owner(before), "JSON", "json", "YAML", "yaml") {
				return false
			}
			return !str.In(function, "my", "our", "return", "do", "sub") && p.act(before) != actPrints && (str.In(function, "new", "dict") || !looks(function) || saysRuns(function) > 0)
		case !p.is(before, "(", ",", "=>", ":", "[", "{"):
			return false
		}
		if open = p.outer[before]; p.is(before, "(", "[", "{") {
			open = before
		}
	}
	return false
}

// valueEnd is where the value ends that begins at i.
func (p *program) valueEnd(i int) int {
	for n := 0; i < len(p.tokens) && n < 64 && !p.is(i, ",", ")", "]", "}", ";"); n++ {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
		}
		i++
	}
	return min(i, len(p.tokens))
}

// setting notes the command that a setting is given, or several with colons between.
func (p *program) setting(i int) {
	s, _, ok := p.fold(i)
	if !ok {
		return
	}
	p.found.maybe(s)
	if str.IndexByte(s, '/') >= 0 {
		return // a list of folders, or a path
	}
	for rest, n := s, 0; rest != "" && n < 8; n++ {
		var one string
		if one, rest, _ = str.Cut(rest, ':'); one != s {
			p.found.maybe(one)
		}
	}
}

// codeIn is the code that a pattern of perl has in it, from each brace to the one that
// ends it: (?{...}), (??{...}).
func codeIn(pattern string) (list []string) {
	for n := 0; n < 16; n++ {
		_, rest, ok := str.CutText(pattern, "(?")
		if !ok {
			return list
		}
		if pattern = rest; str.HasPrefix(rest, "?{") {
			rest = rest[1:]
		}
		if str.HasPrefix(rest, "{") {
			end := tclEnd(rest, 0, '{', '}')
			list = append(list, rest[1:max(1, end-1)])
		}
	}
	return append(list, pattern)
}

// isFileName reports whether a string looks like the name of a file.
func isFileName(s string) bool {
	return s != "" && len(s) < maxName && !match.Holed(s) && !str.ContainsAny(s, " \t\n") && str.ContainsAny(s, "./")
}
