package automaton

import (
	"encoding/binary"
	"slices"
	"sort"
	"unicode"
)

// A kind is what an assertion can see of the rune beside it.
type kind uint8

const (
	kindNone  kind = iota // no rune: the begin or the end of the text
	kindWord              // [0-9A-Za-z_]
	kindLine              // a newline
	kindOther             // everything else
	kinds
)

// A partition sorts all runes into classes so that no set of a program, and no
// assertion, tells two runes of one class apart.
type partition struct {
	from    []rune  // the first rune of each interval, sorted, from[0] is 0
	class   []int32 // the class of each interval
	kind    []kind  // of each class
	members [][kinds][]int32
}

// newPartition computes the classes for sets, and which classes make up each
// set, by kind.
func newPartition(sets [][]rune) *partition {
	// Word characters and the newline are sets too.
	word := []rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}
	line := []rune{'\n', '\n'}
	all := append([][]rune{word, line}, sets...)

	p := &partition{from: []rune{0}}
	for _, pairs := range all {
		for i := 0; i < len(pairs); i += 2 {
			p.from = append(p.from, pairs[i])
			if pairs[i+1] < unicode.MaxRune {
				p.from = append(p.from, pairs[i+1]+1)
			}
		}
	}
	slices.Sort(p.from)
	p.from = slices.Compact(p.from)

	p.classify(all)
	p.members = make([][kinds][]int32, len(sets))
	p.collect(sets)
	return p
}

// classify gives each interval its class. An interval is described by the sets that
// contain it; intervals with one description are one class.
func (p *partition) classify(all [][]rune) {
	described := make([][]byte, len(p.from))
	for id, pairs := range all {
		for i := 0; i < len(pairs); i += 2 {
			for at := p.interval(pairs[i]); at < len(p.from) && p.from[at] <= pairs[i+1]; at++ {
				described[at] = binary.AppendUvarint(described[at], uint64(id))
			}
		}
	}
	known := map[string]int32{}
	p.class = make([]int32, len(p.from))
	for at, description := range described {
		class, ok := known[string(description)]
		if !ok {
			class = int32(len(p.kind))
			known[string(description)] = class
			k := kindOther
			if len(description) > 0 && description[0] == 0 {
				k = kindWord
			} else if len(description) > 0 && description[0] == 1 {
				k = kindLine
			}
			p.kind = append(p.kind, k)
		}
		p.class[at] = class
	}

}

// collect lists the classes of each set by their kinds.
func (p *partition) collect(sets [][]rune) {
	seen := make([]int, len(p.kind))
	for id, pairs := range sets {
		for i := 0; i < len(pairs); i += 2 {
			for at := p.interval(pairs[i]); at < len(p.from) && p.from[at] <= pairs[i+1]; at++ {
				c := p.class[at]
				if seen[c] != id+1 {
					seen[c] = id + 1
					k := p.kind[c]
					p.members[id][k] = append(p.members[id][k], c)
				}
			}
		}
	}
}

// interval returns the number of the interval that r lies in.
func (p *partition) interval(r rune) int {
	return sort.Search(len(p.from), func(i int) bool { return p.from[i] > r }) - 1
}

// classOf returns the class of r.
func (p *partition) classOf(r rune) int32 {
	return p.class[p.interval(r)]
}

// uniform returns the class of all runes from lo to hi, if there is one.
func (p *partition) uniform(lo, hi rune) (int32, bool) {
	at := p.interval(lo)
	class := p.class[at]
	for at++; at < len(p.from) && p.from[at] <= hi; at++ {
		if p.class[at] != class {
			return 0, false
		}
	}
	return class, true
}
