//go:build unix

package verify

import (
	"os"
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

// openFile opens a file for reading, not through a link and without waiting for
// whoever might be at the other end of it.
func openFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// tryLock takes the lock of a file if nobody has it. It ends with the process.
func tryLock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return false, nil
	}
	return err == nil, err
}

// ours reports whether a file belongs to the user of this process.
func ours(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// readFile is the contents of a regular file of about the given size. It is here
// for its speed on many small files: no more calls than open, read and close.
func readFile(name string, size int64) ([]byte, error) {
	fd, err := retried(func() (int, error) {
		return syscall.Open(name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buf, n := make([]byte, size+1), 0
	for {
		got, err := retried(func() (int, error) { return syscall.Read(fd, buf[n:]) })
		if err != nil {
			return nil, err
		}
		if n += got; got == 0 {
			return buf[:n], nil
		}
		if n > maxFile {
			return nil, syscall.EFBIG
		}
		if n == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// retried is a call again for as long as a signal interrupts it.
func retried(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}
