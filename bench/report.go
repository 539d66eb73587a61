package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// table writes rows of cells as Markdown that can be read as it is. The first
// words columns hold words, the others numbers.
func table(w io.Writer, words int, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			width[i] = max(width[i], utf8.RuneCountInString(cell), 3)
		}
	}
	line := func(cells []string) {
		for i, cell := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < words {
				fmt.Fprintf(w, "| %s%s ", cell, pad)
			} else {
				fmt.Fprintf(w, "| %s%s ", pad, cell)
			}
		}
		fmt.Fprintln(w, "|")
	}
	line(rows[0])
	rule := make([]string, len(width))
	for i := range rule {
		rule[i] = strings.Repeat("-", width[i])
		if i >= words {
			rule[i] = rule[i][1:] + ":"
		}
	}
	line(rule)
	for _, r := range rows[1:] {
		line(r)
	}
}

// rowNamed returns the baseline of that name.
func rowNamed(rows []row, name string) (row, bool) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.name == name && r.call == "" })
	if i < 0 {
		return row{}, false
	}
	return rows[i], true
}

// figures is the table of a run: times in us, resident set in KiB, sizes in
// bytes, and the medians as multiples of the baselines of the same run.
func figures(w io.Writer, rows []row) {
	base, _ := rowNamed(rows, emptyGo)
	c, hasC := rowNamed(rows, staticC)
	head := []string{"program", "call", "answer", "min", "p50", "p99", "cpu", "rss", "faults", "size", "wall x Go", "cpu x Go"}
	if hasC {
		head = append(head, "wall x C")
	}
	cells := [][]string{head}
	b := summarize(base.samples)
	for _, r := range rows {
		s := summarize(r.samples)
		line := []string{
			r.name, r.call, r.verdict, number(s.min), number(s.p50), number(s.p99), number(s.cpu),
			fmt.Sprint(s.resident), fmt.Sprint(s.faults), fmt.Sprint(r.size),
			fmt.Sprintf("%.2f", s.p50/b.p50), fmt.Sprintf("%.2f", s.cpu/b.cpu),
		}
		if hasC {
			line = append(line, fmt.Sprintf("%.2f", s.p50/summarize(c.samples).p50))
		}
		cells = append(cells, line)
	}
	table(w, 3, cells)
}

func number(us float64) string { return fmt.Sprintf("%.0f", us) }

// A target is one of the promises, and what this run says of it.
type target struct {
	what   string
	limit  string
	figure string
	holds  bool
	close  bool // the interval reaches over the limit
	known  bool
}

func (t target) verdict() string {
	switch {
	case !t.known:
		return "not measured"
	case t.holds && t.close:
		return "holds, within the noise"
	case t.holds:
		return "holds"
	case t.close:
		return "does not hold, within the noise"
	}
	return "does not hold"
}

// atMost is the target that no row costs more than limit times its base, which
// the row with the largest ratio decides.
func atMost(what string, limit float64, rows []row, base func(row) (row, bool), m measure) target {
	t := target{what: what, limit: fmt.Sprintf("<= %.2f x", limit)}
	var worst row
	var below row
	most := 0.0
	for _, r := range rows {
		b, ok := base(r)
		if !ok || len(r.samples) == 0 {
			continue
		}
		if v := median(m.of(r.samples)) / median(m.of(b.samples)); v > most {
			most, worst, below = v, r, b
		}
	}
	if most == 0 {
		return t
	}
	r := compare(worst.samples, below.samples, m)
	t.known = true
	t.figure = fmt.Sprintf("%.3f (%.3f to %.3f) %s", r.value, r.low, r.high, worst.name)
	t.holds = r.value <= limit
	t.close = r.low <= limit && limit < r.high
	return t
}

// results is everything that was measured.
type results struct {
	gates, peers, growth, large, verify []row
	pairs                               []pair
	sizes                               []int  // of the synthetic policies
	works                               []work // that were verified
	floor                               int    // KiB, of the launcher when it measured large
}

// maxResident is the limit for a large Write.
const maxResident = 8 << 10 // KiB

// targets compares the results with what is promised.
func (r results) targets() []target {
	toEmpty := func(rows []row) func(row) (row, bool) {
		return func(row) (row, bool) { return rowNamed(rows, emptyGo) }
	}
	of := func(rows []row, call string) []row {
		return find(rows, func(r row) bool { return r.call == call && r.verdict == "allow" })
	}
	var list []target
	for _, m := range measures {
		list = append(list,
			atMost("Read, "+m.name+", to empty Go", 1.20, of(r.gates, callRead), toEmpty(r.gates), m.of),
			atMost("allowed Bash, "+m.name+", to empty Go", 1.45, of(r.gates, callAllowed), toEmpty(r.gates), m.of))
		if len(r.sizes) > 1 {
			first, last := growthName(r.sizes[0]), growthName(r.sizes[len(r.sizes)-1])
			list = append(list, atMost(fmt.Sprintf("%s, %s, to %s", last, m.name, first), 1.20,
				find(r.growth, func(r row) bool { return r.name == last }),
				func(of row) (row, bool) {
					same := find(r.growth, func(r row) bool { return r.name == first && r.call == of.call })
					if len(same) == 0 {
						return row{}, false
					}
					return same[0], true
				}, m.of))
		}
	}
	if t, ok := r.belowPeers(); ok {
		list = append(list, t)
	}
	list = append(list, r.memory())
	if len(r.works) > 0 {
		for _, m := range measures {
			list = append(list, r.perChange(m.name, m.of), r.perFile(m.name, m.of))
		}
		list = append(list, r.toStatus(), r.atOnce())
	}
	return list
}

// measures are those that targets are about.
var measures = []struct {
	name string
	of   measure
}{{"wall time", wall}, {"cpu", cpu}}

// belowPeers is the target that every gate costs less than every peer, for the
// same call in the same run.
func (r results) belowPeers() (target, bool) {
	t := target{what: "allowed Bash, wall time, to the fastest peer", limit: "< 1.00 x"}
	isGate := map[string]bool{}
	for _, g := range r.gates {
		isGate[g.name] = g.call != ""
	}
	var slowest, fastest row
	for _, one := range find(r.peers, func(r row) bool { return r.call == callAllowed && !isFloor(r.name) }) {
		at := median(measure(wall).of(one.samples))
		switch {
		case isGate[one.name]:
			if slowest.samples == nil || at > median(measure(wall).of(slowest.samples)) {
				slowest = one
			}
		case fastest.samples == nil || at < median(measure(wall).of(fastest.samples)):
			fastest = one
		}
	}
	if slowest.samples == nil || fastest.samples == nil {
		return t, false
	}
	c := compare(slowest.samples, fastest.samples, wall)
	t.known, t.holds, t.close = true, c.value < 1, c.low < 1 && 1 < c.high
	t.figure = fmt.Sprintf("%.3f (%.3f to %.3f) %s to %s", c.value, c.low, c.high, slowest.name, fastest.name)
	return t, true
}

// verified are the samples of a row of the verify part.
func (r results) verified(name string, k work) []sample {
	for _, one := range r.verify {
		if one.name == name && one.call == k.String() {
			return one.samples
		}
	}
	return nil
}

// perChange is the target that a change costs as much in a large diff as in a
// small one: what one adds from the third work to the fourth, to what one adds
// from the second to the third.
func (r results) perChange(name string, m measure) target {
	small, middle, large := r.works[1], r.works[2], r.works[3]
	t := target{limit: "<= 1.30 x", what: fmt.Sprintf("verify, %s of a change, %d to %d, to %d to %d of them", name, middle.changed, large.changed, small.changed, middle.changed)}
	a, b, c := r.verified(verifyRow, large), r.verified(verifyRow, middle), r.verified(verifyRow, small)
	per := float64(middle.changed-small.changed) / float64(large.changed-middle.changed)
	return t.decide(1.30, per, m, a, b, b, c)
}

// toStatus is the target that all of it costs no more than a few times what git pays
// to say what changed.
func (r results) toStatus() target {
	k := r.works[2]
	t := target{limit: "<= 3.00 x", what: fmt.Sprintf("verify, wall time, %v, to git status", k)}
	return t.hold(3, r.verified(verifyRow, k), r.verified(statusRow, k))
}

// atOnce is the target that agents that are verified at once do not wait for each
// other longer than if it were done in turn.
func (r results) atOnce() target {
	k := r.works[0]
	t := target{limit: "<= 1.20 x", what: "verify, wall time, ten at once, to ten in turn"}
	return t.hold(1.2, r.verified(atOnceRow, k), r.verified(inTurnRow, k))
}

// hold holds the wall time of a to that of b.
func (t target) hold(limit float64, a, b []sample) target {
	if len(a) == 0 || len(b) == 0 {
		return t
	}
	c := compare(a, b, wall)
	t.known, t.holds, t.close = true, c.value <= limit, c.low <= limit && limit < c.high
	t.figure = fmt.Sprintf("%.3f (%.3f to %.3f)", c.value, c.low, c.high)
	return t
}

// perFile is the target that a file that nobody touched costs about what git
// status pays for it, in the worktree and in main's checkout: one look at its state.
func (r results) perFile(name string, m measure) target {
	few, many := r.works[0], r.works[1]
	t := target{limit: "<= 3.00 x", what: fmt.Sprintf("verify, %s of a file, %d to %d, to git status", name, few.files, many.files)}
	return t.decide(3, 1, m, r.verified(verifyRow, many), r.verified(verifyRow, few), r.verified(statusRow, many), r.verified(statusRow, few))
}

// decide holds the growth from b to a, times scale, against that from d to c.
func (t target) decide(limit, scale float64, m measure, a, b, c, d []sample) target {
	for _, samples := range [][]sample{a, b, c, d} {
		if len(samples) == 0 {
			return t
		}
	}
	r := compareGrowth(a, b, c, d, m)
	r = ratio{r.value * scale, r.low * scale, r.high * scale}
	t.known = true
	t.figure = fmt.Sprintf("%.3f (%.3f to %.3f)", r.value, r.low, r.high)
	t.holds = r.value <= limit
	t.close = r.low <= limit && limit < r.high
	return t
}

// verifyFigures is the table of verify, beside git status in the same worktree.
func (r results) verifyFigures(w io.Writer) {
	cells := [][]string{{"program", "files", "changed", "p50 in ms", "git status", "wall x status", "cpu in ms", "git status", "cpu x status", "rss", "git status"}}
	for _, name := range []string{verifyRow, verifyAllRow} {
		for _, k := range r.works {
			mine, its := r.verified(name, k), r.verified(statusRow, k)
			if len(mine) == 0 || len(its) == 0 {
				continue
			}
			v, g := summarize(mine), summarize(its)
			cells = append(cells, []string{name, fmt.Sprint(k.files), fmt.Sprint(k.changed),
				millis(v.p50), millis(g.p50), fmt.Sprintf("%.2f", v.p50/g.p50),
				millis(v.cpu), millis(g.cpu), fmt.Sprintf("%.2f", v.cpu/g.cpu), fmt.Sprint(v.resident), fmt.Sprint(g.resident)})
		}
	}
	table(w, 1, cells)
}

func millis(us float64) string { return fmt.Sprintf("%.1f", us/1e3) }

// memory is the target for a large Write.
func (r results) memory() target {
	t := target{what: "64 MB Write, resident set", limit: fmt.Sprintf("< %d KiB", maxResident)}
	most, name := 0, ""
	for _, one := range r.large {
		if s := summarize(one.samples); s.resident > most {
			most, name = s.resident, one.name
		}
	}
	if most == 0 || most <= r.floor && most >= maxResident {
		return t // the launcher is larger than what it looks at
	}
	t.known, t.holds = true, most < maxResident
	t.figure = fmt.Sprintf("%d KiB %s", most, name)
	return t
}

// write is the whole report.
func (r results) write(w io.Writer) {
	if len(r.large) > 0 {
		fmt.Fprint(w, "## Gates\n\n")
		figures(w, r.gates)
		fmt.Fprint(w, "\n## A Write of 64 MB\n\n")
		cells := [][]string{{"program", "answer", "p50 in ms", "rss"}}
		for _, one := range r.large {
			s := summarize(one.samples)
			cells = append(cells, []string{one.name, one.verdict, fmt.Sprintf("%.0f", s.p50/1e3), fmt.Sprint(s.resident)})
		}
		table(w, 2, cells)
	}
	if len(r.pairs) > 0 {
		fmt.Fprint(w, "\n## Beside other gates\n\n")
		figuresOfPairs(w, r.pairs)
	}
	if len(r.growth) > 0 {
		fmt.Fprint(w, "\n## Growth\n\n")
		figures(w, r.growth)
	}
	if len(r.peers) > 0 {
		fmt.Fprint(w, "\n## Peers\n\n")
		figures(w, r.peers)
	}
	if len(r.verify) > 0 {
		fmt.Fprint(w, "\n## Verify\n\n")
		r.verifyFigures(w)
	}
	fmt.Fprint(w, "\n## Targets\n\n")
	cells := [][]string{{"target", "limit", "measured (95 % interval)", "verdict"}}
	for _, t := range r.targets() {
		cells = append(cells, []string{t.what, t.limit, t.figure, t.verdict()})
	}
	table(w, 4, cells)
}

// writeSamples writes every single measurement, for other tools.
func (r results) writeSamples(w io.Writer) error {
	_, err := fmt.Fprintln(w, "part\tprogram\tcall\tanswer\tround\twall_ns\tcpu_us\trss_kib\tfaults\tswitches")
	for _, part := range []struct {
		name string
		rows []row
	}{{"gates", r.gates}, {"large", r.large}, {"growth", r.growth}, {"peers", r.peers}, {"verify", r.verify}} {
		for _, one := range part.rows {
			for round, s := range one.samples {
				if err == nil {
					_, err = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", part.name, one.name, one.call, one.verdict,
						round, s.wall.Nanoseconds(), s.cpu.Microseconds(), s.resident, s.faults, s.switches)
				}
			}
		}
	}
	return err
}
