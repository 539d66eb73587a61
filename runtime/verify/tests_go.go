package verify

import (
	"path/filepath"
	"slices"
	"strings"
)

// golang runs the tests of a Go module.
func (t *trial) golang(dir string) (sum tally, err error) {
	k, err := t.newRecording("copy")
	if err != nil {
		return sum, err
	}
	// The tests are compiled and not run, so that nothing of the agent's is
	// there to misuse the cache.
	c := command{dir: dir, minutes: t.minutes, trusted: true, record: k.dir, env: []string{k.env},
		argv: []string{"go", "test", "-count=1", "-exec=" + k.runner, "./..."}}
	res, err := t.command(c)
	if err != nil {
		return sum, err
	}
	if res.code != 0 {
		text := &result{stdout: tail{b: res.stdout.b}}
		text.stdout.b.WriteString(res.stderr.String())
		return sum, violation(text.last(20), "go test ./... failed with status %d", res.code)
	}
	programs, err := k.programs()
	if err != nil {
		return sum, err
	}
	for _, p := range programs {
		names, err := t.goList(p)
		if err != nil {
			return sum, err
		}
		one, err := t.run(suite{program: p, names: names, args: goArgs, judge: goOutcome})
		if err != nil {
			return sum, err
		}
		sum.add(one)
	}
	return sum, nil
}

func goArgs(name string) []string {
	// Panicking when a test ends the process is what go test asks for too, and
	// so are the marks in what the harness prints.
	return []string{"-test.run=^" + name + "$", "-test.v=test2json", "-test.count=1", "-test.paniconexit0", "-test.timeout=0"}
}

// goOutcome is what became of a test: it ran, it ended, and so did all of them.
// The mark is the one that package testing puts before its own lines.
func goOutcome(name string, res *result) outcome {
	const mark = "\x16"
	said := res.stdout.String()
	began, rest, ok := strings.Cut(said, mark+"=== RUN   "+name+"\n")
	if res.code != 0 || !ok && !res.stdout.lost {
		return fails
	}
	if !ok {
		rest = began // the beginning is not kept
	}
	for verb, is := range map[string]outcome{"PASS": passes, "SKIP": skips} {
		if _, after, ok := strings.Cut(rest, mark+"--- "+verb+": "+name+" "); ok && strings.Contains(after, "\n"+mark+"PASS\n") {
			return is
		}
	}
	return fails // a TestMain that did not run it
}

// goList are the tests that a program lists and its source declares: a TestMain
// can print what it likes.
func (t *trial) goList(p program) ([]string, error) {
	res, err := t.list(p, "-test.list=.")
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(12), "the tests of %s cannot be listed", shown(filepath.Base(p.dir)))
	}
	declared, err := t.sources.goNames(t.relative(p.dir))
	if err != nil {
		return nil, err
	}
	var names []string
	seen := map[string]bool{}
	for _, name := range printedLines(res.stdout.String()) {
		if !seen[name] && slices.Contains(declared, name) {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names, nil
}
