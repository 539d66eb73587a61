//go:build dragonfly || freebsd || netbsd || openbsd

package gate

import "kei/runtime/str"

const foldsUnlessKnown = false

// ownBinary is the file this process was started from, as far as its first
// argument tells: these systems have no other way that needs no more.
func ownBinary() (string, error) {
	args := arguments()
	if len(args) == 0 || str.IndexByte(args[0], '/') < 0 {
		return "", fault("the path of this program is unknown")
	}
	if isAbs(args[0]) {
		return args[0], nil
	}
	here, err := workingFolder()
	return clean(here + "/" + args[0]), err
}
