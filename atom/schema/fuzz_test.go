package schema

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// FuzzCanonical: what is read is JSON, and its canonical form is read as the
// same, and is its own canonical form.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"b":1.0,"a":[1e5,-0,"\u00e9\ud83d\ude00"]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[]]]`, "\"\u2028\"", `12345678901234567890`, "{} {}", "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is no JSON", text)
		}
		once := Canonical(v)
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("%q: %v", once, err)
		}
		if twice := Canonical(again); !bytes.Equal(once, twice) || !json.Valid(once) {
			t.Errorf("%q became %q", once, twice)
		}
	})
}

// FuzzOffered: what clients of MCP are given is one document, has an object at
// its root, and takes the objects that the schema takes.
func FuzzOffered(f *testing.F) {
	for _, seed := range []struct{ input, shared, object string }{
		{`"properties": {"p": {"$ref": "_shared/p.json"}}`, `{"type": "integer"}`, `{"p": 1}`},
		{`"allOf": [{"$ref": "#/definitions/a"}], "definitions": {"a": {"required": ["x"], "properties": {"x": {"minimum": 1}}}}, "properties": {"x": {"type": "integer"}}`, `true`, `{"x": 0}`},
		{`"properties": {"t": {"items": [{"type": "string"}], "additionalItems": {"$ref": "#/properties/t"}}}, "dependencies": {"a": ["b"], "b": {"required": ["c"]}}`, `{}`, `{"t": ["a", ["b"]]}`},
		{`"properties": {"t": {"prefixItems": [false], "unevaluatedProperties": false, "minContains": 0, "contains": {"const": 1}, "x-mcp-header": 1, "$defs": {"q": 1}}}`, `{}`, `{"t": [2]}`},
		{`"$ref": "_shared/p.json"`, `{"allOf": [true], "properties": {"k": {"$ref": "#"}}}`, `{"k": {}}`},
		{`"properties": {"k": {"$ref": "#"}, "$ref": {"enum": [{"$ref": "x"}]}, "a/b%~": {"$ref": "#/properties/k"}}, "additionalProperties": false`, `1`, `{"k": {"k": {"k": 1}}}`},
		{`"properties": {"a": {"$id": "http://x/y", "definitions": {"b": {"type": "null"}}, "properties": {"c": {"$ref": "#/definitions/b"}}}}`, ``, `{"a": {"c": 1}}`},
		{`"allOf": [{"allOf": [{"$ref": "_shared/p.json"}, {"$ref": "_shared/p.json"}]}], "if": {"required": ["a"]}`, `{"type": "object"}`, `{}`},
	} {
		f.Add(seed.input, seed.shared, seed.object)
	}
	f.Fuzz(func(t *testing.T, input, shared, object string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"i.json": `{"$schema": "http://json-schema.org/draft-07/schema#", ` + input + `}`, "schemas/_shared/p.json": shared} {
			file := filepath.Join(dir, "atoms", strings.Replace(name, "i.json", "schemas/i.json", 1))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p := Open(dir, filepath.Join(dir, "atoms"))
		defer p.Close()
		s, bad := p.Load("schemas/i.json")
		if bad != nil {
			return
		}
		doc, why := s.Offered()
		if why != s.NotOffered() || (doc == nil) != (why != "") {
			t.Fatalf("%q is offered, and is not: %q, %q", input, why, s.NotOffered())
		}
		if doc == nil {
			return
		}
		text := Canonical(doc)
		if doc["type"] != "object" || doc["$schema"] != nil || doc["allOf"] != nil || doc["anyOf"] != nil || doc["oneOf"] != nil || bytes.Contains(text, []byte(dir)) {
			t.Errorf("%q became %s", input, text)
		}
		theirs, err := offered(text)
		if err != nil {
			t.Fatalf("%q became %s, which does not compile: %v", input, text, err)
		}
		v, err := Parse([]byte(object))
		if _, huge := beyond(v, ""); huge {
			return
		}
		if _, is := v.(map[string]any); err != nil || !is {
			return
		}
		if ours, err := s.Validate(v), theirs.Validate(v); (ours == nil) != (err == nil) {
			t.Errorf("%s is %v, and by what became of %q, %s: %v", object, ours, input, text, err)
		}
	})
}

// offered compiles what a client is given, as it does.
func offered(text []byte) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(closed{})
	if err := c.AddResource("mem:///offered.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///offered.json")
}
