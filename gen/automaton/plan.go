package automaton

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// maxParts bounds how many automata every text is run through.
const maxParts = 24

// A plan is the automata that answer for a set of patterns together.
type plan struct {
	parts    []*machine // asked always; the lowest answer counts
	screen   *machine   // may be nil; says whether to ask the screened
	screened []*machine // one pattern each, in their order
}

func (p plan) encode(patterns int) *DFA {
	machines := p.parts
	if p.screen != nil {
		machines = slices.Concat(p.parts, []*machine{p.screen}, p.screened)
	}
	return encode(machines, len(p.screened), patterns)
}

// size is about how many bytes the table of the plan takes.
func (p plan) size() int {
	n := 0
	for _, m := range slices.Concat(p.parts, p.screened) {
		n += m.bytes - 256 // the parts share their classes
	}
	if p.screen != nil {
		n += p.screen.bytes
	}
	return n
}

// A compiler finds a plan.
//
// Patterns that begin with what they are about, like ^git push, join to a trie,
// which only adds up. Automata of patterns that search multiply when they are
// joined, because the joined one has to remember which have matched and how far
// each has come. So those are joined only while that stays small; then behind a
// screen, which has nothing to remember but that one of them has matched; and
// if that is too large as well, some of them are run beside each other.
type compiler struct {
	progs []*syntax.Prog
	left  int               // work that may still be done
	built map[string]*built // what was tried, by the indexes of the patterns
}

// A built is an automaton, or why there is none.
type built struct {
	machine *machine
	err     error
}

func newCompiler(progs []*syntax.Prog) *compiler {
	return &compiler{
		progs: progs,
		left:  3 * bound(len(progs)).work,
		built: map[string]*built{},
	}
}

// all returns the plan for all patterns.
func (c *compiler) all() (plan, error) {
	if len(c.progs) == 0 {
		return plan{}, nil
	}
	indexes := make([]int, len(c.progs))
	for i := range indexes {
		indexes[i] = i
	}
	// No plan helps a pattern that is too large alone. Those that do not search
	// hardly ever are, and there can be many.
	for _, i := range indexes {
		if len(indexes) == 1 || searches(c.progs[i]) {
			if _, err := c.single(i); err != nil {
				return plan{}, TooLarge{Pattern: i}
			}
		}
	}
	if len(indexes) == 1 {
		m, err := c.single(0)
		return plan{parts: []*machine{m}}, err
	}
	whole, err := c.one(indexes)
	if err == nil && c.small(whole, indexes) {
		return plan{parts: []*machine{whole}}, nil
	}
	if err != nil {
		for _, i := range indexes {
			if _, err := c.single(i); err != nil {
				return plan{}, TooLarge{Pattern: i}
			}
		}
	}
	parts, cutErr := c.apart(indexes)
	switch {
	case err == nil && (cutErr != nil || 2*parts.size() > whole.bytes):
		return plan{parts: []*machine{whole}}, nil
	case cutErr != nil:
		return plan{}, err
	}
	return parts, nil
}

// apart returns a plan that joins only the patterns that do not search.
func (c *compiler) apart(indexes []int) (plan, error) {
	var fixed, searching []int
	for _, i := range indexes {
		if searches(c.progs[i]) {
			searching = append(searching, i)
		} else {
			fixed = append(fixed, i)
		}
	}
	var p plan
	if len(fixed) > 0 {
		parts, err := c.cut(fixed)
		if err != nil {
			return p, err
		}
		p.parts = parts
	}
	if len(searching) > 0 {
		found, err := c.search(searching)
		if err != nil {
			return p, err
		}
		p.parts = append(p.parts, found.parts...)
		p.screen, p.screened = found.screen, found.screened
	}
	if len(p.parts) > maxParts {
		return p, TooLarge{Pattern: -1}
	}
	return p, nil
}

// search returns a plan for patterns that search.
func (c *compiler) search(indexes []int) (plan, error) {
	joined, err := c.one(indexes)
	if err == nil && c.small(joined, indexes) {
		return plan{parts: []*machine{joined}}, nil
	}
	behind, screenErr := c.behindScreen(indexes)
	if screenErr == nil && behind.size() <= 2048+256*len(indexes) {
		return behind, nil
	}
	parts, err := c.cut(indexes)
	beside := plan{parts: parts}
	if screenErr == nil && (err != nil || len(parts) > maxParts || 2*behind.size() < beside.size()) {
		return behind, nil
	}
	return beside, err
}

// behindScreen returns a plan of one screen for all patterns.
func (c *compiler) behindScreen(indexes []int) (plan, error) {
	screen, err := c.build(newScreen(c.progs, indexes), len(indexes))
	if err != nil {
		return plan{}, err
	}
	p := plan{screen: screen}
	for _, i := range indexes {
		m, err := c.single(i)
		if err != nil {
			return plan{}, err
		}
		p.screened = append(p.screened, m)
	}
	return p, nil
}

// cut returns one automaton, or those of the halves if it is too large, or a lot
// larger than they are.
func (c *compiler) cut(indexes []int) ([]*machine, error) {
	if len(indexes) == 1 {
		m, err := c.single(indexes[0])
		return []*machine{m}, err
	}
	m, err := c.one(indexes)
	joined := plan{parts: []*machine{m}}
	if err == nil && c.small(m, indexes) {
		return joined.parts, nil
	}
	var halves plan
	for _, half := range [][]int{indexes[:len(indexes)/2], indexes[len(indexes)/2:]} {
		some, halfErr := c.cut(half)
		if halfErr != nil {
			return joined.parts, err
		}
		halves.parts = append(halves.parts, some...)
	}
	if err == nil && 2*halves.size() > m.bytes {
		return joined.parts, nil
	}
	return halves.parts, nil
}

// one builds the minimal automaton of some patterns, or says again what came of
// it.
func (c *compiler) one(indexes []int) (*machine, error) {
	var key []byte
	for _, i := range indexes {
		key = binary.AppendUvarint(key, uint64(i))
	}
	b := c.built[string(key)]
	if b == nil {
		m, err := c.build(newProgram(c.progs, indexes), len(indexes))
		b = &built{m, err}
		c.built[string(key)] = b
	}
	return b.machine, b.err
}

// single builds the minimal automaton of one pattern.
func (c *compiler) single(index int) (*machine, error) {
	return c.one([]int{index})
}

// build runs the construction within what work is left.
func (c *compiler) build(p *program, patterns int) (*machine, error) {
	limit := bound(patterns)
	limit.work = min(limit.work, c.left)
	m, work, err := determinize(p, limit)
	c.left -= work
	if err != nil {
		return nil, err
	}
	m = minimize(m)
	m.bytes = plan{parts: []*machine{m}}.encode(len(c.progs)).Size()
	return m, nil
}

// small reports whether an automaton is about as small as its patterns.
func (c *compiler) small(m *machine, indexes []int) bool {
	most := 2048
	for _, i := range indexes {
		most += 64 + 6*len(c.progs[i].Inst)
	}
	return m.bytes <= most
}

// searches reports whether a match can end anywhere in a text.
func searches(prog *syntax.Prog) bool {
	return !anchored(prog) || loops(prog)
}

// loops reports whether a program can take texts of any length.
func loops(prog *syntax.Prog) bool {
	const open, done = 1, 2
	state := make([]byte, len(prog.Inst))
	var visit func(uint32) bool
	visit = func(at uint32) bool {
		switch state[at] {
		case open:
			return true
		case done:
			return false
		}
		state[at] = open
		in := &prog.Inst[at]
		switch in.Op {
		case syntax.InstMatch, syntax.InstFail:
		case syntax.InstAlt, syntax.InstAltMatch:
			if visit(in.Out) || visit(in.Arg) {
				return true
			}
		default:
			if visit(in.Out) {
				return true
			}
		}
		state[at] = done
		return false
	}
	return visit(uint32(prog.Start))
}
