package automaton

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"sort"
)

// A machine is a deterministic automaton before it is written down.
type machine struct {
	byteCol [256]int32
	columns int
	start   int32
	states  []state
	bytes   int // what it takes as a table of its own, once it is minimal
}

// A state goes to rest on every column that has no edge.
type state struct {
	output int32 // the answer if the text ends here, or -1
	rest   int32
	edges  []edge // sorted by on, each once
}

// An edge is one way out of a state.
type edge struct{ on, to int32 }

// on returns where s goes on a column, or on a class of runes.
func (s *state) on(on int32) int32 {
	for lo, hi := 0, len(s.edges); lo < hi; {
		mid := (lo + hi) / 2
		switch e := s.edges[mid]; {
		case e.on == on:
			return e.to
		case e.on < on:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return s.rest
}

// none as the lowest pattern matched so far.
const none = int32(1<<31 - 1)

// A position is what a text read so far may still become: the instructions that
// are alive, the lowest pattern that has matched, and, where an assertion waits
// for the rune to come, what the last rune was. Only patterns below the one that
// has matched are alive, since no other can change the answer.
type position struct {
	last  kind
	best  int32
	alive []int32 // opRune, and opWhen that waits; sorted
	row   *state  // by class of runes; nil until asked for
}

// A subset runs the subset construction, rune by rune.
type subset struct {
	*program
	*partition
	work      int // instructions visited so far
	limit     limits
	positions []position
	known     map[string]int32

	// Scratch of follow.
	stack []int32
	marks []uint32
	mark  uint32
	alive []int32
	best  int32
	key   []byte
	seeds [][]int32 // by class of runes
	memo  map[string]int32
}

// A limits bounds what one automaton may cost.
type limits struct {
	work   int
	states int
	bytes  int
}

func newSubset(p *program, runes *partition, limit limits) *subset {
	return &subset{
		program:   p,
		partition: runes,
		limit:     limit,
		known:     map[string]int32{},
		marks:     make([]uint32, len(p.instructions)),
		seeds:     make([][]int32, len(runes.kind)),
		memo:      map[string]int32{},
	}
}

// errTooLarge is turned into a TooLarge by whoever knows the patterns.
type errTooLarge struct{}

// spend counts work and gives up when there was too much.
func (s *subset) spend(n int) {
	s.work += n
	if s.work > s.limit.work {
		panic(errTooLarge{})
	}
}

const beginAssertions = syntax.EmptyBeginLine | syntax.EmptyBeginText

// holds returns the assertions that hold between two runes.
func holds(last, next kind, begin bool) syntax.EmptyOp {
	var ops syntax.EmptyOp
	if begin {
		ops |= syntax.EmptyBeginText
	}
	if begin || last == kindLine {
		ops |= syntax.EmptyBeginLine
	}
	if next == kindNone {
		ops |= syntax.EmptyEndText
	}
	if next == kindNone || next == kindLine {
		ops |= syntax.EmptyEndLine
	}
	if (last == kindWord) != (next == kindWord) {
		ops |= syntax.EmptyWordBoundary
	} else {
		ops |= syntax.EmptyNoWordBoundary
	}
	return ops
}

// reset begins a new set of live instructions.
func (s *subset) reset(best int32) {
	s.mark++
	s.alive = s.alive[:0]
	s.best = best
}

// follow adds what can be reached from an instruction without a rune. The
// assertions in ops hold; if wait, those about what comes next are not known
// yet and stay in the set.
func (s *subset) follow(at int32, ops syntax.EmptyOp, wait bool) {
	s.stack = append(s.stack[:0], at)
	for len(s.stack) > 0 {
		at := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for s.marks[at] != s.mark {
			s.marks[at] = s.mark
			s.spend(1)
			in := &s.instructions[at]
			if in.pattern >= s.best {
				break
			}
			switch in.op {
			case opJump:
				at = in.out
			case opSplit:
				s.stack = append(s.stack, in.arg)
				at = in.out
			case opWhen:
				if in.when&^ops == 0 {
					at = in.out
				} else if wait && in.when&beginAssertions&^ops == 0 {
					s.alive = append(s.alive, at)
				}
			case opRune:
				s.alive = append(s.alive, at)
			case opMatch:
				s.best = in.pattern
			}
		}
	}
}

// settle returns the number of the position that the live instructions make.
func (s *subset) settle(last kind) int32 {
	waits, back := false, false
	kept := s.alive[:0]
	for _, at := range s.alive {
		if in := &s.instructions[at]; in.pattern < s.best {
			kept = append(kept, at)
			waits = waits || in.op == opWhen
			back = back || in.back
		}
	}
	if !waits || (!back && last != kindNone) {
		last = kindOther
	}
	slices.Sort(kept)
	s.key = append(s.key[:0], byte(last))
	s.key = binary.LittleEndian.AppendUint32(s.key, uint32(s.best))
	for _, at := range kept {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(at))
	}
	id, ok := s.known[string(s.key)]
	if !ok {
		if len(s.positions) >= s.limit.states {
			panic(errTooLarge{})
		}
		s.spend(len(kept))
		id = int32(len(s.positions))
		s.known[string(s.key)] = id
		s.positions = append(s.positions, position{last: last, best: s.best, alive: slices.Clone(kept)})
	}
	return id
}

// start returns the position before the first rune.
func (s *subset) start() int32 {
	s.reset(none)
	for _, at := range s.starts {
		s.follow(at, holds(kindNone, kindNone, true)&beginAssertions, true)
	}
	return s.settle(kindNone)
}

// decided returns the position where the answer is best, whatever follows.
func (s *subset) decided(best int32) int32 {
	s.reset(best)
	return s.settle(kindOther)
}

// resolve leaves in s.alive and s.best what position id becomes when a rune of
// the kind is known to come next, all assertions decided.
func (s *subset) resolve(id int32, next kind) {
	from := s.positions[id]
	s.reset(from.best)
	ops := holds(from.last, next, from.last == kindNone)
	for _, at := range from.alive {
		if in := &s.instructions[at]; in.op == opWhen {
			if in.when&^ops == 0 {
				s.follow(in.out, ops, false)
			}
		} else if s.marks[at] != s.mark {
			s.marks[at] = s.mark
			s.spend(1)
			s.alive = append(s.alive, at)
		}
	}
}

// output returns the answer if the text ends at the position.
func (s *subset) output(id int32) int32 {
	s.resolve(id, kindNone)
	if s.best == none {
		return -1
	}
	return s.best
}

// row returns the steps from a position, by class of runes.
func (s *subset) row(id int32) *state {
	if row := s.positions[id].row; row != nil {
		return row
	}
	from := s.positions[id]
	row := &state{output: s.output(id), rest: s.decided(from.best)}
	clear(s.memo)
	waits := slices.ContainsFunc(from.alive, func(at int32) bool { return s.instructions[at].op == opWhen })

	next := [][]kind{{kindWord, kindLine, kindOther}}
	if waits {
		next = [][]kind{{kindWord}, {kindLine}, {kindOther}}
	}
	for _, group := range next {
		s.resolve(id, group[0])
		best := s.best
		var touched []int32
		for _, at := range s.alive {
			in := &s.instructions[at]
			if in.pattern >= best {
				continue
			}
			for _, k := range group {
				for _, class := range s.members[in.set][k] {
					if len(s.seeds[class]) == 0 {
						touched = append(touched, class)
					}
					s.seeds[class] = append(s.seeds[class], in.out)
				}
				s.spend(len(s.members[in.set][k]))
			}
		}
		for _, class := range touched {
			row.edges = append(row.edges, edge{class, s.step(s.seeds[class], best, s.kind[class])})
			s.seeds[class] = s.seeds[class][:0]
		}
		if best != from.best {
			// A pattern ended before this kind of rune. Its other classes
			// take no instruction further.
			to := s.decided(best)
			for class := range s.kind {
				if s.kind[class] == group[0] && !slices.Contains(touched, int32(class)) {
					row.edges = append(row.edges, edge{int32(class), to})
				}
			}
		}
	}
	sort.Slice(row.edges, func(i, j int) bool { return row.edges[i].on < row.edges[j].on })
	s.positions[id].row = row
	return row
}

// step returns the position after a rune of the kind took instructions to the
// seeds. Classes of one row often lead to the same seeds.
func (s *subset) step(seeds []int32, best int32, last kind) int32 {
	s.key = append(s.key[:0], byte(last))
	s.key = binary.LittleEndian.AppendUint32(s.key, uint32(best))
	for _, at := range seeds {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(at))
	}
	key := string(s.key)
	if id, ok := s.memo[key]; ok {
		return id
	}
	s.reset(best)
	ops := holds(last, kindNone, false) & beginAssertions
	for _, at := range seeds {
		s.follow(at, ops, true)
	}
	id := s.settle(last)
	s.memo[key] = id
	return id
}

// A spot is a state of the byte automaton: a position between two runes, and
// what has been read of the next one.
type spot struct{ position, node int32 }

// determinize builds the byte automaton of the program, and says how much work
// it took.
func determinize(p *program, limit limits) (m *machine, work int, err error) {
	runes := newPartition(p.sets)
	s := newSubset(p, runes, limit)
	d := newDecoder(runes)
	defer func() {
		work = s.work
		if cause := recover(); cause != nil {
			if _, ok := cause.(errTooLarge); !ok {
				panic(cause)
			}
			m, err = nil, TooLarge{Pattern: -1}
		}
	}()
	m = &machine{byteCol: d.byteCol, columns: d.columns}

	ids := map[spot]int32{}
	var queue []spot
	number := func(at spot) int32 {
		id, ok := ids[at]
		if !ok {
			if len(queue) >= limit.states {
				panic(errTooLarge{})
			}
			id = int32(len(queue))
			ids[at] = id
			queue = append(queue, at)
		}
		return id
	}
	m.start = number(spot{s.start(), 0})
	for i := 0; i < len(queue); i++ {
		m.states = append(m.states, s.bytes(d, queue[i], number))
	}
	return m, 0, nil
}

// bytes returns the state of the byte automaton at a spot.
func (s *subset) bytes(d *decoder, at spot, number func(spot) int32) state {
	row := s.row(at.position)
	if at.node != 0 {
		broken := s.broken(d, at)
		out := state{output: s.row(broken).output, rest: number(spot{row.rest, 0})}
		for col := range int32(d.columns) {
			if to := number(s.after(d, at, col)); to != out.rest {
				out.edges = append(out.edges, edge{col, to})
			}
		}
		s.spend(d.columns)
		return out
	}
	out := state{output: row.output, rest: number(spot{row.rest, 0})}
	for _, e := range row.edges {
		to := number(spot{e.to, 0})
		for _, col := range d.ascii[e.on] {
			if to != out.rest {
				out.edges = append(out.edges, edge{col, to})
			}
		}
	}
	for _, col := range d.high {
		if to := number(s.after(d, at, col)); to != out.rest {
			out.edges = append(out.edges, edge{col, to})
		}
	}
	s.spend(len(out.edges) + len(d.high))
	sort.Slice(out.edges, func(i, j int) bool { return out.edges[i].on < out.edges[j].on })
	return out
}

// after returns where a byte of the column leads from a spot.
func (s *subset) after(d *decoder, at spot, col int32) spot {
	if at.node == 0 {
		if to, ok := s.alike(d, at.position, col); ok {
			return spot{to, 0}
		}
	}
	switch step := d.nodes[at.node].steps[col]; step.what {
	case stepClass:
		return spot{s.row(at.position).on(step.value), 0}
	case stepNode:
		return spot{at.position, step.value}
	}
	if at.node == 0 {
		return spot{s.row(at.position).on(d.invalid), 0}
	}
	return s.after(d, spot{s.broken(d, at), 0}, col)
}

// broken returns the position if the rune that at is in does not go on: the
// bytes read of it were one U+FFFD each.
func (s *subset) broken(d *decoder, at spot) int32 {
	to := at.position
	for range d.nodes[at.node].depth {
		to = s.row(to).on(d.invalid)
	}
	return to
}

// alike returns the position after a byte that is not ASCII, if it is the same
// for all of them, and after any number of them: then nobody needs to decode.
// Without this, every state would come with a copy of the decoder.
func (s *subset) alike(d *decoder, from, col int32) (int32, bool) {
	if what := d.nodes[0].steps[col].what; what == stepClass {
		return 0, false
	}
	row := s.row(from)
	to := row.on(d.invalid)
	for _, class := range d.wide {
		if row.on(class) != to {
			return 0, false
		}
	}
	row = s.row(to)
	for _, class := range d.wide {
		if row.on(class) != to {
			return 0, false
		}
	}
	return to, true
}
