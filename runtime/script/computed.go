package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// What a program runs can be worked out of text by more functions than anybody lists: those
// that change the base of a number, the alphabet of a text, or what a format quotes. Where a
// call that runs something is handed what a function makes of a text that is written there,
// and nothing is known of the function, so is nothing of the command.

// giving are functions and methods that give what they are given, a part of it, or what
// stands elsewhere under that name: what these hand on is judged by itself.
const giving = " get fetch getAttribute dig value option options config env getopt input raw_input prompt readline readlines fgets which quote split shellsplit shellwords " +
	"shellescape shell_escape shell_quote shlex_quote list2cmdline str list tuple dict open sprintf format escapeshellcmd escapeshellarg implode join glob iglob argument " +
	"ord range print printf q qq qw wa sub lambda if unless or and not in for foreach map grep sort filter first last isset empty defined require import exit die time print_r strftime date " +
	"splitlines startswith endswith strip lstrip rstrip replace index append pop items keys values items sorted tostring toString Symbol bind path pathname next find "

// unnamed notes a command whose name the program does not say.
func (p *program) unnamed(i, from, to int) {
	p.matched(from)
	switch p.followed {
	case byValues:
		p.follow(i, from, to)
	case byWords:
		p.followWords(i, from, to)
	default:
		p.isWorkedOut(p.tokens[i].value, from, to)
	}
}

// elsewhere looks for commands whose names stand somewhere else than where they run.
func (p *program) elsewhere() {
	p.hides()
	p.searched()
	p.askedFor()
	p.modulesRun()
}

// worksOut is why nobody can judge a program that runs what is not written in it.
func worksOut(program string) string {
	return "the program that " + program + " runs works the name of a command out; write it out"
}

func (p *program) worksOut() {
	p.found.worked = true
	p.found.cannot(worksOut(p.t.Program))
}

// isWorkedOut notes a command whose name nobody knows because a function makes it of text.
func (p *program) isWorkedOut(function string, from, to int) {
	if p.name == "vim" || p.prefix {
		return
	}
	at, end := p.commandWord(function, from, to)
	if at >= end {
		return
	}
	if t := p.tokens[at]; t.kind == name || t.kind == variable {
		if by := p.valueOf(t.value); by > 0 && at+1 >= min(end, len(p.tokens)) || by > 0 && p.is(at+1, "[", ".", "->") {
			at, end = by, p.operandEnd(by, len(p.tokens))
		}
	}
	for i := at; i < end && i < len(p.tokens) && i < at+maxComputed; i++ {
		if p.makesText(i) {
			p.worksOut()
			return
		}
	}
}

// commandWord is where the value stands whose first word is the command that a call runs.
func (p *program) commandWord(function string, from, to int) (at, end int) {
	if str.HasPrefix(function, "spawn") && !p.is(from, "[") {
		if _, _, two := p.argument(from, to, 1); two && p.letterQuotes {
			for from < to && !p.is(from, ",") {
				from++
			}
			from++ // the mode
		}
	}
	if p.syntax.q && p.is(from, "{") {
		return from + 1, p.match[from] // exec {"x"} "y"
	}
	for from < to && p.is(from, "(", "[", "*", "...", "**") {
		from++
	}
	if from >= to || from >= len(p.tokens) || p.tokens[from].kind == text && !p.is(from+1, ".", "^") && !p.is(from-1, "~") {
		return 0, 0
	}
	return from, p.operandEnd(from, to)
}

// operandEnd is where the first value of several ends, or of a text its first part.
func (p *program) operandEnd(i, to int) int {
	for start := i; i < to && i < len(p.tokens); i++ {
		switch {
		case p.is(i, "(", "[", "{") && p.match[i] > i:
			i = p.match[i]
		case p.is(i, ",", ";", ")", "]", "}"), i > start && p.joins != "" && p.is(i, p.joins), i > start && p.tokens[i].line && !p.is(i, "."):
			return i
		}
	}
	return min(to, len(p.tokens))
}

// valueOf is where the value stands that a name is given, of which not all is known; 0 if
// there is none.
func (p *program) valueOf(w string) int {
	for _, v := range p.values {
		if v.name == w && v.at > 0 {
			return v.at
		}
	}
	return 0
}

// makesText reports whether what stands at i makes text of a text or number that is
// written there.
func (p *program) makesText(i int) bool {
	t := p.tokens[i]
	switch {
	case t.kind == text:
		return p.is(i+1, "^") && i+2 < len(p.tokens) && p.tokens[i+2].kind == text || p.is(i-1, "~") || p.recoded(i)
	case t.kind == number && p.percent && i+3 < len(p.tokens) && (p.tokens[i+1].value == "to_s" || p.tokens[i+2].value == "to_s"):
		return true
	case t.kind != name || str.Contains(giving, " "+t.value+" ") || p.ours(t.value) || p.imported(i):
		return false
	}
	if a := p.act(i); a != nothing {
		return false
	}
	from, to, called := p.extent(i)
	if !called || from >= to || p.open && !p.is(i+1, "(") {
		return false
	}
	for k := from; k < to && k < len(p.tokens); k++ {
		if p.is(k, "(", "[", "{") && p.match[k] > k && !(k == from && p.is(k, "[")) {
			k = p.match[k]
			continue
		}
		if u := p.tokens[k]; u.kind == text && len(u.value) > 1 && !match.Holed(u.value) || u.kind == number && len(u.value) > 3 {
			return true
		}
	}
	return false
}

// recoded reports whether the text at i is read in another alphabet than the one it is
// written in.
func (p *program) recoded(i int) bool {
	if !p.is(i+1, ".") || i+2 >= len(p.tokens) {
		return false
	}
	switch m := p.tokens[i+2].value; m {
	case "unicode_normalize", "to_c", "normalize", "unpack", "encode", "decode":
		if m != "encode" && m != "decode" {
			return true
		}
		if !p.is(i+3, "(") || i+4 >= len(p.tokens) || p.tokens[i+4].kind != text {
			return false
		}
		return !str.In(str.Lower(p.tokens[i+4].value), "utf-8", "utf8", "ascii", "latin-1", "latin1", "us-ascii")
	}
	return false
}

// ours reports whether the program makes a function of that name itself.
func (p *program) ours(n string) bool {
	if p.own == nil {
		p.own = map[string]bool{}
		for i := 1; i < len(p.tokens); i++ {
			if p.tokens[i].kind == name && (p.defined(i) || p.is(i+1, "=")) {
				p.own[p.tokens[i].value] = true
			}
		}
	}
	return p.own[n]
}

// foldersOfPrograms are those in which the programs of a machine are.
const foldersOfPrograms = "/usr/bin /bin /usr/local/bin /sbin /usr/sbin"

// searched refuses a program that looks for what it runs where all programs are, by
// something else than its name.
func (p *program) searched() {
	if !p.headless {
		return
	}
	lists := false
	for i := range p.tokens {
		t := p.tokens[i]
		lists = lists || t.kind == name && (p.isLister(t.value) || str.In(t.value, "opendir", "scandir", "filter", "fnmatch", "Dir"))
	}
	if !lists {
		return
	}
	for _, t := range p.tokens {
		if t.kind == text && p.namesPrograms(t.value) {
			p.found.cannot("the program that " + p.t.Program + " runs looks for a command among all that there are; write its name out")
			return
		}
	}
}

// namesPrograms reports whether a text is a folder of programs, or a pattern in one.
func (p *program) namesPrograms(s string) bool {
	for _, dir := range str.Fields(foldersOfPrograms) {
		if s == dir || s == dir+"/" || str.HasPrefix(s, dir+"/") && str.ContainsAny(s, "*?[{") {
			return true
		}
	}
	return false
}

// asked are the methods and the like that are called with the name of what somebody asks
// for, or with what stands in a text, and that nobody is seen to call.
var asked = [...]string{"__callStatic", "__call", "__get", "__isset", "__unset", "__set", "offsetGet", "offsetExists", "offsetUnset", "offsetSet", "__getattr__", "__getattribute__", "method_missing", "__index", "AUTOLOAD", "handle_data", "handle_starttag", "startElement", "get_value", "spl_autoload_register", "const_missing"}

// askedFor adds the names that a program says, and the parts of its texts, where it runs
// what such a method is given.
func (p *program) askedFor() {
	if !p.headless && !p.mentions("spl_autoload_register") {
		return
	}
	found := false
	for _, t := range p.tokens {
		if (t.kind == name || t.kind == text) && str.In(t.value, asked[:]...) {
			found = true
		}
	}
	if !found {
		return
	}
	for i, t := range p.tokens {
		switch {
		case t.kind == name && i > 0 && p.is(i-1, ".", "::", "->") || t.kind == name && i+1 < len(p.tokens) && (p.tokens[i+1].kind == text || p.is(i+1, "(")):
			p.found.maybe(t.value)
			if from, to, called := p.extent(i); called {
				if s, known, _ := p.argument(from, to, 0); known {
					p.found.maybe(t.value + " " + s)
				}
			}
		case t.kind == text && str.ContainsAny(t.value, "<{"):
			for rest := t.value; rest != ""; {
				at := 0
				for at < len(rest) && str.IndexByte("<>{}/=", rest[at]) < 0 {
					at++
				}
				p.found.maybe(rest[:at])
				rest = rest[min(at+1, len(rest)):]
			}
		case t.kind == text && len(t.value) <= maxPiece:
			p.found.maybe(t.value)
		}
	}
}

// modulesRun notes modules of python's that the program starts as programs by themselves:
// sys.argv = ["t", "-c", "x"]; tarfile.main().
func (p *program) modulesRun() {
	if !p.letterQuotes || !p.mentions("argv") {
		return
	}
	var args []string
	for i := 2; i+1 < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.kind == name && t.value == "argv" && (p.is(i+1, "=") || p.is(i+1, "[") && p.match[i+1] > i && p.is(p.match[i+1]+1, "=")):
			from := i + 2
			if p.is(i+1, "[") {
				from = p.match[i+1] + 2
			}
			args = p.stringsOf(from, p.operandEnd(from, len(p.tokens)))
			if p.is(i+1, "=") && len(args) > 0 {
				args = args[1:]
			}
		case t.kind == name && t.value == "main" && p.is(i+1, "(") && p.is(i-1, ".") && p.tokens[i-2].kind == name && args != nil:
			p.startsModule(p.moduleOf(i-2), args)
		case t.kind == name && str.In(t.value, "run_module", "_run_module_as_main") && p.is(i+1, "(") && args != nil:
			if s, known, _ := p.argument(i+2, p.match[i+1], 0); known {
				p.startsModule(s, args)
			}
		}
	}
}

// moduleOf is the whole name of the module that the name at i stands for.
func (p *program) moduleOf(i int) string {
	if a, ok := p.other(p.tokens[i].value); ok {
		i = a.at
	}
	name := p.tokens[i].value
	for n := 0; n < 4 && i >= 2 && p.is(i-1, "."); n++ {
		i -= 2
		name = p.tokens[i].value + "." + name
	}
	return name
}

func (p *program) startsModule(module string, args []string) {
	if len(p.found.Runs) < maxAliases {
		p.found.Runs = append(p.found.Runs, words(append([]string{"python3", "-m", module}, args...)...))
	}
}

// stringsOf are the texts between two places.
func (p *program) stringsOf(from, to int) (list []string) {
	for i := from; i < to && i < len(p.tokens) && len(list) < 64; i++ {
		if p.tokens[i].kind == text {
			list = append(list, p.tokens[i].value)
		}
	}
	return list
}
