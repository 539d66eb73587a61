package schema

import (
	"encoding/json"
	"strings"
)

// An object is JSON; encoding sorts its keys, so that it is always the same.
type object = map[string]any

func jsonName(d Document) string { return strings.TrimSuffix(d.Name, ".toml") + ".json" }

// JSON is the JSON Schema (draft 2020-12) of one sort of file, for editors. It knows
// keys, types and words; what it lets pass kei check may still refuse.
func JSON(d Document) ([]byte, error) {
	root := d.Root.object()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = d.Name
	root["description"] = "kei's " + d.Where + ", version " + d.Version
	data, err := json.MarshalIndent(root, "", "  ")
	return append(data, '\n'), err
}

// object is the schema of one table.
func (t *Table) object() object {
	if len(t.Kinds) > 0 {
		return t.byKind()
	}
	o := shape(t.Keys)
	properties := o["properties"].(object)
	var need []string
	for _, below := range t.Below {
		one := below.object()
		one["description"] = below.About
		if below.Many {
			one = object{"description": below.About, "anyOf": []any{one, object{"type": "array", "items": one}}}
		}
		properties[last(below.Name)] = one
		if below.Need {
			need = append(need, last(below.Name))
		}
	}
	if len(need) > 0 {
		have, _ := o["required"].([]string)
		o["required"] = append(have, need...)
	}
	return o
}

// byKind is the schema of a table whose key kind says which others there are. The
// old spelling names no kind and has what it always had.
func (t *Table) byKind() object {
	old := shape(t.Keys)
	properties := old["properties"].(object)
	var list []any
	for _, k := range t.Kinds {
		one := shape(append(append([]Key{}, t.Keys...), k.Keys...))
		one["properties"].(object)["kind"] = object{"const": k.Name, "description": k.About}
		one["required"] = []string{"kind"}
		list = append(list, one)
		for _, key := range k.Keys {
			properties[key.Name] = key.object()
		}
	}
	delete(properties, "kind")
	old["required"] = []string{"rust-module"}
	return object{"oneOf": append(list, old)}
}

// shape is a table with those keys and no others.
func shape(keys []Key) object {
	properties := object{}
	var need []string
	for _, k := range keys {
		properties[k.Name] = k.object()
		if k.Need {
			need = append(need, k.Name)
		}
	}
	o := object{"type": "object", "additionalProperties": false, "properties": properties}
	if len(need) > 0 {
		o["required"] = need
	}
	return o
}

func last(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// object is the schema of one key.
func (k Key) object() object {
	o := typed(k.Type)
	if k.OneOf != nil {
		words := object{"enum": k.OneOf}
		if o["type"] == "array" {
			o["items"] = words
		} else {
			o = words
		}
	}
	o["description"] = k.About
	return o
}

// typed is the schema of a type as people say it.
func typed(said string) object {
	if list, ok := strings.CutPrefix(said, "list of strings or "); ok {
		return object{"type": "array", "items": object{"anyOf": []any{typed("string"), typed(strings.TrimSuffix(list, " of strings") + " of strings")}}}
	}
	if one, other, ok := strings.Cut(said, " or "); ok {
		if strings.HasPrefix(one, `"`) {
			return object{"enum": quoted(said)}
		}
		return object{"anyOf": []any{typed(one), typed(other)}}
	}
	switch {
	case strings.HasPrefix(said, "list of "):
		return object{"type": "array", "items": object{"type": "string"}}
	case strings.HasPrefix(said, "table"):
		return object{"type": "object", "additionalProperties": object{"type": "string"}}
	case said == "whole number":
		return object{"type": "integer"}
	}
	return object{"type": said}
}

// quoted are the words that stand in quotes.
func quoted(said string) []string {
	var words []string
	for i, part := range strings.Split(said, `"`) {
		if i%2 == 1 {
			words = append(words, part)
		}
	}
	return words
}
