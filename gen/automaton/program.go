package automaton

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// The steps of a program. They are those of regexp/syntax with everything that
// only matters for captures or greediness taken out.
const (
	opFail  = iota
	opJump  // go to out
	opSplit // go to out and to arg
	opWhen  // go to out where the assertion holds
	opRune  // take a rune of the set, go to out
	opMatch
)

// An instruction is one step of a program.
type instruction struct {
	op      uint8
	when    syntax.EmptyOp
	back    bool  // opWhen: the pattern has assertions about the rune before
	pattern int32 // the pattern it belongs to
	out     int32
	arg     int32
	set     int32 // opRune: which of program.sets
}

// A program is all patterns of a set beside each other.
type program struct {
	instructions []instruction
	starts       []int32
	sets         [][]rune // pairs of first and last rune, sorted
	known        map[string]int32
}

// everything is the set of all runes.
var everything = []rune{0, unicode.MaxRune}

// newProgram joins the patterns at the given indexes of progs.
func newProgram(progs []*syntax.Prog, indexes []int) *program {
	p := &program{known: map[string]int32{}}
	for _, i := range indexes {
		start := p.add(progs[i], int32(i))
		if !anchored(progs[i]) {
			start = p.search([]int32{start}, int32(i))
		}
		p.starts = append(p.starts, start)
	}
	return p
}

// newScreen joins the patterns as if they were the alternatives of one: the
// answer is 0 if any of them matches. That takes far fewer states where many
// patterns search, since nobody keeps track of which have matched.
func newScreen(progs []*syntax.Prog, indexes []int) *program {
	p := &program{known: map[string]int32{}}
	var searching []int32
	for _, i := range indexes {
		start := p.add(progs[i], 0)
		if anchored(progs[i]) {
			p.starts = append(p.starts, start)
		} else {
			searching = append(searching, start)
		}
	}
	if len(searching) > 0 {
		p.starts = append(p.starts, p.search(searching, 0))
	}
	return p
}

// anchored reports whether a match can only begin where the text does.
func anchored(prog *syntax.Prog) bool {
	return prog.StartCond()&syntax.EmptyBeginText != 0
}

// add appends one pattern and returns where it starts.
func (p *program) add(prog *syntax.Prog, pattern int32) int32 {
	base := int32(len(p.instructions))
	back := false
	for i := range prog.Inst {
		const looksBack = syntax.EmptyBeginLine | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
		if in := &prog.Inst[i]; in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg)&looksBack != 0 {
			back = true
		}
	}
	for i := range prog.Inst {
		from := &prog.Inst[i]
		to := instruction{pattern: pattern, out: base + int32(from.Out)}
		switch from.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			to.op, to.arg = opSplit, base+int32(from.Arg)
		case syntax.InstCapture, syntax.InstNop:
			to.op = opJump
		case syntax.InstEmptyWidth:
			to.op, to.when, to.back = opWhen, syntax.EmptyOp(from.Arg), back
		case syntax.InstMatch:
			to.op = opMatch
		case syntax.InstFail:
			to.op = opFail
		default:
			to.op, to.set = opRune, p.set(runes(from))
		}
		p.instructions = append(p.instructions, to)
	}
	return base + int32(prog.Start)
}

// search appends a loop that takes any rune and tries all starts before each,
// and returns where it starts: that is what makes a search unanchored.
func (p *program) search(starts []int32, pattern int32) int32 {
	loop := int32(len(p.instructions))
	for i, start := range starts {
		p.instructions = append(p.instructions,
			instruction{op: opSplit, pattern: pattern, out: start, arg: loop + int32(i) + 1})
	}
	p.instructions = append(p.instructions,
		instruction{op: opRune, pattern: pattern, out: loop, set: p.set(everything)})
	return loop
}

// set returns the number of a set of runes.
func (p *program) set(pairs []rune) int32 {
	key := string(runeKey(pairs))
	id, ok := p.known[key]
	if !ok {
		id = int32(len(p.sets))
		p.known[key] = id
		p.sets = append(p.sets, pairs)
	}
	return id
}

// runeKey spells pairs as bytes. A string of runes would not do: surrogates
// would all become U+FFFD.
func runeKey(pairs []rune) []byte {
	key := make([]byte, 0, 3*len(pairs))
	for _, r := range pairs {
		key = append(key, byte(r>>16), byte(r>>8), byte(r))
	}
	return key
}

// runes returns what an instruction takes, as sorted pairs.
func runes(in *syntax.Inst) []rune {
	switch in.Op {
	case syntax.InstRuneAny:
		return everything
	case syntax.InstRuneAnyNotNL:
		return []rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune}
	}
	if len(in.Rune) != 1 {
		return in.Rune
	}
	r := in.Rune[0]
	all := []rune{r}
	if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			all = append(all, f)
		}
		slices.Sort(all)
	}
	pairs := make([]rune, 0, 2*len(all))
	for _, r := range all {
		pairs = append(pairs, r, r)
	}
	return pairs
}
