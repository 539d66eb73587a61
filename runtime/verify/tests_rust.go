package verify

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/source/rust"
)

// rustSuite are the tests of one program of a workspace, nil if it has no harness.
func (t *trial) rustSuite(dir string, c cargoProgram, p program) (s *suite, sum tally, err error) {
	if !t.harness(c) {
		// Its main function is the crate's own, which can say what it likes.
		res, err := t.start(command{argv: p.argv, minutes: t.minutes, tests: true}, process{path: p.argv[0], dir: p.dir, env: p.env})
		if err != nil {
			return nil, sum, err
		}
		name := shown(filepath.Base(p.argv[0]))
		sum.skipped = []string{name + " (it has no harness)"}
		if res.code != 0 {
			sum.failed = Violations{{Reason: name + " fails", Detail: res.last(12)}}
		}
		return nil, sum, nil
	}
	all, err := t.rustList(p)
	if err != nil {
		return nil, sum, err
	}
	ignored, err := t.rustList(p, "--ignored")
	if err != nil {
		return nil, sum, err
	}
	off := make(map[string]bool, len(ignored))
	for _, name := range ignored {
		off[name] = true
	}
	words, err := t.sources.rustNames(dir)
	if err != nil {
		return nil, sum, err
	}
	names := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return off[name] })
	for _, name := range all {
		if off[name] {
			sum.skipped = append(sum.skipped, shown(name))
		}
	}
	return &suite{program: p, names: names, judge: rustOutcome, known: func(name string) bool { return words.make(name) },
		args:  func(name string) []string { return []string{"--exact", name, "--test-threads=1"} },
		where: t.unit(c), quietWhere: true, whole: []string{}, verdict: rustVerdict}, sum, nil
}

// unit is what tells a test program from the others of its workspace.
func (t *trial) unit(c cargoProgram) string {
	return t.relative(c.manifest) + " " + strings.Join(c.Kind, " ") + " " + c.Name
}

// rustVerdict is what became of one test among others.
func rustVerdict(name string, res *result) outcome {
	said := "\n" + res.stdout.String()
	if strings.Contains(said, "\ntest result: ") &&
		(strings.Contains(said, "\ntest "+name+" ... ok\n") || strings.Contains(said, "\ntest "+name+" - should panic ... ok\n")) {
		return passes
	}
	return fails
}

// cargoBefore is main's own test program of the same crate and target, nil if it
// has none that compiles.
func (t *trial) cargoBefore(dir, unit string) (*trial, *suite, error) {
	m, err := t.mainCargo(dir)
	if err != nil || m == nil {
		return nil, nil, err
	}
	return m, m.suites[dir+"\x00"+unit], nil
}

// mainCargo is main with the tests of a workspace compiled and listed, nil if that
// cannot be done.
func (t *trial) mainCargo(dir string) (*trial, error) {
	m, err := t.main()
	if err != nil || !t.old.at(join(dir, "Cargo.toml")).Regular() {
		return nil, err
	}
	if done, ok := m.listed[dir]; ok {
		return done, nil
	}
	m.wanted = t.wanted
	m.listed[dir] = nil
	if err := m.listCargo(dir); isViolations(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	m.listed[dir] = m
	return m, nil
}

// listCargo compiles the tests of a workspace and notes what its programs list.
func (t *trial) listCargo(dir string) error {
	members, err := t.workspace(dir)
	if err != nil {
		return err
	}
	which, _ := t.selection(members)
	if which == nil {
		return nil
	}
	built, err := t.compile(dir, which)
	if err != nil {
		return err
	}
	programs, err := t.environments(dir, which, built)
	if err != nil {
		return err
	}
	for i, p := range programs {
		if !t.harness(built[i]) {
			continue
		}
		s, _, err := t.rustSuite(dir, built[i], p)
		if err != nil {
			return err
		}
		t.suites[dir+"\x00"+s.where] = s
	}
	return nil
}

// rustHidden looks for tests that the source has and no program lists, if main has
// fewer of those: what a condition, a macro that nobody calls or a module elsewhere
// hides is as good as gone.
func (t *trial) rustHidden(dir string, active []string) error {
	if t.mayChange || !t.changesRust(dir) {
		return nil
	}
	have, err := t.sources.rustTests(dir)
	if err != nil {
		return err
	}
	for _, name := range active {
		have[lastPart(name)]--
	}
	hidden := false
	for _, n := range have {
		hidden = hidden || n > 0
	}
	if !hidden {
		return nil
	}
	m, err := t.mainCargo(dir)
	if err != nil || m == nil {
		return err
	}
	var before []string
	for at, s := range m.suites {
		if s != nil && strings.HasPrefix(at, dir+"\x00") {
			before = append(before, s.names...)
		}
	}
	if len(active) >= len(before) {
		return nil
	}
	missing := slices.DeleteFunc(before, func(name string) bool { return slices.Contains(active, name) })
	slices.Sort(missing)
	t.failed = append(t.failed, Violation{Detail: first(missing, 20),
		Reason: fmt.Sprintf("the test programs list %s fewer than main's; a task that is to remove tests says tests-may-change", plural(len(before)-len(active), "test"))})
	return nil
}

// changesRust reports whether the work changes what decides on the tests of a
// workspace.
func (t *trial) changesRust(dir string) bool {
	return slices.ContainsFunc(t.Changes, func(c Change) bool {
		return (dir == "" || strings.HasPrefix(c.Path, dir+"/")) && (strings.HasSuffix(c.Path, ".rs") || strings.HasSuffix(c.Path, ".toml"))
	})
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// rustOutcome is what became of a test. A name that is listed and is no test ends
// well too, and so does a process that the code under test ends.
func rustOutcome(name string, res *result) outcome {
	said := "\n" + res.stdout.String()
	began := res.stdout.lost || strings.Contains(said, "\ntest "+name+" ... ") || strings.Contains(said, "\ntest "+name+" - should panic ... ")
	if res.code == 0 && began && strings.Contains(said, "\ntest result: ok. 1 passed; 0 failed; ") {
		return passes
	}
	return fails
}

// rustList asks the harness for its tests.
func (t *trial) rustList(p program, more ...string) ([]string, error) {
	res, err := t.list(p, append(more, "--list")...)
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(12), "%s does not list its tests", shown(filepath.Base(p.argv[0])))
	}
	var names []string
	seen := map[string]bool{}
	ended := false
	for _, line := range printedLines(res.stdout.String()) {
		if name, ok := strings.CutSuffix(line, ": test"); ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
		ended = listEnd.MatchString(line)
	}
	if !ended {
		return nil, violation(res.said(), "%s does not list its tests: it ends before its harness does", shown(filepath.Base(p.argv[0])))
	}
	return names, t.ctx.Err()
}

// listEnd is the last line of a list, which the harness prints also if it is empty.
var listEnd = regexp.MustCompile(`^[0-9]+ tests?, [0-9]+ benchmarks?$`)

// harness reports whether a test program has the harness of Rust, which the
// crate's manifest can turn off, and the crate itself by having no main function
// or one that it names.
func (t *trial) harness(c cargoProgram) bool {
	manifest := t.relative(c.manifest)
	data, err := t.New(manifest)
	if err != nil {
		return false
	}
	m, err := readCargoManifest(data)
	if err != nil {
		return false
	}
	if m.bare(c.Name) {
		return false
	}
	root := t.relative(c.SrcPath)
	if root == "" {
		return true // generated, or of another repository
	}
	text, err := t.New(root)
	if err != nil {
		return false
	}
	src, err := rust.ReadTests(text)
	return err == nil && !src.NoMain
}
