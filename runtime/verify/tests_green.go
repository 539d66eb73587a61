package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// TestsGreen runs the tests of the task's crates, or of the Go modules that are
// there, and counts those that pass.
//
// Each test runs in a process of its own, and what counts is how the process
// ends. A test can print what it likes, end the process early or write to any
// file: it speaks for itself and for no other test.
type TestsGreen struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
	Minutes    int    `toml:"minutes-max"` // for building and for each test program; half an hour if 0
}

// A tally is what running tests came to.
type tally struct {
	passed  int
	skipped []string
	failed  Violations
}

func (t *tally) add(o tally) {
	t.passed += o.passed
	t.skipped = append(t.skipped, o.skipped...)
	t.failed = append(t.failed, o.failed...)
}

// Check implements [Step].
func (s *TestsGreen) Check(r *Run) error {
	var least int
	var crates []string
	if r.Task != nil {
		least, crates = r.Task.TestCountMin, r.Task.TestCrates
	}
	var sum tally
	ran := false
	for _, lang := range []struct {
		manifest string
		run      func(*Run, string, []string) (tally, error)
	}{{"Cargo.toml", s.cargo}, {"go.mod", s.golang}} {
		for _, dir := range r.manifests(lang.manifest) {
			if !r.has(join(dir, lang.manifest)) {
				sum.failed.add("%s is gone, and its tests with it", join(dir, lang.manifest))
				continue
			}
			ran = true
			t, err := lang.run(r, dir, crates)
			var v Violations
			if errors.As(err, &v) {
				t.failed, err = append(t.failed, v...), nil
			}
			if err != nil {
				return err
			}
			sum.add(t)
		}
	}
	if !ran && len(sum.failed) == 0 && least == 0 && len(crates) == 0 {
		r.Note("there is no Cargo.toml and no go.mod here, so there are no tests to run")
		return nil
	}
	r.Note("%s passed", plural(sum.passed, "test"))
	r.counted(sum.passed)
	if len(sum.skipped) > 0 {
		r.Note("not run or skipped, and not counted: %s", some(sum.skipped, 20))
	}
	if sum.passed < least {
		sum.failed = append(sum.failed, Violation{Reason: fmt.Sprintf("test count %d < min %d", sum.passed, least)})
	}
	return sum.failed.Err()
}

// A program is one compiled set of tests, as the build tool would have run it.
type program struct {
	argv []string
	dir  string
	env  []string
}

// each runs every test of a program by itself, several at once, and sorts out
// how they ended.
func (s *TestsGreen) each(r *Run, p program, names []string, args func(name string) []string, judge func(name string, res *result) outcome) (tally, error) {
	type one struct {
		res *result
		err error
	}
	results := make([]one, len(names))
	slots := make(chan struct{}, parallel())
	done := make(chan struct{}, len(names))
	for i, name := range names {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; done <- struct{}{} }()
			argv := append(slices.Clone(p.argv), args(name)...)
			results[i].res, results[i].err = r.start(command{argv: argv, minutes: s.Minutes, quiet: true, tests: true},
				process{path: argv[0], args: argv[1:], dir: p.dir, env: p.env})
		}()
	}
	for range names {
		<-done
	}
	var t tally
	for i, name := range names {
		var v Violations
		switch res, err := results[i].res, results[i].err; {
		case errors.As(err, &v):
			t.failed.add("the test %s did not end in time", shown(name))
		case err != nil:
			return t, err
		default:
			switch judge(name, res) {
			case passes:
				t.passed++
			case skips:
				t.skipped = append(t.skipped, shown(name))
			default:
				detail := res.last(12)
				if text := strings.TrimSpace(res.stdout.String()); text != "" {
					detail = (&result{stdout: res.stdout}).last(12)
				}
				t.failed = append(t.failed, Violation{Reason: "the test " + shown(name) + " fails", Detail: detail})
			}
		}
	}
	return t, nil
}

// An outcome is how one test ended.
type outcome int

const (
	fails outcome = iota
	passes
	skips
)
