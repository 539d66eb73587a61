//go:build dragonfly || freebsd || netbsd || openbsd

package sys

import "kei/runtime/str"

const foldsUnlessKnown = false

// OwnBinary is the file this process was started from, as far as its first
// argument tells: these systems have no other way that needs no more.
func OwnBinary() (string, error) {
	args := Arguments()
	if len(args) == 0 || str.IndexByte(args[0], '/') < 0 {
		return "", str.Fault("the path of this program is unknown")
	}
	if IsAbs(args[0]) {
		return args[0], nil
	}
	here, err := WorkingFolder()
	return here + "/" + args[0], err
}
