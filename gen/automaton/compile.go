package automaton

import (
	"fmt"
	"regexp/syntax"
)

// Compile returns the automaton of a set of patterns in RE2 syntax, as the
// package regexp reads it. A pattern that does not parse is a *SyntaxError; a
// set whose table would grow beyond reason is a TooLarge.
func Compile(patterns []string) (*DFA, error) {
	progs := make([]*syntax.Prog, len(patterns))
	for i, pattern := range patterns {
		prog, err := parse(pattern)
		if err != nil {
			return nil, newSyntaxError(i, pattern, err)
		}
		progs[i] = prog
	}
	c := compiler{progs: progs, left: partBound(len(progs)).work * 3}
	machines, err := c.all()
	if err != nil {
		return nil, err
	}
	d := encode(machines, len(patterns))
	if bound := partBound(len(progs)).bytes; d.Size() > bound {
		return nil, TooLarge{Pattern: -1, Bytes: d.Size(), Bound: bound}
	}
	return d, nil
}

// Size is how many bytes of read-only data the table takes.
func (d *DFA) Size() int {
	return len(d.Classes) + len(d.Starts) + len(d.Rows)
}

// parse does what regexp.Compile does.
func parse(pattern string) (*syntax.Prog, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return syntax.Compile(re.Simplify())
}

// A TooLarge is the error for a set of patterns that has no table of a
// reasonable size; regexp can still run it.
type TooLarge struct {
	Pattern int // the pattern that is too large on its own, or -1
	Bytes   int // the size of the table, if it came so far
	Bound   int // what would have been allowed
}

func (e TooLarge) Error() string {
	switch {
	case e.Pattern >= 0:
		return fmt.Sprintf("pattern %d alone needs a table that is too large", e.Pattern)
	case e.Bytes > 0:
		return fmt.Sprintf("the table takes %d bytes, more than %d", e.Bytes, e.Bound)
	}
	return "the patterns together need a table that is too large"
}

// partBound bounds the automaton of n patterns. The parts that grow with n are
// what long lists of literal patterns take, several times over; what does not
// leaves room for a few awkward ones.
func partBound(n int) limits {
	return limits{
		work:   8_000_000 + 5_000*n,
		states: 20_000 + 100*n,
		bytes:  256<<10 + 200*n,
	}
}

// maxParts bounds how many automata one text is run through.
const maxParts = 16

// A compiler finds a way to cut a set of patterns into automata.
type compiler struct {
	progs []*syntax.Prog
	left  int // work that may still be done
}

// all returns one machine for all patterns, or several.
func (c *compiler) all() ([]*machine, error) {
	if len(c.progs) == 0 {
		return nil, nil
	}
	indexes := make([]int, len(c.progs))
	for i := range indexes {
		indexes[i] = i
	}
	whole, err := c.one(indexes)
	if err != nil {
		// Cutting the set does not help a pattern that is too large alone.
		for i := range indexes {
			if _, err := c.one(indexes[i : i+1]); err != nil {
				return nil, TooLarge{Pattern: i}
			}
		}
	}
	machines, err := c.cut(indexes, whole, err)
	if err == nil && len(machines) > maxParts {
		if whole == nil {
			return nil, TooLarge{Pattern: -1}
		}
		machines = []*machine{whole}
	}
	return machines, err
}

// one builds the minimal automaton of some patterns.
func (c *compiler) one(indexes []int) (*machine, error) {
	limit := partBound(len(indexes))
	limit.work = min(limit.work, c.left)
	m, work, err := determinize(newProgram(c.progs, indexes), limit)
	c.left -= work
	if err != nil {
		return nil, err
	}
	return minimize(m), nil
}

// cut decides whether the patterns are better served by two automata than by
// the one they have, if they have one, and does the same to each of the two.
// Automata of patterns that search for something multiply when they are joined;
// those of patterns that begin with their command only add up.
func (c *compiler) cut(indexes []int, joined *machine, err error) ([]*machine, error) {
	size := 0
	if err == nil {
		size = encode([]*machine{joined}, len(c.progs)).Size()
	}
	if len(indexes) == 1 || (err == nil && size <= 2048+128*len(indexes)) {
		return []*machine{joined}, err
	}
	var machines []*machine
	a, b := c.halves(indexes)
	for _, half := range [][]int{a, b} {
		m, halfErr := c.one(half)
		some, halfErr := c.cut(half, m, halfErr)
		if halfErr != nil {
			return []*machine{joined}, err
		}
		machines = append(machines, some...)
	}
	if err == nil && 2*encode(machines, len(c.progs)).Size() > size {
		return []*machine{joined}, nil
	}
	return machines, nil
}

// halves returns the patterns that match only at the begin of a text and those
// that search, or if all are of one sort, the first half and the second.
func (c *compiler) halves(indexes []int) (a, b []int) {
	for _, i := range indexes {
		if c.progs[i].StartCond()&syntax.EmptyBeginText != 0 {
			a = append(a, i)
		} else {
			b = append(b, i)
		}
	}
	if len(a) == 0 || len(b) == 0 {
		return indexes[:len(indexes)/2], indexes[len(indexes)/2:]
	}
	return a, b
}
