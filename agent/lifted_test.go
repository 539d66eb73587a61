//go:build unix

package agent

import (
	"testing"

	"kei/ledger"
)

// What a task lifts is in the ledger with its agent, until that has come to its end.
func TestLifted(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	text := "[task]\nrole = \"worker\"\nagent-id = \"ag-1\"\n[scope]\nfiles-whitelist = [\"src/**\"]\nallow-dep-bump = true\n"
	task, err := ParseTask("task.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Spawn(ctx, "task.toml", task, "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Wait(); err != nil {
		t.Fatal(err)
	}
	a.Release()
	open, err := h.Ledger.Lifts(ctx, "ag-1", true)
	if err != nil || len(open) != 1 || open[0].Rule != "allow-dep-bump" || open[0].Reason != "the task of ag-1 says so" {
		t.Fatalf("%+v, %v", open, err)
	}
	if err := h.Kill(ctx, "ag-1"); err != nil {
		t.Fatal(err)
	}
	all, err := h.Ledger.Lifts(ctx, "ag-1", false)
	if err != nil || len(all) != 1 || all[0].Revoked == 0 {
		t.Errorf("%+v, %v", all, err)
	}
	if c, err := h.Ledger.Check(ctx, ledger.Head{}); err != nil || len(c.Problems) > 0 {
		t.Errorf("%+v, %v", c.Problems, err)
	}
}
