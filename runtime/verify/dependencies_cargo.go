package verify

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// dependencyTables are the tables of a Cargo.toml that name dependencies, at
// the top, below workspace, and below each target.
var dependencyTables = []string{"dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"}

// cargoManifest reads the dependencies of a Cargo.toml, however they are
// written: as a string, an inline table, a table of their own, or dotted.
func cargoManifest(text []byte, at surroundings) (facts, error) {
	var m map[string]any
	if err := decodeTOML(text, &m); err != nil {
		return nil, err
	}
	f := facts{}
	inherits := at.inherited(m)
	f.crates("", m, at, inherits)
	f.tables("", m, "patch", "replace")
	if w, ok := m["workspace"].(map[string]any); ok {
		f.crates("workspace.", w, at, nil)
	}
	targets, _ := m["target"].(map[string]any)
	for name, t := range targets {
		if t, ok := t.(map[string]any); ok {
			f.crates("target."+name+".", t, at, inherits)
		}
	}
	return f, nil
}

// crates takes the dependencies that are not crates of the work itself. Where
// one of those takes the place of another, the other one is missed.
func (f facts) crates(prefix string, in map[string]any, at surroundings, inherits map[string]bool) {
	f.tables(prefix, in, dependencyTables...)
	for _, name := range dependencyTables {
		t, _ := in[name].(map[string]any)
		for dep, how := range t {
			if how, ok := how.(map[string]any); ok && (at.own(how) || inherits[dep] && how["workspace"] == true) {
				delete(f, prefix+name+"."+dep)
			}
		}
	}
}

// own reports whether a dependency is on a crate by its path, and the crate is
// part of the work.
func (at surroundings) own(how map[string]any) bool {
	for key := range how {
		switch key {
		case "path", "version", "package", "features", "default-features", "optional", "public":
		default:
			return false
		}
	}
	to, ok := how["path"].(string)
	if !ok || path.IsAbs(to) || strings.Contains(to, `\`) {
		return false
	}
	to = path.Join(at.dir, to, "Cargo.toml")
	if to == ".." || strings.HasPrefix(to, "../") {
		return false
	}
	_, ok = at.read(to)
	return ok
}

// inherited are the crates of the work that a manifest can name by its workspace.
func (at surroundings) inherited(m map[string]any) map[string]bool {
	list := map[string]bool{}
	for dir := at.dir; ; dir = path.Dir(dir) {
		if w, ok := m["workspace"].(map[string]any); ok {
			deps, _ := w["dependencies"].(map[string]any)
			for dep, how := range deps {
				if how, ok := how.(map[string]any); ok && (surroundings{dir, at.read}).own(how) {
					list[dep] = true
				}
			}
			return list
		}
		if dir == "." {
			return list
		}
		m = nil
		if text, ok := at.read(join(path.Dir(dir), "Cargo.toml")); ok && decodeTOML(text, &m) != nil {
			return list
		}
	}
}

// cargoQuiet are the settings of a .cargo/config.toml that do not decide what is
// built, from what, and by which programs; all others do. An alias does: it goes
// before an installed subcommand of the same name, such as clippy or fmt.
var cargoQuiet = map[string][]string{
	"term": nil, "cargo-new": nil, "future-incompat-report": nil, "cache": nil, "profile": nil,
	"build": {"jobs", "incremental", "target-dir", "build-dir", "dep-info-basedir", "warnings"},
	"net":   {"retry", "offline"},
}

// cargoConfig reads what a .cargo/config.toml says about what is built.
func cargoConfig(text []byte, _ surroundings) (facts, error) {
	var m map[string]any
	if err := decodeTOML(text, &m); err != nil {
		return nil, err
	}
	f := facts{}
	for name, t := range m {
		quiet, ok := cargoQuiet[name]
		if ok && quiet == nil {
			continue
		}
		f.tables("", m, name)
		if _, ok := t.(map[string]any); ok {
			for _, key := range quiet {
				delete(f, name+"."+key)
			}
		}
	}
	return f, nil
}

// tables takes the entries of some tables.
func (f facts) tables(prefix string, in map[string]any, names ...string) {
	for _, name := range names {
		switch t := in[name].(type) {
		case nil:
		case map[string]any:
			for dep, how := range t {
				f[prefix+name+"."+dep] = canonical(how)
			}
		default:
			f[prefix+name] = canonical(t)
		}
	}
}

// cargoLock reads what a Cargo.lock holds the project to. Packages without a
// source are the workspace's own; their versions are the project's.
func cargoLock(text []byte, _ surroundings) (facts, error) {
	var m map[string]any
	if err := decodeTOML(text, &m); err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", m, "metadata", "patch", "root")
	switch list := m["package"].(type) {
	case nil:
	case []map[string]any:
		for _, p := range list {
			if p["source"] == nil {
				continue
			}
			name := fmt.Sprintf("%v %v (%v)", p["name"], p["version"], p["source"])
			if _, dup := f[name]; dup {
				return nil, fmt.Errorf("%s stands twice", plain(name))
			}
			f[name] = lockedCrate(p)
		}
	default:
		f["package"] = canonical(list)
	}
	return f, nil
}

// lockedCrate is what is said of a package beside its name.
func lockedCrate(p map[string]any) string {
	said := map[string]any{}
	for key, v := range p {
		if list, ok := v.([]any); ok && key == "dependencies" {
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		if key != "name" && key != "version" && key != "source" {
			said[key] = v
		}
	}
	if len(said) == 0 {
		return ""
	}
	return canonical(said)
}
