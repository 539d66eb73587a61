//go:build !unix

package goldentests

import "os/exec"

func ownGroup(*exec.Cmd) {}
func asNobody(*exec.Cmd) {}
