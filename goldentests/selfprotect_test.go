package goldentests

import (
	"path/filepath"
	"testing"
)

// TestSelfProtection asks a role that has only a deny rule for writes to the
// client's settings, git's hooks and configuration, in every form.
func TestSelfProtection(t *testing.T) {
	type row struct{ ID, Program, Command, Expect string }
	open := openRows(t, "selfprotect.jsonl")
	h := denying("git").hold(t, filepath.Join(attackTree(t), "app"))
	kinds := map[string][2]int{}
	for _, r := range readRows[row](t, "cases/selfprotect.jsonl") {
		a := h.bash(r.Command)
		count(kinds, r.Program, a.String() == r.Expect)
		open.settle(t, r.ID, a.String() == r.Expect, a.String()+", want "+r.Expect+": "+r.Command)
	}
	tableOf(t, kinds)
}
