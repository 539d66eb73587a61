// Package graph is what atoms have to do with one another: which link to which,
// how much weight that gives each, and which of them words find.
//
// Rules of this package:
//
//   - A graph is a value computed from a set of atoms. Nothing is kept between
//     two calls, so nothing gets stale.
//   - The same atoms give the same bytes, whatever the order of their files:
//     maps are never ranged over on the way to output.
//   - What was written by others is data: no operator of a query, no character
//     of a name means anything to a format.
package graph

import (
	"cmp"
	"slices"
	"strings"

	"kei/atom"
)

// A NodeType is what a node stands for.
type NodeType string

// The types of nodes.
const (
	AtomNode       NodeType = "atom"
	RuleNode       NodeType = "rule"
	UnresolvedNode NodeType = "unresolved"
)

// An EdgeType is why one node leads to another.
type EdgeType string

// The types of edges: a link in related, a link in the body, to a parent of the
// lineage, and to a rule.
const (
	Related EdgeType = "atom_related"
	Body    EdgeType = "atom_body"
	Lineage EdgeType = "lineage"
	RuleRef EdgeType = "rule_ref"
)

// edgeTypes are all of them, in the order in which one is preferred to the next.
var edgeTypes = []EdgeType{Related, Body, Lineage, RuleRef}

// A Node is an atom, or something that atoms link to.
type Node struct {
	Label string // an atom's id, rule:X, or what a link names
	Type  NodeType
	Atom  *atom.Atom // of an atom
}

// An Edge leads from one node to another: indices into the graph's nodes.
type Edge struct {
	From, To int
	Type     EdgeType
}

// A Graph is the listed atoms and what they link to.
type Graph struct {
	Nodes []Node // by label
	Edges []Edge // by source's, then target's label, then type; each once
	index map[string]int
}

// Options say what else than listed atoms and rules is in a graph.
type Options struct {
	Unresolved bool // targets of links that are no listed atom
}

// Of is the graph of a set. No edge leads from a node to itself, and none to
// what is not in the graph.
func Of(set *atom.Set, o Options) *Graph {
	b := builder{types: map[string]NodeType{}, edges: map[link]bool{}, o: o}
	atoms := listed(set)
	for id := range atoms {
		b.types[id] = AtomNode
	}
	for _, a := range atoms {
		b.links(a)
	}
	g := &Graph{index: make(map[string]int, len(b.types))}
	for label, t := range b.types {
		g.Nodes = append(g.Nodes, Node{label, t, atoms[label]})
	}
	slices.SortFunc(g.Nodes, func(a, b Node) int { return strings.Compare(a.Label, b.Label) })
	for i, n := range g.Nodes {
		g.index[n.Label] = i
	}
	for l := range b.edges {
		g.Edges = append(g.Edges, Edge{g.index[l.from], g.index[l.to], l.t})
	}
	g.sortEdges()
	return g
}

func (g *Graph) sortEdges() {
	slices.SortFunc(g.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), strings.Compare(string(a.Type), string(b.Type)))
	})
}

type link struct {
	from, to string
	t        EdgeType
}

// A builder collects nodes by label, and edges, each once.
type builder struct {
	types map[string]NodeType
	edges map[link]bool
	o     Options
}

func (b *builder) links(a *atom.Atom) {
	for _, l := range a.Links {
		class, name := atom.Classify(l.Target)
		t := Body
		if l.Related {
			t = Related
		}
		switch class {
		case "rule":
			b.to(a.ID, "rule:"+name, RuleNode, RuleRef)
		case "atom":
			b.to(a.ID, name, AtomNode, t)
		default:
			b.to(a.ID, name, UnresolvedNode, t)
		}
	}
	for _, p := range a.Parents {
		b.to(a.ID, p, AtomNode, Lineage)
	}
}

// to adds an edge, and its target if that is no atom.
func (b *builder) to(from, to string, t NodeType, e EdgeType) {
	if from == to {
		return
	}
	if _, known := b.types[to]; !known {
		if t == AtomNode {
			t = UnresolvedNode
		}
		if t == UnresolvedNode && !b.o.Unresolved {
			return
		}
		b.types[to] = t
	}
	b.edges[link{from, to, e}] = true
}

// Find is the index of a node.
func (g *Graph) Find(label string) (int, bool) {
	i, ok := g.index[label]
	return i, ok
}

// part is the graph of some of its nodes, with the edges between them.
func (g *Graph) part(keep func(int) bool) *Graph {
	p := &Graph{index: map[string]int{}}
	to := make([]int, len(g.Nodes))
	for i, n := range g.Nodes {
		if to[i] = -1; keep(i) {
			to[i] = len(p.Nodes)
			p.index[n.Label] = to[i]
			p.Nodes = append(p.Nodes, n)
		}
	}
	for _, e := range g.Edges {
		if to[e.From] >= 0 && to[e.To] >= 0 {
			p.Edges = append(p.Edges, Edge{to[e.From], to[e.To], e.Type})
		}
	}
	return p
}
