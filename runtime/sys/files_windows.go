package sys

import (
	"os"
	"syscall"
	"time"

	"kei/runtime/str"
)

// On Windows a gate does without Early: the command line comes from package
// os, so nothing is saved by avoiding it.

// OnWindows reports what the gate was built for.
const OnWindows = true

// FoldsByHabit says whether file systems take upper case for lower here, as far
// as nothing better is known.
const FoldsByHabit = true

// Environment looks up a variable that this process was started with.
func Environment(name string) (string, bool) { return os.LookupEnv(name) }

// Exit ends the process.
func Exit(code int) { os.Exit(code) }

// Arguments are what the process was started with, its name first.
func Arguments() []string { return os.Args }

// EarlyArguments reports whether the process was started without arguments, as
// far as that is known early.
func EarlyArguments() bool { return false }

// IsAbs takes a drive or a share; "\x" and "c:x" depend on what is current.
func IsAbs(path string) bool {
	path = Slashed(path)
	return str.HasPrefix(path, "//") || len(path) > 2 && path[1] == ':' && path[2] == '/'
}

// Slashed returns the path with slashes between its elements.
func Slashed(path string) string { return str.ReplaceByte(path, '\\', '/') }

// Volume splits an absolute path into "c:/" or "//server/share/" and the rest.
func Volume(path string) (root, rest string) {
	path = Slashed(path)
	if len(path) > 2 && path[1] == ':' {
		return str.Lower(path[:2]) + "/", path[3:]
	}
	if str.HasPrefix(path, "//") {
		server, rest, _ := str.Cut(path[2:], '/')
		share, rest, _ := str.Cut(rest, '/')
		return "//" + server + "/" + share + "/", rest
	}
	return "/", path
}

// WorkingFolder is the folder that relative paths start in.
func WorkingFolder() (string, error) {
	d, err := os.Getwd()
	return Slashed(d), err
}

// What stands at a path.
const (
	Absent = iota // nothing, or nothing that can be seen
	There
	Folder
	Link
)

// Look says what stands at a path: Absent, There, Folder or Link.
func Look(path string) int {
	st, err := os.Lstat(path)
	switch {
	case err != nil:
		return Absent
	case st.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
		if _, err := os.Readlink(path); err == nil {
			return Link // a junction, too
		}
	case st.IsDir():
		return Folder
	}
	return There
}

// Special reports whether at a path stands something that is neither a file nor
// a folder nor a link: a socket, a pipe, a device.
func Special(path string) bool {
	st, err := os.Lstat(path)
	return err == nil && st.Mode()&(os.ModeSocket|os.ModeNamedPipe|os.ModeDevice) != 0
}

// ReadLink returns what a symbolic link says.
func ReadLink(path string) (string, error) { return os.Readlink(path) }

// SameFile reports whether two names are one file; known is false if the first
// cannot be seen.
func SameFile(a, b string) (same, known bool) {
	first, err := os.Lstat(a)
	if err != nil {
		return false, false
	}
	second, err := os.Lstat(b)
	return err == nil && os.SameFile(first, second), true
}

// HardLinked reports whether a file may have more than one name: how many it has is not
// told here.
func HardLinked(path string) bool {
	st, err := os.Lstat(path)
	return err == nil && st.Mode().IsRegular()
}

// ReadFile reads a regular file of at most max bytes.
func ReadFile(path string, max int) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, str.Fault("it is not a regular file")
	}
	if st.Size() > int64(max) {
		return nil, str.Fault("it is longer than " + str.Itoa(int64(max)) + " bytes")
	}
	return os.ReadFile(path)
}

// AppendFile adds one line to a file.
func AppendFile(path string, line []byte) error {
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() >= MaxLog {
		for n := OldLogs - 1; n > 0; n-- {
			_ = os.Rename(OldLog(path, n), OldLog(path, n+1))
		}
		_ = os.Rename(path, OldLog(path, 1)) // it fails while another gate writes; the next one does it
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(line)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// AppendUnless is AppendFile, where the end of the file does not hold the line already.
func AppendUnless(path string, line []byte, said func(tail []byte) bool) error {
	if f, err := os.Open(path); err == nil {
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			tail := make([]byte, tailLength)
			if n, _ := f.ReadAt(tail, max(0, info.Size()-tailLength)); n > 0 && said(tail[:n]) {
				return nil
			}
		}
	}
	return AppendFile(path, line)
}

// Now is the time in milliseconds since 1970.
func Now() int64 { return time.Now().UnixMilli() }

// ProcessID is the number of this process.
func ProcessID() int { return os.Getpid() }

// OwnBinary is the file this process was started from.
func OwnBinary() (string, error) {
	path, err := os.Executable()
	return Slashed(path), err
}

// ReadInput reads from standard input; at its end it returns 0.
func ReadInput(b []byte) (int, error) {
	n, err := syscall.Read(syscall.Stdin, b)
	if err == syscall.ERROR_BROKEN_PIPE {
		return 0, nil // the writer has closed it
	}
	return max(n, 0), err
}

// WriteAll writes to standard output (1) or standard error (2).
func WriteAll(fd int, b []byte) {
	h := syscall.Stdout
	if fd == 2 {
		h = syscall.Stderr
	}
	for len(b) > 0 {
		n, err := syscall.Write(h, b)
		if err != nil || n <= 0 {
			return
		}
		b = b[n:]
	}
}

// Names lists what is in a folder, up to max names; all is false if there are
// more, or if it cannot be read.
func Names(path string, max int) (names []string, all bool) {
	list, err := os.ReadDir(path)
	for _, e := range list {
		if len(names) == max {
			return names, false
		}
		names = append(names, e.Name())
	}
	return names, err == nil
}
