package atom

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"kei/atom/schema"
)

// A Kind is what sort of verb an atom is.
type Kind string

// The kinds: one that changes something, that reads, that emits JSON lines
// until it ends, and a pure function.
const (
	Command   Kind = "command"
	Query     Kind = "query"
	Stream    Kind = "stream"
	Transform Kind = "transform"
)

// Kinds are all of them, in the order in which messages name them.
var Kinds = []string{"command", "query", "stream", "transform"}

// An Effect is what an atom does to the world: one of the ops, and where.
type Effect struct {
	Op     string `json:"op"` // read, write, network, subprocess, other
	Domain string `json:"domain"`
}

func (e Effect) String() string { return e.Op + " " + e.Domain }

// A Declared is an error that an atom says it may end with.
type Declared struct {
	Code        string `json:"code"`
	HTTP        int    `json:"http_analog,omitempty"` // 0: not given
	Description string `json:"description"`
}

// A Link is a wikilink.
type Link struct {
	Target  string // as it is written, trimmed
	Related bool   // from related, not from the body
	line    int
	col     int
}

// An Atom is one declaration, whatever is wrong with it.
type Atom struct {
	ID, Package, Verb string // Package and Verb are the folder and the file's stem
	Version           string
	File              string // slash path from Root
	Root              string // the root as it was named
	Kind              Kind
	Effects           []Effect // an unknown op is "other"
	Idempotent        bool
	Stability         string
	Deprecated        string // "": it is not
	Timeout           time.Duration
	Errors            []Declared
	Keywords          []string
	Parents           []string // of its lineage
	Input, Output     *schema.Schema
	Links             []Link
	Body              []byte
	Meta              *Meta
	Spec              [32]byte // identity of the declaration; zero: its schemas were not read
	Problems          []Problem

	dir      string
	sum      [32]byte  // of its file
	read     *Atom     // as it was before its links were judged
	schemaAt [2]place  // of input.schema and output.schema
	example  [2]*value // input.example and output.example
	require  *value    // input.required
	atomAt   place
	bodyLine int
	paths    [2]string // of the schemas, from atoms/
}

// A Problem is one finding of lint.
type Problem struct {
	File    string `json:"file"` // relative to its root
	Line    int    `json:"line"`
	Col     int    `json:"col"` // counts bytes
	Code    string `json:"code"`
	Message string `json:"message"`
	Warning bool   `json:"warning"`
}

// String is the finding as lint prints it.
func (p Problem) String() string {
	warning := ""
	if p.Warning {
		warning = "warning: "
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s%s", p.File, p.Line, p.Col, p.Code, warning, printable(p.Message))
}

// printable escapes what would end the line or move the cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || 0x7f <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

func sortProblems(list []Problem) {
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col), cmp.Compare(a.Code, b.Code))
	})
}

// A State is what a declaration is good for.
type State string

// The states: without an error; with errors, but its id, kind and effects can
// be trusted; and not even that.
const (
	OK         State = "ok"
	Incomplete State = "incomplete"
	Rejected   State = "rejected"
)

var rejecting = regexp.MustCompile(`^(FILE_|FRONTMATTER_|YAML_|ID_|KIND_UNKNOWN$|SIDE_EFFECT_SHAPE$|SCHEMA_PATH_UNSAFE$|WALK_)`)

// essential are the fields without which an atom can't be listed.
var essential = []string{"atom", "kind", "version", "side_effects", "idempotent", "stability", "related"}

// State is what its problems leave of it.
func (a *Atom) State() State {
	s := OK
	if a.Meta != nil && a.Meta.broken {
		s = Incomplete
	}
	for _, p := range a.Problems {
		switch {
		case p.Warning:
		case rejecting.MatchString(p.Code):
			return Rejected
		case p.Code == "FIELD_MISSING" && slices.Contains(essential, strings.TrimPrefix(p.Message, "missing ")):
			return Rejected
		case p.Code == "FIELD_TYPE":
			if name, _, _ := strings.Cut(p.Message, " "); slices.Contains(essential, name) {
				return Rejected
			}
			s = Incomplete
		default:
			s = Incomplete
		}
	}
	return s
}

// Name is the file with its root, for messages about files of several roots.
func (a *Atom) Name() string { return strings.TrimSuffix(a.Root, "/") + "/" + a.File }

// Same reports whether two readings of an atom found the same: file, schemas,
// metadata of the package, and findings.
func (a *Atom) Same(b *Atom) bool {
	return slices.Equal(a.Problems, b.Problems) &&
		(a.read != nil && a.read == b.read || a.File == b.File && a.sum == b.sum && a.Spec == b.Spec && reflect.DeepEqual(a.Meta, b.Meta))
}

type place struct{ line, col int }

func (a *Atom) problem(at place, code, format string, args ...any) {
	a.add(false, at, code, format, args...)
}

func (a *Atom) warn(at place, code, format string, args ...any) {
	a.add(true, at, code, format, args...)
}

func (a *Atom) add(warning bool, at place, code, format string, args ...any) {
	a.Problems = append(a.Problems, Problem{a.File, max(at.line, 1), max(at.col, 1), code, fmt.Sprintf(format, args...), warning})
}

var idShape = regexp.MustCompile(`\A[a-z][a-z0-9]*(-[a-z0-9]+)*::[a-z][a-z0-9]*(-[a-z0-9]+)*\z`)

// SplitID is an id's package and verb, if it is an id.
func SplitID(id string) (pkg, verb string, ok bool) {
	pkg, verb, _ = strings.Cut(id, "::")
	return pkg, verb, idShape.MatchString(id) && len(pkg) <= 128 && len(verb) <= 128
}

// Dir is the absolute folder of the atom's package.
func (a *Atom) Dir() string { return a.dir }
