package run

import (
	"fmt"

	"kei/atom/schema"
)

// An Error is why an invocation failed.
type Error struct {
	Kind    string // input_invalid, timeout, ...
	Code    string // of atom_error: the declared error; "" if it is none
	HTTP    int    // of a declared error, 0: it has none
	Exit    int    // status that kei ends with
	Child   int    // status that the program ended with, 0: it did not
	Pointer string // into the document that was refused
	Message string
}

func (e *Error) Error() string { return e.Message }

// Fail is one of these kinds, for those who find out before a program is run.
func Fail(kind string, exit int, format string, args ...any) *Error {
	return fail(kind, exit, format, args...)
}

func fail(kind string, exit int, format string, args ...any) *Error {
	return &Error{Kind: kind, Exit: exit, Message: fmt.Sprintf(format, args...)}
}

// again reports whether another attempt may end otherwise.
func (e *Error) again() bool {
	switch e.Kind {
	case "spawn", "timeout", "signal":
		return true
	}
	return e.Kind == "child_exit" && e.Child == 1
}

// JSON is the error as one line for programs.
func (e *Error) JSON(atomID string) []byte {
	o := map[string]any{"kind": e.Kind, "message": e.Message, "atom": atomID}
	if e.Code != "" {
		o["code"] = e.Code
	}
	if e.HTTP != 0 {
		o["http_analog"] = e.HTTP
	}
	if e.Child != 0 {
		o["child_exit"] = e.Child
	}
	if e.Pointer != "" {
		o["pointer"] = e.Pointer
	}
	return schema.Canonical(map[string]any{"error": o})
}
