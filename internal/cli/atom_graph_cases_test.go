package cli

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A graphAtom is an atom of a tree that is about links and words only.
type graphAtom struct {
	ID, Kind, Stability, Deprecated string
	Keywords, Related, Lineage      []string
	Body                            string
}

func (a graphAtom) text() string {
	quoted := func(list []string) string {
		if list == nil {
			list = []string{}
		}
		text, _ := json.Marshal(list) // a flow sequence of YAML
		return string(text)
	}
	kind, stability, effects := a.Kind, a.Stability, "[]"
	if kind == "" {
		kind = "query"
	}
	if stability == "" {
		stability = "stable"
	}
	more := ""
	if a.Deprecated != "" {
		more += fmt.Sprintf("deprecated: %q\n", a.Deprecated)
	}
	if a.Lineage != nil {
		more += "lineage: {parents: " + quoted(a.Lineage) + "}\n"
	}
	return fmt.Sprintf("---\natom: %s\nkind: %s\nversion: \"1.0.0\"\ninput: {schema: schemas/any.json}\noutput: {schema: schemas/any.json}\n"+
		"side_effects: %s\nidempotent: true\nstability: %s\nkeywords: %s\nrelated: %s\n%s---\n\n%s", a.ID, kind, effects, stability, quoted(a.Keywords), quoted(a.Related), more, a.Body)
}

// graphRoot lays out a tree of such atoms, and rules, and returns how to ask kei
// about it.
func graphRoot(t *testing.T, rules []string, atoms ...graphAtom) (dir string, kei func(args ...string) (string, string, int)) {
	t.Helper()
	dir = t.TempDir()
	files := map[string]caseText{"root/g/atoms/README.md": ""}
	for _, a := range atoms {
		maps.Copy(files, graphFiles(a))
	}
	for _, r := range rules {
		files["rules/"+r+".md"] = "# x\n"
	}
	writeCase(t, dir, files, 0o644)
	return dir, func(args ...string) (string, string, int) {
		front := []string{"atom", "--root", "root", "graph"}
		if rules != nil {
			front = []string{"atom", "--root", "root", "--rules", "rules", "graph"}
		}
		args = append(front, args...)
		return keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}, "", args...)
	}
}

func decoded[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %.300q", err, text)
	}
	return v
}

type graphScore struct {
	ID    string
	Score float64
}

func near(t *testing.T, got, want []graphScore, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d of them, want %d: %v", len(got), len(want), got)
		return
	}
	for i := range want {
		if got[i].ID != want[i].ID || !(math.Abs(got[i].Score-want[i].Score) <= within) {
			t.Errorf("%d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestAtomRankCases(t *testing.T) {
	t.Parallel()
	type rankCase struct {
		Name  string
		Nodes []string
		Edges [][2]string
		Rank  []graphScore
	}
	cases := atomCases[rankCase](t, "graph-rank.jsonl")
	if len(cases) != 16 {
		t.Errorf("%d cases, not 16", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			atoms := map[string]*graphAtom{}
			for _, n := range c.Nodes {
				atoms[n] = &graphAtom{ID: n}
			}
			for i, e := range c.Edges { // every other link stands in the body
				if a := atoms[e[0]]; a != nil && i%2 == 0 {
					a.Related = append(a.Related, "[["+e[1]+"]]")
				} else if a != nil {
					a.Body += "[[" + e[1] + "]]\n"
				}
			}
			var list []graphAtom
			for _, a := range atoms {
				list = append(list, *a)
			}
			_, kei := graphRoot(t, nil, list...)
			out, errs, status := kei("rank", "--limit", "0", "--json")
			if status != 0 {
				t.Fatal(status, errs)
			}
			got := decoded[[]graphScore](t, out)
			near(t, got, c.Rank, 1e-8)
			sum := 0.0
			for _, r := range got {
				sum += r.Score
			}
			if len(got) > 0 && math.Abs(sum-1) > 1e-9 {
				t.Errorf("they sum to %v", sum)
			}
		})
	}
}

func TestAtomRelatedCases(t *testing.T) {
	t.Parallel()
	type relatedCase struct {
		Name      string
		Edges     [][3]string
		Start     string
		Depth     int
		Direction string
		Related   [][3]any
	}
	cases := atomCases[relatedCase](t, "graph-related.jsonl")
	if len(cases) != 9 {
		t.Errorf("%d cases, not 9", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			atoms := map[string]*graphAtom{}
			of := func(id string) *graphAtom {
				if atoms[id] == nil {
					atoms[id] = &graphAtom{ID: id}
				}
				return atoms[id]
			}
			for _, e := range c.Edges {
				from := of(e[0])
				if rule, ok := strings.CutPrefix(e[1], "rule:"); ok {
					from.Related = append(from.Related, "[[rules/RULE "+rule+"]]")
					continue
				}
				of(e[1])
				switch e[2] {
				case "atom_related":
					from.Related = append(from.Related, "[["+e[1]+"]]")
				case "atom_body":
					from.Body += "[[" + e[1] + "]]\n"
				case "lineage":
					from.Lineage = append(from.Lineage, e[1])
				}
			}
			var list []graphAtom
			for _, a := range atoms {
				list = append(list, *a)
			}
			_, kei := graphRoot(t, []string{"0.12"}, list...)
			out, errs, status := kei("related", c.Start, "--depth", strconv.Itoa(c.Depth), "--direction", c.Direction, "--json")
			if status != 0 {
				t.Fatal(status, errs)
			}
			got := [][3]any{}
			for _, n := range decoded[[]struct {
				Type, ID string
				Depth    float64
			}](t, out) {
				got = append(got, [3]any{n.Type, n.ID, n.Depth})
			}
			if !reflect.DeepEqual(got, c.Related) {
				t.Errorf("%v, want %v", got, c.Related)
			}
		})
	}
}

func TestAtomSearchCases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "atoms", "graph-search-corpus.json"))
	if err != nil {
		t.Fatal(err)
	}
	_, kei := graphRoot(t, nil, decoded[[]graphAtom](t, string(text))...)
	type searchCase struct {
		Query string
		Exit  int
		Hits  []graphScore
	}
	cases := atomCases[searchCase](t, "graph-search.jsonl")
	if len(cases) != 20 {
		t.Errorf("%d cases, not 20", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Query, func(t *testing.T) {
			t.Parallel()
			out, errs, status := kei("search", "--json", "--", c.Query)
			if status != c.Exit {
				t.Fatalf("status %d, want %d: %s", status, c.Exit, errs)
			}
			if status == 0 {
				near(t, decoded[[]graphScore](t, out), c.Hits, 1e-6)
			}
		})
	}
}

// A graphJSON is the graph as export writes it for programs.
type graphJSON struct {
	Nodes []struct {
		Label, Type string
		Rank        float64
	}
	Edges []struct{ Source, Target, Type string }
}

// A linkCase is what wikilinks a body has.
type linkCase struct {
	Name, Markdown string
	Targets        []string
}

func (c linkCase) run(t *testing.T) {
	_, kei := graphRoot(t, nil, graphAtom{ID: "g::from", Body: c.Markdown})
	out, errs, status := kei("export", "--format", "json", "--include-unresolved")
	if status != 0 {
		t.Fatal(status, errs)
	}
	got, want := []string{}, []string{}
	for _, e := range decoded[graphJSON](t, out).Edges {
		got = append(got, e.Target)
	}
	for _, target := range c.Targets {
		if rule, ok := strings.CutPrefix(strings.TrimPrefix(target, "rules/"), "rule "); ok || strings.HasPrefix(target, "rules/") {
			target = "rule:" + strings.TrimPrefix(rule, "RULE ")
		}
		want = append(want, target)
	}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("%q has %q, want %q", c.Markdown, got, want)
	}
}

func TestAtomLinkCases(t *testing.T) {
	t.Parallel()
	cases := atomCases[linkCase](t, "graph-links.jsonl")
	if len(cases) != 12 {
		t.Errorf("%d cases, not 12", len(cases))
	}
	for _, c := range append(cases, atomCases[linkCase](t, "graph-links-own.jsonl")...) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c.run(t)
		})
	}
}

// TestAtomGoldenLinks are those of the earlier kit's outcomes.
func TestAtomGoldenLinks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(shared(t, "golden/sage/body_wikilink_cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		decoded[linkCase](t, line).run(t)
	}
}

func TestAtomLinkClassCases(t *testing.T) {
	t.Parallel()
	type classCase struct{ Target, Class, Name string }
	cases := atomCases[classCase](t, "graph-link-classes.jsonl")
	if len(cases) != 9 {
		t.Errorf("%d cases, not 9", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Target, func(t *testing.T) {
			t.Parallel()
			atoms := []graphAtom{{ID: "g::from", Related: []string{"[[" + c.Target + "]]"}}}
			label, kind := c.Name, "unresolved"
			switch c.Class {
			case "atom":
				atoms, kind = append(atoms, graphAtom{ID: c.Name}), "atom"
			case "rule":
				label, kind = "rule:"+c.Name, "rule"
			}
			_, kei := graphRoot(t, nil, atoms...)
			out, errs, status := kei("export", "--format", "json", "--include-unresolved")
			g := decoded[graphJSON](t, out)
			if status != 0 || len(g.Edges) != 1 || g.Edges[0].Target != label {
				t.Fatalf("%d %s: %+v, want an edge to %s", status, errs, g, label)
			}
			for _, n := range g.Nodes {
				if n.Label == label && n.Type != kind {
					t.Errorf("%s is %s, want %s", label, n.Type, kind)
				}
			}
		})
	}
}

// graphMLCase is the tree of the vector, and how to ask about it.
func graphMLCase(t *testing.T) (want graphMLWant, dir string, kei func(...string) (string, string, int)) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "atoms", "graph-graphml.json"))
	if err != nil {
		t.Fatal(err)
	}
	want = decoded[graphMLWant](t, string(text))
	dir, kei = graphRoot(t, want.Rules, want.Atoms...)
	return want, dir, kei
}

type graphMLWant struct {
	Atoms []graphAtom
	Rules []string
	Nodes [][2]string
	Edges [][3]string
	Rank  []graphScore
	Text  map[string]string
}

// TestAtomGraphML reads the export as a strict reader does.
func TestAtomGraphML(t *testing.T) {
	t.Parallel()
	want, _, kei := graphMLCase(t)
	out, errs, status := kei("export")
	if again, _, _ := kei("export"); status != 0 || again != out {
		t.Fatalf("%d %s: two exports differ", status, errs)
	}
	doc := readGraphML(t, out)
	if doc.Graph.ID != "atoms" || doc.Graph.Default != "directed" {
		t.Errorf("it is the graph %s, %s", doc.Graph.ID, doc.Graph.Default)
	}
	label := map[string]string{}
	var nodes [][2]string
	rank := map[string]string{}
	for i, n := range doc.Graph.Nodes {
		v := doc.values(t, "node", n.Data)
		if n.ID != fmt.Sprint("n", i) {
			t.Errorf("node %d is %s", i, n.ID)
		}
		label[n.ID] = v["label"]
		nodes = append(nodes, [2]string{v["label"], v["type"]})
		rank[v["label"]] = v["rank"]
		if text, ok := want.Text["keywords of "+v["label"]]; ok && v["keywords"] != text {
			t.Errorf("keywords of %s are %q, want %q", v["label"], v["keywords"], text)
		}
		if v["label"] == "g::c" && v["deprecated"] != "true" || v["label"] == "g::a" && v["deprecated"] != "false" {
			t.Errorf("%s: deprecated is %q", v["label"], v["deprecated"])
		}
	}
	var edges [][3]string
	for i, e := range doc.Graph.Edges {
		v := doc.values(t, "edge", e.Data)
		if e.ID != fmt.Sprint("e", i) || v["weight"] == "" {
			t.Errorf("edge %d is %s, its weight %q", i, e.ID, v["weight"])
		}
		edges = append(edges, [3]string{label[e.Source], label[e.Target], v["type"]})
	}
	if !reflect.DeepEqual(nodes, want.Nodes) || !reflect.DeepEqual(edges, want.Edges) {
		t.Errorf("nodes %v and edges %v,\nwant  %v and %v", nodes, edges, want.Nodes, want.Edges)
	}
	for _, r := range want.Rank {
		if f, err := strconv.ParseFloat(rank[r.ID], 64); err != nil || math.Abs(f-r.Score) > 1e-8 {
			t.Errorf("the rank of %s is %s, want %v", r.ID, rank[r.ID], r.Score)
		}
	}
}

// A graphML is a graph as other programs read it.
type graphML struct {
	XMLName xml.Name     `xml:"http://graphml.graphdrawing.org/xmlns graphml"`
	Keys    []graphMLKey `xml:"key"`
	Graph   struct {
		ID      string `xml:"id,attr"`
		Default string `xml:"edgedefault,attr"`
		Nodes   []struct {
			ID   string        `xml:"id,attr"`
			Data []graphMLData `xml:"data"`
		} `xml:"node"`
		Edges []struct {
			ID     string        `xml:"id,attr"`
			Source string        `xml:"source,attr"`
			Target string        `xml:"target,attr"`
			Data   []graphMLData `xml:"data"`
		} `xml:"edge"`
	} `xml:"graph"`
	keys map[string]graphMLKey
}

type graphMLKey struct {
	ID   string `xml:"id,attr"`
	For  string `xml:"for,attr"`
	Name string `xml:"attr.name,attr"`
	Type string `xml:"attr.type,attr"`
}

type graphMLData struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}

// readGraphML reads a graph, whose keys are declared once each.
func readGraphML(t *testing.T, text string) *graphML {
	t.Helper()
	doc := &graphML{keys: map[string]graphMLKey{}}
	if err := xml.Unmarshal([]byte(text), doc); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, k := range doc.Keys {
		if _, twice := doc.keys[k.ID]; twice {
			t.Errorf("the key %s is declared twice", k.ID)
		}
		doc.keys[k.ID] = k
	}
	return doc
}

// values are the data of a node or an edge by their keys, which are declared for it.
func (doc *graphML) values(t *testing.T, of string, list []graphMLData) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, d := range list {
		if k, ok := doc.keys[d.Key]; !ok || k.For != of && k.For != "all" {
			t.Errorf("%s has no key %s", of, d.Key)
		}
		m[d.Key] = d.Text
	}
	return m
}

// TestAtomGraphMLNetworkx has networkx read the export.
func TestAtomGraphMLNetworkx(t *testing.T) {
	t.Parallel()
	python := ""
	for _, p := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(p, "-c", "import networkx").Run() == nil {
			python = p
			break
		}
	}
	if python == "" {
		t.Skip("no Python with networkx")
	}
	want, dir, kei := graphMLCase(t)
	out, errs, status := kei("export")
	if status != 0 {
		t.Fatal(status, errs)
	}
	writeCase(t, dir, map[string]caseText{"g.graphml": caseText(out), "read.py": `
import json, networkx, sys
g = networkx.read_graphml("g.graphml", force_multigraph=True)
label = {n: d["label"] for n, d in g.nodes(data=True)}
plain = networkx.DiGraph()
plain.add_nodes_from(d["label"] for n, d in g.nodes(data=True) if d["type"] == "atom")
plain.add_edges_from((label[a], label[b]) for a, b, d in g.edges(data=True) if d["type"] in ("atom_related", "atom_body"))
try:
    theirs = networkx.pagerank(plain, tol=1e-13, max_iter=1000)
except ImportError: # of scipy; it has the same without
    from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python
    theirs = _pagerank_python(plain, tol=1e-13, max_iter=1000)
json.dump({"directed": g.is_directed(),
  "nodes": [[d["label"], d["type"]] for n, d in g.nodes(data=True)],
  "edges": [[label[a], label[b], d["type"]] for a, b, d in g.edges(data=True)],
  "ranks": {d["label"]: d["rank"] for n, d in g.nodes(data=True) if "rank" in d},
  "theirs": theirs}, sys.stdout)
`}, 0o644)
	c := exec.Command(python, "read.py")
	c.Dir = dir
	text, err := c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("%v: %s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	got := decoded[struct {
		Directed      bool
		Nodes         [][2]string
		Edges         [][3]string
		Ranks, Theirs map[string]float64
	}](t, string(text))
	slices.SortFunc(got.Edges, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	if !got.Directed || !reflect.DeepEqual(got.Nodes, want.Nodes) || !reflect.DeepEqual(got.Edges, want.Edges) {
		t.Errorf("it reads %+v", got)
	}
	if len(got.Ranks) == 0 || len(got.Ranks) != len(got.Theirs) {
		t.Errorf("ranks %v, networkx' %v", got.Ranks, got.Theirs)
	}
	for _, id := range slices.Sorted(maps.Keys(got.Ranks)) {
		if math.Abs(got.Ranks[id]-got.Theirs[id]) > 1e-8 {
			t.Errorf("the rank of %s is %v, networkx says %v", id, got.Ranks[id], got.Theirs[id])
		}
	}
}

// TestAtomGoldenGraph asks of the earlier kit's own atoms, by its own names, what
// it answered: ranks, what is near, and what words find.
func TestAtomGoldenGraph(t *testing.T) {
	t.Parallel()
	root, dir := shared(t, "tree/_primitives/_rust"), t.TempDir()
	sage := func(args ...string) string {
		c := exec.Command("kei-sage", append(args, "--root", root)...)
		c.Dir, c.Env = dir, []string{"HOME=" + dir}
		out, _ := c.Output() // unknown words end it with 0, an unknown atom with 2
		return string(out)
	}
	golden := func(name string) string {
		text, err := os.ReadFile(shared(t, "golden/corpus/"+name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got, want := sage("atoms-rank"), golden("sage-atoms-rank.tsv"); got != want {
		t.Errorf("ranks:\n%swant\n%s", got, want)
	}
	if got, want := strings.ReplaceAll(sage("atoms-discover"), root+"/", ""), golden("sage-atoms-discover.sorted.tsv"); got != want {
		t.Errorf("atoms:\n%swant\n%s", got, want)
	}
	// Order within a depth, and of what words find, was by chance.
	lines := func(text string) []string {
		list := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
		slices.Sort(list)
		return list
	}
	asked := 0
	for part := range strings.SplitSeq("\n"+golden("sage-atoms-related.txt"), "\n# related ") {
		head, want, ok := strings.Cut(part, "\n")
		if !ok || head == "" {
			continue
		}
		id, depth, _ := strings.Cut(head, " depth=")
		asked++
		if got := sage("atoms-related", id, "--depth", depth); !slices.Equal(lines(got), lines(want)) {
			t.Errorf("related %s:\n%swant\n%s", head, got, want)
		}
	}
	for part := range strings.SplitSeq("\n"+golden("sage-atoms-search.txt"), "\n# search ") {
		words, want, ok := strings.Cut(part+"\n", "\n")
		if !ok || words == "" || words == "dag OR todo" { // three words here, and no operator
			continue
		}
		asked++
		var got []string
		for _, line := range lines(sage("atoms-search", strings.Trim(words, `"`))) {
			_, rest, _ := strings.Cut(line, "\t")
			got = append(got, rest)
		}
		if slices.Sort(got); !slices.Equal(got, lines(want)) {
			t.Errorf("search %s: %q, want %q", words, got, lines(want))
		}
	}
	if asked != 15 {
		t.Errorf("%d questions", asked)
	}
}

// TestAtomGoldenRanks are ranks that an exact solver gives, and those that the
// earlier kit gave. Of "self" the link to itself is left out here.
func TestAtomGoldenRanks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(shared(t, "golden/sage/pagerank_oracle.json"))
	if err != nil {
		t.Fatal(err)
	}
	type oracle struct {
		Nodes    []string
		Edges    [][2]string
		Standard map[string]float64 `json:"standard_converged"`
		Earlier  map[string]float64 `json:"upstream_50_no_redistribution"`
	}
	for name, c := range decoded[map[string]oracle](t, string(text)) {
		id := func(n string) string {
			if strings.Contains(n, "::") {
				return n
			}
			return "g::" + n
		}
		atoms := map[string]*graphAtom{}
		for _, e := range c.Edges {
			c.Nodes = append(c.Nodes, e[0], e[1])
		}
		for _, n := range c.Nodes {
			atoms[n] = &graphAtom{ID: id(n)}
		}
		for _, e := range c.Edges {
			atoms[e[0]].Related = append(atoms[e[0]].Related, "[["+id(e[1])+"]]")
		}
		var list []graphAtom
		for _, a := range atoms {
			list = append(list, *a)
		}
		_, kei := graphRoot(t, nil, list...)
		if name == "self" {
			c.Standard = map[string]float64{"a": 0.649122807, "b": 0.350877193}
		}
		for flag, want := range map[string]map[string]float64{"--limit=0": c.Standard, "--compat": c.Earlier} {
			out, errs, status := kei("rank", "--json", flag)
			if status != 0 {
				t.Fatal(errs)
			}
			got := decoded[[]graphScore](t, out)
			if len(got) != len(want) {
				t.Errorf("%s %s: %v, want %v", name, flag, got, want)
			}
			for n, score := range want {
				if !slices.ContainsFunc(got, func(s graphScore) bool { return s.ID == id(n) && math.Abs(s.Score-score) < 1e-8 }) {
					t.Errorf("%s %s: %v, want %s %v", name, flag, got, n, score)
				}
			}
		}
	}
}
