package verify

import (
	"errors"
	"slices"
)

// A test may fail for reasons that are none of the work's: a port that another
// test has at the same time, a test that builds on the one before it, a machine
// without what it needs. So what fails is run again with nothing beside it, then
// all of its program in one process, as its harness does. What main has as well
// has to have failed there by itself, before it may lean on others: within one
// process a test can speak for another. What fails in main alike is told, and is
// no violation.

// maxAgain is how many failed tests of one program are looked into.
const maxAgain = 100

// A retrial is the tests of one program being looked into.
type retrial struct {
	*trial
	of    suite
	whole *result // of all tests in one process; nil until they ran

	main *retrial // main's own program, nil if there is none
}

// again runs the tests that failed once more.
func (t *trial) again(s suite, failed []string) (sum tally, err error) {
	r := &retrial{trial: t, of: s}
	asked := false
	for i, name := range failed {
		one, err := t.one(s, name)
		if err != nil {
			return sum, err
		}
		switch {
		case len(one.failed) == 0:
			one.shy = append(one.shy, shown(name))
		case i >= maxAgain || s.before == nil:
		default:
			if !asked {
				asked = true
				if err := r.ask(); err != nil {
					return sum, err
				}
			}
			if one, err = r.settle(name, one); err != nil {
				return sum, err
			}
		}
		sum.add(one)
	}
	return sum, nil
}

// ask gets main's own program.
func (r *retrial) ask() error {
	on, of, err := r.of.before()
	if err == nil && of != nil {
		r.main = &retrial{trial: on, of: *of}
	}
	return err
}

// settle says what a test that fails by itself comes to.
func (r *retrial) settle(name string, alone tally) (tally, error) {
	inMain := r.main != nil && slices.Contains(r.main.of.names, name)
	if inMain {
		main, err := r.main.one(r.main.of, name)
		if err != nil || len(main.failed) == 0 {
			return alone, err
		}
	}
	is, err := r.together(name)
	if err != nil {
		return alone, err
	}
	switch {
	case is == passes && (r.of.known == nil || r.of.known(name)):
		return tally{passed: 1, shy: []string{shown(name)}}, nil
	case !inMain:
		return alone, nil
	}
	if is, err = r.main.together(name); err != nil || is != fails {
		return alone, err
	}
	return tally{alike: []string{shown(name)}}, nil
}

// together is what becomes of a test where all of its program's run in one process.
func (r *retrial) together(name string) (outcome, error) {
	if r.of.whole == nil {
		return fails, nil
	}
	if r.whole == nil {
		argv := append(slices.Clone(r.of.argv), r.of.whole...)
		res, err := r.start(command{argv: argv, minutes: r.minutes, quiet: true, tests: true},
			process{path: argv[0], args: argv[1:], dir: r.of.dir, env: r.of.env, most: 8 << 20})
		if isViolations(err) {
			return fails, nil // it did not end
		}
		if err != nil {
			return fails, err
		}
		r.whole = res
	}
	return r.of.verdict(name, r.whole), nil
}

func isViolations(err error) bool {
	var v Violations
	return errors.As(err, &v)
}
