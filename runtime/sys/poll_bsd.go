//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package sys

import "syscall"

// pause sleeps for a millisecond.
func pause() {
	t := syscall.NsecToTimeval(1e6)
	syscall.Select(0, nil, nil, nil, &t)
}

// readable would wait for input with a limit. What package syscall offers for
// that differs between these systems, so here the client's own limit is the
// only one.
func readable(fd, milliseconds int) bool { return true }
