package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"kei/runtime/source"
)

// TestsGreen runs the tests of the task's crates, or of the Go modules that are
// there, and counts those that pass. The work may not have fewer than main, unless
// the task says that tests may change, nor fewer than the task says.
//
// Each test runs in a process of its own, and what counts is how the process
// ends and that it says what the test harness says. A test that prints what it
// likes, ends the process early or writes to any file speaks for itself and for
// no other test. What it cannot be kept from is passing: the code under test
// runs in the process that judges it, and whoever writes it to deceive can have
// that process say anything. So can a build script or a linker that replaces
// what the compiler made.
type TestsGreen struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// How long building and running all of it may take, in minutes.
	// Default: 60
	Minutes int `toml:"minutes-max"`
}

// maxTests is how many tests are run.
const maxTests = 50_000

// A tally is what running tests came to.
type tally struct {
	passed  int
	skipped []string
	unknown []string // listed, and not in the source
	alike   []string // they fail, and do in main
	shy     []string // they pass only with nothing beside them, or only all together
	failed  Violations
}

func (t *tally) add(o tally) {
	t.passed += o.passed
	t.skipped = append(t.skipped, o.skipped...)
	t.unknown = append(t.unknown, o.unknown...)
	t.alike = append(t.alike, o.alike...)
	t.shy = append(t.shy, o.shy...)
	t.failed = append(t.failed, o.failed...)
}

// A trial is the tests of one place being run.
type trial struct {
	*Run    // its context ends when the time for the tests does
	minutes int
	least   int
	wanted  []string        // crates; nil is all
	found   map[string]bool // those of them that are somewhere
	sources *sources
	lost    map[string]bool // see lostRoots; nil until known

	mayChange bool // the task says that tests may change
	mu        sync.Mutex
	harnesses map[string]*source.Harness // of projects, by language and folder
	excused   map[string]bool            // see excuses
	inMain    *trial                     // see main; nil until asked for
	suites    map[string]*suite          // of main's, by what they are tests of
	listed    map[string]*trial          // main's workspaces that were listed; nil if they cannot be
	tally
}

// Check implements [Step].
func (s *TestsGreen) Check(r *Run) error {
	minutes := s.Minutes
	if minutes == 0 {
		minutes = 60
	}
	here := *r
	var end context.CancelFunc
	here.ctx, end = context.WithTimeout(r.ctx, time.Duration(minutes)*time.Minute)
	defer end()
	t := &trial{Run: &here, minutes: minutes, found: map[string]bool{}, sources: newSources(r)}
	if r.Task != nil {
		t.least, t.wanted, t.mayChange = r.Task.TestCountMin, r.Task.TestCrates, r.Task.TestsMayChange
	}
	ran, err := t.all()
	if errors.Is(err, context.DeadlineExceeded) && r.ctx.Err() == nil {
		return violation(nil, "the tests did not end within %s", plural(minutes, "minute"))
	}
	if err != nil {
		return err
	}
	return t.judge(ran)
}

// all runs the tests of every project. It reports whether there is one.
func (t *trial) all() (ran bool, err error) {
	for _, lang := range []struct {
		manifest string
		run      func(dir string) (tally, error)
	}{{"Cargo.toml", t.cargo}, {"go.mod", t.golang}} {
		for _, dir := range t.manifests(lang.manifest) {
			if !t.has(join(dir, lang.manifest)) {
				t.failed.add("%s is gone, and its tests with it", join(dir, lang.manifest))
				continue
			}
			ran = true
			if dir == "." {
				dir = ""
			}
			one, err := lang.run(dir)
			var v Violations
			if errors.As(err, &v) {
				why, e := t.noProject(dir, lang.manifest)
				if e != nil {
					return ran, e
				}
				if why != "" {
					t.Note("%s %s, and is the same in main; it was left out", join(dir, lang.manifest), why)
					continue
				}
				one.failed, err = append(one.failed, v...), nil
			}
			if err != nil {
				return ran, err
			}
			t.add(one)
		}
	}
	for _, l := range fileLanguages {
		one, some, err := t.files(l)
		if err != nil {
			return ran, err
		}
		ran = ran || some
		t.add(one)
	}
	return ran, nil
}

// judge is what the tests came to.
func (t *trial) judge(ran bool) error {
	if ran {
		for _, crate := range t.wanted {
			if !t.found[crate] {
				t.failed.add("no workspace here has the crate %s, whose tests the task wants", crate)
			}
		}
	}
	if !t.mayChange {
		if err := t.fewer(); err != nil {
			return err
		}
	}
	if !ran && len(t.failed) == 0 && t.least == 0 && len(t.wanted) == 0 {
		t.Note("there is no Cargo.toml, no go.mod and no test of %s here, so there are no tests to run", testedLanguages())
		return nil
	}
	t.Note("%s passed", plural(t.passed, "test"))
	t.counted(t.passed)
	if len(t.skipped) > 0 {
		t.Note("not run or skipped, and not counted: %s", some(t.skipped, 20))
	}
	if len(t.shy) > 0 {
		t.Note("failed beside others and passed when run again: %s", some(t.shy, 20))
	}
	if len(t.alike) > 0 {
		t.Note("failing in main alike, and not counted: %s", some(t.alike, 20))
	}
	if len(t.unknown) > 0 {
		t.Note("listed by their programs and not to be found in the source, and not counted: %s", some(t.unknown, 20))
	}
	if t.passed < t.least {
		reason := fmt.Sprintf("test count %d < min %d", t.passed, t.least)
		if len(t.unknown) > 0 {
			reason += "; the source does not have " + some(t.unknown, 5)
		}
		t.failed = append(t.failed, Violation{Reason: reason})
	}
	return t.failed.Err()
}

// printedLines are those of a program's output that are not empty.
func printedLines(text string) []string {
	var list []string
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSuffix(line, "\r"); line != "" {
			list = append(list, line)
		}
	}
	return list
}
