package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// What a program does to files: by name where the call has it, as a path that
// nobody can tell where it is computed.

// argument is the nth value between from and to: as a path, if it is one, and
// whether there is such a value at all.
func (p *program) argument(from, to, n int) (s string, known, there bool) {
	if p.prefix {
		return p.element(from, to, n)
	}
	i := from
	for k := 0; i < to && i < len(p.tokens); k++ {
		end := i
		for end < to && end < len(p.tokens) && !p.is(end, ",") && !(end > i && p.modifier(end)) {
			if p.is(end, "(", "[", "{") && p.match[end] > end {
				end = min(p.match[end], to)
			}
			end++
		}
		if k == n && end > i {
			start := i
			if end > i+2 && (p.tokens[i].kind == name && p.is(i+1, "=", ":") || p.tokens[i].kind == text && p.letterQuotes && p.is(i+1, ":")) {
				start = i + 2
			}
			for p.is(start, "*", "**", "...", "&", "\\") && start+1 < end {
				start++ // File.delete *Dir["*"]
			}
			for p.is(start, "(") && p.match[start] == end-1 && start < end {
				start, end = start+1, end-1
			}
			s, stop, ok := p.path(start)
			return s, ok && stop >= end, true
		}
		i = end + 1
	}
	return "", false, false
}

// element is like argument, of a language in which nothing stands between values.
func (p *program) element(from, to, n int) (s string, known, there bool) {
	i := from
	for k := 0; i < to && i < len(p.tokens); k++ {
		end := i + 1
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			end = p.match[i] + 1
		}
		if k == n {
			s, stop, ok := p.path(i)
			return s, ok && stop <= end, true
		}
		i = end
	}
	return "", false, false
}

// modifier reports whether a word at i says of the statement in front of it when it runs,
// or how often: unlink $_ for glob "*".
func (p *program) modifier(i int) bool {
	return p.open && !p.prefix && p.tokens[i].kind == name && str.In(p.tokens[i].value, "if", "unless", "while", "until", "for", "foreach", "and", "or")
}

// named is the value given by its name: mode="w".
func (p *program) named(from, to int, names ...string) (s string, known, there bool) {
	for i := from; i+1 < to && i+1 < len(p.tokens); i++ {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
			continue
		}
		if (p.tokens[i].kind == name || p.tokens[i].kind == text) && str.In(p.tokens[i].value, names...) && p.is(i+1, "=", ":", "=>") {
			s, _, ok := p.path(i + 2)
			return s, ok, true
		}
	}
	return "", false, false
}

func (p *program) files(a act, i, from, to int) {
	if a == actOpens && p.open && p.syntax.q && from < to && from < len(p.tokens) && p.tokens[from].kind != text {
		// open(my $fh, ...): where the file is kept comes first.
		if p.tokens[i].value == "sysopen" {
			p.sysopen(from, to)
		} else {
			p.perlOpen(from, to)
		}
		return
	}
	if p.tokens[i].value == "FileType" && p.letterQuotes {
		if mode, knows, there := p.argument(from, to, 0); there && (!knows || str.ContainsAny(mode, "wax+")) {
			p.found.WritesAny = true // the operand that is then given
			p.handsOperands()
		}
		return
	}
	if spread := p.spreads(from); spread > 0 {
		from, to = spread+1, p.match[spread]
	}
	if p.name == "c" && p.filesC(i, from, to) {
		return
	}
	first, known, there := p.firstFile(a, i, from, to)
	if a == actWrites && !known && p.openAlready(from, to) {
		return
	}
	p.archives(i, from, to)
	switch a {
	case actOpens:
		p.opensFile(i, from, to)
		return
	case actReads:
		p.readsFile(i, first, known)
		return
	case actEdits:
		p.edited(first, known, from, to)
		return
	case actFills:
		p.found.WritesAny = true
		return
	case actKeyed:
		p.keyedFile(from, to)
		return
	}
	if !there && a == actDeletes && p.removesItself(i) {
		return
	}
	if !there && !p.prefix {
		p.unnamedFile(a, i)
		return
	}
	switch a {
	case actWrites:
		p.file(first, known, p.found.writes)
	case actDeletes:
		p.erased(first, known, from, to)
	case actCopies, actMoves:
		p.transfer(a, i, from, to)
	}
}

// firstFile is the file that a call is given first, or by the name of a parameter.
func (p *program) firstFile(a act, i, from, to int) (first string, known, there bool) {
	first, known, there = p.argument(from, to, 0)
	if p.letterQuotes && a != actOpens && a != actEdits {
		if s, knows, given := p.named(from, to, "src", "path", "file", "filename", "fname", "filepath", "path_or_buf", "fp", "source", "database"); given {
			first, known, there = s, knows, true
		}
	}
	if p.tokens[i].value == "connect" && known {
		first = sqlitePath(first)
	}
	return first, known, there
}

// unnamedFile notes what a call does that is given no file.
func (p *program) unnamedFile(a act, i int) {
	if a == actWrites && p.owner(i) != "" {
		if s, known := p.receiverOf(i); known && p.tokens[i].value == "mkdir" {
			p.file(s, true, p.found.writes) // Path("x").mkdir()
		}
		return
	}
	p.erases = p.erases || a == actDeletes
	p.found.WritesAny = true
}

// spreads is where the braces stand whose values a call is given under their names, 0 if it
// is given none: rmtree(**{"path": "x"}).
func (p *program) spreads(from int) int {
	at := from
	for p.is(at, "*", "**") {
		at++
	}
	if at > from && p.is(at, "{") {
		return at
	}
	return 0
}

// openAlready reports whether a call is given one of the streams that are open anyway:
// Logger.new($stdout).
func (p *program) openAlready(from, to int) bool {
	return from < to && from < len(p.tokens) && str.In(p.tokens[from].value, "STDOUT", "STDERR", "stdout", "stderr", "nil") && (from+1 == to || p.is(from+1, ","))
}

// archives notes the folders that a call puts into a file: make_archive("x", "tar", "dir").
func (p *program) archives(i, from, to int) {
	if p.tokens[i].value != "make_archive" {
		return
	}
	for n := 2; n < 4; n++ {
		if s, known, _ := p.argument(from, to, n); known {
			p.found.reads(joined(s, everyBelow))
		}
	}
}

// erased judges a call that removes its first value, and where calls need no parentheses
// those behind it.
func (p *program) erased(first string, known bool, from, to int) {
	if p.is(from, "[") && p.match[from] < to { // rmtree(["x"])
		for i := from + 1; i < p.match[from]; i++ {
			if s, end, ok := p.path(i); ok {
				p.found.deletes(s)
				i = max(i, end-1)
			}
		}
	}
	p.file(first, known, p.found.deletes)
	p.erases = p.erases || !known
	if !known && p.saysOperand(from, to) {
		p.found.Deletes = append(p.found.Deletes, p.t.Args[:min(len(p.t.Args), maxWordsRun)]...)
	}
	for n := 1; n < 8 && p.open; n++ {
		more, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		p.file(more, known, p.found.deletes)
		p.found.WritesAny = p.found.WritesAny || n == 7
	}
}

// saysOperand reports whether a value is one of what the program is given beside its text.
func (p *program) saysOperand(from, to int) bool {
	for i := from; i < to && i < len(p.tokens); i++ {
		if t := p.tokens[i]; (t.kind == name || t.kind == variable) && str.In(t.value, "argv", "ARGV", "$ARGV", "@ARGV", "shift", "$*") {
			return true
		}
	}
	return false
}

// readsFile notes the file that the function at i reads.
func (p *program) readsFile(i int, path string, known bool) {
	if known {
		p.found.reads(path)
	}
	if !p.isLister(p.real(p.tokens[i].value)) {
		p.sees(path, known)
	}
}

// edited judges a call that reads its first value and, if the second is true, rewrites it:
// fileinput.input("x", True).
func (p *program) edited(first string, known bool, from, to int) {
	if file, knows, there := p.named(from, to, "files"); there {
		first, known = file, knows
	}
	if p.sees(first, known); known {
		p.found.reads(first)
	} else {
		p.handsList(from, to)
	}
	if at := p.second(from, to); at > 0 && !str.In(p.tokens[at].value, "False", "0", "None") {
		p.file(first, known, p.found.writes)
	}
}

// second is where the second of the values begins, 0 if there is none by its place.
func (p *program) second(from, to int) int {
	for i := from; i < to && i < len(p.tokens); i++ {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
		} else if p.is(i, ",") && i+1 < to && !p.is(i+2, "=") {
			return i + 1
		} else if p.is(i, ",") {
			return 0
		}
	}
	return 0
}

// removesItself notes the file of a call that names none: Pathname("x").rmtree, and in perl
// what a loop is at.
func (p *program) removesItself(i int) bool {
	s, known := p.receiverOf(i)
	if !known && p.syntax.q {
		s, known = p.constant("_")
	}
	if known {
		p.file(s, true, p.found.deletes)
	}
	return known
}

// transfer judges a call that copies or moves its first argument to its second.
func (p *program) transfer(a act, i, from, to int) {
	first, known, _ := p.argument(from, to, 0)
	second, knows, there := p.argument(from, to, 1)
	if p.letterQuotes {
		if s, ok, given := p.named(from, to, "src", "source"); given {
			first, known = s, ok
		}
		if s, ok, given := p.named(from, to, "dst", "dest", "target"); given {
			second, knows, there = s, ok, true
		}
	}
	knows = knows && there
	// What is in a folder gets names that are not written here.
	if str.In(p.tokens[i].value, "copytree", "copy_tree", "cp_r", "cpSync", "copySync") {
		p.found.WritesAny = true
		if known {
			p.found.reads(joined(first, everyBelow))
		}
	}
	p.sees(first, known)
	if a == actMoves {
		p.file(first, known, p.found.deletes)
	} else if known {
		p.found.reads(first)
		p.links(p.tokens[i].value, first, second, knows)
	}
	p.file(second, knows, p.found.writes)
	if into := p.tokens[i].value; known && knows && (a == actMoves || str.In(into, "copy", "copy2", "cp", "install")) && !str.HasPrefix(into, "rename") && p.syntax.letters != "$" {
		p.found.writes(joined(second, first[str.LastIndexByte(first, '/')+1:])) // where that is a folder
	}
}

// links notes where a link leads that a function makes at a place, if it makes one.
func (p *program) links(function, to, at string, known bool) {
	if !str.Contains(function, "link") && !str.HasPrefix(function, "ln") {
		return
	}
	if known && (str.Contains(function, "sym") || str.HasPrefix(function, "ln_s")) {
		p.found.links(at, to)
		to = fromLink(at, to)
	}
	p.leads(to)
}

// leads notes what a link that is made leads to: what is written through it is
// written there.
func (p *program) leads(path string) {
	p.found.writes(path)
	p.found.writes(path + "/what is in it")
}

// fromLink is what a symbolic link says, seen from where the program runs and not
// from the folder that the link is in.
func fromLink(link, says string) string {
	if at := str.LastIndexByte(link, '/'); at >= 0 && !str.HasPrefix(says, "/") && !match.Holed(says[:min(1, len(says))]) {
		return link[:at+1] + says
	}
	return says
}

// keyedFile is the file that a call names by its key, or else any that the program
// names so: basicConfig(filename="x"), dictConfig({"h": {"filename": "x"}}).
func (p *program) keyedFile(from, to int) {
	if !p.underKey(from, to) {
		p.underKey(0, len(p.tokens))
	}
}

func (p *program) underKey(from, to int) (found bool) {
	for i := from; i+2 < to && i+2 < len(p.tokens); i++ {
		if t := p.tokens[i]; (t.kind == name || t.kind == text) && t.value == "filename" && p.is(i+1, "=", ":") {
			s, _, known := p.path(i + 2)
			p.file(s, known, p.found.writes)
			found = true
		}
	}
	return found
}

// opening notes what a name says of files by itself: inplace=True.
func (p *program) opening(function string, from, to int) {
	p.found.WritesAny = p.found.WritesAny || function == "inplace"
	if function == "NamedTemporaryFile" {
		p.temporary(from, to, -1)
	}
}

// temporary notes the folder that a temporary file is made in: mkstemp("", "q", "docs"),
// NamedTemporaryFile(dir="docs"), tempfile.tempdir = "docs".
func (p *program) temporary(from, to, at int) {
	if p.temporaries++; p.temporaries > maxTemporaries {
		p.found.WritesAny = true
		return
	}
	dir, known, there := p.named(from, to, "dir", "DIR")
	if !there && at >= 0 && !p.hasKeys(from, to) {
		dir, known, there = p.argument(from, to, at)
	}
	for i := 0; i+2 < len(p.tokens) && !there; i++ {
		if p.tokens[i].value == "tempdir" && p.is(i+1, "=") {
			dir, _, known = p.path(i + 2)
			there = true
		}
	}
	if !there || known && dir == "" {
		return
	}
	name := "tmp"
	if prefix, knows, given := p.named(from, to, "prefix"); given && knows && str.IndexByte(prefix, '/') >= 0 {
		name = prefix + name
	}
	p.file(joined(dir, name), known, p.found.writes)
}

// maxTemporaries is how many calls that make temporary files are looked at.
const maxTemporaries = 64

// hasKeys reports whether some value of a call is given by its name.
func (p *program) hasKeys(from, to int) bool {
	for i := from; i < to && i < len(p.tokens); i++ {
		if p.is(i, "=") {
			return true
		}
	}
	return false
}

func (p *program) file(s string, known bool, add func(string)) {
	if !known || s == "" || s == string([]byte{match.Hole}) {
		p.found.WritesAny = true
		return
	}
	add(s)
}

// opensFile judges open(path, mode) and path.open(mode).
func (p *program) opensFile(i, from, to int) {
	path, known, there := p.argument(from, to, 0)
	if file, knows, named := p.named(from, to, "file"); named { // open(mode="w", file="x")
		path, known, there = file, knows, true
	}
	if p.is(from, "*", "**") {
		p.spread(from, to)
		return
	}
	if p.syntax.q && known && (str.HasPrefix(path, ">") || str.HasPrefix(path, "+")) {
		p.hand(path) // new IO::File ">x"
	}
	if of := p.owner(i); known && writesItself(of) && of != "File" && of != "IO" {
		p.hand(path) // GzipWriter.open("x")
	}
	if p.owner(i) != "" && !str.In(p.owner(i), "io", "codecs", "gzip", "bz2", "lzma", "fs", "File", "os", "io", "IO", "zipfile", "tarfile", "builtins", "shelve", "dbm", "Kernel", "fsp", "promises", "tokenize") {
		receiver, ok := p.receiverOf(i)
		if mode := path; !there || known && isMode(mode) {
			p.opensAs(receiver, ok, mode, there)
			return
		}
		if !known {
			if m, ok2, there := p.named(from, to, "mode"); there && ok2 && isMode(m) {
				p.opensAs(receiver, ok, m, true)
				return
			}
		}
	}
	mode, knows, has := p.named(from, to, "mode", "flags", "flag")
	if !has {
		if mode, knows, has = p.argument(from, to, 1); has && knows && !isMode(mode) {
			mode = "r" // an encoding, or whatever: no way to write
			if p.syntax.q {
				p.found.WritesAny = true
			}
		}
		if has && !knows && p.keyword(from, to) {
			has = false // open(p, encoding=e)
		}
	}
	if has && !knows {
		p.found.WritesAny = true
		return
	}
	p.opensAs(path, known, mode, has)
}

// spread judges an open whose values come out of a list or a dictionary.
func (p *program) spread(from, to int) {
	var files []string
	writes := false
	for i := from; i < to && i < len(p.tokens); i++ {
		switch s, _, ok := p.fold(i); {
		case !ok || p.tokens[i].kind != text || str.In(s, "file", "mode"):
		case isMode(s):
			writes = writes || str.ContainsAny(s, "wax+")
		default:
			files = append(files, s)
		}
	}
	for _, s := range files {
		if p.found.reads(s); writes {
			p.hand(s)
		}
	}
}

// keyword reports whether the second value is given by a name.
func (p *program) keyword(from, to int) bool {
	i := from
	for i < to && i < len(p.tokens) && !p.is(i, ",") {
		if p.is(i, "(", "[", "{") && p.match[i] > i {
			i = p.match[i]
		}
		i++
	}
	return i+2 < len(p.tokens) && p.tokens[i+1].kind == name && p.is(i+2, "=")
}

func (p *program) opensAs(path string, known bool, mode string, has bool) {
	if has && str.ContainsAny(mode, "wax+cn>") {
		p.file(path, known, p.found.writes)
		return
	}
	p.sees(path, known)
	if known {
		p.found.reads(path)
	}
}

func isMode(s string) bool { return len(s) <= 4 && str.OnlyOf(s, "rwaxbt+Uecns<>") }

// redirected notes the files that a call of ruby's gives to what it runs: out: "x",
// [:out, :err] => ["x", "w"], 0 => "x".
func (p *program) redirected(from, to int) {
	for i := from; i+1 < to && i+1 < len(p.tokens); i++ {
		key := ""
		switch {
		case p.is(i, "{") && p.match[i] > i:
			i = p.match[i] // what is in the environment
			continue
		case p.is(i, "=>"):
			key = p.tokens[i-1].value
		case p.is(i+1, ":") && str.In(p.tokens[i].value, "out", "err", "in"):
			key = p.tokens[i].value
			i++
		default:
			continue
		}
		at := i + 1
		if p.is(at, "[") {
			at++
		}
		if at >= len(p.tokens) {
			return
		}
		s, _, known := p.path(at)
		switch {
		case p.tokens[at].kind != text && !known:
		case str.In(key, "in", "0", "STDIN", "stdin"):
			p.sees(s, known)
			p.found.reads(s)
		default:
			p.file(s, known, p.found.writes)
		}
	}
}

// sysopen judges sysopen(F, "x", 577): only 0 is for reading.
func (p *program) sysopen(from, to int) {
	path, known, _ := p.argument(from, to, 1)
	for i := from; i < to && i+1 < len(p.tokens); i++ {
		if p.is(i, ",") && (p.tokens[i+1].value == "0" || p.tokens[i+1].value == "O_RDONLY") && i+2 >= to {
			if known {
				p.found.reads(path)
			}
			return
		}
	}
	p.file(path, known, p.found.writes)
}

// perlOpen judges open(F, ">x") and open(F, ">", "x"), behind the handle.
func (p *program) perlOpen(from, to int) {
	mode, known, there := p.argument(from, to, 1)
	if !there {
		return
	}
	if !known {
		p.blind = true
		p.found.WritesAny, p.runner = true, true
		p.loose, p.computed = true, true // two values: it may open a command
		return
	}
	path, knows, three := p.argument(from, to, 2)
	for mode != "" && mode[0] == ' ' {
		mode = mode[1:]
	}
	way, _, _ := str.Cut(mode, ':')
	three = three && !(way != "" && str.IndexByte("<>+", way[0]) >= 0 && !str.OnlyOf(way, "<>+&=|- \t")) // open F, ">" . join "/", "a", "b"
	switch {
	case three && str.Contains(mode, "|"):
		p.runner = true
		p.rows(from, from, to)
		p.given(from, to)
		if m, _, _ := p.argument(from, to, 2); m != "" {
			p.found.maybe(m)
		}
		p.listAt(from, to, 2)
	case three && str.ContainsAny(mode, ">+"):
		p.file(path, knows, p.found.writes)
	case three && !str.HasPrefix(mode, "<"):
		p.hand(mode) // IO::File::open($h, "x", O_WRONLY)
	case three:
		p.sees(path, knows)
		if knows {
			p.found.reads(path)
		}
	case str.HasPrefix(mode, ">"), str.HasPrefix(mode, "+"):
		for mode != "" && str.IndexByte(">+<& ", mode[0]) >= 0 {
			mode = mode[1:]
		}
		p.file(mode, true, p.found.writes)
	case mode != "" && !str.Contains(mode, "|"):
		for mode != "" && (mode[0] == '<' || mode[0] == ' ') {
			mode = mode[1:]
		}
		p.found.reads(mode)
		if mode[:min(1, len(mode))] == string([]byte{match.Hole}) {
			p.blind = true
			p.found.WritesAny, p.computed = true, true
		}
	}
}

// listAt adds the words from the nth value on as one command.
func (p *program) listAt(from, to, n int) {
	var row []string
	for ; len(row) < 64; n++ {
		s, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		if !known {
			s = string([]byte{match.Hole})
		}
		row = append(row, s)
	}
	if len(row) > 1 {
		p.found.maybe(str.Join(row, " "))
	}
}

// receiverOf is the path that the method at i is called on: Path("x").unlink.
func (p *program) receiverOf(i int) (string, bool) {
	if !p.is(i-1, ".", "->", "?.") {
		return "", false
	}
	start := p.start(i - 2)
	if start < 0 || p.is(start-1, "+", "/") {
		return "", false
	}
	s, end, ok := p.part(start)
	return s, ok && end == i-1
}

// method judges one that acts on the file it is called on.
func (p *program) method(a act, i, from, to int) {
	if !p.is(i-1, ".", "->", "?.") || p.defined(i) {
		return
	}
	s, known := p.receiverOf(i)
	switch a {
	case actReceiver:
		p.file(s, known, p.found.writes)
		if known && str.In(p.tokens[i].value, "rename", "replace", "renameTo") {
			p.found.deletes(s) // under this name it is gone
		}
		if str.In(p.tokens[i].value, "rename", "replace", "symlink_to", "hardlink_to", "link_to", "renameTo", "copy", "copy_into") {
			other, knows, _ := p.argument(from, to, 0)
			if p.tokens[i].value == "symlink_to" && known && knows {
				p.found.links(s, other)
				other = fromLink(s, other)
			}
			p.file(other, knows, p.found.writes)
			if knows && str.Contains(p.tokens[i].value, "link_to") {
				p.leads(other)
			}
		}
	case actRemoves:
		p.file(s, known, p.found.deletes)
		p.erases = p.erases || !known
	case actGets:
		if !p.isLister(p.tokens[i].value) {
			p.sees(s, known)
		}
		if known {
			p.found.reads(s)
		}
	}
}
