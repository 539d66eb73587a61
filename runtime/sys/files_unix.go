//go:build unix

package sys

import "kei/runtime/str"

// OnWindows reports what the gate was built for.
const OnWindows = false

// FoldsByHabit says whether file systems take upper case for lower here, as far
// as nothing better is known.
const FoldsByHabit = foldsUnlessKnown

// IsAbs reports whether a path says where it starts.
func IsAbs(path string) bool { return path != "" && path[0] == '/' }

// Slashed returns the path with slashes between its elements; here it has no others.
func Slashed(path string) string { return path }

// Volume splits an absolute path into its root and the rest.
func Volume(path string) (root, rest string) { return "/", path }

// What stands at a path.
const (
	Absent = iota // nothing, or nothing that can be seen
	There
	Folder
	Link
)

// Look says what stands at a path: Absent, There, Folder or Link.
func Look(path string) int {
	var st fileStatus
	if status(path, &st) != nil {
		return Absent
	}
	switch st.kind() {
	case typeLink:
		return Link
	case typeFolder:
		return Folder
	}
	return There
}

// Special reports whether at a path stands something that is neither a file nor
// a folder nor a link: a socket, a pipe, a device.
func Special(path string) bool {
	var st fileStatus
	if status(path, &st) != nil {
		return false
	}
	k := st.kind()
	return k != typeRegular && k != typeFolder && k != typeLink
}

// status is about the file itself, be it a link.
func status(path string, st *fileStatus) error {
	for {
		if err := statusAt(path, st); err != errInterrupted {
			return err
		}
	}
}

// ReadLink returns what a symbolic link says.
func ReadLink(path string) (string, error) {
	for size := 256; size <= MaxPath; size *= 8 {
		b := make([]byte, size)
		n, err := linkAt(path, b)
		if err != nil {
			return "", err
		}
		if n < size {
			return string(b[:n]), nil
		}
	}
	return "", errTooLong
}

// SameFile reports whether two names are one file; known is false if the first
// cannot be seen.
func SameFile(a, b string) (same, known bool) {
	var first, second fileStatus
	if status(a, &first) != nil {
		return false, false
	}
	if status(b, &second) != nil {
		return false, true
	}
	return first.device() == second.device() && first.inode() == second.inode(), true
}

// HardLinked reports whether a file has more than one name.
func HardLinked(path string) bool {
	var st fileStatus
	return status(path, &st) == nil && st.kind() == typeRegular && st.links() > 1
}

// ReadFile reads a regular file of at most max bytes. It does not wait for a
// pipe that nobody writes to.
func ReadFile(path string, max int) ([]byte, error) {
	fd, err := openFile(path, openRead)
	if err != nil {
		return nil, err
	}
	defer closeFile(fd)
	var st fileStatus
	if err := statusOf(fd, &st); err != nil {
		return nil, err
	}
	if st.kind() != typeRegular {
		return nil, str.Fault("it is not a regular file")
	}
	if st.size() > int64(max) {
		return nil, str.Fault("it is longer than " + str.Itoa(int64(max)) + " bytes")
	}
	// The size may be wrong: those of /proc have none, others grow.
	all := make([]byte, st.size()+512)
	for end := 0; ; {
		n, err := readFrom(fd, all[end:])
		switch {
		case err == errInterrupted:
			continue
		case err != nil:
			return nil, err
		case n <= 0:
			return all[:end], nil
		}
		if end += n; end > max {
			return nil, str.Fault("it is longer than " + str.Itoa(int64(max)) + " bytes")
		}
		if end == len(all) {
			all = append(all, make([]byte, end)...)
		}
	}
}

// AppendFile adds one line to a file with one write, which the system keeps
// whole.
func AppendFile(path string, line []byte) error {
	fd, err := openFile(path, openAppend)
	if err != nil {
		return err
	}
	defer closeFile(fd)
	if large(fd) && lockFile(fd) == nil {
		turn(path, fd)
	}
	for {
		n, err := writeTo(fd, line)
		if err == errInterrupted {
			continue
		}
		if err == nil && n < len(line) {
			return str.Fault("only " + str.Itoa(int64(n)) + " of " + str.Itoa(int64(len(line))) + " bytes were written")
		}
		return err
	}
}

// AppendUnless is AppendFile, where the end of the file does not hold the line already. Who
// adds to it in the same way waits, but not for long: nobody can keep a gate by holding a file.
func AppendUnless(path string, line []byte, said func(tail []byte) bool) error {
	fd, err := openFile(path, openRead)
	if err != nil {
		return AppendFile(path, line) // there is none yet
	}
	defer closeFile(fd)
	locked := false
	for range 20 {
		if err := lockFile(fd); err != errAgain {
			locked = err == nil
			break
		}
		pause()
	}
	var st fileStatus
	if statusOf(fd, &st) == nil && st.kind() == typeRegular {
		tail := make([]byte, tailLength)
		if n, err := readAt(fd, tail, max(0, st.size()-tailLength)); err == nil && n > 0 && said(tail[:n]) {
			return nil
		}
	}
	if locked && large(fd) {
		turn(path, fd)
	}
	return AppendFile(path, line)
}

// large reports whether an open log has to be turned.
func large(fd int) bool {
	var st fileStatus
	return statusOf(fd, &st) == nil && st.kind() == typeRegular && st.size() >= MaxLog
}

// turn gives a log that has grown large its second name, those that were turned before
// each the next one; the next one to write begins a new file. Only who has the lock of
// the file that has the name now may do it: of many at once one does, and none of the
// others loses a line, since what is open is written to under either name.
func turn(path string, fd int) {
	var open, there fileStatus
	if statusOf(fd, &open) == nil && status(path, &there) == nil && there.device() == open.device() && there.inode() == open.inode() {
		for n := OldLogs - 1; n > 0; n-- {
			_ = renameFile(OldLog(path, n), OldLog(path, n+1)) // nothing is there before it was turned so often
		}
		_ = renameFile(path, OldLog(path, 1)) // else it grows on, which loses nothing
	}
}

// patience is how many milliseconds a gate waits for a client that neither
// sends the rest of the payload nor closes the pipe, and for one that does not
// take the answer. A gate that is killed for being late would let the call run.
const patience = 10_000

// ReadInput reads from standard input.
func ReadInput(b []byte) (int, error) {
	waited := 0
	for {
		if !readable(0, patience-waited) {
			return 0, str.Fault("the client sent nothing for " + str.Itoa(patience/1000) + " seconds, and did not close the pipe")
		}
		n, err := readFrom(0, b)
		switch err {
		case nil:
			return max(n, 0), nil
		case errInterrupted:
		case errAgain:
			if waited++; waited > patience {
				return 0, err
			}
			pause()
		default:
			return 0, err
		}
	}
}

// WriteAll writes to standard output or standard error, as far as anybody reads
// it. It is a plain write: package os would end the process with SIGPIPE when
// the reader has gone, and a gate that ends by a signal lets the call run.
func WriteAll(fd int, b []byte) {
	for waited := 0; len(b) > 0; {
		n, err := writeTo(fd, b)
		switch {
		case n > 0:
			b = b[n:]
		case err == errInterrupted:
		case err == errAgain && waited < patience:
			waited++
			pause()
		default:
			return
		}
	}
}

// Names lists what is in a folder, up to max names; all is false if there are
// more, or if it cannot be read.
func Names(path string, max int) (names []string, all bool) {
	fd, err := openFile(path, openRead)
	if err != nil {
		return nil, false
	}
	defer closeFile(fd)
	return namesOf(fd, nil, max)
}
