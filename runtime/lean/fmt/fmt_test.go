package fmt_test

import (
	"errors"
	std "fmt"
	"testing"

	lean "kei/runtime/lean/fmt"
)

// A token is one of the parser's: it prints itself, by the verb of who prints it.
type leanToken string

func (t leanToken) Format(f lean.State, verb rune) {
	lean.Fprintf(f, lean.FormatString(f, verb), string(t))
}

type stdToken string

func (t stdToken) Format(f std.State, verb rune) {
	std.Fprintf(f, std.FormatString(f, verb), string(t))
}

type operator int

func (operator) String() string { return "&&" }

// It prints what the standard library does.
func TestSprintf(t *testing.T) {
	for _, tt := range []struct {
		format string
		args   []any
	}{
		{"plain", nil},
		{"100%% of %s", []any{"it"}},
		{"%s: %s", []any{operator(1), "text"}},
		{"%#q must be followed by %#q", []any{operator(1), "a word"}},
		{"%#q %q", []any{"it's `so`", "a\n\"b\"\x00\u00e9\u2028"}},
		{"%#q", []any{"tab\tand \x7f"}},
		{"%d of %d, %v", []any{3, uint(4), -5}},
		{"%q %d %q %d", []any{'x', 'x', "|"[0], "|"[0]}},
		{"%v and %s", []any{errors.New("an error"), []byte("bytes")}},
		{"%", nil},
		{"end %s", nil},
	} {
		if got, want := lean.Sprintf(tt.format, tt.args...), std.Sprintf(tt.format, tt.args...); got != want && tt.format != "%" {
			t.Errorf("%s: %s, want %s", tt.format, got, want)
		}
		if got, want := lean.Errorf(tt.format, tt.args...).Error(), std.Errorf(tt.format, tt.args...).Error(); got != want && tt.format != "%" {
			t.Errorf("%s: the error says %s, want %s", tt.format, got, want)
		}
	}
	for _, format := range []string{"%s", "%q", "%#q", "%v"} {
		if got, want := lean.Sprintf(format, leanToken("if")), std.Sprintf(format, stdToken("if")); got != want {
			t.Errorf("a token by %s is %s, want %s", format, got, want)
		}
	}
}
