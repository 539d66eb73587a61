package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"kei/runtime/source"
)

// Files of tests are run by name here, and a project's own harness looks for them. What
// it is told to look past passes here, and runs for nobody.

// found runs a project's tests as its harness finds them by itself; nil if it can't.
func (l *fileLanguage) found(t *trial, dir string) ([]source.Case, error) {
	h, err := l.harnessOf(t, dir)
	if err != nil {
		return nil, err
	}
	at, err := t.enter(dir)
	if err != nil {
		return nil, err
	}
	out, err := os.MkdirTemp(t.scratch.dir, "report-")
	if err != nil {
		return nil, err
	}
	report := filepath.Join(out, "report")
	argv := h.Argv(report, nil)
	_, err = t.start(command{argv: argv, minutes: t.minutes, quiet: true, tests: true, record: out, reads: h.Reads},
		process{path: argv[0], args: argv[1:], dir: at, env: append(t.environ(), h.Env...)})
	if isViolations(err) {
		return nil, nil // it did not end, which its files show
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(report)
	if err != nil {
		return nil, nil // it finds none, or ends early, which its files show
	}
	list, err := h.Read(data)
	if err != nil {
		return nil, nil
	}
	return list, nil
}

// hidden finds tests that pass by name, and that the harness finds in main and not in
// the work. It is asked where something changed that decides on them.
func (f *fileTrial) hidden(runs []*fileRun) error {
	if !slices.ContainsFunc(f.Changes, func(c Change) bool { return f.l.Decides(c.Path) }) {
		return nil
	}
	var dirs []string
	for _, r := range runs {
		if len(r.cases) > 0 && !slices.Contains(dirs, r.dir) {
			dirs = append(dirs, r.dir)
		}
	}
	var names []string
	for _, dir := range dirs {
		m, err := f.main()
		if err != nil {
			return err
		}
		before, err := f.l.found(m, dir)
		if err != nil {
			return err
		}
		if len(before) == 0 {
			continue
		}
		after, err := f.l.found(f.trial, dir)
		if err != nil {
			return err
		}
		here := &fileRun{cases: after}
		for _, r := range runs {
			for _, c := range r.cases {
				was := slices.ContainsFunc(before, func(o source.Case) bool { return o.Class == c.Class && o.Name == c.Name && o.Is == passes })
				if r.dir == dir && c.Is == passes && was && here.outcome(c) != passes {
					names = append(names, shown(r.file)+" "+shown(c.Name))
				}
			}
		}
	}
	if len(names) > 0 {
		f.failed = append(f.failed, Violation{Detail: first(names, 20),
			Reason: fmt.Sprintf("%s in %s that main's harness finds are not found with the work; a task that is to switch tests off says tests-may-change", plural(len(names), "test"), f.l.Name())})
	}
	return nil
}
