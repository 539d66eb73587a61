package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// A process is how programs are started here: with a deadline, an environment
// that was built for it, a group of its own that is killed as a whole, and a
// bound on what is kept of its output.
type process struct {
	path  string
	args  []string
	dir   string
	env   []string
	stdin io.Reader
	third []byte // what it can read from descriptor 3, if not nil
	most  int    // bytes that are kept of each stream; the end is kept
	whole bool   // more on standard output is an error; what is kept of the other is little
}

// A result is how a process ended.
type result struct {
	stdout, stderr tail
	code           int // -1 if a signal ended it
}

// run starts the process and waits for it. An exit status is no error; not
// being able to start, and the end of ctx, are.
func (p process) run(ctx context.Context) (*result, error) {
	c := exec.CommandContext(ctx, p.path, p.args...)
	c.Dir, c.Env, c.Stdin = p.dir, p.env, p.stdin
	r := &result{stdout: tail{most: p.most, whole: p.whole}, stderr: tail{most: 64 << 10}}
	if !p.whole {
		r.stderr.most = p.most
	}
	c.Stdout, c.Stderr = &r.stdout, &r.stderr
	c.WaitDelay = 2 * time.Second
	ownGroup(c)
	fed, err := p.feed(c)
	if err == nil {
		err = own.run(c)
	}
	fed()
	// Whatever of its group outlived it would go on working on files that are
	// being judged.
	endGroup(c)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case errors.As(err, &exit):
		r.code = exit.ExitCode()
	case errors.Is(err, exec.ErrWaitDelay):
		// It ended, and something that it started kept its output open.
	case err != nil:
		return r, err
	}
	if r.stdout.lost && p.whole {
		return r, fmt.Errorf("%s printed more than %d bytes", p.path, p.most)
	}
	return r, nil
}

// feed lets the process read what it is given on descriptor 3, which is more
// than may be in a pipe before somebody reads it.
func (p process) feed(c *exec.Cmd) (end func(), err error) {
	if p.third == nil {
		return func() {}, nil
	}
	from, to, err := os.Pipe()
	if err != nil {
		return func() {}, err
	}
	c.ExtraFiles = []*os.File{from}
	go func() {
		_, _ = to.Write(p.third)
		to.Close()
	}()
	return func() { from.Close() }, nil
}

// A tail keeps the end of what is written to it, or the beginning if the whole
// is wanted and it turns out to be too long.
type tail struct {
	b     bytes.Buffer
	most  int
	whole bool
	lost  bool
}

func (t *tail) Write(p []byte) (int, error) {
	n := len(p)
	if t.whole {
		if room := t.most - t.b.Len(); len(p) > room {
			p, t.lost = p[:room], true
		}
		t.b.Write(p)
		return n, nil
	}
	if len(p) > t.most {
		p, t.lost = p[len(p)-t.most:], true
	}
	if over := t.b.Len() + len(p) - 2*t.most; over > 0 {
		keep := append([]byte(nil), t.b.Bytes()[t.b.Len()-t.most:]...)
		t.b.Reset()
		t.b.Write(keep)
		t.lost = true
	}
	t.b.Write(p)
	return n, nil
}

func (t *tail) String() string { return t.b.String() }

// last are the last lines of what a process printed, for a report.
func (r *result) last(lines int) []string {
	text := strings.TrimRight(r.stderr.String(), "\n")
	if strings.TrimSpace(text) == "" {
		text = strings.TrimRight(r.stdout.String(), "\n")
	}
	all := strings.Split(text, "\n")
	if len(all) > lines {
		all = all[len(all)-lines:]
	}
	for i := range all {
		all[i] = logged(all[i])
	}
	return all
}

// logged is a line of a program's output as a report has it.
func logged(line string) string {
	const most = 400 // bytes
	if len(line) > most {
		line = line[:most] + "..."
	}
	return strings.ToValidUTF8(strings.Map(printable, line), "?")
}

// printable drops what could move a terminal's cursor.
func printable(r rune) rune {
	if r < ' ' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 {
		return -1
	}
	return r
}
