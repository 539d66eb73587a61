//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package sys

import "syscall"

// lockFile holds a file against others who lock it; errAgain if one of them does.
func lockFile(fd int) error { return syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB) }
