package schema

import (
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A node is a subschema: a file and a JSON pointer into it.
type node struct {
	f  *file
	at string
}

// seen is what is known of a node: where it leads with the same document in hand.
type seen struct {
	doc   any
	ref   *node  // its $ref
	same  []node // allOf and the like: the same document is judged again
	allOf []node
}

type walk struct {
	p     *Place
	nodes map[node]*seen
	files map[*file]bool

	foreign bool // there is a reference that only the library resolves
}

// Keywords by what their value is: a schema for a part of the document, or for
// the document itself, one, a list or a map of them.
var (
	one     = []string{"additionalItems", "additionalProperties", "contains", "items", "propertyNames"}
	byName  = []string{"definitions", "patternProperties", "properties"}
	oneSame = []string{"else", "if", "not", "then"}
	allSame = []string{"allOf", "anyOf", "oneOf"}
)

// visit looks at a subschema and all beneath it. Hops counts the files on the
// way. Foreign is below an $id that is another place: there a reference that
// names a file leads nowhere.
func (w *walk) visit(n node, doc any, hops int, foreign bool) *Error {
	if _, ok := w.nodes[n]; ok {
		return nil
	}
	if hops > maxRefs {
		return w.wrong(n, "", "references lead through more than %d files", maxRefs)
	}
	w.nodes[n] = &seen{doc: doc}
	if !w.files[n.f] {
		w.files[n.f] = true
		if len(w.files) > maxFiles {
			return w.wrong(n, "", "more than %d files", maxFiles)
		}
	}
	obj, ok := doc.(map[string]any)
	if !ok {
		return nil
	}
	if ref, ok := obj["$ref"].(string); ok { // what stands beside it does not count
		return w.follow(n, ref, hops, foreign)
	}
	if id, ok := obj["$id"].(string); ok && n.at != "" && !strings.HasPrefix(id, "#") {
		foreign = true
	}
	if err := w.patterns(n, obj); err != nil {
		return err
	}
	return w.children(n, obj, hops, foreign)
}

func (w *walk) children(n node, obj map[string]any, hops int, foreign bool) *Error {
	down := func(doc any, path ...string) (node, *Error) {
		at := n.at
		for _, s := range path {
			at += "/" + escape(s)
		}
		c := node{n.f, at}
		return c, w.visit(c, doc, hops, foreign)
	}
	me := w.nodes[n]
	for _, k := range slices.Sorted(maps.Keys(obj)) {
		var err *Error
		v := obj[k]
		list, isList := v.([]any)
		table, isTable := v.(map[string]any)
		switch {
		case slices.Contains(one, k) && !isList:
			_, err = down(v, k)
		case k == "items" && isList, slices.Contains(allSame, k) && isList:
			for i, e := range list {
				var c node
				if c, err = down(e, k, strconv.Itoa(i)); err != nil {
					return err
				}
				if k != "items" {
					me.same = append(me.same, c)
				}
				if k == "allOf" {
					me.allOf = append(me.allOf, c)
				}
			}
		case slices.Contains(oneSame, k):
			var c node
			c, err = down(v, k)
			me.same = append(me.same, c)
		case (slices.Contains(byName, k) || k == "dependencies") && isTable:
			for _, name := range slices.Sorted(maps.Keys(table)) {
				if _, isList := table[name].([]any); isList {
					continue
				}
				var c node
				if c, err = down(table[name], k, name); err != nil {
					return err
				}
				if k == "dependencies" {
					me.same = append(me.same, c)
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) wrong(n node, more, format string, args ...any) *Error {
	at := n.at + more
	if at == "" {
		at = "/"
	}
	return refused("SCHEMA_COMPILE", "%s: %s", at, fmt.Sprintf(format, args...))
}

// patterns refuses what RE2 does not have, by its name.
func (w *walk) patterns(n node, obj map[string]any) *Error {
	check := func(more, p string) *Error {
		if _, err := regexp.Compile(p); err != nil {
			return w.wrong(n, more, "the pattern %s: %s", quoted(p), construct(p, err))
		}
		return nil
	}
	if p, ok := obj["pattern"].(string); ok {
		if err := check("/pattern", p); err != nil {
			return err
		}
	}
	if table, ok := obj["patternProperties"].(map[string]any); ok {
		for _, p := range slices.Sorted(maps.Keys(table)) {
			if err := check("/patternProperties", p); err != nil {
				return err
			}
		}
	}
	return nil
}

var backreference = regexp.MustCompile(`\\[1-9k]`)

func construct(p string, err error) string {
	for _, c := range []struct{ text, name string }{
		{"(?<=", "lookbehind"}, {"(?<!", "lookbehind"}, {"(?=", "lookahead"}, {"(?!", "lookahead"},
		{"(?>", "an atomic group"},
	} {
		if strings.Contains(p, c.text) {
			return c.name + " is not in RE2"
		}
	}
	if backreference.MatchString(p) {
		return "a backreference is not in RE2"
	}
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

// follow judges a reference as text, reads its file, and goes on there.
func (w *walk) follow(n node, ref string, hops int, foreign bool) *Error {
	escape := func(why string) *Error {
		return refused("SCHEMA_REF_ESCAPE", "%s/$ref: %s %s", n.at, quoted(ref), why)
	}
	name, fragment, _ := strings.Cut(ref, "#")
	target := n.f
	if name != "" {
		u, err := url.Parse(name)
		switch {
		case err != nil:
			return escape("is no reference")
		case u.Scheme != "" || u.Host != "" || strings.HasPrefix(name, "/"):
			return escape("is not a path beneath the schemas")
		case u.RawQuery != "" || u.ForceQuery || strings.ContainsAny(u.Path, "\\\x00"):
			return escape("holds a character that no path of ours has")
		case foreign:
			return escape("is relative to an $id that is another place")
		}
		path := filepath.Join(filepath.Dir(n.f.path), filepath.FromSlash(u.Path))
		var fail *Error
		if target, fail = w.open(n, path); fail != nil {
			return fail
		}
		if target == nil {
			return escape("leads out of the folders of schemas")
		}
		if target != n.f {
			hops++
		}
	}
	if foreign && name == "" {
		w.foreign = true
		return nil // within what it is in: the library resolves it
	}
	if strings.Contains(fragment, "%") {
		if un, err := url.PathUnescape(fragment); err == nil {
			fragment = un
		}
	}
	doc, at, ok := resolve(target.doc, fragment)
	if !ok {
		return w.wrong(n, "/$ref", "%s names nothing", quoted(ref))
	}
	to := node{target, at}
	w.nodes[n].ref = &to
	return w.visit(to, doc, hops, false)
}

// open reads the file that a reference names: nil if it lies in no zone.
func (w *walk) open(n node, path string) (*file, *Error) {
	z := w.p.schemas
	if !z.holds(path) {
		z = w.p.fragments
	}
	if path == n.f.path {
		return n.f, nil
	}
	if !z.holds(path) {
		return nil, nil
	}
	f := w.p.read(z, path)
	switch {
	case f.err == nil:
		return f, nil
	case f.err.Code == "SCHEMA_MISSING":
		return nil, refused("SCHEMA_COMPILE", "%s/$ref: no file %s", n.at, filepath.Base(path))
	case f.err.Code == "SCHEMA_REF_ESCAPE":
		return nil, refused("SCHEMA_REF_ESCAPE", "%s/$ref: %s", n.at, f.err.Message)
	}
	return nil, refused(f.err.Code, "%s/$ref: %s: %s", n.at, filepath.Base(path), f.err.Message)
}

// resolve finds what a fragment names: a pointer, or an $id of that fragment.
func resolve(doc any, fragment string) (found any, at string, ok bool) {
	if fragment != "" && !strings.HasPrefix(fragment, "/") {
		return anchor(doc, "#"+fragment, "")
	}
	for _, s := range strings.Split(fragment, "/")[1:] {
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
		switch v := doc.(type) {
		case map[string]any:
			if doc, ok = v[key]; !ok {
				return nil, "", false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(v) {
				return nil, "", false
			}
			doc = v[i]
		default:
			return nil, "", false
		}
		at += "/" + escape(key)
	}
	return doc, at, true
}

func anchor(doc any, id, at string) (any, string, bool) {
	switch v := doc.(type) {
	case map[string]any:
		if v["$id"] == id {
			return v, at, true
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if d, p, ok := anchor(v[k], id, at+"/"+escape(k)); ok {
				return d, p, true
			}
		}
	case []any:
		for i, e := range v {
			if d, p, ok := anchor(e, id, at+"/"+strconv.Itoa(i)); ok {
				return d, p, true
			}
		}
	}
	return nil, "", false
}

// circles finds references that lead back without a step into the document,
// and chains of them that are too long.
func (w *walk) circles() *Error {
	deep := map[node]int{} // -1: on the way
	var longest func(n node) (int, *Error)
	longest = func(n node) (int, *Error) {
		if d, ok := deep[n]; ok {
			if d < 0 {
				return 0, w.wrong(n, "", "its references lead back to it without end")
			}
			return d, nil
		}
		deep[n] = -1
		most := 0
		me := w.nodes[n]
		if me == nil {
			return 0, nil
		}
		for _, c := range me.same {
			d, err := longest(c)
			if err != nil {
				return 0, err
			}
			most = max(most, d)
		}
		if me.ref != nil {
			d, err := longest(*me.ref)
			if err != nil {
				return 0, err
			}
			if most = max(most, d+1); most > maxRefs {
				return 0, w.wrong(n, "", "references lead on more than %d times", maxRefs)
			}
		}
		deep[n] = most
		return most, nil
	}
	list := slices.SortedFunc(maps.Keys(w.nodes), func(a, b node) int {
		return strings.Compare(a.f.path+"#"+a.at, b.f.path+"#"+b.at)
	})
	for _, n := range list {
		if _, err := longest(n); err != nil {
			return err
		}
	}
	return nil
}

// required collects what a node requires, and what each branch of its allOf does.
func (w *walk) required(n node, out *[]string, been map[node]bool) {
	me := w.nodes[n]
	if me == nil || been[n] {
		return
	}
	been[n] = true
	if me.ref != nil {
		w.required(*me.ref, out, been)
		return
	}
	obj, _ := me.doc.(map[string]any)
	if list, ok := obj["required"].([]any); ok {
		for _, e := range list {
			if s, ok := e.(string); ok && !slices.Contains(*out, s) {
				*out = append(*out, s)
			}
		}
	}
	for _, c := range me.allOf {
		w.required(c, out, been)
	}
}
