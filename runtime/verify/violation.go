package verify

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Violation is one thing that the agent did and may not have done, or did not
// do and had to.
type Violation struct {
	Reason string   // one line
	Detail []string // lines: paths, or the end of what a program printed
}

// Violations are an error: the work is not clean.
type Violations []Violation

func (v Violations) Error() string {
	var b strings.Builder
	for i, one := range v {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(one.Reason)
		for _, line := range one.Detail {
			b.WriteString("\n  " + line)
		}
	}
	return b.String()
}

// Err is v as an error, nil if there is none.
func (v Violations) Err() error {
	if len(v) == 0 {
		return nil
	}
	return v
}

func (v *Violations) add(format string, args ...any) {
	*v = append(*v, Violation{Reason: fmt.Sprintf(format, args...)})
}

// violation is a single one, with lines below it.
func violation(detail []string, format string, args ...any) error {
	return Violations{{Reason: fmt.Sprintf(format, args...), Detail: detail}}
}

// shown is a name as a report has it: quoted where it would not show, or would
// show as something else.
func shown(name string) string {
	odd := name == "" || !utf8.ValidString(name) || strings.TrimSpace(name) != name ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) || r == '"' || r == '\\' })
	if odd {
		return strconv.Quote(name)
	}
	return name
}

// plain is a value out of a file as a report has it: on one line, not endless,
// and with nothing in it that a terminal acts on. Its own quotes stay.
func plain(s string) string {
	var b strings.Builder
	for s != "" && b.Len() < 300 {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 || !unicode.IsPrint(r) {
			quoted := strconv.Quote(s[:n])
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	if s != "" {
		b.WriteString("...")
	}
	return b.String()
}

// first are some lines of a list that an agent can make as long as it likes.
func first(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(list[:most:most], fmt.Sprintf("and %d more", len(list)-most))
}

// Plural is "1 file" or "2 files", and "2 capabilities".
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "y"); ok {
		return strconv.Itoa(n) + " " + stem + "ies"
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func plural(n int, what string) string { return Plural(n, what) }
