package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// maySpell is said of a command by a name that nobody wrote, of which a program has the letters.
const maySpell = "may be a command that this rule lists, by a name that is computed; write the name out"

// againstSpelled says what the rule has against a command of whose name a part is not known:
// what is known of it stands in that of a command that is denied.
func (r *DenyCommand) againstSpelled(c *Case, cmd *command) string {
	for _, form := range cmd.denyForms() {
		i := firstMatch(c, r.Table, r.Patterns, form)
		if i >= 0 && firstMatch(c, r.Table, r.Patterns, unspelled(form)) != i {
			return maySpell
		}
	}
	name := baseName(cmd.Words[0].Text)
	for _, e := range r.Commands {
		listed, _, _ := str.Cut(string(e), ' ')
		if !fills(name, listed) {
			continue
		}
		tail := command{Command: word.Command{Words: append([]word.Word{{Text: listed}}, cmd.Words[1:]...)}}
		if tail.readings = c.Programs.Read(tail.Words, listed, cmd.shell); tail.matchedBy(c, e) {
			return maySpell
		}
	}
	return ""
}

// unspelled is a form with a name in which what is known is no letter of any.
func unspelled(form string) string {
	b := []byte(form)
	for i := 0; i < len(b) && b[i] != ' '; i++ {
		if b[i] != match.Hole && b[i] != match.HoleWord {
			b[i] = 0x7f
		}
	}
	return string(b)
}

// fills reports whether a name is another one with something in place of its holes.
func fills(holed, name string) bool {
	first := true
	for holed != "" {
		at := 0
		for at < len(holed) && holed[at] != match.Hole && holed[at] != match.HoleWord {
			at++
		}
		part := holed[:at]
		switch i := str.Index(name, part); {
		case i < 0, first && i > 0:
			return false
		case at == len(holed):
			return str.HasSuffix(name, part)
		default:
			name, holed, first = name[i+len(part):], holed[at+1:], false
		}
	}
	return true
}

// againstHidden says what the rule has against a name out of which a program takes what it
// runs: that of a command that is denied is a part of it.
func (r *DenyCommand) againstHidden(c *Case, cmd *command) string {
	for _, name := range hiddenIn(cmd.Words[0].Text) {
		form := name + " " + string(rune(match.Hole))
		if i := firstMatch(c, r.Table, r.Patterns, form); i >= 0 && firstMatch(c, r.Table, r.Patterns, unspelled(form)) != i {
			return maySpell
		}
		for _, e := range r.Commands {
			if listed, _, _ := str.Cut(string(e), ' '); listed == name {
				return maySpell
			}
		}
	}
	return ""
}

// leastHidden is how many letters a name has that is looked for in others: shorter ones
// are in too many.
const leastHidden = 3

// hiddenIn are the names that a word may be made into: more than a half of it, forwards or
// back, or what is left where one of its letters is taken out.
func hiddenIn(w string) (list []string) {
	w = str.Lower(w)
	back := make([]byte, len(w))
	for i := range len(w) {
		back[len(w)-1-i] = w[i]
	}
	for _, s := range [...]string{w, string(back)} {
		for n := max(leastHidden, len(s)/2+1); n <= len(s); n++ {
			for i := 0; i+n <= len(s); i++ {
				list = append(list, s[i:i+n])
			}
		}
	}
	for i := range len(w) {
		var rest []byte
		for k := range len(w) {
			if w[k] != w[i] {
				rest = append(rest, w[k])
			}
		}
		if len(rest) >= leastHidden && str.IndexByte(w, w[i]) == i {
			list = append(list, string(rest))
		}
	}
	return list
}
