package schema

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Clients of MCP, and the providers behind them, want JSON Schema 2020-12 in one
// document with an object at its root and no alternatives there. Some drop a
// tool that has anything else, some the server, some refuse the request. What is
// here makes that of a schema, or says why not.

// NotOffered says why clients of MCP can't be given the schema; "" if they can.
func (s *Schema) NotOffered() string {
	if s.foreign {
		return "a reference beneath an $id of its own"
	}
	e := s.exporter()
	return e.flatten()
}

// Offered is the schema as clients of MCP take it, or why there is none. It
// takes the same objects.
func (s *Schema) Offered() (doc map[string]any, why string) {
	if s.foreign {
		return nil, s.NotOffered()
	}
	e := s.exporter()
	if why := e.flatten(); why != "" {
		return nil, why
	}
	return e.document(), ""
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

// An exporter makes one document of the subschemas that a schema reaches.
type exporter struct {
	nodes map[node]*seen
	root  node   // what the root's references lead to
	merge []node // branches of its allOf, in order, then the root itself
	names map[node]string
	taken map[string]bool
	queue []node // what has a name and is not in $defs yet
}

func (s *Schema) exporter() *exporter {
	e := &exporter{nodes: s.nodes, names: map[node]string{}, taken: map[string]bool{}}
	e.root = e.target(s.root)
	return e
}

// target follows references. Those that lead in a circle were refused before.
func (e *exporter) target(n node) node {
	for e.nodes[n].ref != nil {
		n = *e.nodes[n].ref
	}
	return n
}

func (e *exporter) object(n node) map[string]any {
	obj, _ := e.nodes[n].doc.(map[string]any)
	return obj
}

// What a branch of an allOf may hold that is merged into the root: what adds up,
// and what says nothing about documents.
var mergeable = []string{"type", "properties", "required", "allOf", "$ref", "definitions",
	"$id", "$schema", "$comment", "title", "description", "default", "examples", "readOnly", "writeOnly"}

// flatten finds what the root is made of, or says why it can't be one object.
func (e *exporter) flatten() string {
	if doc := e.nodes[e.root].doc; doc == false {
		return "its root takes nothing"
	}
	root := e.object(e.root)
	for _, k := range []string{"anyOf", "oneOf", "not", "if"} {
		if _, ok := root[k]; ok {
			return k + " at its root"
		}
	}
	if !isObject(root["type"]) {
		return "its root is not an object"
	}
	been := map[node]bool{e.root: true}
	if why := e.branches(e.root, been); why != "" {
		return why
	}
	if rest, ok := root["additionalProperties"]; ok && !anything(rest) {
		own, _ := root["properties"].(map[string]any)
		for _, b := range e.merge {
			props, _ := e.object(b)["properties"].(map[string]any)
			for name := range props {
				if own[name] == nil {
					return "additionalProperties beside allOf"
				}
			}
		}
	}
	e.merge = append(e.merge, e.root)
	return ""
}

// branches appends those of a node's allOf to what is merged, innermost first.
func (e *exporter) branches(n node, been map[node]bool) string {
	for _, b := range e.nodes[n].allOf {
		if b = e.target(b); been[b] {
			continue // once more changes nothing
		}
		been[b] = true
		obj := e.object(b)
		if obj == nil {
			return "allOf branch that is no object"
		}
		for _, k := range slices.Sorted(maps.Keys(obj)) {
			if !slices.Contains(mergeable, k) {
				return "allOf branch with " + k
			}
		}
		if !isObject(obj["type"]) {
			return "allOf branch that is not an object"
		}
		if why := e.branches(b, been); why != "" {
			return why
		}
		e.merge = append(e.merge, b)
	}
	return ""
}

// isObject reports whether a type leaves nothing out among objects.
func isObject(t any) bool {
	if list, ok := t.([]any); ok {
		return len(list) == 1 && list[0] == "object"
	}
	return t == nil || t == "object"
}

// anything reports whether a schema takes every document.
func anything(doc any) bool {
	obj, ok := doc.(map[string]any)
	return doc == true || ok && len(obj) == 0
}

// document is the root, with all that it refers to in its $defs.
func (e *exporter) document() map[string]any {
	out := e.translate(e.root, "allOf", "properties", "required", "examples")
	out["type"] = "object"
	var required []any
	props := map[string][]any{}
	for _, n := range e.merge {
		obj := e.object(n)
		list, _ := obj["required"].([]any)
		for _, name := range list {
			if !slices.Contains(required, name) {
				required = append(required, name)
			}
		}
		own, _ := obj["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(own)) {
			p := e.schema(n.child("properties", name))
			if !slices.ContainsFunc(props[name], func(q any) bool { return string(Canonical(q)) == string(Canonical(p)) }) {
				props[name] = append(props[name], p)
			}
		}
	}
	if len(required) > 0 {
		out["required"] = required
	}
	if len(props) > 0 {
		all := map[string]any{}
		for name, list := range props {
			if all[name] = list[0]; len(list) > 1 {
				all[name] = map[string]any{"allOf": list}
			}
		}
		out["properties"] = all
	}
	defs := map[string]any{}
	for len(e.queue) > 0 {
		n := e.queue[0]
		e.queue = e.queue[1:]
		defs[e.names[n]] = e.schema(n)
	}
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return out
}

func (n node) child(steps ...string) node {
	for _, s := range steps {
		n.at += "/" + escape(s)
	}
	return n
}

// schema is a subschema in the other draft.
func (e *exporter) schema(n node) any {
	me := e.nodes[n]
	switch {
	case me.ref != nil:
		return map[string]any{"$ref": "#/$defs/" + e.name(*me.ref)}
	case e.object(n) == nil:
		return me.doc
	}
	return e.translate(n)
}

// What draft-07 says of a document or its values, beside what holds schemas.
// What else stands there means nothing in draft-07 and could elsewhere.
var (
	plain = []string{"$comment", "title", "description", "default", "examples", "readOnly", "writeOnly", "enum", "const", "type", "format",
		"contentEncoding", "contentMediaType", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
		"maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required"}
	schemas = []string{"additionalProperties", "contains", "propertyNames", "if", "then", "else", "not"}
	lists   = []string{"allOf", "anyOf", "oneOf"}
	tables  = []string{"properties", "patternProperties"}
)

func (e *exporter) translate(n node, without ...string) map[string]any {
	obj, out := e.object(n), map[string]any{}
	for _, k := range slices.Sorted(maps.Keys(obj)) {
		switch v := obj[k]; {
		case slices.Contains(without, k), k == "examples" && n.at == "":
		case slices.Contains(plain, k):
			out[k] = v
		case slices.Contains(schemas, k):
			out[k] = e.schema(n.child(k))
		case slices.Contains(lists, k):
			out[k] = e.list(n.child(k), v)
		case slices.Contains(tables, k):
			out[k] = e.table(n.child(k), v)
		case k == "items":
			e.items(n, obj, out)
		case k == "dependencies":
			e.dependencies(n.child(k), v, out)
		}
	}
	return out
}

func (e *exporter) list(n node, v any) []any {
	list, _ := v.([]any)
	out := make([]any, len(list))
	for i := range list {
		out[i] = e.schema(n.child(strconv.Itoa(i)))
	}
	return out
}

func (e *exporter) table(n node, v any) map[string]any {
	table, _ := v.(map[string]any)
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		out[name] = e.schema(n.child(name))
	}
	return out
}

// items: a list of them is called prefixItems now, and what is for the rest
// items. Beside one for all additionalItems never meant anything.
func (e *exporter) items(n node, obj, out map[string]any) {
	if _, several := obj["items"].([]any); !several {
		out["items"] = e.schema(n.child("items"))
		return
	}
	if list := e.list(n.child("items"), obj["items"]); len(list) > 0 {
		out["prefixItems"] = list
	}
	if _, ok := obj["additionalItems"]; ok {
		out["items"] = e.schema(n.child("additionalItems"))
	}
}

func (e *exporter) dependencies(n node, v any, out map[string]any) {
	names, conditions := map[string]any{}, map[string]any{}
	table, _ := v.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		if list, ok := table[name].([]any); ok {
			names[name] = list
		} else {
			conditions[name] = e.schema(n.child(name))
		}
	}
	if len(names) > 0 {
		out["dependentRequired"] = names
	}
	if len(conditions) > 0 {
		out["dependentSchemas"] = conditions
	}
}

// name is what a subschema is called in $defs: the last segment of where it
// stands, or its file.
func (e *exporter) name(n node) string {
	if name, ok := e.names[n]; ok {
		return name
	}
	base := strings.TrimSuffix(path.Base(n.f.url), path.Ext(n.f.url))
	if n.at != "" {
		base = n.at[strings.LastIndexByte(n.at, '/')+1:]
	}
	base = strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.", r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_' // so that it needs no escape in a pointer in a fragment
	}, base)
	name := base
	for i := 2; e.taken[name]; i++ {
		name = base + "-" + strconv.Itoa(i)
	}
	e.names[n], e.taken[name] = name, true
	e.queue = append(e.queue, n)
	return name
}
