package automaton

import "strings"

// maxExamined bounds how many joint states Example looks at.
const maxExamined = 200_000

// Example returns a shortest text that every automaton of match matches and
// none of avoid does, and whether there is one. What a change of a policy newly
// allows is Example of the new allowlist, avoiding the old one. If the question
// takes too many states to answer, the error is a TooLarge.
func Example(match, avoid []*DFA) (text string, found bool, err error) {
	s := search{match: len(match)}
	s.automata = append(append(s.automata, match...), avoid...)
	bytes := s.alphabet(nice)

	// A breadth-first walk over the states of all automata side by side.
	type step struct {
		places []place
		from   int // the step before, and the byte that led here
		by     byte
	}
	first := step{places: s.begin(), from: -1}
	steps := []step{first}
	known := map[string]bool{key(first.places): true}
	for i := 0; i < len(steps); i++ {
		if s.accepts(steps[i].places) {
			var b []byte
			for at := i; steps[at].from >= 0; at = steps[at].from {
				b = append(b, steps[at].by)
			}
			for lo, hi := 0, len(b)-1; lo < hi; lo, hi = lo+1, hi-1 {
				b[lo], b[hi] = b[hi], b[lo]
			}
			return string(b), true, nil
		}
		for _, c := range bytes {
			places := s.next(steps[i].places, c)
			if k := key(places); !known[k] && !s.hopeless(places) {
				if len(steps) >= maxExamined {
					return "", false, TooLarge{Pattern: -1}
				}
				known[k] = true
				steps = append(steps, step{places, i, c})
			}
		}
	}
	return "", false, nil
}

// A search asks several automata about the same text. It holds the places of
// all their parts, but for the screened ones: whether one of them matches, the
// screen says.
type search struct {
	automata []*DFA
	match    int // how many of the automata must match
}

// nice are the bytes that read well, in the order in which examples take them.
const nice = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -./_=:,+@%"

// alphabet returns one byte of each class that no automaton tells apart,
// those of nice first.
func (s *search) alphabet(nice string) []byte {
	order := []byte(nice)
	for c := range 256 {
		if !strings.ContainsRune(nice, rune(c)) {
			order = append(order, byte(c))
		}
	}
	known := map[string]bool{}
	var bytes []byte
	for _, c := range order {
		var classes []byte
		for _, d := range s.automata {
			if d.parts() > 0 {
				classes = append(classes, d.Classes[c])
			}
		}
		if !known[string(classes)] {
			known[string(classes)] = true
			bytes = append(bytes, c)
		}
	}
	return bytes
}

func (s *search) begin() []place {
	var places []place
	for _, d := range s.automata {
		for part := range d.parts() - d.Screened {
			places = append(places, d.start(part))
		}
	}
	return places
}

func (s *search) next(places []place, c byte) []place {
	to := make([]place, 0, len(places))
	for _, d := range s.automata {
		for range d.parts() - d.Screened {
			to = append(to, d.next(places[len(to)], d.Classes[c]))
		}
	}
	return to
}

// accepts reports whether a text that ends at the places is an example.
func (s *search) accepts(places []place) bool {
	for i, d := range s.automata {
		matches := false
		n := d.parts() - d.Screened
		for _, p := range places[:n] {
			matches = matches || d.output(p) >= 0
		}
		if matches != (i < s.match) {
			return false
		}
		places = places[n:]
	}
	return true
}

// hopeless reports whether nothing that goes on from the places is an example.
func (s *search) hopeless(places []place) bool {
	for i, d := range s.automata {
		matched, failed := false, true
		n := d.parts() - d.Screened
		for _, p := range places[:n] {
			matched = matched || p.decided && p.value >= 0
			failed = failed && p.decided && p.value < 0
		}
		if (i < s.match && failed) || (i >= s.match && matched) {
			return true
		}
		places = places[n:]
	}
	return false
}

// key spells places, for a map.
func key(places []place) string {
	b := make([]byte, 0, 4*len(places))
	for _, p := range places {
		n := p.value << 1
		if p.decided {
			n |= 1
		}
		b = append(b, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return string(b)
}
