package verify

import (
	"context"
	"os/exec"
	"sync"
)

// own are the processes that this program has started. On Linux, Main makes the
// program the new parent of whatever outlives those that started it; what is
// then a child, and none of these, is what a command left behind. (A process
// group is no more than a habit: setsid leaves it.)
var own = children{pids: map[int]bool{}}

type children struct {
	mu      sync.Mutex
	pids    map[int]bool
	working int // commands that run the agent's code
}

// start starts a process. Nobody looks for orphans between its birth and its
// being known.
func (o *children) start(c *exec.Cmd) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	err := c.Start()
	if err == nil {
		o.pids[c.Process.Pid] = true
	}
	return err
}

// wait waits for the end of a process that start started.
func (o *children) wait(c *exec.Cmd) error {
	err := c.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	if c.Process != nil {
		delete(o.pids, c.Process.Pid)
	}
	return err
}

func (o *children) run(c *exec.Cmd) error {
	if err := o.start(c); err != nil {
		return err
	}
	return o.wait(c)
}

// enter and leave are around each command that runs the agent's code. When the
// last of them has ended, so does what they left behind: earlier, it could be a
// server that a test has started and needs.
func (o *children) enter() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.working++
}

func (o *children) leave() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.working--; o.working > 0 {
		return nil
	}
	return EndOrphans(func(pid int) bool { return o.pids[pid] })
}

// alone runs a process that runs the agent's code, between enter and leave.
func (o *children) alone(ctx context.Context, p process) (res *result, err error) {
	o.enter()
	defer func() {
		if left := o.leave(); err == nil {
			err = left
		}
	}()
	return p.run(ctx)
}
