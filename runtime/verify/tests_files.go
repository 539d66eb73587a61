package verify

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/runtime/source"
)

// A fileLanguage is one whose tests are run by files.
type fileLanguage struct{ source.Tested }

// A fileRun is what running a file came to.
type fileRun struct {
	file   string
	dir    string // of the project
	cases  []source.Case
	broken *Violation // it did not come to an end of its own
	tests  []source.Test
}

// key is a case as the source names it.
func (r *fileRun) key(c source.Case) string {
	if slices.ContainsFunc(r.tests, func(one source.Test) bool { return one.Name == c.Name }) {
		return c.Name
	}
	name, _, _ := strings.Cut(c.Name, "[")
	class := c.Class[strings.LastIndexAny(c.Class, ".")+1:]
	for _, one := range r.tests {
		if one.Name == class+"::"+name {
			return one.Name
		}
	}
	return strings.TrimSpace(name)
}

// project is the folder of the nearest manifest, "" for the root.
func (l *fileLanguage) project(t *trial, file string) string {
	side := newSide(t.Run, t.new)
	best := ""
	for _, m := range l.Manifests() {
		if dir := side.nearest(path.Dir(file), m); dir != "." && len(dir) > len(best) {
			best = dir
		}
	}
	return best
}

// list are the files of tests that a tree has.
func (l *fileLanguage) list(files tree) (list []string) {
	for file, e := range files.all() {
		if e.Regular() && l.IsTest(file) && !aside(path.Dir(file)) {
			list = append(list, file)
		}
	}
	slices.Sort(list)
	return list
}

// runFiles runs files of one project in one process.
func (l *fileLanguage) runFiles(t *trial, files []string) (*fileRun, error) {
	r := &fileRun{file: files[0], dir: l.project(t, files[0])}
	for _, file := range files {
		text, err := t.New(file)
		if err != nil {
			return nil, err
		}
		r.tests = append(r.tests, l.Tests(text)...)
	}
	if len(r.tests) == 0 {
		return r, nil // a helper
	}
	dir, err := t.enter(r.dir)
	if err != nil {
		return nil, err
	}
	h, err := l.harnessOf(t, r.dir)
	if err != nil {
		return nil, err
	}
	out, err := os.MkdirTemp(t.scratch.dir, "report-")
	if err != nil {
		return nil, err
	}
	report := filepath.Join(out, "report")
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimPrefix(strings.TrimPrefix(file, r.dir), "/"))
	}
	argv := h.Argv(report, names)
	res, err := t.start(command{argv: argv, minutes: t.minutes, quiet: true, tests: true, record: out, reads: h.Reads},
		process{path: argv[0], args: argv[1:], dir: dir, env: append(t.environ(), h.Env...)})
	if isViolations(err) {
		r.broken = &Violation{Reason: "the tests of " + shown(r.file) + " did not end in time"}
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(report)
	if err == nil {
		r.cases, err = h.Read(data)
	}
	if i := slices.IndexFunc(r.cases, func(c source.Case) bool { return c.Is == fails && strings.HasSuffix(c.Name, "/"+names[0]) }); i >= 0 {
		// Node's runner takes a file that cannot be loaded for a test of its name.
		r.broken = &Violation{Reason: "the tests of " + shown(r.file) + " cannot be loaded, or end their process", Detail: append(lastLines(r.cases[i].Said), res.said()...)}
		return r, nil
	}
	failed := slices.ContainsFunc(r.cases, func(c source.Case) bool { return c.Is == fails })
	if err != nil || res.code != 0 && !failed && len(r.cases) == 0 || res.code < 0 {
		r.broken = &Violation{Reason: fmt.Sprintf("%s does not run the tests of %s: status %d", h.Name, shown(r.file), res.code), Detail: res.said()}
	} else if res.code != 0 && !failed && res.code != 5 {
		r.broken = &Violation{Reason: fmt.Sprintf("%s ends with status %d after the tests of %s", h.Name, res.code, shown(r.file)), Detail: res.said()}
	}
	return r, nil
}

// harnessOf finds a project's harness, once.
func (l *fileLanguage) harnessOf(t *trial, dir string) (*source.Harness, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := l.Name() + "\x00" + dir
	if h, ok := t.harnesses[key]; ok {
		return h, nil
	}
	h, err := l.Harness(project{t, dir})
	if err == nil {
		if t.harnesses == nil {
			t.harnesses = map[string]*source.Harness{}
		}
		t.harnesses[key] = h
		t.step.Commands = append(t.step.Commands, fmt.Sprintf("%s, for each file of tests%s", h.Name, inFolder(dir)))
	}
	return h, err
}

func inFolder(dir string) string {
	if dir == "" {
		return ""
	}
	return " in " + shown(dir)
}

// fileTrial is the tests of one such language.
type fileTrial struct {
	*trial
	l     *fileLanguage
	whole map[string]*fileRun // by project
	mains map[string]*fileRun // main's, by file; nil is none
}

// files runs the tests of a language. It reports whether there are any.
func (t *trial) files(l *fileLanguage) (sum tally, ran bool, err error) {
	list := l.list(t.new)
	f := &fileTrial{trial: t, l: l, whole: map[string]*fileRun{}, mains: map[string]*fileRun{}}
	if len(list) == 0 && len(l.list(t.old)) == 0 {
		return sum, false, nil
	}
	runs := make([]*fileRun, len(list))
	errs := make([]error, len(list))
	slots := make(chan struct{}, parallel())
	for i, file := range list {
		slots <- struct{}{}
		go func() {
			defer func() { <-slots }()
			runs[i], errs[i] = l.runFiles(t, []string{file})
		}()
	}
	for range cap(slots) {
		slots <- struct{}{}
	}
	if err := errors.Join(errs...); err != nil {
		return sum, true, err
	}
	for i, r := range runs {
		one, again, err := f.judgeFile(r)
		if err != nil {
			return sum, true, err
		}
		runs[i] = again
		sum.add(one)
	}
	if t.mayChange {
		return sum, true, nil
	}
	return sum, true, errors.Join(f.hidden(runs), f.held(runs))
}

// judgeFile says what a file's tests came to, and runs it again if some failed.
func (f *fileTrial) judgeFile(r *fileRun) (sum tally, last *fileRun, err error) {
	first := r
	if r.broken != nil || slices.ContainsFunc(r.cases, func(c source.Case) bool { return c.Is == fails }) {
		if r, err = f.l.runFiles(f.trial, []string{r.file}); err != nil {
			return sum, r, err
		}
	}
	if r.broken != nil {
		main, err := f.main1(r.file)
		if err != nil {
			return sum, r, err
		}
		if main != nil && main.broken != nil && f.new.at(r.file) == f.old.at(r.file) {
			sum.alike = append(sum.alike, shown(r.file)+" as a whole")
			return sum, r, nil
		}
		sum.failed = append(sum.failed, *r.broken)
		return sum, r, nil
	}
	for _, c := range r.cases {
		switch {
		case c.Is == skips:
			sum.skipped = append(sum.skipped, shown(c.Name))
		case c.Is == fails:
			one, err := f.settleCase(r, c)
			if err != nil {
				return sum, r, err
			}
			sum.add(one)
		case !r.known(c):
			sum.unknown = append(sum.unknown, shown(c.Name))
		default:
			sum.passed++
			if first != r && first.outcome(c) == fails {
				sum.shy = append(sum.shy, shown(c.Name))
			}
		}
	}
	return sum, r, nil
}

// known reports whether the source has a test, as far as it gives names.
func (r *fileRun) known(c source.Case) bool {
	key := r.key(c)
	return slices.ContainsFunc(r.tests, func(one source.Test) bool {
		return one.Name == key || one.Name == "?" || strings.ContainsAny(one.Name, "$%{")
	})
}

// outcome is what became of a case here; fails if it did not run.
func (r *fileRun) outcome(c source.Case) outcome {
	for _, o := range r.cases {
		if o.Class == c.Class && o.Name == c.Name {
			return o.Is
		}
	}
	return fails
}

func (r *fileRun) has(c source.Case) bool {
	return slices.ContainsFunc(r.cases, func(o source.Case) bool { return o.Class == c.Class && o.Name == c.Name })
}

// main1 is main's run of a file, nil if it has none.
func (f *fileTrial) main1(file string) (*fileRun, error) {
	if r, ok := f.mains[file]; ok {
		return r, nil
	}
	f.mains[file] = nil
	if !f.old.at(file).Regular() || !f.l.IsTest(file) {
		return nil, nil
	}
	m, err := f.main()
	if err != nil {
		return nil, err
	}
	f.mains[file], err = f.l.runFiles(m, []string{file})
	return f.mains[file], err
}

// settleCase says what a test that fails in its file comes to.
func (f *fileTrial) settleCase(r *fileRun, c source.Case) (sum tally, err error) {
	failed := tally{failed: Violations{{Reason: "the test " + shown(c.Name) + " in " + shown(r.file) + " fails", Detail: lastLines(c.Said)}}}
	main, err := f.main1(r.file)
	if err != nil {
		return sum, err
	}
	inMain := main != nil && main.has(c)
	if inMain && main.outcome(c) != fails {
		return failed, nil
	}
	whole := f.whole[r.dir]
	if whole == nil {
		var all []string
		for _, file := range f.l.list(f.new) {
			if f.l.project(f.trial, file) == r.dir {
				all = append(all, file)
			}
		}
		if whole, err = f.l.runFiles(f.trial, all); err != nil {
			return sum, err
		}
		f.whole[r.dir] = whole
	}
	switch {
	case whole.broken == nil && whole.has(c) && whole.outcome(c) == passes:
		return tally{passed: 1, shy: []string{shown(c.Name)}}, nil
	case inMain:
		return tally{alike: []string{shown(c.Name)}}, nil
	}
	return failed, nil
}

// held holds what ran to what runs in main: in the files that changed, in all if
// something did that decides on them, and where tests are skipped or do not show.
func (f *fileTrial) held(runs []*fileRun) error {
	compared := f.compared(runs)
	work := ranTests{rows: map[string]int{}, active: map[string]int{}}
	for _, r := range runs {
		if !compared(r.file) {
			continue
		}
		work.add(r)
		old, err := f.main1(r.file)
		if err != nil {
			return err
		}
		work.compare(r, old)
	}
	before, main := 0, map[string]int{}
	var missing []declared
	for _, file := range f.l.list(f.old) {
		if !compared(file) {
			continue
		}
		old, err := f.main1(file)
		if err != nil {
			return err
		}
		was := old.declaredRows()
		for key, n := range old.active() {
			main[key] += n
			if n == 1 && work.rows[key] > 0 {
				n = max(1, was[key])
			}
			before += n
			if main[key] > work.active[key] {
				missing = append(missing, declared{file, key})
			}
		}
	}
	if len(work.off) > 0 {
		f.failed = append(f.failed, Violation{Detail: first(work.off, 20),
			Reason: fmt.Sprintf("%s skipped with the work, and not in main; a task that is to switch tests off says tests-may-change", plural(len(work.off), "test"))})
	}
	return f.fewerFiles(before, work.count, missing)
}

// compared says of a file whether its tests are compared with main's.
func (f *fileTrial) compared(runs []*fileRun) func(file string) bool {
	all := slices.ContainsFunc(f.Changes, func(c Change) bool { return f.l.Decides(c.Path) })
	changed := map[string]bool{}
	for _, c := range f.Changes {
		changed[c.Path] = true
	}
	return func(file string) bool {
		return all || changed[file] || slices.ContainsFunc(runs, func(r *fileRun) bool { return r.file == file && r.hides() })
	}
}

// ranTests is what ran with the work.
type ranTests struct {
	rows   map[string]int // how many rows a test's table has, by its name
	active map[string]int // how many tests ran, by their keys
	count  int            // how many ran; of a table whose rows do not show, its rows
	off    []string       // the tests that are skipped, and pass in main
}

func (w *ranTests) add(r *fileRun) {
	for name, n := range r.declaredRows() {
		w.rows[name] = max(w.rows[name], n)
	}
	for key, n := range r.active() {
		w.active[key] += n
		if n == 1 {
			n = max(1, w.rows[key])
		}
		w.count += n
	}
}

// compare finds the tests of a file that are skipped, and pass in main, whose run of it
// is nil if it has none.
func (w *ranTests) compare(r, old *fileRun) {
	if old == nil {
		return
	}
	for _, c := range r.cases {
		if c.Is == skips && old.has(c) && old.outcome(c) == passes {
			w.off = append(w.off, shown(c.Name))
		}
	}
}

// declaredRows is how many rows the source gives to the table of a test, by its name.
func (r *fileRun) declaredRows() map[string]int {
	rows := map[string]int{}
	for _, one := range r.tests {
		rows[one.Name] = max(rows[one.Name], one.Rows)
	}
	return rows
}

// active is how many tests ran and were not skipped, by their keys.
func (r *fileRun) active() map[string]int {
	seen := map[string]int{}
	for _, c := range r.cases {
		if c.Is != skips && r.known(c) {
			seen[r.key(c)]++
		}
	}
	return seen
}

// hides reports whether a file has tests that are skipped or did not run.
func (r *fileRun) hides() bool {
	ran := map[string]bool{}
	for _, c := range r.cases {
		if c.Is == skips {
			return true
		}
		ran[r.key(c)] = true
	}
	for _, one := range r.tests {
		if !ran[one.Name] && one.Name != "?" && !strings.ContainsAny(one.Name, "$%{") {
			return true
		}
	}
	return len(r.tests) > len(r.cases)
}

// fewerFiles is the violation that fewer tests run than in main, if they do.
func (f *fileTrial) fewerFiles(before, after int, missing []declared) error {
	if after >= before {
		return nil
	}
	free, err := f.withSubject(missing)
	if err != nil {
		return err
	}
	if before-after <= len(free) && f.least > 0 {
		f.Note("%s gone with what they test: %s", plural(len(free), "test"), some(free, 20))
		return nil
	}
	var names []string
	for _, at := range missing {
		names = append(names, shown(at.file)+" "+at.name)
	}
	slices.Sort(names)
	f.failed = append(f.failed, Violation{Detail: first(names, 20),
		Reason: fmt.Sprintf("%s fewer in %s than main has; a task that is to remove tests says tests-may-change", plural(before-after, "test"), f.l.Name())})
	return nil
}

// keepFiles runs main's tests of files that changed, and of those that go by a file
// that did, on the work's code.
func keepFiles(l *fileLanguage) func(t *trial, files []string) (tally, error) {
	return func(t *trial, files []string) (sum tally, err error) {
		f := &fileTrial{trial: t, l: l, whole: map[string]*fileRun{}, mains: map[string]*fileRun{}}
		texts := map[string][]byte{}
		var list []string
		for _, file := range files {
			if l.IsTest(file) && t.old.at(file).Regular() {
				list = append(list, file)
			}
		}
		for _, c := range t.Changes {
			if c.New.Regular() && c.Old == (Entry{}) && steers(c.Path) {
				texts[c.Path] = nil // main's tests go without it
			}
			if c.Old.Regular() && (slices.Contains(list, c.Path) || besideTests(c.Path)) {
				if texts[c.Path], err = t.Old(c.Path); err != nil {
					return sum, err
				}
			}
		}
		if len(list) == 0 {
			return sum, nil
		}
		k, err := t.kept(strings.ToLower(l.Name()), texts)
		if err != nil {
			return sum, err
		}
		for _, file := range list {
			old, err := f.main1(file)
			if err != nil {
				return sum, err
			}
			now, err := l.runFiles(k, []string{file})
			if err != nil {
				return sum, err
			}
			for _, c := range old.cases {
				switch {
				case c.Is != passes:
				case now.has(c) && now.outcome(c) == passes:
					sum.passed++
				default:
					sum.failed = append(sum.failed, keptFailure(now, c))
				}
			}
		}
		if len(sum.failed) > 0 && slices.ContainsFunc(list, func(file string) bool { return t.excused[file] }) {
			t.Note("main's own tests use what is gone with tests of it, and were not held to")
			sum.failed = nil
		}
		return sum, nil
	}
}

// keptFailure says that a test of main's does not pass with the work's code.
func keptFailure(now *fileRun, c source.Case) Violation {
	v := Violation{Reason: "main's own tests on the work's code: the test " + shown(c.Name) + " in " + shown(now.file) + " does not pass" + orMayChange}
	switch {
	case now.broken != nil:
		v.Detail = now.broken.Detail
	case now.has(c) && now.outcome(c) == skips:
		v.Detail = []string{"it is skipped"}
	case now.has(c):
		for _, o := range now.cases {
			if o.Class == c.Class && o.Name == c.Name {
				v.Detail = lastLines(o.Said)
			}
		}
	default:
		v.Detail = []string{"it does not run"}
	}
	return v
}

// steers reports whether a file changes what tests do that do not name it.
func steers(file string) bool {
	return slices.ContainsFunc(fileLanguages, func(l *fileLanguage) bool { return l.Steers(file) })
}

// steered are main's files of tests, beside some, that go by one that steers them and
// is new or changed.
func (r *Run) steered(beside []string) (list []string) {
	for _, l := range fileLanguages {
		for _, c := range r.Changes {
			if !l.Steers(c.Path) {
				continue
			}
			dir := strings.TrimPrefix(path.Dir(c.Path)+"/", "./")
			for _, file := range l.list(r.old) {
				if strings.HasPrefix(file, dir) && !slices.Contains(beside, file) && !slices.Contains(list, file) {
					list = append(list, file)
				}
			}
		}
	}
	return list
}

// besideTests reports whether a file is one that tests go by.
func besideTests(file string) bool {
	return steers(file) || strings.Contains(file, "__snapshots__/") || strings.HasSuffix(file, ".snap") || fixtureOf(file) != ""
}

// lastLines are the last lines of a text that are not empty.
func lastLines(text string) []string {
	lines := printedLines(text)
	lines = lines[max(0, len(lines)-12):]
	for i := range lines {
		lines[i] = logged(lines[i])
	}
	return lines
}
