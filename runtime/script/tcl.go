package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// readTcl reads Tcl, in which words need no quotes: a command is the words up
// to the end of a line, and each group in braces or brackets may be one, too.
// What expect adds to it (spawn, send, system) is in it.
func readTcl(t Text) Found {
	r := tclReader{t: t}
	if t.Holed() {
		r.found.cannot("the program that " + t.Program + " runs is computed at run time; write it out")
		r.found.unsure("the program of " + t.Program + " is computed at run time")
	}
	if marked(t.Text) {
		r.found.cannot("the program that " + t.Program + " runs has characters that nobody sees; write it without them")
		return r.found
	}
	first := tclReader{t: t}
	first.read()
	r.given, r.said, r.names, r.shell, r.procs = first.given, first.said, first.names, first.shell, first.procs
	r.closed = true
	r.read()
	r.places()
	if r.decodes && r.computes {
		r.found.cannot("the program that " + t.Program + " runs decodes something and can run it; write the command out")
	}
	if r.computes || r.runs {
		r.found.WritesAny = true
	}
	return r.found
}

type tclReader struct {
	t        Text
	inner    []string
	found    Found
	runs     bool
	computes bool
	decodes  bool

	given  []gathered // what variables are given, by their names
	names  []tclName  // names that stand for other commands
	top    bool       // what is read is the program itself, and no group of it
	closed bool       // commands that nobody knows are refused
	procs  []string   // commands that it defines
	shell  bool       // a command that is not known is a program
	said   []string   // the words of the program that are not computed
}

// read goes over the program, and what is in its groups.
func (r *tclReader) read() {
	level := []string{r.t.Text}
	for depth := 0; len(level) > 0; depth++ {
		if depth == maxDepth {
			// Deeper than anybody writes it: what stands there is judged by its lines.
			for _, s := range level {
				r.lines(s)
			}
			break
		}
		var next []string
		for _, s := range level {
			r.inner, r.top = nil, depth == 0
			r.script(s)
			next = append(next, r.inner...)
		}
		level = next
	}
}

// places puts words in place of marks.
func (r *tclReader) places() {
	for _, list := range [...][]word.Word{r.found.Reads, r.found.Writes, r.found.Deletes} {
		for i := range list {
			list[i] = place(list[i].Text, true, false)
		}
	}
	for i := range r.found.Maybe {
		r.found.Maybe[i] = spoken(r.found.Maybe[i])
	}
}

// maxSaid is how many words of a program are kept that a computed command may be.
const maxSaid = 64

// give notes what a variable is given.
func (r *tclReader) give(n, s string) {
	if len(r.given) < maxSaid {
		r.given = append(r.given, gathered{name: n, tight: s})
	}
}

// valueOf is the only value that a variable is given.
func (r *tclReader) valueOf(n string) (s string, ok bool) {
	for _, g := range r.given {
		if g.name == n {
			if ok && g.tight != s {
				return "", false
			}
			s, ok = g.tight, true
		}
	}
	return s, ok && !match.Holed(s)
}

// lastOf is the text that a variable was given last that is known.
func (r *tclReader) lastOf(n string) (s string, ok bool) {
	for _, g := range r.given {
		if g.name == n && !match.Holed(g.tight) {
			s, ok = g.tight, true
		}
	}
	return s, ok
}

// answer is what a command in brackets gives, where that is a place.
func (r *tclReader) answer(s string) (string, bool) {
	var list []string
	inner := r.inner
	defer func() { r.inner = inner }() // it is read by itself
	for i := 0; i < len(s) && len(list) < 16; {
		if s[i] <= ' ' && s[i] > match.HoleWord {
			i++
			continue
		}
		var w string
		w, i = r.word(s, i)
		list = append(list, w)
	}
	if text, ok := r.together(list); ok {
		return text, true
	}
	switch {
	case len(list) == 1 && list[0] == "pwd":
		return string(rune(markHere)), true
	case len(list) > 1 && list[0] == "glob":
		return withHome(list[len(list)-1]) + string(rune(markGlob)), true
	case len(list) == 2 && list[0] == "file" && list[1] == "home":
		return string(rune(markHome)), true
	case len(list) == 3 && list[0] == "file" && str.In(list[1], "normalize", "nativename"):
		return withHome(list[2]), true
	case len(list) > 2 && list[0] == "file" && list[1] == "join":
		path := withHome(list[2])
		for _, one := range list[3:] {
			path = joined(path, withHome(one))
		}
		return path, true
	}
	return "", false
}

// together is what a command gives that puts words together: [set x git], [string cat g it].
func (r *tclReader) together(list []string) (string, bool) {
	if match.Holed(str.Join(list, "")) {
		return "", false
	}
	switch {
	case len(list) == 3 && list[0] == "set":
		return list[2], true
	case len(list) == 2 && list[0] == "set":
		return r.valueOf(list[1])
	case len(list) == 2 && list[0] == "subst" && str.ContainsAny(list[1], "[$\\"):
		return "", false
	case len(list) == 2 && str.In(list[0], "return", "subst", "concat", "list", "join"):
		return list[1], true
	case len(list) > 2 && list[0] == "string" && list[1] == "cat":
		return str.Join(list[2:], ""), true
	case len(list) > 2 && str.In(list[0], "concat", "list"):
		return str.Join(list[1:], " "), true
	case len(list) > 1 && len(list) < 4 && list[0] == "split":
		by := " "
		if len(list) == 3 {
			by = list[2]
		}
		b := []byte(list[1])
		for i := range b {
			if str.IndexByte(by, b[i]) >= 0 {
				b[i] = ' '
			}
		}
		return string(b), true
	case len(list) == 3 && list[0] == "join":
		return str.Join(str.Fields(list[1]), list[2]), true
	}
	return "", false
}

// A tclName is a name that stands for a command, with the words that come first.
type tclName struct {
	name  string
	words []string
}

// stand notes a name that the program gives to a command: rename exec x, interp alias {} x
// {} exec git.
func (r *tclReader) stand(list []string) {
	switch {
	case len(r.names) >= maxSaid:
	case len(list) == 3 && list[0] == "rename" && list[2] != "":
		r.names = append(r.names, tclName{list[2], list[1:2]})
	case len(list) > 5 && list[0] == "interp" && list[1] == "alias":
		r.names = append(r.names, tclName{list[3], list[5:]})
	}
}

// meant are the words of a command with what its name stands for in place of that.
func (r *tclReader) meant(list []string) []string {
	for range 4 {
		found := false
		for _, n := range r.names {
			if n.name == list[0] && !str.In(n.name, n.words...) {
				list, found = append(append([]string(nil), n.words...), list[1:]...), true
				break
			}
		}
		if !found || len(list) > 256 {
			break
		}
	}
	return list
}

// hands notes what a command is given that no list has, if its name says that it changes
// something.
func (r *tclReader) hands(name string, args []string) {
	if r.shell {
		r.found.maybe(name + " " + str.Join(args, " "))
		if len(args) > 1 {
			r.found.maybe(str.Join(args[1:], " "))
		}
	}
	if !saysAny(name, changing) && !saysAny(name, " mkindex ") {
		return
	}
	for i, a := range args {
		if i < maxHanded && len(a) < maxName && !match.Holed(a) && !str.ContainsAny(a, " \t\n") {
			r.found.Handed = file(r.found.Handed, a)
		}
	}
}

func (r *tclReader) script(s string) {
	var list []string
	i := 0
	for i < len(s) {
		switch b := s[i]; {
		case b == '\n' || b == ';':
			r.command(list)
			list = nil
			i++
		case b <= ' ':
			i++
		case b == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i += 2
		case b == '#' && len(list) == 0:
			for i < len(s) && s[i] != '\n' {
				i++
			}
		default:
			var w string
			if str.HasPrefix(s[i:], "{*}") && i+3 < len(s) && s[i+3] > ' ' {
				if w, i = r.word(s, i+3); !match.Holed(w) {
					list = append(list, str.Fields(w)...)
					continue
				}
				list = append(list, w)
				continue
			}
			w, i = r.word(s, i)
			if list = append(list, w); len(list) > 256 {
				r.command(list)
				list = nil
			}
		}
	}
	r.command(list)
}

// word reads one, with a hole where a value is put in.
func (r *tclReader) word(s string, i int) (string, int) {
	if s[i] == '{' {
		end := tclEnd(s, i, '{', '}')
		body := s[i+1 : max(i+1, end-1)]
		r.inner = append(r.inner, body)
		return body, end
	}
	quoted := s[i] == '"'
	if quoted {
		i++
	}
	var b []byte
	for i < len(s) {
		switch c := s[i]; {
		case quoted && c == '"':
			return string(b), i + 1
		case !quoted && (c <= ' ' && c > match.HoleWord || c == ';'):
			return string(b), i
		case c == '\\' && i+1 < len(s) && s[i+1] == '\n' && !quoted:
			return string(b), i // a blank
		case c == '\\' && i+1 < len(s):
			var d byte
			d, i = escape(s, i+1)
			b = append(b, d)
		case c == '[':
			end := tclEnd(s, i, '[', ']')
			code := s[i+1 : max(i+1, end-1)]
			r.inner = append(r.inner, code)
			if text, ok := r.answer(code[:min(len(code), 256)]); ok && len(code) <= 256 {
				b = append(b, text...)
			} else {
				b = append(b, match.Hole)
			}
			i = end
		case c == '$' && i+1 < len(s) && (isWord(s[i+1]) || s[i+1] == '{' || s[i+1] == ':'):
			if str.HasPrefix(s[i:], "$env") || str.HasPrefix(s[i:], "$::env") {
				r.found.Effects |= secrets
			}
			start := i + 1
			braced := str.HasPrefix(s[start:], "{")
			for i++; i < len(s) && (isWord(s[i]) || s[i] == ':' || s[i] == '{' || s[i] == '}' && s[i-1] != '$'); i++ {
				if braced && s[i] == '}' {
					i++
					break
				}
			}
			var text string
			if text, i = r.variable(s, start, i); text != "" {
				b = append(b, text...)
			} else {
				b = append(b, match.Hole)
			}
		default:
			b = append(b, c)
			i++
		}
	}
	return string(b), i
}

// variable is the value of the one whose name stands between two places, "" if that is not
// known, and where what says it ends: $x, ${x}, $env(HOME).
func (r *tclReader) variable(s string, from, to int) (string, int) {
	n := s[from:to]
	if str.HasPrefix(n, "{") && str.HasSuffix(n, "}") {
		n = n[1 : len(n)-1]
	}
	for str.HasPrefix(n, ":") {
		n = n[1:]
	}
	if n == "env" && to < len(s) && s[to] == '(' {
		if end := str.IndexByte(s[to:min(len(s), to+64)], ')'); end > 0 {
			if text, _, ok := variablePlace(s[to+1:to+end], 0); ok {
				return text, to + end + 1
			}
		}
		return "", to
	}
	if text, ok := r.valueOf(n); ok && len(text) < maxText/64 {
		return text, to
	}
	return "", to
}

func tclEnd(s string, i int, open, end byte) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func (r *tclReader) command(list []string) {
	if len(list) == 0 {
		return
	}
	r.stand(list)
	if list[0] == "proc" && len(list) > 1 && len(r.procs) < maxSaid {
		r.procs = append(r.procs, str.TrimPrefix(list[1], "::"))
	}
	list = r.meant(list)
	name, args := list[0], list[1:]
	r.shell = r.shell || len(args) == 2 && str.In(name, "set", "::set", "variable") && str.In(args[0], "tcl_interactive", "::tcl_interactive")
	r.notes(list)
	for str.HasPrefix(name, "::") {
		name = name[2:]
	}
	r.assigns(name, args)
	switch name {
	case "exec", "spawn", "system", "overlay":
		r.run(args)
	case "send", "exp_send", "send_user":
		if name != "send_user" && len(args) > 0 {
			r.found.maybe(args[len(args)-1])
		}
	case "open":
		r.open(args)
	case "eval", "uplevel", "subst", "namespace", "after", "apply", "catch", "try", "interp", "time", "if", "while", "for", "foreach", "proc", "set", "expr", "{*}":
		if name == "uplevel" && len(args) > 1 && args[0] != "" && (args[0][0] == '#' || isDigit(args[0][0])) {
			args = args[1:]
		}
		if name == "expr" && len(args) > 0 {
			r.inner = append(r.inner, str.Join(args, " "))
		}
		if text := str.Join(args, " "); str.In(name, "eval", "uplevel", "subst", "interp") {
			r.inner = append(r.inner, text)
			r.computes = r.computes || match.Holed(text)
		}
	case "source", "load", "package":
		r.loads(name, args)
	case "file":
		r.file(args)
	case "binary", "encoding", "format", "zlib", "base64::decode":
		r.decodes = true
	case "string":
		r.decodes = r.decodes || len(args) > 0 && str.In(args[0], "reverse", "map", "range", "index", "replace", "tolower", "totitle", "repeat", "trimleft", "trimright", "trim")
	case "regsub", "regexp", "scan":
		r.decodes = true
	case "cd":
		r.found.WritesAny = true // its names mean other files from here on
		r.found.reads(everyBelow)
	case "socket":
		r.found.Effects |= network
	default:
		r.unknown(name, args)
	}
}

// loads reads a command that takes in another program, a package or a library.
func (r *tclReader) loads(name string, args []string) {
	if name == "source" && len(args) > 0 {
		r.found.reads(args[len(args)-1])
		if last := args[len(args)-1]; (match.Holed(last) || marked(last)) && r.closed {
			r.found.cannot("the program that " + r.t.Program + " runs takes in a file that is computed; write it out")
		}
	}
	if name == "package" && len(args) > 1 && short(args[0], "require", 3) && !str.In(args[len(args)-1], "Tcl", "Tk", "Expect", "msgcat") && !str.In(args[1], "Tcl", "Tk", "Expect", "-exact", "http", "json", "sqlite3") {
		r.found.cannot("what the package " + str.OneLine(args[1], 40) + " of " + r.t.Program + " does is not known here; leave it out")
	}
	if name == "load" {
		r.found.cannot("the program that " + r.t.Program + " runs loads a library; leave it out")
	}
}

// unknown reads a command of which nothing is known here by its name.
func (r *tclReader) unknown(name string, args []string) {
	if match.Holed(name) {
		r.computes = true
		r.found.maybe(str.Join(args, " "))
		return
	}
	r.hands(name, args)
	if r.closed && r.top && !r.shell && !str.Contains(tclKnown, " "+name+" ") && !str.In(name, r.procs...) {
		r.found.cannot("what the command " + str.OneLine(name, 40) + " of " + r.t.Program + " does is not known here; leave it out")
	}
}

// tclKnown are commands of Tcl and of expect beside those that are read, which touch no file:
// the program's own are known by proc. What else stands at the top of a program is refused.
const tclKnown = " append array break chan clock close concat continue dict else elseif eof error exit expect expect_after expect_before expect_background expect_user exp_continue exp_internal fblocked fconfigure " +
	"fcopy fileevent flush fork gets global history incr info interact join lappend lassign lindex linsert list llength lmap log_user lrange lrepeat lreplace lreverse lsearch lset lsort match_max match_max_default " +
	"my oo::class oo::define parray pid puts pwd read return seek sleep split stty switch tailcall tell timestamp trace unset update upvar variable vwait wait yield yieldto timeout set_timeout remove_nulls exp_pid " +
	"global disconnect strace parity inter_return overlay debug # unknown wm button label pack grid frame bind lseq ledit lpop foreach "

// notes keeps the words of a command, and what any of them says of what else it runs.
func (r *tclReader) notes(list []string) {
	for _, w := range list {
		if len(r.said) < maxSaid && w != "" && len(w) < 256 && !match.Holed(w) {
			r.said = once(r.said, w)
		}
	}
	for _, a := range list[1:] {
		if words := str.Fields(a[:min(len(a), maxName)]); len(words) == 2 && str.In(words[1], "exec", "::exec") {
			r.computes, r.shell = true, true // an ensemble has it: x a git push
		}
		if str.In(a, "exec", "open", "spawn", "system", "::exec") {
			r.computes = true // renamed, or handed on
			r.found.maybe(str.Join(list[1:], " "))
		}
	}
}

// assigns keeps what a command puts into variables.
func (r *tclReader) assigns(name string, args []string) {
	if len(args) > 1 && str.In(name, "set", "append", "lappend", "foreach", "variable", "global", "upvar", "gets", "read", "scan", "regexp", "regsub", "lassign", "incr") {
		value := string(rune(match.Hole))
		if before, ok := r.lastOf(args[0]); ok && name == "append" && len(r.said) < maxSaid {
			r.said = once(r.said, before+str.Join(args[1:], ""))
		}
		if len(args) == 2 && str.In(name, "set", "variable") || len(args) == 3 && name == "foreach" {
			value = args[1]
		}
		for _, n := range args[:len(args)-1] {
			r.give(n, value)
		}
	}
}

func (r *tclReader) run(args []string) {
	r.runs = true
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		args = args[1:]
	}
	for i, a := range args {
		if len(a) > 0 && (a[0] == '>' || str.HasPrefix(a, "2>")) {
			for a != "" && str.IndexByte("2>&", a[0]) >= 0 {
				a = a[1:]
			}
			if a == "" && i+1 < len(args) {
				a = args[i+1]
			}
			r.found.writes(a)
		}
		r.computes = r.computes || match.Holed(a)
		if str.HasPrefix(a, "<<") {
			r.feeds(args[:i], str.Join(append([]string{a[2:]}, args[i+1:]...), " "))
		}
	}
	r.found.maybe(str.Join(args, " "))
	if len(args) > 0 && partly(args[0]) {
		r.found.cannot("the program that " + r.t.Program + " runs puts the name of a command together; write it out")
	}
	if len(args) > 0 && match.Holed(args[0]) && r.closed && len(r.t.Args) == 0 {
		r.found.cannot("the program that " + r.t.Program + " runs starts a command that is computed; write it out")
	}
	if len(args) > 0 && match.Holed(args[0]) {
		// What it is may be any of the words that the program has.
		for _, w := range r.said {
			r.found.maybe(w + " " + str.Join(args[1:], " "))
		}
		r.operands(str.Join(args[1:], " "))
	}
}

// feeds notes a command that is given text to read: exec sh << "git push".
func (r *tclReader) feeds(args []string, text string) {
	if str.IndexByte(text, '\'') < 0 {
		r.found.maybe(str.Join(args, " ") + " <<< '" + str.Trim(text) + "'")
	}
}

// operands notes what the program is given beside its text, where that may be the name of
// what it runs with the words behind it.
func (r *tclReader) operands(rest string) {
	args := r.t.Args[:min(len(r.t.Args), maxWordsRun)]
	for i, w := range args {
		r.found.maybe(w.Text + " " + rest)
		var row []string
		for _, w := range args[i:] {
			row = append(row, w.Text)
		}
		r.found.maybe(str.Join(row, " "))
	}
}

// partly reports whether a part of the name of a program is known, and not the rest.
func partly(s string) bool {
	if i := str.LastIndexByte(s, '/'); i >= 0 {
		s = s[i+1:]
	}
	return len(s) > 1 && match.Holed(s)
}

func (r *tclReader) open(args []string) {
	if len(args) == 0 {
		return
	}
	switch {
	case str.HasPrefix(args[0], "|"):
		r.run([]string{args[0][1:]})
	case match.Holed(args[0][:min(1, len(args[0]))]):
		r.computes, r.found.WritesAny = true, true
	case len(args) > 1 && (str.ContainsAny(args[1], "wa+") || str.Contains(args[1], "WR") || str.Contains(args[1], "CREAT")) || len(args) > 1 && match.Holed(args[1]):
		r.found.writes(args[0])
	case match.Holed(args[0]):
		r.found.reads(everyBelow)
	default:
		r.found.reads(args[0])
	}
}

// tclFile are the words of file, each with how few letters name it.
var tclFile = [...]struct {
	full  string
	least int
}{{"delete", 2}, {"mkdir", 2}, {"copy", 2}, {"rename", 2}, {"link", 2}, {"tempfile", 3}, {"tempdir", 5}, {"attributes", 3}, {"mtime", 2}, {"atime", 3}}

func (r *tclReader) file(args []string) {
	if len(args) < 2 {
		return
	}
	for _, c := range tclFile {
		if short(args[0], c.full, c.least) {
			args = append([]string{c.full}, args[1:]...)
			break
		}
	}
	if match.Holed(args[0]) || str.In(args[0], "delete", "rename") && match.Holed(str.Join(args[1:], "")) && r.closed {
		r.found.cannot("the program that " + r.t.Program + " runs removes or moves files whose names are computed; write them out")
	}
	for i, a := range args[1:] {
		if str.HasPrefix(a, "-") {
			continue
		}
		switch args[0] {
		case "delete":
			r.found.deletes(a)
		case "mkdir":
			r.found.writes(a)
		case "copy", "rename", "link":
			switch {
			case i == len(args)-2:
				r.found.writes(a)
				if i > 0 && args[0] != "link" && !str.HasPrefix(args[i], "-") && !match.Holed(args[i]) {
					r.found.writes(joined(a, args[i][str.LastIndexByte(args[i], '/')+1:])) // it may be a folder
				}
			case args[0] == "link" && (i == 0 || str.HasPrefix(args[i], "-")):
				r.found.writes(a)
				if to := fromLink(a, args[len(args)-1]); i < len(args)-1 {
					r.found.links(a, args[len(args)-1])
					r.found.writes(to)
					r.found.writes(to + "/what is in it")
				}
			case args[0] == "rename":
				r.found.deletes(a)
				r.found.reads(a)
				r.found.reads(a + "/what is in it")
			default:
				r.found.reads(a)
			}
		case "tempfile", "tempdir":
			if i == 1 || args[0] == "tempdir" {
				r.found.writes(a)
				r.found.writes(joined(a, "what is in it"))
			}
		case "attributes", "mtime", "atime":
			if len(args) > 2 && i == 0 {
				r.found.writes(a)
			}
		}
	}
}

// lines judges the lines of a text that is not read any deeper.
func (r *tclReader) lines(s string) {
	for s != "" {
		var line string
		line, s, _ = str.Cut(s, '\n')
		for _, w := range [...]string{"exec ", "spawn ", "system "} {
			if i := str.Index(line, w); i >= 0 {
				r.found.maybe(line[i+len(w):])
			}
		}
	}
	r.computes = true
}
