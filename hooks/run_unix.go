//go:build unix

package hooks

import (
	"errors"
	"io/fs"
	"os/exec"
	"syscall"
)

// ownGroup makes a deadline kill everything that the program started too.
func ownGroup(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}

// isBusy reports whether a program could not be started because a process writes it.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

func executable(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case info.Mode()&0o111 == 0:
		return errors.New("is not executable")
	}
	return nil
}
