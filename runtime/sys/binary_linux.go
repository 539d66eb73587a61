package sys

import "kei/runtime/str"

const foldsUnlessKnown = false

// OwnBinary is the file this process was started from.
func OwnBinary() (string, error) {
	path, err := ReadLink("/proc/self/exe")
	return trimDeleted(path), err
}

// trimDeleted removes what the kernel adds to the name of a file that is gone:
// one that was replaced while it ran stands there again.
func trimDeleted(path string) string {
	const mark = " (deleted)"
	if str.HasSuffix(path, mark) {
		return path[:len(path)-len(mark)]
	}
	return path
}
