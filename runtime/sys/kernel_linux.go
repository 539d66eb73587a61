//go:build linux && (amd64 || arm64)

package sys

import (
	"sync/atomic"
	"unsafe"

	"kei/runtime/str"
)

// Package syscall is linked, but not imported here: a package that imports it
// is initialised after internal/godebug and sync, which is a twentieth of what
// an empty program takes to start. Its system call is reached by name instead.
//
//go:linkname syscall6 syscall.Syscall6
//go:uintptrescapes
func syscall6(number, a, b, c, d, e, f uintptr) (r1, r2 uintptr, err kernelError)

// A kernelError is a number that the kernel answers with instead of a result.
type kernelError uintptr

const (
	errInterrupted = kernelError(4)
	errAgain       = kernelError(11)
	errTooLong     = kernelError(36)
)

// Error names the errors that a gate's messages can have.
func (e kernelError) Error() string {
	switch e {
	case 1:
		return "operation not permitted"
	case 2:
		return "no such file or directory"
	case 5:
		return "input/output error"
	case 9:
		return "bad file descriptor"
	case 13:
		return "permission denied"
	case 20:
		return "not a directory"
	case 21:
		return "is a directory"
	case 22:
		return "invalid argument"
	case 24:
		return "too many open files"
	case 28:
		return "no space left on device"
	case 30:
		return "read-only file system"
	case 32:
		return "broken pipe"
	case errTooLong:
		return "file name too long"
	case 40:
		return "too many levels of symbolic links"
	}
	return "system error " + str.Itoa(int64(e))
}

const (
	openRead    = 0
	openAppend  = 0x1 | 0x40 | 0x400 // O_WRONLY|O_CREAT|O_APPEND
	openFlags   = 0x80000 | 0x800    // O_CLOEXEC|O_NONBLOCK
	hereFolder  = ^uintptr(99)       // AT_FDCWD, -100
	noFollow    = 0x100              // AT_SYMLINK_NOFOLLOW
	typeMask    = 0xF000
	typeLink    = 0xA000
	typeFolder  = 0x4000
	typeRegular = 0x8000
)

// A fileStatus is the kernel's struct stat: of its fields a gate looks at five.
type fileStatus struct{ words [18]uint64 }

func (s *fileStatus) device() uint64 { return s.words[0] }
func (s *fileStatus) inode() uint64  { return s.words[1] }
func (s *fileStatus) size() int64    { return int64(s.words[6]) }
func (s *fileStatus) kind() uint32   { return uint32(s.words[modeWord]) & typeMask }

// call makes a system call. What its arguments point to must stay where it is
// until it returns, also when the stack moves: the directive sees to that for
// conversions that stand in the argument list itself, and only for those.
//
//go:uintptrescapes
func call(number, a, b, c, d uintptr) (int, error) {
	r, _, err := syscall6(number, a, b, c, d, 0, 0)
	if err != 0 {
		return -1, err
	}
	return int(r), nil
}

// text is s as the kernel takes it, which a string with a NUL in it is not.
func text(s string) (*byte, error) {
	if str.IndexByte(s, 0) >= 0 {
		return nil, kernelError(22)
	}
	b := make([]byte, len(s)+1)
	copy(b, s)
	return &b[0], nil
}

func openFile(path string, flags int) (int, error) {
	p, err := text(path)
	if err != nil {
		return -1, err
	}
	return call(sysOpenat, hereFolder, uintptr(unsafe.Pointer(p)), uintptr(flags|openFlags), 0o600)
}

func closeFile(fd int) { call(sysClose, uintptr(fd), 0, 0, 0) }

func readFrom(fd int, b []byte) (int, error) {
	return call(sysRead, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0)
}

func writeTo(fd int, b []byte) (int, error) {
	return call(sysWrite, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0)
}

func readAt(fd int, b []byte, at int64) (int, error) {
	return call(sysPread, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), uintptr(at))
}

// lockFile holds a file against others who lock it; errAgain if one of them does.
func lockFile(fd int) error {
	_, err := call(sysFlock, uintptr(fd), 2|4, 0, 0) // LOCK_EX|LOCK_NB
	return err
}

func statusOf(fd int, s *fileStatus) error {
	_, err := call(sysFstat, uintptr(fd), uintptr(unsafe.Pointer(s)), 0, 0)
	return err
}

// asked is where the question about one file stands, and its answer. What a
// system call points to is on the heap otherwise, where each size of a thing has
// pages of its own.
var asked struct {
	taken  atomic.Bool
	status fileStatus
	path   [1 << 10]byte
}

func statusAt(path string, s *fileStatus) error {
	if len(path) < len(asked.path) && str.IndexByte(path, 0) < 0 && asked.taken.CompareAndSwap(false, true) {
		defer asked.taken.Store(false)
		asked.path[copy(asked.path[:], path)] = 0
		_, err := call(sysFstatat, hereFolder, uintptr(unsafe.Pointer(&asked.path)), uintptr(unsafe.Pointer(&asked.status)), noFollow)
		*s = asked.status
		return err
	}
	p, err := text(path)
	if err != nil {
		return err
	}
	status := new(fileStatus) // not s: that would have every caller's on the heap
	_, err = call(sysFstatat, hereFolder, uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(status)), noFollow)
	*s = *status
	return err
}

func linkAt(path string, b []byte) (int, error) {
	p, err := text(path)
	if err != nil {
		return -1, err
	}
	return call(sysReadlinkat, hereFolder, uintptr(unsafe.Pointer(p)), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
}

// renameFile gives a file another name, in place of what had it.
func renameFile(from, to string) error {
	p, err := text(from)
	if err != nil {
		return err
	}
	q, err := text(to)
	if err != nil {
		return err
	}
	_, err = call(sysRenameat, hereFolder, uintptr(unsafe.Pointer(p)), hereFolder, uintptr(unsafe.Pointer(q)))
	return err
}

// WorkingFolder is the folder that relative paths start in.
func WorkingFolder() (string, error) {
	b := make([]byte, 4096)
	n, err := call(sysGetcwd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0, 0)
	if err != nil {
		return "", err
	}
	if n < 1 || b[0] != '/' {
		return "", kernelError(2)
	}
	return string(b[:n-1]), nil
}

// Exit ends the process.
func Exit(code int) { call(sysExitGroup, uintptr(code), 0, 0, 0) }

// ProcessID is the number of this process.
func ProcessID() int {
	n, _ := call(sysGetpid, 0, 0, 0, 0)
	return n
}

// Now is the time in milliseconds since 1970.
func Now() int64 {
	var t [2]int64 // seconds, microseconds
	if _, err := call(sysGettimeofday, uintptr(unsafe.Pointer(&t)), 0, 0, 0); err != nil {
		return 0
	}
	return t[0]*1000 + t[1]/1000
}

// pause sleeps for a millisecond.
func pause() {
	t := [2]int64{0, 1e6} // seconds, nanoseconds
	call(sysNanosleep, uintptr(unsafe.Pointer(&t)), 0, 0, 0)
}

// polled is what readable tells the kernel: one asks at a time, the reader of
// standard input.
var polled struct {
	fd              int32
	events, revents int16
	time            [2]int64
}

// readable waits until a descriptor has something to read or is at its end, for
// at most so many milliseconds. When that cannot be asked, reading will tell.
func readable(fd, milliseconds int) bool {
	p := &polled
	p.fd, p.events = int32(fd), 1 // POLLIN
	p.time = [2]int64{int64(milliseconds / 1000), int64(milliseconds%1000) * 1e6}
	for {
		n, err := call(sysPpoll, uintptr(unsafe.Pointer(&p.fd)), 1, uintptr(unsafe.Pointer(&p.time)), 0)
		if err == errInterrupted {
			continue
		}
		return err != nil || n != 0
	}
}

// namesOf appends the names in an open folder to list, up to max of them.
func namesOf(fd int, list []string, max int) (names []string, all bool) {
	b := make([]byte, 8192)
	for {
		n, err := call(sysGetdents, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)), 0)
		switch {
		case err == errInterrupted:
			continue
		case err != nil:
			return list, false
		case n <= 0:
			return list, true
		}
		for at := 0; at+19 < n; {
			size := int(b[at+16]) | int(b[at+17])<<8
			if size < 20 || at+size > n {
				return list, false
			}
			end := at + 19
			for end < at+size && b[end] != 0 {
				end++
			}
			if name := string(b[at+19 : end]); name != "." && name != ".." {
				if len(list) == max {
					return list, false
				}
				list = append(list, name)
			}
			at += size
		}
	}
}
