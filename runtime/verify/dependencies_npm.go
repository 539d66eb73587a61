package verify

import (
	"encoding/json"
	"strings"
)

// npmManifest reads the dependencies of a package.json.
func npmManifest(text []byte) (facts, error) {
	var m map[string]any
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", m, "dependencies", "devDependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies",
		"bundledDependencies", "bundleDependencies", "overrides", "resolutions", "packageManager", "dependenciesMeta", "catalog", "catalogs")
	for _, tool := range []string{"pnpm", "workspaces"} {
		if t, ok := m[tool].(map[string]any); ok {
			f.tables(tool+".", t, "overrides", "patchedDependencies", "packageExtensions", "onlyBuiltDependencies", "catalog", "catalogs")
		}
	}
	return f, nil
}

// npmLock reads what a package-lock.json holds the project to. Of the project's
// own packages only what they depend on counts.
func npmLock(text []byte) (facts, error) {
	var lock struct {
		Packages     map[string]map[string]any `json:"packages"`
		Dependencies map[string]any            `json:"dependencies"`
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, err
	}
	f := facts{}
	for name, p := range lock.Packages {
		if !strings.HasPrefix(name, "node_modules/") && !strings.Contains(name, "/node_modules/") {
			f.tables("packages."+name+".", p, "dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "bundleDependencies")
			continue
		}
		f["packages."+name] = canonical(p)
	}
	f.tables("", map[string]any{"dependencies": lock.Dependencies}, "dependencies")
	return f, nil
}
