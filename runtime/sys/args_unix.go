//go:build unix

package sys

import _ "unsafe" // for linkname

// runtimeArgs is where package os has its Args from. os itself is not yet
// initialised when Early asks. The file args_unix.s lets the compiler accept
// functions without a body.
//
//go:linkname runtimeArgs os.runtime_args
func runtimeArgs() []string

// room does nothing, with a large frame: to call it grows the stack at once to
// what a judgement takes. Grown in steps it is copied three times, and each step
// touches memory that is new to the process. The sooner that is, the fewer
// functions are on the stack whose frames the runtime has to look up.
func room()

func roomy() struct{} {
	room()
	return struct{}{}
}

// runtimeEnvs is where package syscall has its environment from, by way of a map
// that takes longer to build than a gate takes to look for what it needs.
//
//go:linkname runtimeEnvs syscall.runtime_envs
func runtimeEnvs() []string

// What the process was started with. Each of the two functions makes a copy, for
// which the stack that a process begins with is too small.
var (
	_           = roomy()
	arguments   = runtimeArgs()
	environment = runtimeEnvs()
)

// Environment looks up a variable that this process was started with.
func Environment(name string) (string, bool) {
	for _, e := range environment {
		if len(e) > len(name) && e[len(name)] == '=' && e[:len(name)] == name {
			return e[len(name)+1:], true // the first one, as in package syscall
		}
	}
	return "", false
}

// Arguments are what the process was started with, its name first.
func Arguments() []string { return arguments }

// EarlyArguments reports whether the process was started without arguments.
func EarlyArguments() bool { return len(arguments) <= 1 }
