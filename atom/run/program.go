package run

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// What a program may write, and how it is ended.
const (
	maxOut    = 16 << 20               // bytes, of stdout, of stderr and of a line of a stream
	grace     = 250 * time.Millisecond // between asking a group to end and killing it
	waitPipes = 500 * time.Millisecond // for who holds a pipe after the program ended
)

// A Program is what is started.
type Program struct {
	Path string
	Args []string // without the program itself
	Env  []string
	Dir  string
}

// Limits are those of one run.
type Limits struct {
	Time    time.Duration // of the whole; 0: none
	Silence time.Duration // between two lines; 0: none
}

// A Result is how a program ended.
type Result struct {
	Stdout, Stderr []byte
	Exit           int    // status; -1: it was ended by a signal
	Signal         string // by which
}

// What ends a program before its time is the cause of its context.
var (
	errTime    = errors.New("timeout")
	errSilence = errors.New("timeout: it was silent for too long")
)

type floodError struct{ of string }

func (e *floodError) Error() string { return e.of + " is over the cap of 16 MiB" }

type lineError struct{ err error }

func (e *lineError) Error() string { return e.err.Error() }

// Run starts the program in a process group of its own and waits for its end.
// With line, it is given each line of stdout as it comes, and an error of its
// own ends the program. When Run returns, nothing of the group is left. An error
// is a *floodError, a *lineError, errTime, errSilence, the cause of ctx, or why
// the program could not be started, a *fs.PathError or *exec.Error.
func (p Program) Run(ctx context.Context, stdin []byte, l Limits, line func([]byte) error) (Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stdout := &capped{over: func() { cancel(&floodError{"stdout"}) }}
	stderr := &capped{over: func() { cancel(&floodError{"stderr"}) }}
	silence := newTimer(l.Silence, func() { cancel(errSilence) })
	defer silence.stop()
	var lines *splitter
	if line != nil {
		lines = &splitter{each: line, fail: cancel, heard: silence.reset}
	}
	g, err := start(func() *group {
		c := exec.CommandContext(ctx, p.Path, p.Args...)
		c.Env, c.Dir, c.WaitDelay = p.Env, p.Dir, waitPipes
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), stdout, stderr
		if lines != nil {
			c.Stdout = lines
		}
		return newGroup(ctx, c)
	})
	if err != nil {
		return Result{Exit: -1}, err
	}
	// The time is that of the program; what starting costs on a busy machine is not.
	whole := newTimer(l.Time, func() { cancel(errTime) })
	defer whole.stop()
	err = g.cmd.Wait()
	g.end()
	if lines != nil {
		lines.end()
	}
	r := Result{Stdout: stdout.taken(), Stderr: stderr.taken(), Exit: g.cmd.ProcessState.ExitCode(), Signal: signalOf(g.cmd.ProcessState)}
	cause := context.Cause(ctx)
	var flood *floodError
	var bad *lineError
	switch {
	case errors.As(cause, &flood), errors.As(cause, &bad):
		return r, cause
	case err != nil && cause != nil && !errors.Is(err, exec.ErrWaitDelay):
		return r, cause
	}
	return r, nil
}

// start starts what it is given. A program that somebody has just written may
// still be open for writing in a process that was forked meanwhile: that ends soon.
func start(make func() *group) (*group, error) {
	for try := 0; ; try++ {
		g := make()
		err := g.start()
		if err == nil || !busyText(err) || try == 10 {
			return g, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// whyNot is why a program could not be started, without its path.
func whyNot(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// capped keeps what is written up to the cap, and says once that there is more.
type capped struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	full bool
	over func()
}

func (c *capped) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.full {
		return len(p), nil
	}
	if c.buf.Len()+len(p) > maxOut {
		c.full = true
		c.over()
		return len(p), nil
	}
	return c.buf.Write(p)
}

func (c *capped) taken() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buf.Bytes()
}

// splitter hands over lines as they come. Blank ones are nothing.
type splitter struct {
	mu    sync.Mutex
	rest  []byte
	done  bool // a line was refused, or all is over
	each  func([]byte) error
	fail  context.CancelCauseFunc
	heard func()
}

func (s *splitter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(p)
	for !s.done {
		text, rest, found := bytes.Cut(p, []byte("\n"))
		if len(s.rest)+len(text) > maxOut {
			s.done = true
			s.fail(&floodError{"a line of stdout"})
			break
		}
		s.rest = append(s.rest, text...)
		if !found {
			break
		}
		s.line()
		p = rest
	}
	return n, nil
}

func (s *splitter) line() {
	text := s.rest
	s.rest = nil
	if len(bytes.TrimSpace(text)) == 0 {
		return
	}
	s.heard()
	if err := s.each(text); err != nil {
		s.done = true
		s.fail(&lineError{err})
	}
}

// end takes the last line, which may lack its end. Whoever still writes is not
// heard any more.
func (s *splitter) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		s.line()
	}
	s.done = true
}

// A timer that may not be set at all.
type timer struct {
	t *time.Timer
	d time.Duration
}

func newTimer(d time.Duration, f func()) *timer {
	if d <= 0 {
		return &timer{}
	}
	return &timer{time.AfterFunc(d, f), d}
}

func (t *timer) stop() {
	if t.t != nil {
		t.t.Stop()
	}
}

func (t *timer) reset() {
	if t.t != nil {
		t.t.Reset(t.d)
	}
}

// Plain is a program's text for a terminal: what moves the cursor is replaced.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' || 0x7f <= r && r < 0xa0 || r == 0xfffd {
			return '?'
		}
		return r
	}, s)
}
