package forge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"kei/atom/schema"

	"go.yaml.in/yaml/v3"
)

// A File is one that is made, by its slash path from the root.
type File struct {
	Name string
	Data []byte
	Exec bool

	Replaces bool // it is there, and is written anew: the table of verbs, the script
}

// declaration are the files of every atom: its .md and both schemas.
func (r *Request) declaration(version string) ([]File, error) {
	front, err := r.front(version)
	if err != nil {
		return nil, err
	}
	dir := r.Package + "/atoms/"
	out := []File{{Name: dir + r.Verb + ".md", Data: r.document(front)}}
	for _, s := range []struct {
		name string
		list []Field
	}{{"input", r.Input}, {"output", r.Output}} {
		data, err := schemaText(r.id()+" "+s.name, s.list)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Name: dir + "schemas/" + r.Verb + "-" + s.name + ".json", Data: data})
	}
	return out, nil
}

// front is the front matter.
func (r *Request) front(version string) ([]byte, error) {
	type side struct {
		Schema   string   `yaml:"schema"`
		Required []string `yaml:"required,omitempty,flow"`
	}
	type effect struct {
		Op     string `yaml:"op"`
		Domain string `yaml:"domain"`
	}
	type declared struct {
		Code        string `yaml:"code"`
		HTTP        int    `yaml:"http_analog,omitempty"`
		Description string `yaml:"description"`
	}
	front := struct {
		Atom       string     `yaml:"atom"`
		Kind       string     `yaml:"kind"`
		Version    string     `yaml:"version"`
		Input      side       `yaml:"input"`
		Output     side       `yaml:"output"`
		Effects    []effect   `yaml:"side_effects"`
		Idempotent bool       `yaml:"idempotent"`
		Stability  string     `yaml:"stability"`
		Errors     []declared `yaml:"errors,omitempty"`
		Timeout    *int       `yaml:"timeout_ms,omitempty"`
		Keywords   []string   `yaml:"keywords,omitempty"`
		Related    []string   `yaml:"related,omitempty"`
	}{Atom: r.id(), Kind: r.Kind, Version: version, Effects: []effect{}, Idempotent: r.idempotent(), Stability: "experimental",
		Timeout: r.TimeoutMS, Keywords: r.Keywords}
	front.Input.Schema, front.Output.Schema = "schemas/"+r.Verb+"-input.json", "schemas/"+r.Verb+"-output.json"
	front.Input.Required = required(r.Input)
	for _, e := range r.Effects {
		front.Effects = append(front.Effects, effect{e.Op, e.Domain})
	}
	for _, e := range r.Errors {
		front.Errors = append(front.Errors, declared{e.Code, e.HTTP, e.Description})
	}
	for _, id := range r.Related {
		front.Related = append(front.Related, "[["+id+"]]")
	}
	return yaml.Marshal(front)
}

// required are the names of the rows that must be there.
func required(list []Field) (names []string) {
	for _, f := range list {
		if f.Required {
			names = append(names, f.Name)
		}
	}
	return names
}

// document is the atom's .md behind that front matter.
func (r *Request) document(front []byte) []byte {
	example := string(schema.Canonical(exampleOf(r.Input)))
	var md bytes.Buffer
	fmt.Fprintf(&md, "---\n%s---\n\n# %s\n\n%s\n\n## Example\n\n```\nkei atom invoke %s --input %s\n```\n\n## Gotchas\n\nNone yet.\n\n## Related\n\n",
		front, r.id(), r.Description, r.id(), ShellQuoted(example))
	for _, id := range r.Related {
		fmt.Fprintf(&md, "- [[%s]]\n", id)
	}
	if len(r.Related) == 0 {
		md.WriteString("None.\n")
	}
	return md.Bytes()
}

// schemaText is draft-07: a closed object of the rows, with an example.
func schemaText(title string, list []Field) ([]byte, error) {
	props := map[string]any{}
	for _, f := range list {
		p := map[string]any{"type": f.Type}
		if f.Description != "" {
			p["description"] = f.Description
		}
		if len(f.Enum) > 0 {
			p["enum"] = texts(f.Enum)
		}
		least, most := "minimum", "maximum"
		switch f.Type {
		case "string":
			least, most = "minLength", "maxLength"
		case "array":
			least, most = "minItems", "maxItems"
		}
		if f.Min != nil {
			p[least] = *f.Min
		}
		if f.Max != nil {
			p[most] = *f.Max
		}
		props[f.Name] = p
	}
	doc := map[string]any{
		"$schema": "http://json-schema.org/draft-07/schema#", "title": title, "type": "object",
		"properties": props, "additionalProperties": false, "examples": []any{exampleOf(list)},
	}
	if names := required(list); names != nil {
		doc["required"] = texts(names)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, schema.Canonical(doc), "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

// exampleOf is an object that fits: what is required, and what has an example.
func exampleOf(list []Field) map[string]any {
	out := map[string]any{}
	for _, f := range list {
		switch {
		case f.Example != nil:
			out[f.Name] = f.Example
		case f.Required:
			out[f.Name] = f.sample()
		}
	}
	return out
}

// sample is a value of the row's type within its bounds.
func (f *Field) sample() any {
	least := 0
	if f.Min != nil {
		if n, err := f.Min.Int64(); err == nil && n > 0 && n < 1000 {
			least = int(n)
		}
	}
	switch f.Type {
	case "string":
		if len(f.Enum) > 0 {
			return f.Enum[0]
		}
		return strings.Repeat("x", max(least, 1))
	case "boolean":
		return true
	case "array":
		list := []any{}
		for range least {
			list = append(list, "x")
		}
		return list
	case "object":
		return map[string]any{}
	}
	switch {
	case f.Min != nil:
		return *f.Min
	case f.Max != nil:
		return *f.Max
	}
	return json.Number("1")
}
