package sys

import (
	_ "unsafe" // for linkname

	"kei/runtime/str"
)

// The usual macOS volume folds case.
const foldsUnlessKnown = true

// executablePath is where the runtime keeps the path that the kernel hands to
// every process; package os takes it from there too.
//
//go:linkname executablePath os.executablePath
var executablePath string

// OwnBinary is the file this process was started from.
func OwnBinary() (string, error) {
	path := executablePath
	if path == "" {
		return "", str.Fault("the path of this program is unknown")
	}
	if !IsAbs(path) {
		here, err := WorkingFolder()
		return here + "/" + path, err
	}
	return path, nil
}
