// Package match asks the patterns of a rule, compiled to one table, about a text
// in which something may not be known.
package match

// This file imports nothing: it is what a command is judged with on the way
// that must cost nothing.

// In a text for Could and Must, a Hole stands for any string, and a HoleWord
// for any string without spaces, tabs and newlines. Both may be empty.
const (
	Hole     = '\x00'
	HoleWord = '\x01'
)

// Holed reports whether text has a hole.
//
//go:noinline
func Holed(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == Hole || s[i] == HoleWord {
			return true
		}
	}
	return false
}

// A Table is the patterns of a rule, compiled to an automaton over bytes by
// gen/automaton, which also describes the format of the fields. It is constant
// data: nothing is built when a gate starts.
//
// A table answers as regexp.MatchString does for each of its patterns, also
// for text that is not UTF-8.
type Table struct {
	Classes string // 256 bytes: the class of each byte
	Columns int    // how many classes there are
	Width   int    // bytes of one reference to a state: 2 or 3
	Starts  string // where each part begins, one reference each
	Rows    string // the states

	// Screened is how many of the last parts are only asked if the part before
	// them, the screen, says that one of them matches.
	Screened int

	// Options is what [OptionPatterns] says of the patterns; the automaton does
	// not look at it.
	Options string
}

// The head of a row: whether an output follows, how classes that are not
// listed are read, and how many are listed.
const (
	tableOutput = 0x80
	tableMode   = 0x60
	tableDead   = 0x00 // they go nowhere
	tableRest   = 0x20 // they go to one state
	tableLike   = 0x40 // they go where another row sends them
	tableDense  = 0x60 // none is listed: a reference for each
	tableCount  = 0x1F
)

// answered marks a reference that is an answer, not a row: the low bits are
// the index of the pattern plus one, or 0.
const answered = 1 << 31

// Match returns the lowest index of a pattern that matches somewhere in text,
// or -1.
func (t *Table) Match(text string) int {
	best, screen := -1, t.screen()
	for at := 0; at < len(t.Starts); at += t.Width {
		place := t.reference(t.Starts, at)
		for i := 0; i < len(text) && place < answered; i++ {
			place = t.next(place, t.Classes[text[i]])
		}
		out := t.output(place)
		if at == screen {
			if out < 0 {
				break
			}
			continue
		}
		best = lowest(best, out)
		if screen >= 0 && at > screen && out >= 0 {
			break // the screened stand in the order of their patterns
		}
	}
	return best
}

// Could returns the lowest index of a pattern that matches for some filling of
// the holes in text, or -1 if nothing matches whatever is filled in.
func (t *Table) Could(text string) int {
	best, screen := -1, t.screen()
	for at := 0; at < len(t.Starts); at += t.Width {
		f := t.fill(at, text)
		if at == screen {
			if f.low < 0 {
				break
			}
			continue
		}
		best = lowest(best, f.low)
	}
	return best
}

// Must returns the index of a pattern if some pattern matches for every filling
// of the holes in text, and -1 if a filling matches none. Different fillings may
// take different patterns; the index is then the lowest of theirs. A table of
// several parts may answer -1 where it would take the patterns of two parts to
// match every filling.
func (t *Table) Must(text string) int {
	best, screen := -1, t.screen()
	for at := 0; at < len(t.Starts); at += t.Width {
		f := t.fill(at, text)
		if at == screen {
			if !f.fails {
				// One of the screened for every filling: the lowest of
				// them that could.
				for at += t.Width; at < len(t.Starts); at += t.Width {
					if low := t.fill(at, text).low; low >= 0 {
						return lowest(best, low)
					}
				}
			}
			break
		}
		if !f.fails {
			best = lowest(best, f.low)
		}
	}
	return best
}

// screen returns where the start of the screen is in Starts, or -1.
func (t *Table) screen() int {
	if t.Screened == 0 {
		return -1
	}
	return len(t.Starts) - (t.Screened+1)*t.Width
}

// lowest returns the lower of two indexes, where -1 means none.
func lowest(a, b int) int {
	if a < 0 || (b >= 0 && b < a) {
		return b
	}
	return a
}

// reference reads where a state is at s[at:].
func (t *Table) reference(s string, at int) uint32 {
	if t.Width == 2 {
		s = s[at : at+2]
		if s[0] >= 0x80 {
			return answered | uint32(s[0]&0x7F)<<8 | uint32(s[1])
		}
		return uint32(s[0])<<8 | uint32(s[1])
	}
	s = s[at : at+3]
	if s[0] >= 0x80 {
		return answered | uint32(s[0]&0x7F)<<16 | uint32(s[1])<<8 | uint32(s[2])
	}
	return uint32(s[0])<<16 | uint32(s[1])<<8 | uint32(s[2])
}

// output is the answer if the text ends at a place.
func (t *Table) output(place uint32) int {
	if place >= answered {
		return int(place&^answered) - 1
	}
	head := t.Rows[place]
	if head&tableOutput == 0 {
		return -1
	}
	at := int(place) + 1
	if head&tableCount == tableCount {
		at++
	}
	return int(t.reference(t.Rows, at))
}

// next is where a row goes on a byte of the class.
func (t *Table) next(place uint32, class byte) uint32 {
	for place < answered {
		head, n, at := t.open(place)
		mode := head & tableMode
		if mode == tableDense {
			return t.reference(t.Rows, at+int(class)*t.Width)
		}
		rest := uint32(answered)
		if mode != tableDead {
			rest = t.reference(t.Rows, at)
			at += t.Width
		}
		for i := 0; i < n; i++ {
			if t.Rows[at+i] == class {
				return t.reference(t.Rows, at+n+i*t.Width)
			}
		}
		if mode != tableLike {
			return rest
		}
		place = rest
	}
	return place
}

// open returns the head of a row, how many classes it lists, and where it goes
// on after its output.
func (t *Table) open(place uint32) (head byte, n, at int) {
	at = int(place) + 1
	head = t.Rows[place]
	n = int(head & tableCount)
	if n == tableCount {
		n = int(t.Rows[at])
		at++
	}
	if head&tableOutput != 0 {
		at += t.Width
	}
	return head, n, at
}

// A filling is where one part of a table can be after the text so far, for all
// fillings of its holes.
type filling struct {
	table *Table
	rows  []uint32 // places that are not answered yet, each once
	seen  []uint64 // a bit for each of rows

	low   int  // the lowest answer there is, or -1
	fails bool // whether -1 is one of the answers
}

// fill runs the part that starts at t.Starts[at:] over text.
func (t *Table) fill(at int, text string) filling {
	f := filling{table: t, low: -1}
	place := t.reference(t.Starts, at)
	i := 0
	for i < len(text) && text[i] > HoleWord && place < answered {
		place = t.next(place, t.Classes[text[i]])
		i++
	}
	if i == len(text) || place >= answered {
		f.answer(t.output(place))
		return f
	}
	f.seen = make([]uint64, len(t.Rows)/64+1)
	f.reach(place)
	var spare []uint32
	for ; i < len(text) && len(f.rows) > 0; i++ {
		switch text[i] {
		case Hole:
			f.spread(t.classes(false))
		case HoleWord:
			f.spread(t.classes(true))
		default:
			from := f.rows
			for _, place := range from {
				f.seen[place/64] &^= 1 << (place % 64)
			}
			f.rows = spare[:0]
			for _, place := range from {
				f.reach(t.next(place, t.Classes[text[i]]))
			}
			spare = from
		}
	}
	for _, place := range f.rows {
		f.answer(t.output(place))
	}
	return f
}

// answer notes an answer that a filling gives.
func (f *filling) answer(index int) {
	if index < 0 {
		f.fails = true
	} else if f.low < 0 || index < f.low {
		f.low = index
	}
}

// reach adds a place.
func (f *filling) reach(place uint32) {
	if place >= answered {
		f.answer(int(place&^answered) - 1)
		return
	}
	if bit := uint64(1) << (place % 64); f.seen[place/64]&bit == 0 {
		f.seen[place/64] |= bit
		f.rows = append(f.rows, place)
	}
}

// A classSet has a bit for each class of bytes.
type classSet [4]uint64

func (s *classSet) has(class byte) bool { return s[class/64]>>(class%64)&1 != 0 }
func (s *classSet) add(class byte)      { s[class/64] |= 1 << (class % 64) }
func (s *classSet) drop(class byte)     { s[class/64] &^= 1 << (class % 64) }

// classes returns the classes of the bytes that a hole can stand for.
func (t *Table) classes(word bool) classSet {
	var set classSet
	for c := 0; c < 256; c++ {
		if !word || (c != ' ' && c != '\t' && c != '\n') {
			set.add(t.Classes[c])
		}
	}
	return set
}

// spread adds every place that any string of bytes of the classes leads to.
func (f *filling) spread(classes classSet) {
	t := f.table
	for i := 0; i < len(f.rows); i++ {
		left := classes
		for place := f.rows[i]; ; {
			head, n, at := t.open(place)
			mode := head & tableMode
			if mode == tableDense {
				for class := 0; class < t.Columns; class++ {
					if left.has(byte(class)) {
						f.reach(t.reference(t.Rows, at+class*t.Width))
					}
				}
				break
			}
			rest := uint32(answered)
			if mode != tableDead {
				rest = t.reference(t.Rows, at)
				at += t.Width
			}
			for j := 0; j < n; j++ {
				if class := t.Rows[at+j]; left.has(class) {
					left.drop(class)
					f.reach(t.reference(t.Rows, at+n+j*t.Width))
				}
			}
			if left == (classSet{}) {
				break
			}
			if mode != tableLike {
				f.reach(rest)
				break
			}
			place = rest
		}
	}
}
