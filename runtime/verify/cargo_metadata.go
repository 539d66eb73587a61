package verify

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A cargoTarget is what cargo says of something that it compiles.
type cargoTarget struct {
	Kind    []string `json:"kind"`
	Name    string   `json:"name"`
	SrcPath string   `json:"src_path"`
	Doctest bool     `json:"doctest"`
	Test    bool     `json:"test"`
	Needs   []string `json:"required-features"`
}

// A cargoPackage is a member of a workspace.
type cargoPackage struct {
	Name     string              `json:"name"`
	Targets  []cargoTarget       `json:"targets"`
	Features map[string][]string `json:"features"`
}

// workspace asks cargo for the members of the workspace in a folder.
func (r *Run) workspace(dir string) ([]cargoPackage, error) { return workspaceBy(r.command, dir) }

func workspaceBy(run func(command) (*result, error), dir string) ([]cargoPackage, error) {
	c := command{dir: dir, quiet: true, most: 64 << 20, argv: []string{"cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"}}
	res, err := run(c)
	if err != nil {
		return nil, err
	}
	if res.code != 0 {
		return nil, violation(res.last(20), "%s cannot be read: cargo metadata failed with status %d", join(dir, "Cargo.toml"), res.code)
	}
	var m struct {
		Packages []cargoPackage `json:"packages"`
	}
	if res.stdout.lost {
		return nil, fmt.Errorf("cargo metadata printed more than %d bytes for %s", c.most, join(dir, "Cargo.toml"))
	}
	if err := json.Unmarshal(res.stdout.b.Bytes(), &m); err != nil {
		return nil, fmt.Errorf("what cargo metadata printed is not understood: %w", err)
	}
	return m.Packages, nil
}

// A cargoProgram is a test program that cargo has compiled.
type cargoProgram struct {
	cargoTarget
	manifest string
	file     string
}

// compiled are the test programs that cargo says it has made: files of the run's
// own target folder.
func (r *Run) compiled(res *result) ([]cargoProgram, error) {
	if res.stdout.lost {
		return nil, fmt.Errorf("cargo printed more than is kept of it, so its test programs are not known")
	}
	var list []cargoProgram
	for _, line := range printedLines(res.stdout.String()) {
		var m struct {
			Reason   string      `json:"reason"`
			Manifest string      `json:"manifest_path"`
			Target   cargoTarget `json:"target"`
			Profile  struct {
				Test bool `json:"test"`
			} `json:"profile"`
			Executable string `json:"executable"`
		}
		if json.Unmarshal([]byte(line), &m) != nil || m.Reason != "compiler-artifact" || !m.Profile.Test || m.Executable == "" {
			continue
		}
		p := cargoProgram{m.Target, m.Manifest, m.Executable}
		if !below(r.target(), p.file) || slices.ContainsFunc(list, func(q cargoProgram) bool { return p.file == q.file }) {
			continue
		}
		if info, err := os.Lstat(p.file); err != nil || !info.Mode().IsRegular() {
			return nil, violation(nil, "cargo names a test program that is not there: %s", shown(p.file))
		}
		list = append(list, p)
	}
	return list, nil
}

// target is the folder that cargo compiles into.
func (r *Run) target() string { return r.scratch.path("target-" + string(r.Place)) }

// triples are the targets that programs were compiled for: cargo puts those of
// a build.target of the project's into a folder of its name.
func (r *Run) triples(host string, list []cargoProgram) []string {
	triples := []string{host}
	for _, p := range list {
		rel, err := filepath.Rel(r.target(), p.file)
		first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		if err == nil && strings.Count(first, "-") >= 2 && !slices.Contains(triples, first) {
			triples = append(triples, first)
		}
	}
	return triples
}

// host is the target of this machine.
func (r *Run) host(dir string) (string, error) {
	res, err := r.command(command{dir: dir, argv: []string{"rustc", "-vV"}, quiet: true})
	if err != nil {
		return "", err
	}
	for _, line := range printedLines(res.stdout.String()) {
		if host, ok := strings.CutPrefix(line, "host: "); ok {
			return host, nil
		}
	}
	return "", fmt.Errorf("rustc -vV does not name its host: %s", some(res.last(3), 3))
}
