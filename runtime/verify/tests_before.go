package verify

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"kei/runtime/source/golang"
)

// What a test does not do on this machine can have its reasons: a database that
// is not here, for one. Then main's own test does not do it here either, and
// whether that is so is found out by running it.

// main is the tests of main as they are without the work, to be run in folders of
// their own: what was built of the work is no part of it.
func (t *trial) main() (*trial, error) {
	if t.inMain != nil {
		return t.inMain, nil
	}
	dir, err := t.before()
	if err != nil {
		return nil, err
	}
	t.inMain = t.elsewhere("main-of-", dir, t.old)
	return t.inMain, nil
}

// elsewhere is a trial of other files, in a folder and with caches of its own.
func (t *trial) elsewhere(what Place, dir string, files tree) *trial {
	r := *t.Run
	r.Place, r.Dir, r.Changes, r.new = what+t.Place, dir, nil, files
	r.export, r.step, r.dirs = func() error { return nil }, &StepReport{}, nil
	return &trial{Run: &r, minutes: t.minutes, found: map[string]bool{}, sources: newSources(&r), suites: map[string]*suite{}, listed: map[string]*trial{}}
}

// goBefore is main's own test program of a folder, nil if it has none that compiles.
func (t *trial) goBefore(module, folder string) (*trial, *suite, error) {
	if !t.old.at(join(module, "go.mod")).Regular() || !t.goTestedBefore(folder) {
		return nil, nil, nil
	}
	m, err := t.main()
	if err != nil {
		return nil, nil, err
	}
	if s, ok := m.suites[folder]; ok {
		return m, s, nil
	}
	m.suites[folder] = nil
	of, res, err := m.goProgram(module, folder)
	if isViolations(err) || res != nil {
		return m, nil, nil
	}
	m.suites[folder] = of
	return m, of, err
}

// goProgram is the test program of one folder; res is what go says if it does not
// compile.
func (t *trial) goProgram(module, folder string) (of *suite, res *result, err error) {
	k, err := t.newRecording("copy")
	if err != nil {
		return nil, nil, err
	}
	res, err = t.command(command{dir: module, minutes: t.minutes, quiet: true, trusted: true, record: k.dir, env: []string{k.env},
		argv: []string{"go", "test", "-count=1", "-exec=" + k.runner, "./" + strings.TrimPrefix(strings.TrimPrefix(folder, module), "/")}})
	if err != nil || res.code != 0 {
		return nil, res, err
	}
	list, err := k.programs()
	if err != nil || len(list) != 1 {
		return nil, nil, err
	}
	compiled, err := t.goFiles(module)
	if err != nil {
		return nil, nil, err
	}
	s, _, err := t.goSuite(list[0], compiled)
	if isViolations(err) {
		s, err = suite{program: list[0]}, nil // it lists none
	}
	return &s, nil, err
}

// goTestedBefore reports whether main has tests in a folder.
func (t *trial) goTestedBefore(folder string) bool {
	for file := range t.old.all() {
		if path.Dir(file) == folder && strings.HasSuffix(file, "_test.go") {
			return true
		}
	}
	return false
}

// silentBefore reports whether main's own program of a folder, which has tests,
// does not list any of them either.
func (t *trial) silentBefore(module, folder string) (bool, error) {
	m, s, err := t.goBefore(module, folder)
	if err != nil || s == nil {
		return false, err
	}
	res, err := m.list(s.program, "-test.list=.")
	if v := (Violations)(nil); errors.As(err, &v) {
		return false, nil
	}
	return err == nil && res.code == 0 && !slices.ContainsFunc(printedLines(res.stdout.String()), golang.IsTest), err
}

// switchedOff are the tests that skip themselves with the work and pass in main:
// as many fewer as if they were gone. What makes them skip can be anywhere in the
// work, so main's are run wherever one skips.
func (t *trial) switchedOff(s suite, skipped []string) error {
	if len(skipped) == 0 || t.mayChange || s.before == nil {
		return nil
	}
	m, was, err := s.before()
	if err != nil || was == nil {
		return err
	}
	var off []string
	for _, name := range skipped {
		if !slices.Contains(was.names, name) {
			continue
		}
		res, err := m.one(*was, name)
		if err != nil {
			return err
		}
		if res.passed == 1 {
			off = append(off, name)
		}
	}
	if len(off) > 0 {
		t.failed = append(t.failed, Violation{Detail: first(off, 20),
			Reason: fmt.Sprintf("%s in %s skipped with the work, and not in main; a task that is to switch tests off says tests-may-change", plural(len(off), "test"), shown(s.where))})
	}
	return nil
}
