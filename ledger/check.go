package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Problem is one place where the ledger is not what was written to it.
type Problem struct {
	Seq   int64  `json:"event,omitempty"` // which event, 0 if it is about a row
	Agent string `json:"agent,omitempty"` // or invocation/ID, or lift/ID
	What  string `json:"problem"`
}

func (p Problem) String() string {
	switch {
	case p.Seq != 0 && p.Agent != "":
		return fmt.Sprintf("event %d (%s): %s", p.Seq, p.subject(), p.What)
	case p.Seq != 0:
		return fmt.Sprintf("event %d: %s", p.Seq, p.What)
	case p.Agent != "":
		return fmt.Sprintf("%s: %s", p.subject(), p.What)
	}
	return p.What
}

func (p Problem) subject() string {
	if id, ok := strings.CutPrefix(p.Agent, ofInvocation); ok {
		return "invocation " + printable(id)
	}
	if id, ok := strings.CutPrefix(p.Agent, ofLift); ok {
		return "lift " + printable(id)
	}
	return "agent " + printable(p.Agent)
}

// A Checked is what a check found.
type Checked struct {
	Events int64 `json:"events"`
	Agents int64 `json:"agents"`

	Invocations int64 `json:"invocations"`

	Head     Head      `json:"head"`
	Problems []Problem `json:"problems"` // none: the chain is intact and the rows follow from it
}

// Check reads the whole chain, follows every row through it, and compares. All
// of it is of one moment; writers are not kept waiting.
//
// Noted is a head that was printed by an earlier check, or the zero Head: who
// can write to the ledger can also write a whole new chain, but not one that
// leads over a head that is known elsewhere.
func (l *Ledger) Check(ctx context.Context, noted Head) (found Checked, err error) {
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		c := checker{rows: map[string]*Row{}, invoked: map[string]*Invocation{}, lifted: map[string]*Lift{}, broken: map[string]bool{}, noted: noted}
		if err := t.pages(&c); err != nil {
			return err
		}
		if err := t.events(c.event, "ORDER BY seq"); err != nil {
			return err
		}
		head, err := t.head("")
		if err != nil {
			return err
		}
		c.end(head)
		rows, err := t.rows("ORDER BY first_event, id")
		if err != nil {
			return err
		}
		compare(&c, columns, rows, c.rows, func(r *Row) string { return r.ID })
		c.found.Agents = int64(len(rows))
		list, err := rowsOf(t, invocations, "ORDER BY first_event, id")
		if err != nil {
			return err
		}
		compare(&c, invocations.columns, list, c.invoked, (*Invocation).subject)
		c.found.Invocations = int64(len(list))
		lifted, err := rowsOf(t, lifts, "ORDER BY first_event, id")
		if err != nil {
			return err
		}
		compare(&c, lifts.columns, lifted, c.lifted, (*Lift).subject)
		if err := t.checkSpecs(&c); err != nil {
			return err
		}
		found = c.found
		return nil
	})
	if Damaged(err) {
		// What can be said of it is that.
		found.Problems = append(found.Problems, Problem{What: err.Error()})
		return found, nil
	}
	return found, err
}

// pages says what is wrong with how the database keeps what it keeps. Events and rows
// that lie beside a broken page can be as they should be.
func (t *tx) pages(c *checker) error {
	if t.whole == "" {
		return nil
	}
	return t.all(func(scan func(...any) error) error {
		var line string
		if err := scan(&line); err != nil {
			return err
		}
		if line != "ok" {
			c.problem(0, "", "the file is damaged: %s; %s", line, mend)
		}
		return nil
	}, t.whole)
}

// Sound is a [*DamagedError] if the database does not keep what it keeps as it should, as
// far as a look over its pages shows: a tenth of the time of [Ledger.Check], and nothing
// of the chain. A database that can't be asked is sound.
func (l *Ledger) Sound(ctx context.Context) error {
	if l.dialect.quick == "" {
		return nil
	}
	return l.do(ctx, l.dialect.read, func(t *tx) error {
		return t.all(func(scan func(...any) error) error {
			var line string
			if err := scan(&line); err != nil || line == "ok" {
				return err
			}
			_, what, _ := strings.Cut(line, "\n") // the first names the database
			if what == "" {
				what = line
			}
			return &DamagedError{l.where, what}
		}, t.quick)
	})
}

type checker struct {
	found  Checked
	last   Event
	rows   map[string]*Row // as the events make them
	broken map[string]bool // subjects whose events lead nowhere: no row can follow

	invoked map[string]*Invocation // by subject
	lifted  map[string]*Lift       // by subject
	tombs   []Event                // what was archived
	archive *Event                 // the last that says so
	noted   Head
}

func (c *checker) problem(seq int64, agent, format string, args ...any) {
	c.found.Problems = append(c.found.Problems, Problem{seq, agent, fmt.Sprintf(format, args...)})
}

func (c *checker) event(e *Event) error {
	c.found.Events++
	if e.Seq < 1 { // the query sorts them, and the table has no two of one number
		c.problem(0, e.Agent, "has an event of the number %d, the first is 1", e.Seq)
		return nil
	}
	switch next := c.last.Seq + 1; {
	case e.Seq == next+1:
		c.problem(next, "", "is missing")
	case e.Seq > next:
		c.problem(next, "", "is missing, and all up to %d", e.Seq-1)
	case e.Prev != c.last.Hash:
		c.problem(e.Seq, e.Agent, "does not continue event %d, which was edited or is another", c.last.Seq)
	}
	c.buried(e)
	if e.sum() != e.Hash && !e.tombstone() {
		c.problem(e.Seq, e.Agent, "was edited: its hash is not that of what it says")
	}
	if e.Seq == c.noted.Seq && e.Hash != c.noted.Hash {
		c.problem(e.Seq, e.Agent, "is not the one whose hash was noted; the chain was written anew")
	}
	if !c.broken[e.Agent] && !e.tombstone() && e.Agent != ofLedger {
		if err := c.follow(e); err != nil {
			c.problem(e.Seq, e.Agent, "cannot have happened: %v", err)
			c.broken[e.Agent] = true
		}
	}
	c.last = *e
	return nil
}

// follow makes of a row what the event says.
func (c *checker) follow(e *Event) error {
	if strings.HasPrefix(e.Agent, ofLift) {
		f, err := e.lift(c.lifted[e.Agent])
		if err == nil {
			c.lifted[e.Agent] = f
		}
		return err
	}
	if strings.HasPrefix(e.Agent, ofInvocation) {
		i, err := e.invocation(c.invoked[e.Agent])
		if err == nil {
			c.invoked[e.Agent] = i
		}
		return err
	}
	r, err := e.apply(c.rows[e.Agent])
	if err == nil {
		c.rows[e.Agent] = r
	}
	return err
}

// end is after the last event.
func (c *checker) end(head Head) {
	c.endBurial()
	c.found.Head = Head{c.last.Seq, c.last.Hash}
	switch {
	case head.Seq > c.last.Seq:
		c.problem(0, "", "the chain ends at event %d, it was %d events long", c.last.Seq, head.Seq)
	case head != c.found.Head:
		c.problem(0, "", "the head of the ledger is %d, its last event is another, %d", head.Seq, c.last.Seq)
	}
	if c.noted.Seq > c.last.Seq {
		c.problem(0, "", "the chain ends at event %d, and it was noted when it had %d", c.last.Seq, c.noted.Seq)
	}
}

// compare holds the rows there are to those that follow from the events.
func compare[R any](c *checker, columns []column[R], rows []*R, made map[string]*R, subject func(*R) string) {
	for _, r := range rows {
		of := subject(r)
		want, ok := made[of]
		delete(made, of)
		switch {
		case c.broken[of]:
			continue
		case !ok:
			c.problem(0, of, "has a row, and no event says where it comes from")
			continue
		}
		for _, col := range columns {
			if is, should := col.value(r), col.value(want); is != should {
				c.problem(0, of, "%s is %s, and its events say %s", col.name, short(is), short(should))
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(made)) {
		if !c.broken[id] {
			c.problem(0, id, "has events, and no row")
		}
	}
}

// short is a value for a message.
func short(v any) string {
	const most = 60
	s, ok := v.(string)
	if !ok {
		return fmt.Sprint(v)
	}
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	return printable(s)
}
