package gate

import _ "unsafe" // for linkname

// The usual macOS volume folds case.
const foldsUnlessKnown = true

// executablePath is where the runtime keeps the path that the kernel hands to
// every process; package os takes it from there too.
//
//go:linkname executablePath os.executablePath
var executablePath string

// ownBinary is the file this process was started from.
func ownBinary() (string, error) {
	path := executablePath
	if path == "" {
		return "", fault("the path of this program is unknown")
	}
	if !isAbs(path) {
		here, err := workingFolder()
		if err != nil {
			return "", err
		}
		path = clean(here + "/" + path)
	}
	return path, nil
}
