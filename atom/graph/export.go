package graph

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Formats are those that a graph can be written in.
var Formats = []string{"graphml", "dot", "mermaid", "json"}

// Write writes a graph in one of the [Formats]. The ranks are those of the
// whole graph, of which g may be a part.
func (g *Graph) Write(w io.Writer, format string, ranks []Rank) error {
	score := make(map[string]float64, len(ranks))
	for _, r := range ranks {
		score[r.ID] = r.Score
	}
	facts := make([]nodeFacts, len(g.Nodes))
	for i, n := range g.Nodes {
		facts[i] = factsOf(n, score)
	}
	b := bufio.NewWriter(w)
	switch format {
	case "graphml":
		g.graphML(b, facts)
	case "dot":
		g.dot(b, facts)
	case "mermaid":
		g.mermaid(b, facts)
	case "json":
		if err := g.json(b, facts); err != nil {
			return err
		}
	default:
		return fmt.Errorf("no format %q; there are %s", format, strings.Join(Formats, ", "))
	}
	return b.Flush()
}

// nodeFacts are what exports say of a node. Of what is no atom there is but
// label and type.
type nodeFacts struct {
	Label      string      `json:"label"`
	Type       NodeType    `json:"type"`
	Kind       string      `json:"kind,omitempty"`
	Package    string      `json:"package,omitempty"`
	Version    string      `json:"version,omitempty"`
	Stability  string      `json:"stability,omitempty"`
	Keywords   []string    `json:"keywords,omitempty"`
	Deprecated *bool       `json:"deprecated,omitempty"`
	Rank       json.Number `json:"rank,omitempty"` // nine decimals: the rest differs between machines
	Path       string      `json:"path,omitempty"`
}

func factsOf(n Node, score map[string]float64) nodeFacts {
	f := nodeFacts{Label: n.Label, Type: n.Type}
	if a := n.Atom; a != nil {
		deprecated := a.Deprecated != ""
		f.Kind, f.Package, f.Version, f.Stability = string(a.Kind), a.Package, a.Version, a.Stability
		f.Keywords, f.Deprecated, f.Path = a.Keywords, &deprecated, a.File
		f.Rank = json.Number(strconv.FormatFloat(score[a.ID], 'f', 9, 64))
	}
	return f
}

// edgeWeight is the same for all: readers of GraphML expect one.
const edgeWeight = "1.0"

func (g *Graph) json(w io.Writer, nodes []nodeFacts) error {
	type edge struct {
		Source string      `json:"source"`
		Target string      `json:"target"`
		Type   EdgeType    `json:"type"`
		Weight json.Number `json:"weight"`
	}
	edges := make([]edge, len(g.Edges))
	for i, e := range g.Edges {
		edges[i] = edge{g.Nodes[e.From].Label, g.Nodes[e.To].Label, e.Type, edgeWeight}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Nodes []nodeFacts `json:"nodes"`
		Edges []edge      `json:"edges"`
	}{nodes, edges})
}

// keys are what nodes and edges have, and its type. What both have is one key:
// the ids of keys are unique.
var keys = []struct{ id, of, kind string }{
	{"label", "node", "string"}, {"type", "all", "string"}, {"kind", "node", "string"}, {"package", "node", "string"},
	{"version", "node", "string"}, {"stability", "node", "string"}, {"keywords", "node", "string"},
	{"deprecated", "node", "boolean"}, {"rank", "node", "double"}, {"path", "node", "string"}, {"weight", "edge", "double"},
}

func (g *Graph) graphML(w io.Writer, nodes []nodeFacts) {
	fmt.Fprint(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")
	for _, k := range keys {
		fmt.Fprintf(w, "  <key id=%q for=%q attr.name=%q attr.type=%q/>\n", k.id, k.of, k.id, k.kind)
	}
	fmt.Fprint(w, "  <graph id=\"atoms\" edgedefault=\"directed\">\n")
	data := func(key, value string) {
		if value != "" {
			fmt.Fprintf(w, "      <data key=%q>%s</data>\n", key, xmlText(value))
		}
	}
	for i, n := range nodes {
		fmt.Fprintf(w, "    <node id=\"n%d\">\n", i)
		deprecated := ""
		if n.Deprecated != nil {
			deprecated = strconv.FormatBool(*n.Deprecated)
		}
		data("label", n.Label)
		data("type", string(n.Type))
		data("kind", n.Kind)
		data("package", n.Package)
		data("version", n.Version)
		data("stability", n.Stability)
		data("keywords", strings.Join(n.Keywords, ","))
		data("deprecated", deprecated)
		data("rank", string(n.Rank))
		data("path", n.Path)
		fmt.Fprint(w, "    </node>\n")
	}
	for i, e := range g.Edges {
		fmt.Fprintf(w, "    <edge id=\"e%d\" source=\"n%d\" target=\"n%d\">\n", i, e.From, e.To)
		data("type", string(e.Type))
		data("weight", edgeWeight)
		fmt.Fprint(w, "    </edge>\n")
	}
	fmt.Fprint(w, "  </graph>\n</graphml>\n")
}

// xmlText is a text as XML, without the characters that XML 1.0 has no way to
// write.
func xmlText(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r', 0x20 <= r && r <= 0xd7ff, 0xe000 <= r && r <= 0xfffd, r >= 0x10000:
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, ""))
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder takes all
	return b.String()
}

// shown is a label on one line.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || 0x7f <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

var dotText = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func (g *Graph) dot(w io.Writer, nodes []nodeFacts) {
	shape := map[NodeType]string{AtomNode: "box", RuleNode: "note", UnresolvedNode: "plaintext"}
	style := map[EdgeType]string{Related: "solid", Body: "dashed", Lineage: "bold", RuleRef: "dotted"}
	fmt.Fprint(w, "digraph atoms {\n")
	for i, n := range nodes {
		fmt.Fprintf(w, "  n%d [label=\"%s\", shape=%s];\n", i, dotText.Replace(shown(n.Label)), shape[n.Type])
	}
	for _, e := range g.Edges {
		fmt.Fprintf(w, "  n%d -> n%d [label=%q, style=%s];\n", e.From, e.To, e.Type, style[e.Type])
	}
	fmt.Fprint(w, "}\n")
}

// Mermaid reads # as the begin of an entity, and renders labels as HTML.
var mermaidText = strings.NewReplacer("#", "#35;", `"`, "#quot;", "&", "#amp;", "<", "#lt;", ">", "#gt;", "`", "#96;")

func (g *Graph) mermaid(w io.Writer, nodes []nodeFacts) {
	brackets := map[NodeType][2]string{AtomNode: {`["`, `"]`}, RuleNode: {`(["`, `"])`}, UnresolvedNode: {`{{"`, `"}}`}}
	fmt.Fprint(w, "graph LR\n")
	for i, n := range nodes {
		b := brackets[n.Type]
		fmt.Fprintf(w, "  n%d%s%s%s\n", i, b[0], mermaidText.Replace(shown(n.Label)), b[1])
	}
	for _, e := range g.Edges {
		arrow := "-->"
		if slices.Contains([]EdgeType{Body, RuleRef}, e.Type) {
			arrow = "-.->"
		}
		fmt.Fprintf(w, "  n%d %s|%s| n%d\n", e.From, arrow, e.Type, e.To)
	}
}
