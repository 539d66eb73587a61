package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// A findTest is one word of find's expression, with the word that it takes.
type findTest struct{ name, value string }

// findTests are the expression of a find, nil if the command is none.
func findTests(inv *invocation.Invocation) []findTest {
	if m := inv.Program.Command.More; m == nil || m.Feed != "paths:{}" {
		return nil
	}
	list := []findTest{}
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.At < 0 {
			continue
		}
		t := findTest{name: g.Name}
		if len(g.Values) > 0 {
			t.value = g.Values[0].Text
			if g.Values[0].Holed() {
				t.name = "-unknown"
			}
		}
		list = append(list, t)
	}
	return list
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
	depth   bool // contents come before their folder: nothing is pruned
	reached bool // an action may be come to
	actions bool // there is one
	pruned  bool
}

// finds reports whether an action of the expression may be come to for a file,
// and whether find certainly does not go into it, if it is a folder.
func finds(tests []findTest, f *found) (may, pruned bool) {
	e := finder{rest: tests, f: f}
	for _, t := range tests {
		switch t.name {
		case "-depth", "-d", "-delete", "-rm":
			e.depth = true
		case "-regextype", "-files0-from", "-f":
			return true, false
		}
	}
	got := e.list(always)
	if len(e.rest) > 0 { // it is not understood
		return true, false
	}
	may = e.reached || !e.actions && got != never
	return may, e.pruned && !e.depth
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
	case "-type":
		switch {
		case t.value == "d":
			return when(e.f.folder)
		case t.value == "f" && e.f.folder:
			return never
		}
		return maybe
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
		e.actions = true
		e.reached = e.reached || at != never
		if str.In(t.name, "-exec", "-execdir", "-ok", "-okdir", "-delete", "-rm") {
			return maybe
		}
		return always
	case "-maxdepth", "-mindepth", "-depth", "-d", "-mount", "-xdev", "-x", "-noleaf", "-daystart", "-follow", "-warn", "-nowarn",
		"-H", "-L", "-P", "-E", "-X", "-s", "-O", "-D", "-color", "-nocolor":
		return always // said of the whole
	}
	return maybe
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
	case cmd.among != nil && t.Glob && !t.tree && str.HasSuffix(t.Text, below):
		w.among, w.printed = cmd.among, t.Text[:len(t.Text)-len(below)]
	case t.tree && len(cmd.readings) == 1:
		if s := sieveOf(&cmd.readings[0]); len(s.tests) > 0 {
			w.among, w.printed = s, t.Text
		}
	}
}

// findsNone reports whether find finds none of the files that the globs match:
// what it finds lies there.
func (c *Case) findsNone(globs []Glob, w Write) bool {
	if w.among == nil || w.Unknown {
		return false
	}
	folder := str.TrimSuffix(w.At.Abs, "/**")
	if sys.Look(folder) != sys.Folder {
		return false
	}
	l := c.newLook(globs, w.among)
	l.below(folder, folder, w.printed, nil)
	return l.hit == "" && !l.full
}
