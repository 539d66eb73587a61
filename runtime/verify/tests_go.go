package verify

import (
	"fmt"
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
	compiled, err := t.goFiles(dir)
	if err != nil {
		return sum, err
	}
	for _, p := range programs {
		s, missing, err := t.goSuite(p, compiled)
		if err != nil {
			return sum, err
		}
		if err := t.unlisted(dir, p, missing, &sum); err != nil {
			return sum, err
		}
		s.before = func() (*trial, *suite, error) { return t.goBefore(dir, s.where) }
		one, err := t.run(s)
		if err != nil {
			return sum, err
		}
		sum.add(one)
		if err := t.switchedOff(s, one.skipped); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// goSuite are the tests of a program. Missing are those that it does not list.
func (t *trial) goSuite(p program, compiled map[string]bool) (s suite, missing []string, err error) {
	names, missing, err := t.goList(p, compiled)
	return suite{program: p, where: t.relative(p.dir), names: names, args: goArgs, judge: goOutcome, said: goSaid,
		whole: goWhole, verdict: goVerdict}, missing, err
}

// goWhole are the arguments that go test gives to a program.
var goWhole = []string{"-test.v=test2json", "-test.count=1", "-test.paniconexit0", "-test.timeout=0"}

func goArgs(name string) []string {
	// Panicking when a test ends the process is what go test asks for too, and
	// so are the marks in what the harness prints.
	return append([]string{"-test.run=^" + name + "$"}, goWhole...)
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

// goVerdict is what became of one test among others: the process came to its end.
func goVerdict(name string, res *result) outcome {
	const mark = "\x16"
	said := res.stdout.String()
	if !strings.Contains(said, "\n"+mark+"PASS\n") && !strings.Contains(said, "\n"+mark+"FAIL\n") {
		return fails
	}
	for verb, is := range map[string]outcome{"PASS": passes, "SKIP": skips} {
		if strings.Contains(said, mark+"--- "+verb+": "+name+" ") {
			return is
		}
	}
	return fails
}

// unlisted judges tests that the source declares and their program does not list:
// something ends it before.
func (t *trial) unlisted(module string, p program, missing []string, sum *tally) error {
	if len(missing) == 0 {
		return nil
	}
	dir := t.relative(p.dir)
	silent, err := t.silentBefore(module, dir)
	switch {
	case err != nil:
		return err
	case silent:
		for _, name := range missing {
			sum.skipped = append(sum.skipped, name+" (the program of the tests in "+shown(dir)+" does not start it, as in main)")
		}
	default:
		sum.failed = append(sum.failed, Violation{Detail: first(missing, 20),
			Reason: fmt.Sprintf("%s in %s not run: their program ends before it lists them; is there a TestMain or an init that ends it?", plural(len(missing), "test"), shown(dir))})
	}
	return nil
}

// goSaid is what tests that failed have printed, each with its own name, and what
// the process said at its end: the reason of a panic, for one.
func goSaid(res *result) []string {
	lines := map[string][]string{}
	var failed []string
	now := ""
	for _, line := range printedLines(res.stdout.String()) {
		line = strings.ReplaceAll(line, "\x16", "")
		verb, name, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
		name = strings.TrimSpace(name)
		switch {
		case verb == "===":
			_, name, _ = strings.Cut(name, " ")
			now = strings.TrimSpace(name)
		case verb == "---":
			verdict, rest, _ := strings.Cut(name, ": ")
			if now, _, _ = strings.Cut(rest, " ("); verdict == "FAIL" {
				failed = append(failed, now)
			}
		default:
			lines[now] = append(lines[now], logged(line))
		}
	}
	var said []string
	for _, name := range failed {
		if own := lines[name]; len(own) > 0 {
			said = append(append(said, "--- FAIL: "+name), own[:min(len(own), 8)]...)
		}
	}
	said = first(said, 40)
	for i, line := range printedLines(res.stderr.String()) {
		if i == 12 {
			break
		}
		said = append(said, logged(line))
	}
	if len(said) == 0 {
		return res.said()
	}
	return said
}

// goFiles are the test files that are compiled here, from the root: what a build
// tag leaves out depends on the version of go, and on there being a C compiler.
func (t *trial) goFiles(dir string) (map[string]bool, error) {
	c := command{dir: dir, minutes: t.minutes, trusted: true, quiet: true, most: 64 << 20,
		argv: []string{"go", "list", "-f", `{{$dir := .Dir}}{{range .TestGoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}`, "./..."}}
	res, err := t.command(c)
	if err != nil {
		return nil, err
	}
	if res.code != 0 || res.stdout.lost {
		return nil, fmt.Errorf("go list ./... ended with status %d: %s", res.code, some(res.last(3), 3))
	}
	files := map[string]bool{}
	for _, file := range printedLines(res.stdout.String()) {
		files[t.relative(filepath.FromSlash(file))] = true
	}
	return files, nil
}

// goList are the tests that a program lists and its source declares: a TestMain
// can print what it likes. Missing are those that it does not list.
func (t *trial) goList(p program, compiled map[string]bool) (names, missing []string, err error) {
	res, err := t.list(p, "-test.list=.")
	if err != nil {
		return nil, nil, err
	}
	if res.code != 0 {
		return nil, nil, violation(res.last(12), "the tests of %s cannot be listed", shown(filepath.Base(p.dir)))
	}
	declared, err := t.sources.goNames(t.relative(p.dir), compiled)
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for _, name := range printedLines(res.stdout.String()) {
		if !seen[name] && slices.Contains(declared, name) {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, name := range declared {
		if !seen[name] {
			missing = append(missing, name)
		}
	}
	return names, missing, nil
}
