// Package tomlpos reads TOML and keeps the line and column of every key, value
// and list element, so that whatever is wrong with one is said at its place.
//
// BurntSushi/toml decides what is TOML and what its values are; it does not tell
// where a value stood once it is decoded. scan.go finds that in a text that is
// already known to be well-formed.
package tomlpos

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// MaxSize is how many bytes a file may have. What people write stays far below;
// what is larger is not a configuration file.
const MaxSize = 256 << 10

// A Pos is a place in a file, counted from 1; columns count bytes.
type Pos struct{ Line, Col int }

// A Value is one value and where it starts.
type Value struct {
	Pos Pos
	Any any // string, int64, float64, bool, time.Time, []Value or *Table
}

// An Entry is a key and its value.
type Entry struct {
	Key   string
	Pos   Pos
	Value Value
}

// A Table is a TOML table: entries in the order of the text.
type Table struct {
	File    string
	Pos     Pos
	Entries []Entry
}

// Get is the value of key.
func (t *Table) Get(key string) (Value, bool) {
	e, ok := t.Entry(key)
	return e.Value, ok
}

// Entry is the key with its place and value.
func (t *Table) Entry(key string) (Entry, bool) {
	if t != nil {
		for _, e := range t.Entries {
			if e.Key == key {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// At is the place of the value of key, or of the i-th element if the value is a
// list that has one, or of the table when there is no such key.
func (t *Table) At(key string, i int) Pos {
	v, ok := t.Get(key)
	if !ok {
		return t.Pos
	}
	if list, ok := v.Any.([]Value); ok && i >= 0 && i < len(list) {
		return list[i].Pos
	}
	return v.Pos
}

// ReadFile parses a file of fsys; the error is an [Error] or [Errors]. A
// symbolic link is refused: what is read must be what a reviewer saw.
func ReadFile(fsys fs.FS, name string) (*Table, error) {
	data, err := ReadText(fsys, name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// ReadText reads a regular file of UTF-8 text; lines end in "\n" whatever the
// checkout made of them.
func ReadText(fsys fs.FS, name string) ([]byte, error) {
	data, err := regular(fsys, name)
	if err != nil {
		return nil, err
	}
	return Text(name, data)
}

// ReadMarked is ReadText for files that others write too: a byte-order mark of
// UTF-8 at the beginning is left out.
func ReadMarked(fsys fs.FS, name string) ([]byte, error) {
	data, err := regular(fsys, name)
	if err != nil {
		return nil, err
	}
	return Text(name, bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
}

// regular is what is in a regular file that is not too large.
func regular(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Lstat(fsys, name)
	if err != nil {
		return nil, Error{File: name, Msg: Reason(err)}
	}
	if !info.Mode().IsRegular() {
		return nil, Error{File: name, Msg: "is " + kindOf(info.Mode()) + "; put a regular file here"}
	}
	if info.Size() > MaxSize {
		return nil, Error{File: name, Msg: fmt.Sprintf("has %d bytes, more than the %d that are read", info.Size(), MaxSize)}
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, Error{File: name, Msg: Reason(err)}
	}
	return data, nil
}

// Text checks that data is UTF-8 text without a byte-order mark or NUL, and
// returns it with "\n" at the line ends.
func Text(name string, data []byte) ([]byte, error) {
	if len(data) > MaxSize {
		return nil, Error{File: name, Msg: fmt.Sprintf("has %d bytes, more than the %d that are read", len(data), MaxSize)}
	}
	return text(name, data)
}

func text(name string, data []byte) ([]byte, error) {
	for _, bom := range []string{"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"} {
		if strings.HasPrefix(string(data), bom) {
			return nil, Error{name, 1, 1, "starts with a byte-order mark; save it as UTF-8 without one"}
		}
	}
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	if i := bytes.IndexByte(data, '\r'); i >= 0 {
		at := positions(string(data)).at(i)
		return nil, Error{name, at.Line, at.Col, "there is a carriage return within a line; end lines with a line feed"}
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			at := positions(string(data)).at(i)
			return nil, Error{name, at.Line, at.Col, fmt.Sprintf("byte 0x%02x is not UTF-8; save the file as UTF-8", data[i])}
		}
		if r == 0 {
			at := positions(string(data)).at(i)
			return nil, Error{name, at.Line, at.Col, "there is a NUL byte; save the file as UTF-8 text"}
		}
		i += size
	}
	return data, nil
}

// Parse reads one TOML document. The error is an [Error]: TOML is read up to
// the first mistake in its grammar.
func Parse(file string, data []byte) (*Table, error) {
	t, _, err := parse(file, data)
	return t, err
}

// ParseLong is Parse for a document that a program may have written, of any size.
func ParseLong(file string, data []byte) (*Table, error) {
	data, err := text(file, data)
	if err != nil {
		return nil, err
	}
	t, _, err := tree(file, data)
	return t, err
}

// parse also returns how many values have lost their place, which is none
// unless scan and the library disagree about what is TOML.
func parse(file string, data []byte) (t *Table, lost int, err error) {
	data, err = Text(file, data)
	if err != nil {
		return nil, 0, err
	}
	return tree(file, data)
}

func tree(file string, data []byte) (t *Table, lost int, err error) {
	root, at, deep := scan(string(data))
	if deep >= 0 {
		pos := at.at(deep)
		return nil, 0, Error{file, pos.Line, pos.Col, fmt.Sprintf("nested more than %d deep", maxDepth)}
	}
	values, err := decode(string(data))
	if err != nil {
		var p toml.ParseError
		if !errors.As(err, &p) {
			return nil, 0, Error{file, 1, 1, Reason(err)}
		}
		// Its line is that of the end of a multi-line token, its offset that of
		// the start, which is where the eye is wanted. It can be off by one.
		pos := at.at(max(0, min(p.Position.Start, len(data))))
		return nil, 0, Error{file, pos.Line, pos.Col, oneLine(sentence(p.Message))}
	}
	b := builder{file: file, at: at}
	t = b.table(root, values)
	return t, b.lost, nil
}

func decode(text string) (values map[string]any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the TOML reader gave up: %v", r)
		}
	}()
	values = map[string]any{}
	_, err = toml.Decode(text, &values)
	return values, err
}

// A builder joins values with the places that scan found.
type builder struct {
	file string
	at   lineStarts
	lost int // values without a place of their own; a test holds it at 0
}

func (b *builder) table(n *node, values map[string]any) *Table {
	t := &Table{File: b.file, Pos: b.at.at(n.at)}
	for _, key := range n.keys {
		child := n.table[key]
		v, ok := values[key]
		if !ok {
			b.lost++
			continue
		}
		t.Entries = append(t.Entries, Entry{key, b.at.at(child.keyAt), b.value(child, v)})
	}
	if len(t.Entries) < len(values) { // never seen: say it at the table then
		for key, v := range values {
			if _, ok := t.Entry(key); !ok {
				b.lost++
				t.Entries = append(t.Entries, Entry{key, t.Pos, b.value(&node{at: n.at}, v)})
			}
		}
	}
	return t
}

func (b *builder) value(n *node, v any) Value {
	pos := b.at.at(n.at)
	switch v := v.(type) {
	case map[string]any:
		return Value{pos, b.table(n, v)}
	case []map[string]any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = v[i]
		}
		return b.list(n, list)
	case []any:
		return b.list(n, v)
	}
	return Value{pos, v}
}

func (b *builder) list(n *node, elements []any) Value {
	list := make([]Value, len(elements))
	for i, e := range elements {
		place := n
		if i < len(n.list) {
			place = n.list[i]
		} else {
			b.lost++
		}
		list[i] = b.value(place, e)
	}
	return Value{b.at.at(n.at), list}
}

// Reason is err without the path and operation that its reader knows already.
func Reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "no such file"
	}
	return sentence(err.Error())
}

// sentence is a message in this package's form: one line, lower case, no stop.
func sentence(s string) string {
	s = strings.TrimRight(strings.Join(strings.Fields(s), " "), ".")
	r, size := utf8.DecodeRuneInString(s)
	if second, _ := utf8.DecodeRuneInString(s[size:]); unicode.IsUpper(second) {
		return s // an acronym
	}
	return string(unicode.ToLower(r)) + s[size:]
}

func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
