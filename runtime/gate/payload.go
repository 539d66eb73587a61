package gate

import (
	"kei/runtime/call"
	"kei/runtime/client"
	"kei/runtime/sys"
)

// A payload is what a client writes to a gate's standard input. It is read
// once, in one pass, whatever the order of its keys: all fields that any tool
// could mean are kept, and what the call is about to do is made out at the end.

// readCallOnce is [ReadCallIn] in this process's own buffer, if that is free.
func readCallOnce(read func([]byte) (int, error), env func(name string) (string, bool)) (*Call, error) {
	return readCall(call.Input(read), env)
}

// ReadCallIn reads the call that a client is about to make, in an environment.
// read is asked for the next bytes until it returns 0. The error is a *[Denial]
// that says what is wrong and where.
func ReadCallIn(read func([]byte) (int, error), env func(name string) (string, bool)) (*Call, error) {
	return readCall(call.New(read), env)
}

// ParseCall is [ReadCallIn] for a payload in memory.
func ParseCall(payload []byte) (*Call, error) { return ParseCallIn(payload, sys.Environment) }

// ParseCallIn is ParseCall with another environment.
func ParseCallIn(payload []byte, env func(name string) (string, bool)) (*Call, error) {
	return readCall(call.Of(payload), env)
}

func readCall(s *call.Scanner, env func(string) (string, bool)) (*Call, error) {
	whole := first.call.get()
	if err := client.ReadInto(&whole.Call, s, env); err != nil {
		return nil, &Denial{Capability: "payload", Reason: err.Error()}
	}
	for _, one := range whole.More {
		whole.batch = append(whole.batch, &Call{Call: *one})
	}
	return whole, nil
}
