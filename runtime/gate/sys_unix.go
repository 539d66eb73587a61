//go:build unix

package gate

import "syscall"

const foldsByHabit = foldsUnlessKnown

func environment(name string) (string, bool) { return syscall.Getenv(name) }

func exit(code int) { syscall.Exit(code) }

func isAbs(path string) bool { return path != "" && path[0] == '/' }

// slashed returns the path with slashes between its elements; here it has no others.
func slashed(path string) string { return path }

// volume splits an absolute path into its root and the rest.
func volume(path string) (root, rest string) { return "/", path }

func workingFolder() (string, error) { return syscall.Getwd() }

// What stands at a path.
const (
	isAbsent = iota // nothing, or nothing that can be seen
	isThere
	isFolder
	isLink
)

func look(path string) int {
	var st syscall.Stat_t
	if lstat(path, &st) != nil {
		return isAbsent
	}
	switch uint32(st.Mode) & syscall.S_IFMT {
	case syscall.S_IFLNK:
		return isLink
	case syscall.S_IFDIR:
		return isFolder
	}
	return isThere
}

func lstat(path string, st *syscall.Stat_t) error {
	for {
		if err := syscall.Lstat(path, st); err != syscall.EINTR {
			return err
		}
	}
}

func readLink(path string) (string, error) {
	for size := 256; size <= maxPath; size *= 8 {
		b := make([]byte, size)
		n, err := syscall.Readlink(path, b)
		if err != nil {
			return "", err
		}
		if n < size {
			return string(b[:n]), nil
		}
	}
	return "", syscall.ENAMETOOLONG
}

// sameFile reports whether two names are one file; known is false if the first
// cannot be seen.
func sameFile(a, b string) (same, known bool) {
	var first, second syscall.Stat_t
	if lstat(a, &first) != nil {
		return false, false
	}
	if lstat(b, &second) != nil {
		return false, true
	}
	return first.Dev == second.Dev && first.Ino == second.Ino, true
}

// readFile reads a regular file of at most max bytes. It does not wait for a
// pipe that nobody writes to.
func readFile(path string, max int) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	var st syscall.Stat_t
	if err := syscall.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if uint32(st.Mode)&syscall.S_IFMT != syscall.S_IFREG {
		return nil, fault("it is not a regular file")
	}
	if st.Size > int64(max) {
		return nil, fault("it is longer than " + itoa(int64(max)) + " bytes")
	}
	// The size may be wrong: those of /proc have none, others grow.
	all := make([]byte, st.Size+512)
	for end := 0; ; {
		n, err := syscall.Read(fd, all[end:])
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return nil, err
		case n <= 0:
			return all[:end], nil
		}
		if end += n; end > max {
			return nil, fault("it is longer than " + itoa(int64(max)) + " bytes")
		}
		if end == len(all) {
			all = append(all, make([]byte, end)...)
		}
	}
}

// appendFile adds one line to a file with one write, which the system keeps
// whole.
func appendFile(path string, line []byte) error {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_APPEND|syscall.O_CREAT|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	for {
		n, err := syscall.Write(fd, line)
		if err == syscall.EINTR {
			continue
		}
		if err == nil && n < len(line) {
			return fault("only " + itoa(int64(n)) + " of " + itoa(int64(len(line))) + " bytes were written")
		}
		return err
	}
}

// now is the time in milliseconds since 1970.
func now() int64 {
	var tv syscall.Timeval
	if syscall.Gettimeofday(&tv) != nil {
		return 0
	}
	return int64(tv.Sec)*1000 + int64(tv.Usec)/1000
}

func processID() int { return syscall.Getpid() }

// patience is how many milliseconds a gate waits for a client that neither
// sends the rest of the payload nor closes the pipe, and for one that does not
// take the answer. A gate that is killed for being late would let the call run.
const patience = 10_000

// readInput reads from standard input.
func readInput(b []byte) (int, error) {
	waited := 0
	for {
		if !readable(0, patience-waited) {
			return 0, fault("the client sent nothing for " + itoa(patience/1000) + " seconds, and did not close the pipe")
		}
		n, err := syscall.Read(0, b)
		switch err {
		case nil:
			return max(n, 0), nil
		case syscall.EINTR:
		case syscall.EAGAIN:
			if waited++; waited > patience {
				return 0, err
			}
			pause()
		default:
			return 0, err
		}
	}
}

// writeAll writes to standard output or standard error, as far as anybody reads
// it. It is a plain write: package os would end the process with SIGPIPE when
// the reader has gone, and a gate that ends by a signal lets the call run.
func writeAll(fd int, b []byte) {
	for waited := 0; len(b) > 0; {
		n, err := syscall.Write(fd, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == syscall.EINTR:
		case err == syscall.EAGAIN && waited < patience:
			waited++
			pause()
		default:
			return
		}
	}
}
