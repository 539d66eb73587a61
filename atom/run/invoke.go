package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"kei/atom"
	"kei/atom/schema"
	"kei/ledger"
)

// A Runner is what all invocations of a process have in common.
type Runner struct {
	Roots   []string // absolute
	Environ []string
	Inherit bool                    // programs get all of it
	Dir     string                  // absolute: where programs work whose package does not say otherwise
	Record  *Recorder               // nil: nothing is recorded
	Grant   func(*atom.Atom) *Error // nil: all are granted
	Role    string
	Now     func() time.Time
}

// A Call is one invocation.
type Call struct {
	Atom    *atom.Atom
	Input   any           // as [schema.Parse] makes it
	Timeout time.Duration // of the whole; 0: none but the atom's own
	Retries int
	Item    func(any) error // of a stream, each as it comes
	Pipe    string
	Step    string
	Cache   Cache         // nil: it runs
	TTL     time.Duration // how old what is kept may be; 0: any age
}

// A Cache keeps results of what depends on nothing but its key.
type Cache interface {
	// Do is the result that is kept under a key, if it is not too old and fits, or
	// what run makes, which is kept if it is no error.
	Do(ctx context.Context, key string, c Call, run func() (any, *Error)) (result any, kept bool, err *Error)
}

// An Outcome is how an invocation ended.
type Outcome struct {
	ID       string
	Result   any // nil for a stream
	Items    int
	Attempts int
	Duration time.Duration
	Source   string // fresh or cache; "": it did not run
	Stderr   []byte // of the last attempt
}

// NotJSON refuses an input that is no JSON; it is recorded like others.
func (r *Runner) NotJSON(ctx context.Context, a *atom.Atom, why error) *Error {
	e := fail("input_not_json", 2, "input rejected: not JSON: %v", why)
	i := r.row(Call{Atom: a})
	return r.finish(ctx, &i, r.Now(), e)
}

// Invoke holds the input against its schema, runs the program, holds what it
// says against the other one, and keeps in the ledger that it did.
func (r *Runner) Invoke(ctx context.Context, c Call) (Outcome, *Error) {
	started := r.Now()
	if err := Retryable(c.Atom, c.Retries); err != nil {
		return Outcome{}, err
	}
	row := r.row(c)
	out := Outcome{ID: row.ID}
	input := schema.Canonical(c.Input)
	row.InputSHA = hash(input)
	path, err := r.ready(c)
	if err == nil {
		if begins(c.Atom) {
			if bad := r.Record.put(ctx, row); bad != nil {
				return out, bad
			}
		}
		err = r.cached(ctx, c, &out, Program{
			Path: path, Args: append(append([]string{}, Command(c.Atom)[1:]...), "run-atom", c.Atom.Verb),
			Env: r.environ(c.Atom, row.ID), Dir: r.dir(c.Atom),
		}, input)
	}
	out.Duration = r.Now().Sub(started)
	row.Attempts = int64(out.Attempts)
	if err == nil && c.Item == nil {
		row.OutputSHA = hash(schema.Canonical(out.Result))
	}
	row.Source = out.Source
	return out, r.finish(ctx, &row, started, err)
}

// cached runs the program, unless what it would say is kept.
func (r *Runner) cached(ctx context.Context, c Call, out *Outcome, p Program, input []byte) *Error {
	out.Source = "fresh"
	if c.Cache == nil {
		return r.attempts(ctx, c, out, p, input)
	}
	program, bad := programSum(p.Path)
	if bad != nil {
		return fail("io", 1, "%s: its program can't be read: %v", c.Atom.ID, bad)
	}
	result, kept, err := c.Cache.Do(ctx, Key(c.Atom.ID, c.Atom.Version, c.Atom.Spec, program, input), c, func() (any, *Error) {
		err := r.attempts(ctx, c, out, p, input)
		return out.Result, err
	})
	if out.Result = result; kept {
		out.Source = "cache"
	}
	return err
}

// Retryable refuses to try again what may have done half of its work.
func Retryable(a *atom.Atom, retries int) *Error {
	if retries > 0 && a.Kind != atom.Query && a.Kind != atom.Transform && !a.Idempotent {
		return fail("usage", 1, "%s cannot be retried: it is a %s and does not say idempotent: true", a.ID, a.Kind)
	}
	return nil
}

// begins reports whether the ledger has to know of it before it runs.
func begins(a *atom.Atom) bool {
	for _, e := range a.Effects {
		if e.Op == "write" || e.Op == "other" || e.Op == "subprocess" {
			return true
		}
	}
	return a.Kind == atom.Command
}

// ready is the program, if nothing is against running it.
func (r *Runner) ready(c Call) (string, *Error) {
	if r.depth() >= maxDepth {
		return "", fail("too_deep", 2, "%s is invoked by an atom that is invoked by an atom, %d deep: no more", c.Atom.ID, maxDepth)
	}
	if r.Grant != nil {
		if err := r.Grant(c.Atom); err != nil {
			return "", err
		}
	}
	if err := c.Atom.Input.Validate(c.Input); err != nil {
		e := fail("input_invalid", 2, "input rejected: %v", err)
		var at *schema.Invalid
		if errors.As(err, &at) {
			e.Pointer = at.Pointer
		}
		return "", e
	}
	return Resolve(c.Atom, r.get)
}

func (r *Runner) dir(a *atom.Atom) string {
	if a.Meta != nil && a.Meta.InPackage {
		return a.Dir()
	}
	return r.Dir
}

// row is what is known of an invocation before it runs.
func (r *Runner) row(c Call) ledger.Invocation {
	agent, _ := r.get("AGENT_ID")
	parent := ""
	if r.depth() > 0 {
		parent, _ = r.get("KEI_INVOCATION_ID")
	}
	now := r.Now().UnixMilli()
	return ledger.Invocation{
		ID:   fmt.Sprintf("i%x-%08x", now, rand.Uint64()&0xffffffffff),
		Atom: c.Atom.ID, SpecSHA: hex.EncodeToString(c.Atom.Spec[:]),
		Status: ledger.Running, StartedMS: now, Agent: fits(agent), Role: r.Role, Parent: fits(parent),
		Pipe: fits(c.Pipe), Step: fits(c.Step), Process: self(),
	}
}

// fits is a name from outside, if a ledger can keep it.
func fits(s string) string {
	if len(s) > ledger.MaxBranch || !utf8.ValidString(s) || Plain(s) != s || strings.ContainsAny(s, "\n\t") {
		return "?"
	}
	return s
}

func (r *Runner) finish(ctx context.Context, row *ledger.Invocation, started time.Time, err *Error) *Error {
	row.Status, row.Duration = ledger.Done, r.Now().Sub(started).Milliseconds()
	if err != nil {
		row.Status, row.ErrorKind, row.ErrorCode, row.Exit = ledger.Failed, err.Kind, err.Code, int64(err.Exit)
		if err.Child != 0 {
			row.Exit = int64(err.Child)
		}
	}
	// Also of what was interrupted.
	if bad := r.Record.ended(context.WithoutCancel(ctx), *row); bad != nil && err == nil {
		return bad
	}
	return err
}

// attempts runs the program as often as that may help.
func (r *Runner) attempts(ctx context.Context, c Call, out *Outcome, p Program, input []byte) *Error {
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, errTime)
		defer cancel()
	}
	for {
		out.Attempts++
		err := r.attempt(ctx, c, out, p, input)
		if err == nil || out.Attempts > c.Retries || !err.again() || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause(out.Attempts)):
		}
	}
}

// pause is how long to wait before retry n.
func pause(n int) time.Duration {
	d := 10 * time.Second
	if n <= 7 {
		d = min(d, 100*time.Millisecond<<(n-1))
	}
	return time.Duration(float64(d) * (0.5 + rand.Float64()))
}

// attempt runs the program once.
func (r *Runner) attempt(ctx context.Context, c Call, out *Outcome, p Program, input []byte) *Error {
	l := Limits{Time: c.Atom.Timeout}
	var line func([]byte) error
	if c.Atom.Kind == atom.Stream {
		l = Limits{Silence: c.Atom.Timeout}
		line = func(text []byte) error {
			v, err := checked(c.Atom, text)
			if err != nil {
				return err
			}
			out.Items++
			if c.Item == nil {
				return nil
			}
			return c.Item(v)
		}
	}
	res, err := p.Run(ctx, input, l, line)
	out.Stderr = res.Stderr
	if e := r.ended(c.Atom, res, err); e != nil {
		return e
	}
	if line != nil {
		return nil
	}
	v, err := checked(c.Atom, res.Stdout)
	var bad *Error
	if errors.As(err, &bad) {
		return bad
	}
	out.Result = v
	return nil
}

// checked is one document that a program wrote; the error is an [*Error].
func checked(a *atom.Atom, text []byte) (any, error) {
	v, err := schema.Parse(text)
	if err != nil {
		return nil, fail("output_not_json", 1, "%s: stdout not JSON: %v", a.ID, err)
	}
	if err := a.Output.Validate(v); err != nil {
		e := fail("output_invalid", 2, "%s: output rejected: %v", a.ID, err)
		var at *schema.Invalid
		if errors.As(err, &at) {
			e.Pointer = at.Pointer
		}
		return nil, e
	}
	return v, nil
}

// Interrupted is the cause of a context that a signal ended: it says what kei
// ends with.
type Interrupted struct {
	Signal string
	Exit   int
}

func (e *Interrupted) Error() string { return "interrupted by " + e.Signal }

var firstLine = regexp.MustCompile(`\A([A-Z][A-Za-z0-9]*)(:|\r?\n|\z)`)

// ended says what is wrong with how a program ended, before its output counts.
func (r *Runner) ended(a *atom.Atom, res Result, err error) *Error {
	var flood *floodError
	var line *lineError
	var own *Error
	var stop *Interrupted
	switch {
	case errors.As(err, &flood):
		return fail("output_too_large", 1, "%s was killed: %v", a.ID, err)
	case errors.As(err, &line):
		if errors.As(line.err, &own) {
			return own
		}
		return fail("io", 1, "%v", line.err)
	case errors.Is(err, errTime), errors.Is(err, errSilence):
		return fail("timeout", 124, "%s was ended: %v", a.ID, err)
	case errors.As(err, &stop):
		return fail("interrupted", stop.Exit, "%s was ended: %v", a.ID, stop)
	case errors.Is(err, context.Canceled):
		return fail("interrupted", 130, "%s was ended: interrupted", a.ID)
	case err != nil:
		return fail("spawn", 1, "%s: the program could not be started: %s", a.ID, whyNot(err))
	case res.Signal != "":
		return fail("signal", 1, "%s was ended by a signal: %s", a.ID, res.Signal)
	case res.Exit == 0:
		return nil
	}
	said := says(res.Stderr)
	e := fail("child_exit", res.Exit, "%s exited %d%s", a.ID, res.Exit, said)
	e.Child = res.Exit
	switch n := res.Exit; {
	case n == 2:
		e.Kind = "atom_error"
		if m := firstLine.FindSubmatch(res.Stderr); m != nil {
			for _, d := range a.Errors {
				if d.Code == string(m[1]) {
					e.Code, e.HTTP = d.Code, d.HTTP
				}
			}
		}
	case n == 1, n == 124, n >= 126:
		e.Exit = 1
	}
	return e
}

// says is the first line of what a program wrote to stderr, for a message.
func says(stderr []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(Plain(string(stderr[:min(len(stderr), 2000)]))), "\n")
	if line == "" {
		return ""
	}
	return ": " + line
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
