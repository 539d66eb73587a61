package automaton

import "strings"

// The format. A reference is Width bytes, big-endian. With its top bit set it
// is an answer that nothing changes any more: the rest of it is 0 if no pattern
// matches, and otherwise the index of the pattern plus one. Without, it is the
// offset of a row in Rows. A row is one state:
//
//	head     1 byte: hasOutput, mode and count
//	count    1 byte, if the head's count is countMask
//	output   Width bytes, if hasOutput: the pattern that matches if the text
//	         ends here
//
// and, in modeDense, a reference for each class; in the other modes
//
//	rest     a reference: modeRest, modeLike
//	classes  count bytes
//	targets  count references, in the order of the classes
//
// A class that is not listed goes nowhere in modeDead, to rest in modeRest, and
// where the row at rest sends it in modeLike. The row at rest of a modeLike row
// is never modeLike itself.
//
// A table has one or more parts, automata over the same classes, each with its
// start; the answer is the lowest of theirs. The last Screened of them hold one
// pattern each, and the part before those is their screen: it answers 0 if any
// of them matches, and if none does they need not be asked.
//
// Most states of a large set have one way out, and take 5 bytes.
const (
	hasOutput = 0x80
	modeMask  = 0x60
	modeDead  = 0x00
	modeRest  = 0x20
	modeLike  = 0x40
	modeDense = 0x60
	countMask = 0x1F
)

// encode writes minimal machines as one DFA, each machine one part. The last
// screened are behind a screen.
func encode(machines []*machine, screened, patterns int) *DFA {
	d := &DFA{Screened: screened}
	machines = d.classify(machines)
	d.Width = 2
	if patterns+1 >= 1<<15 || d.write(machines) >= 1<<15 {
		d.Width = 3
		d.write(machines)
	}
	return d
}

// classify computes the classes of bytes that no part tells apart, and returns
// the machines with those for columns.
func (d *DFA) classify(machines []*machine) []*machine {
	type joint = string
	merged := make([]*machine, len(machines))
	for i, m := range machines {
		merged[i] = m.merge()
	}
	known := map[joint]int{}
	var classes [256]byte
	var example []int
	for c := range 256 {
		key := make([]byte, len(merged))
		for i, m := range merged {
			key[i] = byte(m.byteCol[c])
		}
		class, ok := known[string(key)]
		if !ok {
			class = len(known)
			known[string(key)] = class
			example = append(example, c)
		}
		classes[c] = byte(class)
	}
	d.Classes = string(classes[:])
	d.Columns = len(known)
	for i, m := range merged {
		columns := make([]int32, d.Columns)
		for class, c := range example {
			columns[class] = m.byteCol[c]
		}
		merged[i] = m.project(columns)
	}
	return merged
}

// merge returns m with columns that are the same in every state made one.
func (m *machine) merge() *machine {
	// Split the groups by each state's edges in turn, beginning with all in
	// one. The columns of a group that have no edge stay in it; if all have
	// one, those with the first target do.
	group := make([]int32, m.columns)
	size := make([]int, m.columns)
	size[0] = m.columns
	groups := int32(1)
	type split struct{ group, to int32 }
	seen := map[split]int32{}
	listed := make([]int, m.columns)
	for i := range m.states {
		edges := m.states[i].edges
		if groups == int32(m.columns) {
			break
		}
		clear(seen)
		for _, e := range edges {
			listed[group[e.on]]++
		}
		for _, e := range edges {
			g := group[e.on]
			if listed[g] == size[g] {
				seen[split{g, e.to}] = g
				listed[g] = 0
			}
		}
		for _, e := range edges {
			listed[group[e.on]] = 0
		}
		for _, e := range edges {
			g := group[e.on]
			id, ok := seen[split{g, e.to}]
			if !ok {
				id = groups
				groups++
				seen[split{g, e.to}] = id
			}
			if id != g {
				size[g]--
				size[id]++
				group[e.on] = id
			}
		}
	}
	out := &machine{columns: int(groups), start: m.start}
	example := make([]int32, groups)
	for col, g := range group {
		example[g] = int32(col)
	}
	for c, col := range m.byteCol {
		out.byteCol[c] = group[col]
	}
	out.states = m.project(example).states
	return out
}

// project returns m with the given columns of its, in their order.
func (m *machine) project(columns []int32) *machine {
	out := &machine{columns: len(columns), start: m.start}
	var t thinner
	from, row := make([]int32, m.columns), make([]int32, len(columns))
	for i := range m.states {
		s := &m.states[i]
		s.fill(from)
		for to, col := range columns {
			row[to] = from[col]
		}
		out.states = append(out.states, t.sparse(s.output, row))
	}
	return out
}

// write lays out the rows with the width that is set, and returns their size.
func (d *DFA) write(machines []*machine) int {
	var starts, rows strings.Builder
	offset := 0
	for _, m := range machines {
		w := writer{machine: m, width: d.Width, columns: d.Columns}
		w.plan(offset)
		starts.WriteString(w.reference(m.start))
		for id := range m.states {
			if !m.decided(int32(id)) {
				rows.WriteString(w.row(int32(id)))
			}
		}
		offset = rows.Len()
	}
	d.Starts, d.Rows = starts.String(), rows.String()
	return rows.Len()
}

// A writer writes the rows of one machine.
type writer struct {
	*machine
	width   int
	columns int
	mode    []byte
	offset  []int
	edges   [][]edge // what each row lists
}

// plan chooses the mode of each row and where it lies, from offset on.
func (w *writer) plan(offset int) {
	n := len(w.states)
	w.mode = make([]byte, n)
	w.offset = make([]int, n)
	w.edges = make([][]edge, n)
	for i := range w.states {
		id := int32(i)
		if w.decided(id) {
			continue
		}
		size := w.choose(id)
		w.offset[id] = offset
		offset += size
	}
}

// choose finds the smallest form of a row and returns its size.
func (w *writer) choose(id int32) int {
	s := &w.states[id]
	head := 1
	if s.output >= 0 {
		head += w.width
	}
	best := head + w.columns*w.width
	w.mode[id] = modeDense
	try := func(mode byte, edges []edge) {
		size := head + len(edges)*(1+w.width)
		if len(edges) >= countMask {
			size++
		}
		if mode != modeDead {
			size += w.width
		}
		if size < best && len(edges) < 256 {
			best, w.mode[id], w.edges[id] = size, mode, edges
		}
	}
	if w.nowhere(s.rest) {
		try(modeDead, s.edges)
		return best
	}
	try(modeRest, s.edges)
	// A search that fails falls back to where it began. If most bytes lead
	// to a state that most bytes lead back to, only what differs from its
	// row needs saying. (Automata of many literals are made of this.)
	if home := s.rest; home != id && w.states[home].rest == home && !w.decided(home) {
		try(modeLike, w.difference(id, home))
	}
	return best
}

// difference lists the edges in which row id is not row home.
func (w *writer) difference(id, home int32) []edge {
	a, b := make([]int32, w.columns), make([]int32, w.columns)
	w.states[id].fill(a)
	w.states[home].fill(b)
	var differ []edge
	for col, to := range a {
		if to != b[col] {
			differ = append(differ, edge{int32(col), to})
		}
	}
	return differ
}

// nowhere reports whether no pattern can match any more in state id.
func (w *writer) nowhere(id int32) bool {
	return w.decided(id) && w.states[id].output < 0
}

// reference spells where state id is.
func (w *writer) reference(id int32) string {
	if w.decided(id) {
		return w.number(1<<(8*w.width-1) + int(w.states[id].output) + 1)
	}
	return w.number(w.offset[id])
}

func (w *writer) number(n int) string {
	b := make([]byte, w.width)
	for i := range b {
		b[i] = byte(n >> (8 * (w.width - 1 - i)))
	}
	return string(b)
}

// row spells state id.
func (w *writer) row(id int32) string {
	s := &w.states[id]
	edges := w.edges[id]
	var b strings.Builder
	head := w.mode[id]
	if s.output >= 0 {
		head |= hasOutput
	}
	if w.mode[id] != modeDense {
		head |= byte(min(len(edges), countMask))
	}
	b.WriteByte(head)
	if w.mode[id] != modeDense && len(edges) >= countMask {
		b.WriteByte(byte(len(edges)))
	}
	if s.output >= 0 {
		b.WriteString(w.number(int(s.output)))
	}
	if w.mode[id] == modeDense {
		row := make([]int32, w.columns)
		s.fill(row)
		for _, to := range row {
			b.WriteString(w.reference(to))
		}
		return b.String()
	}
	if w.mode[id] != modeDead {
		b.WriteString(w.reference(s.rest))
	}
	for _, e := range edges {
		b.WriteByte(byte(e.on))
	}
	for _, e := range edges {
		b.WriteString(w.reference(e.to))
	}
	return b.String()
}
