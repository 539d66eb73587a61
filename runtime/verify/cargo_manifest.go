package verify

import (
	"path"
	"slices"
	"strings"
)

// A cargoToml is a Cargo.toml as far as it decides which tests there are. It
// is kept as a map: a struct's keys would be matched in any case.
type cargoToml map[string]any

func readCargoManifest(text []byte) (m cargoToml, err error) {
	return m, decodeTOML(text, &m)
}

func (m cargoToml) table(name string) map[string]any {
	t, _ := m[name].(map[string]any)
	return t
}

// targets are the tables that describe what is compiled, of one kind.
func (m cargoToml) targets(kind string) []map[string]any {
	if kind == "lib" {
		if t := m.table("lib"); t != nil {
			return []map[string]any{t}
		}
		return nil
	}
	list, _ := m[kind].([]map[string]any)
	return list
}

func off(t map[string]any, key string) bool {
	is, ok := t[key].(bool)
	return ok && !is
}

func under(name string) string { return strings.ReplaceAll(name, "-", "_") }

// bare reports whether a target of this name has a main function of its own.
func (m cargoToml) bare(name string) bool {
	for _, kind := range []string{"lib", "test", "bin", "example", "bench"} {
		for _, t := range m.targets(kind) {
			if its, _ := t["name"].(string); off(t, "harness") && (its == "" || under(its) == under(name)) {
				return true
			}
		}
	}
	return false
}

// tested reports whether cargo runs the tests of a file, given by its path from
// the package: those of the library and the programs, and those in tests, unless
// the manifest says otherwise.
func (m cargoToml) tested(file string) bool {
	if m.table("package") == nil {
		return false
	}
	parts := strings.Split(file, "/")
	switch parts[0] {
	case "examples", "benches":
		return false
	case "tests":
		return m.testsFile(file)
	}
	for _, lib := range m.targets("lib") {
		if off(lib, "test") || off(lib, "harness") {
			return false
		}
	}
	return true
}

// testsFile is tested for a file below tests. Those in folders are modules of
// the others, but for main.rs.
func (m cargoToml) testsFile(file string) bool {
	parts := strings.Split(file, "/")
	name := strings.TrimSuffix(parts[1%len(parts)], ".rs")
	for _, t := range m.targets("test") {
		its, _ := t["name"].(string)
		at, _ := t["path"].(string)
		if path.Clean(at) == file || at == "" && its == name {
			return !off(t, "test") && !off(t, "harness")
		}
	}
	if len(parts) == 2 || len(parts) == 3 && parts[2] == "main.rs" {
		return !off(m.table("package"), "autotests")
	}
	return true
}

// has reports whether a workspace, whose manifest m is, has the package in a
// folder, given by its path from the workspace. Packages that others depend on
// by path belong to it without being named.
func (m cargoToml) has(dir string, byPath []string) bool {
	if dir == "." {
		return m.table("package") != nil
	}
	w := m.table("workspace")
	if w == nil {
		return false
	}
	for _, x := range texts(w["exclude"]) {
		if x = path.Clean(x); dir == x || strings.HasPrefix(dir, x+"/") {
			return slices.ContainsFunc(texts(w["members"]), func(g string) bool { return path.Clean(g) == dir })
		}
	}
	return slices.Contains(byPath, dir) || slices.ContainsFunc(texts(w["members"]), func(g string) bool {
		ok, err := path.Match(path.Clean(g), dir)
		return ok && err == nil
	})
}

// paths are the folders of dependencies that are given by one, from the package.
func (m cargoToml) paths() []string {
	var list []string
	take := func(t map[string]any) {
		for _, key := range dependencyTables {
			deps, _ := t[key].(map[string]any)
			for _, dep := range deps {
				if how, ok := dep.(map[string]any); ok {
					if at, ok := how["path"].(string); ok {
						list = append(list, at)
					}
				}
			}
		}
	}
	take(m)
	take(m.table("workspace"))
	for _, t := range m.table("target") {
		if t, ok := t.(map[string]any); ok {
			take(t)
		}
	}
	return list
}

func texts(v any) []string {
	var list []string
	items, _ := v.([]any)
	for _, item := range items {
		if s, ok := item.(string); ok {
			list = append(list, s)
		}
	}
	return list
}
