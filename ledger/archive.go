package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// What was archived leaves of each of its events the place in the chain: number, time
// and hashes, without whose it was or what it said (a tombstone). The event "archive"
// behind them has a sum over all tombstones there are by then, so that none can be
// made of an event afterwards; and the file that has them whole is checked by itself.

// ofLedger is the subject of events that are about the ledger.
const ofLedger = "ledger/"

// archived is the payload of an event "archive".
type archived struct {
	Agents int64  `json:"agents"` // whose rows went with it
	Before int64  `json:"before"`
	Head   string `json:"head"`   // of the file that has them
	Events int64  `json:"events"` // tombstones there are by now
	Sum    string `json:"sum"`    // SHA-256 over their "seq:hash" lines
}

// tombstone reports whether only the place of an event is left.
func (e *Event) tombstone() bool { return e.Agent == "" && e.Kind == "" && e.Payload == "" }

// overAndChildless are the agents that are over, with all that descend from them: who
// is not stays, and so does its parent, and that one's, up to the first. Its parameters
// are a time and the number of an event. Who is whose parent is looked up once, by the
// index of parents: for each that stays it would be a walk through all.
const overAndChildless = `WHERE id NOT IN (
	WITH RECURSIVE lines(child, parent) AS MATERIALIZED (
		SELECT c.id, p.id FROM agents p JOIN agents c ON c.parent_branch IN (p.branch, p.id)
	), stays(id) AS (
		SELECT id FROM agents
			WHERE status NOT IN ('merged', 'rejected') OR finished_ts IS NULL OR finished_ts >= ? OR last_event > ?
		UNION
		SELECT lines.parent FROM stays JOIN lines ON lines.child = stays.id
	) SELECT id FROM stays)`

// Archive writes the ledger into a new file, as [Ledger.Backup] does, and takes out the
// agents that were merged or rejected, ended before a time (seconds since 1970), and
// are no ancestor of one that stays. It says how many.
func (l *Ledger) Archive(ctx context.Context, file string, before int64) (n int, err error) {
	if before == 0 {
		return 0, &ArgumentError{"before", "is not given"}
	}
	found, err := l.Backup(ctx, file)
	if err != nil {
		return 0, err
	}
	if len(found.Problems) > 0 {
		return 0, fmt.Errorf("ledger %s is not as it was written (%s), and stays as it is; %s is a copy of it", l.where, found.Problems[0], file)
	}
	err = l.do(ctx, l.dialect.write, func(t *tx) error {
		head, err := t.head(t.forHead)
		if err != nil {
			return err
		}
		rows, err := t.rows(overAndChildless, before, found.Head.Seq)
		if n = len(rows); err != nil || n == 0 {
			return err
		}
		for _, r := range rows {
			if err := t.bury(r.ID); err != nil {
				return err
			}
		}
		sum, events, err := t.tombstones(head.Seq + 1)
		if err != nil {
			return err
		}
		e, err := head.next(l.now().Unix(), ofLedger, "archive", archived{int64(n), before, found.Head.String(), events, sum})
		if err != nil {
			return err
		}
		return t.chain(e)
	})
	if err == nil && n > 0 {
		_, err = l.db.ExecContext(ctx, "VACUUM")
	}
	return n, err
}

// bury takes out the row of an agent, what its events said, and its task if nobody
// else has it.
func (t *tx) bury(id string) error {
	return errors.Join(
		t.exec("UPDATE events SET agent = '', event = '', payload = '' WHERE agent = ?", id),
		t.exec("DELETE FROM specs WHERE sha = (SELECT spec_sha FROM agents WHERE id = ?) AND (SELECT count(*) FROM agents WHERE spec_sha = specs.sha) < 2", id),
		t.exec("DELETE FROM agents WHERE id = ?", id),
	)
}

// tombstones is the sum over those before an event, and how many they are.
func (t *tx) tombstones(before int64) (sum string, n int64, err error) {
	var b burial
	err = t.events(func(e *Event) error {
		b.add(e)
		return nil
	}, "WHERE agent = '' AND event = '' AND payload = '' AND seq < ? ORDER BY seq", before)
	return b.sum(), b.n, err
}

// A burial sums tombstones.
type burial struct {
	text []byte
	n    int64
}

func (b *burial) add(e *Event) {
	b.text = append(strconv.AppendInt(b.text, e.Seq, 10), (":" + e.Hash + "\n")...)
	b.n++
}

func (b *burial) sum() string {
	sum := sha256.Sum256(b.text)
	return hex.EncodeToString(sum[:])
}

// buried holds the tombstones of a chain to the last event "archive", behind which
// there are none.
func (c *checker) buried(e *Event) {
	switch {
	case e.tombstone():
		c.tombs = append(c.tombs, *e)
	case e.Kind == "archive" && e.Agent == ofLedger:
		c.archive = e
	}
}

func (c *checker) endBurial() {
	if len(c.tombs) == 0 && c.archive == nil {
		return
	}
	if c.archive == nil {
		c.problem(c.tombs[0].Seq, "", "says nothing, and was not archived")
		return
	}
	var p archived
	if err := json.Unmarshal([]byte(c.archive.Payload), &p); err != nil {
		c.problem(c.archive.Seq, "", "does not say what was archived (%v), and %d events say nothing", err, len(c.tombs))
		return
	}
	var b burial
	for i := range c.tombs {
		b.add(&c.tombs[i])
	}
	if b.n != p.Events || b.sum() != p.Sum {
		c.problem(c.archive.Seq, "", "archived %d events, and %d say nothing, or others: what some said was taken away", p.Events, b.n)
	}
}
