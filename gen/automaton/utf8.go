package automaton

import (
	"encoding/binary"
	"unicode/utf8"
)

// A decoder reads UTF-8 byte by byte into classes of runes. Its nodes are what
// has been read of a rune so far; beginnings that lead to the same classes the
// same way share a node. Bytes that no node tells apart share a column.
type decoder struct {
	nodes   []node
	byteCol [256]int32 // the column of each byte
	columns int
	ascii   [][]int32 // for each class, the columns of its ASCII runes
	wide    []int32   // the classes of runes of more than one byte
	high    []int32   // the columns of bytes that are not ASCII
	invalid int32     // the class of U+FFFD
}

// A node says what each column leads to.
type node struct {
	depth int // bytes read since the rune began
	steps []step
}

// A step of the decoder ends a rune, goes on in it, or shows that what was read
// is none.
type step struct {
	what  uint8
	value int32
}

const (
	stepInvalid = iota
	stepClass   // value is the class of the rune that ended
	stepNode    // value is the node to go on in
)

// newDecoder builds the decoder for a partition.
func newDecoder(p *partition) *decoder {
	d := &decoder{invalid: p.classOf(utf8.RuneError)}
	b := builder{partition: p, known: map[string]int32{}, same: map[[3]int32]int32{}}
	b.nodes = append(b.nodes, [256]step{})
	b.depth = append(b.depth, 0)
	for c := range rune(utf8.RuneSelf) {
		b.nodes[0][c] = step{stepClass, p.classOf(c)}
	}
	// The leading bytes of RFC 3629, section 4, with the runes each begins.
	lead := func(first, last, mask byte, more int, min rune) {
		for c := first; c <= last; c++ {
			lo := rune(c&mask) << (6 * more)
			b.nodes[0][c] = step{stepNode, b.node(1, more, lo, min)}
		}
	}
	lead(0xC2, 0xDF, 0x1F, 1, 0x80)
	lead(0xE0, 0xEF, 0x0F, 2, 0x800)
	lead(0xF0, 0xF4, 0x07, 3, 0x10000)

	d.fill(&b, d.group(&b), len(p.kind))
	return d
}

// group gives a column to bytes with the same step in every node, and returns a byte of
// each column.
func (d *decoder) group(b *builder) (example []int) {
	columns := map[string]int32{}
	for c := range 256 {
		var key []byte
		for n := range b.nodes {
			s := b.nodes[n][c]
			key = append(key, s.what)
			key = binary.AppendUvarint(key, uint64(s.value))
		}
		col, ok := columns[string(key)]
		if !ok {
			col = int32(len(columns))
			columns[string(key)] = col
			example = append(example, c)
			if c >= utf8.RuneSelf {
				d.high = append(d.high, col)
			}
		}
		d.byteCol[c] = col
	}
	d.columns = len(columns)
	return example
}

// fill sets the nodes, and what is read of each of so many classes: by which columns of
// ASCII, and whether by more bytes than one.
func (d *decoder) fill(b *builder, example []int, classes int) {
	d.ascii = make([][]int32, classes)
	wide := make([]bool, classes)
	for n := range b.nodes {
		steps := make([]step, d.columns)
		for col, c := range example {
			s := b.nodes[n][c]
			steps[col] = s
			if s.what == stepClass && n == 0 {
				d.ascii[s.value] = append(d.ascii[s.value], int32(col))
			} else if s.what == stepClass {
				wide[s.value] = true
			}
		}
		d.nodes = append(d.nodes, node{b.depth[n], steps})
	}
	for class, is := range wide {
		if is {
			d.wide = append(d.wide, int32(class))
		}
	}
}

// A builder collects the nodes of a decoder, each once.
type builder struct {
	*partition
	nodes [][256]step
	depth []int
	known map[string]int32   // nodes by depth and content
	same  map[[3]int32]int32 // nodes below which there is one class only
}

// node returns the node after depth bytes with more bytes to come, where the
// runes from lo on are what can follow, less those below min (which would be
// overlong), the surrogates, and those above the last rune.
func (b *builder) node(depth, more int, lo, min rune) int32 {
	hi := lo + 1<<(6*more) - 1
	valid := lo >= min && hi <= utf8.MaxRune && (hi < 0xD800 || lo > 0xDFFF)
	class, one := b.uniform(lo, hi)
	short := [3]int32{int32(depth), int32(more), class}
	if valid && one {
		if id, ok := b.same[short]; ok {
			return id
		}
	}
	var n [256]step
	key := []byte{byte(depth)}
	for c := range rune(64) {
		from := lo + c<<(6*(more-1))
		to := from + 1<<(6*(more-1)) - 1
		s := step{}
		switch {
		case to < min || from > utf8.MaxRune || (from >= 0xD800 && to <= 0xDFFF):
		case more == 1:
			s = step{stepClass, b.classOf(from)}
		default:
			s = step{stepNode, b.node(depth+1, more-1, from, min)}
		}
		n[0x80+c] = s
		key = append(key, s.what)
		key = binary.AppendUvarint(key, uint64(s.value))
	}
	id, ok := b.known[string(key)]
	if !ok {
		id = int32(len(b.nodes))
		b.known[string(key)] = id
		b.nodes = append(b.nodes, n)
		b.depth = append(b.depth, depth)
	}
	if valid && one {
		b.same[short] = id
	}
	return id
}
