package verify

import (
	"errors"
	"os"
	"path/filepath"
)

// noProject says why a manifest is none of a project that can be built: the build
// tool cannot read it, or finds nothing to build, and could not in main, which has
// the same. "" is that it is one.
func (r *Run) noProject(dir, manifest string) (why string, err error) {
	file := join(dir, manifest)
	if r.new.at(file) != r.old.at(file) {
		return "", nil
	}
	switch manifest {
	case "go.mod":
		res, err := r.command(command{dir: dir, quiet: true, argv: []string{"go", "mod", "edit", "-json"}})
		if err == nil && res.code != 0 {
			return "cannot be read by its build tool", nil
		}
		if err != nil {
			return "", err
		}
		return r.noPackages(dir)
	case "Cargo.toml":
		for _, run := range []func(command) (*result, error){r.command, r.startBefore} {
			var v Violations
			if _, err := workspaceBy(run, dir); err == nil || !errors.As(err, &v) {
				return "", err
			}
		}
		return "cannot be read by its build tool", nil
	}
	return "", nil
}

// noPackages is noProject for a module with no packages in it, such as one that
// only names tools: the go command takes that for a mistake.
func (r *Run) noPackages(dir string) (why string, err error) {
	for _, run := range []func(command) (*result, error){r.command, r.startBefore} {
		res, err := run(command{dir: dir, quiet: true, argv: []string{"go", "list", "./..."}})
		if err != nil || res.code != 0 || len(printedLines(res.stdout.String())) > 0 {
			return "", err
		}
	}
	return "has no packages", nil
}

// startBefore runs a command in main's files as they are without the work.
func (r *Run) startBefore(c command) (*result, error) {
	before, err := r.before()
	if err != nil {
		return nil, err
	}
	file, err := r.look(c.argv[0])
	if err != nil {
		return nil, err
	}
	return r.start(c, process{path: file, args: c.argv[1:], dir: filepath.Join(before, filepath.FromSlash(c.dir)),
		env: append(append(r.environ(), goWork(r, r.old, before, c.dir)), c.env...)})
}

// before is a folder with main's files as they are without the work.
func (r *Run) before() (string, error) {
	dir, commit := r.scratch.path("before-"+string(r.Place)), r.base
	if r.Place == Merge {
		commit = r.tip
	}
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, r.writeOut(r.ctx, commit, r.old, dir)
}
