package schema

import "strconv"

// At is the type of what stands at a path of a document that fits the schema,
// as far as the schema says it in one word: "" is not known. Of a path that no
// such document has, ok is false.
func (s *Schema) At(path []string) (kind string, ok bool) {
	node := s.Doc
	for _, segment := range path {
		m, is := node.(map[string]any)
		if !is || branches(m) {
			return "", true
		}
		if m["type"] == "array" {
			if _, err := strconv.Atoi(segment); err != nil {
				return "", false
			}
			node = m["items"]
			continue
		}
		if m["type"] != "object" {
			return "", true
		}
		props, _ := m["properties"].(map[string]any)
		next, known := props[segment]
		if !known {
			return "", m["additionalProperties"] != false || m["patternProperties"] != nil
		}
		node = next
	}
	m, is := node.(map[string]any)
	if !is || branches(m) {
		return "", true
	}
	kind, _ = m["type"].(string)
	return kind, true
}

// branches reports whether more than its own words say what a schema takes.
func branches(m map[string]any) bool {
	for _, k := range []string{"$ref", "allOf", "anyOf", "oneOf", "if", "not"} {
		if _, has := m[k]; has {
			return true
		}
	}
	return false
}
