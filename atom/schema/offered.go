package schema

import (
	"maps"
	"slices"
)

// NotOffered says why clients of MCP could not take the schema as an input; ""
// if they can. They want an object at the root, and no alternatives there.
func (s *Schema) NotOffered() string {
	doc, _ := s.Doc.(map[string]any)
	for _, k := range []string{"anyOf", "oneOf", "not", "if"} {
		if _, ok := doc[k]; ok && doc["$ref"] == nil {
			return "the root of its input has " + k
		}
	}
	if t, ok := doc["type"]; ok && t != "object" && doc["$ref"] == nil {
		return "its input is no object"
	}
	return ""
}

// Optional are the properties that the root names and does not require, sorted.
func (s *Schema) Optional() []string {
	doc, _ := s.Doc.(map[string]any)
	props, _ := doc["properties"].(map[string]any)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(props)) {
		if !slices.Contains(s.Required, name) {
			out = append(out, name)
		}
	}
	return out
}
