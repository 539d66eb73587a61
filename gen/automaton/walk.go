package automaton

// plainly is the order of letters for Walk: an x reads as "anything", so it is
// what stands for whatever no pattern names.
const plainly = "xabcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/ -._=:,+@%"

// Walk goes through the texts that within matches, shorter ones first, and
// calls visit for one text of each set that no automaton of the list tells
// apart, now or after more bytes: with the lowest index of a pattern that matches
// for each automaton, or -1. It ends when visit returns false, or when there is
// nothing more to tell apart; if that takes too many states the error is a
// TooLarge. What is found first is a shortest text that shows it.
func Walk(list []*DFA, within *DFA, visit func(text func() string, answers []int) bool) error {
	w := walk{search: search{automata: append([]*DFA{within}, list...)}}
	alphabet := w.alphabet(plainly)
	w.reach(w.begin(), -1, 0)
	answers := make([]int, len(list))
	for i := 0; i < len(w.steps); i++ {
		places := w.steps[i].places
		if w.answer(places, answers) && !visit(func() string { return w.text(i) }, answers) {
			return nil
		}
		for _, c := range alphabet {
			if len(w.steps) > maxExamined {
				return TooLarge{Pattern: -1}
			}
			w.reach(w.next(places, c), i, c)
		}
	}
	return nil
}

// A walk is a search that goes everywhere once, and remembers how it came there.
type walk struct {
	search
	steps []walked
	known map[string]bool
}

type walked struct {
	places []place
	from   int // the step before, and the byte that led here
	by     byte
}

// begin is where all parts of all automata start, those behind a screen too.
func (w *walk) begin() []place {
	var places []place
	for _, d := range w.automata {
		for part := range d.parts() {
			places = append(places, d.start(part))
		}
	}
	return places
}

func (w *walk) next(places []place, c byte) []place {
	to := make([]place, 0, len(places))
	for _, d := range w.automata {
		for range d.parts() {
			to = append(to, d.next(places[len(to)], d.Classes[c]))
		}
	}
	return to
}

// reach adds a step, unless it leads to where the walk has been, or to where the
// first automaton matches nothing any more.
func (w *walk) reach(places []place, from int, by byte) {
	dead := true
	for _, p := range places[:w.automata[0].parts()] {
		dead = dead && p.decided && p.value < 0
	}
	if dead {
		return
	}
	if w.known == nil {
		w.known = map[string]bool{}
	}
	if k := key(places); !w.known[k] {
		w.known[k] = true
		w.steps = append(w.steps, walked{places, from, by})
	}
}

// answer fills in what each automaton of the list says of a text that ends at the
// places, and returns whether the first one matches it.
func (w *walk) answer(places []place, answers []int) bool {
	for i, d := range w.automata {
		best, n := -1, d.parts()
		for part, p := range places[:n] {
			if d.Screened == 0 || part != n-d.Screened-1 { // a screen has no pattern of its own
				best = lowest(best, d.output(p))
			}
		}
		places = places[n:]
		if i == 0 {
			if best < 0 {
				return false
			}
			continue
		}
		answers[i-1] = best
	}
	return true
}

// text is how the walk came to step i.
func (w *walk) text(i int) string {
	var b []byte
	for at := i; w.steps[at].from >= 0; at = w.steps[at].from {
		b = append(b, w.steps[at].by)
	}
	for lo, hi := 0, len(b)-1; lo < hi; lo, hi = lo+1, hi-1 {
		b[lo], b[hi] = b[hi], b[lo]
	}
	return string(b)
}
