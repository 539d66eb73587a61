package ledger

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// A Lift is a rule that somebody has lifted: a variable that a gate takes for
// leave, a permission of a task, a lock. It is lifted until it is revoked. JSON
// names are column names.
type Lift struct {
	ID      string `json:"id"`
	Rule    string `json:"rule"` // a capability, or the variable or permission that lifts it
	Reason  string `json:"reason"`
	Agent   string `json:"agent_id,omitempty"` // for whom; "": for whoever it is
	Lifted  int64  `json:"lifted_ts"`
	Revoked int64  `json:"revoked_ts,omitempty"` // 0: not yet

	First int64 `json:"first_event,omitempty"` // its events in the chain
	Last  int64 `json:"last_event,omitempty"`
}

// ofLift begins the subject of an event that is about a lift.
const ofLift = "lift/"

func (f *Lift) subject() string { return ofLift + f.ID }

var lifts = table[Lift]{"lifts", []column[Lift]{
	{"id", false, func(f *Lift) any { return &f.ID }},
	{"rule", false, func(f *Lift) any { return &f.Rule }},
	{"reason", false, func(f *Lift) any { return &f.Reason }},
	{"agent_id", true, func(f *Lift) any { return &f.Agent }},
	{"lifted_ts", false, func(f *Lift) any { return &f.Lifted }},
	{"revoked_ts", true, func(f *Lift) any { return &f.Revoked }},
	{"first_event", false, func(f *Lift) any { return &f.First }},
	{"last_event", false, func(f *Lift) any { return &f.Last }},
}}

// lifting is the payload of the event that begins a lift; that of its end is empty.
type lifting struct {
	Rule   string `json:"rule,omitempty"`
	Reason string `json:"reason,omitempty"`
	Agent  string `json:"agent_id,omitempty"`
}

// lift makes of the row that a lift has (nil: none) the one it has after the event.
func (e *Event) lift(was *Lift) (*Lift, error) {
	var p lifting
	if err := e.decode(&p); err != nil {
		return nil, err
	}
	id := strings.TrimPrefix(e.Agent, ofLift)
	switch {
	case e.Kind == "lift" && was == nil:
		return &Lift{ID: id, Rule: p.Rule, Reason: p.Reason, Agent: p.Agent, Lifted: e.Time, First: e.Seq, Last: e.Seq}, nil
	case e.Kind == "lift":
		return nil, fmt.Errorf("%s is in the ledger already", id)
	case e.Kind != "revoke":
		return nil, fmt.Errorf("an event %s is not known; a later kei may have written it", printable(e.Kind))
	case was == nil:
		return nil, &NoLiftError{id}
	case was.Revoked != 0:
		return nil, fmt.Errorf("%s was revoked already", id)
	}
	r := *was
	r.Revoked, r.Last = e.Time, e.Seq
	return &r, nil
}

// A NoLiftError is that the ledger has no lift of that id.
type NoLiftError struct{ ID string }

func (e *NoLiftError) Error() string {
	return "no lift with id " + printable(e.ID) + "; kei ledger lifts says which there are"
}

// Lift says that a rule is lifted from now on, why, and for which agent ("" is
// everybody). The lift's id follows from its place in the chain.
func (l *Ledger) Lift(ctx context.Context, rule, reason, agent string) (Lift, error) {
	if rule == "" || reason == "" {
		return Lift{}, &ArgumentError{"a lift", "needs the rule and the reason"}
	}
	if err := firstProblem(name("rule", rule), name("agent", agent)); err != nil {
		return Lift{}, err
	}
	text, err := words("reason", reason)
	if err != nil {
		return Lift{}, err
	}
	return l.writeLift(ctx, "", "lift", lifting{rule, text, agent})
}

// Revoke says that a rule holds again from now on.
func (l *Ledger) Revoke(ctx context.Context, id string) (Lift, error) {
	if err := CheckID(id); err != nil {
		return Lift{}, err
	}
	return l.writeLift(ctx, id, "revoke", lifting{})
}

// writeLift is one event about a lift; an id "" is a new one.
func (l *Ledger) writeLift(ctx context.Context, id, kind string, payload lifting) (row Lift, err error) {
	err = l.do(ctx, l.dialect.write, func(t *tx) error {
		head, err := t.head(t.forHead)
		if err != nil {
			return err
		}
		of := id
		if of == "" {
			of = "lift-" + strconv.FormatInt(head.Seq+1, 10)
		}
		e, err := head.next(l.now().Unix(), ofLift+of, kind, payload)
		if err != nil {
			return err
		}
		found, err := rowsOf(t, lifts, "WHERE id = ?", of)
		if err != nil {
			return err
		}
		var was *Lift
		if len(found) > 0 {
			was = found[0]
		}
		r, err := e.lift(was)
		if err != nil {
			return err
		}
		row = *r
		return put(t, lifts, e, r, of, was == nil)
	})
	return row, err
}

// Lifts are those of an agent ("" is all), the newest first; only those that were
// not revoked, if now is set.
func (l *Ledger) Lifts(ctx context.Context, agent string, now bool) (list []Lift, err error) {
	f := liftsOf(agent, now)
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		list = nil
		rows, err := rowsOf(t, lifts, f.where()+" ORDER BY first_event DESC", f.args...)
		for _, r := range rows {
			list = append(list, *r)
		}
		return err
	})
	return list, err
}

func liftsOf(agent string, now bool) (f filter) {
	f.is("agent_id", agent)
	if now {
		f.add("revoked_ts IS NULL")
	}
	return f
}
