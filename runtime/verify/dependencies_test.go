package verify

import (
	"strings"
	"testing"
)

const manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\n\n[dependencies]\nserde = \"1.0\"\n"

func TestDependencies(t *testing.T) {
	const lock = "version = 3\n\n[[package]]\nname = \"demo\"\nversion = \"0.1.0\"\ndependencies = [\"serde\"]\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.1\"\nsource = \"registry+x\"\nchecksum = \"aa\"\n"
	const gomod = "module x\n\ngo 1.22\n\nrequire (\n\ta.b/c v1.0.0\n\td.e/f v1.0.0 // indirect\n)\n"
	const npm = `{"name":"x","version":"1.0.0","scripts":{"test":"x"},"dependencies":{"a":"^1"}}`
	const npmlock = `{"name":"x","version":"1.0.0","packages":{"":{"name":"x","version":"1.0.0","dependencies":{"a":"^1"}},"node_modules/a":{"version":"1.0.0"}}}`
	replace := strings.Replace
	for _, tt := range []struct {
		name, file, before, now string
		want                    string // "" for none
	}{
		{"package version", "Cargo.toml", manifest, replace(manifest, "0.1.0", "0.2.0", 1), ""},
		{"edition, features and a comment", "Cargo.toml", manifest, manifest + "\n# x\n[features]\nx = []\n[profile.dev]\nopt-level = 1\n", ""},
		{"another spelling of the same", "Cargo.toml", manifest, replace(manifest, `serde = "1.0"`, `serde = { version = "1.0" }`, 1), ""},
		{"a table of the same", "Cargo.toml", manifest, replace(manifest, "[dependencies]\nserde = \"1.0\"", "[dependencies.serde]\nversion = \"1.0\"", 1), ""},
		{"a version", "Cargo.toml", manifest, replace(manifest, `serde = "1.0"`, `serde = "2.0"`, 1), `dependencies.serde was "1.0" and is "2.0"`},
		{"one more", "Cargo.toml", manifest, manifest + "tokio = { version = \"1\", features = [\"full\"] }\n", "added dependencies.tokio"},
		{"dotted", "Cargo.toml", manifest, manifest + "tokio.version = \"1\"\n", "added dependencies.tokio"},
		{"one less", "Cargo.toml", manifest, replace(manifest, "serde = \"1.0\"\n", "", 1), "removed dependencies.serde"},
		{"dev", "Cargo.toml", manifest, manifest + "\n[dev-dependencies]\nx = \"1\"\n", "added dev-dependencies.x"},
		{"build, the old spelling", "Cargo.toml", manifest, manifest + "\n[build_dependencies]\nx = \"1\"\n", "added build_dependencies.x"},
		{"target", "Cargo.toml", manifest, manifest + "\n[target.'cfg(unix)'.dependencies]\nx = \"1\"\n", "added target.cfg(unix).dependencies.x"},
		{"workspace", "Cargo.toml", manifest, manifest + "\n[workspace.dependencies]\nx = \"1\"\n", "added workspace.dependencies.x"},
		{"patch", "Cargo.toml", manifest, manifest + "\n[patch.crates-io]\nserde = { path = \"x\" }\n", "added patch.crates-io"},
		{"feature of one", "Cargo.toml", manifest, replace(manifest, `"1.0"`, `{ version = "1.0", features = ["rc"] }`, 1), "dependencies.serde was"},
		{"in a new crate", "sub/Cargo.toml", "", manifest, "added dependencies.serde"},
		{"a new crate without any", "sub/Cargo.toml", "", replace(manifest, "serde = \"1.0\"\n", "", 1), ""},
		{"a removed manifest", "Cargo.toml", manifest, "", "removed dependencies.serde"},
		{"unreadable", "Cargo.toml", manifest, manifest + "= 1\n", "cannot be read"},
		{"Cargo.lock, own version", "Cargo.lock", lock, replace(lock, "0.1.0", "0.2.0", 1), ""},
		{"Cargo.lock, theirs", "Cargo.lock", lock, replace(lock, "1.0.1", "1.0.2", 1), "added serde 1.0.2"},
		{"Cargo.lock, checksum", "Cargo.lock", lock, replace(lock, "\"aa\"", "\"bb\"", 1), "serde 1.0.1 was"},
		{"source replacement", ".cargo/config.toml", "", "[source.crates-io]\nreplace-with = \"mine\"\n", "added source.crates-io"},
		{"cargo's other settings", ".cargo/config.toml", "", "[build]\njobs = 1\n", ""},
		{"a config.toml of something else", "config.toml", "", "[source]\nx = 1\n", ""},
		{"go version", "go.mod", gomod, replace(gomod, "go 1.22", "go 1.23", 1), ""},
		{"comment and order", "go.mod", gomod, "module x\ngo 1.22\nrequire d.e/f v1.0.0\nrequire \"a.b/c\" v1.0.0 // why\n", ""},
		{"go.mod, a version", "go.mod", gomod, replace(gomod, "c v1.0.0", "c v1.1.0", 1), "require a.b/c was v1.0.0 and is v1.1.0"},
		{"go.mod, one more", "go.mod", gomod, gomod + "require g.h/i v0.1.0\n", "added require g.h/i v0.1.0"},
		{"go.mod, replace", "go.mod", gomod, gomod + "replace a.b/c => ../c\n", "added replace a.b/c ../c"},
		{"go.mod, toolchain", "go.mod", gomod, gomod + "toolchain go1.99.0\n", "added toolchain go1.99.0"},
		{"go.mod, unreadable", "go.mod", gomod, gomod + "require (\n", "cannot be read"},
		{"go.sum", "go.sum", "a v1 h1:x\n", "a v1 h1:x\nb v1 h1:y\n", "added b v1 h1:y"},
		{"go.sum, order", "go.sum", "a v1 h1:x\nb v1 h1:y\n", "b v1 h1:y\na v1 h1:x\n", ""},
		{"package.json, scripts and version", "package.json", npm, `{"version":"1.1.0","scripts":{"test":"y"},"dependencies":{"a":"^1"},"name":"x"}`, ""},
		{"package.json, a version", "web/package.json", npm, replace(npm, "^1", "^2", 1), `dependencies.a was "^1" and is "^2"`},
		{"package.json, dev", "package.json", npm, replace(npm, `"dep`, `"devDependencies":{"b":"1"},"dep`, 1), "added devDependencies.b"},
		{"package.json, overrides", "package.json", npm, replace(npm, `"dep`, `"overrides":{"b":"1"},"dep`, 1), "added overrides.b"},
		{"package-lock.json, own version", "package-lock.json", npmlock, strings.ReplaceAll(npmlock, `"name":"x","version":"1.0.0"`, `"name":"x","version":"1.1.0"`), ""},
		{"package-lock.json, theirs", "package-lock.json", npmlock, replace(npmlock, `a":{"version":"1.0.0"`, `a":{"version":"1.0.1"`, 1), "packages.node_modules/a was"},
		{"yarn.lock", "yarn.lock", "a\n", "b\n", "yarn.lock (modified)"},
		{"pnpm-lock.yaml", "pnpm-lock.yaml", "", "b\n", "pnpm-lock.yaml (added)"},
		{"a file like one", "Cargo.toml.bak", "", manifest, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"x": "x"}
			if tt.before != "" {
				files[tt.file] = tt.before
			}
			f := start(t, files)
			if tt.now == "" {
				f.git(f.work, "rm", "-q", tt.file)
			} else {
				f.write(f.work, tt.file, tt.now)
			}
			rep := f.verify(whitelist("**"), &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both})
			if tt.want == "" {
				f.clean(rep)
				return
			}
			f.fails(rep, tt.want)
			allowed := whitelist("**")
			allowed.AllowDepBump = true
			f.clean(f.verify(allowed, &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both}))
		})
	}
}

// The merge is compared with main as it is: a version that main got meanwhile is
// not the agent's.
func TestDependenciesOfMain(t *testing.T) {
	f := start(t, map[string]string{"Cargo.toml": manifest})
	f.write(f.work, "x", "x")
	f.write(f.main, "Cargo.toml", strings.Replace(manifest, `"1.0"`, `"2.0"`, 1))
	f.commit(f.main, "since")
	f.clean(f.verify(whitelist("**"), &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both}))
}

func FuzzGoMod(f *testing.F) {
	f.Add("module x\nrequire (\n\ta v1 // c\n)\nreplace a => b\n")
	f.Fuzz(func(t *testing.T, text string) { _, _ = goMod([]byte(text)) })
}
