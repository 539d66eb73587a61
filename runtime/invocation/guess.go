package invocation

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// A Guess is a word that may be the value of an option of which nothing is known.
type Guess struct {
	Option string // its name as it was written
	word.Word
}

// Guesses are what is attached to an option that no table has, that only a pattern of
// names has (--*), or that should take no value, and the word behind one of the first
// two.
func (inv *Invocation) Guesses() (list []Guess) {
	for i, part := range inv.Parts {
		if part != IsOption {
			continue
		}
		unknown, flag := inv.optionAt(i)
		w := inv.Words[i]
		switch eq := str.IndexByte(w.Text, '='); {
		case eq > 0 && (unknown || flag):
			name := w.Text[:eq]
			w.Text = w.Text[eq+1:]
			list = append(list, Guess{name, w})
		case eq < 0 && unknown && i+1 < len(inv.Parts) && inv.Parts[i+1] != IsOption:
			list = append(list, Guess{w.Text, inv.Words[i+1]})
		}
	}
	return list
}

// Outputs are, of a program that no table has, the words that an option gives of which
// the name says that what is made goes there: -o FILE, --output=FILE, -logfile FILE,
// out=FILE, and of programs of another system /out:FILE, /fo FILE.
func Outputs(words []word.Word) (list []Guess) {
	for i := 1; i < len(words); i++ {
		w := words[i]
		if len(w.Text) < 2 {
			continue
		}
		name, value, attached := str.Cut(w.Text, '=')
		if w.Text[0] == '/' && !attached {
			name, value, attached = str.Cut(w.Text, ':')
			if str.Lower(name) == "/fo" {
				name = "/o"
			}
		}
		switch {
		case attached && saysOutput(name):
			w.Text = value
			list = append(list, Guess{name, w})
		case attached || w.Text[0] != '-' && w.Text[0] != '/':
		case saysOutput(name):
			if i+1 < len(words) && !str.HasPrefix(words[i+1].Text, "-") && (!mayBeFlag(name) || str.IndexByte(words[i+1].Text, '/') >= 0) {
				list = append(list, Guess{name, words[i+1]})
			}
		case str.HasPrefix(name, "-o") && len(name) > 2:
			w.Text = name[2:]
			list = append(list, Guess{"-o", w})
		}
	}
	return list
}

// MayWrite reports whether the option's name says that its value is written.
func (g Guess) MayWrite() bool { return saysOutput(g.Option) }

// saysOutput reports whether an option's name says that its value is written.
func saysOutput(name string) bool {
	name = str.Lower(str.TrimPrefix(str.TrimPrefix(str.TrimPrefix(name, "/"), "-"), "-"))
	if name == "o" {
		return true
	}
	for _, part := range [...]string{"out", "output", "outfile", "outdir", "log", "logfile", "logdir", "save", "dest", "destination", "destdir", "write", "export", "dump", "record", "report", "trace", "histfile"} {
		if name == part || saysPart(name, part) {
			return true
		}
	}
	return false
}

// mayBeFlag reports whether an option of that name may well take no value: --trace list.
func mayBeFlag(name string) bool {
	return str.In(str.Lower(str.TrimPrefix(str.TrimPrefix(name, "-"), "-")), "log", "save", "write", "export", "dump", "record", "report", "trace")
}

// saysPart reports whether a name begins or ends with that part: output-dir, trace_file,
// user-log.
func saysPart(name, part string) bool {
	rest := len(name) - len(part)
	if rest < 2 {
		return false
	}
	return str.HasPrefix(name, part) && inName(name[len(part)]) || str.HasSuffix(name, part) && inName(name[rest-1])
}

// inName reports whether a byte stands between the parts of an option's name.
func inName(c byte) bool { return c == '-' || c == '_' || c == '.' }

// optionAt reports whether a word is an option that no table has by its name, and
// whether it is one that takes no value.
func (inv *Invocation) optionAt(at int) (unknown, flag bool) {
	for i := range inv.Given {
		if g := &inv.Given[i]; g.At == at {
			flag = g.Option.Value == ""
			return flag && !g.Option.Has(g.Name), flag
		}
	}
	for _, w := range inv.UnknownOptions {
		if w.Text == inv.Words[at].Text {
			return true, false
		}
	}
	return false, false
}

// MayRun reports whether the option's name says that it runs its value, or says nothing:
// --exec, --test-script, -c.
func (g Guess) MayRun() bool {
	if len(g.Option) < 3 {
		return true
	}
	name := str.Lower(g.Option)
	for _, part := range [...]string{"cmd", "command", "exec", "shell", "script", "hook", "run", "editor", "pager", "program", "launch", "browser", "interpreter", "proxy", "helper", "entrypoint", "test", "install", "open", "start", "with", "args"} {
		if str.Contains(name, part) {
			return true
		}
	}
	return false
}
