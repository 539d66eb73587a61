//go:build unix && !(linux && (amd64 || arm64))

package sys

import "syscall"

const (
	errInterrupted = syscall.EINTR
	errAgain       = syscall.EAGAIN
	errTooLong     = syscall.ENAMETOOLONG

	openRead    = syscall.O_RDONLY
	openAppend  = syscall.O_WRONLY | syscall.O_APPEND | syscall.O_CREAT
	openFlags   = syscall.O_CLOEXEC | syscall.O_NONBLOCK
	typeLink    = syscall.S_IFLNK
	typeFolder  = syscall.S_IFDIR
	typeRegular = syscall.S_IFREG
)

type fileStatus struct{ st syscall.Stat_t }

func (s *fileStatus) device() uint64 { return uint64(s.st.Dev) }
func (s *fileStatus) inode() uint64  { return uint64(s.st.Ino) }
func (s *fileStatus) links() uint64  { return uint64(s.st.Nlink) }
func (s *fileStatus) size() int64    { return int64(s.st.Size) }
func (s *fileStatus) kind() uint32   { return uint32(s.st.Mode) & syscall.S_IFMT }

func openFile(path string, flags int) (int, error) {
	return syscall.Open(path, flags|openFlags, 0o600)
}

func closeFile(fd int) { syscall.Close(fd) }

func readFrom(fd int, b []byte) (int, error) { return syscall.Read(fd, b) }

func writeTo(fd int, b []byte) (int, error) { return syscall.Write(fd, b) }

func readAt(fd int, b []byte, at int64) (int, error) { return syscall.Pread(fd, b, at) }

func statusOf(fd int, s *fileStatus) error { return syscall.Fstat(fd, &s.st) }

func statusAt(path string, s *fileStatus) error { return syscall.Lstat(path, &s.st) }

func linkAt(path string, b []byte) (int, error) { return syscall.Readlink(path, b) }

// renameFile gives a file another name, in place of what had it.
func renameFile(from, to string) error { return syscall.Rename(from, to) }

// WorkingFolder is the folder that relative paths start in.
func WorkingFolder() (string, error) { return syscall.Getwd() }

// Exit ends the process.
func Exit(code int) { syscall.Exit(code) }

// ProcessID is the number of this process.
func ProcessID() int { return syscall.Getpid() }

// Now is the time in milliseconds since 1970.
func Now() int64 {
	var tv syscall.Timeval
	if syscall.Gettimeofday(&tv) != nil {
		return 0
	}
	return int64(tv.Sec)*1000 + int64(tv.Usec)/1000
}

// namesOf appends the names in an open folder to list, up to max of them.
func namesOf(fd int, list []string, max int) (names []string, all bool) {
	b := make([]byte, 8192)
	for {
		n, err := syscall.ReadDirent(fd, b)
		switch {
		case err == errInterrupted:
			continue
		case err != nil:
			return list, false
		case n <= 0:
			return list, true
		}
		if _, _, list = syscall.ParseDirent(b[:n], -1, list); len(list) > max {
			return list[:max], false
		}
	}
}
