package schema

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema is one that was loaded and compiled.
type Schema struct {
	Doc      any      // the root, with its own URL as $id
	Text     []byte   // the file
	Required []string // what it requires in effect, in order of appearance
	Examples []any    // of the root; nil: it gives none
	Files    []File   // all that it reaches, sorted by path
	compiled *jsonschema.Schema
	root     node
	nodes    map[node]*seen // the subschemas that were visited
	foreign  bool           // a reference is relative to an $id of its own
}

// A File is one of the files that a schema is made of.
type File struct {
	Path string // absolute
	Data []byte
}

type loaded struct {
	s   *Schema
	err *Error
}

// Load loads the schema at rel, a slash path from atoms/.
func (p *Place) Load(rel string) (*Schema, *Error) {
	if l, ok := p.loaded[rel]; ok {
		return l.s, l.err
	}
	s, err := p.load(rel)
	p.loaded[rel] = loaded{s, err}
	return s, err
}

func (p *Place) load(rel string) (*Schema, *Error) {
	if why := Unsafe(rel); why != "" {
		return nil, refused("SCHEMA_PATH_UNSAFE", "path unsafe: %s", why)
	}
	f := p.read(p.atoms, filepath.Join(p.atoms.dir, filepath.FromSlash(rel)))
	switch {
	case f.err == nil:
	case f.err.Code == "SCHEMA_REF_ESCAPE" && f.doc == nil:
		return nil, refused("SCHEMA_PATH_UNSAFE", "path unsafe: %s", f.err.Message)
	case f.err.Code == "SCHEMA_MISSING":
		return nil, refused("SCHEMA_MISSING", "missing: %s", rel)
	default:
		return nil, f.err
	}
	doc, _ := f.doc.(map[string]any)
	if d, _ := doc["$schema"].(string); strings.TrimSuffix(d, "#") != draft {
		return nil, refused("SCHEMA_DRAFT", "missing draft-07 $schema")
	}
	w := &walk{p: p, nodes: map[node]*seen{}, files: map[*file]bool{}}
	if err := w.visit(node{f, ""}, f.doc, 0, false); err != nil {
		return nil, err
	}
	if err := w.circles(); err != nil {
		return nil, err
	}
	s := &Schema{Doc: f.doc, Text: f.data, root: node{f, ""}, nodes: w.nodes, foreign: w.foreign}
	w.required(node{f, ""}, &s.Required, map[node]bool{})
	s.Examples, _ = doc["examples"].([]any)
	for f := range w.files {
		s.Files = append(s.Files, File{f.path, f.data})
	}
	slices.SortFunc(s.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return s, w.compile(f, s)
}

// draft is the one that is read.
const draft = "http://json-schema.org/draft-07/schema"

// Unsafe says why a slash path is none that stays where it is relative to; ""
// if it stays there.
func Unsafe(rel string) string {
	switch {
	case rel == "":
		return "it is empty"
	case strings.ContainsAny(rel, "\\\x00"):
		return "it holds a backslash or NUL"
	case strings.HasPrefix(rel, "/"):
		return "it is absolute"
	case slices.Contains(strings.Split(rel, "/"), ".."):
		return "it holds .."
	}
	return ""
}

func (w *walk) compile(root *file, s *Schema) (err *Error) {
	defer func() {
		if r := recover(); r != nil { // the library panics on numbers it can't hold
			err = refused("SCHEMA_COMPILE", "/: %v", r)
		}
	}()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.AssertFormat()
	c.UseLoader(closed{})
	for f := range w.files {
		if err := c.AddResource(f.url, f.doc); err != nil {
			return refused("SCHEMA_COMPILE", "/: %v", err)
		}
	}
	compiled, fail := c.Compile(root.url)
	if fail == nil {
		s.compiled = compiled
		return nil
	}
	var escape *jsonschema.LoadURLError
	if errors.As(fail, &escape) {
		return refused("SCHEMA_REF_ESCAPE", "/: %s is not loaded", quoted(escape.URL))
	}
	var invalid *jsonschema.SchemaValidationError
	if errors.As(fail, &invalid) {
		var v *jsonschema.ValidationError
		if errors.As(invalid.Err, &v) {
			at, why := deepest(v)
			return refused("SCHEMA_COMPILE", "%s: %s", at, why)
		}
	}
	return refused("SCHEMA_COMPILE", "/: %v", oneLine(fail.Error()))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// closed loads nothing: what may be loaded was handed over.
type closed struct{}

func (closed) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// An Invalid is why a document does not fit a schema, and where.
type Invalid struct{ Pointer, Message string }

func (e *Invalid) Error() string { return fmt.Sprintf("%s: %s", e.Pointer, e.Message) }

// Validate says what is wrong with a document that [Parse] made; the error is an [*Invalid].
func (s *Schema) Validate(doc any) (err error) {
	if at, huge := beyond(doc, ""); huge {
		return &Invalid{at, "a number beyond 1e±9999"}
	}
	defer func() {
		if r := recover(); r != nil {
			err = &Invalid{"/", fmt.Sprint(r)}
		}
	}()
	fail := s.compiled.Validate(doc)
	if fail == nil {
		return nil
	}
	var v *jsonschema.ValidationError
	if errors.As(fail, &v) {
		at, why := deepest(v)
		return &Invalid{at, why}
	}
	return &Invalid{"/", oneLine(fail.Error())}
}
