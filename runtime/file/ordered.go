package file

import "kei/runtime/str"

// Out is the glob behind the "!" of an entry that takes out of its list what
// entries before it let in; out is false for another entry.
func (g Glob) Out() (rest Glob, out bool) {
	if str.HasPrefix(string(g), "!") {
		return g[1:], true
	}
	return g, false
}

// Ordered reports whether a list has an entry that takes something out, so that
// the order of its entries counts.
func Ordered(list []Glob) bool {
	for _, g := range list {
		if _, out := g.Out(); out {
			return true
		}
	}
	return false
}

// Lists reports whether a list has the path, and by which entry: the last one
// that matches it decides, and one with "!" takes it out.
func Lists(list []Glob, path string) (Glob, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if g, out := list[i].Out(); g.Match(path) {
			return list[i], !out
		}
	}
	return "", false
}

// CheckList reports what is wrong with a list: an entry that could match nothing,
// or one that takes out where nothing is in yet.
func CheckList(list []Glob) error {
	for i, g := range list {
		rest, out := g.Out()
		if out && i == 0 {
			return str.Fault("the list begins with " + string(g) + ", which takes out of nothing; later entries win")
		}
		if err := rest.Check(); err != nil {
			return err
		}
	}
	return nil
}
