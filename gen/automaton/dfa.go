package automaton

// A DFA is a compiled set of patterns. It has the fields of match.Table, in the
// same order, so that match.Table(*dfa) converts one to the other and a printer
// can go field by field. The format is described in rows.go.
type DFA struct {
	Classes string // 256 bytes: the class of each byte
	Columns int    // how many classes there are
	Width   int    // bytes of one reference to a state: 2 or 3
	Starts  string // where each part begins, one reference each
	Rows    string // the states

	// Screened is how many of the last parts are only asked if the part before
	// them, the screen, says that one of them matches.
	Screened int

	// Options is not the automaton's: what gate.OptionPatterns says of the
	// patterns goes here. Compile leaves it empty.
	Options string
}

// Match returns the lowest index of a pattern that matches somewhere in text,
// or -1.
func (d *DFA) Match(text string) int {
	best := -1
	for part := range d.parts() {
		answer := d.run(part, text)
		if d.Screened > 0 && part == d.parts()-d.Screened-1 {
			if answer < 0 {
				break
			}
			continue
		}
		best = lowest(best, answer)
	}
	return best
}

// run returns the answer of one part.
func (d *DFA) run(part int, text string) int {
	at := d.start(part)
	for i := 0; i < len(text) && !at.decided; i++ {
		at = d.next(at, d.Classes[text[i]])
	}
	return d.output(at)
}

// lowest returns the lower of two pattern indexes, where -1 means none.
func lowest(a, b int) int {
	if a < 0 || (b >= 0 && b < a) {
		return b
	}
	return a
}

// A place is where one part of a DFA stands: in the row at offset, or, once
// decided, at an answer that no further byte changes (a pattern index, or -1).
type place struct {
	decided bool
	value   int
}

func (d *DFA) parts() int {
	if d.Width == 0 {
		return 0
	}
	return len(d.Starts) / d.Width
}

func (d *DFA) start(part int) place {
	return d.read(d.Starts, part*d.Width)
}

// read decodes the reference at s[at:].
func (d *DFA) read(s string, at int) place {
	value := number(s[at : at+d.Width])
	if tag := 1 << (8*d.Width - 1); value >= tag {
		return place{decided: true, value: value - tag - 1}
	}
	return place{value: value}
}

// number reads big-endian bytes.
func number(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		n = n<<8 | int(s[i])
	}
	return n
}

// output is the answer if the text ends at p.
func (d *DFA) output(p place) int {
	if p.decided {
		return p.value
	}
	if d.Rows[p.value]&hasOutput == 0 {
		return -1
	}
	at := p.value + 1
	if d.Rows[p.value]&countMask == countMask {
		at++
	}
	return number(d.Rows[at : at+d.Width])
}

// next is where p goes on a byte of the class.
func (d *DFA) next(p place, class byte) place {
	for !p.decided {
		head, at := d.Rows[p.value], p.value+1
		n := int(head & countMask)
		if n == countMask {
			n = int(d.Rows[at])
			at++
		}
		if head&hasOutput != 0 {
			at += d.Width
		}
		mode := head & modeMask
		if mode == modeDense {
			return d.read(d.Rows, at+int(class)*d.Width)
		}
		rest := place{decided: true, value: -1}
		if mode != modeDead {
			rest = d.read(d.Rows, at)
			at += d.Width
		}
		for i := range n {
			if d.Rows[at+i] == class {
				return d.read(d.Rows, at+n+i*d.Width)
			}
		}
		if mode != modeLike {
			return rest
		}
		p = rest
	}
	return p
}
