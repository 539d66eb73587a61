package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A finding is what find takes: its expression, asked about one path at a time.
// Who asks wants to know whether a file may be found, so what is not known of a
// test (how old, how large) is neither yes nor no.
type finding struct {
	tests  []findTest
	acts   bool // an action of its own deletes or runs something
	erases bool // it deletes by itself, each thing that it takes and no folder with something in it
	vague  bool // a word of it is not known: it may be -o
	deep   bool // contents come before their folder, so nothing is pruned
}

// A findTest is one word of find's expression, with the word that it takes.
type findTest struct{ name, value string }

// findingOf is the expression of a find, nil if the command is none.
func findingOf(inv *invocation.Invocation) *finding {
	if m := inv.Program.Command.More; m == nil || m.Feed != "paths:{}" {
		return nil
	}
	f := &finding{tests: []findTest{}}
	given, begun := inv.Given, false
	for i := 1; i < len(inv.Words); i++ {
		for len(given) > 0 && given[0].At < i {
			given = given[1:]
		}
		switch {
		case len(given) > 0 && given[0].At == i:
			f.add(&given[0])
			begun = begun || !inFront(given[0].Name)
		case inv.Parts[i] == invocation.IsOption, inv.Parts[i] == invocation.IsOperand && begun && !inv.Words[i].Known():
			f.vague = true // one that is known is a folder, too, or none of it runs
		}
	}
	return f
}

// inFront reports whether an option stands in front of where find begins.
func inFront(name string) bool {
	return str.In(name, "-H", "-L", "-P", "-E", "-X", "-s", "-D", "-f", "-S") || str.HasPrefix(name, "-O") || str.HasPrefix(name, "-j")
}

func (f *finding) add(g *invocation.Given) {
	t := findTest{name: g.Name}
	if len(g.Values) > 0 {
		t.value = g.Values[0].Text
	}
	switch t.name {
	case "-delete", "-rm":
		f.acts, f.erases, f.deep = true, true, true
	case "-exec", "-execdir", "-ok", "-okdir":
		f.acts = f.acts || len(g.Values) > 0
	case "-depth", "-d":
		f.deep = true
	case "-files0-from", "-f":
		f.vague = true
	default:
		if len(g.Values) > 0 && g.Values[0].Holed() {
			t.name = "-unknown"
		}
	}
	f.tests = append(f.tests, t)
}

// starts are where a find begins.
func starts(inv *invocation.Invocation) (list []word.Word) {
	for _, use := range inv.Uses() {
		switch use.Kind {
		case invocation.ReadTree, invocation.List, invocation.Tree, invocation.Clear:
			list = append(list, use.Words...)
		}
	}
	if list == nil {
		list = []word.Word{{Text: "."}}
	}
	return list
}

// byTime reports whether the finding asks how old a file is.
func (f *finding) byTime() bool {
	for _, t := range f.tests {
		if str.HasSuffix(t.name, "time") || str.HasSuffix(t.name, "min") || str.HasPrefix(t.name, "-newer") {
			return true
		}
	}
	return false
}

// The three answers of a test.
const (
	never = iota
	maybe
	always
)

// A finder goes through an expression for one file.
type finder struct {
	rest    []findTest
	f       *found
	acted   bool // an action that deletes or runs may be come to
	reached bool // any action may
	actions bool // there is one
	pruned  bool
}

// ask goes through the expression. ok is false if it is not understood.
func (f *finding) ask(it *found) (e finder, got int, ok bool) {
	e = finder{rest: f.tests, f: it}
	if f.vague {
		return e, maybe, false
	}
	got = e.list(always)
	e.pruned = e.pruned && !f.deep
	return e, got, len(e.rest) == 0
}

// finds reports whether find may give a file to what reads it, and whether it
// certainly does not go into it, if it is a folder.
func (f *finding) finds(it *found) (may, pruned bool) {
	e, got, ok := f.ask(it)
	if !ok {
		return true, false
	}
	return e.reached || !e.actions && got != never, e.pruned
}

// takes reports whether find may delete a path or run something with it, which
// is so many folders below where it begins, and whether it does not go into it.
// Without an action of its own it prints the path.
func (f *finding) takes(path string, folder bool, depth int) (takes, pruned bool) {
	if f == nil {
		return true, false
	}
	e, got, ok := f.ask(&found{printed: path, name: baseName(trimSlash(path)), folder: folder, depth: depth})
	switch {
	case !ok:
		return true, false
	case f.acts:
		return e.acted, e.pruned
	}
	return e.reached || !e.actions && got != never, e.pruned
}

// prints is how find names what lies below where it starts, without a slash at the end.
func (f *finding) prints(shown, abs string) string {
	if _, here := behindHere(shown); here {
		for _, t := range f.tests {
			if _, here := behindHere(t.value); here {
				return trimSlash(shown) // its tests say it the same way
			}
		}
		shown = abs
	}
	return str.TrimSuffix(shown, "/")
}

// takesOn reports whether find takes a folder on the way from where it starts to another,
// or that one.
func (f *finding) takesOn(shown, rel string) bool {
	for depth := 1; rel != ""; depth++ {
		var name string
		name, rel, _ = str.Cut(rel, '/')
		shown += "/" + name
		takes, pruned := f.takes(shown, true, depth)
		if takes || pruned {
			return takes
		}
	}
	return false
}

// list reads a , b: both are done.
func (e *finder) list(at int) int {
	got := e.or(at)
	for e.next(",") {
		got = e.or(at)
	}
	return got
}

func (e *finder) or(at int) int {
	got := e.and(at)
	for e.next("-o") || e.next("-or") {
		here := min(at, always-got)
		got = max(got, e.and(here))
	}
	return got
}

func (e *finder) and(at int) int {
	got := e.not(at)
	for len(e.rest) > 0 && !str.In(e.rest[0].name, "-o", "-or", ",", ")") {
		if !e.next("-a") {
			e.next("-and")
		}
		if len(e.rest) == 0 {
			break
		}
		got = min(got, e.not(min(at, got)))
	}
	return got
}

func (e *finder) not(at int) int {
	if e.next("!") || e.next("-not") {
		return always - e.not(at)
	}
	if e.next("(") {
		got := e.list(at)
		e.next(")")
		return got
	}
	return e.test(at)
}

func (e *finder) next(name string) bool {
	if len(e.rest) > 0 && e.rest[0].name == name {
		e.rest = e.rest[1:]
		return true
	}
	return false
}

// test reads one test or action. at is how sure it is that find comes to it.
func (e *finder) test(at int) int {
	if len(e.rest) == 0 {
		return maybe
	}
	t := e.rest[0]
	e.rest = e.rest[1:]
	switch t.name {
	case "-name":
		return sure(t.value, e.f.name)
	case "-iname":
		return sure(str.Lower(t.value), str.Lower(e.f.name))
	case "-path", "-wholename":
		return sure(t.value, e.f.printed)
	case "-ipath", "-iwholename":
		return sure(str.Lower(t.value), str.Lower(e.f.printed))
	case "-type", "-xtype":
		d := str.Contains(t.value, "d")
		switch {
		case e.f.folder:
			return when(d)
		case t.value == "d" && t.name == "-type":
			return never
		}
		return maybe
	case "-empty": // what is empty is no loss
		return never
	case "-maxdepth":
		if n, ok := number(t.value); ok && e.f.depth > n {
			return never
		}
		return always
	case "-mindepth":
		if n, ok := number(t.value); ok && e.f.depth < n {
			return never
		}
		return always
	case "-true":
		return always
	case "-false":
		return never
	case "-prune":
		e.pruned = e.pruned || at == always
		return always
	case "-quit":
		return always
	case "-exec", "-execdir", "-ok", "-okdir", "-delete", "-rm", "-print", "-print0", "-printx", "-ls", "-printf",
		"-fprint", "-fprint0", "-fls", "-fprintf":
		return e.action(t.name, at)
	case "-depth", "-d", "-mount", "-xdev", "-x", "-noleaf", "-daystart", "-follow", "-warn", "-nowarn",
		"-H", "-L", "-P", "-E", "-X", "-s", "-O", "-D", "-color", "-nocolor":
		return always // said of the whole
	}
	return maybe
}

// action takes an action, which find comes to as surely as at says.
func (e *finder) action(name string, at int) int {
	e.actions = true
	e.reached = e.reached || at != never
	switch name {
	case "-delete", "-rm":
		e.acted = e.acted || at != never
	case "-exec", "-execdir", "-ok", "-okdir":
		e.acted = e.acted || at != never
		return maybe
	}
	return always
}

func sure(pattern, name string) int {
	if str.ContainsAny(pattern, "[\\") {
		return maybe
	}
	return when(fits(pattern, name, true))
}

func when(yes bool) int {
	if yes {
		return always
	}
	return never
}

// amongFound says that the write is of what find finds below a folder.
func (w *Write) amongFound(cmd *command, t target) {
	const below = "/**"
	switch {
	case w.like != nil && cmd.among != nil && str.HasSuffix(w.like.Said, below):
		w.like.among, w.like.printed = cmd.among, w.like.Said[:len(w.like.Said)-len(below)]
	case cmd.among != nil && t.Glob && !t.tree && str.HasSuffix(t.Text, below):
		w.among, w.printed = cmd.among, t.Text[:len(t.Text)-len(below)]
	case t.rewrites && cmd.among != nil && t.Glob && str.HasSuffix(t.Text, below):
		files := *cmd.among
		files.files, files.rewrites = true, files.find == nil
		w.among, w.printed = &files, t.Text[:len(t.Text)-len(below)]
	case t.rewrites && len(cmd.readings) == 1:
		w.among, w.printed = sieveOf(&cmd.readings[0]), t.Text
		w.among.rewrites = true
	case t.tree && len(cmd.readings) == 1:
		if s := sieveOf(&cmd.readings[0]); s.find != nil && len(s.find.tests) > 0 {
			w.among, w.printed = s, t.Text
		}
	}
	if w.among != nil && w.among.find != nil && w.printed != "/" {
		w.printed = w.among.find.prints(w.printed, str.TrimSuffix(w.At.Abs, "/**"))
	}
}

func number(s string) (n int, ok bool) {
	for i := 0; i < len(s) && n < 1<<20; i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}
