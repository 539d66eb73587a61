package graph

import (
	"cmp"
	"math"
	"slices"

	"kei/atom"
)

const (
	damping   = 0.85
	converged = 1e-12
	rounds    = 200
)

// A Rank is the weight of a node.
type Rank struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
}

// Ranks are the weights of all atoms by PageRank, the greatest first: the
// probability that somebody is there who follows links between atoms at random,
// and begins anew at any atom with probability 0.15, or where there is no link.
// They sum to 1. What several links of one atom to one other count is one.
func (g *Graph) Ranks() []Rank {
	out := g.links()
	n := 0
	for _, node := range g.Nodes {
		if node.Type == AtomNode {
			n++
		}
	}
	rank, next := make([]float64, len(g.Nodes)), make([]float64, len(g.Nodes))
	for i, node := range g.Nodes {
		if node.Type == AtomNode {
			rank[i] = 1 / float64(n)
		}
	}
	for range rounds {
		lost := 0.0
		clear(next)
		for i, node := range g.Nodes {
			if node.Type == AtomNode && len(out[i]) == 0 {
				lost += rank[i]
			}
			for _, to := range out[i] {
				next[to] += rank[i] / float64(len(out[i]))
			}
		}
		moved := 0.0
		for i, node := range g.Nodes {
			if node.Type == AtomNode {
				next[i] = (1-damping)/float64(n) + damping*(next[i]+lost/float64(n))
				moved += math.Abs(next[i] - rank[i])
			}
		}
		if rank, next = next, rank; moved < converged {
			break
		}
	}
	var list []Rank
	for i, node := range g.Nodes {
		if node.Type == AtomNode {
			list = append(list, Rank{node.Label, rank[i]})
		}
	}
	return sortRanks(list)
}

// links are the atoms that each atom links to, each once, by index.
func (g *Graph) links() [][]int {
	out := make([][]int, len(g.Nodes))
	for _, e := range g.Edges { // sorted, so that a target's edges stand together
		if (e.Type == Related || e.Type == Body) && g.Nodes[e.To].Type == AtomNode {
			if to := out[e.From]; len(to) == 0 || to[len(to)-1] != e.To {
				out[e.From] = append(to, e.To)
			}
		}
	}
	return out
}

// sortRanks sorts by what is left of a score when it is rounded, then by id: the
// last bits differ between machines.
func sortRanks(list []Rank) []Rank {
	slices.SortFunc(list, func(a, b Rank) int {
		return cmp.Or(-cmp.Compare(rounded(a.Score), rounded(b.Score)), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func rounded(f float64) float64 { return math.Round(f * 1e9) }

// EarlierRanks are the weights that the earlier kit gave: by related alone,
// itself and atoms that are not there included; fifty rounds; what arrives at
// nodes without links is lost, and who has no link at all is not in the list.
func (g *Graph) EarlierRanks() []Rank {
	out := map[string][]string{}
	var nodes []string
	for _, n := range g.Nodes {
		if n.Atom == nil {
			continue
		}
		for _, l := range n.Atom.Links {
			if class, _ := atom.Classify(l.Target); class == "atom" && l.Related && !slices.Contains(out[n.Label], l.Target) {
				out[n.Label] = append(out[n.Label], l.Target)
				nodes = append(nodes, n.Label, l.Target)
			}
		}
	}
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	rank := map[string]float64{}
	for _, v := range nodes {
		rank[v] = 1 / float64(len(nodes))
	}
	for range 50 {
		next := map[string]float64{}
		for _, v := range nodes {
			next[v] += (1 - damping) / float64(len(nodes))
			for _, to := range out[v] {
				next[to] += damping * rank[v] / float64(len(out[v]))
			}
		}
		rank = next
	}
	var list []Rank
	for _, v := range nodes {
		list = append(list, Rank{v, rank[v]})
	}
	return sortRanks(list)
}
