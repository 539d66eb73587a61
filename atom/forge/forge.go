// Package forge makes atoms of rows: what a person says of a verb becomes its
// declaration, its schemas, and a place for its code.
//
// Rules of this package:
//
//   - What is said is data. YAML and JSON are marshalled, never pasted.
//   - All is linted before anything is written. Nothing is written over.
//   - What fails is taken back: exactly what was made goes, folders too.
package forge

import (
	"encoding/json"
	"fmt"
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
	TimeoutMS   int             `json:"timeout_ms"`
	Keywords    []string        `json:"keywords"`
	Related     []string        `json:"related"`
	Idempotent  *bool           `json:"idempotent"`
	Input       []Field         `json:"input"`
	Output      []Field         `json:"output"`

	command []string // argv of a new package that is neither Go nor a script
}

// A Refusal is why no atom was made: 400 for what was said, 409 for what is
// there already, 422 for what did not work out.
type Refusal struct {
	Status int
	Errors []string
}

func (e *Refusal) Error() string { return strings.Join(e.Errors, "\n") }

func refuse(status int, format string, args ...any) *Refusal {
	return &Refusal{status, []string{fmt.Sprintf(format, args...)}}
}

var (
	kebab     = regexp.MustCompile(`\A[a-z][a-z0-9]*(-[a-z0-9]+)*\z`)
	property  = regexp.MustCompile(`\A[a-z][a-z0-9_]*\z`)
	errorCode = regexp.MustCompile(`\A[A-Z][A-Za-z0-9]*\z`)
	ops       = []string{"read", "write", "network", "subprocess", "other"}
	types     = []string{"string", "integer", "number", "boolean", "array", "object"}
)

// The ways in which a new package may be made.
const (
	goPackage     = "go"
	scriptPackage = "script"
)

// check says all that is wrong with what is said, before anything is looked at.
func (r *Request) check() []string {
	var out []string
	add := func(bad bool, format string, args ...any) {
		if bad {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	if r.Package == "" {
		r.Package = r.Crate
	}
	add(r.Package == "", "crate must not be empty")
	add(r.Package != "" && (!kebab.MatchString(r.Package) || len(r.Package) > 128), "crate must be lowercase kebab-case (got '%s')", r.Package)
	add(r.Verb == "", "verb must not be empty")
	add(r.Verb != "" && (!kebab.MatchString(r.Verb) || len(r.Verb) > 64), "verb must be lowercase kebab-case, up to 64 bytes (got '%s')", r.Verb)
	add(!slices.Contains(atom.Kinds, r.Kind), "kind must be command|query|stream|transform (got '%s')", r.Kind)
	n := utf8.RuneCountInString(r.Description)
	add(n < 1 || n > 200 || !utf8.ValidString(r.Description) || strings.ContainsFunc(r.Description, func(c rune) bool { return !unicode.IsPrint(c) }) || strings.TrimSpace(r.Description) == "",
		"description must be one line of 1 to 200 printable characters")
	add(r.TimeoutMS < 0 || r.TimeoutMS > 3_600_000, "timeout_ms is %d; want 1 to 3600000", r.TimeoutMS)
	add(len(r.Keywords) > 32, "keywords are %d; want up to 32", len(r.Keywords))
	for _, k := range r.Keywords {
		add(len(k) < 1 || len(k) > 64 || !plain(k), "keyword %q must be 1 to 64 printable bytes", k)
	}
	out = append(out, r.effects()...)
	out = append(out, r.declared()...)
	out = append(out, fields("input", r.Input)...)
	out = append(out, fields("output", r.Output)...)
	return append(out, r.program()...)
}

func plain(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) })
}

func (r *Request) effects() (out []string) {
	for i, e := range r.Effects {
		if !slices.Contains(ops, e.Op) || len(e.Domain) < 1 || len(e.Domain) > 128 || strings.ContainsFunc(e.Domain, func(c rune) bool { return c <= ' ' || c > '~' }) {
			out = append(out, fmt.Sprintf("side_effects[%d] is no op (%s) and domain", i, strings.Join(ops, ", ")))
		}
		if r.Kind == string(atom.Query) && (e.Op == "write" || e.Op == "other") {
			out = append(out, fmt.Sprintf("side_effects[%d]: a query does not %s", i, e.Op))
		}
	}
	switch {
	case r.Kind == string(atom.Transform) && len(r.Effects) > 0:
		out = append(out, "side_effects: a transform has none")
	case r.Kind == string(atom.Command) && len(r.Effects) == 0:
		out = append(out, "side_effects: a command says what it changes")
	}
	return out
}

func (r *Request) declared() (out []string) {
	seen := map[string]bool{}
	for i, e := range r.Errors {
		switch {
		case !errorCode.MatchString(e.Code):
			out = append(out, fmt.Sprintf("errors[%d].code '%s' is not a word such as InvalidTitle", i, e.Code))
		case seen[e.Code]:
			out = append(out, fmt.Sprintf("errors[%d].code %s is there twice", i, e.Code))
		case e.HTTP != 0 && (e.HTTP < 400 || e.HTTP > 599):
			out = append(out, fmt.Sprintf("errors[%d].http_analog is %d; want 400 to 599", i, e.HTTP))
		case strings.TrimSpace(e.Description) == "" || !plain(e.Description):
			out = append(out, fmt.Sprintf("errors[%d].description must be one printable line", i))
		}
		seen[e.Code] = true
	}
	return out
}

// fields checks rows of an input or an output.
func fields(side string, list []Field) (out []string) {
	seen := map[string]bool{}
	for i := range list {
		f := &list[i]
		at := fmt.Sprintf("%s[%d]", side, i)
		switch {
		case !property.MatchString(f.Name):
			out = append(out, fmt.Sprintf("%s: name '%s' must be lower-case letters, digits and _", at, f.Name))
		case seen[f.Name]:
			out = append(out, fmt.Sprintf("%s: name %s is there twice", at, f.Name))
		case !slices.Contains(types, f.Type):
			out = append(out, fmt.Sprintf("%s: type '%s' is none of %s", at, f.Type, strings.Join(types, ", ")))
		case len(f.Enum) > 0 && f.Type != "string":
			out = append(out, at+": enum is for strings")
		case (f.Min != nil || f.Max != nil) && (f.Type == "boolean" || f.Type == "object"):
			out = append(out, at+": min and max are for strings, numbers and arrays")
		case !plain(f.Description):
			out = append(out, at+": description must be one printable line")
		}
		seen[f.Name] = true
	}
	return out
}

// program reads what runs a new package.
func (r *Request) program() []string {
	var word string
	switch {
	case !r.NewPackage:
		return nil
	case r.Command == nil:
		r.command = []string{goPackage}
		return nil
	case json.Unmarshal(r.Command, &word) == nil && (word == goPackage || word == scriptPackage):
		r.command = []string{word}
		return nil
	case json.Unmarshal(r.Command, &word) == nil:
		r.command = strings.Fields(word)
	default:
		if err := json.Unmarshal(r.Command, &r.command); err != nil {
			return []string{"command is go, script, or a list of words"}
		}
	}
	if len(r.command) == 0 || r.command[0] == "" || strings.HasPrefix(r.command[0], "/") || slices.Contains(strings.Split(r.command[0], "/"), "..") {
		return []string{"command: its first word is a program of PATH, or one beneath the package"}
	}
	return nil
}

func (r *Request) id() string { return r.Package + "::" + r.Verb }

func (r *Request) idempotent() bool {
	if r.Idempotent != nil {
		return *r.Idempotent
	}
	return r.Kind != string(atom.Command)
}
