package pipe

import (
	"slices"
	"sort"
)

// A schedule says what starts when. It knows no time: it is told what ended.
type schedule struct {
	plan    *Plan
	jobs    int
	feeds   [][]int
	waits   []int
	ready   []int // sorted
	running []int
	skipped map[int]string // why
	stopped string         // why nothing new starts
}

func (p *Plan) schedule(jobs int) *schedule {
	s := &schedule{plan: p, jobs: max(jobs, 1), feeds: make([][]int, len(p.Steps)), waits: make([]int, len(p.Steps)), skipped: map[int]string{}}
	for i, step := range p.Steps {
		for _, d := range step.after {
			s.feeds[d] = append(s.feeds[d], i)
		}
		if s.waits[i] = len(step.after); s.waits[i] == 0 {
			s.ready = append(s.ready, i)
		}
	}
	return s
}

// next are the steps to start now: of those that are ready, in order, each that
// conflicts with none that runs.
func (s *schedule) next() (start []int) {
	if s.stopped != "" {
		return nil
	}
	var left []int
	for n, i := range s.ready {
		if len(s.running) >= s.jobs {
			left = append(left, s.ready[n:]...)
			break
		}
		if slices.ContainsFunc(s.running, func(r int) bool { return Conflict(s.plan.Steps[i].Atom, s.plan.Steps[r].Atom) }) {
			left = append(left, i)
			continue
		}
		s.running = append(s.running, i)
		start = append(start, i)
	}
	s.ready = left
	return start
}

// ended takes a step that ended.
func (s *schedule) ended(i int, ok bool) {
	s.running = slices.DeleteFunc(s.running, func(r int) bool { return r == i })
	if !ok {
		why := s.plan.Steps[i].ID + " failed"
		if !s.plan.Continue && !s.plan.Steps[i].proceed && s.stopped == "" {
			s.stopped = why
		}
		s.skip(i, why)
		return
	}
	for _, n := range s.feeds[i] {
		s.waits[n]--
		if _, out := s.skipped[n]; s.waits[n] == 0 && !out {
			at := sort.SearchInts(s.ready, n)
			s.ready = slices.Insert(s.ready, at, n)
		}
	}
}

// skip leaves out all that follows from a step.
func (s *schedule) skip(i int, why string) {
	todo := []int{i}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, n := range s.feeds[at] {
			if _, out := s.skipped[n]; !out {
				s.skipped[n] = why
				todo = append(todo, n)
			}
		}
	}
}

// stop starts nothing new any more.
func (s *schedule) stop(why string) {
	if s.stopped == "" || why == interrupted {
		s.stopped = why
	}
}

// over reports whether nothing runs and nothing can start.
func (s *schedule) over() bool {
	return len(s.running) == 0 && (s.stopped != "" || len(s.ready) == 0)
}
