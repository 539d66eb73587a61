//go:build unix

package run

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// running are the programs that run now: each leads a process group.
var running = struct {
	starting sync.RWMutex // held for writing by who looks for strays: no program is half started then
	mu       sync.Mutex
	leaders  map[int]bool
}{leaders: map[int]bool{}}

// A group is a program in a process group of its own, which ends as a whole.
type group struct {
	cmd  *exec.Cmd
	mu   sync.Mutex
	over bool
}

func newGroup(ctx context.Context, c *exec.Cmd) *group {
	g := &group{cmd: c}
	c.SysProcAttr = dieWithParent(&syscall.SysProcAttr{Setpgid: true})
	c.Cancel = func() error {
		var flood *floodError
		return g.stop(errors.As(context.Cause(ctx), &flood))
	}
	return g
}

func (g *group) start() error {
	adopt()
	running.starting.RLock()
	defer running.starting.RUnlock()
	err := g.cmd.Start()
	if err == nil {
		running.mu.Lock()
		running.leaders[g.cmd.Process.Pid] = true
		running.mu.Unlock()
	}
	return err
}

// stop asks the group to end, and kills it a moment later; or kills it at once.
func (g *group) stop(now bool) error {
	pid := g.cmd.Process.Pid
	if now {
		return syscall.Kill(-pid, syscall.SIGKILL)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	time.AfterFunc(grace, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if !g.over {
			_ = syscall.Kill(-pid, syscall.SIGKILL)
		}
	})
	return syscall.Kill(-pid, syscall.SIGTERM)
}

// end kills what is left of the group after its leader has ended.
func (g *group) end() {
	g.mu.Lock()
	g.over = true
	g.mu.Unlock()
	pid := g.cmd.Process.Pid
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	running.mu.Lock()
	delete(running.leaders, pid)
	running.mu.Unlock()
	sweep()
}

func signalOf(s *os.ProcessState) string {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return ""
}

func busyText(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
