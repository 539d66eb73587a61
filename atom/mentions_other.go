//go:build !unix

package atom

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// mentions reports whether a file may hold some bytes: it is sure of a no only. What
// it says yes to is read, and judged, in the root.
func mentions(file string, what []byte) bool {
	info, err := os.Lstat(file)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return true
	}
	text, err := os.ReadFile(file)
	return err != nil || bytes.Contains(text, what)
}
