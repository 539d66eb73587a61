//go:build unix

package verify

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process in a group of its own, which is killed as a whole
// when its time is up.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// endGroup kills what is left of the group of a process that has ended.
func endGroup(c *exec.Cmd) {
	if c.Process != nil {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	}
}
