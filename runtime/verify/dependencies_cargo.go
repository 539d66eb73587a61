package verify

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// dependencyTables are the tables of a Cargo.toml that name dependencies, at
// the top, below workspace, and below each target.
var dependencyTables = []string{"dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"}

// cargoManifest reads the dependencies of a Cargo.toml, however they are
// written: as a string, an inline table, a table of their own, or dotted.
func cargoManifest(text []byte) (facts, error) {
	var m map[string]any
	if _, err := toml.Decode(string(text), &m); err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", m, dependencyTables...)
	f.tables("", m, "patch", "replace")
	if w, ok := m["workspace"].(map[string]any); ok {
		f.tables("workspace.", w, dependencyTables...)
	}
	targets, _ := m["target"].(map[string]any)
	for name, t := range targets {
		if t, ok := t.(map[string]any); ok {
			f.tables("target."+name+".", t, dependencyTables...)
		}
	}
	return f, nil
}

// cargoConfig reads what a .cargo/config.toml says about where dependencies
// come from.
func cargoConfig(text []byte) (facts, error) {
	var m map[string]any
	if _, err := toml.Decode(string(text), &m); err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", m, "patch", "source", "registries", "registry")
	if paths, ok := m["paths"]; ok {
		f["paths"] = canonical(paths)
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

// canonical is a value in one spelling. A version alone is the same as a table
// with nothing but a version.
func canonical(v any) string {
	if m, ok := v.(map[string]any); ok && len(m) == 1 {
		if version, ok := m["version"].(string); ok {
			v = version
		}
	}
	b, err := json.Marshal(v) // sorts the keys of maps
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// cargoLock reads what a Cargo.lock holds the project to. Packages without a
// source are the workspace's own; their versions are the project's.
func cargoLock(text []byte) (facts, error) {
	var lock struct {
		Package []struct {
			Name         string   `toml:"name"`
			Version      string   `toml:"version"`
			Source       string   `toml:"source"`
			Checksum     string   `toml:"checksum"`
			Dependencies []string `toml:"dependencies"`
		} `toml:"package"`
		Patch    map[string]any    `toml:"patch"`
		Metadata map[string]string `toml:"metadata"`
	}
	if _, err := toml.Decode(string(text), &lock); err != nil {
		return nil, err
	}
	f := facts{}
	for _, p := range lock.Package {
		if p.Source == "" {
			continue
		}
		slices.Sort(p.Dependencies)
		f[p.Name+" "+p.Version] = strings.TrimSpace(p.Source + " " + p.Checksum + " " + strings.Join(p.Dependencies, ","))
	}
	for name, sum := range lock.Metadata {
		f["metadata."+name] = sum
	}
	for name, p := range lock.Patch {
		f["patch."+name] = canonical(p)
	}
	return f, nil
}
