package ledger

import (
	"testing"
)

// TestLifts: a rule is lifted with a reason, and holds again from a time that the
// chain has; neither can be changed afterwards.
func TestLifts(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("ag-1")))
		f, err := l.Lift(ctx, "ALLOW_DEP_BUMP", "the parser needs its 2.0", "ag-1")
		if err != nil || f.ID != "lift-2" || f.Revoked != 0 {
			w.Fatalf("%+v, %v", f, err)
		}
		other, err := l.Lift(ctx, "policy::no-git-ops", "a rebase by hand", "")
		if err != nil {
			w.Fatal(err)
		}
		f, err = l.Revoke(ctx, f.ID)
		if err != nil || f.Revoked <= f.Lifted {
			w.Fatalf("%+v, %v", f, err)
		}
		if _, err := l.Revoke(ctx, f.ID); err == nil {
			w.Error("it was revoked twice")
		}
		_, err = l.Revoke(ctx, "lift-9")
		wantError[*NoLiftError](w, err, "no lift with id lift-9; kei ledger lifts says which there are")
		for _, bad := range [][3]string{{"", "why", ""}, {"rule", "", ""}, {"a\tb", "why", ""}} {
			if _, err := l.Lift(ctx, bad[0], bad[1], bad[2]); err == nil {
				w.Errorf("%q was taken", bad)
			}
		}
		if list, err := l.Lifts(ctx, "", true); err != nil || len(list) != 1 || list[0] != other {
			w.Errorf("%+v, %v", list, err)
		}
		if list, err := l.Lifts(ctx, "ag-1", false); err != nil || len(list) != 1 || list[0] != f {
			w.Errorf("%+v, %v", list, err)
		}
		intact(w, l)
		l.sql(t, "UPDATE lifts SET revoked_ts = NULL")
		if c, err := l.Check(ctx, Head{}); err != nil || len(c.Problems) != 1 || c.Problems[0].String() != "lift lift-2: revoked_ts is 0, and its events say 1004" {
			w.Errorf("%+v, %v", c.Problems, err)
		}
	})
}

// TestWork: which commit was found clean is a fact of the chain, and that of an
// agent that is done is never another.
func TestWork(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("ag-1")))
		for _, bad := range []string{"", "refs/heads/main", commit[:39], commit + "0"} {
			if _, err := l.Keep(ctx, "ag-1", bad); err == nil {
				w.Errorf("%q was taken for a commit", bad)
			}
		}
		must(w)(l.Keep(ctx, "ag-1", commit))
		must(w)(l.Done(ctx, "ag-1", "clean"))
		_, err := l.Keep(ctx, "ag-1", sha[:40])
		wantError[*StatusError](w, err, "no running or failed agent with id ag-1: it is done already")
		must(w)(l.Again(ctx, "ag-1", false, "main has moved"))
		must(w)(l.Again(ctx, "ag-1", true, "clean"))
		if r := must(w)(l.MergedBy(ctx, "ag-1", sha)); r.Work != commit || r.Merge != sha || r.Status != Merged {
			w.Errorf("%+v", r)
		}
		intact(w, l)
		l.sql(t, "UPDATE agents SET work_commit = '"+sha+"'")
		if c, err := l.Check(ctx, Head{}); err != nil || len(c.Problems) != 1 {
			w.Errorf("%+v, %v", c.Problems, err)
		}
	})
}
