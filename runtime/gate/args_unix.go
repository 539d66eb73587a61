//go:build unix

package gate

import _ "unsafe" // for linkname

// runtimeArgs is where package os has its Args from. os itself is not yet
// initialised when Early asks. The empty file args.s lets the compiler accept a
// function without a body.
//
//go:linkname runtimeArgs os.runtime_args
func runtimeArgs() []string

func arguments() []string { return runtimeArgs() }

// earlyArguments reports whether the process was started without arguments.
func earlyArguments() bool { return len(runtimeArgs()) <= 1 }
