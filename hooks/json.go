package hooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// A node is one JSON value and where it stands.
type node struct {
	start, end int  // its bytes are text[start:end]
	kind       byte // first byte: { [ " t f n, and 0 for a number

	// Of an object the members, of an array the elements. A member's bytes
	// begin at its key.
	members []member
}

type member struct {
	key   string // "" in an array
	start int    // of the key, or of the element
	value *node
}

// get returns the value of key. Of a key given twice it is the last, as the
// clients take it.
func (n *node) get(key string) (*node, bool) {
	for i := len(n.members) - 1; i >= 0; i-- {
		if n.kind == '{' && n.members[i].key == key {
			return n.members[i].value, true
		}
	}
	return nil, false
}

func (n *node) index(key string) int {
	for i, m := range n.members {
		if m.key == key {
			return i
		}
	}
	return -1
}

// An Error is what is wrong with a settings file, and where.
type Error struct {
	File      string
	Line, Col int // from 1; 0 where the whole file is meant
	Text      string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Text)
}

func errorAt(file string, text []byte, offset int, what string) *Error {
	offset = min(max(offset, 0), len(text))
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	col := 1 + offset - (bytes.LastIndexByte(text[:offset], '\n') + 1)
	return &Error{file, line, col, what}
}

const unread = "; the client would skip the whole file, fix it first"

// A leniency is what a client reads besides JSON.
type leniency byte

const (
	strict       leniency = iota // nothing
	takeComments                 // comments
	takeCommas                   // and a comma after the last member

	takeMark leniency = 1 << 7 // beside the others: one byte-order mark
)

// mark is a byte-order mark.
var mark = []byte("\xef\xbb\xbf")

// parse reads JSON as the client does. Offsets in the text that is returned,
// where there are blanks in place of a byte-order mark, comments and trailing
// commas, are offsets in the one that was given.
func parse(file string, given []byte, lenient leniency) (*node, []byte, error) {
	text := given
	marked := bytes.HasPrefix(text, mark)
	if marked && lenient&takeMark == 0 {
		return nil, nil, errorAt(file, text, 0, "a byte-order mark before the JSON; save it as UTF-8 without one"+unread)
	}
	if lenient &^= takeMark; lenient != strict {
		text = blank(given, lenient)
	}
	if marked {
		// Editors on Windows write one, and these clients pass over it. It stays.
		text = append([]byte("   "), text[len(mark):]...)
	}
	root, err := parseStrict(file, text)
	return root, text, err
}

// blank puts blanks where comments and trailing commas stand. What is no JSON
// otherwise stays none.
func blank(text []byte, lenient leniency) []byte {
	out := bytes.Clone(text)
	before, comma := byte('{'), -1 // the last byte that counts, and where it is a comma after a value
	for i := 0; i < len(out); i++ {
		switch b := out[i]; {
		case indexByte(" \t\r\n", b):
			continue
		case b == '/' && i+1 < len(out) && out[i+1] == '/':
			for ; i < len(out) && out[i] != '\n' && out[i] != '\r'; i++ {
				out[i] = ' '
			}
			i--
			continue
		case b == '/' && i+1 < len(out) && out[i+1] == '*':
			end := bytes.Index(out[i+2:], []byte("*/"))
			if end < 0 {
				return out
			}
			for end += i + 4; i < end; i++ {
				if out[i] != '\n' && out[i] != '\r' {
					out[i] = ' '
				}
			}
			i--
			continue
		case b == '"':
			for i++; i < len(out) && out[i] != '"' && out[i] != '\n'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case (b == '}' || b == ']') && comma >= 0 && lenient == takeCommas:
			out[comma] = ' '
		}
		at := min(i, len(out)-1)
		comma = -1
		if out[at] == ',' && !indexByte("{[,:", before) {
			comma = at
		}
		before = out[at]
	}
	return out
}

func parseStrict(file string, text []byte) (*node, error) {
	if !utf8.Valid(text) {
		at := 0
		for at < len(text) {
			r, size := utf8.DecodeRune(text[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return nil, errorAt(file, text, at, "not UTF-8"+unread)
	}
	var anything json.RawMessage
	if err := json.Unmarshal(text, &anything); err != nil {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return nil, &Error{File: file, Text: err.Error()}
		}
		at := int(syntax.Offset) - 1
		if at >= 0 && at < len(text) && text[at] == '/' {
			return nil, errorAt(file, text, at, "a comment is not JSON"+unread)
		}
		return nil, errorAt(file, text, at, err.Error()+unread)
	}
	p := parser{text: text}
	return p.value(), nil
}

// A parser walks text that is known to be valid, so it checks nothing.
type parser struct {
	text []byte
	at   int
}

func (p *parser) skip(bytes string) {
	for p.at < len(p.text) && indexByte(bytes, p.text[p.at]) {
		p.at++
	}
}

func indexByte(s string, b byte) bool {
	for i := range len(s) {
		if s[i] == b {
			return true
		}
	}
	return false
}

func (p *parser) value() *node {
	p.skip(" \t\r\n")
	n := &node{start: p.at, kind: p.text[p.at]}
	switch n.kind {
	case '{', '[':
		p.members(n)
	case '"':
		p.string()
	default:
		if n.kind == '-' || n.kind >= '0' && n.kind <= '9' {
			n.kind = 0
		}
		for p.at < len(p.text) && !indexByte(" \t\r\n,]}", p.text[p.at]) {
			p.at++
		}
	}
	n.end = p.at
	return n
}

func (p *parser) members(n *node) {
	p.at++
	for {
		p.skip(" \t\r\n,")
		if b := p.text[p.at]; b == '}' || b == ']' {
			p.at++
			return
		}
		m := member{start: p.at}
		if n.kind == '{' {
			m.key = p.string()
			p.skip(" \t\r\n:")
		}
		m.value = p.value()
		n.members = append(n.members, m)
	}
}

func (p *parser) string() string {
	start := p.at
	for p.at++; p.text[p.at] != '"'; p.at++ {
		if p.text[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
	var s string
	if err := json.Unmarshal(p.text[start:p.at], &s); err != nil {
		return string(p.text[start:p.at])
	}
	return s
}
