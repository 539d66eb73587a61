package verify

import "strings"

// npmDependencies are the fields of a package.json that say what else is built
// from, for npm, pnpm, yarn and bun.
var npmDependencies = []string{
	"dependencies", "devDependencies", "peerDependencies", "peerDependenciesMeta", "optionalDependencies",
	"bundledDependencies", "bundleDependencies", "dependenciesMeta", "overrides", "resolutions", "catalog", "catalogs",
	"patchedDependencies", "trustedDependencies", "packageManager", "devEngines", "workspaces", "pnpm", "gypfile",
}

// npmHooks are the scripts that run where somebody only installs.
var npmHooks = []string{
	"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare",
	"predependencies", "dependencies", "postdependencies", "pnpm:devPreinstall",
}

// npmManifest reads the dependencies of a package.json.
func npmManifest(text []byte, _ surroundings) (facts, error) {
	m, err := readJSON(text)
	if err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", m, npmDependencies...)
	if scripts, ok := m["scripts"].(map[string]any); ok {
		for _, name := range npmHooks {
			if script, ok := scripts[name]; ok {
				f["scripts."+name] = canonical(script)
			}
		}
	}
	return f, nil
}

// npmLock reads what a package-lock.json holds the project to. Of the project's
// own packages only what they depend on counts.
func npmLock(text []byte, _ surroundings) (facts, error) {
	lock, err := readJSON(text)
	if err != nil {
		return nil, err
	}
	f := facts{}
	f.tables("", lock, "dependencies")
	packages, ok := lock["packages"].(map[string]any)
	if !ok {
		f.tables("", lock, "packages")
	}
	for name, p := range packages {
		own, ok := p.(map[string]any)
		if !ok || strings.HasPrefix(name, "node_modules/") || strings.Contains(name, "/node_modules/") {
			f["packages."+name] = canonical(p)
			continue
		}
		f.tables("packages."+name+".", own, "dependencies", "devDependencies", "peerDependencies", "optionalDependencies",
			"bundleDependencies", "hasInstallScript", "resolved", "link")
	}
	return f, nil
}
