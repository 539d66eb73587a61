package verify

import (
	"errors"
	"os"
	"path/filepath"
)

// brokenBefore reports whether the build tool cannot read a manifest, and could
// not in main, which has the same: a template for one is no project.
func (r *Run) brokenBefore(dir, manifest string) (bool, error) {
	file := join(dir, manifest)
	if r.new.at(file) != r.old.at(file) {
		return false, nil
	}
	if manifest == "go.mod" {
		res, err := r.command(command{dir: dir, quiet: true, argv: []string{"go", "mod", "edit", "-json"}})
		return err == nil && res.code != 0, err
	}
	if manifest != "Cargo.toml" {
		return false, nil
	}
	var v Violations
	if _, err := r.workspace(dir); err == nil || !errors.As(err, &v) {
		return false, err
	}
	before, err := r.before()
	if err != nil {
		return false, err
	}
	argv := []string{"cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"}
	path, err := r.look(argv[0])
	if err != nil {
		return false, err
	}
	res, err := r.start(command{argv: argv, quiet: true},
		process{path: path, args: argv[1:], env: r.environ(), dir: filepath.Join(before, filepath.FromSlash(dir))})
	return err == nil && res.code != 0, err
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
	return dir, r.store.export(r.ctx, commit, dir)
}
