package ledger

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Invocation is all that is known of one call of an atom. What went in and
// what came out is never kept, only its SHA-256. JSON names are column names.
type Invocation struct {
	ID        string `json:"id,omitempty"` // see [CheckID]
	Atom      string `json:"atom_id"`
	SpecSHA   string `json:"spec_sha"`            // of the declaration
	InputSHA  string `json:"input_sha,omitempty"` // of the input in its canonical form; "": it had none
	OutputSHA string `json:"output_sha,omitempty"`
	Status    Status `json:"status"`     // Running, Done or Failed
	StartedMS int64  `json:"started_ms"` // since 1970
	Duration  int64  `json:"duration_ms"`
	Exit      int64  `json:"exit_code"`
	ErrorKind string `json:"error_kind,omitempty"`
	ErrorCode string `json:"error_code,omitempty"`
	Attempts  int64  `json:"attempts"`
	Agent     string `json:"agent_id,omitempty"` // whose call it was; "": a person's
	Role      string `json:"role,omitempty"`
	Parent    string `json:"parent_id,omitempty"` // the invocation whose program called
	Pipe      string `json:"pipe,omitempty"`
	Step      string `json:"step,omitempty"`
	Source    string `json:"source,omitempty"`  // fresh or cache
	Process   string `json:"process,omitempty"` // which process keeps it running; see kei ledger reap

	First int64 `json:"first_event,omitempty"` // its events in the chain
	Last  int64 `json:"last_event,omitempty"`
}

// ofInvocation begins the subject of an event that is about an invocation. Ids
// of agents hold no slash.
const ofInvocation = "invocation/"

func (i *Invocation) subject() string { return ofInvocation + i.ID }

var invocations = table[Invocation]{"invocations", []column[Invocation]{
	{"id", false, func(i *Invocation) any { return &i.ID }},
	{"atom_id", false, func(i *Invocation) any { return &i.Atom }},
	{"spec_sha", false, func(i *Invocation) any { return &i.SpecSHA }},
	{"input_sha", true, func(i *Invocation) any { return &i.InputSHA }},
	{"output_sha", true, func(i *Invocation) any { return &i.OutputSHA }},
	{"status", false, func(i *Invocation) any { return &i.Status }},
	{"started_ms", false, func(i *Invocation) any { return &i.StartedMS }},
	{"duration_ms", false, func(i *Invocation) any { return &i.Duration }},
	{"exit_code", false, func(i *Invocation) any { return &i.Exit }},
	{"error_kind", true, func(i *Invocation) any { return &i.ErrorKind }},
	{"error_code", true, func(i *Invocation) any { return &i.ErrorCode }},
	{"attempts", false, func(i *Invocation) any { return &i.Attempts }},
	{"agent_id", true, func(i *Invocation) any { return &i.Agent }},
	{"role", true, func(i *Invocation) any { return &i.Role }},
	{"parent_id", true, func(i *Invocation) any { return &i.Parent }},
	{"pipe", true, func(i *Invocation) any { return &i.Pipe }},
	{"step", true, func(i *Invocation) any { return &i.Step }},
	{"source", true, func(i *Invocation) any { return &i.Source }},
	{"process", true, func(i *Invocation) any { return &i.Process }},
	{"first_event", false, func(i *Invocation) any { return &i.First }},
	{"last_event", false, func(i *Invocation) any { return &i.Last }},
}}

// same are the facts that the end of an invocation can't change.
func (i *Invocation) same() [10]any {
	return [...]any{i.Atom, i.SpecSHA, i.InputSHA, i.StartedMS, i.Agent, i.Role, i.Parent, i.Pipe, i.Step, i.Process}
}

// event is the kind of the event that brings a row to this status.
func (i *Invocation) event() string {
	if i.Status == Running {
		return "invoke"
	}
	return "invoked"
}

// invocation makes of the row that an invocation has (nil: none) the one it has
// after the event: one that begins, or one that ends and may be its first.
func (e *Event) invocation(was *Invocation) (*Invocation, error) {
	i := &Invocation{}
	if err := e.decode(i); err != nil {
		return nil, err
	}
	i.ID, i.First, i.Last = strings.TrimPrefix(e.Agent, ofInvocation), e.Seq, e.Seq
	switch {
	case e.Kind != "invoke" && e.Kind != "invoked":
		return nil, fmt.Errorf("an event %s is not known; a later kei may have written it", printable(e.Kind))
	case e.Kind != i.event() || !slices.Contains([]Status{Running, Done, Failed}, i.Status):
		return nil, fmt.Errorf("an event %s does not lead to %s", e.Kind, printable(string(i.Status)))
	case was == nil:
		return i, nil
	case was.Status != Running || i.Status == Running:
		return nil, &InvocationError{i.ID, was.Status}
	case was.same() != i.same():
		return nil, errors.New("it ends an invocation that began otherwise")
	}
	i.First = was.First
	return i, nil
}

// An InvocationError is an invocation that begins or ends a second time.
type InvocationError struct {
	ID string
	Is Status
}

func (e *InvocationError) Error() string {
	return fmt.Sprintf("invocation %s is %s already", e.ID, e.Is)
}

// check holds an invocation to what a row can hold and a line can show.
func (i *Invocation) check() error {
	if err := CheckID(i.ID); err != nil {
		return err
	}
	for _, sum := range []struct {
		field, text string
		must        bool
	}{{"spec-sha", i.SpecSHA, true}, {"input-sha", i.InputSHA, false}, {"output-sha", i.OutputSHA, false}} {
		if b, err := hex.DecodeString(sum.text); (sum.must || sum.text != "") && (err != nil || len(b) != 32) {
			return &ArgumentError{sum.field, printable(sum.text) + " is not a SHA-256, which has 64 hexadecimal digits"}
		}
	}
	if !slices.Contains([]string{"", "fresh", "cache"}, i.Source) {
		return &ArgumentError{"source", printable(i.Source) + " is neither fresh nor cache"}
	}
	return firstProblem(
		name("atom", i.Atom), name("error kind", i.ErrorKind), name("error code", i.ErrorCode), name("agent", i.Agent),
		name("role", i.Role), name("parent", i.Parent), name("pipe", i.Pipe), name("step", i.Step), name("process", i.Process),
	)
}

// Record keeps what invocations are now, in one transaction: each begins
// (Running) or ends. All are kept or none. One that begins or ends twice is an
// [*InvocationError].
func (l *Ledger) Record(ctx context.Context, list ...Invocation) error {
	for n := range list {
		if err := list[n].check(); err != nil {
			return err
		}
	}
	return l.do(ctx, l.dialect.write, func(t *tx) error {
		head, err := t.head(t.forHead)
		if err != nil {
			return err
		}
		for n := range list {
			e, err := t.record(head, l.now().Unix(), &list[n])
			if err != nil {
				return err
			}
			head = Head{e.Seq, e.Hash}
		}
		return nil
	})
}

func (t *tx) record(head Head, now int64, i *Invocation) (*Event, error) {
	found, err := rowsOf(t, invocations, "WHERE id = ?", i.ID)
	if err != nil {
		return nil, err
	}
	var was *Invocation
	if len(found) > 0 {
		was = found[0]
	}
	payload := *i
	payload.ID, payload.First, payload.Last = "", 0, 0
	e, err := head.next(now, i.subject(), i.event(), payload)
	if err != nil {
		return nil, err
	}
	row, err := e.invocation(was)
	if err != nil {
		return nil, err
	}
	return e, put(t, invocations, e, row, i.ID, was == nil)
}

// Invocations are those that fit, the newest first. "" fits all.
func (l *Ledger) Invocations(ctx context.Context, atom, agent string, status Status) (list []Invocation, err error) {
	if status != "" && !slices.Contains([]Status{Running, Done, Failed}, status) {
		return nil, &ArgumentError{"status", printable(string(status)) + " is none of running done failed"}
	}
	f := invocationsOf(atom, agent, status)
	err = l.do(ctx, l.dialect.read, func(t *tx) error {
		list = nil
		rows, err := rowsOf(t, invocations, f.where()+" ORDER BY started_ms DESC, first_event DESC", f.args...)
		for _, r := range rows {
			list = append(list, *r)
		}
		return err
	})
	return list, err
}

func invocationsOf(atom, agent string, status Status) (f filter) {
	f.is("atom_id", atom)
	f.is("agent_id", agent)
	f.is("status", string(status))
	return f
}

// Reap closes the invocations that are running though gone says that their
// process is not: each is failed, as orphaned. It says which.
func (l *Ledger) Reap(ctx context.Context, gone func(Invocation) bool) ([]Invocation, error) {
	running, err := l.Invocations(ctx, "", "", Running)
	if err != nil {
		return nil, err
	}
	var closed []Invocation
	for _, i := range running {
		if !gone(i) {
			continue
		}
		i.Status, i.ErrorKind, i.Exit = Failed, "orphaned", 1
		i.Duration = max(l.now().UnixMilli()-i.StartedMS, 0)
		var twice *InvocationError
		switch err := l.Record(ctx, i); {
		case errors.As(err, &twice): // it ended meanwhile
		case err != nil:
			return closed, err
		default:
			closed = append(closed, i)
		}
	}
	return closed, nil
}
