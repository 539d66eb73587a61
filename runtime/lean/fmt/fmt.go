// Package fmt is what the shell's parser uses of the standard library's package of that
// name, for the words of its errors. A gate links it in the other's place (gen/build):
// with all that the other can print a gate would be a twentieth larger.
package fmt

import (
	"io"
	"strconv"
)

// A Stringer has a text.
type Stringer interface{ String() string }

// A Formatter writes itself.
type Formatter interface{ Format(f State, verb rune) }

// A State is where a [Formatter] writes to, and how.
type State interface {
	io.Writer
	Flag(c int) bool
}

// FormatString is the verb with its flags, as it stood in the format.
func FormatString(f State, verb rune) string {
	if f.Flag('#') {
		return "%#" + string(verb)
	}
	return "%" + string(verb)
}

// A text is what has been written.
type text struct {
	b     []byte
	sharp bool // the verb that is being printed has a #
}

func (t *text) Write(b []byte) (int, error) {
	t.b = append(t.b, b...)
	return len(b), nil
}

func (t *text) Flag(c int) bool { return c == '#' && t.sharp }

// Sprintf prints by the verbs %s, %d, %v, %w, %q and %#q. Any other is printed as %v.
func Sprintf(format string, args ...any) string {
	t := &text{}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			t.b = append(t.b, format[i])
			continue
		}
		if i++; format[i] == '%' {
			t.b = append(t.b, '%')
			continue
		}
		if t.sharp = format[i] == '#' && i+1 < len(format); t.sharp {
			i++
		}
		if len(args) == 0 {
			t.b = append(t.b, "%!"+format[i:i+1]+"(MISSING)"...)
			continue
		}
		t.print(rune(format[i]), args[0])
		args = args[1:]
	}
	return string(t.b)
}

// print prints one value.
func (t *text) print(verb rune, arg any) {
	s := ""
	switch v := arg.(type) {
	case Formatter:
		v.Format(t, verb)
		return
	case error:
		s = v.Error()
	case Stringer:
		s = v.String()
	case string:
		s = v
	case []byte:
		s = string(v)
	case rune:
		if verb == 'q' {
			t.b = strconv.AppendQuoteRune(t.b, v)
			return
		}
		s = strconv.Itoa(int(v))
	case byte:
		if verb == 'q' {
			t.b = strconv.AppendQuoteRune(t.b, rune(v))
			return
		}
		s = strconv.Itoa(int(v))
	case int:
		s = strconv.Itoa(v)
	case uint:
		s = strconv.FormatUint(uint64(v), 10)
	default:
		s = "a value"
	}
	switch {
	case verb != 'q':
		t.b = append(t.b, s...)
	case t.sharp && strconv.CanBackquote(s):
		t.b = append(t.b, "`"+s+"`"...)
	default:
		t.b = strconv.AppendQuote(t.b, s)
	}
}

// Fprintf is [Sprintf] into w.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return w.Write([]byte(Sprintf(format, args...)))
}

// A failure is an error with a text.
type failure string

func (f failure) Error() string { return string(f) }

// Errorf is an error with the text that [Sprintf] makes.
func Errorf(format string, args ...any) error { return failure(Sprintf(format, args...)) }
