package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"kei/ledger"
	"kei/runtime/verify"
)

// Start runs the client until it ends. Verify is next, by this process, or by
// another one after Rest. The error is for a client that did not
// come to the end of its work; the agent is then closed as failed, unless the client was
// ended by the machine, which is held against nobody: what it left can be verified.
func (a *Agent) Start(ctx context.Context, c Client) error {
	err := a.reserve()
	if err == nil {
		err = a.enter(Started)
	}
	if err != nil {
		a.spend()
		if a.resume != nil {
			return fmt.Errorf("agent %s: %w; it stays as it was", a.ID, err)
		}
		return errors.Join(err, a.undo(context.WithoutCancel(ctx), "could not be started: "+err.Error()))
	}
	said, err := a.work(ctx, c)
	a.spend()
	if err == nil {
		return a.keep(context.WithoutCancel(ctx), said)
	}
	// Whatever the client has left behind ends with it.
	endStrays(a.home.marker(a.ID), a.Client)
	why := "the client " + err.Error()
	if errors.As(err, new(*accident)) {
		a.Trouble = short(why)
		return errors.Join(fmt.Errorf("agent %s: %s; %s", a.ID, why, a.ways(said.Ended)), a.enter(Returned))
	}
	return errors.Join(errors.New("agent "+a.ID+": "+why), a.close(context.WithoutCancel(ctx), Outcome{Summary: why}))
}

// work starts the client and waits for it.
func (a *Agent) work(ctx context.Context, c Client) (Said, error) {
	prompt, log, err := a.script()
	if err != nil {
		return Said{}, err
	}
	defer prompt.Close()
	defer log.Close()
	limit := c.Timeout
	if limit == 0 {
		limit = 2 * time.Hour
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	argv := c.argv(a)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.WaitDelay = a.Worktree, c.environ(a), prompt, 5*time.Second
	ownGroup(cmd)
	out, bad, err := started(cmd)
	if err != nil {
		return Said{}, err
	}
	defer out.Close()
	defer bad.Close()
	a.Client = cmd.Process.Pid
	kills := outOfMemory()
	if err := a.enter(Started); err != nil { // it is found by its marker, too
		a.home.Say("agent %s: the process of its client is not in its journal: %v", a.ID, err)
	}
	attended := a.watch(ctx, end)
	heard := a.listen(out, bad, log)
	err = cmd.Wait()
	endGroup(a.Client)
	endStrays(a.home.marker(a.ID), a.Client)
	left := a.home.brood.end()
	attended()
	s, complaint := heard()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return s, fmt.Errorf("did not end within %s", limit)
	case context.Cause(ctx) != nil && context.Cause(ctx) != ctx.Err():
		return s, context.Cause(ctx)
	case ctx.Err() != nil:
		return s, errors.New("was interrupted")
	case err != nil, left == nil && (!s.Ended || s.Failed):
		return s, byAccident(ending(err, s, complaint), s, wasKilled(cmd.ProcessState), outOfMemory() > kills)
	case left != nil:
		return s, left
	}
	return s, nil
}

// outOfMemory counts what the kernel has ended for want of memory.
var outOfMemory = verify.OOMKills

// An accident is an end of a client that is not its own doing.
type accident struct{ why error }

func (e *accident) Error() string { return e.why.Error() }

// byAccident tells how a client ended that did not say that it failed: one that was
// killed, and not by this kei, and one that ended without a word while the kernel had no
// memory for what it ran, did not choose to.
func byAccident(how error, s Said, killed, noMemory bool) error {
	switch {
	case s.Failed, !killed && (!noMemory || s.Ended):
		return how
	case noMemory:
		return &accident{fmt.Errorf("ran out of memory, as the kernel says: it %w", how)}
	}
	return &accident{fmt.Errorf("was ended from outside: it %w", how)}
}

// started starts a program and returns what it writes: by pipes of its own, so that its end
// is seen when it ends, and not when the last of what it left running does.
func started(cmd *exec.Cmd) (out, bad *os.File, err error) {
	out, stdout, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer stdout.Close()
	bad, stderr, err := os.Pipe()
	if err != nil {
		out.Close()
		return nil, nil, err
	}
	defer stderr.Close()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		out.Close()
		bad.Close()
		return nil, nil, err
	}
	return out, bad, nil
}

// keepWords keeps the agent's last words, if it had any.
func (a *Agent) keepWords(s Said) error {
	if s.Text == "" {
		return nil
	}
	return WriteFile(a.File(ReportFile), []byte(s.Text+"\n"), 0o600)
}

// script opens what the client is told, and the log of what it says.
func (a *Agent) script() (prompt, log *os.File, err error) {
	name, kept := PromptFile, os.O_TRUNC
	if a.resume != nil {
		name, kept = a.resume.prompt, os.O_APPEND
	}
	if prompt, err = os.Open(a.File(name)); err != nil {
		return nil, nil, err
	}
	if log, err = os.OpenFile(a.File(LogFile), os.O_WRONLY|os.O_CREATE|kept, 0o600); err != nil {
		prompt.Close()
		return nil, nil, err
	}
	return prompt, log, nil
}

// listen follows what a client says and complains of, until both ends are closed. heard
// waits for that, for a while only: whoever still holds the other end when the client is
// gone has nothing more to say.
func (a *Agent) listen(out, bad *os.File, log io.Writer) (heard func() (Said, string)) {
	var s Said
	complaint := &bounded{most: 64 << 10}
	var all sync.WaitGroup
	all.Go(func() {
		s = follow(out, log, func(format string, args ...any) { a.home.Say(a.ID+": "+format, args...) })
	})
	all.Go(func() { _, _ = io.Copy(complaint, bad) })
	return func() (Said, string) {
		patience := time.AfterFunc(10*time.Second, func() {
			out.Close()
			bad.Close()
		})
		all.Wait()
		patience.Stop()
		return s, complaint.String()
	}
}

// ending says how a client ended that did not come to the end of its work: its
// status, what it says itself, and what it complained of.
func ending(status error, s Said, complaint string) error {
	how := "ended with exit status 0"
	if status != nil {
		how = "ended with " + status.Error()
		if signal, ok := strings.CutPrefix(status.Error(), "signal: "); ok {
			how = "was killed by a signal (" + signal + ")"
		}
	}
	var why []string
	switch {
	case s.Failed:
		how += " and says that it failed"
		if s.Subtype != "" && s.Subtype != "success" {
			how += " (" + short(s.Subtype) + ")"
		}
		why = append(why, short(s.Text))
	case !s.Ended:
		how += " and without a result"
	}
	why = append(why, short(complaint))
	words := slices.DeleteFunc(why, func(text string) bool { return text == "" })
	if len(words) == 0 {
		words = []string{"no word of why"}
	}
	return errors.New(how + ": " + strings.Join(words, "; "))
}

// keep keeps the agent's last words, and what it cost. Words that found no room are
// no fault of the agent's: it is left as one that runs, and gc reads them in the log.
func (a *Agent) keep(ctx context.Context, s Said) error {
	if err := a.keepWords(s); err != nil {
		return fmt.Errorf("agent %s: the client has ended, but its report cannot be kept: %w; with that mended, kei agents gc and kei agents verify %s go on", a.ID, err, a.ID)
	}
	if s.CostUSD == 0 && s.In == 0 && s.Out == 0 {
		return nil
	}
	cents := int64(math.Ceil(math.Min(s.CostUSD, 1e6) * 100))
	_, err := a.home.Ledger.RecordCost(ctx, a.ID, ledger.Cost{
		Cents: cents, Provider: "anthropic", Model: short(s.Model), TokensIn: s.In, TokensOut: s.Out,
	})
	if err != nil {
		a.home.Say("agent %s: what it cost is not in the ledger: %v", a.ID, err)
	}
	return nil
}
