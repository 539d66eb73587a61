//go:build !unix

package build

import "os/exec"

// ownGroup does nothing here: there are no process groups to kill.
func ownGroup(*exec.Cmd) {}
