package run

import "fmt"

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

func fail(kind string, exit int, format string, args ...any) *Error {
	return &Error{Kind: kind, Exit: exit, Message: fmt.Sprintf(format, args...)}
}
