package schema

import (
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"kei/runtime/gate"
	"kei/runtime/verify"
)

// A Document is the schema of one sort of file.
type Document struct {
	Name    string // capability.toml
	Where   string // where such a file stands
	Version string
	Root    *Table
}

// A Table is one table of a file: [gate].
type Table struct {
	Name  string // dotted; "" is the file itself
	About string
	Like  string // the name of a table before it that has the same keys, "" if none has
	Many  bool   // it may stand more than once, as [[gate]]
	Need  bool   // the file is refused without it
	Keys  []Key
	Kinds []Kind   // what kind adds to the keys, by kind
	Below []*Table // tables in it
}

// A Key is one key of a table.
type Key struct {
	Name, Type, About, Default, Example string
	OneOf                               []string
	Need                                bool
}

// A Kind is one value of the key kind, with the keys that belong to it.
type Kind struct {
	Name, About string
	Events      []string // of a gate: what it can object at, the usual one first
	Keys        []Key
}

// documents are the files that people write, and the structs behind them.
var documents = []struct{ name, where, dir, root, version string }{
	{"capability.toml", "capabilities/<category>/<slug>/capability.toml", "gen/spec", "capabilityFile", "CapabilityVersion"},
	{"role.toml", "roles/<name>.toml", "gen/spec", "roleFile", "RoleVersion"},
	{"task.toml", "any file that is given to kei run, prepare, spawn or seal", "agent", "taskFile", "TaskVersion"},
	{"agent.toml", "agents/<name>/agent.toml", "gen/spec", "definitionFile", "DefinitionVersion"},
	{"main.toml", "agents/main.toml", "gen/spec", "mainFile", "DefinitionVersion"},
	{"pi.toml", "agents/pi.toml", "gen/spec", "piFile", "DefinitionVersion"},
}

// Read reads the schemas from kei's own source, whose root is given.
func Read(root fs.FS) ([]Document, error) {
	r := reader{root: root, sources: map[string]*source{}}
	var list []Document
	for _, d := range documents {
		s, err := r.source(d.dir)
		if err != nil {
			return nil, err
		}
		version, ok := s.texts[d.version]
		if !ok {
			return nil, fmt.Errorf("schema: %s has no constant %s", d.dir, d.version)
		}
		r.first = map[string]string{}
		table, err := r.table(d.dir, d.root, "")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		list = append(list, Document{d.name, d.where, version, table})
	}
	return list, nil
}

type reader struct {
	root    fs.FS
	sources map[string]*source
	first   map[string]string // of a type, the table of the document that had it first
}

func (r *reader) source(dir string) (*source, error) {
	if s, ok := r.sources[dir]; ok {
		return s, nil
	}
	s, err := readSource(r.root, dir)
	r.sources[dir] = s
	return s, err
}

// table reads a struct and the tables below it.
func (r *reader) table(dir, typeName, name string) (*Table, error) {
	s, err := r.source(dir)
	if err != nil {
		return nil, err
	}
	fields, err := s.fields(typeName)
	if err != nil {
		return nil, err
	}
	t := &Table{Name: name, Like: r.first[typeName]}
	if t.Like == "" {
		r.first[typeName] = name
	}
	for _, f := range fields {
		said := parseComment(f.comment)
		if said.words["Table"] == "" {
			key, err := r.key(s, f, said)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", typeName, err)
			}
			t.Keys = append(t.Keys, key)
			continue
		}
		below, err := r.table(dir, said.words["Table"], strings.TrimPrefix(name+"."+f.key, "."))
		if err != nil {
			return nil, err
		}
		below.About, below.Many = said.text, strings.HasPrefix(f.goType, "[]")
		below.Need = said.words["Required"] == "always"
		if below.Kinds, err = r.kinds(said.words["Kinds"], below); err != nil {
			return nil, err
		}
		t.Below = append(t.Below, below)
	}
	return t, nil
}

// kinds reads what each kind adds to a table. What all kinds of gate have becomes
// a part of the table itself.
func (r *reader) kinds(of string, t *Table) (list []Kind, err error) {
	types, events := map[string]any{}, map[string][]string{}
	switch of {
	case "":
		return nil, nil
	case "gate":
		for _, k := range gate.Kinds() {
			types[k.Name], events[k.Name] = k.New(), k.Events
		}
		terms, err := r.table("runtime/gate", "Terms", "")
		if err != nil {
			return nil, err
		}
		t.Keys = append(t.Keys, terms.Keys...)
	case "verify":
		for _, k := range verify.Kinds() {
			types[k.Name] = k.New()
		}
	default:
		return nil, fmt.Errorf("schema: there are no kinds of %s", of)
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		typeName := reflect.TypeOf(types[name]).Elem().Name()
		dir := "runtime/" + of
		one, err := r.table(dir, typeName, "")
		if err != nil {
			return nil, err
		}
		about := strings.TrimPrefix(flat(r.sources[dir].docs[typeName]), typeName+" ")
		list = append(list, Kind{name, about, events[name], one.Keys})
	}
	return list, nil
}

// A said is the comment of a field.
type said struct {
	text  string
	words map[string]string
}

// markers are the words that a line of a comment can begin with.
var markers = []string{"Table", "Kinds", "Type", "One of", "Default", "Example", "Required"}

func parseComment(comment string) said {
	s := said{words: map[string]string{}}
	var text []string
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		word, rest, ok := strings.Cut(line, ": ")
		if ok && slices.Contains(markers, word) {
			s.words[word] = rest
			continue
		}
		text = append(text, line)
	}
	s.text = flat(strings.Join(text, " "))
	return s
}

func flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// types are Go's types as people say them.
var types = map[string]string{
	"string": "string", "tomlpos.String": "string", "*tomlpos.String": "string", "Severity": "string",
	"bool": "boolean", "*bool": "boolean", "int": "whole number", "int64": "whole number",
	"[]string": "list of strings", "[]tomlpos.String": "list of strings", "tomlpos.Words": "list of strings",
	"[]Glob": "list of globs", "[]gate.Glob": "list of globs", "[]Entry": "list of commands", "[]Effect": "list of effects",
	"[]Pattern": "list of RE2 expressions", "[]gate.Pattern": "list of RE2 expressions", "[]Variable": "list of names of variables",
}

// key reads one key of a struct in that source.
func (r *reader) key(s *source, f field, c said) (Key, error) {
	k := Key{
		Name: f.key, Type: c.words["Type"], About: c.text, Default: c.words["Default"],
		Example: c.words["Example"], Need: c.words["Required"] == "always",
	}
	if k.Type == "" {
		k.Type = types[f.goType]
	}
	if k.About == "" || k.Type == "" {
		return k, fmt.Errorf("%s: the field has no comment, or its type %s has to be said in a line Type: of it", f.key, f.goType)
	}
	name := c.words["One of"]
	if name == "" {
		return k, nil
	}
	k.OneOf = s.words[name]
	if k.OneOf == nil {
		reads, err := r.source("gen/spec") // what decodes the runtime's structs holds their words
		if err != nil {
			return k, err
		}
		k.OneOf = reads.words[name]
	}
	if k.OneOf == nil {
		return k, fmt.Errorf("%s: there is no list of words %s", f.key, name)
	}
	return k, nil
}
