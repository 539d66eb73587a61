package hooks

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// A document is a settings file being edited. Edits replace bytes; everything
// outside of them stays as it is.
type document struct {
	file string
	text []byte
	root *node
}

func read(file string, text []byte) (*document, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		// An empty file holds no settings: as good as none.
		text = []byte("{}")
	}
	root, err := parse(file, text)
	if err != nil {
		return nil, err
	}
	return &document{file, text, root}, nil
}

// cut replaces text[from:to] and reads the result anew: offsets never outlive
// an edit.
func (d *document) cut(from, to int, insert string) error {
	text := slices.Concat(d.text[:from], []byte(insert), d.text[to:])
	root, err := parse(d.file, text)
	if err != nil {
		return err
	}
	d.text, d.root = text, root
	return nil
}

// add appends a member to an object, or with key "" an element to an array, in
// the style of what stands there.
func (d *document) add(in *node, key string, value any) error {
	last := len(in.members) - 1
	if last >= 0 && !d.spread(in) {
		item, err := render(key, value, "", "")
		if err != nil {
			return err
		}
		return d.cut(in.members[last].value.end, in.members[last].value.end, ", "+item)
	}
	nl := d.newline()
	indent := d.indent(in.start) + d.unit()
	if last >= 0 {
		indent = d.indent(in.members[0].start)
	}
	item, err := render(key, value, indent, d.unit())
	if err != nil {
		return err
	}
	item = strings.ReplaceAll("\n"+indent+item, "\n", nl)
	if last >= 0 {
		return d.cut(in.members[last].value.end, in.members[last].value.end, ","+item)
	}
	return d.cut(in.start+1, in.end-1, item+nl+d.indent(in.start))
}

// remove takes the i-th member out of in: with the comma before it, or as the
// first of several with the one after it, so that it undoes add.
func (d *document) remove(in *node, i int) error {
	m := in.members
	switch {
	case len(m) == 1:
		return d.cut(in.start+1, in.end-1, "")
	case i == 0:
		return d.cut(m[0].start, m[1].start, "")
	default:
		return d.cut(m[i-1].value.end, m[i].value.end, "")
	}
}

// spread reports whether the members of n stand on lines of their own.
func (d *document) spread(n *node) bool {
	return len(n.members) > 0 && bytes.IndexByte(d.text[n.start:n.members[0].start], '\n') >= 0
}

// indent is the white space that leads the line of an offset.
func (d *document) indent(offset int) string {
	line := d.text[bytes.LastIndexByte(d.text[:offset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// unit is one step of indentation: what leads the first member.
func (d *document) unit() string {
	if d.spread(d.root) {
		if u := d.indent(d.root.members[0].start); u != "" {
			return u
		}
	}
	return "  "
}

func (d *document) newline() string {
	if i := bytes.IndexByte(d.text, '\n'); i > 0 && d.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// render is value as JSON, with its key before it if it has one; on one line
// if unit is empty.
func render(key string, value any, prefix, unit string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // a path with & in it should read as it is
	if err := e.Encode(value); err != nil {
		return "", err
	}
	text := bytes.TrimSpace(b.Bytes())
	if unit != "" {
		var spread bytes.Buffer
		if err := json.Indent(&spread, text, prefix, unit); err != nil {
			return "", err
		}
		text = spread.Bytes()
	}
	if key == "" {
		return string(text), nil
	}
	k, err := json.Marshal(key)
	return string(k) + ": " + string(text), err
}
