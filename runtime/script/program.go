package script

import (
	"kei/runtime/effect"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A dialect is what a reader of programs has to know of a language. The lists
// of words hold names, "of.name" where it matters whose they are, and "of.*".
type dialect struct {
	syntax

	name     string
	joins    string // the sign that joins strings; "" where two in a row are one
	adjoin   bool   // two strings in a row are one
	open     bool   // calls need no parentheses: system "x"
	computes bool   // x["name"](...) calls what is named by a string
	prefix   bool   // (f x): the name stands behind the parenthesis
	followed following

	runs   string // run what they are given
	armed  string // run it, in a program that has one of arms
	arms   string // modules and the like by which programs run others
	evals  string // run their strings as programs of this language
	drives string // modules by which programs run strings of the language
	driven string // run their strings as programs of this language, in a program that has one of drives
	packed string // make values of strings, and do what those say, whatever it is
	tagged string // ... if one says so by its tags
	shut   string // modules that do too much for anybody to list
	any    string // whatever the program says could be run by these
	prints string // only print, compare or match what they are given

	decodes string // make other text of what is written
	modules string // what they are taken from: by itself it may go anywhere
	raw     string // reach the system by numbers: they may run and write anything
	remakes string // change the text of the program before it is read
	finders string // more of them, which are known by a name in a string only
	readers string // modules that run strings of a program which others are given

	temps    string // make a temporary file in the folder that they are given
	tempsAt  int    // which of their values is that
	opens    string // open a file; how is said behind it
	reads    string // the first value is a file that is read
	writes   string // ... that is made or changed
	deletes  string // ... that is removed
	copies   string // the second is made of the first
	edits    string // the first is read, and rewritten if the second is true
	moves    string // ... and the first is gone
	fills    string // write somewhere that cannot be told
	keyed    string // write the file that filename= says
	receiver string // methods that write the file they are called on
	removes  string // ... that remove it
	gets     string // ... that read it
	assigned string // what changes the file whose property it is
	paths    string // make a path of a string
	places

	net string // reach the network
	env string // the environment, where credentials are
}

// A following is how what runs is followed back to where it is written.
type following uint8

const (
	byWays   following = iota // by the ways in which text is known to be worked out
	byWords                   // and each word of its value has to hand on what it is given
	byValues                  // each value has to be made of what is written
)

// What a name does.
type act uint8

const (
	nothing act = iota
	actRuns
	actEvals
	actDriven
	actPacked
	actTagged
	actAny
	actRaw
	actPrints
	actDecodes
	actModule
	actTemps
	actOpens
	actReads
	actWrites
	actDeletes
	actCopies
	actMoves
	actEdits
	actFills
	actKeyed
	actReceiver
	actRemoves
	actGets
	actPaths
	actNet
	actEnv
	actHome
	actHere
	actExpands
	actKeeps
	actHolder
	actRoot
	actGlobs
	actInside
)

type known struct {
	of, name string
	act      act
}

// A program is one while it is read.
type program struct {
	temporaries int // calls that make temporary files, so far
	*dialect
	handing   int // see maxHanding
	t         Text
	tokens    []token
	match     []int // of an opening bracket the closing one, else 0
	outer     []int // the bracket that each token stands in, -1 if it is in none
	words     []known
	starts    []int // of each code in it where its tokens begin
	found     Found
	depth     int
	alphabets int // see spells
	parts     int // of paths, that were looked at
	within    int // ... one in another

	values      []value // names that stand for one string
	others      []alias // names that stand for other names
	lists       []gathered
	piping      bool // a string with a pipe at its end can be a command
	arming      bool // it has modules by which programs run others
	filing      bool // or write files
	environs    bool // or says what is in the environment of what it runs
	evaluations int
	rowed       int // up to where the calls that run something were gone over

	puts  []string // of each token that is a string, it with what is put in
	put   []bool   // that is worked out
	bytes int      // of all of these

	vars map[string]string // see environment

	computed bool // something runs that is put together
	turned   bool // a string is made into another one by more than being put together
	bent     bool // what a name stands for is
	indirect bool // what runs is taken out of something
	headless bool // what runs begins with something that is not known
	loose    bool // any string could get to what runs
	every    bool // and even those that look like being printed
	decoded  bool
	runner   bool

	reference bool // open is handed to another function, as a value
	blind     bool // it reads a file by a path of which nothing is known
	erases    bool // ... and removes one
	pathnames bool // it is in ruby, and has paths that are values with methods
	hinted    bool // a function is given something that says that it runs it
	feeds     bool // something runs strings of the program as programs, whichever they are

	origins *follows // see follow
	closed  []int    // of a closing bracket the opening one

	functions map[string]bool // those of C that it makes, see ownC
	own       map[string]bool // names of functions that the program makes, see ours
	running   []string        // words of a text that could run something, see saysCode
	sums      []string        // strings that are put together of several, see mentions
	acting    []string        // names whose methods change something, see changed
	told      []string        // files that properties are given
}

// A value is a name that is given one string, once.
type value struct {
	name, text string
	times      int
	grown      string // all strings that are added to it, in their order
	at         int    // where the path stands that it is given, which is not all known
}

// read is the reader of a dialect.
func (d *dialect) read(t Text) Found { return d.program(t, 0) }

func (d *dialect) program(t Text, depth int) Found {
	p := program{dialect: d, t: t, depth: depth}
	if depth > 3 {
		p.found.cannot("programs inside of programs of " + t.Program + ", too deep to judge; write the command out")
		return p.found
	}
	doubt := p.lexed()
	p.brackets()
	p.sum()
	p.vocabulary()
	p.aliases()
	p.constants()
	if p.name == "c" {
		p.filledC()
		p.streamsOpened()
	}
	p.steps()
	p.again()
	p.calls()
	p.keys()
	p.texts()
	p.strings()
	if p.loose {
		p.gather()
		p.grown()
	}
	p.pieces()
	p.elsewhere()
	p.alone()
	p.takesListed()
	p.takesClosed()
	if doubt {
		p.doubtful()
	}
	if p.turned && (p.runner || p.loose) || p.bent && p.headless {
		p.found.cannot("the program that " + t.Program + " runs takes a string apart and runs commands; write the command out")
	}
	if p.decoded && (p.computed || p.loose) {
		p.found.cannot("the program that " + t.Program + " runs decodes something and can run it; write the command out")
	}
	if p.computed {
		p.operands()
		p.input()
	}
	if p.every && p.saysWriter() || p.reference && p.saysMode() {
		p.found.WritesAny = true
	}
	// A command that is put together from what the program computes may be one
	// that writes, by a path that is put together as well.
	p.found.WritesPath = p.found.WritesAny || p.computed && p.runner
	if p.runner || p.every {
		p.found.WritesAny = true
	}
	p.settle()
	return p.found
}

// lexed reads the tokens of the program, and reports whether some of its strings could end
// elsewhere.
func (p *program) lexed() (doubt bool) {
	t := p.t
	if t.Holed() || t.Glob {
		p.found.cannot("the program that " + t.Program + " runs is computed at run time; write it out")
		p.found.unsure("the program of " + t.Program + " is computed at run time")
		p.found.WritesAny = true
	}
	if marked(t.Text) {
		p.found.cannot("the program that " + t.Program + " runs has characters that nobody sees; write it without them")
	}
	read := lexCodes(&p.syntax, t.Text)
	if p.tokens, p.starts = read.tokens, read.starts; read.unclear != "" {
		p.found.cannot("the program that " + t.Program + " runs " + read.unclear + "; write it so that it can be read")
		p.found.WritesAny = true
	}
	return read.doubt
}

// hooks makes what is printed count, where the program runs what it is given when something
// is printed or fails: $SIG{__WARN__} = sub { system $_[0] }.
func (p *program) hooks() {
	if !p.computed && !p.runner {
		return
	}
	for _, w := range [...]string{"__WARN__", "__DIE__", "excepthook", "displayhook", "unraisablehook", "uncaughtException", "unhandledRejection"} {
		if p.mentions(w) {
			p.loose, p.every = true, true
		}
	}
}

// saysWriter reports whether a string or a name of the program is that of a function
// that writes: what gets at functions by their names may call it.
func (p *program) saysWriter() bool {
	for _, t := range p.tokens {
		if t.kind != text && t.kind != name {
			continue
		}
		for _, k := range p.words {
			if k.name == t.value && (k.act == actWrites || k.act == actDeletes || k.act == actMoves || k.act == actRemoves) {
				return true
			}
		}
	}
	return false
}

// saysMode reports whether a string of the program is a way to open a file that
// writes.
func (p *program) saysMode() bool {
	for _, t := range p.tokens {
		if t.kind == text && t.value != "" && isMode(t.value) && str.ContainsAny(t.value, "wax+") {
			return true
		}
	}
	return false
}

// brackets pairs the brackets.
func (p *program) brackets() {
	p.match = make([]int, len(p.tokens))
	p.outer = make([]int, len(p.tokens))
	var open []int
	for i, t := range p.tokens {
		if p.outer[i] = -1; len(open) > 0 {
			p.outer[i] = open[len(open)-1]
		}
		if t.kind != sign {
			continue
		}
		switch t.value {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if len(open) > 0 {
				p.match[open[len(open)-1]] = i
				open = open[:len(open)-1]
			}
		}
	}
	for _, i := range open {
		p.match[i] = len(p.tokens)
	}
}

func (p *program) vocabulary() {
	p.learn(p.runs, actRuns)
	for _, arm := range str.Fields(p.arms) {
		if p.mentions(arm) {
			p.learn(p.armed, actRuns)
			p.arming = true
			break
		}
	}
	for _, one := range str.Fields(p.drives) {
		if p.mentions(one) {
			p.learn(p.driven, actDriven)
			break
		}
	}
	for _, one := range str.Fields(p.remakes) {
		if p.mentions(one) {
			p.found.cannot("the program that " + p.t.Program + " runs changes its own text before it is read; write it out")
		}
	}
	p.pathnames = p.percent && p.mentions("Pathname")
	for _, one := range str.Fields(p.readers) {
		p.feeds = p.feeds || p.mentions(one)
	}
	for _, l := range [...]struct {
		mentioned, words string
		act              act
	}{{"tracemalloc", "dump", actWrites}, {"Pathname", "write truncate chmod lchmod chown lchown utime make_link make_symlink", actReceiver}, {"py", "remove", actRemoves}, {"py", "local", actPaths}, {"ElementTree", "write write_c14n", actWrites}, {"etree", "write write_c14n", actWrites}} {
		if p.mentions(l.mentioned) {
			p.learn(l.words, l.act)
		}
	}
	p.loose = p.loose || p.letterQuotes && p.mentions("webbrowser")
	p.computed = p.computed || p.loose
	p.filing = p.mentions("fs") || p.mentions("fs/promises")
	for _, n := range [...]string{"environ", "getenv", "putenv", "setenv", "ENV", "env"} {
		p.environs = p.environs || p.mentions(n)
	}
	p.piping = p.open && !p.prefix && says(p.t.Text, []string{"open", "IO", "FileHandle", "read", "ARGV", "<>"})
	for _, l := range [...]struct {
		words string
		act   act
	}{
		{p.evals, actEvals}, {p.packed, actPacked}, {p.tagged, actTagged}, {p.any, actAny}, {p.raw, actRaw}, {p.prints, actPrints}, {p.decodes, actDecodes}, {p.modules, actModule},
		{p.temps, actTemps}, {p.opens, actOpens}, {p.reads, actReads}, {p.writes, actWrites}, {p.deletes, actDeletes}, {p.copies, actCopies},
		{p.moves, actMoves}, {p.edits, actEdits}, {p.fills, actFills}, {p.keyed, actKeyed}, {p.receiver, actReceiver}, {p.removes, actRemoves}, {p.gets, actGets},
		{p.paths, actPaths}, {p.net, actNet}, {p.env, actEnv}, {p.home, actHome}, {p.here, actHere}, {p.expands, actExpands}, {p.keeps, actKeeps},
		{p.holders, actHolder}, {p.root, actRoot}, {p.globs, actGlobs},
	} {
		p.learn(l.words, l.act)
	}
}

func (p *program) learn(words string, a act) {
	for _, w := range str.Fields(words) {
		k := known{name: w, act: a}
		if i := str.LastIndexByte(w, '.'); i >= 0 && i+1 < len(w) && !p.syntax.named('.') { // R's names have dots
			k.of, k.name = w[:i], w[i+1:]
		}
		p.words = append(p.words, k)
	}
}

// mentions reports whether a name or a string of the program is word.
func (p *program) mentions(w string) bool {
	for _, t := range p.tokens {
		switch t.kind {
		case name, variable:
			if t.value == w {
				return true
			}
		case text:
			if t.value == w || t.value == "node:"+w {
				return true
			}
		}
	}
	return str.In(w, p.sums...)
}

// sum puts the strings together that stand next to each other, by which a program may say
// the name of a module.
func (p *program) sum() {
	for i := 0; i < len(p.tokens) && len(p.sums) < maxAliases; i++ {
		start := i
		var b []byte
		for p.tokens[i].kind == text && len(b) < maxName {
			b = append(b, p.tokens[i].value...)
			next := i + 1
			if p.joins != "" && p.is(next, p.joins) {
				next++
			} else if !p.adjoin {
				break
			}
			if next >= len(p.tokens) || p.tokens[next].kind != text {
				break
			}
			i = next
		}
		if i > start {
			p.sums = append(p.sums, string(b))
		}
	}
}

func (p *program) is(i int, values ...string) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == sign && str.In(p.tokens[i].value, values...)
}

// owner is what the name at i is taken of: os in os.system.
func (p *program) owner(i int) string {
	if i >= 2 && p.is(i-1, ".", "::", "->", "?.", ":") && (p.tokens[i-2].kind == name || p.tokens[i-2].kind == variable) {
		return p.tokens[i-2].value
	}
	if p.is(i-1, ".", "->", "?.") {
		return "."
	}
	return ""
}

// act says what the name at i does, or the one that it stands for.
func (p *program) act(i int) act {
	of := "?"
	for range 4 {
		a := p.known(i, of)
		if a != nothing || p.tokens[i].kind == sign || p.owner(i) != "" || of != "?" {
			return a
		}
		other, ok := p.other(p.tokens[i].value)
		if !ok || other.at == i {
			return nothing
		}
		i, of = other.at, other.of
	}
	return nothing
}

// known says what the name at i does by itself; of is what it is taken of, "?" if that
// stands in front of it.
func (p *program) known(i int, of string) act {
	t := p.tokens[i]
	if t.kind != name {
		return nothing
	}
	found := nothing
	for _, k := range p.words {
		if k.name != t.value && k.name != "*" {
			continue
		}
		if k.of == "" {
			if found == nothing {
				found = k.act
			}
			continue
		}
		if of == "?" {
			of = p.owner(i)
		}
		if k.of == of || k.of == "^" && of == "" || of != "" && k.of == p.real(of) {
			return k.act
		}
	}
	if found == actPrints && t.value == "replace" && p.letterQuotes && p.onePath(i) {
		return actReceiver
	}
	return found
}

// constants finds the names that stand for one string.
func (p *program) constants() {
	for i := 1; i+2 < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.kind == variable && p.is(i+1, "=~") && p.tokens[i+2].kind == number && str.In(p.tokens[i+2].value, "s", "y", "tr") {
			p.forget(t.value)
			continue
		}
		if t.kind == variable && p.is(i-1, "(") && p.is(i+1, ")") && p.is(i+2, "=") {
			if s, _, ok := p.path(i + 3); ok && marked(s) { // my ($h) = glob "~"
				p.values = append(p.values, value{name: t.value, text: s, times: 1})
			}
			continue
		}
		if p.syntax.q && t.kind == number && str.In(t.value, "s", "y", "tr") && !p.is(i-1, "=~") {
			p.forget("_")
		}
		if t.kind != name && t.kind != variable || t.value == "" || !p.is(i+1, "=", ":=", "+=", ".=", "<") || p.is(i-1, ".", "->") {
			continue
		}
		if p.is(i+1, "<") && !p.is(i+2, "-") {
			continue
		}
		at := -1
		for j := range p.values {
			if p.values[j].name == t.value {
				at = j
			}
		}
		if at < 0 {
			if len(p.values) == 64 {
				return
			}
			at = len(p.values)
			p.values = append(p.values, value{name: t.value})
		}
		v := &p.values[at]
		v.times++
		from := i + 2
		if p.is(i+1, "<") {
			from++
		}
		if s, end, ok := p.path(from); ok && (end >= len(p.tokens) || p.tokens[end].line || p.is(end, ";", ")", ",", "}")) && p.is(i+1, "=", ":=", "<") {
			if v.text, v.grown = s, v.grown+s; match.Holed(s) {
				v.at = from
			}
		} else if ok && p.is(i+1, "+=", ".=") {
			v.times, v.grown = v.times+1, v.grown+s
		} else {
			v.times++
			v.at = from
		}
	}
}

// again looks at the names that are given a path of what loops have: p = join(dir, f).
func (p *program) again() {
	for i := range p.values {
		v := &p.values[i]
		if v.at == 0 || v.times > 2 || v.times == 2 && v.text != "" {
			continue
		}
		s, end, ok := p.path(v.at)
		if ok && str.IndexByte(s, markGlob) >= 0 && (end >= len(p.tokens) || p.tokens[end].line || p.is(end, ";", ")", ",", "}")) {
			v.text, v.times = s, 1
		}
	}
}

// forget notes that a name's string is changed where it stands.
func (p *program) forget(w string) {
	for i := range p.values {
		if p.values[i].name == w {
			p.values[i].times++
		}
	}
}

func (p *program) constant(w string) (string, bool) {
	for _, v := range p.values {
		if v.name == w && v.times == 1 {
			return v.text, true
		}
	}
	return "", false
}

// single is the string at i.
func (p *program) single(i int) (string, bool) {
	if i >= len(p.tokens) {
		return "", false
	}
	switch t := p.tokens[i]; t.kind {
	case text:
		return p.inserted(i), true
	case name, variable:
		if p.is(i+1, "(", ".", "[", "->") && p.joins != "." || p.is(i+1, "(", "[", "->") {
			return "", false
		}
		return p.constant(t.value)
	}
	return "", false
}

// fold is the string that begins at i, put together of several; what is not
// known of it is a hole. ok says that it is a string at all.
func (p *program) fold(i int) (s string, end int, ok bool) {
	if s, end, ok = p.value(i); !ok {
		return "", i, false
	}
	var b []byte
	for end < len(p.tokens) {
		next := end
		switch {
		case p.adjoin && p.tokens[end].kind == text:
		case p.joins != "" && p.is(end, p.joins):
			next = end + 1
		default:
			goto done
		}
		if b == nil {
			b = []byte(s)
		}
		if more, after, ok := p.value(next); ok {
			b = append(b, more...)
			end = after
			continue
		}
		b = append(b, match.Hole)
		end = p.skipValue(next)
	}
done:
	if b != nil {
		s = string(b)
	}
	return s, end, true
}

// value is the string at i, or the place that it asks for there.
func (p *program) value(i int) (s string, end int, ok bool) {
	if s, ok = p.single(i); ok {
		return s, i + 1, true
	}
	if i < len(p.tokens) && (p.tokens[i].kind == name || p.tokens[i].kind == variable || p.is(i, "(")) {
		if s, end, ok = p.part(i); ok && marked(s) {
			return s, end, true
		}
	}
	return "", i, false
}

// skipValue is behind the value at i: a name with what it is given, or a group.
func (p *program) skipValue(i int) int {
	start := i
	for i < len(p.tokens) {
		switch {
		case p.is(i, "(", "[", "{"):
			if i = p.match[i] + 1; i > len(p.tokens) || p.match[i-1] == 0 {
				return min(i, len(p.tokens))
			}
		case p.is(i, ".", "::", "->"):
			if p.is(i, p.joins) {
				return i
			}
			i++
		case p.tokens[i].kind != sign && (i == start || p.is(i-1, ".", "::", "->")):
			i++
		default:
			return max(i, start+1)
		}
	}
	return i
}

// calls looks at every name of the program.
func (p *program) calls() {
	for i := range p.tokens {
		t := p.tokens[i]
		switch {
		case t.kind == command:
			p.runner = true
			p.given(i, i+1)
			continue
		case t.kind == variable && p.is(i+1, "(") && (!p.open || !p.tokens[i+1].space), p.is(i, "->") && p.is(i+1, "("):
			p.anything() // $f("git push")
			continue
		case p.is(i, "]") && p.is(i+1, "(") && p.computes && (p.arming || p.filing || p.sigils != ""):
			p.anything() // cp["exec" + "Sync"]("git push")
			continue
		case p.tags && p.is(i+1, "(") && (t.kind == text || p.is(i, ")") && p.groups(i)):
			p.anything() // ("sys" . "tem")("git push")
			continue
		case p.computes && p.is(i, ")") && p.is(i+1, "(") && (p.arming || p.filing || p.sigils != "") && p.gives(i):
			p.anything() // Object.values(cp).find(f)("git push")
			continue
		case p.letterQuotes && t.kind == name && t.value == "sh" && p.tokens[i-1].kind == name && (p.tokens[i-1].value == "from" || p.tokens[i-1].value == "import"):
			p.found.cannot("the module sh runs programs by the names of its functions; write the command out")
		case t.kind == variable && t.value == "ARGV" && p.syntax.q:
			p.operandsAre(i)
			continue
		case t.kind == variable && str.In(t.value, "^I", "-i") && p.is(i+1, "=", ",", ")", "||="), t.value == "inplace_mode" && t.kind == name:
			p.found.WritesAny = true // perl and ruby then edit their operands
			p.handsOperands()
			continue
		case t.kind != name:
			continue
		case t.value == "loadEnvFile" && p.name == "node":
			p.found.reads(".env")
		case p.assigned != "" && p.is(i-1, ".") && p.is(i+1, "=") && str.In(t.value, str.Fields(p.assigned)...):
			s, ok := p.receiverOf(i)
			p.file(s, ok, p.found.writes)
			continue
		}
		a := p.act(i)
		if p.name == "c" && a != nothing && a != actPaths && p.anotherC(i) {
			continue
		}
		if a == nothing {
			p.hands(i)
			continue
		}
		if a == actRuns && t.value == "new" {
			p.hands(i) // IO::File->new takes a command, or a file
		}
		from, to, called := p.extent(i)
		if a == actPrints && called && to-from < 64 {
			p.made(t.value, from, to)
		}
		p.apply(a, i, from, to, called)
	}
}

// groups reports whether the parenthesis at i ends a value of php's that is called, and no
// function that stands there.
func (p *program) groups(i int) bool {
	open := p.openOf(i)
	if before := p.tokens[max(open-1, 0)]; before.kind != sign || str.In(before.value, "]", "}", ")") {
		return false
	}
	return !(p.tokens[open+1].kind == name && str.In(p.tokens[open+1].value, "function", "fn", "static"))
}

// gives reports whether the parenthesis at i ends a call, which may give a function.
func (p *program) gives(i int) bool {
	before := p.outer[i] - 1
	if before < 0 {
		return false
	}
	return p.is(before, ")", "]") || p.tokens[before].kind == name && p.is(before-1, ".", "?.") && !str.In(p.tokens[before].value, "require", "bind", "promisify")
}

// extent is what the name at i is given: the tokens from, up to to.
func (p *program) extent(i int) (from, to int, called bool) {
	switch {
	case p.prefix:
		if p.is(i-1, "(") {
			return i + 1, p.match[i-1], true
		}
		return i, i, false
	case p.is(i+1, "("):
		return i + 2, p.match[i+1], true
	case p.is(i+1, "!") && p.is(i+2, "("):
		return i + 3, p.match[i+2], true
	case (p.acc == filled || p.long) && i+1 < len(p.tokens) && p.tokens[i+1].kind == text:
		return i + 1, i + 2, true // f`x` and f"x"
	case !p.open || i+1 >= len(p.tokens) || p.tokens[i+1].line:
		return i, i, false
	case p.is(i+1, "=>", "}", ")", "]", ",", ";", "=", ".", "->", "::", "?"):
		return i, i, false
	}
	// A call without parentheses goes to the end of its statement.
	to = i + 1
	for to < len(p.tokens) && to < i+maxStatement && !p.is(to, ";", ")", "]", "}") && !(p.tokens[to].line && !p.is(to-1, ",", "(", p.joins)) {
		if p.is(to, "(", "[", "{") {
			to = p.match[to]
		}
		to++
	}
	if to >= i+maxStatement {
		p.anything()
	}
	return i + 1, min(to, len(p.tokens)), true
}

// maxStatement is how many tokens a statement has that is read as a call.
const maxStatement = 1024

// staysHere reports whether a call asks at once, its first value is an address of this
// machine, and nothing says to go by another.
func (p *program) staysHere(i, from, to int) bool {
	if !str.In(p.tokens[i].value, "fetch", "urlopen", "get", "post", "put", "patch", "delete", "head", "options") {
		return false
	}
	for _, w := range p.t.Env {
		if w.Holed() || str.IndexByte(w.Text, ':') >= 0 {
			return false // it may name a proxy
		}
	}
	address, end, ok := p.fold(from)
	if !ok || !word.Loopback(address) || end < to && !p.is(end, ",") {
		return false
	}
	for i := end; i < to; i++ {
		if p.tokens[i].kind != text && str.In(p.tokens[i].value, "dispatcher", "agent", "transport", "connector", "*", "**", "...") {
			return false
		}
	}
	return !says(p.t.Text, []string{"prox", "PROX", "Prox"})
}

func (p *program) apply(a act, i, from, to int, called bool) {
	switch a {
	case actAny:
		if !called || !p.plainAttribute(i, from, to) {
			p.anything()
		}
	case actRaw:
		p.anything()
		p.found.WritesAny = true
	case actDecodes:
		p.decoded = p.decoded || !p.is(i+1, "=") || p.is(i+2, "=")
	case actModule:
		if !p.is(i+1, ".", "::", ":") && !p.imported(i) {
			p.anything()
		}
	case actNet:
		if called && p.staysHere(i, from, to) {
			p.found.Effects |= effect.Fetches
		} else {
			p.found.Effects |= network
		}
	case actEnv:
		p.found.Effects |= effect.Secrets
	case actRuns:
		p.startsCommand(i, from, to, called)
	case actEvals, actDriven:
		p.evaluated(a, i, from, to, called)
	case actPacked, actTagged:
		if s, _, _ := p.argument(from, to, 0); a == actPacked || str.IndexByte(s, '!') >= 0 || str.Contains(s, "py/") {
			p.unpacks(from, to)
			p.anything()
		}
	case actTemps:
		if called && !p.defined(i) {
			p.temporary(from, to, p.tempsAt)
		}
	case actReceiver, actRemoves, actGets:
		p.method(a, i, from, to)
	case actOpens, actReads, actEdits, actWrites, actDeletes, actCopies, actMoves, actFills, actKeyed:
		p.opening(p.tokens[i].value, from, to)
		p.reference = p.reference || a == actOpens && !called && p.is(i+1, ",", ")") && p.is(i-1, "(", ",", "=") && !p.imported(i)
		if called && !p.defined(i) {
			p.files(a, i, from, to)
		} else if p.name != "c" && a != actReads && a != actOpens && !p.imported(i) && !p.defined(i) && !p.is(i+1, "=", "=>") && (p.filing || p.syntax.q || !p.is(i+1, ":") && !p.is(i-1, "{", ",")) && !p.shorthand(i) {
			p.handed(a, i)
		}
	}
}

// startsCommand judges a function that runs a command.
func (p *program) startsCommand(i, from, to int, called bool) {
	switch {
	case called && from >= to:
		// platform.system() runs nothing.
	case called && !p.defined(i):
		p.runner = true
		p.headless = p.headless || p.begins(from, to)
		p.indirect = p.indirect || p.takes(from, to)
		p.given(from, to)
		if i < p.rowed {
			to = min(to, from+64)
		}
		p.unnamed(i, from, to)
		p.rowed = max(p.rowed, to)
		p.rows(i, from, to)
		if p.percent {
			p.redirected(from, to)
		}
	case !p.imported(i) && !p.defined(i) && !p.is(i+1, "=>", ":") && !p.shorthand(i) || p.renamed(i):
		p.anything()
	}
}

// handed judges the name of a function that goes somewhere else, or is called without
// anything: map(os.remove, glob("*")), path.rmtree.
func (p *program) handed(a act, i int) {
	p.found.WritesAny = true
	if a == actDeletes && p.open {
		p.erases = !p.removesItself(i) || p.erases
	}
	if !p.is(i+1, ",") {
		return
	}
	switch s, _, ok := p.path(i + 2); {
	case ok && a == actDeletes:
		p.file(s, true, p.found.deletes)
	case ok && a == actWrites:
		p.file(s, true, p.found.writes)
	}
}

// plainAttribute reports whether a call takes an attribute by a name that is
// written and does nothing: getattr(args, "verbose").
func (p *program) plainAttribute(i, from, to int) bool {
	if p.tokens[i].value != "getattr" {
		return false
	}
	s, known, there := p.argument(from, to, 1)
	if !there || !known || match.Holed(s) || str.HasPrefix(s, "__") {
		return false
	}
	for _, k := range p.words {
		if k.name == s && k.act != actPrints {
			return false
		}
	}
	return true
}

// unpacks adds what the strings say of which a call makes values: in a form of their own,
// in which a function and what it is given stand next to each other.
func (p *program) unpacks(from, to int) {
	for i := from; i < to && i < len(p.tokens); {
		s, end, ok := p.fold(i)
		if !ok {
			i++
			continue
		}
		p.runner = true
		for _, one := range Strings(s) {
			p.found.maybe(one)
		}
		for start, j := 0, 0; j <= len(s); j++ {
			if j < len(s) && s[j] >= ' ' && s[j] < 0x7f && str.IndexByte("[]{},:\"'", s[j]) < 0 {
				continue
			}
			for n := range 3 { // one or two letters say that a string follows
				if run := s[start:j]; len(run) > n+1 {
					p.tail(run[n:])
				}
			}
			start = j + 1
		}
		i = end
	}
}

// tail adds a run of letters, with the signs behind it that end what it says and without.
func (p *program) tail(run string) {
	for n := 0; n < 4 && len(run) > 1; n++ {
		p.found.maybe(run)
		run = run[:len(run)-1]
	}
}

// anything notes that the program can run whatever it says.
func (p *program) anything() {
	p.loose, p.every, p.computed = true, true, true
}

// imported reports whether the name at i is brought in under its own name.
func (p *program) imported(i int) bool {
	if i+1 < len(p.tokens) && p.tokens[i+1].kind == name && p.tokens[i+1].value == "as" {
		return false
	}
	for n := 0; i >= 0 && n < 40; n++ {
		t := p.tokens[i]
		if t.kind == name && str.In(t.value, "import", "use", "require", "library", "require_once", "using") || t.kind == name && t.value == "from" {
			return true
		}
		if t.kind != name && !p.is(i, ",", ".", "(", "{", "::", "*") || t.line && (n > 0 || p.ends(i-1)) {
			break
		}
		i--
	}
	return false
}

// ends reports whether a line that ends with the token at i ends a statement.
func (p *program) ends(i int) bool {
	return i >= 0 && p.tokens[i].kind == name && !str.In(p.tokens[i].value, "import", "use", "require", "from")
}

// renamed reports whether a name is taken out of a module under another.
func (p *program) renamed(i int) bool {
	if i+1 < len(p.tokens) && p.tokens[i+1].kind == name && p.tokens[i+1].value == "as" {
		return true
	}
	return p.is(i+1, ":") && p.is(i-1, "{", ",") || p.is(i-1, "[", "(") && p.is(i+1, ",", ")", "]") && !p.imported(i)
}

// shorthand reports whether the name at i is one of those in braces that are
// taken out of a module under their own names.
func (p *program) shorthand(i int) bool {
	for n := 0; i < len(p.tokens) && n < 40; i, n = i+1, n+1 {
		switch {
		case p.is(i, "}"):
			return p.is(i+1, "=")
		case p.tokens[i].kind != name && !p.is(i, ","):
			return false
		}
	}
	return false
}

// defined reports whether the name at i is that of a function or method that
// the program itself makes.
func (p *program) defined(i int) bool {
	return i > 0 && p.tokens[i-1].kind == name && str.In(p.tokens[i-1].value, "def", "function", "sub", "fn", "func", "class")
}

// harmless are names of values that say how something is run, not what.
const harmless = " cwd env stdout stderr stdin shell check text timeout encoding capture_output universal_newlines stdio maxBuffer bufsize close_fds start_new_session chdir err in out windowsHide detached "

const constants = " True False None true false null undefined nil PIPE DEVNULL STDOUT subprocess self $ TRUE FALSE my our let var const new wait intern "

// given judges what is handed to a call that runs something: strings count,
// and what is no string can be any of those of the program.
func (p *program) given(from, to int) {
	for i := from; i < to && i < len(p.tokens); i++ {
		t := p.tokens[i]
		switch t.kind {
		case sign:
			p.loose, p.computed = p.loose || p.long && t.value == "...", p.computed || p.long && t.value == "..."
		case text, command:
			if match.Holed(t.value) || p.environs && str.IndexByte(t.value, '$') >= 0 {
				p.loose, p.computed = true, true
			}
		case name, variable:
			if str.Contains(harmless, " "+t.value+" ") && p.is(i+1, "=", ":", "=>") {
				for i+1 < to && !p.is(i+1, ",", ")", "}") {
					if i++; p.is(i, "(", "[", "{") && p.match[i] > i {
						i = min(p.match[i], to)
					}
				}
				continue
			}
			itself := t.value == "self" && !p.is(i+1, ".") // the string that a method is called on
			if _, ok := p.constant(t.value); ok || p.is(i+1, "=", ":") && t.value != "lambda" || !itself && str.Contains(constants, " "+t.value+" ") {
				continue
			}
			p.loose, p.computed = true, true
		}
		if p.loose && p.computed {
			return
		}
	}
}

// rows adds the commands that the strings handed to a call make up. A call
// inside of it is a row of its own, which is why each level is gone over once.
func (p *program) rows(callee, from, to int) {
	later := 0
	n := p.tokens[callee].value
	if str.HasPrefix(n, "pipeline") {
		p.pipeline(from, to)
		return
	}
	if str.HasPrefix(n, "exec") || str.HasPrefix(n, "spawn") || str.HasPrefix(n, "posix_spawn") || str.HasPrefix(n, "open") {
		later = 2 // the file, and then the words, or the mode first
	}
	p.rowsOf(from, to, later, 1)
}

// pipeline adds the commands of a call each of whose values is one.
func (p *program) pipeline(from, to int) {
	for i := from; i < to && i < len(p.tokens); i++ {
		end := p.operandEnd(i, to)
		p.rowsOf(i, end, 0, 1)
		i = end
	}
}

// rowsOf is the same of what stands between two places, where up to so many words in
// front may be none of the command, which has so many at least.
func (p *program) rowsOf(from, to, later, least int) {
	var row []string
	named := false // a word came that may be the name
	flush := func() {
		named = p.noteRow(row, later, least, named)
		row = nil
	}
	for i := from; i < to && i < len(p.tokens); {
		t := p.tokens[i]
		switch {
		case t.kind == list:
			row = append(row, str.Fields(t.value)...)
			i++
		case t.kind == command:
			p.found.maybe(p.inserted(i))
			i++
		case p.is(i, ",", "(", "[", "\\"):
			i++
		case t.kind == name && p.is(i+1, "=", ":", "=>") && t.value != "lambda":
			flush()
			if i += 2; saysRuns(t.value) == 0 && !str.In(t.value, "args", "file") {
				i = p.skipValue(i)
			}
		default:
			s, end, ok := p.fold(i)
			if !ok && p.bareword(i) {
				s, end, ok = t.value, i+1, true
			}
			if !ok && len(row) == 0 && !named {
				s, end, ok = p.ended(i)
			}
			if !ok {
				if p.is(i, ")", "]") {
					later = max(later, 0)
				} else if p.prefix || t.kind == variable || t.kind == name && len(row) > 0 {
					if !p.prefix {
						row = append(row, string([]byte{match.Hole}))
					}
				} else if t.kind == sign {
					flush()
				}
				i++
				continue
			}
			row = append(row, s)
			i = end
		}
		if len(row) > 64 {
			flush()
		}
	}
	flush()
}

// noteRow notes the command that a row of strings is, or that those behind the first are.
// named says that a word came before that may be its name, and then that one did.
func (p *program) noteRow(row []string, later, least int, named bool) bool {
	if len(row) == 1 && least > 1 && str.IndexByte(row[0], ' ') > 0 {
		p.note(row[0])
	}
	for i := 0; i+1 < len(row) && i < maxLater; i++ {
		if str.In(row[i], "-e", "-c", "-p", "-E", "--eval", "--print") && p.saysCode(row[i+1]) {
			p.found.add(p.asProgram(row[i+1]))
		}
	}
	for i := 0; i+least <= len(row) && i <= later; i++ {
		said := str.Join(row[i:], " ")
		if p.note(said); !named {
			p.found.spell(said)
		}
		named = named || row[i] != "" && (isLetter(row[i][0]) || str.IndexByte("./", row[i][0]) >= 0)
	}
	return named
}

// ended is the string that begins at i with something that is not known, and goes on with
// what is: x + "rl".
func (p *program) ended(i int) (s string, end int, ok bool) {
	if k := p.tokens[i].kind; p.joins == "" || k != name && k != variable {
		return "", i, false
	}
	if at := p.skipValue(i); p.is(at, p.joins) {
		s, end, ok = p.fold(at + 1)
	}
	return string([]byte{match.Hole}) + s, end, ok
}

// bareword reports whether the name at i is a string to perl: system git.
func (p *program) bareword(i int) bool {
	return p.syntax.q && p.tokens[i].kind == name && (i+1 >= len(p.tokens) || p.is(i+1, ";", ",", ")", "}")) && !p.is(i-1, "->", "::")
}

// shown writes text with holes as shell text: what is not known is a variable,
// unless it is the command word, which then is none that anybody wrote.
func shown(s string) string {
	if !match.Holed(s) {
		return s
	}
	var b []byte
	begins := true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == match.Hole || c == match.HoleWord:
			if begins {
				b = append(b, '_')
			} else {
				b = append(b, "${_}"...)
			}
		default:
			if c > ' ' {
				begins = str.IndexByte(";|&(\n`", c) >= 0
			}
			begins = begins || c == '\n'
			b = append(b, c)
		}
	}
	return string(b)
}

// strings goes over the strings of the program, and adds those that could be
// run: with words in them, or alone where anything could be.
func (p *program) strings() {
	p.hooks()
	runsTo := -1
	printsTo := -1
	for i := 0; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.kind == name || t.kind == variable {
			p.bent = p.bent || p.bends(i) || p.spells(i)
			p.turned = p.turned || p.counts(i)
		}
		if t.kind == name {
			switch a := p.act(i); {
			case a == actDecodes:
				p.decoded = p.decoded || !p.is(i+1, "=") || p.is(i+2, "=")
			case a == actRuns && !p.defined(i):
				if _, to, called := p.extent(i); called {
					runsTo = max(runsTo, to)
				}
			case a == actPrints && i >= printsTo:
				if _, to, called := p.extent(i); called && p.direct(i, to) {
					printsTo = to
				}
			}
			continue
		}
		p.turned = p.turned || t.kind == number && str.In(t.value, "tr", "y")
		p.bent = p.bent || t.kind == number && t.value == "s"
		if t.kind != text && t.kind != list && t.kind != command {
			continue
		}
		p.turned = p.turned || p.turns(i) || i < runsTo && p.partsIn(i) || p.is(i+1, "=~") || p.is(i+1, ")") && p.is(i+2, "=~")
		p.address(t.value)
		if s, ok := p.opened(t.value); ok {
			p.found.maybe(s)
			p.runner = true
		}
		in := i < runsTo
		if !in && (!p.loose || str.Contains(t.value, "://") && !str.ContainsAny(t.value, " \t\n")) && t.kind != command {
			continue
		}
		if !in && !p.every && (i < printsTo || p.compared(i)) && t.kind != command {
			continue
		}
		s, end, ok := p.fold(i)
		if !ok && t.kind == command {
			s, end = p.inserted(i), i+1
		} else if !ok {
			s, end = t.value, i+1
		}
		last := end - 1
		if str.ContainsAny(s, " \t\n") || t.kind != text || p.loose && !in {
			p.note(s)
			p.bang(s)
		}
		if (p.every || !in) && p.is(i+1, ",") {
			p.rowAt(i)
		}
		i = max(i, last)
	}
}

// address reads the program that an address has in itself: import("data:text/javascript,...").
func (p *program) address(s string) {
	if !p.computes || !str.HasPrefix(s, "data:") {
		return
	}
	head, code, ok := str.Cut(s, ',')
	if !ok || !str.Contains(head, "javascript") && !str.Contains(head, "typescript") && !(p.sigils == "$" && str.Contains(code, "<?")) {
		return
	}
	p.runner = true
	if str.Contains(head, "base64") || str.IndexByte(code, '%') >= 0 {
		p.found.cannot("the program that " + p.t.Program + " runs has another one in it that is encoded; write it out")
		return
	}
	inner := p.t
	inner.Word = word.Word{Text: code}
	p.found.add(p.dialect.program(inner, p.depth+1))
}

// turning are methods and functions by which a string becomes one that does not
// stand in the program.
const turning = " replace lower upper casefold swapcase title translate removeprefix removesuffix zfill toLowerCase toUpperCase slice substring substr at charAt reverse rev lc uc lcfirst ucfirst tolower toupper strrev reversed sorted sprintf gsub tr "

// turns reports whether the string at i is made into another one: by an index, a
// method, or the function that it is given to.
func (p *program) turns(i int) bool {
	if p.tokens[i].kind != text || len(p.tokens[i].value) < 2 && !p.is(i+1, ".") {
		return false
	}
	if p.is(i+1, "[") && !p.tokens[i+1].line {
		return true
	}
	if p.parted(i) {
		return true
	}
	if p.is(i+1, ".") && p.joins != "." && i+2 < len(p.tokens) {
		m := p.tokens[i+2].value
		return str.Contains(turning, " "+m+" ") || m == "join" && p.tokens[i].value == ""
	}
	if i--; p.is(i, "(") {
		i--
	}
	return i >= 0 && p.tokens[i].kind == name && str.Contains(turning, " "+p.tokens[i].value+" ") && !p.is(i-1, ".", "->", "::")
}

// bends reports whether what the name at i stands for, a string, is made into another
// one.
func (p *program) bends(i int) bool {
	if _, known := p.constant(p.tokens[i].value); !known {
		return false
	}
	if p.is(i+1, "[") && !p.tokens[i+1].line || p.syntax.q && p.tokens[i-1].kind == name && str.In(p.tokens[i-1].value, "chop", "substr") {
		return true
	}
	return p.is(i+1, ".") && p.joins != "." && i+2 < len(p.tokens) && str.Contains(turning, " "+p.tokens[i+2].value+" ")
}

// begins reports whether what is run begins with something that is not known.
func (p *program) begins(from, to int) bool {
	for p.is(from, "(", "[", "*", "...") || p.syntax.q && p.is(from, "{") {
		from++
	}
	if from+1 < to && from < len(p.tokens) && p.tokens[from].kind == number && (p.is(from+1, ",")) {
		from += 2 // how it is started comes first
	}
	if from+1 < to && from < len(p.tokens) && p.tokens[from].kind == name && p.tokens[from].value == "new" {
		from++
	}
	if from >= to || from >= len(p.tokens) {
		return false
	}
	if t := p.tokens[from]; t.kind != text {
		if t.kind == number && p.is(from+1, ")") && p.is(from+2, ".") {
			p.turned = true // (21413).toString(36)
		}
		if t.kind != name && t.kind != variable {
			return false
		}
		if _, known := p.constant(t.value); known {
			return p.bends(from)
		}
		return !p.is(from+1, "=", ":") && !str.Contains(constants, " "+t.value+" ")
	}
	s, _, _ := p.fold(from)
	return s != "" && s[0] == match.Hole
}

// grown adds the strings that names are given piece by piece.
func (p *program) grown() {
	for _, v := range p.values {
		if v.times > 1 && v.grown != "" {
			p.found.maybe(v.grown)
		}
	}
	for _, l := range p.lists {
		p.found.maybe(l.blanks)
		p.found.maybe(l.tight)
	}
}

// direct reports whether what a printing call is given up to to is short of
// calls: a value that is given on there could go on.
func (p *program) direct(i, to int) bool { return to-i < maxStatement }

// rowAt adds the row of strings that begins at i.
func (p *program) rowAt(i int) {
	var row []string
	for n := 0; n < 12; n++ {
		s, end, ok := p.fold(i)
		if !ok {
			break
		}
		row = append(row, s)
		i = end
		for p.is(i, ",", "[", "(") {
			i++
		}
	}
	if len(row) > 1 {
		p.found.maybe(str.Join(row, " "))
	}
}

// compared reports whether the string at i is only compared.
func (p *program) compared(i int) bool {
	if p.is(i-1, "==", "!=", "===", "!==") || p.is(i+1, "==", "!=", "===", "!==") {
		return true
	}
	return i+1 < len(p.tokens) && p.tokens[i+1].kind == name && (p.tokens[i+1].value == "in" || p.tokens[i+1].value == "not")
}

// opened is the command of a string by which perl and ruby open one.
func (p *program) opened(s string) (string, bool) {
	if !p.piping {
		return "", false
	}
	s = str.Trim(s)
	if len(s) > 1 && (s[0] == '|' || s[len(s)-1] == '|') && !str.HasPrefix(s, "||") {
		for s != "" && (s[0] == '|' || s[0] == ' ') {
			s = s[1:]
		}
		for s != "" && s[len(s)-1] == '|' {
			s = s[:len(s)-1]
		}
		return s, s != "" && s != "-"
	}
	return "", false
}

// evaluated reads the strings that a call runs as programs.
func (p *program) evaluated(a act, i, from, to int, called bool) {
	if p.owner(i) == "." && a != actDriven && !p.open && !p.prefix || p.defined(i) || p.imported(i) {
		return
	}
	if !called && p.is(i+1, ")") && p.is(i+2, "(") { // (0, eval)("x")
		from, to, called = i+3, p.match[i+2], true
	}
	if !called {
		if !p.is(i+1, "{") && a != actDriven { // a block is code that is read anyway
			p.anything()
			p.feeds = p.feeds || p.owner(i) != ""
		}
		return
	}
	p.feeds = p.feeds || from >= to && p.owner(i) != ""
	if a == actDriven && !p.saysText(from, to) {
		return
	}
	if p.open && from < len(p.tokens) && p.is(from, "{") {
		return
	}
	if p.long && from < len(p.tokens) && p.tokens[from].kind == name && p.tokens[from].value == "function" {
		p.found.cannot("the program that " + p.t.Program + " runs works out the program that it loads; write it out")
	}
	p.runner = true
	if p.evaluations++; p.evaluations > 100 {
		p.found.cannot("the program that " + p.t.Program + " runs evaluates more strings than anybody judges; write it out")
		return
	}
	for k := from; k < to && k < len(p.tokens); {
		s, end, ok := p.fold(k)
		switch {
		case ok && !match.Holed(s):
			if p.computed && p.evaluations > 100 {
				return
			}
			p.found.add(p.asProgram(s))
			if k > from {
				p.hand(s) // where a profile goes
			}
			k = end
			continue
		case ok:
			p.anything()
		case p.tokens[k].kind == name || p.tokens[k].kind == variable:
			p.anything()
		}
		if k++; p.computed && k > from+maxComputed {
			return
		}
	}
}

// maxComputed is how far the values of a call are read that are computed.
const maxComputed = 32

// saysText reports whether one of the values of a call is a string of the program.
func (p *program) saysText(from, to int) bool {
	for i := from; i < to && i < len(p.tokens); i++ {
		if _, ok := p.single(i); ok {
			return true
		}
	}
	return false
}

// doubtful adds the strings of a program in which they can be read in more than
// one way: each quote may begin one.
func (p *program) doubtful() {
	if !says(p.t.Text, str.Fields(p.runs)) && !says(p.t.Text, str.Fields(p.arms)) && !says(p.t.Text, str.Fields(p.any)) && (p.acc != runs || str.IndexByte(p.t.Text, '`') < 0) {
		return
	}
	code := p.t.Text
	for i := 0; i < len(code); i++ {
		if q := code[i]; q == '\'' || q == '"' || q == '`' || q == '(' || q == '{' {
			if q == '(' {
				q = ')'
			} else if q == '{' {
				q = '}'
			}
			end := i + 1
			for end < len(code) && end < i+512 && code[end] != q && code[end] != '\n' {
				end++
			}
			if end < len(code) && code[end] == q && str.Contains(code[i+1:end], " ") {
				p.found.maybe(trimPipes(code[i+1 : end]))
			}
		}
	}
}

func trimPipes(s string) string {
	for s != "" && s[0] == '|' {
		s = s[1:]
	}
	for s != "" && s[len(s)-1] == '|' {
		s = s[:len(s)-1]
	}
	return s
}

func says(code string, words []string) bool {
	for _, w := range words {
		if i := str.LastIndexByte(w, '.'); i >= 0 && i+1 < len(w) && w[i+1:] != "*" {
			w = w[i+1:]
		} else if str.HasSuffix(w, ".*") {
			w = w[:len(w)-2]
		}
		if str.Contains(code, w) {
			return true
		}
	}
	return false
}
