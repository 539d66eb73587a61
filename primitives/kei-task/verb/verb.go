// Package verb is what the program of a package of atoms links: it speaks the
// protocol run-atom/1 for functions.
//
//	func main() { verb.Main("kei-task", verb.Set{"create": verb.Of(create.Run)}) }
//
// kei writes this file into the packages that it makes, which need nothing else.
package verb

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

// maxInput is how many bytes an input may have.
const maxInput = 16 << 20

// A Set is the verbs of a program.
type Set map[string]Verb

// A Verb is one function.
type Verb struct {
	input reflect.Type
	run   func(ctx context.Context, input []byte, out *json.Encoder) error
}

// An Error is one that the atom declares: the program ends with status 2.
type Error struct{ Code, Message string }

func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Refuse is an [Error].
func Refuse(code, format string, args ...any) error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// Of makes a verb of a function.
func Of[I, O any](f func(context.Context, I) (O, error)) Verb {
	return Verb{reflect.TypeFor[I](), func(ctx context.Context, text []byte, out *json.Encoder) error {
		var in I
		if err := decode(text, &in); err != nil {
			return err
		}
		o, err := f(ctx, in)
		if err != nil {
			return err
		}
		return out.Encode(o)
	}}
}

// Stream makes a verb of a function that emits items until it ends.
func Stream[I, O any](f func(ctx context.Context, in I, emit func(O) error) error) Verb {
	return Verb{reflect.TypeFor[I](), func(ctx context.Context, text []byte, out *json.Encoder) error {
		var in I
		if err := decode(text, &in); err != nil {
			return err
		}
		return f(ctx, in, func(o O) error { return out.Encode(o) })
	}}
}

func decode(text []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(to); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("input: something follows the document")
	}
	return nil
}

// Main is the whole of a program: name is what it is called in messages.
func Main(name string, set Set) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := Run(ctx, name, set, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// Run is Main without the process: "run-atom VERB" reads the input from in, and
// "VERB --property VALUE..." has it on the command line. It returns the status.
func Run(ctx context.Context, name string, set Set, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) == 0 || args[0] == "-h" || args[0] == "--help" {
		fmt.Fprintf(errs, "usage: %s run-atom VERB < INPUT, or %s VERB --PROPERTY VALUE...\nverbs: %s\n", name, name, strings.Join(set.names(), ", "))
		return 1
	}
	piped := args[0] == "run-atom"
	if piped {
		args = args[1:]
	}
	v, ok := Verb{}, false
	if len(args) > 0 {
		v, ok = set[args[0]]
	}
	if !ok {
		fmt.Fprintf(errs, "%s: no such verb; there are %s\n", name, strings.Join(set.names(), ", "))
		return 1
	}
	text, err := v.text(args[1:], piped, in)
	if err == nil {
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		err = v.run(ctx, text, e)
	}
	var refused *Error
	switch {
	case err == nil:
		return 0
	case errors.As(err, &refused):
		fmt.Fprintln(errs, refused)
		return 2
	}
	fmt.Fprintf(errs, "%s: %v\n", name, err)
	return 1
}

func (s Set) names() []string {
	var list []string
	for name := range s {
		list = append(list, name)
	}
	sort.Strings(list)
	return list
}

// text is the input: all of in, or an object made of the command line.
func (v Verb) text(args []string, piped bool, in io.Reader) ([]byte, error) {
	if piped {
		text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
		if err == nil && len(text) > maxInput {
			err = fmt.Errorf("input: more than %d bytes", maxInput)
		}
		return text, err
	}
	object := map[string]any{}
	for len(args) > 0 {
		name, ok := strings.CutPrefix(args[0], "--")
		if !ok {
			return nil, fmt.Errorf("%s is no --property", args[0])
		}
		args = args[1:]
		name, value, joined := strings.Cut(name, "=")
		if !joined {
			if len(args) == 0 {
				return nil, fmt.Errorf("--%s has no value", name)
			}
			value, args = args[0], args[1:]
		}
		property := strings.ReplaceAll(name, "-", "_")
		kind, ok := v.property(property)
		if !ok {
			return nil, fmt.Errorf("no property --%s that a command line can hold", name)
		}
		got, err := scalar(kind, value)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %v", name, value, err)
		}
		object[property] = got
	}
	return json.Marshal(object)
}

// property is the kind of a property that is no list or object.
func (v Verb) property(name string) (reflect.Kind, bool) {
	if v.input == nil || v.input.Kind() != reflect.Struct {
		return 0, false
	}
	for i := range v.input.NumField() {
		f := v.input.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag != name {
			continue
		}
		t := f.Type
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.String, reflect.Bool, reflect.Int64, reflect.Float64:
			return t.Kind(), true
		}
	}
	return 0, false
}

func scalar(kind reflect.Kind, s string) (any, error) {
	switch kind {
	case reflect.Bool:
		return strconv.ParseBool(s)
	case reflect.Int64:
		return strconv.ParseInt(s, 10, 64)
	case reflect.Float64:
		return strconv.ParseFloat(s, 64)
	}
	return s, nil
}
