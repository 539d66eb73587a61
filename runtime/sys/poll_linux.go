//go:build !amd64 && !arm64

package sys

import (
	"syscall"
	"unsafe"
)

// pause sleeps for a millisecond.
func pause() {
	t := syscall.NsecToTimespec(1e6)
	syscall.Nanosleep(&t, nil)
}

// readable waits until a descriptor has something to read or is at its end, for
// at most so many milliseconds. When that cannot be asked, reading will tell.
func readable(fd, milliseconds int) bool {
	p := struct {
		fd              int32
		events, revents int16
	}{int32(fd), 1, 0} // POLLIN
	t := syscall.NsecToTimespec(int64(milliseconds) * 1e6)
	for {
		n, _, errno := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&p)), 1, uintptr(unsafe.Pointer(&t)), 0, 0, 0)
		if errno == syscall.EINTR {
			continue
		}
		return errno != 0 || n != 0
	}
}
