//go:build unix

package build

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a deadline kill the compilers too, not only the go command.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
