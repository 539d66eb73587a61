package verify

import (
	"errors"
	"slices"
	"strings"

	"kei/runtime/source"
)

// An outcome is how one test ended.
type outcome = source.Outcome

const (
	fails  = source.Fails
	passes = source.Passes
	skips  = source.Skips
)

// A suite is the tests of a program and how to run one of them.
type suite struct {
	program
	names []string
	args  func(name string) []string
	judge func(name string, res *result) outcome
	known func(name string) bool // the source has it; nil is all
	said  func(*result) []string // what a test that failed has to say; nil is its last lines
	where string                 // what they are the tests of

	quietWhere bool // the names of the tests tell, too

	whole   []string                                 // the arguments that run all of them in one process
	verdict func(name string, res *result) outcome   // of one of them there
	before  func() (on *trial, of *suite, err error) // main's own, nil if it has none
}

// run runs every test by itself, several at once, and sorts out how they ended.
// Those that failed are run again with nothing beside them.
func (t *trial) run(s suite) (tally, error) {
	if len(s.names) > maxTests {
		return tally{}, violation(nil, "%s lists %d tests, more than %d", shown(s.argv[0]), len(s.names), maxTests)
	}
	results := make([]tally, len(s.names))
	errs := make([]error, len(s.names))
	slots := make(chan struct{}, parallel())
	started := 0
	for i, name := range s.names {
		slots <- struct{}{}
		if t.ctx.Err() != nil {
			<-slots
			break
		}
		started++
		go func() {
			defer func() { <-slots }()
			results[i], errs[i] = t.one(s, name)
		}()
	}
	for range cap(slots) {
		slots <- struct{}{} // until the last has ended
	}
	var sum tally
	var failed []string
	for i := range started {
		if errs[i] != nil {
			return sum, errs[i]
		}
		if len(results[i].failed) > 0 {
			failed = append(failed, s.names[i])
			continue
		}
		sum.add(results[i])
	}
	if err := t.ctx.Err(); err != nil || len(failed) == 0 {
		return sum, err
	}
	again, err := t.again(s, failed)
	sum.add(again)
	return sum, err
}

// one runs one test.
func (t *trial) one(s suite, name string) (sum tally, err error) {
	argv := append(slices.Clone(s.argv), s.args(name)...)
	res, err := t.start(command{argv: argv, minutes: t.minutes, quiet: true, tests: true},
		process{path: argv[0], args: argv[1:], dir: s.dir, env: s.env})
	var v Violations
	switch {
	case errors.As(err, &v):
		sum.failed.add("the test %s did not end in time", shown(name))
	case err != nil:
		return sum, err
	default:
		switch is := s.judge(name, res); {
		case is == passes && s.known != nil && !s.known(name):
			sum.unknown = append(sum.unknown, shown(name))
		case is == passes:
			sum.passed++
		case is == skips:
			sum.skipped = append(sum.skipped, shown(name))
		default:
			reason, said := "the test "+shown(name)+" fails", res.said
			if s.where != "" && s.where != "." && !s.quietWhere {
				reason = "the test " + shown(name) + " in " + shown(s.where) + " fails"
			}
			if s.said != nil {
				said = func() []string { return s.said(res) }
			}
			sum.failed = Violations{{Reason: reason, Detail: said()}}
		}
	}
	return sum, nil
}

// said are the last lines of what a test printed: of standard output if there
// is any.
func (r *result) said() []string {
	if strings.TrimSpace(r.stdout.String()) != "" {
		return (&result{stdout: r.stdout}).last(12)
	}
	return r.last(12)
}

// list asks a program for its tests, before any of them has run.
func (t *trial) list(p program, args ...string) (*result, error) {
	argv := append([]string{p.argv[0]}, args...)
	res, err := t.start(command{argv: argv, minutes: t.minutes, quiet: true, tests: true},
		process{path: argv[0], args: argv[1:], dir: p.dir, env: p.env, most: 16 << 20})
	if err == nil && res.stdout.lost {
		return nil, violation(nil, "%s lists more tests than %d bytes hold", shown(p.argv[0]), 16<<20)
	}
	return res, err
}
