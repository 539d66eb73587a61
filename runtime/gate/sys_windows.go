package gate

import (
	"os"
	"syscall"
	"time"

	"kei/runtime/str"
)

// On Windows a gate does without Early: the command line comes from package
// os, so nothing is saved by avoiding it.

const foldsByHabit = true

func environment(name string) (string, bool) { return os.LookupEnv(name) }

func ownEnvironment() func(name string) (string, bool) { return os.LookupEnv }

func exit(code int) { os.Exit(code) }

func arguments() []string { return os.Args }

func earlyArguments() bool { return false }

// isAbs takes a drive or a share; "\x" and "c:x" depend on what is current.
func isAbs(path string) bool {
	path = slashed(path)
	return str.HasPrefix(path, "//") || len(path) > 2 && path[1] == ':' && path[2] == '/'
}

func slashed(path string) string { return str.ReplaceByte(path, '\\', '/') }

// volume splits an absolute path into "c:/" or "//server/share/" and the rest.
func volume(path string) (root, rest string) {
	path = slashed(path)
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

func workingFolder() (string, error) {
	d, err := os.Getwd()
	return slashed(d), err
}

// What stands at a path.
const (
	isAbsent = iota // nothing, or nothing that can be seen
	isThere
	isFolder
	isLink
)

func look(path string) int {
	st, err := os.Lstat(path)
	switch {
	case err != nil:
		return isAbsent
	case st.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0:
		if _, err := os.Readlink(path); err == nil {
			return isLink // a junction, too
		}
	case st.IsDir():
		return isFolder
	}
	return isThere
}

func readLink(path string) (string, error) { return os.Readlink(path) }

func sameFile(a, b string) (same, known bool) {
	first, err := os.Lstat(a)
	if err != nil {
		return false, false
	}
	second, err := os.Lstat(b)
	return err == nil && os.SameFile(first, second), true
}

func readFile(path string, max int) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fault("it is not a regular file")
	}
	if st.Size() > int64(max) {
		return nil, fault("it is longer than " + str.Itoa(int64(max)) + " bytes")
	}
	return os.ReadFile(path)
}

func appendFile(path string, line []byte) error {
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

func now() int64 { return time.Now().UnixMilli() }

func processID() int { return os.Getpid() }

func ownBinary() (string, error) {
	path, err := os.Executable()
	return slashed(path), err
}

func readInput(b []byte) (int, error) {
	n, err := syscall.Read(syscall.Stdin, b)
	if err == syscall.ERROR_BROKEN_PIPE {
		return 0, nil // the writer has closed it
	}
	return max(n, 0), err
}

func writeAll(fd int, b []byte) {
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

// room is for systems on which Early runs.
func room() {}
