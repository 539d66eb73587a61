package invocation

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// Matches reports whether a deny rule's entry, read by the same tables, is
// about this invocation: the same program and subcommand, all of the entry's
// options among those given or implied, and its operands in front. Further
// words do not matter, and what is not known counts as a match.
func (inv *Invocation) Matches(entry *Invocation) bool {
	if inv.Program != entry.Program || inv.Name != entry.Name {
		return false
	}
	for i, c := range entry.Path[:min(len(entry.Path), len(inv.Path))] {
		if inv.Path[i] != c || inv.Called[i] != entry.Called[i] {
			return false
		}
	}
	if len(inv.Path) < len(entry.Path) {
		return inv.matchesAny(entry)
	}
	for i := range entry.Given {
		if g := &entry.Given[i]; g.At >= 0 && !inv.mayHave(g) && !inv.hasAll(g.Option.more().Implies) {
			return false
		}
	}
	return inv.begins(entry)
}

// IsOther reports whether a policy's entry with that word behind the program's
// name is about another subcommand. It looks at names alone: an entry that is
// about another need not be read.
func (inv *Invocation) IsOther(second string) bool {
	if second == "" || isOption(second) || inv.UnknownSub != nil && !inv.UnknownSub.Known() {
		return false
	}
	if len(inv.Path) < 2 || str.IndexByte(second, '*') >= 0 {
		_, names, ok := inv.Path[0].named(second)
		called, _, _ := str.Cut(names, ' ')
		return ok && (len(inv.Path) < 2 || inv.Called[1] != called)
	}
	if inv.sub == "" { // asked once: a policy has many entries for one program
		_, names, _ := inv.Path[0].named(inv.Called[1])
		inv.sub = inv.Called[1] + " " + names
	}
	return !hasWord(inv.sub, second)
}

// hasAll reports whether all that an option stands for is given: -d -f is -D.
func (inv *Invocation) hasAll(names string) bool {
	for rest := names; rest != ""; {
		var n string
		n, rest, _ = str.Cut(rest, ' ')
		if !inv.Has(n) {
			return false
		}
	}
	return names != ""
}

// mayHave reports whether an option is given, or may be.
func (inv *Invocation) mayHave(want *Given) bool {
	if len(inv.Doubtful) > 0 || inv.quotedOption() {
		return true
	}
	group := want.Option.group(want.Name)
	for _, w := range inv.UnknownOptions {
		if inCluster(w.Text, group) {
			return true
		}
	}
	for i := range inv.Given {
		g := &inv.Given[i]
		if g.Off != want.Off || g.Option.group(g.Name) != group {
			continue
		}
		if len(want.Values) == 0 || len(g.Values) == 0 || SameWord(g.Values[0], want.Values[0].Text) {
			return true
		}
	}
	return false
}

// quotedOption reports whether a quoted word may be an option: one that the call itself
// has set, if there is then anything left that the command is done to.
func (inv *Invocation) quotedOption() bool {
	return len(inv.Quoted) > 0 && (len(inv.Operands) > 1 || !inv.IdleAlone())
}

// inCluster reports whether one of the names is a letter of a cluster that is
// not known as a whole.
func inCluster(cluster, names string) bool {
	if len(cluster) < 3 || cluster[0] != '-' || cluster[1] == '-' {
		return false
	}
	for names != "" {
		var n string
		n, names, _ = str.Cut(names, ' ')
		if len(n) == 2 && str.IndexByte(cluster[1:], n[1]) >= 0 {
			return true
		}
	}
	return false
}

// begins reports whether the entry's operands are the first of the call's. One
// that stands behind an option in the entry may stand anywhere.
func (inv *Invocation) begins(entry *Invocation) bool {
	firstOption := len(entry.Words)
	for i := range entry.Given {
		if at := entry.Given[i].At; at >= 0 {
			firstOption = min(firstOption, at)
		}
	}
	for i, want := range entry.Operands {
		if entry.At[i] < firstOption {
			if i >= len(inv.Operands) || !SameWord(inv.Operands[i], want.Text) {
				return false
			}
			continue
		}
		found := false
		for _, w := range inv.Operands {
			found = found || SameWord(w, want.Text)
		}
		if !found {
			return false
		}
	}
	return true
}

// SameWord reports whether a word is, or could be, the text; paths are compared
// cleaned: /home/../ is /.
func SameWord(w word.Word, text string) bool {
	if w.Text == text || str.CleanOperand(w.Text) == str.CleanOperand(text) {
		return true
	}
	if !w.Holed() {
		return false
	}
	before := 0
	for before < len(w.Text) && w.Text[before] != match.Hole && w.Text[before] != match.HoleWord {
		before++
	}
	return str.HasPrefix(text, w.Text[:before])
}
