package ledger

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxBranch is how many bytes a branch, a parent or another name may have.
const MaxBranch = 256

// maxText is how many bytes of an agent's own words a row keeps.
const maxText = 64 << 10

// maxReport is how many bytes a verification may have.
const maxReport = 4 << 20

// Fork adds a row, which is running from now. Errors that can be told apart:
// [*IDError], [*ArgumentError], [*DuplicateIDError], [*DNACollisionError]. None
// of them changes anything.
func (l *Ledger) Fork(ctx context.Context, a Agent) (Row, error) {
	return l.forkAnd(ctx, a, nil)
}

func (l *Ledger) forkAnd(ctx context.Context, a Agent, also func(*tx) error) (Row, error) {
	if err := a.check(); err != nil {
		return Row{}, err
	}
	id := a.ID
	a.ID, a.SpecSHA = "", strings.ToLower(a.SpecSHA)
	c := forked(a)
	return l.writeAnd(ctx, id, "fork", &c, also)
}

// Done ends a running agent that did its work. A second time is a
// [*StatusError], and the first summary stays.
func (l *Ledger) Done(ctx context.Context, id, summary string) (Row, error) {
	text, err := words("summary", summary)
	if err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "done", &done{text})
}

// Fail ends a running agent that did not.
func (l *Ledger) Fail(ctx context.Context, id, reason string) (Row, error) {
	text, err := words("reason", reason)
	if err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "fail", &failed{text})
}

// Merged says that the work of an agent, done or failed, is in the main branch.
func (l *Ledger) Merged(ctx context.Context, id string) (Row, error) {
	return l.write(ctx, id, "merged", &merged{})
}

// MergedBy is [Ledger.Merged] where it is known by which commit.
func (l *Ledger) MergedBy(ctx context.Context, id, commit string) (Row, error) {
	if err := commitID(commit); err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "merged", &merged{commit})
}

// Keep says which commit is the work of an agent as it was found clean. That of an
// agent that is done is never another one.
func (l *Ledger) Keep(ctx context.Context, id, commit string) (Row, error) {
	if err := commitID(commit); err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "keep", &kept{commit})
}

// Again ends an agent that is done or failed as it was found when it was looked at
// once more.
func (l *Ledger) Again(ctx context.Context, id string, ok bool, summary string) (Row, error) {
	text, err := words("summary", summary)
	if err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "again", &again{ok, text})
}

// commitID holds a text to being the whole id of a commit.
func commitID(s string) error {
	if n := len(s); n != 40 && n != 64 || strings.Trim(s, "0123456789abcdef") != "" {
		return &ArgumentError{"commit", printable(s) + " is not the whole id of a commit"}
	}
	return nil
}

// Reject says that it will never be.
func (l *Ledger) Reject(ctx context.Context, id, reason string) (Row, error) {
	text, err := words("reason", reason)
	if err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "reject", &rejected{text})
}

// RecordCost adds to what an agent cost, or replaces it. Any status may cost.
func (l *Ledger) RecordCost(ctx context.Context, id string, c Cost) (Row, error) {
	for _, n := range []struct {
		name string
		n    int64
	}{{"cents", c.Cents}, {"tokens-in", c.TokensIn}, {"tokens-out", c.TokensOut}} {
		if n.n < 0 {
			return Row{}, &ArgumentError{n.name, fmt.Sprintf("is %d, which is negative", n.n)}
		}
	}
	if err := firstProblem(name("provider", c.Provider), name("model", c.Model)); err != nil {
		return Row{}, err
	}
	return l.write(ctx, id, "cost", &c)
}

// Verified keeps what verification said of an agent that is running, done or
// failed: any JSON. The row has the latest, the chain has all.
func (l *Ledger) Verified(ctx context.Context, id string, report json.RawMessage) (Row, error) {
	if len(report) > maxReport {
		return Row{}, &ArgumentError{"report", fmt.Sprintf("has %d bytes, more than the %d that are kept", len(report), maxReport)}
	}
	text, err := canonical(report)
	if err != nil {
		return Row{}, &ArgumentError{"report", "is not JSON: " + err.Error()}
	}
	return l.write(ctx, id, "verify", &verified{Report(text)})
}

// write is one event, with what it does to the row.
func (l *Ledger) write(ctx context.Context, id, kind string, c change) (Row, error) {
	return l.writeAnd(ctx, id, kind, c, nil)
}

// writeAnd is write, with something else in the same transaction.
func (l *Ledger) writeAnd(ctx context.Context, id, kind string, c change, also func(*tx) error) (row Row, err error) {
	if err := CheckID(id); err != nil {
		return Row{}, err
	}
	err = l.do(ctx, l.dialect.write, func(t *tx) error {
		// The head first: it is the lock, and what is read before may be old.
		head, err := t.head(t.forHead)
		if err != nil {
			return err
		}
		was, err := t.row(id)
		if err != nil {
			return err
		}
		r, err := t.link(head, l.now().Unix(), id, kind, c, was, was == nil)
		if err != nil {
			return err
		}
		row = *r
		if also != nil {
			return also(t)
		}
		return nil
	})
	return row, err
}

// head is where the chain ends.
func (t *tx) head(lock string) (h Head, err error) {
	err = t.all(func(scan func(...any) error) error { return scan(&h.Seq, &h.Hash) }, "SELECT seq, hash FROM ledger_head WHERE one = 1"+lock)
	return h, err
}

// link adds an event to the chain and writes the row that follows from it and
// from the one there was, nil for none.
func (t *tx) link(head Head, now int64, id, kind string, c change, was *Row, insert bool) (*Row, error) {
	e, err := head.next(now, id, kind, c)
	if err != nil {
		return nil, err
	}
	r, err := e.apply(was)
	if err != nil {
		return nil, err
	}
	if insert {
		if err := t.unusedDNA(r.DNA); err != nil {
			return nil, err
		}
	}
	return r, put(t, agents, e, r, id, insert)
}

// next is the event that follows.
func (h Head) next(now int64, subject, kind string, payload any) (*Event, error) {
	text, err := canonical(payload)
	if err != nil {
		return nil, err
	}
	e := &Event{Seq: h.Seq + 1, Time: now, Agent: subject, Kind: kind, Payload: text, Prev: h.Hash}
	e.Hash = e.sum()
	return e, nil
}

// put writes an event and the row that follows from it.
func put[R any](t *tx, of table[R], e *Event, r *R, id string, insert bool) error {
	var err error
	if insert {
		err = t.exec(of.inserts(), of.stored(r)...)
	} else {
		err = t.exec(of.updates(), append(of.stored(r), id)...)
	}
	if err != nil {
		return err
	}
	return t.chain(e)
}

// chain adds an event to the end of the chain.
func (t *tx) chain(e *Event) error {
	if err := t.insert(e); err != nil {
		return err
	}
	t.wrote = e.Hash
	return t.exec("UPDATE ledger_head SET seq = ?, hash = ?", e.Seq, e.Hash)
}

// insert adds an event to the table, wherever the chain ends.
func (t *tx) insert(e *Event) error {
	return t.exec("INSERT INTO events (seq, ts, agent, event, payload, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
		e.Seq, e.Time, e.Agent, e.Kind, e.Payload, e.Prev, e.Hash)
}

// unusedDNA asks before the unique index does, which would speak another
// language in each database.
func (t *tx) unusedDNA(dna string) error {
	if dna == "" {
		return nil
	}
	n, err := t.count("SELECT count(*) FROM agents WHERE dna = ?", dna)
	if err == nil && n > 0 {
		return &DNACollisionError{dna}
	}
	return err
}

// check holds what is forked to what a row can hold and a line can show.
func (a Agent) check() error {
	if err := CheckID(a.ID); err != nil {
		return err
	}
	if a.Branch == "" {
		return &ArgumentError{"branch", "is empty"}
	}
	if sum, err := hex.DecodeString(a.SpecSHA); err != nil || len(sum) != 32 {
		return &ArgumentError{"spec-sha", printable(a.SpecSHA) + " is not a SHA-256, which has 64 hexadecimal digits"}
	}
	if !utf8.ValidString(a.Worktree) || strings.ContainsRune(a.Worktree, 0) || len(a.Worktree) > maxText {
		return &ArgumentError{"worktree", printable(a.Worktree) + " cannot be a path"}
	}
	return firstProblem(
		name("branch", a.Branch), name("parent", a.Parent),
		name("dna", a.DNA), name("creator", a.Creator), name("fork-parent", a.ForkParent), name("host", a.Host),
	)
}

func firstProblem(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// name is what stands in one field of a line: no tab, no line break.
func name(field, s string) error {
	if len(s) > MaxBranch {
		return &ArgumentError{field, fmt.Sprintf("has %d bytes, more than the %d it may have", len(s), MaxBranch)}
	}
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return &ArgumentError{field, printable(s) + " has a character that does not print"}
	}
	return nil
}

// words are an agent's own. They are kept whatever they are, as text: a row that
// stays open for the sake of a stray byte would help nobody.
func words(field, s string) (string, error) {
	if len(s) > maxText {
		return "", &ArgumentError{field, fmt.Sprintf("has %d bytes, more than the %d that are kept", len(s), maxText)}
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD"), nil
}

// printable is s for a message, quoted if it would not show as it is.
func printable(s string) string {
	if q := strconv.Quote(s); s == "" || strings.Contains(s, " ") || q != `"`+s+`"` {
		return q
	}
	return s
}
