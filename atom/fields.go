package atom

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kei/atom/schema"
	"kei/internal/tomlpos"

	"go.yaml.in/yaml/v3"
)

// defaultTimeout is that of an atom that says nothing.
const defaultTimeout = 5 * time.Second

var (
	semver      = regexp.MustCompile(`\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-((0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?\z`)
	errorCode   = regexp.MustCompile(`\A[A-Z][A-Za-z0-9]*\z`)
	ops         = []string{"read", "write", "network", "subprocess", "other"}
	stabilities = []string{"experimental", "beta", "stable", "deprecated"}
	top         = []string{"atom", "kind", "version", "input", "output", "side_effects", "idempotent", "stability",
		"errors", "timeout_ms", "deprecated", "keywords", "related", "taxonomy", "lineage"}
)

func (v *value) get(key string) *value {
	for i := 0; i+1 < len(v.Content); i += 2 {
		if v.Content[i].Value == key {
			return &value{v.Content[i+1], v.lines}
		}
	}
	return nil
}

func (v *value) list() []*value {
	out := make([]*value, len(v.Content))
	for i, c := range v.Content {
		out[i] = &value{c, v.lines}
	}
	return out
}

func (v *value) is(kind string) bool { return typeName(v.Node) == kind }

// want is the value of a key if it is of that type; a value of another is a problem.
func (a *Atom) want(of *value, key, path, kind string, required bool) *value {
	v := of.get(key)
	if v == nil {
		if required {
			first := of.place()
			if path == key {
				first = place{2, 1}
			}
			a.problem(place{first.line, 1}, "FIELD_MISSING", "missing %s", path)
		}
		return nil
	}
	if !v.is(kind) {
		a.problem(v.place(), "FIELD_TYPE", "%s must be %s, not %s", path, kind, typeName(v.Node))
		return nil
	}
	return v
}

// unknown warns of the keys of a mapping that nobody reads.
func (a *Atom) unknown(of *value, prefix string, known []string) {
	for i := 0; i+1 < len(of.Content); i += 2 {
		k := of.Content[i]
		if slices.Contains(known, k.Value) {
			continue
		}
		hint := tomlpos.DidYouMean(k.Value, known)
		a.warn(at(k, of.lines), "FIELD_UNKNOWN", "unknown field %s%s%s", prefix, k.Value, hint)
	}
}

// fields reads the mapping.
func (a *Atom) fields(root *value) {
	a.unknown(root, "", top)
	a.identity(root)
	a.version(root)
	for i, side := range []string{"input", "output"} {
		a.side(root, i, side)
	}
	a.effects(root)
	if v := a.want(root, "idempotent", "idempotent", "bool", true); v != nil {
		if a.Idempotent = v.Value == "true" || v.Value == "True" || v.Value == "TRUE"; !a.Idempotent && (a.Kind == Query || a.Kind == Transform) {
			a.warn(v.place(), "IDEMPOTENT_KIND", "a %s is idempotent", a.Kind)
		}
	}
	a.stability(root)
	a.errors(root)
	a.Timeout = defaultTimeout
	if v := a.want(root, "timeout_ms", "timeout_ms", "int", false); v != nil {
		n, err := strconv.ParseInt(v.Value, 0, 64)
		if err != nil || n < 1 || n > 3_600_000 {
			a.problem(v.place(), "FIELD_RANGE", "timeout_ms is %s; want 1 to 3600000", v.Value)
		} else {
			a.Timeout = time.Duration(n) * time.Millisecond
		}
	}
	a.keywords(root)
	a.related(root)
	a.taxonomy(root)
}

func (a *Atom) identity(root *value) {
	if v := a.want(root, "kind", "kind", "text", true); v != nil {
		if slices.Contains(Kinds, v.Value) {
			a.Kind = Kind(v.Value)
		} else {
			a.problem(v.place(), "KIND_UNKNOWN", "kind `%s` not in [command, query, stream, transform]", v.Value)
		}
	}
	v := a.want(root, "atom", "atom", "text", true)
	if v == nil {
		return
	}
	a.ID, a.atomAt = v.Value, v.place()
	pkg, verb, ok := SplitID(a.ID)
	if !ok {
		a.problem(a.atomAt, "ID_SHAPE", "atom id `%s` is not <package>::<verb>, lower-case kebab", a.ID)
		return
	}
	if pkg != a.Package {
		a.problem(a.atomAt, "ID_PACKAGE_MISMATCH", "the id says package %s, the folder %s", pkg, a.Package)
	}
	if verb != a.Verb {
		a.problem(a.atomAt, "ID_FILE_MISMATCH", "the id says verb %s, the file %s", verb, a.Verb)
	}
}

func (a *Atom) version(root *value) {
	v := a.want(root, "version", "version", "text", true)
	if v == nil {
		return
	}
	a.Version = v.Value
	switch {
	case !semver.MatchString(v.Value):
		a.problem(v.place(), "VERSION_SEMVER", "version `%s` is not SemVer", v.Value)
	case a.Meta != nil && a.Meta.Version != "" && a.Meta.Version != v.Value:
		a.problem(v.place(), "VERSION_MISMATCH", "version %s, the package says %s", v.Value, a.Meta.Version)
	}
}

// side reads input or output.
func (a *Atom) side(root *value, i int, side string) {
	v := root.get(side)
	switch {
	case v == nil:
		a.problem(place{2, 1}, "FIELD_MISSING", "missing %s", side)
		return
	case v.is("null"), v.is("mapping") && v.get("schema") == nil:
		a.problem(v.place(), "SCHEMA_REF_MISSING", "%s has no schema", side)
		if v.is("null") {
			return
		}
	case !v.is("mapping"):
		a.problem(v.place(), "FIELD_TYPE", "%s must be mapping, not %s", side, typeName(v.Node))
		return
	}
	known := []string{"schema", "example"}
	if side == "input" {
		known = append(known, "required")
	}
	a.unknown(v, side+".", known)
	if s := a.want(v, "schema", side+".schema", "text", false); s != nil {
		a.paths[i], a.schemaAt[i] = s.Value, s.place()
		if why := schema.Unsafe(s.Value); why != "" {
			a.problem(s.place(), "SCHEMA_PATH_UNSAFE", "%s schema path unsafe: %s", side, why)
			a.paths[i] = ""
		}
	}
	a.example[i] = v.get("example")
	if side == "input" {
		if r := a.want(v, "required", "input.required", "list", false); r != nil {
			if _, ok := a.texts(r, "input.required"); ok {
				a.require = r
			}
		}
	}
}

// texts are the elements of a list of texts.
func (a *Atom) texts(v *value, path string) (out []string, ok bool) {
	ok = true
	for i, e := range v.list() {
		if !e.is("text") {
			a.problem(e.place(), "FIELD_TYPE", "%s[%d] must be text, not %s", path, i, typeName(e.Node))
			ok = false
			continue
		}
		out = append(out, e.Value)
	}
	return out, ok
}

func (a *Atom) effects(root *value) {
	v := a.want(root, "side_effects", "side_effects", "list", true)
	if v == nil {
		return
	}
	var kindAt *value
	first := map[Effect]int{}
	for i, e := range v.list() {
		op, domain, ok := effect(e)
		if !ok {
			a.problem(e.place(), "SIDE_EFFECT_SHAPE", "side_effects[%d] missing op or domain", i)
			continue
		}
		eff := Effect{op, domain}
		known := slices.Contains(ops, op)
		if !known {
			a.warn(e.place(), "SIDE_EFFECT_OP", "side_effects[%d]: op `%s` is unknown, taken as other", i, op)
			eff.Op = "other"
		}
		if j, twice := first[eff]; twice {
			a.warn(e.place(), "SIDE_EFFECT_DUPLICATE", "side_effects[%d] repeats side_effects[%d]", i, j)
		} else {
			first[eff] = i
			a.Effects = append(a.Effects, eff)
		}
		if kindAt == nil && known && (a.Kind == Transform || a.Kind == Query && (op == "write" || op == "other")) {
			kindAt = e
		}
	}
	switch {
	case kindAt != nil && a.Kind == Transform:
		a.problem(kindAt.place(), "SIDE_EFFECT_KIND", "a transform has no effects")
	case kindAt != nil:
		a.problem(kindAt.place(), "SIDE_EFFECT_KIND", "a query does not write")
	case a.Kind == Command && len(v.Content) == 0:
		a.warn(v.place(), "SIDE_EFFECT_KIND", "a command says no effect, so it is taken to do anything")
	}
}

// effect is one entry of side_effects: exactly op and domain.
func effect(e *value) (op, domain string, ok bool) {
	if !e.is("mapping") || len(e.Content) != 4 {
		return "", "", false
	}
	o, d := e.get("op"), e.get("domain")
	if o == nil || d == nil || !o.is("text") || !d.is("text") || o.Value == "" || len(d.Value) < 1 || len(d.Value) > 128 {
		return "", "", false
	}
	for i := range len(d.Value) {
		if c := d.Value[i]; c <= ' ' || c > '~' {
			return "", "", false
		}
	}
	return o.Value, d.Value, true
}

func (a *Atom) stability(root *value) {
	s := a.want(root, "stability", "stability", "text", true)
	if s != nil {
		if a.Stability = s.Value; !slices.Contains(stabilities, s.Value) {
			a.problem(s.place(), "STABILITY_UNKNOWN", "stability `%s` not in [%s]", s.Value, strings.Join(stabilities, ", "))
		}
	}
	d := root.get("deprecated")
	if d != nil && !d.is("null") {
		if !d.is("text") {
			a.problem(d.place(), "FIELD_TYPE", "deprecated must be text, not %s", typeName(d.Node))
			return
		}
		a.Deprecated = d.Value
		if a.Stability != "deprecated" && slices.Contains(stabilities, a.Stability) {
			a.warn(d.place(), "DEPRECATED_STABILITY", "deprecated is set and stability is %s", a.Stability)
		}
	} else if a.Stability == "deprecated" {
		a.warn(s.place(), "DEPRECATED_STABILITY", "stability is deprecated and deprecated is not set")
	}
}

func (a *Atom) errors(root *value) {
	v := a.want(root, "errors", "errors", "list", false)
	if v == nil {
		return
	}
	first := map[string]int{}
	for i, e := range v.list() {
		path := fmt.Sprintf("errors[%d]", i)
		if !e.is("mapping") {
			a.problem(e.place(), "FIELD_TYPE", "%s must be mapping, not %s", path, typeName(e.Node))
			continue
		}
		a.unknown(e, path+".", []string{"code", "http_analog", "description"})
		var d Declared
		if c := a.want(e, "code", path+".code", "text", true); c != nil {
			d.Code = c.Value
			if !errorCode.MatchString(d.Code) {
				a.problem(c.place(), "ERROR_CODE_SHAPE", "%s.code `%s` is not a word such as InvalidTitle", path, d.Code)
			} else if j, twice := first[d.Code]; twice {
				a.problem(c.place(), "ERROR_CODE_DUPLICATE", "%s.code repeats errors[%d].code", path, j)
			} else {
				first[d.Code] = i
			}
		}
		if h := a.want(e, "http_analog", path+".http_analog", "int", false); h != nil {
			n, err := strconv.Atoi(h.Value)
			if d.HTTP = n; err != nil || n < 400 || n > 599 {
				a.problem(h.place(), "HTTP_ANALOG_RANGE", "%s.http_analog is %s; want 400 to 599", path, h.Value)
			}
		}
		if t := a.want(e, "description", path+".description", "text", true); t != nil {
			if d.Description = t.Value; strings.TrimSpace(d.Description) == "" {
				a.problem(t.place(), "FIELD_RANGE", "%s.description is empty; want a text", path)
			}
		}
		a.Errors = append(a.Errors, d)
	}
}

func (a *Atom) keywords(root *value) {
	v := a.want(root, "keywords", "keywords", "list", false)
	if v == nil {
		return
	}
	if len(v.Content) > 32 {
		a.problem(v.place(), "FIELD_RANGE", "keywords is a list of %d; want up to 32", len(v.Content))
	}
	for i, e := range v.list() {
		switch {
		case !e.is("text"):
			a.problem(e.place(), "FIELD_TYPE", "keywords[%d] must be text, not %s", i, typeName(e.Node))
		case len(e.Value) < 1 || len(e.Value) > 64:
			a.problem(e.place(), "FIELD_RANGE", "keywords[%d] is %d bytes long; want 1 to 64", i, len(e.Value))
		default:
			a.Keywords = append(a.Keywords, e.Value)
		}
	}
}

func (a *Atom) related(root *value) {
	v := a.want(root, "related", "related", "list", false)
	if v == nil {
		return
	}
	first := map[string]int{}
	for i, e := range v.list() {
		target, ok := "", e.is("text")
		if ok {
			target, ok = wikilink(e.Value)
		}
		if !ok {
			a.problem(e.place(), "LINK_MALFORMED", "related[%d] is not a valid [[atom-id]] wikilink", i)
			continue
		}
		at := e.place()
		if j, twice := first[target]; twice {
			a.warn(at, "LINK_DUPLICATE", "related[%d] repeats related[%d]", i, j)
			continue
		}
		first[target] = i
		if target == a.ID {
			a.warn(at, "LINK_SELF", "related[%d] is this atom", i)
		}
		a.Links = append(a.Links, Link{target, true, at.line, at.col})
	}
}

func (a *Atom) taxonomy(root *value) {
	if v := a.want(root, "taxonomy", "taxonomy", "mapping", false); v != nil {
		known := []string{"kingdom", "mechanism", "domain", "layer", "stage", "stability", "language"}
		a.unknown(v, "taxonomy.", known)
		for _, k := range known {
			a.want(v, k, "taxonomy."+k, "text", false)
		}
	}
	v := a.want(root, "lineage", "lineage", "mapping", false)
	if v == nil {
		return
	}
	a.unknown(v, "lineage.", []string{"parents", "creator", "created", "fork_from"})
	for _, k := range []string{"creator", "created", "fork_from"} {
		a.want(v, k, "lineage."+k, "text", false)
	}
	if p := a.want(v, "parents", "lineage.parents", "list", false); p != nil {
		for i, e := range p.list() {
			_, _, id := SplitID(e.Value)
			switch {
			case !e.is("text"):
				a.problem(e.place(), "FIELD_TYPE", "lineage.parents[%d] must be text, not %s", i, typeName(e.Node))
			case !id:
				a.problem(e.place(), "FIELD_RANGE", "lineage.parents[%d] is %s; want an atom's id", i, e.Value)
			default:
				a.Parents = append(a.Parents, e.Value)
			}
		}
	}
}

// document is a YAML value as JSON.
func document(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.MappingNode:
		out := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := document(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			out[n.Content[i].Value] = v
		}
		return out, nil
	case yaml.SequenceNode:
		out := []any{}
		for _, c := range n.Content {
			v, err := document(c)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	}
	switch typeName(n) {
	case "null":
		return nil, nil
	case "bool":
		return strings.EqualFold(n.Value, "true"), nil
	case "int", "float":
		if v, err := schema.Parse([]byte(n.Value)); err == nil {
			return v, nil
		}
		var f any
		if err := n.Decode(&f); err != nil {
			return nil, err
		}
		text, err := json.Marshal(f)
		if err != nil {
			return nil, fmt.Errorf("%s is no number of JSON", n.Value)
		}
		return json.Number(text), nil
	}
	return n.Value, nil
}
