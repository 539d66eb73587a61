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
	plan, err := newCompiler(progs).all()
	if err != nil {
		return nil, err
	}
	d := plan.encode(len(progs))
	if most := bound(len(progs)).bytes; d.Size() > most {
		return nil, TooLarge{Pattern: -1, Bytes: d.Size(), Bound: most}
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

// bound bounds the automaton of n patterns. The parts that grow with n are
// what long lists of literal patterns take, several times over; what does not
// leaves room for a few awkward ones.
func bound(n int) limits {
	return limits{
		work:   8_000_000 + 1_000*n + min(100_000*n, 32_000_000),
		states: 20_000 + 100*n,
		bytes:  256<<10 + 200*n,
	}
}
