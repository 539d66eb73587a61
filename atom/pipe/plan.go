package pipe

import (
	"container/heap"
	"errors"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/schema"
)

// resolve makes dependencies of names.
func (p *parser) resolve() {
	for i, links := range p.links {
		s := p.plan.Steps[i]
		for _, l := range links {
			to, ok := p.names[l.to]
			switch {
			case !ok && l.path == nil:
				p.problem(l.line, "%s depends on unknown id %s", s.ID, l.to)
			case !ok:
				p.problem(l.line, "reference to unknown step %s", l.to)
			case p.plan.Steps[to].Atom != nil && p.plan.Steps[to].Atom.Kind == atom.Stream && to != i:
				p.problem(l.line, "%s is a stream, and feeds no step: its items have no bound and are not kept", l.to)
			default:
				s.after = append(s.after, to)
				if l.path != nil {
					p.fits(s, p.plan.Steps[to], l)
				}
			}
		}
		slices.Sort(s.after)
		s.after = slices.Compact(s.after)
	}
}

// fits warns of a reference that can't give what the input wants.
func (p *parser) fits(s, from *Step, l link) {
	if from.Atom == nil || from.Atom.Output == nil {
		return
	}
	path := l.path
	if len(path) == 0 || path[0] == "atom" || path[0] == "metadata" {
		return
	}
	if path[0] == "result" {
		path = path[1:]
	}
	gives, ok := from.Atom.Output.At(path)
	if !ok {
		p.warn(l.line, "$%s.%s is not in the output of %s", l.to, strings.Join(l.path, "."), from.Atom.ID)
		return
	}
	if s.Atom == nil || s.Atom.Input == nil {
		return
	}
	wants, _ := s.Atom.Input.At(l.at)
	if gives == "" || wants == "" || gives == wants || gives == "integer" && wants == "number" || gives == "number" && wants == "integer" {
		return
	}
	p.warn(l.line, "$%s.%s is %s, the input wants %s", l.to, strings.Join(l.path, "."), gives, wants)
}

type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(int)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// order puts the steps into the order in which they run one by one: what a step
// depends on first, and else as they are declared.
func (p *parser) order() {
	steps := p.plan.Steps
	waits := make([]int, len(steps))
	feeds := make([][]int, len(steps))
	var ready queue
	for i, s := range steps {
		for _, d := range s.after {
			feeds[d] = append(feeds[d], i)
		}
		if waits[i] = len(s.after); waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	heap.Init(&ready)
	var order []int
	for len(ready) > 0 {
		i := heap.Pop(&ready).(int)
		order = append(order, i)
		for _, n := range feeds[i] {
			if waits[n]--; waits[n] == 0 {
				heap.Push(&ready, n)
			}
		}
	}
	if len(order) < len(steps) {
		p.cycle(waits)
		return
	}
	place := make([]int, len(steps))
	sorted := make([]*Step, len(steps))
	for n, i := range order {
		place[i], sorted[n] = n, steps[i]
	}
	for _, s := range sorted {
		for k, d := range s.after {
			s.after[k] = place[d]
		}
		slices.Sort(s.after)
	}
	if p.plan.final >= 0 && p.plan.final < len(place) {
		p.plan.final = place[p.plan.final]
	}
	p.plan.Steps = sorted
}

// cycle names one circle, not all that wait for it.
func (p *parser) cycle(waits []int) {
	steps := p.plan.Steps
	at := slices.IndexFunc(waits, func(n int) bool { return n > 0 })
	seen := map[int]int{}
	var way []int
	for {
		if first, again := seen[at]; again {
			way = append(way[first:], at)
			break
		}
		seen[at] = len(way)
		way = append(way, at)
		for _, d := range steps[at].after {
			if waits[d] > 0 {
				at = d
				break
			}
		}
	}
	slices.Reverse(way)
	var names []string
	for _, i := range way {
		names = append(names, steps[i].ID)
	}
	p.problem(steps[way[0]].line, "cycle: %s", strings.Join(names, " -> "))
}

// literals holds inputs without references against their schemas.
func (p *parser) literals() {
	for _, s := range p.plan.Steps {
		if s.Atom == nil || s.Atom.Input == nil || refers(s.Input) {
			continue
		}
		input, err := Resolve(s.Input, nil, nil)
		if err == nil {
			err = s.Atom.Input.Validate(input)
		}
		var at *schema.Invalid
		if errors.As(err, &at) {
			p.problem(s.line, "step %s: input rejected: %v", s.ID, at)
		}
	}
}

func refers(v any) bool {
	switch x := v.(type) {
	case map[string]any:
		for _, e := range x {
			if refers(e) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(x, refers)
	case string:
		return strings.HasPrefix(x, "$") && !strings.HasPrefix(x, "$$")
	}
	return false
}

// Touches is what a step of a kind reads and writes. Alone is a command that
// doesn't say: it may do anything.
func touches(a *atom.Atom) (reads, writes []string, alone bool) {
	if a.Kind == atom.Transform {
		return nil, nil, false
	}
	for _, e := range a.Effects {
		if e.Op == "read" || e.Op == "network" && a.Kind != atom.Command {
			reads = append(reads, e.Domain)
		} else {
			writes = append(writes, e.Domain)
		}
	}
	return reads, writes, a.Kind == atom.Command && len(a.Effects) == 0
}

// Conflict reports whether two atoms must not run at once.
func Conflict(a, b *atom.Atom) bool {
	if a.Kind == atom.Transform || b.Kind == atom.Transform {
		return false
	}
	readsA, writesA, aloneA := touches(a)
	readsB, writesB, aloneB := touches(b)
	return aloneA || aloneB || meet(writesA, readsB) || meet(writesA, writesB) || meet(readsA, writesB)
}

func meet(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y || strings.HasPrefix(x, y+"/") || strings.HasPrefix(y, x+"/") {
				return true
			}
		}
	}
	return false
}

// Order are the ids of the steps, as they run one by one.
func (p *Plan) Order() []string {
	out := []string{}
	for _, s := range p.Steps {
		out = append(out, s.ID)
	}
	return out
}

// Edges are the dependencies, [from, to], in order.
func (p *Plan) Edges() [][2]string {
	out := [][2]string{}
	for _, s := range p.Steps {
		for _, d := range s.after {
			out = append(out, [2]string{p.Steps[d].ID, s.ID})
		}
	}
	return out
}

// Conflicts are the pairs of steps that never run at once though neither
// depends on the other directly.
func (p *Plan) Conflicts() [][2]string {
	out := [][2]string{}
	for i, a := range p.Steps {
		for j, b := range p.Steps[i+1:] {
			if _, linked := slices.BinarySearch(b.after, i); !linked && Conflict(a.Atom, b.Atom) {
				out = append(out, [2]string{a.ID, p.Steps[i+1+j].ID})
			}
		}
	}
	return out
}
