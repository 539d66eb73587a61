package verify

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// TestsKept holds the tests that main has to what they ask. Those that the work
// took away or changed are told with their lines, and main's own are run on the
// work's code: one that fails there, skips or does not compile is a violation, as
// it was changed with what it asks. So is a script of package.json that no longer runs
// what it ran to test. A task that says tests-may-change is only told.
type TestsKept struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// Whether tests that are gone or ask for less are told (warn) or a violation
	// (block), where main's own pass with the work.
	// Default: warn
	Severity string `toml:"severity"`

	// How long building and running main's tests may take, in minutes.
	// Default: 60
	Minutes int `toml:"minutes-max"`
}

// Check implements [Step].
func (s *TestsKept) Check(r *Run) error {
	if s.Severity != "" && s.Severity != "warn" && s.Severity != "block" {
		return fmt.Errorf("severity %s is none of warn, block", shown(s.Severity))
	}
	altered, err := r.alteredTests()
	if err != nil {
		return err
	}
	said := s.said(altered)
	mayChange := r.Task != nil && r.Task.TestsMayChange
	var v Violations
	if !mayChange {
		minutes := s.Minutes
		if minutes == 0 {
			minutes = 60
		}
		if v, err = r.mainsTests(altered, minutes); err != nil {
			return err
		}
	}
	gone, changed := r.scripts()
	if mayChange || r.Task != nil && r.Task.AllowDepBump {
		gone, changed = nil, append(gone, changed...)
	}
	v, said = append(v, gone...), append(said, changed...)
	if s.Severity == "block" && !mayChange {
		return append(v, said...).Err()
	}
	for i, f := range said {
		if i == maxListed {
			r.Note("%d more findings about tests that main has", len(said)-i)
			break
		}
		r.Note("finding: %s", f.Reason)
		for _, line := range f.Detail {
			r.Note("  %s", line)
		}
	}
	return v.Err()
}

// said is what there is to say of the tests themselves.
func (s *TestsKept) said(altered []alteredFile) (v Violations) {
	for _, f := range altered {
		for _, one := range f.tests {
			v = append(v, Violation{Reason: one.how + ": " + one.Name + " (" + shown(f.path) + fmt.Sprintf(":%d)", one.Line), Detail: first(one.lines, 12)})
		}
	}
	return v
}

// mainsTests runs main's tests of the files on the work's code.
func (r *Run) mainsTests(altered []alteredFile, minutes int) (v Violations, err error) {
	var files []string
	for _, f := range altered {
		if f.run {
			files = append(files, f.path)
		}
	}
	files = append(files, r.steered(files)...)
	if len(files) == 0 {
		return nil, nil
	}
	here := &trial{Run: r, minutes: minutes, found: map[string]bool{}, sources: newSources(r)}
	if here.excused, err = here.excuses(altered); err != nil {
		return nil, err
	}
	keepers := []func(t *trial, files []string) (tally, error){keepGo, keepRust}
	for _, l := range fileLanguages {
		keepers = append(keepers, keepFiles(l))
	}
	for _, keep := range keepers {
		sum, err := keep(here, files)
		var one Violations
		if errors.As(err, &one) {
			sum.failed, err = append(sum.failed, one...), nil
		}
		if err != nil {
			return nil, err
		}
		v = append(v, sum.failed...)
		if sum.passed > 0 {
			r.Note("%s of main run on the work's code and passed", plural(sum.passed, "test"))
		}
		if len(sum.alike) > 0 {
			r.Note("failing in main alike: %s", some(sum.alike, 20))
		}
	}
	return v, nil
}

// excuses are the files in which tests are gone together with what they test, if the
// task says how many tests there have to be.
func (t *trial) excuses(altered []alteredFile) (map[string]bool, error) {
	files := map[string]bool{}
	if t.Task == nil || t.Task.TestCountMin == 0 {
		return files, nil
	}
	for _, f := range altered {
		var gone []declared
		for _, one := range f.tests {
			if one.gone {
				gone = append(gone, declared{f.path, one.Name})
			}
		}
		free, err := t.withSubject(gone)
		if err != nil {
			return nil, err
		}
		files[f.path] = len(gone) > 0 && len(free) == len(gone)
	}
	return files, nil
}

// uncompiled says that main's tests do not compile with the work's code.
func (t *trial) uncompiled(sum *tally, where string, files []string, detail []string) {
	if slices.ContainsFunc(files, func(f string) bool { return t.excused[f] }) {
		t.Note("main's own tests%s use what is gone with tests of it, and were not run on the work's code", where)
		return
	}
	sum.failed = append(sum.failed, Violation{Reason: "main's own tests" + where + " do not compile with the work's code" + orMayChange, Detail: detail})
}

// kept is a trial of the work's files with some of main's in their place. A file
// with no text is gone.
func (t *trial) kept(what string, texts map[string][]byte) (*trial, error) {
	dir, err := os.MkdirTemp(t.scratch.dir, "kept-"+what+"-")
	if err != nil {
		return nil, err
	}
	place := Place(filepath.Base(dir) + "-")
	dir = filepath.Join(dir, "files")
	if err := t.write(t.ctx, dir); err != nil {
		return nil, err
	}
	files := t.new
	changes := make([]Change, 0, len(texts))
	for name, text := range texts {
		c := Change{Path: name, Old: t.new.at(name)}
		if text != nil {
			c.New = Entry{Mode: modeFile, ID: strings.Repeat("0", len(t.base))}
		}
		changes = append(changes, c)
	}
	if err := replace(dir, texts); err != nil {
		return nil, err
	}
	k := t.elsewhere(place, dir, files.with(changes))
	k.written = texts
	k.inMain = t.inMain
	return k, nil
}

// keep runs tests of main's on the work's code.
func (t *trial) keep(sum *tally, k *trial, of suite, names []string, before func() (*trial, *suite, error)) error {
	if missing := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return slices.Contains(of.names, n) }); len(missing) > 0 {
		sum.failed = append(sum.failed, Violation{Detail: first(missing, 20),
			Reason: fmt.Sprintf("%s of main's own in %s not run with the work's code%s", plural(len(missing), "test"), shown(of.where), orMayChange)})
	}
	of.names = slices.DeleteFunc(slices.Clone(of.names), func(n string) bool { return !slices.Contains(names, n) })
	of.before = before
	ran, err := k.run(of)
	if err != nil {
		return err
	}
	if err := k.switchedOff(of, ran.skipped); err != nil {
		return err
	}
	ran.failed = append(ran.failed, k.failed...)
	k.failed = nil
	for i := range ran.failed {
		ran.failed[i].Reason = "main's own tests on the work's code: " + ran.failed[i].Reason + orMayChange
	}
	sum.add(ran)
	return nil
}

// orMayChange is how a task lets tests change.
const orMayChange = "; where the task is to change what tests ask, it says tests-may-change"

// replace writes texts into a folder, through none of its links.
func replace(dir string, texts map[string][]byte) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return reason(err)
		}
		if texts[name] == nil {
			continue
		}
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return reason(err)
		}
		if err := root.WriteFile(name, texts[name], 0o644); err != nil {
			return reason(err)
		}
	}
	return nil
}
