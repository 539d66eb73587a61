package graph

import (
	"cmp"
	"slices"
)

// A Direction is which way edges are followed.
type Direction string

// The directions.
const (
	Out  Direction = "out"
	In   Direction = "in"
	Both Direction = "both"
)

// A Near is a node that can be reached, the edge that leads there from one step
// less, and how many steps it takes.
type Near struct {
	Type  EdgeType `json:"type"`
	ID    string   `json:"id"`
	Depth int      `json:"depth"`
}

// Near are the nodes that are at most depth edges away from one, each once, at
// its least depth: by depth, then type of the edge, then label.
func (g *Graph) Near(from, depth int, d Direction) []Near {
	var out []Near
	g.reach(from, depth, d, func(node, depth int, t EdgeType) {
		out = append(out, Near{t, g.Nodes[node].Label, depth})
	})
	slices.SortFunc(out, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth),
			cmp.Compare(slices.Index(edgeTypes, a.Type), slices.Index(edgeTypes, b.Type)), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Around is the graph of a node and what is at most depth edges away from it,
// whichever way those lead.
func (g *Graph) Around(from, depth int) *Graph {
	in := map[int]bool{from: true}
	g.reach(from, depth, Both, func(node, _ int, _ EdgeType) { in[node] = true })
	return g.part(func(i int) bool { return in[i] })
}

// reach visits what can be reached, breadth first; of the edges that lead to a
// node from the depth before, the first type counts.
func (g *Graph) reach(from, depth int, d Direction, visit func(node, depth int, t EdgeType)) {
	type step struct {
		to int
		t  EdgeType
	}
	next := make([][]step, len(g.Nodes))
	for _, e := range g.Edges {
		if d != In {
			next[e.From] = append(next[e.From], step{e.To, e.Type})
		}
		if d != Out {
			next[e.To] = append(next[e.To], step{e.From, e.Type})
		}
	}
	been := map[int]bool{from: true}
	front := []int{from}
	for at := 1; at <= depth && len(front) > 0; at++ {
		found := map[int]EdgeType{}
		for _, v := range front {
			for _, s := range next[v] {
				if been[s.to] {
					continue
				}
				if t, ok := found[s.to]; !ok || slices.Index(edgeTypes, s.t) < slices.Index(edgeTypes, t) {
					found[s.to] = s.t
				}
			}
		}
		front = front[:0]
		for v := range found {
			front = append(front, v)
		}
		slices.Sort(front)
		for _, v := range front {
			been[v] = true
			visit(v, at, found[v])
		}
	}
}
