package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"kei/atom"
	"kei/atom/run"
	"kei/atom/schema"
	"kei/ledger"

	"github.com/spf13/cobra"
)

// An invoking is what invoke was asked for; running is what it has in common
// with pipes.
type invoking struct {
	running
	input       string
	timeout     time.Duration
	retries     int
	errorFormat string
}

// A running is how atoms are run.
type running struct {
	*atomApp
	inherit bool
	ledger  string
	gate    string // asked what is granted, beside the one that KEI_GATE names; "": only that
	grant   *grant // nil: nobody is held to anything
}

func (x *atomApp) invoke() *cobra.Command {
	v := &invoking{running: running{atomApp: x}}
	c := x.verb(&cobra.Command{
		Use:   "invoke ID --input JSON|@FILE|-",
		Short: "run an atom, checked in and out, within limits",
		Long: `Invoke holds the input against the atom's schema, runs its program (run-atom VERB, the
input on standard input), holds what it says against the other schema, and prints one
line: atom, result, metadata. Of a stream, each item is a line before that. The ledger
keeps that it ran and how it ended, never what went in or came out.

Exit status: 0; 2 if kei or the atom refuses; 124 for too long; 127 if there is no such
program; 130 or 143 if interrupted; the program's own if it is between 3 and 125; else 1.`,
		Args: args("ID"),
		Example: `
			kei atom invoke kei-task::create --input '{"title":"x"}'
			kei atom invoke kei-task::search --input @query.json --timeout 2s --retries 2`,
	}, v.run)
	v.flags(c)
	f := c.Flags()
	f.StringVar(&v.input, "input", "{}", "`JSON`, @FILE, or - for standard input")
	f.DurationVar(&v.timeout, "timeout", 0, "at most this long, if the atom does not say less")
	f.IntVar(&v.retries, "retries", 0, "try again after trouble, up to `N` times")
	f.StringVar(&v.errorFormat, "error-format", "text", "text or json")
	return c
}

func (r *running) flags(c *cobra.Command) {
	c.Flags().BoolVar(&r.inherit, "inherit-env", false, "the program gets all of the environment")
	c.Flags().StringVar(&r.ledger, "ledger", "", "auto, require or off")
}

func (v *invoking) run(ctx context.Context, args []string) error {
	var out run.Outcome
	a, e := v.call(ctx, args[0], &out)
	id := args[0]
	if a != nil {
		id = a.ID
	}
	if v.errorFormat == "json" && e != nil {
		fmt.Fprintf(v.stderr, "%s\n", e.JSON(id))
		return exit(e.Exit)
	}
	v.said(out.Stderr, e)
	if e != nil {
		fmt.Fprintf(v.stderr, "kei: %s\n", clean(e.Message))
		return exit(e.Exit)
	}
	meta := map[string]any{"atom": a.ID, "attempts": out.Attempts, "duration_ms": out.Duration.Milliseconds(), "invocation_id": out.ID, "source": out.Source}
	if a.Kind == atom.Stream {
		meta["items"] = out.Items
	}
	_, err := fmt.Fprintf(v.stdout, "{\"atom\":%q,\"result\":%s,\"metadata\":%s}\n", a.ID, schema.Canonical(out.Result), schema.Canonical(meta))
	return err
}

// said passes on what a program wrote to stderr, so that it can't move the
// cursor, and not all of what is much.
func (v *invoking) said(stderr []byte, e *run.Error) {
	const most = 64 << 10
	text := strings.TrimRight(run.Plain(string(stderr[max(0, len(stderr)-most):])), "\n")
	if first, rest, _ := strings.Cut(text, "\n"); e != nil && e.Child != 0 && strings.Contains(e.Message, first) {
		text = rest // the first line is in the message
	}
	if text != "" {
		fmt.Fprintln(v.stderr, text)
	}
}

// call is one invocation from the command line.
func (v *invoking) call(ctx context.Context, id string, out *run.Outcome) (*atom.Atom, *run.Error) {
	if v.errorFormat != "text" && v.errorFormat != "json" {
		return nil, run.Fail("usage", 1, "--error-format %s is neither text nor json", v.errorFormat)
	}
	if v.retries < 0 || v.timeout < 0 {
		return nil, run.Fail("usage", 1, "--retries and --timeout are not negative")
	}
	text, e := v.text(ctx, v.input)
	if e != nil {
		return nil, e
	}
	ctx, release := uninterrupted(ctx)
	defer release()
	r, e := v.runner(ctx)
	if e != nil {
		return nil, e
	}
	defer r.Record.Close()
	a, e := v.find(ctx, r, id)
	if e != nil {
		return nil, e
	}
	doc, err := schema.Parse(text)
	if err != nil {
		return a, r.NotJSON(ctx, a, err)
	}
	if a.Deprecated != "" {
		fmt.Fprintf(v.stderr, "kei: warning: %s is deprecated: %s\n", a.ID, clean(a.Deprecated))
	}
	c := run.Call{Atom: a, Input: doc, Timeout: v.timeout, Retries: v.retries}
	if a.Kind == atom.Stream {
		c.Item = func(item any) error {
			_, err := fmt.Fprintf(v.stdout, "{\"item\":%s}\n", schema.Canonical(item))
			return err
		}
	}
	*out, e = r.Invoke(ctx, c)
	return a, e
}

// uninterrupted is a context that a signal ends, while the signal itself does
// not end kei: what was started has to end first.
func uninterrupted(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for s := range signals {
			stop := &run.Interrupted{Signal: s.String(), Exit: 130}
			if n, ok := s.(syscall.Signal); ok {
				stop.Exit = 128 + int(n)
			}
			cancel(stop)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel(nil)
	}
}

// text is that of an input, if whoever is held to a gate may read where it is.
func (r *running) text(ctx context.Context, input string) ([]byte, *run.Error) {
	if file, named := strings.CutPrefix(input, "@"); named {
		if gate, _ := r.getenv("KEI_GATE"); gate != "" {
			if e := mayRead(ctx, gate, file); e != nil {
				return nil, e
			}
		}
	}
	text, err := r.given(input)
	if err != nil {
		return nil, run.Fail("io", 1, "input: %v", err)
	}
	return text, nil
}

// given is the text of an input.
func (x *atomApp) given(input string) ([]byte, error) {
	read := func(r io.Reader) ([]byte, error) {
		data, err := io.ReadAll(io.LimitReader(r, run.MaxInput+1))
		if err == nil && len(data) > run.MaxInput {
			err = fmt.Errorf("more than %d bytes", run.MaxInput)
		}
		return data, err
	}
	switch {
	case input == "-":
		return read(x.stdin)
	case strings.HasPrefix(input, "@"):
		f, err := os.Open(input[1:])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return read(f)
	}
	return read(strings.NewReader(input))
}

// runner is what all invocations of this process have in common.
func (r *running) runner(ctx context.Context) (*run.Runner, *run.Error) {
	roots, err := r.where()
	if err != nil {
		return nil, run.Fail("io", 1, "%v", err)
	}
	for i, root := range roots {
		if roots[i], err = filepath.Abs(root); err != nil {
			return nil, run.Fail("io", 1, "%v", err)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, run.Fail("io", 1, "%v", err)
	}
	out := &run.Runner{Roots: roots, Environ: os.Environ(), Inherit: r.inherit, Dir: dir, Now: time.Now}
	env, _ := r.getenv("KEI_GATE")
	gate := cmp.Or(env, r.gate)
	if env == "" && gate != "" {
		out.Environ = append(out.Environ, "KEI_GATE="+gate) // atoms that invoke atoms are held to it, too
	}
	if gate != "" {
		var e *run.Error
		if r.grant, e = readGrant(ctx, gate); e != nil {
			return nil, e
		}
		if r.gate != "" && r.gate != gate {
			also, e := readGrant(ctx, r.gate)
			if e != nil {
				return nil, e
			}
			r.grant = r.grant.both(also)
		}
		if r.inherit || r.ledger != "" && r.ledger != "require" {
			return nil, run.Fail("not_granted", 2, "--inherit-env and --ledger are not for the role %s: its atoms get the environment that they ask for, and are recorded", r.grant.role)
		}
		out.Grant, out.Role = r.grant.allows, r.grant.role
	}
	switch mode := r.ledger; {
	case mode == "" && gate != "":
		out.Record = &run.Recorder{Require: true}
	case mode == "", mode == "auto":
		out.Record = &run.Recorder{}
	case mode == "require":
		out.Record = &run.Recorder{Require: true}
	case mode == "off":
		return out, nil
	default:
		return nil, run.Fail("usage", 1, "--ledger %s is none of auto, require, off", mode)
	}
	out.Record.Warn = func(err error) { fmt.Fprintf(r.stderr, "kei: warning: not in the ledger: %v\n", err) }
	out.Record.Open = func(ctx context.Context) (*ledger.Ledger, error) {
		where, err := ledger.DefaultPath(r.getenv)
		if err != nil {
			return nil, err
		}
		return ledger.Open(context.WithoutCancel(ctx), where, time.Now)
	}
	return out, nil
}

// find is the one atom of an id, if it may be run.
func (r *running) find(ctx context.Context, of *run.Runner, id string) (*atom.Atom, *run.Error) {
	rules, err := r.ruleNames()
	if err != nil {
		return nil, run.Fail("io", 1, "%v", err)
	}
	found, err := atom.Find(ctx, rules, id, of.Roots...)
	return one(id, found, err)
}

// one is the atom among those that claim an id.
func one(id string, found []*atom.Atom, err error) (*atom.Atom, *run.Error) {
	switch {
	case errors.Is(err, context.Canceled):
		return nil, run.Fail("interrupted", 130, "interrupted")
	case err != nil:
		return nil, run.Fail("io", 1, "%v", err)
	case len(found) == 0:
		return nil, run.Fail("unknown_atom", 2, "no atom matching %s; see kei atom list", quotedID(id))
	case len(found) > 1:
		return nil, run.Fail("duplicate_atom", 2, "no atom matching %s alone: it is declared by %s and by %s", id, found[0].Name(), found[1].Name())
	}
	a := found[0]
	if a.State() == atom.OK {
		return a, nil
	}
	for _, p := range a.Problems {
		if !p.Warning {
			return nil, run.Fail("broken_atom", 2, "no atom matching %s can be run, its declaration is wrong: %s; see kei atom lint", id, p)
		}
	}
	return nil, run.Fail("broken_atom", 2, "no atom matching %s can be run, the metadata of its package is wrong; see kei atom lint --package %s", id, a.Package)
}

// quotedID is an id as it was asked for, whatever it holds.
func quotedID(id string) string {
	if _, _, ok := atom.SplitID(id); ok {
		return id
	}
	text, _ := json.Marshal(id)
	return string(text)
}
