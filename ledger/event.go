package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// An Event is one link of the chain: what happened to one agent.
type Event struct {
	Seq     int64  `json:"seq"` // 1, 2, 3, ...
	Time    int64  `json:"ts"`
	Agent   string `json:"agent"`
	Kind    string `json:"event"`     // a key of kinds
	Payload string `json:"payload"`   // canonical JSON
	Prev    string `json:"prev_hash"` // Hash of the event before; of the first, ""
	Hash    string `json:"hash"`
}

// sum is the hash that the event should have: SHA-256 over its fields, each
// after its length, so that no two events have the same text. In any language:
//
//	for f in [prev_hash, seq, ts, agent, event, payload]: sha256(len(f) ":" f)
func (e *Event) sum() string {
	h := sha256.New()
	for _, f := range []string{
		e.Prev, strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.Time, 10), e.Agent, e.Kind, e.Payload,
	} {
		fmt.Fprintf(h, "%d:%s", len(f), f)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// A Head is the end of a chain. Kept elsewhere, it proves later that the chain
// has only grown; see [Ledger.Check].
type Head struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"`
}

func (h Head) String() string { return fmt.Sprintf("%d:%s", h.Seq, h.Hash) }

// ParseHead reads what [Head.String] wrote.
func ParseHead(s string) (Head, error) {
	seq, hash, _ := strings.Cut(s, ":")
	n, err := strconv.ParseInt(seq, 10, 64)
	sum, bad := hex.DecodeString(hash)
	switch {
	case err == nil && n == 0 && hash == "":
		return Head{}, nil // of a ledger in which nothing has happened
	case err != nil || n < 1 || bad != nil || len(sum) != sha256.Size:
		return Head{}, &ArgumentError{"head", printable(s) + " is not SEQ:HASH, as kei ledger check prints it"}
	}
	return Head{n, strings.ToLower(hash)}, nil
}

// canonical is v as JSON with sorted keys, without space around anything.
func canonical(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // a float would lose digits
	var sorted any
	if err := d.Decode(&sorted); err != nil {
		return "", err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err = e.Encode(sorted)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// A change is the payload of an event: what the event does to a row.
type change interface {
	from() []Status // the statuses it can follow; nil: any
	apply(r *Row, e *Event) error
}

// kinds of events. Names are never reused: chains keep them for ever.
var kinds = map[string]func() change{
	"fork":   func() change { return &forked{} },
	"import": func() change { return &imported{} },
	"done":   func() change { return &done{} },
	"fail":   func() change { return &failed{} },
	"merged": func() change { return &merged{} },
	"reject": func() change { return &rejected{} },
	"cost":   func() change { return &Cost{} },
	"verify": func() change { return &verified{} },
	"keep":   func() change { return &kept{} },
	"again":  func() change { return &again{} },
}

// decode reads the payload, which has to be what it is read into and nothing more.
func (e *Event) decode(into any) error {
	d := json.NewDecoder(strings.NewReader(e.Payload))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("its payload: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("its payload goes on after its end")
	}
	return nil
}

// apply makes of the row that an agent has (nil: none) the one it has after the
// event. The row given is not changed.
func (e *Event) apply(was *Row) (*Row, error) {
	make, ok := kinds[e.Kind]
	if !ok {
		return nil, fmt.Errorf("an event %s is not known; a later kei may have written it", printable(e.Kind))
	}
	c := make()
	if err := e.decode(c); err != nil {
		return nil, err
	}
	r := &Row{First: e.Seq}
	r.ID = e.Agent
	switch _, first := c.(starting); {
	case first && was != nil:
		return nil, &DuplicateIDError{e.Agent, was.Status}
	case !first && was == nil:
		return nil, &NotFoundError{e.Agent, c.from()}
	case !first:
		*r = *was
	}
	if err := c.apply(r, e); err != nil {
		return nil, err
	}
	r.Last = e.Seq
	return r, nil
}

// starting changes are the first of their agent.
type starting interface{ starts() }

type forked Agent

func (*forked) starts()        {}
func (*forked) from() []Status { return nil }
func (c *forked) apply(r *Row, e *Event) error {
	r.Agent = Agent(*c)
	r.ID, r.Status, r.Started = e.Agent, Running, e.Time
	return nil
}

// imported is a row that is older than the chain.
type imported Row

func (*imported) starts()        {}
func (*imported) from() []Status { return nil }
func (c *imported) apply(r *Row, e *Event) error {
	*r = Row(*c)
	r.ID, r.First = e.Agent, e.Seq
	return nil
}

type done struct {
	Summary string `json:"summary"`
}

func (*done) from() []Status { return []Status{Running} }
func (c *done) apply(r *Row, e *Event) error {
	r.Finished, r.Summary = e.Time, c.Summary
	return r.move(Done, c.from())
}

type failed struct {
	Summary string `json:"summary"`
}

func (*failed) from() []Status { return []Status{Running} }
func (c *failed) apply(r *Row, e *Event) error {
	r.Finished, r.Summary = e.Time, c.Summary
	return r.move(Failed, c.from())
}

// again is the outcome of a later look at work that was closed before: main may
// have moved since, or what kept it from being checked is gone.
type again struct {
	Done    bool   `json:"done"`
	Summary string `json:"summary"`
}

func (*again) from() []Status { return []Status{Done, Failed} }
func (c *again) apply(r *Row, e *Event) error {
	r.Finished, r.Summary = e.Time, c.Summary
	if c.Done {
		return r.move(Done, c.from())
	}
	return r.move(Failed, c.from())
}

// kept is the commit of work that was found clean. Once the agent is done with it, it stays.
type kept struct {
	Commit string `json:"commit"`
}

func (c *kept) from() []Status { return []Status{Running, Failed} }
func (c *kept) apply(r *Row, e *Event) error {
	if r.Status == Done && r.Work == "" { // somebody else has closed it, before it was looked at
		r.Work = c.Commit
		return nil
	}
	r.Work = c.Commit
	return r.move(r.Status, c.from())
}

// merged and rejected leave Finished: that is when the agent was finished.
type merged struct {
	Commit string `json:"commit,omitempty"` // by which the work came in, where that is known
}

func (*merged) from() []Status { return []Status{Done, Failed} }
func (c *merged) apply(r *Row, e *Event) error {
	if r.Status == Merged && r.Merge == "" && c.Commit != "" {
		r.Merge = c.Commit // it was said before, and is done now
		return nil
	}
	r.Merge = c.Commit
	return r.move(Merged, c.from())
}

type rejected struct {
	Reason string `json:"reject_reason,omitempty"`
}

func (*rejected) from() []Status { return []Status{Done, Failed} }
func (c *rejected) apply(r *Row, e *Event) error {
	r.Reason = c.Reason
	return r.move(Rejected, c.from())
}

type verified struct {
	Report Report `json:"verify"`
}

func (*verified) from() []Status { return []Status{Running, Done, Failed} }
func (c *verified) apply(r *Row, e *Event) error {
	r.Verify = c.Report
	return r.move(r.Status, c.from())
}

// A Cost is what some of an agent's work cost.
type Cost struct {
	Cents     int64  `json:"cents,omitempty"`
	Provider  string `json:"provider,omitempty"` // "": as before
	Model     string `json:"model,omitempty"`
	TokensIn  int64  `json:"tokens_in,omitempty"`
	TokensOut int64  `json:"tokens_out,omitempty"`
	Replace   bool   `json:"replace,omitempty"` // these are the sums, do not add
}

const microCents = 1_000_000 // in a cent

func (*Cost) from() []Status { return nil }
func (c *Cost) apply(r *Row, e *Event) error {
	if c.Replace {
		r.CostCents, r.CostMicroCents, r.TokensIn, r.TokensOut = 0, 0, 0, 0
	}
	if c.Provider != "" {
		r.Provider = c.Provider
	}
	if c.Model != "" {
		r.Model = c.Model
	}
	micro, ok := int64(0), c.Cents <= math.MaxInt64/microCents
	if ok {
		micro = c.Cents * microCents
	}
	for _, s := range []struct {
		to   *int64
		more int64
	}{{&r.CostCents, c.Cents}, {&r.CostMicroCents, micro}, {&r.TokensIn, c.TokensIn}, {&r.TokensOut, c.TokensOut}} {
		ok = ok && s.more >= 0 && *s.to <= math.MaxInt64-s.more
		*s.to += s.more
	}
	if !ok {
		return &ArgumentError{"cost", "is negative, or more than can be counted"}
	}
	return nil
}
