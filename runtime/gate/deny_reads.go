package gate

import "kei/runtime/match"

// DenyReads denies reading the files that match its globs: through a read,
// search or write tool, and by naming one as an operand of a command, whatever
// that command would do with it.
type DenyReads struct {
	Terms
	Files []Glob `toml:"files-unreadable"`
}

var denyReads = Kind{
	Name: "deny-reads", New: func() Rule { return new(DenyReads) },
	Events: readEvents, Judges: JudgesReads,
}

// Kind implements [Rule].
func (r *DenyReads) Kind() *Kind { return &denyReads }

// Lists implements [Rule].
func (r *DenyReads) Lists() []List { return []List{{Key: "files-unreadable", Values: texts(r.Files)}} }

// Check implements [Rule].
func (r *DenyReads) Check(c *Case) error {
	return c.eachMention(func(w Write) error {
		if g, ok := matchWrite(r.Files, w); ok && !(w.Unknown && w.wild == string(rune(match.Hole))) {
			return r.deny(w.Said + " matches " + string(g) + ", which may not be read")
		}
		return nil
	})
}
