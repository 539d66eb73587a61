package verify

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
)

// A session is a git that is asked over its standard input for as long as a run
// needs it. It is for one goroutine at a time.
type session struct {
	name   string // of the command
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr tail
	end    context.CancelFunc
}

// session starts a command that reads requests.
func (g *git) session(ctx context.Context, args ...string) (*session, error) {
	p := g.process(nil, args...)
	ctx, end := context.WithCancel(ctx)
	s := &session{name: "git " + commandOf(args), cmd: exec.CommandContext(ctx, p.path, p.args...), end: end, stderr: tail{most: 4 << 10}}
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = p.dir, p.env, &s.stderr
	ownGroup(s.cmd)
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		end()
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		s.out = bufio.NewReader(out)
		err = own.start(s.cmd)
	}
	if err != nil {
		end()
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return s, nil
}

// ask writes a request.
func (s *session) ask(request string) error {
	_, err := io.WriteString(s.in, request)
	return s.failed(err)
}

// answer reads up to and without an end.
func (s *session) answer(end byte) (string, error) {
	line, err := s.out.ReadString(end)
	if err != nil {
		return "", s.failed(err)
	}
	return line[:len(line)-1], nil
}

// failed is an error with what the command says itself. That it hung up is not
// why.
func (s *session) failed(err error) error {
	if err == nil {
		return nil
	}
	if ended := s.close(); ended != nil && (errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE)) {
		err = ended
	}
	if said := strings.TrimSpace(s.stderr.String()); said != "" {
		err = errors.New(said)
	}
	return fmt.Errorf("%s: %w", s.name, err)
}

// finish lets the command end by itself.
func (s *session) finish() error {
	defer s.end()
	if err := s.in.Close(); err != nil {
		return s.failed(err)
	}
	err := own.wait(s.cmd)
	if said := strings.TrimSpace(s.stderr.String()); err != nil && said != "" {
		err = errors.New(said)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// close stops the command, whatever it is doing. It may be called again.
func (s *session) close() error {
	if s == nil || s.cmd.ProcessState != nil {
		return nil
	}
	s.in.Close()
	s.end()
	return own.wait(s.cmd)
}
