package automaton

import (
	"slices"
)

// minimize returns the smallest automaton that answers as m does, its states
// numbered in the order a depth-first walk meets them, so that rows read one
// after the other lie beside each other.
//
// It is Moore's algorithm: states are in one block as long as their answers and
// the blocks they lead to are equal, until no block breaks. What a state leads
// to is compared by a hash that does not depend on how the state splits its
// columns between edges and rest. Before the result is used, every state is
// compared with its block; two different states with one hash would only leave
// the automaton larger.
func minimize(m *machine) *machine {
	weights := make([]uint64, m.columns)
	total := uint64(0)
	for col := range weights {
		weights[col] = scramble(uint64(col) + 1)
		total += weights[col]
	}
	block := make([]int32, len(m.states))
	outputs := map[int32]int32{}
	for i := range m.states {
		id, ok := outputs[m.states[i].output]
		if !ok {
			id = int32(len(outputs))
			outputs[m.states[i].output] = id
		}
		block[i] = id
	}
	type signature struct {
		block int32
		hash  uint64
	}
	count := len(outputs)
	next := make([]int32, len(m.states))
	values := make([]uint64, len(m.states))
	for {
		for b := range count {
			values[b] = scramble(^uint64(b))
		}
		seen := make(map[signature]int32, count)
		for i := range m.states {
			s := &m.states[i]
			rest := values[block[s.rest]]
			hash := total * rest
			for _, e := range s.edges {
				hash += weights[e.on] * (values[block[e.to]] - rest)
			}
			key := signature{block[i], hash}
			id, ok := seen[key]
			if !ok {
				id = int32(len(seen))
				seen[key] = id
			}
			next[i] = id
		}
		block, next = next, block
		if len(seen) == count {
			break
		}
		count = len(seen)
	}
	if !m.refines(block, count) {
		for i := range block {
			block[i] = int32(i)
		}
		count = len(block)
	}
	return m.quotient(block, count)
}

// scramble spreads the bits of n (the finalizer of MurmurHash3, by Appleby).
func scramble(n uint64) uint64 {
	n ^= n >> 33
	n *= 0xff51afd7ed558ccd
	n ^= n >> 33
	n *= 0xc4ceb9fe1a85ec53
	return n ^ n>>33
}

// refines reports whether the states of each block answer alike and lead to the
// same blocks.
func (m *machine) refines(block []int32, count int) bool {
	leader := make([]int32, count)
	for i := len(block) - 1; i >= 0; i-- {
		leader[block[i]] = int32(i)
	}
	for i := range m.states {
		s, l := &m.states[i], &m.states[leader[block[i]]]
		if s == l {
			continue
		}
		if s.output != l.output {
			return false
		}
		// Walk both rows at once; columns without an edge in either are alike
		// if the rests are.
		both := 0
		a, b := s.edges, l.edges
		for len(a) > 0 || len(b) > 0 {
			both++
			x, y := s.rest, l.rest
			on := int32(m.columns)
			if len(a) > 0 {
				on = a[0].on
			}
			if len(b) > 0 {
				on = min(on, b[0].on)
			}
			if len(a) > 0 && a[0].on == on {
				x, a = a[0].to, a[1:]
			}
			if len(b) > 0 && b[0].on == on {
				y, b = b[0].to, b[1:]
			}
			if block[x] != block[y] {
				return false
			}
		}
		if both < m.columns && block[s.rest] != block[l.rest] {
			return false
		}
	}
	return true
}

// quotient returns the automaton whose states are the blocks that can be
// reached, each with the most frequent way out as its rest.
func (m *machine) quotient(block []int32, count int) *machine {
	leader := make([]int32, count)
	for i := len(block) - 1; i >= 0; i-- {
		leader[block[i]] = int32(i)
	}
	out := &machine{byteCol: m.byteCol, columns: m.columns}
	order := make([]int32, count) // block to number, plus one
	var met []int32
	stack := []int32{block[m.start]}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if order[b] != 0 {
			continue
		}
		met = append(met, b)
		order[b] = int32(len(met))
		s := &m.states[leader[b]]
		stack = append(stack, block[s.rest])
		for _, e := range slices.Backward(s.edges) {
			stack = append(stack, block[e.to])
		}
	}
	var t thinner
	row := make([]int32, m.columns)
	for _, b := range met {
		s := &m.states[leader[b]]
		s.fill(row)
		for col, to := range row {
			row[col] = order[block[to]] - 1
		}
		out.states = append(out.states, t.sparse(s.output, row))
	}
	return out
}

// A thinner makes states of full rows, with the most frequent way out as rest.
type thinner struct{ sorted []int32 }

// sparse returns a state for a full row; ties go to the lower state.
func (t *thinner) sparse(output int32, row []int32) state {
	t.sorted = append(t.sorted[:0], row...)
	slices.Sort(t.sorted)
	s := state{output: output}
	most := 0
	for i := 0; i < len(t.sorted); {
		n := 1
		for i+n < len(t.sorted) && t.sorted[i+n] == t.sorted[i] {
			n++
		}
		if n > most {
			most, s.rest = n, t.sorted[i]
		}
		i += n
	}
	if most < len(row) {
		s.edges = make([]edge, 0, len(row)-most)
	}
	for col, to := range row {
		if to != s.rest {
			s.edges = append(s.edges, edge{int32(col), to})
		}
	}
	return s
}

// fill writes where s goes on each column to row.
func (s *state) fill(row []int32) {
	for col := range row {
		row[col] = s.rest
	}
	for _, e := range s.edges {
		row[e.on] = e.to
	}
}

// decided reports whether no byte leads away from state id.
func (m *machine) decided(id int32) bool {
	s := &m.states[id]
	return s.rest == id && len(s.edges) == 0
}
