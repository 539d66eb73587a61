package tomlpos

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// An Error is one problem at its place: position, then fact, then way out.
type Error struct {
	File      string
	Line, Col int // from 1; Col counts bytes; Line 0 is the file as a whole
	Msg       string
}

// Error implements error, in the form that editors jump to.
func (e Error) Error() string {
	switch {
	case e.Line == 0:
		return e.File + ": " + e.Msg
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Errors are all problems of a run. Whoever reports them sorts them first.
type Errors []Error

// Error is one problem per line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Add appends one problem. Whatever the message quotes, it stays on one line.
func (e *Errors) Add(file string, at Pos, format string, args ...any) {
	*e = append(*e, Error{file, at.Line, at.Col, oneLine(fmt.Sprintf(format, args...))})
}

// oneLine escapes what would end the line or move the cursor.
func oneLine(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Join appends what err holds: the problems of an [Errors] or [Error] one by
// one, anything else as a problem of the file.
func (e *Errors) Join(file string, err error) {
	var many Errors
	var one Error
	switch {
	case err == nil:
	case errors.As(err, &many):
		*e = append(*e, many...)
	case errors.As(err, &one):
		*e = append(*e, one)
	default:
		e.Add(file, Pos{}, "%v", err)
	}
}

// Sorted are the problems by file and place, each once.
func (e Errors) Sorted() Errors {
	list := slices.Clone(e)
	slices.SortFunc(list, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col), cmp.Compare(a.Msg, b.Msg))
	})
	return slices.Compact(list)
}

// Err is nil when there is no problem, and else the sorted problems.
func (e Errors) Err() error {
	if len(e) == 0 {
		return nil
	}
	return e.Sorted()
}
