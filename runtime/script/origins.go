package script

import "kei/runtime/str"

// Text becomes the name of a command in more ways than anybody lists, and so do files,
// folders and dates. What a program runs is therefore followed back, through names,
// loops, functions of its own and what only hands values on, to where it is written:
// a text of the program, an operand, what the program is fed. What comes from anywhere
// else is not known, and then nobody knows what runs.

// handing are functions and methods that give what they are given or called on, a part of
// a list of it, or text whose words it is.
const handing = " list tuple dict set frozenset iter next sorted enumerate zip map filter chain from_iterable deque cycle islice product starmap max min copy deepcopy str fspath fsencode fsdecode " +
	"split rsplit splitlines strip rstrip lstrip join quote list2cmdline get pop popleft items values keys setdefault encode decode format choice gather wait_for as_posix resolve absolute expanduser " +
	"Path PurePath PosixPath cast "

// standing are what gives values that are known where they are judged: operands of the
// program, what it is fed, programs that are looked for by their names, its environment.
const standing = " which find_executable environ getenv argv executable parse_args parse_known_args stdin input "

// manifests are files of a project which say how its parts are run: who runs what is
// written in one runs what the project has.
const manifests = " package.json Makefile makefile pyproject.toml setup.cfg tox.ini composer.json Procfile Justfile justfile Taskfile.yml docker-compose.yml compose.yaml deno.json "

const (
	maxFollowed = 1 << 12 // tokens that are looked at while a program's commands are followed back
	maxSources  = 1 << 16 // ... of values that names are given
)

// A source is where a name gets its value: what stands from, up to to, one of it if it is
// taken apart.
type source struct {
	from, to int
	each     bool
}

// follows is what is known while the commands of a program are followed back.
type follows struct {
	sources map[string][]source
	state   map[string]uint8 // of each name: 1 it is looked at or known, 2 it is not known
	opaque  map[string]bool  // names that get values of which nothing is known
	defined map[string]bool  // functions and classes of the program's own
	params  map[string]bool  // names that functions of it have for what they are given
	project map[string]uint8 // of each name: 1 it may come from a manifest, 2 it does not
	given   int              // tokens of all values, those in each other counted as often
	steps   int
	deep    int
}

// follow refuses a command whose name does not stand in the program.
func (p *program) follow(i, from, to int) {
	if !p.startsPrograms(i) {
		p.isWorkedOut(p.tokens[i].value, from, to)
		return
	}
	if p.origins == nil {
		p.findSources()
	}
	if at, end := p.firstGiven(p.tokens[i].value, from, to); !p.writtenAt(at, end) {
		p.worksOut()
	}
}

// startsPrograms reports whether the function at i is one that starts a program, and no
// method of another thing that has such a name.
func (p *program) startsPrograms(i int) bool {
	function, of := p.tokens[i].value, p.owner(i)
	if isUpper(function[0]) && function != "Popen" || p.ours(function) && of == "" {
		return false
	}
	if !str.In(function, str.Fields(p.armed)...) {
		return true
	}
	if of == "" {
		_, taken := p.other(function)
		return taken
	}
	return str.In(p.real(of), "subprocess", "os", "invoke")
}

// firstGiven is where the value stands that says what a call starts.
func (p *program) firstGiven(function string, from, to int) (at, end int) {
	for i := from; i+1 < to; i++ {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
			continue
		}
		if p.tokens[i].kind == name && p.is(i+1, "=") && (str.In(p.tokens[i].value, "executable") || i == from) {
			if i == from && str.Contains(harmless, " "+p.tokens[i].value+" ") {
				continue
			}
			return i + 2, p.operandEnd(i+2, to)
		}
	}
	if at, end = p.commandWord(function, from, to); at < end {
		return at, end
	}
	for from < to && p.is(from, "(", "[", "*", "**") {
		from++
	}
	return from, p.operandEnd(from, to)
}

func (p *program) writtenAt(at, end int) bool {
	p.origins.deep = 0
	return at >= end || p.stated(at, end, false)
}

// findSources notes what each name is given.
func (p *program) findSources() {
	p.origins = &follows{sources: map[string][]source{}, state: map[string]uint8{}, opaque: map[string]bool{}, defined: map[string]bool{}, params: map[string]bool{}, project: map[string]uint8{}}
	params := map[string][]string{}
	function, class := "", ""
	fields := p.mentions("dataclass") || p.mentions("NamedTuple")
	for i := 1; i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.kind == name && t.value == "for":
			p.loopSource(i)
		case t.kind == name && t.value == "as" && i+1 < len(p.tokens) && p.tokens[i+1].kind == name:
			p.asSource(i)
		case t.kind == name && t.value == "class" && i+1 < len(p.tokens):
			class = p.tokens[i+1].value
			p.origins.defined[class] = true
		case t.kind == name && t.line && p.is(i+1, ":") && fields && class != "" && params["__init__"] == nil:
			params[class] = append(params[class], t.value) // what a class is given in order
		case t.kind == name && t.value == "def" && p.is(i+2, "("):
			function = p.tokens[i+1].value
			p.origins.defined[function] = true
			list := p.paramsOf(i+3, p.match[i+2])
			if params[function] = list; function == "__init__" {
				params[class] = list
			}
			p.paramSources(i, function, list)
		case t.kind == name && t.value == "lambda":
			p.lambdaSource(i)
		case t.kind == name && str.In(t.value, "return", "yield"):
			p.source(function+"()", i+1, p.statementEnd(i+1), false)
		case p.is(i, "=") && p.outer[i] >= 0 && p.is(p.outer[i], "("):
			// the value of a parameter, or of an argument that has a name
			if p.tokens[i-1].kind == name {
				p.source(p.tokens[i-1].value, i+1, p.operandEnd(i+1, len(p.tokens)), false)
			}
		case p.is(i, "=", ":=", "+=", "|="):
			p.assignmentSource(i)
		case t.kind == name && str.Contains(putting, " "+t.value+" ") && p.is(i-1, ".") && p.is(i+1, "(") && i > 1:
			p.source(p.nameAt(i-2), i+2, p.match[i+1], true)
		}
	}
	p.parametrized()
	p.callSources(params)
}

// called are methods by which a library hands on what it was given: a stream that is printed to,
// a reader of lines, a log.
const called = " write writelines emit handle default precmd onecmd postcmd emptyline send put "

// paramSources notes what is known of the parameters of the function whose def stands at i: a
// test is given what functions of that name give. What others call is given what nobody sees.
func (p *program) paramSources(i int, function string, list []string) {
	for _, n := range list {
		if n = str.TrimPrefix(n, "*"); str.Contains(fixtures, " "+n+" ") {
			p.origins.defined[n] = true
			continue
		}
		if str.HasPrefix(function, "__") && !str.In(function, "__init__", "__new__", "__call__", "__post_init__") || str.Contains(called, " "+function+" ") {
			p.origins.opaque[n] = p.origins.opaque[n] || !str.In(n, "self", "cls", list[0])
		}
		p.origins.params[n] = true
	}
}

// fixtures are values that the one has who calls a function, or a test, and that name no program.
const fixtures = " self cls tmp_path tmpdir tmp_path_factory "

// parametrized notes what a test is given by the mark in front of it: parametrize("a,b", [...]).
func (p *program) parametrized() {
	for i := range p.tokens {
		if p.tokens[i].value != "parametrize" || !p.is(i+1, "(") || i+3 >= len(p.tokens) || p.tokens[i+2].kind != text {
			continue
		}
		for _, n := range namesIn(p.tokens[i+2].value) {
			p.source(n, i+4, p.match[i+1], true)
		}
	}
}

func (p *program) source(n string, from, to int, each bool) {
	if n == "" || from >= to {
		return
	}
	if p.origins.given += to - from; len(p.origins.sources[n]) == maxAliases || p.origins.given > maxSources {
		p.origins.opaque[n] = true
		return
	}
	p.origins.sources[n] = append(p.origins.sources[n], source{from, to, each})
}

// statementEnd is where the value ends that begins at i and may be several, with commas.
func (p *program) statementEnd(i int) int {
	for start := i; i < len(p.tokens); i++ {
		switch {
		case p.is(i, "(", "[", "{") && p.match[i] > i:
			i = p.match[i]
		case p.is(i, ";", ")", "]", "}"), i > start && p.tokens[i].line && !p.is(i, "."):
			return i
		}
	}
	return len(p.tokens)
}

// assignmentSource is that of the names in front of the sign at i.
func (p *program) assignmentSource(i int) {
	end := p.statementEnd(i + 1)
	several := false
	for j := i - 1; j > 0; j-- {
		switch t := p.tokens[j]; {
		case t.kind == name && p.is(j-1, ":") && !t.line: // x: str = "a"
			p.source(t.value, i+1, end, several)
			j--
			continue
		case t.kind == name:
			p.source(t.value, i+1, end, several || p.is(j-1, ","))
		case p.is(j, "]"):
			open := p.openOf(j)
			if p.is(open-1, ":") { // x: list[str] = []
				j = open - 1
				continue
			}
			p.source(p.nameAt(open-1), i+1, end, false)
			return
		case p.is(j, ",", "*", "(", ")", "["):
		case p.is(j, "."):
			return
		default:
			return
		}
		if p.tokens[j].line {
			return
		}
		if several = p.is(j-1, ","); !several && !p.is(j-1, ",", "*", "(", "[", "=") {
			return
		}
	}
}

// openOf is the bracket that the one at i closes.
func (p *program) openOf(i int) int {
	if i < len(p.tokens) && p.closed == nil {
		p.closed = make([]int, len(p.tokens)+1)
		for k, m := range p.match {
			if m > k {
				p.closed[m] = k
			}
		}
	}
	return p.closed[i]
}

// loopSource is that of the names between for and in.
func (p *program) loopSource(i int) {
	j := i + 1
	for j < len(p.tokens) && j < i+32 && !(p.tokens[j].kind == name && p.tokens[j].value == "in") {
		j++
	}
	if j >= len(p.tokens) || p.tokens[j].value != "in" {
		return
	}
	end := j + 1
	for ; end < len(p.tokens) && !p.is(end, ":", ")", "]", "}") && !(p.tokens[end].kind == name && str.In(p.tokens[end].value, "if", "for")); end++ {
		if p.is(end, "(", "[", "{") && p.match[end] > end {
			end = p.match[end]
		}
	}
	for k := i + 1; k < j; k++ {
		if p.tokens[k].kind == name {
			p.source(p.tokens[k].value, j+1, end, true)
		}
	}
}

// asSource is that of the name behind "as", where it is no module.
func (p *program) asSource(i int) {
	if p.imported(i - 1) {
		return
	}
	from := p.start(i - 1)
	if from < 0 {
		p.origins.opaque[p.tokens[i+1].value] = true
		return
	}
	p.source(p.tokens[i+1].value, from, i, false)
}

// paramsOf are the names of the parameters between two brackets.
func (p *program) paramsOf(from, to int) (list []string) {
	for i := from; i < to && i < len(p.tokens); i++ {
		if p.tokens[i].kind == name && p.is(i-1, "(", ",", "*", "**") {
			n := p.tokens[i].value
			if p.is(i-1, "*", "**") {
				n = "*" + n
			}
			list = append(list, n)
		}
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
		}
	}
	return list
}

// lambdaSource is that of the parameters of a lambda: what stands beside it.
func (p *program) lambdaSource(i int) {
	open := p.outer[i]
	for j := i + 1; j < len(p.tokens) && !p.is(j, ":") && j < i+32; j++ {
		if p.tokens[j].kind != name || !p.is(j-1, ",", "*") && j != i+1 {
			continue
		}
		n := p.tokens[j].value
		switch {
		case open >= 0 && p.is(open, "(") && p.is(p.match[open]+1, "("): // (lambda c: ...)("git")
			p.source(n, p.match[open]+2, p.match[p.match[open]+1], true)
		case open >= 0 && p.is(open, "(") && p.match[open] > i:
			p.beside(n, open, i)
		default:
			p.givenTo(p.assignedTo(i), n)
		}
	}
}

// assignedTo is the name that the value at i is given to, "" if there is none.
func (p *program) assignedTo(i int) string {
	if p.is(i-1, "=", ":=") {
		return p.nameAt(i - 2)
	}
	return ""
}

// beside notes as sources of n the values of a call that stand beside the one at i.
func (p *program) beside(n string, open, i int) {
	before, after := i, p.operandEnd(i, p.match[open])
	if p.tokens[i].value == "lambda" {
		after = p.operandEndBehind(i, p.match[open])
	}
	for before > open+1 && !p.is(before-1, ",") {
		before--
	}
	found := false
	if before > open+1 {
		p.source(n, open+1, before-1, true)
		found = true
	}
	if after+1 < p.match[open] {
		p.source(n, after+1, p.match[open], true)
		found = true
	}
	if !found {
		p.origins.opaque[n] = true
	}
}

// operandEndBehind is where the value ends that begins at i, a lambda with its own commas.
func (p *program) operandEndBehind(i, to int) int {
	for ; i < to && !p.is(i, ":"); i++ {
	}
	for ; i < to && !p.is(i, ","); i++ {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
		}
	}
	return min(i, to)
}

// givenTo notes as sources of n what calls of a function give, which is all it knows.
func (p *program) givenTo(function, n string) {
	if function == "" {
		p.origins.opaque[n] = true
		return
	}
	if p.origins.given += len(p.tokens); p.origins.given > maxSources {
		p.origins.opaque[n] = true
		return
	}
	for i, t := range p.tokens {
		if t.kind == name && t.value == function && p.is(i+1, "(") {
			p.source(n, i+2, p.match[i+1], true)
		}
	}
}

// callSources are those of parameters: what the functions are given.
func (p *program) callSources(params map[string][]string) {
	if len(params) == 0 {
		return
	}
	for i := 1; i < len(p.tokens); i++ {
		list, ours := params[p.tokens[i].value]
		if p.tokens[i].kind != name || !ours || p.defined(i) {
			continue
		}
		if len(list) > 0 && (list[0] == "self" || list[0] == "cls") {
			list = list[1:]
		}
		if !p.is(i+1, "(") {
			if open := p.outer[i]; open > 0 && p.is(open, "(") && !p.imported(i) {
				for _, n := range list {
					p.beside(str.TrimPrefix(n, "*"), open, i)
				}
			}
			continue
		}
		p.argumentSources(list, i+2, p.match[i+1])
	}
}

// argumentSources are those that one call gives.
func (p *program) argumentSources(list []string, from, to int) {
	n := 0
	for i := from; i < to && i < len(p.tokens); {
		end := i
		for end < to && !p.is(end, ",") {
			if p.is(end, "(", "[", "{") && p.match[end] > end {
				end = min(p.match[end], to)
			}
			end++
		}
		switch {
		case p.tokens[i].kind == name && p.is(i+1, "="):
			// its own source, by that name
		case p.is(i, "*", "**"):
			for k := n; k < len(list); k++ {
				p.source(str.TrimPrefix(list[k], "*"), i+1, end, true)
			}
		case n < len(list):
			p.source(str.TrimPrefix(list[n], "*"), i, end, str.HasPrefix(list[n], "*"))
			if !str.HasPrefix(list[n], "*") {
				n++
			}
		}
		i = end + 1
	}
}
