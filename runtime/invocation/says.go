package invocation

import "kei/runtime/str"

// What a program prints is not known before it runs, but of some a table says what
// sort of text it is. Each entry of Program.Says is
//
//	[NAME>]SORT[@OPERANDS][CONDITION...]
//
// where NAME is the one of its names that it is about, and a condition is !-x: not
// with this option, +-x: only with it or another one with a +, =-x: beside it and
// others with a = it has no option. A word of which the end is known is word:END: a path
// in a folder that is not known, and word:END/ has the last word of the command behind it.
// Sorts are Facts, Lines, Matches, Nothing, those of
// one word (Word, Here, Fresh), Setup, Number, Itself, and those of a text that follows
// from the call: Input, and what a program makes of its words, which stand alone.

// The sorts of what is printed.
const (
	SaysFacts   = "facts"   // names of what is there, dates, numbers, sums, and what it is fed: no text that its caller chose
	SaysLines   = "lines"   // lines of its input as they are
	SaysNothing = "nothing" // nothing that names a file
	SaysWord    = "word"    // one word that begins with no dash, or nothing
	SaysHere    = "here"    // such a word: the folder it runs in
	SaysFresh   = "fresh"   // such a word: a new file or folder below that of temporary files
	SaysSetup   = "setup"   // text of its own for a shell to eval, which sets variables and functions and stays in the folder
	SaysMatches = "matches" // of the lines of its input those in which its last word is found
	SaysNumber  = "number"  // numbers that it counts, whatever it is fed
	SaysItself  = "itself"  // the value that it goes by of the variable that its last word names
	SaysInput   = "input"   // all of its input, as it is
	SaysWords   = "words"   // its words with a blank between, as echo does
	SaysFormat  = "format"  // its first word with the others filled in, as printf does
	SaysBase    = "base"    // the last part of the path that it is given, as basename does
	SaysFolder  = "folder"  // the path that it is given without that, as dirname does
	SaysPath    = "path"    // where the program is that it is given the name of, as which does
)

// Sorts lists what a program can say.
func Sorts() []string {
	return []string{
		SaysFacts, SaysLines, SaysNothing, SaysWord, SaysHere, SaysFresh, SaysSetup, SaysMatches, SaysNumber, SaysItself,
		SaysInput, SaysWords, SaysFormat, SaysBase, SaysFolder, SaysPath,
	}
}

// Says reports whether what it prints is of a sort.
func (inv *Invocation) Says(sort string) bool {
	hit := false
	inv.Program.says(inv.Name, func(what, operands, conditions string) bool {
		hit = what == sort && operands == "" && inv.meets(conditions)
		return hit
	})
	return hit
}

func (inv *Invocation) meets(conditions string) bool {
	given, any := false, false
	for conditions != "" {
		sign, option := conditions[0], ""
		option, conditions = cutCondition(conditions[1:])
		switch {
		case sign == '!' && inv.Has(option):
			return false
		case sign == '+':
			any, given = true, given || inv.Has(option)
		}
	}
	return given || !any
}

// SaysText is which sort of text the command prints that follows from the call, "" if none.
func (inv *Invocation) SaysText() string {
	if inv.Program.Says == "" || len(inv.Words) == 0 {
		return ""
	}
	words := make([]string, 0, 16)
	for i := range inv.Words {
		words = append(words, inv.Words[i].Text)
	}
	name := words[0]
	return inv.Program.saysText(name[str.LastIndexByte(name, '/')+1:], words[1:])
}

// SaysText is the same of a command that is written out, the words of which that nobody
// knows are empty.
func (t *Table) SaysText(name string, words []string) string {
	if p, exact := t.Program(name, ""); exact {
		return p.saysText(name, words)
	}
	return ""
}

func (p *Program) saysText(name string, words []string) (sort string) {
	p.says(name, func(what, operands, conditions string) bool {
		switch what {
		case SaysWords, SaysFormat, SaysBase, SaysFolder, SaysPath:
			sort = what
		case SaysInput:
			if onlyOptions(words, conditions) && fits(words, operands) {
				sort = what
			}
		}
		return sort != ""
	})
	return sort
}

// SaysMatches reports whether the program that goes by exactly this name is a search of its input.
func (t *Table) SaysMatches(name string) bool { return t.saysAny(name, SaysMatches) }

// SaysFacts reports whether the program that goes by exactly this name says such.
func (t *Table) SaysFacts(name string) bool { return t.saysAny(name, SaysFacts) }

func (t *Table) saysAny(name, sort string) bool {
	hit := false
	if p, exact := t.Program(name, ""); exact {
		p.says(name, func(what, operands, _ string) bool { hit = what == sort && operands == ""; return hit })
	}
	return hit
}

// SaysWord is which sort of one word a command prints that is written out, or Setup; "" if none.
// Words with a dash in front are its options to it, and all others its operands. A word that
// ends in a path has that behind it: word:.git.
func (t *Table) SaysWord(words []string) string {
	return t.saysOf(words, SaysWord, SaysHere, SaysFresh, SaysSetup)
}

// SaysNumber reports whether a command that is written out prints numbers.
func (t *Table) SaysNumber(words []string) bool { return t.saysOf(words, SaysNumber) != "" }

// SaysItself reports whether a command that is written out prints what its program takes for
// the value of a variable.
func (t *Table) SaysItself(words []string, variable string) bool {
	return len(words) > 1 && words[len(words)-1] == variable && t.saysOf(words, SaysItself) != ""
}

// saysOf is the first of some sorts that the table says of a command, "" if none.
func (t *Table) saysOf(words []string, sorts ...string) (sort string) {
	if len(words) == 0 {
		return ""
	}
	for _, w := range words {
		if str.IndexByte(w, ' ') >= 0 || str.IndexByte(w, '\t') >= 0 || str.IndexByte(w, '\n') >= 0 {
			return "" // some print what they are given
		}
	}
	p, exact := t.Program(words[0], "")
	if !exact {
		return ""
	}
	p.says(words[0], func(what, operands, conditions string) bool {
		kind, _, _ := str.Cut(what, ':')
		if str.In(kind, sorts...) && onlyOptions(words[1:], conditions) && fits(words[1:], operands) {
			if sort = what; str.HasSuffix(what, "/") {
				sort += words[len(words)-1]
			}
		}
		return sort != ""
	})
	return sort
}

// says calls f with each entry about a name until f returns true.
func (p *Program) says(name string, f func(sort, operands, conditions string) bool) {
	for rest := p.Says; rest != ""; {
		var one string
		one, rest, _ = str.Cut(rest, ' ')
		if of, what, has := str.Cut(one, '>'); has {
			if of != name {
				continue
			}
			one = what
		}
		one, conditions := cutCondition(one)
		sort, operands, _ := str.Cut(one, '@')
		if f(sort, operands, conditions) {
			return
		}
	}
}

// cutCondition cuts a text where the next condition begins.
func cutCondition(s string) (head, rest string) {
	for i := range len(s) {
		switch s[i] {
		case '!', '+', '=':
			if i+1 < len(s) && s[i+1] == '-' {
				return s[:i], s[i:]
			}
		}
	}
	return s, ""
}

// onlyOptions reports whether the options of a command are those that its
// conditions name, one of those with a + among them.
func onlyOptions(words []string, conditions string) bool {
	must, met := false, false
	for rest := conditions; rest != ""; {
		sign := rest[0]
		_, rest = cutCondition(rest[1:])
		must = must || sign == '+'
	}
	for _, w := range words {
		if !str.HasPrefix(w, "-") {
			continue
		}
		known := false
		for rest := conditions; rest != "" && !known; {
			var option string
			sign := rest[0]
			option, rest = cutCondition(rest[1:])
			known = option == w
			met = met || known && sign == '+'
		}
		if !known {
			return false
		}
	}
	return met || !must
}

// fits reports whether the operands of a command are those of a pattern: places with
// a slash between them, each of which is one of several words with a | between
// them. any is any number more, one at most one more, number one at least that are
// numbers, name a name or a path, temp a path below /tmp, date a format of dates that begins with a number,
// GO* what begins so.
func fits(words []string, pattern string) bool {
	for _, w := range words {
		if str.HasPrefix(w, "-") {
			continue
		}
		place, rest, _ := str.Cut(pattern, '/')
		switch {
		case place == "any":
			return true
		case place == "number" && isNumber("-"+w):
			pattern = "number,"
			continue
		case place == "number," && isNumber("-"+w):
			continue
		case place == "one", place == "name" && startsPlain(w), place == "temp" && str.HasPrefix(w, "/tmp/") && !str.Contains(w, ".."), place == "date" && dateFormat(w), str.In(w, places(place)...),
			len(place) > 1 && str.HasSuffix(place, "*") && str.HasPrefix(w, place[:len(place)-1]):
			pattern = rest
			continue
		}
		return false
	}
	return pattern == "" || pattern == "any" || pattern == "one" || pattern == "number,"
}

func places(place string) (list []string) {
	for place != "" {
		var one string
		one, place, _ = str.Cut(place, '|')
		list = append(list, one)
	}
	return list
}

// dateFormat reports whether a format of dates begins with a number and has no
// blank or dash, whatever the language and the time zone are.
func dateFormat(format string) bool {
	if len(format) < 3 || format[:2] != "+%" {
		return false
	}
	for i := 1; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%':
			if i++; i == len(format) || str.IndexByte("YmdHMSsFTDRjyNuwVUGgCI", format[i]) < 0 {
				return false
			}
		case c < '0' || c > 'z' || c > '9' && c < 'A' && c != ':' || c > 'Z' && c < 'a' && c != '_':
			if c != '.' && c != '/' {
				return false
			}
		}
	}
	return true
}

// startsPlain reports whether text begins like a name or a path.
func startsPlain(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c == '/' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
