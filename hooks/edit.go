package hooks

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A document is a settings file being edited. Edits replace bytes; everything
// outside of them stays as it is.
type document struct {
	file    string
	text    []byte
	plain   []byte // the same without comments, byte for byte in the same places
	root    *node
	lenient leniency
}

func read(file string, text []byte, lenient leniency) (*document, error) {
	if rest := bytes.TrimPrefix(text, mark); len(bytes.TrimSpace(rest)) == 0 {
		// An empty file holds no settings: as good as none.
		text = append(bytes.Clone(text[:len(text)-len(rest)]), "{}"...)
	}
	root, plain, err := parse(file, text, lenient)
	if err != nil {
		return nil, err
	}
	return &document{file, text, plain, root, lenient}, nil
}

// A splice replaces the bytes from:to.
type splice struct {
	from, to int
	insert   string
}

// cut makes splices, given in the order of their places, and reads the result
// anew: offsets never outlive an edit.
func (d *document) cut(splices ...splice) error {
	var text []byte
	at := 0
	for _, s := range splices {
		text = append(append(text, d.text[at:s.from]...), s.insert...)
		at = s.to
	}
	text = append(text, d.text[at:]...)
	root, plain, err := parse(d.file, text, d.lenient)
	if err != nil {
		return err
	}
	d.text, d.plain, d.root = text, plain, root
	return nil
}

// comments reports whether there is a comment among the bytes from:to.
func (d *document) comments(from, to int) bool {
	for i := from; i < to; i++ {
		if d.text[i] == '/' && d.plain[i] != '/' {
			return true
		}
	}
	return false
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
		end := in.members[last].value.end
		return d.cut(splice{end, end, ", " + item})
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
	if last < 0 {
		return d.cut(splice{d.inner(in), in.end - 1, item + nl + d.indent(in.start)})
	}
	end := in.members[last].value.end
	line := end + len(d.text[end:in.end-1]) - len(bytes.TrimLeft(d.text[end:in.end-1], " \t,"))
	if eol := bytes.IndexAny(d.text[line:in.end-1], "\r\n"); eol > 0 && d.comments(line, line+eol) && d.plainly(line, line+eol) {
		// The comment behind the last member stays with it.
		comma := ","
		if d.trailing(end) > end {
			comma = ""
		}
		return d.cut(splice{end, end, comma}, splice{line + eol, line + eol, item})
	}
	return d.cut(splice{end, end, "," + item})
}

// plainly reports whether there is nothing but comments among the bytes from:to.
func (d *document) plainly(from, to int) bool {
	return len(bytes.TrimSpace(d.plain[from:to])) == 0
}

// inner is where an empty container ends what it holds: its comments.
func (d *document) inner(in *node) int {
	if !d.comments(in.start, in.end) {
		return in.start + 1
	}
	return in.start + len(bytes.TrimRight(d.text[in.start:in.end-1], " \t\r\n"))
}

// trailing is the offset after the comma that follows the last member, or
// offset itself if there is none.
func (d *document) trailing(offset int) int {
	for i := offset; i < len(d.text) && d.plain[i] != '}' && d.plain[i] != ']'; i++ {
		if d.text[i] == '/' { // a comment: commas in it are none
			return offset
		}
		if d.text[i] == ',' {
			return i + 1
		}
	}
	return offset
}

// remove takes the i-th member out of in: with the comma before it, or as the
// first of several with the one after it, so that it undoes add.
func (d *document) remove(in *node, i int) error {
	m := in.members
	switch {
	case len(m) == 1 && d.comments(in.start, m[0].start):
		start := in.start + len(bytes.TrimRight(d.text[in.start:m[0].start], " \t\r\n"))
		return d.cut(splice{start, d.trailing(m[0].value.end), ""})
	case len(m) == 1 && d.comments(m[0].value.end, in.end):
		return d.cut(splice{m[0].start, d.trailing(m[0].value.end), ""})
	case len(m) == 1:
		return d.cut(splice{in.start + 1, in.end - 1, ""})
	case i == 0 && d.comments(m[0].value.end, m[1].start):
		return d.cut(splice{m[0].start, d.trailing(m[0].value.end), ""})
	case i == 0:
		return d.cut(splice{m[0].start, m[1].start, ""})
	}
	from, to := m[i-1].value.end, m[i].value.end
	if !d.comments(from, m[i].start) {
		return d.cut(splice{from, to, ""})
	}
	start := from + len(bytes.TrimRight(d.text[from:m[i].start], " \t\r\n"))
	comma := from + bytes.IndexByte(d.plain[from:m[i].start], ',')
	if end := d.trailing(to); end > to && i == len(m)-1 || i < len(m)-1 {
		return d.cut(splice{start, end, ""}) // the comma before it goes on
	}
	return d.cut(splice{comma, comma + 1, ""}, splice{start, to, ""})
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
