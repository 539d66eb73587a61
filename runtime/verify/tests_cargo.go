package verify

import (
	"fmt"
	"path/filepath"
	"strings"
)

// cargo runs the tests of crates, of the whole workspace if none is named.
func (s *TestsGreen) cargo(r *Run, dir string, crates []string) (tally, error) {
	if dir == "." {
		dir = ""
	}
	which := []string{"--workspace"}
	if len(crates) > 0 {
		which = nil
		for _, c := range crates {
			which = append(which, "-p", c)
		}
	}
	records, runner, err := r.newRecorder("stay")
	if err != nil {
		return tally{}, err
	}
	// The runner of the host is set by the environment, which goes before every
	// configuration file; the other one is for a build.target of the project's.
	host, err := s.host(r, dir)
	if err != nil {
		return tally{}, err
	}
	c := command{dir: dir, minutes: s.Minutes, argv: append([]string{"cargo", "test", "--no-fail-fast", "--tests"}, which...),
		env: []string{"CARGO_TARGET_" + host + "_RUNNER=" + strings.Join(runner, " ")}}
	res, err := r.command(c)
	if err != nil {
		return tally{}, err
	}
	if res.code != 0 {
		return tally{}, violation(res.last(20), "%s failed with status %d", strings.Join(c.argv, " "), res.code)
	}
	programs, err := recorded(records)
	if err != nil {
		return tally{}, err
	}
	var sum tally
	for _, p := range programs {
		t, err := s.rustProgram(r, p)
		if err != nil {
			return sum, err
		}
		sum.add(t)
	}
	return sum, s.docs(r, dir, which, &sum)
}

// host is the machine's target as the names of variables have it.
func (s *TestsGreen) host(r *Run, dir string) (string, error) {
	res, err := r.command(command{dir: dir, argv: []string{"rustc", "-vV"}, quiet: true})
	if err != nil {
		return "", err
	}
	for _, line := range strings.Split(res.stdout.String(), "\n") {
		if host, ok := strings.CutPrefix(line, "host: "); ok {
			return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(host)), nil
		}
	}
	return "", fmt.Errorf("rustc -vV does not name its host: %s", some(res.last(3), 3))
}

// rustProgram runs one test program.
func (s *TestsGreen) rustProgram(r *Run, p program) (tally, error) {
	if !r.harness(p) {
		// Its main function is the crate's own, which can say what it likes.
		res, err := r.start(command{argv: p.argv, minutes: s.Minutes, tests: true}, process{path: p.argv[0], args: p.argv[1:], dir: p.dir, env: p.env})
		if err != nil {
			return tally{}, err
		}
		t := tally{skipped: []string{shown(filepath.Base(p.argv[0])) + " (it has no harness)"}}
		if res.code != 0 {
			t.failed = Violations{{Reason: shown(filepath.Base(p.argv[0])) + " fails", Detail: res.last(12)}}
		}
		return t, nil
	}
	all, err := s.rustList(r, p)
	if err != nil {
		return tally{}, err
	}
	ignored, err := s.rustList(r, p, "--ignored")
	if err != nil {
		return tally{}, err
	}
	var names []string
	var t tally
	for _, name := range all {
		if contains(ignored, name) {
			t.skipped = append(t.skipped, shown(name))
		} else {
			names = append(names, name)
		}
	}
	ran, err := s.each(r, p, names, func(name string) []string { return []string{"--exact", name, "--test-threads=1"} },
		func(_ string, res *result) outcome {
			// A name that is listed and is no test ends well too.
			if res.code == 0 && !strings.Contains(res.stdout.String(), "running 0 tests") {
				return passes
			}
			return fails
		})
	t.add(ran)
	return t, err
}

// rustList asks the harness for its tests, before any of them has run.
func (s *TestsGreen) rustList(r *Run, p program, more ...string) ([]string, error) {
	argv := append(append([]string{p.argv[0]}, more...), "--list", "--format", "terse")
	res, err := r.start(command{argv: argv, minutes: s.Minutes, quiet: true, tests: true}, process{path: argv[0], args: argv[1:], dir: p.dir, env: p.env, most: 16 << 20})
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(12), "%s does not list its tests", shown(filepath.Base(p.argv[0])))
	}
	var names []string
	for _, line := range strings.Split(res.stdout.String(), "\n") {
		if name, ok := strings.CutSuffix(line, ": test"); ok && !contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}

// harness reports whether a test program has the harness of Rust, which the
// crate's manifest can turn off.
func (r *Run) harness(p program) bool {
	name := filepath.Base(p.argv[0])
	if i := strings.LastIndexByte(name, '-'); i > 0 {
		name = name[:i]
	}
	rel, err := filepath.Rel(r.Dir, p.dir)
	if err != nil {
		return false
	}
	data, err := r.New(join(filepath.ToSlash(rel), "Cargo.toml"))
	if err != nil {
		return false
	}
	type target struct {
		Name    string `toml:"name"`
		Path    string `toml:"path"`
		Harness *bool  `toml:"harness"`
	}
	var m struct {
		Lib     target   `toml:"lib"`
		Test    []target `toml:"test"`
		Bin     []target `toml:"bin"`
		Example []target `toml:"example"`
		Bench   []target `toml:"bench"`
	}
	if err := decodeTOML(data, &m); err != nil {
		return false
	}
	lists := append(append(append(append([]target{m.Lib}, m.Test...), m.Bin...), m.Example...), m.Bench...)
	for _, t := range lists {
		if t.Harness != nil && !*t.Harness && (t.Name == "" || strings.ReplaceAll(t.Name, "-", "_") == name) {
			return false
		}
	}
	return true
}

// docs runs the examples in the documentation, which have to pass and are not
// counted: rustdoc reads their number from what they print.
func (s *TestsGreen) docs(r *Run, dir string, which []string, sum *tally) error {
	c := command{dir: dir, minutes: s.Minutes, argv: append([]string{"cargo", "test", "--doc"}, which...)}
	res, err := r.command(c)
	if err != nil {
		return err
	}
	if res.code != 0 && !strings.Contains(res.stderr.String(), "no library targets found") {
		sum.failed = append(sum.failed, Violation{Reason: strings.Join(c.argv, " ") + " failed", Detail: res.last(20)})
	}
	return nil
}
