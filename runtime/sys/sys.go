// Package sys is what a gate asks of the system: its arguments and environment,
// the clock, standard input and output, files.
//
// It is there because a gate has answered before most of a Go program is
// initialised (see the file early.go of package gate), and so must do without
// package os, and on Linux without syscall, whose initialisation is a twentieth
// of what an empty program takes. What every system needs is in files_unix.go
// and files_windows.go, what the kernels differ in in kernel_*.go and poll_*.go.
package sys

// MaxPath is how many bytes the path of a file may have.
const MaxPath = 32 << 10
