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

// goBefore is main's own test program of a folder; one without argv is none.
func (t *trial) goBefore(module, folder string) (p program, err error) {
	if !t.old.at(join(module, "go.mod")).Regular() || !t.goTestedBefore(folder) {
		return p, nil
	}
	k, err := t.newRecording("copy")
	if err != nil {
		return p, err
	}
	res, err := t.startBefore(command{dir: module, minutes: t.minutes, quiet: true, trusted: true, record: k.dir, env: []string{k.env},
		argv: []string{"go", "test", "-count=1", "-exec=" + k.runner, "./" + strings.TrimPrefix(strings.TrimPrefix(folder, module), "/")}})
	if v := (Violations)(nil); errors.As(err, &v) {
		return p, nil
	}
	if err != nil || res.code != 0 {
		return p, err // it does not compile
	}
	list, err := k.programs()
	if err != nil || len(list) != 1 {
		return p, err
	}
	return list[0], nil
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
	p, err := t.goBefore(module, folder)
	if err != nil || len(p.argv) == 0 {
		return false, err
	}
	res, err := t.list(p, "-test.list=.")
	if v := (Violations)(nil); errors.As(err, &v) {
		return false, nil
	}
	return err == nil && res.code == 0 && !slices.ContainsFunc(printedLines(res.stdout.String()), golang.IsTest), err
}

// switchedOff are the tests that skip themselves with the work and pass in main:
// as many fewer as if they were gone. Main's are run where the folder's tests were
// changed.
func (t *trial) switchedOff(module, folder string, skipped []string) error {
	if len(skipped) == 0 || t.least > 0 || !t.touched(folder) {
		return nil
	}
	p, err := t.goBefore(module, folder)
	if err != nil || len(p.argv) == 0 {
		return err
	}
	var off []string
	for _, name := range skipped {
		res, err := t.one(suite{program: p, args: goArgs, judge: goOutcome}, name)
		if err != nil {
			return err
		}
		if res.passed == 1 {
			off = append(off, name)
		}
	}
	if len(off) > 0 {
		t.failed = append(t.failed, Violation{Detail: first(off, 20),
			Reason: fmt.Sprintf("%s in %s skipped with the work, and not in main; a task that is to switch tests off says so with test-count-min", plural(len(off), "test"), shown(folder))})
	}
	return nil
}

// touched reports whether the work changes the tests of a folder.
func (t *trial) touched(folder string) bool {
	for _, c := range t.Changes {
		if path.Dir(c.Path) == folder && strings.HasSuffix(c.Path, "_test.go") {
			return true
		}
	}
	return false
}
