package ledger

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

func invocation(id string, status Status) Invocation {
	return Invocation{ID: id, Atom: "kei-x::go", SpecSHA: sha, InputSHA: sha, Status: status, StartedMS: 5, Process: "h:1:2"}
}

func TestInvocations(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("ag-1")))
		began := invocation("i1", Running)
		began.Agent = "ag-1"
		if err := l.Record(ctx, began, invocation("i2", Running)); err != nil {
			w.Fatal(err)
		}
		ended := began
		ended.Status, ended.Duration, ended.Attempts, ended.Source, ended.OutputSHA = Done, 7, 1, "fresh", sha
		once := invocation("i3", Failed)
		once.ErrorKind, once.Exit, once.StartedMS = "timeout", 124, 6
		if err := l.Record(ctx, ended, once); err != nil {
			w.Fatal(err)
		}
		list, err := l.Invocations(ctx, "", "", "")
		if err != nil || len(list) != 3 || list[0].ID != "i3" || list[0].Exit != 124 || list[0].First != 5 {
			w.Errorf("%+v, %v", list, err)
		}
		list, err = l.Invocations(ctx, "kei-x::go", "ag-1", Done)
		if err != nil || len(list) != 1 || list[0].First != 2 || list[0].Last != 4 || list[0].Duration != 7 || list[0].Source != "fresh" {
			w.Errorf("%+v, %v", list, err)
		}
		events, err := l.Events(ctx, "invocation/i1")
		if err != nil || len(events) != 2 || events[0].Kind != "invoke" || events[1].Kind != "invoked" {
			w.Errorf("%+v, %v", events, err)
		}
		if c := intact(w, l); c.Events != 5 || c.Agents != 1 || c.Invocations != 3 {
			w.Errorf("%+v", c)
		}
		closed, err := l.Reap(ctx, func(i Invocation) bool { return i.ID == "i2" })
		if err != nil || len(closed) != 1 || closed[0].ErrorKind != "orphaned" {
			w.Errorf("%+v, %v", closed, err)
		}
		if closed, err := l.Reap(ctx, func(Invocation) bool { return true }); err != nil || closed != nil {
			w.Errorf("nothing runs, and closed are %+v, %v", closed, err)
		}
		intact(w, l)
	})
}

// TestInvocationsRefused: all of a batch or nothing.
func TestInvocationsRefused(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		if err := l.Record(ctx, invocation("i1", Running)); err != nil {
			w.Fatal(err)
		}
		other := invocation("i1", Done)
		other.Atom = "kei-x::stop"
		with := func(change func(*Invocation)) Invocation {
			i := invocation("i9", Done)
			change(&i)
			return i
		}
		for want, i := range map[string]Invocation{
			"invocation i1 is running already":                              invocation("i1", Running),
			"it ends an invocation that began otherwise":                    other,
			"an event invoked does not lead to merged":                      invocation("i9", Merged),
			"invalid agent-id: contains '/'":                                invocation("a/b", Done),
			`atom "a\tb" has a character that does not print`:               with(func(i *Invocation) { i.Atom = "a\tb" }),
			"source net is neither fresh nor cache":                         with(func(i *Invocation) { i.Source = "net" }),
			"input-sha x is not a SHA-256, which has 64 hexadecimal digits": with(func(i *Invocation) { i.InputSHA = "x" }),
			`spec-sha "" is not a SHA-256, which has 64 hexadecimal digits`: with(func(i *Invocation) { i.SpecSHA = "" }),
		} {
			if err := l.Record(ctx, invocation("good", Done), i); err == nil || err.Error() != want {
				w.Errorf("got  %v\nwant %s", err, want)
			}
		}
		if _, err := l.Invocations(ctx, "", "", Merged); err == nil {
			w.Error("merged invocations were asked for, and none were refused")
		}
		if c := intact(w, l); c.Events != 1 {
			w.Errorf("%d events: what was refused left some", c.Events)
		}
		if err := l.Record(ctx, invocation("i1", Failed)); err != nil {
			w.Error(err)
		}
		var twice *InvocationError
		if err := l.Record(ctx, invocation("i1", Done)); !errors.As(err, &twice) {
			w.Errorf("a second end: %v", err)
		}
	})
}

// TestInvocationsEdited: check sees what was done to them behind the ledger's back.
func TestInvocationsEdited(t *testing.T) {
	for name, tt := range map[string]struct{ sql, want string }{
		"row":      {"UPDATE invocations SET status = 'done'", "invocation i1: status is done, and its events say failed"},
		"removed":  {"DELETE FROM invocations", "invocation i1: has events, and no row"},
		"invented": {"INSERT INTO invocations (id, atom_id, spec_sha, status, started_ms, first_event, last_event) VALUES ('i2', 'a', '', 'done', 1, 1, 1)", "invocation i2: has a row, and no event says where it comes from"},
		"event":    {"UPDATE events SET payload = '{}'", "event 1 (invocation i1): was edited: its hash is not that of what it says"},
	} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(w *world) {
				l := w.open()
				if err := l.Record(ctx, invocation("i1", Failed)); err != nil {
					w.Fatal(err)
				}
				l.sql(w.T, tt.sql)
				c, err := l.Check(ctx, Head{})
				if err != nil || len(c.Problems) == 0 || c.Problems[0].String() != tt.want {
					w.Errorf("%v, %v; want %s", c.Problems, err, tt.want)
				}
			})
		})
	}
}

// TestVersion10 brings a ledger with a chain up to date: the hashes stay.
func TestVersion10(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		must(w)(l.Fork(ctx, agent("a")))
		must(w)(l.Done(ctx, "a", "x"))
		head := intact(w, l).Head
		l.sql(w.T, "DROP TABLE invocations")
		if w.postgres() {
			l.sql(w.T, "ALTER TABLE events ADD CONSTRAINT events_agent_fkey FOREIGN KEY (agent) REFERENCES agents (id)", "UPDATE ledger_version SET version = 10")
		} else {
			l.sql(w.T, "ALTER TABLE events RENAME TO old", "DROP INDEX idx_events_agent",
				`CREATE TABLE events (seq BIGINT PRIMARY KEY, ts BIGINT NOT NULL, agent TEXT NOT NULL REFERENCES agents (id),
					event TEXT NOT NULL, payload TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL)`,
				"INSERT INTO events SELECT * FROM old", "DROP TABLE old", "CREATE INDEX idx_events_agent ON events (agent, seq)", "PRAGMA user_version = 10")
		}
		l = w.open()
		if c := intact(w, l); c.Head != head {
			w.Errorf("the chain ends at %s, it ended at %s", c.Head, head)
		}
		if err := l.Record(ctx, invocation("i1", Done)); err != nil {
			w.Error(err)
		}
		intact(w, l)
	})
}

func TestInvocationsAtOnce(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				for k := range 5 {
					id := fmt.Sprintf("i-%d-%d", n, k)
					if err := errors.Join(l.Record(ctx, invocation(id, Running)), l.Record(ctx, invocation(id, Done))); err != nil {
						w.Error(err)
					}
				}
			})
		}
		all.Wait()
		if c := intact(w, l); c.Events != 80 || c.Invocations != 40 {
			w.Errorf("%+v", c)
		}
	})
}
