package verify

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/source/rust"
)

// rustProgram runs one test program of a workspace.
func (t *trial) rustProgram(dir string, c cargoProgram, p program) (sum tally, err error) {
	if !t.harness(c) {
		// Its main function is the crate's own, which can say what it likes.
		res, err := t.start(command{argv: p.argv, minutes: t.minutes, tests: true}, process{path: p.argv[0], dir: p.dir, env: p.env})
		if err != nil {
			return sum, err
		}
		name := shown(filepath.Base(p.argv[0]))
		sum.skipped = []string{name + " (it has no harness)"}
		if res.code != 0 {
			sum.failed = Violations{{Reason: name + " fails", Detail: res.last(12)}}
		}
		return sum, nil
	}
	all, err := t.rustList(p)
	if err != nil {
		return sum, err
	}
	ignored, err := t.rustList(p, "--ignored")
	if err != nil {
		return sum, err
	}
	off := make(map[string]bool, len(ignored))
	for _, name := range ignored {
		off[name] = true
	}
	words, err := t.sources.rustNames(dir)
	if err != nil {
		return sum, err
	}
	names := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return off[name] })
	for _, name := range all {
		if off[name] {
			sum.skipped = append(sum.skipped, shown(name))
		}
	}
	ran, err := t.run(suite{program: p, names: names, judge: rustOutcome, known: func(name string) bool { return words.make(name) },
		args: func(name string) []string { return []string{"--exact", name, "--test-threads=1"} }})
	sum.add(ran)
	return sum, err
}

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
