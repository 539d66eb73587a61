package ledger

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// filled is a ledger with two agents: events 1 a fork, 2 b fork, 3 a done, 4 b
// fail, 5 a merged.
func filled(w *world) *Ledger {
	l := w.open()
	must(w)(l.Fork(ctx, agent("a")))
	must(w)(l.Fork(ctx, agent("b")))
	must(w)(l.Done(ctx, "a", "done"))
	must(w)(l.Fail(ctx, "b", "it broke"))
	must(w)(l.Merged(ctx, "a"))
	return l
}

func TestTampering(t *testing.T) {
	for _, tt := range []struct {
		name string
		sql  []string
		want []string // each begins a problem; all of them
	}{
		{"nothing", nil, nil},
		{"a row", []string{"UPDATE agents SET status = 'done' WHERE id = 'b'"},
			[]string{"agent b: status is done, and its events say failed"}},
		{"two columns", []string{"UPDATE agents SET cost_cents = 5, summary = NULL WHERE id = 'a'"},
			[]string{`agent a: summary is "", and its events say done`, "agent a: cost_cents is 5, and its events say 0"}},
		{"a new row", []string{"INSERT INTO agents (id, branch, spec_sha, status, started_ts) VALUES ('c', 'x', '', 'done', 1)"},
			[]string{"agent c: has a row, and no event says where it comes from"}},
		{"a row renamed", []string{"UPDATE agents SET id = 'c' WHERE id = 'b'"},
			[]string{"agent c: has a row", "agent b: has events, and no row"}},
		{"a row removed", []string{"DELETE FROM agents WHERE id = 'b'"},
			[]string{"agent b: has events, and no row"}},
		{"an event edited", []string{"UPDATE events SET payload = '{\"summary\":\"fine\"}' WHERE seq = 4"},
			[]string{"event 4 (agent b): was edited", `agent b: summary is "it broke", and its events say fine`}},
		{"an event and its row", []string{"UPDATE events SET ts = 5 WHERE seq = 4", "UPDATE agents SET finished_ts = 5 WHERE id = 'b'"},
			[]string{"event 4 (agent b): was edited"}},
		{"an event, with its hash", []string{"@hash 4"},
			[]string{"event 5 (agent a): does not continue event 4, which was edited or is another"}},
		{"the last event, with its hash", []string{"@hash 5"},
			[]string{"the head of the ledger is 5, its last event is another, 5"}},
		{"an event removed", []string{"DELETE FROM events WHERE seq = 3"},
			[]string{"event 3: is missing", "event 5 (agent a): cannot have happened: no done or failed agent with id a: it is running"}},
		{"the first removed", []string{"DELETE FROM events WHERE seq <= 2"},
			[]string{"event 1: is missing, and all up to 2", "event 3 (agent a): cannot have happened: no running agent with id a", "event 4 (agent b): cannot"}},
		{"the last removed", []string{"DELETE FROM events WHERE seq = 5"},
			[]string{"the chain ends at event 4, it was 5 events long", "agent a: status is merged, and its events say done", "agent a: last_event is 5"}},
		{"the last removed, and from its row", []string{"DELETE FROM events WHERE seq = 5", "UPDATE agents SET status = 'done', last_event = 3 WHERE id = 'a'"},
			[]string{"the chain ends at event 4, it was 5 events long"}},
		{"all removed", []string{"DELETE FROM events"},
			[]string{"the chain ends at event 0, it was 5 events long", "agent a: has a row", "agent b: has a row"}},
		{"an agent with its last events", []string{"DELETE FROM events WHERE agent = 'b'", "DELETE FROM agents WHERE id = 'b'"},
			[]string{"event 2: is missing", "event 4: is missing"}},
		{"two reordered", []string{"UPDATE events SET seq = 99 WHERE seq = 2", "UPDATE events SET seq = 2 WHERE seq = 3", "UPDATE events SET seq = 3 WHERE seq = 99"},
			[]string{"event 2 (agent a): does not continue event 1", "event 2 (agent a): was edited", "event 3 (agent b): does not continue event 2", "event 3 (agent b): was edited",
				"event 4 (agent b): does not continue event 3", "agent b: first_event"}},
		{"one in front", []string{"INSERT INTO events (seq, ts, agent, event, payload, prev_hash, hash) VALUES (0, 1, 'a', 'cost', '{}', '', '')"},
			[]string{"agent a: has an event of the number 0, the first is 1"}},
		{"another kind", []string{"UPDATE events SET event = 'promoted' WHERE seq = 5"},
			[]string{"event 5 (agent a): was edited", "event 5 (agent a): cannot have happened: an event promoted is not known"}},
		{"of another agent", []string{"UPDATE events SET agent = 'b' WHERE seq = 5"},
			[]string{"event 5 (agent b): was edited", "agent a: status", "agent a: last_event", "agent b: status", "agent b: last_event"}},
		{"the head", []string{"UPDATE ledger_head SET seq = 4"},
			[]string{"the head of the ledger is 4, its last event is another, 5"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			onBoth(t, func(w *world) {
				l := filled(w)
				for _, s := range tt.sql {
					l.tamper(w, s)
				}
				c, err := l.Check(ctx, Head{})
				if err != nil {
					w.Fatal(err)
				}
				var got []string
				for _, p := range c.Problems {
					got = append(got, p.String())
				}
				for _, want := range tt.want {
					if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, want) }) {
						w.Errorf("nothing begins %q", want)
					}
				}
				if len(got) < len(tt.want) || len(tt.want) == 0 && len(got) > 0 || w.Failed() {
					w.Errorf("got\n%s", strings.Join(got, "\n"))
				}
			})
		})
	}
}

// tamper runs a statement, or: "@hash N" edits an event and gives it the hash it
// then has to have.
func (l *Ledger) tamper(w *world, s string) {
	seq, ok := strings.CutPrefix(s, "@hash ")
	if !ok {
		l.sql(w.T, s)
		return
	}
	events, err := l.Events(ctx, map[string]string{"4": "b", "5": "a"}[seq])
	if err != nil {
		w.Fatal(err)
	}
	e := events[len(events)-1]
	e.Time++
	l.sql(w.T, fmt.Sprintf("UPDATE events SET ts = %d, hash = '%s' WHERE seq = %s", e.Time, e.sum(), seq))
}

// TestNotedHead: a chain that was written anew, down to the head, is whole. That
// it is another shows to who has noted the old one.
func TestNotedHead(t *testing.T) {
	onBoth(t, func(w *world) {
		l := filled(w)
		noted := intact(w, l).Head
		again, err := ParseHead(noted.String())
		if err != nil || again != noted {
			w.Error(again, err)
		}
		must(w)(l.Reject(ctx, "b", ""))
		if c, err := l.Check(ctx, noted); err != nil || len(c.Problems) != 0 {
			w.Error("it has only grown:", c.Problems, err)
		}

		other := noted
		other.Hash = strings.Repeat("0", 64)
		c, err := l.Check(ctx, other)
		if err != nil || len(c.Problems) != 1 || !strings.Contains(c.Problems[0].What, "the chain was written anew") {
			w.Error(c.Problems, err)
		}
		other.Seq = 7
		c, err = l.Check(ctx, other)
		if err != nil || len(c.Problems) != 1 || c.Problems[0].String() != "the chain ends at event 6, and it was noted when it had 7" {
			w.Error(c.Problems, err)
		}
	})
	for _, s := range []string{"", "5", "5:ab", "x:" + strings.Repeat("0", 64), "-1:" + strings.Repeat("0", 64)} {
		if _, err := ParseHead(s); err == nil {
			t.Errorf("%q is a head", s)
		}
	}
	if h, err := ParseHead((Head{}).String()); err != nil || h != (Head{}) {
		t.Error(h, err)
	}
}

// TestHashIsForever holds the hash to a value that was computed by other means:
// chains that exist must stay valid.
func TestHashIsForever(t *testing.T) {
	e := Event{Seq: 1, Time: 1700000000, Agent: "ag-1", Kind: "done", Payload: `{"summary":"x"}`}
	if got, want := e.sum(), "8918865773a2ab73b8447169209597d0a5d595b1484a3d83cbd261d2bfbe5ca4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	// Fields that move a byte to their neighbour are others.
	f := e
	f.Agent, f.Kind = "ag-1d", "one"
	if f.sum() == e.sum() {
		t.Error("two events have one hash")
	}
}
