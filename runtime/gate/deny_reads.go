package gate

import "kei/runtime/match"

// DenyReads denies reading the files that match its globs: through a read,
// search or write tool, and by naming one as an operand of a command, whatever
// that command would do with it.
type DenyReads struct {
	Capability string   `toml:"-"`
	Severity   Severity `toml:"severity"`
	Bypass     string   `toml:"bypass-env"`
	Files      []Glob   `toml:"files-unreadable"`
	Instead    string   `toml:"instead"`
}

// Check implements [Rule].
func (r *DenyReads) Check(c *Call) error {
	if c.bypassed(r.Bypass) {
		return nil
	}
	return c.eachMention(func(w Write) error {
		if g, ok := matchWrite(r.Files, w); ok && !(w.Unknown && w.wild == string(rune(match.Hole))) {
			return &Denial{r.Capability, w.Said + " matches " + string(g) + ", which may not be read" + orElse(r.Instead), r.Severity}
		}
		return nil
	})
}
