// Package forge makes atoms of rows: what a person says of a verb becomes its
// declaration, its schemas, and a place for its code.
//
// Rules of this package:
//
//   - What is said is data. YAML and JSON are marshalled, never pasted.
//   - All is linted before anything is written. Nothing is written over.
//   - What fails is taken back: exactly what was made goes, folders too.
//   - The page works without scripts, and none is let run. What may be done with
//     it stands at the top of server.go.
package forge

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kei/atom"
)

// A Field is a property of an input or an output.
type Field struct {
	Name        string       `json:"name"`
	Type        string       `json:"type"`
	Required    bool         `json:"required"`
	Enum        []string     `json:"enum"`
	Min         *json.Number `json:"min"`
	Max         *json.Number `json:"max"`
	Description string       `json:"description"`
	Example     any          `json:"example"`
}

// A Request is what is said of a new atom.
type Request struct {
	Package     string          `json:"package"`
	Crate       string          `json:"crate"` // the earlier kit's name of package
	Verb        string          `json:"verb"`
	Kind        string          `json:"kind"`
	Description string          `json:"description"`
	NewPackage  bool            `json:"new_package"`
	Command     json.RawMessage `json:"command"` // of a new package: go, script, or an argv
	Effects     []atom.Effect   `json:"side_effects"`
	Errors      []atom.Declared `json:"errors"`
	TimeoutMS   *int            `json:"timeout_ms"`
	Keywords    []string        `json:"keywords"`
	Related     []string        `json:"related"`
	Idempotent  *bool           `json:"idempotent"`
	Input       []Field         `json:"input"`
	Output      []Field         `json:"output"`

	command []string // how a new package is run: go, script, or an argv
}

// An Objection is what is wrong with one field.
type Objection struct {
	Field string // as the form names it: verb, input.0.name; "" is the whole
	Text  string
}

// A Refusal is why no atom was made: 400 for what was said, 409 for what is
// there already, 422 for what did not work out.
type Refusal struct {
	Status  int
	Because []Objection
}

func (e *Refusal) Error() string { return strings.Join(e.Texts(), "\n") }

// Texts are the objections without their fields.
func (e *Refusal) Texts() []string {
	out := make([]string, len(e.Because))
	for i, o := range e.Because {
		out[i] = o.Text
	}
	return out
}

func refuse(status int, field, format string, args ...any) *Refusal {
	return &Refusal{status, []Objection{{field, fmt.Sprintf(format, args...)}}}
}

var (
	kebab     = regexp.MustCompile(`\A[a-z][a-z0-9]*(-[a-z0-9]+)*\z`)
	property  = regexp.MustCompile(`\A[a-z][a-z0-9_]*\z`)
	errorCode = regexp.MustCompile(`\A[A-Z][A-Za-z0-9]*\z`)
	count     = regexp.MustCompile(`\A(0|[1-9][0-9]{0,17})\z`)
	integer   = regexp.MustCompile(`\A-?(0|[1-9][0-9]{0,17})\z`)
	decimal   = regexp.MustCompile(`\A-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?\z`)
	ops       = []string{"read", "write", "network", "subprocess", "other"}
	types     = []string{"string", "integer", "number", "boolean", "array", "object"}
)

// The ways in which a new package may be made.
const (
	goPackage     = "go"
	scriptPackage = "script"
)

// objections gathers them.
type objections []Objection

func (o *objections) add(bad bool, field, format string, args ...any) {
	if bad {
		*o = append(*o, Objection{field, fmt.Sprintf(format, args...)})
	}
}

// check says all that is wrong with what is said, before anything is looked at.
func (r *Request) check() []Objection {
	var o objections
	o.add(r.Package != "" && r.Crate != "" && r.Package != r.Crate, "package", "crate and package are two names of one thing (got '%s' and '%s')", r.Crate, r.Package)
	if r.Package == "" {
		r.Package = r.Crate
	}
	o.add(r.Package == "", "package", "crate must not be empty")
	o.add(r.Package != "" && (!kebab.MatchString(r.Package) || len(r.Package) > 128), "package", "crate must be lowercase kebab-case (got '%s')", r.Package)
	o.add(r.Verb == "", "verb", "verb must not be empty")
	o.add(r.Verb != "" && (!kebab.MatchString(r.Verb) || len(r.Verb) > 64), "verb", "verb must be lowercase kebab-case, up to 64 bytes (got '%s')", r.Verb)
	o.add(!slices.Contains(atom.Kinds, r.Kind), "kind", "kind must be command|query|stream|transform (got '%s')", r.Kind)
	n := utf8.RuneCountInString(r.Description)
	o.add(n < 1 || n > 200 || !plain(r.Description) || strings.TrimSpace(r.Description) == "", "description", "description must be one line of 1 to 200 printable characters")
	o.add(r.TimeoutMS != nil && (*r.TimeoutMS < 1 || *r.TimeoutMS > 3_600_000), "timeout_ms", "timeout_ms must be 1 to 3600000")
	o.add(len(r.Keywords) > 32, "keywords", "keywords are %d; want up to 32", len(r.Keywords))
	for _, k := range r.Keywords {
		o.add(len(k) < 1 || len(k) > 64 || !plain(k), "keywords", "keywords: %q is not 1 to 64 printable bytes", k)
	}
	r.effects(&o)
	r.declared(&o)
	fields(&o, "input", r.Input)
	fields(&o, "output", r.Output)
	r.program(&o)
	return o
}

func plain(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) })
}

func (r *Request) effects(o *objections) {
	for i, e := range r.Effects {
		at := fmt.Sprintf("side_effects.%d.", i)
		o.add(!slices.Contains(ops, e.Op), at+"op", "side_effects[%d]: op '%s' is none of %s", i, e.Op, strings.Join(ops, ", "))
		o.add(len(e.Domain) < 1 || len(e.Domain) > 128 || strings.ContainsFunc(e.Domain, func(c rune) bool { return c <= ' ' || c > '~' }),
			at+"domain", "side_effects[%d]: domain must be 1 to 128 characters of ASCII without blanks", i)
		o.add(slices.Contains(r.Effects[:i], e), at+"op", "side_effects[%d] is there twice", i)
		o.add(r.Kind == string(atom.Query) && (e.Op == "write" || e.Op == "other"), at+"op", "side_effects[%d]: a query does not %s", i, e.Op)
	}
	o.add(r.Kind == string(atom.Transform) && len(r.Effects) > 0, "side_effects", "side_effects: a transform has none")
	o.add(r.Kind == string(atom.Command) && len(r.Effects) == 0, "side_effects", "side_effects: a command says what it changes")
}

func (r *Request) declared(o *objections) {
	seen := map[string]bool{}
	for i, e := range r.Errors {
		at := fmt.Sprintf("errors.%d.", i)
		o.add(!errorCode.MatchString(e.Code), at+"code", "errors[%d].code '%s' is not a word such as InvalidTitle", i, e.Code)
		o.add(seen[e.Code], at+"code", "errors[%d].code %s is there twice", i, e.Code)
		o.add(e.HTTP != 0 && (e.HTTP < 400 || e.HTTP > 599), at+"http_analog", "errors[%d].http_analog is %d; want 400 to 599", i, e.HTTP)
		o.add(strings.TrimSpace(e.Description) == "" || !plain(e.Description), at+"description", "errors[%d].description must be one printable line", i)
		seen[e.Code] = true
	}
}

// fields checks rows of an input or an output.
func fields(o *objections, side string, list []Field) {
	seen := map[string]bool{}
	for i := range list {
		f := &list[i]
		at, in := fmt.Sprintf("%s[%d]", side, i), fmt.Sprintf("%s.%d.", side, i)
		o.add(!property.MatchString(f.Name) || len(f.Name) > 128, in+"name", "%s: name '%s' must be lower-case letters, digits and _", at, f.Name)
		o.add(seen[f.Name], in+"name", "%s: name %s is there twice", at, f.Name)
		o.add(!slices.Contains(types, f.Type), in+"type", "%s: type '%s' is none of %s", at, f.Type, strings.Join(types, ", "))
		o.add(len(f.Enum) > 0 && f.Type != "string", in+"enum", "%s: enum is for strings", at)
		for k, word := range f.Enum {
			o.add(slices.Contains(f.Enum[:k], word), in+"enum", "%s: enum has '%s' twice", at, word)
		}
		o.add(!plain(f.Description), in+"description", "%s: description must be one printable line", at)
		f.bounds(o, at, in)
		seen[f.Name] = true
	}
}

// bounds checks min and max: numbers written out, as the type counts.
func (f *Field) bounds(o *objections, at, in string) {
	want, says := decimal, "a number, written out"
	switch f.Type {
	case "boolean", "object":
		o.add(f.Min != nil || f.Max != nil, in+"min", "%s: min and max are for strings, numbers and arrays", at)
		return
	case "string", "array":
		want, says = count, "a whole number from 0 on: it counts"
	case "integer":
		want, says = integer, "a whole number"
	}
	good := true
	for i, n := range []*json.Number{f.Min, f.Max} {
		name, bad := []string{"min", "max"}[i], n != nil && !want.MatchString(string(*n))
		o.add(bad, in+name, "%s: %s must be %s", at, name, says)
		good = good && n != nil && !bad
	}
	if good {
		least, _ := new(big.Rat).SetString(string(*f.Min))
		most, _ := new(big.Rat).SetString(string(*f.Max))
		o.add(least.Cmp(most) > 0, in+"min", "%s: min %s is over max %s", at, *f.Min, *f.Max)
	}
}

// program reads what runs a new package.
func (r *Request) program(o *objections) {
	var word string
	given := len(r.Command) > 0 && string(r.Command) != "null"
	o.add(given && !r.NewPackage, "command", "command is for a new package")
	switch {
	case !r.NewPackage:
		return
	case !given:
		r.command = []string{goPackage}
		return
	case json.Unmarshal(r.Command, &word) == nil:
		if r.command = strings.Fields(word); word == goPackage || word == scriptPackage {
			return
		}
	case json.Unmarshal(r.Command, &r.command) != nil:
		o.add(true, "command", "command is go, script, or a list of words")
		return
	}
	if len(r.command) == 0 {
		r.command = []string{""}
	}
	first := r.command[0]
	o.add(first == "" || strings.HasPrefix(first, "/") || slices.Contains(strings.Split(first, "/"), ".."), "command", "command: its first word is a program of PATH, or one beneath the package")
	o.add(slices.ContainsFunc(r.command, func(w string) bool { return !plain(w) }), "command", "command: its words must be printable")
}

func (r *Request) id() string { return r.Package + "::" + r.Verb }

func (r *Request) idempotent() bool {
	if r.Idempotent != nil {
		return *r.Idempotent
	}
	return r.Kind != string(atom.Command)
}
