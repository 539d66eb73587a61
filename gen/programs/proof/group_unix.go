//go:build unix

package proof

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process in a group of its own, which is killed as a whole
// when its time is up.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
