package atom

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

const (
	maxFile  = 1 << 20
	maxFront = 65536
	maxNest  = 16
)

// parse reads the text of a declaration into a: everything that can be said of
// it without another file.
func (a *Atom) parse(data []byte) {
	start := place{1, 1}
	if len(data) > maxFile {
		a.problem(start, "FILE_SIZE", "file has %d bytes, at most %d", len(data), maxFile)
		return
	}
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			c, n := utf8.DecodeRune(data[at:])
			if c == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
		a.problem(start, "FILE_UTF8", "not UTF-8 at byte %d", at)
		return
	}
	if rest, ok := bytes.CutPrefix(data, []byte("\xef\xbb\xbf")); ok {
		data = rest
		a.warn(start, "BOM", "starts with a byte-order mark")
	}
	front, body, line, why := fences(data)
	if why != "" {
		a.problem(start, "FRONTMATTER_FENCE", "no frontmatter: %s", why)
		return
	}
	if len(front) > maxFront {
		a.problem(start, "FRONTMATTER_SIZE", "no frontmatter: more than %d bytes", maxFront)
		return
	}
	a.Body, a.bodyLine = body, line
	if root := a.document(front); root != nil {
		a.fields(root)
	}
	for _, l := range Wikilinks(body) {
		l.line += line - 1
		a.Links = append(a.Links, l)
	}
}

// fences finds the front matter: "---" alone on the first line and on a later one.
func fences(data []byte) (front, body []byte, line int, why string) {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	if string(bytes.TrimSuffix(first, []byte("\r"))) != "---" {
		return nil, nil, 0, "the first line is not ---"
	}
	line = 2
	for at := 0; at < len(rest); line++ {
		text, _, more := bytes.Cut(rest[at:], []byte("\n"))
		next := at + len(text) + 1
		if string(bytes.TrimSuffix(text, []byte("\r"))) == "---" {
			return rest[:at], rest[min(next, len(rest)):], line + 1, ""
		}
		if !more {
			break
		}
		at = next
	}
	return nil, nil, 0, "no closing ---"
}

// value is a YAML node that knows where it stands in the file.
type value struct {
	*yaml.Node
	lines []string // of the front matter
}

// place counts from the line of the first fence; columns of YAML count
// characters, ours count bytes.
func (v *value) place() place { return at(v.Node, v.lines) }

func at(n *yaml.Node, lines []string) place {
	col := n.Column
	if n.Line >= 1 && n.Line <= len(lines) {
		text, chars := lines[n.Line-1], 0
		for i := range text {
			if chars++; chars == n.Column {
				col = i + 1
				break
			}
		}
	}
	return place{n.Line + 1, col}
}

// document is the mapping that the front matter is, or nil and a problem.
func (a *Atom) document(front []byte) *value {
	lines := strings.Split(string(front), "\n")
	d := yaml.NewDecoder(bytes.NewReader(front))
	var doc yaml.Node
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		a.syntax(err)
		return nil
	}
	if len(doc.Content) == 0 {
		a.problem(place{2, 1}, "YAML_DOCUMENT", "yaml: want one mapping, have nothing")
		return nil
	}
	root := doc.Content[0]
	if bad := strict(root, lines, 1); bad != nil {
		a.problem(bad.at, bad.code, "%s", bad.message)
		return nil
	}
	if root.Kind != yaml.MappingNode {
		a.problem(at(root, lines), "YAML_DOCUMENT", "yaml: want one mapping, have %s", typeName(root))
		return nil
	}
	var second yaml.Node
	switch err := d.Decode(&second); {
	case err == nil:
		a.problem(at(&second, lines), "YAML_DOCUMENT", "yaml: want one mapping, have several documents")
		return nil
	case !errors.Is(err, io.EOF):
		a.syntax(err)
		return nil
	}
	return &value{root, lines}
}

func (a *Atom) syntax(err error) {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	where := place{2, 1}
	if rest, ok := strings.CutPrefix(msg, "line "); ok {
		if number, what, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				where.line, msg = n+1, what
			}
		}
	}
	switch {
	case strings.Contains(msg, "exceeded max depth"):
		a.problem(where, "YAML_DEPTH", "yaml: nested more than %d deep", maxNest)
	case strings.Contains(msg, "unknown anchor"):
		a.problem(where, "YAML_ALIAS", "yaml: anchors, aliases, merge keys and tags are not allowed")
	default:
		a.problem(where, "YAML_SYNTAX", "yaml parse: %s", strings.Join(strings.Fields(msg), " "))
	}
}

type broken struct {
	at            place
	code, message string
}

// strict refuses what makes a document mean something else than it shows.
func strict(n *yaml.Node, lines []string, depth int) *broken {
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Tag == "!!merge" {
		return &broken{at(n, lines), "YAML_ALIAS", "yaml: anchors, aliases, merge keys and tags are not allowed"}
	}
	if n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		return nil
	}
	if depth > maxNest {
		return &broken{at(n, lines), "YAML_DEPTH", fmt.Sprintf("yaml: nested more than %d deep", maxNest)}
	}
	first := map[string]*yaml.Node{}
	for i, c := range n.Content {
		if bad := strict(c, lines, depth+1); bad != nil {
			return bad
		}
		if n.Kind != yaml.MappingNode || i%2 == 1 {
			continue
		}
		if c.Kind != yaml.ScalarNode {
			return &broken{at(c, lines), "YAML_SYNTAX", "yaml parse: a key is " + typeName(c) + ", not a text"}
		}
		if was, ok := first[c.Value]; ok {
			return &broken{at(c, lines), "YAML_DUPLICATE_KEY",
				fmt.Sprintf("yaml: %s is given twice, first on line %d", c.Value, was.Line+1)}
		}
		first[c.Value] = c
	}
	return nil
}

func typeName(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "mapping"
	case yaml.SequenceNode:
		return "list"
	}
	switch n.Tag {
	case "!!int":
		return "int"
	case "!!float":
		return "float"
	case "!!bool":
		return "bool"
	case "!!null":
		return "null"
	}
	return "text"
}
