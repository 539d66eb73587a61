package verify

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// cargo runs the tests of the wanted crates, of the whole workspace if none is
// named.
func (t *trial) cargo(dir string) (sum tally, err error) {
	members, err := t.workspace(dir)
	if err != nil {
		return sum, err
	}
	which, docs := t.selection(members)
	if which == nil {
		return sum, nil // the crates are those of another workspace
	}
	built, err := t.compile(dir, which)
	if err != nil {
		return sum, err
	}
	programs, err := t.environments(dir, which, built)
	if err != nil {
		return sum, err
	}
	var active []string
	for i, p := range programs {
		s, one, err := t.rustSuite(dir, built[i], p)
		if err != nil {
			return sum, err
		}
		sum.add(one)
		if s == nil {
			continue
		}
		s.before = func() (*trial, *suite, error) { return t.cargoBefore(dir, s.where) }
		active = append(active, s.names...)
		ran, err := t.run(*s)
		if err != nil {
			return sum, err
		}
		sum.add(ran)
	}
	if err := t.rustHidden(dir, active); err != nil {
		return sum, err
	}
	if len(docs) > 0 {
		err = t.docs(dir, docs, &sum)
	}
	return sum, err
}

// selection is the part of a workspace that is wanted, as cargo's arguments, and
// what of it has documentation with examples; nil if there is nothing.
func (t *trial) selection(members []cargoPackage) (which, docs []string) {
	for _, p := range members {
		if len(t.wanted) > 0 && !slices.Contains(t.wanted, p.Name) {
			continue
		}
		t.found[p.Name] = true
		which = append(which, "-p", p.Name)
		if slices.ContainsFunc(p.Targets, func(g cargoTarget) bool { return g.Doctest }) {
			docs = append(docs, "-p", p.Name)
		}
	}
	if len(t.wanted) > 0 {
		return which, docs
	}
	if len(docs) > 0 {
		docs = []string{"--workspace"}
	}
	return []string{"--workspace"}, docs
}

// compile compiles the tests.
func (t *trial) compile(dir string, which []string) ([]cargoProgram, error) {
	c := command{dir: dir, minutes: t.minutes, most: 256 << 20,
		argv: append([]string{"cargo", "test", "--tests", "--no-run", "--message-format=json-render-diagnostics"}, which...)}
	res, err := t.command(c)
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(20), "cargo test --tests %s does not compile: status %d", strings.Join(which, " "), res.code)
	}
	return t.compiled(res)
}

// environments has cargo start the test programs that it has compiled, with a
// recorder in their place, and returns them in the same order. A build script has
// not seen the folder that is recorded in, and what it puts there if it is run
// once more can be no other program than one of those.
func (t *trial) environments(dir string, which []string, built []cargoProgram) ([]program, error) {
	k, err := t.newRecording("stay")
	if err != nil {
		return nil, err
	}
	host, err := t.host(dir)
	if err != nil {
		return nil, err
	}
	c := command{dir: dir, minutes: t.minutes, record: k.dir, quiet: true, env: []string{k.env},
		argv: append([]string{"cargo", "test", "--no-fail-fast", "--tests"}, which...)}
	for _, triple := range t.triples(host, built) {
		// The environment goes before every configuration file.
		name := strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(triple))
		c.env = append(c.env, "CARGO_TARGET_"+name+"_RUNNER="+k.runner)
	}
	res, err := t.command(c)
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(20), "%s failed with status %d", strings.Join(c.argv, " "), res.code)
	}
	noted, err := k.programs()
	if err != nil {
		return nil, err
	}
	list := make([]program, len(built))
	for i, b := range built {
		at := slices.IndexFunc(noted, func(p program) bool { return p.argv[0] == b.file })
		if at < 0 {
			return nil, violation(nil, "cargo has compiled the tests of %s and does not run them; is a runner set for them in .cargo/config.toml?", shown(b.Name))
		}
		list[i] = program{argv: []string{b.file}, dir: filepath.Dir(b.manifest), env: noted[at].env}
	}
	return list, nil
}

// docs runs the examples in the documentation, which have to pass and are not
// counted: rustdoc reads their number from what they print.
func (t *trial) docs(dir string, which []string, sum *tally) error {
	c := command{dir: dir, minutes: t.minutes, argv: append([]string{"cargo", "test", "--doc"}, which...)}
	res, err := t.command(c)
	var v Violations
	if errors.As(err, &v) {
		sum.failed = append(sum.failed, v...)
		return nil
	}
	if err == nil && res.code != 0 {
		sum.failed = append(sum.failed, Violation{Reason: strings.Join(c.argv, " ") + " failed", Detail: res.last(20)})
	}
	return err
}

// relative is a file of the project's as a path from the root of its files, ""
// if it is elsewhere.
func (t *trial) relative(file string) string {
	root, err := filepath.EvalSymlinks(t.Dir)
	if err != nil {
		return ""
	}
	for _, top := range []string{t.Dir, root} {
		if rel, err := filepath.Rel(top, file); err == nil && filepath.IsLocal(rel) {
			return path.Clean(filepath.ToSlash(rel))
		}
	}
	return ""
}
