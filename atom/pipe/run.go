package pipe

import (
	"context"
	"time"

	"kei/atom/run"
)

// An Outcome is how a step ended.
type Outcome struct {
	Result   any
	Err      *run.Error
	Metadata map[string]any // for those who refer to the step
	Source   string         // fresh or cache, "" where no cache was asked
	Attempts int
	Duration time.Duration
}

// A StepReport is one step of a report.
type StepReport struct {
	Step    *Step
	Ran     bool
	Skipped string // why it did not run
	Outcome
}

// A Report is how a pipe ended: its steps are in the plan's order, whatever
// ended first.
type Report struct {
	Pipe        string
	OK          bool
	Steps       []StepReport
	Final       any
	Interrupted string // "", timeout or interrupted
	Exit        int
}

const interrupted = "interrupted"

// Run runs the steps, at most jobs at once; step runs one, with its input as
// far as it is known: references are resolved. Told hears of each end.
func (p *Plan) Run(ctx context.Context, jobs int, in any, step func(context.Context, *Step, any) Outcome, told func(*StepReport)) Report {
	if p.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, p.Timeout, run.Fail("timeout", 124, "timeout of the pipe"))
		defer cancel()
	}
	r := Report{Pipe: p.Name, Steps: make([]StepReport, len(p.Steps))}
	index := map[string]int{}
	for i, s := range p.Steps {
		r.Steps[i].Step = s
		index[s.ID] = i
		if s.Alias != "" {
			index[s.Alias] = i
		}
	}
	env := func(name string) (*Envelope, bool) {
		i, ok := index[name]
		if !ok || !r.Steps[i].Ran {
			return nil, false
		}
		return &Envelope{p.Steps[i].Atom.ID, r.Steps[i].Result, r.Steps[i].Metadata}, true
	}
	type end struct {
		i int
		o Outcome
	}
	ends := make(chan end)
	s := p.schedule(jobs)
	done := ctx.Done()
	for {
		for _, i := range s.next() {
			input, err := Resolve(p.Steps[i].Input, env, in)
			go func() {
				if err != nil {
					ends <- end{i, Outcome{Err: run.Fail("reference", 2, "%v", err)}}
					return
				}
				ends <- end{i, step(ctx, p.Steps[i], input)}
			}()
		}
		if s.over() {
			break
		}
		select {
		case e := <-ends:
			r.Steps[e.i].Ran, r.Steps[e.i].Outcome = true, e.o
			s.ended(e.i, e.o.Err == nil)
			told(&r.Steps[e.i])
		case <-done:
			done = nil
			s.stop(interrupted)
		}
	}
	p.finish(ctx, s, &r)
	return r
}

func (p *Plan) finish(ctx context.Context, s *schedule, r *Report) {
	r.OK = true
	for i := range r.Steps {
		st := &r.Steps[i]
		if !st.Ran {
			if st.Skipped = s.skipped[i]; st.Skipped == "" || s.stopped == interrupted {
				st.Skipped = s.stopped
			}
		}
		r.OK = r.OK && st.Ran && st.Err == nil
	}
	if !r.OK {
		r.Exit = 2
	}
	if cause := context.Cause(ctx); cause != nil && !r.OK {
		r.Interrupted, r.Exit = interrupted, 130
		switch c := cause.(type) {
		case *run.Interrupted:
			r.Exit = c.Exit
		case *run.Error:
			r.Interrupted, r.Exit = c.Kind, c.Exit
		}
	}
	if r.OK && len(r.Steps) > 0 {
		last := len(r.Steps) - 1
		if p.final >= 0 {
			last = p.final
		}
		r.Final = r.Steps[last].Result
	}
}

// JSON is the report for programs.
func (r *Report) JSON() map[string]any {
	steps := []any{}
	for _, s := range r.Steps {
		o := map[string]any{"id": s.Step.ID, "atom": s.Step.Atom.ID, "ok": s.Ran && s.Err == nil, "result": nil, "error": nil}
		switch {
		case s.Skipped != "":
			o["skipped"] = s.Skipped
		case s.Err != nil:
			o["error"], o["error_kind"], o["exit"] = s.Err.Message, s.Err.Kind, s.Err.Exit
		default:
			o["result"], o["exit"] = s.Result, 0
		}
		if s.Ran {
			o["attempts"], o["duration_ms"] = s.Attempts, s.Duration.Milliseconds()
		}
		if s.Source != "" {
			o["source"] = s.Source
		}
		steps = append(steps, o)
	}
	out := map[string]any{"pipe": r.Pipe, "ok": r.OK, "steps": steps, "final_result": r.Final, "interrupted": nil}
	if r.Interrupted != "" {
		out["interrupted"] = r.Interrupted
	}
	return out
}
