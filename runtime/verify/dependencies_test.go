package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
)

const manifest = "[package]\nname = \"demo\"\nversion = \"0.1.0\"\n\n[dependencies]\nserde = \"1.0\"\n"

func TestDependencies(t *testing.T) {
	const lock = "version = 3\n\n[[package]]\nname = \"demo\"\nversion = \"0.1.0\"\ndependencies = [\"serde\"]\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.1\"\nsource = \"registry+x\"\nchecksum = \"aa\"\n"
	const gomod = "module x\n\ngo 1.22\n\nrequire (\n\ta.b/c v1.0.0\n\td.e/f v1.0.0 // indirect\n)\n"
	const npm = `{"name":"x","version":"1.0.0","scripts":{"test":"x"},"dependencies":{"a":"^1"}}`
	const npmlock = `{"name":"x","version":"1.0.0","packages":{"":{"name":"x","version":"1.0.0","dependencies":{"a":"^1"}},"node_modules/a":{"version":"1.0.0"}}}`
	const python = "[project]\nname = \"x\"\nversion = \"1.0.0\"\ndependencies = [\"a==1\"]\n"
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
		{"with a path in the repository", "Cargo.toml", manifest, manifest + "x = { path = \"x\", version = \"0.1\" }\n", ""},
		{"with a path to nothing", "Cargo.toml", manifest, manifest + "y = { path = \"y\" }\n", "added dependencies.y"},
		{"with a path out of the repository", "Cargo.toml", manifest, manifest + "y = { path = \"../x\" }\n", "added dependencies.y"},
		{"a path in place of a version", "Cargo.toml", manifest, replace(manifest, `serde = "1.0"`, `serde = { path = "x" }`, 1), "removed dependencies.serde"},
		{"a path, and where else it is from", "Cargo.toml", manifest, manifest + "x = { path = \"x\", git = \"https://a\" }\n", "added dependencies.x"},
		{"a patch with a path in the repository", "Cargo.toml", manifest, manifest + "[patch.crates-io]\nserde = { path = \"x\" }\n", "added patch.crates-io"},
		{"a new crate of the workspace", "sub/Cargo.toml", "", "[package]\nname = \"sub\"\n[dependencies]\nx = { path = \"../x\" }\n", ""},
		{"a new crate, with the workspace's own", "more/sub/Cargo.toml", "", "[package]\nname = \"sub\"\n[dependencies]\nx.workspace = true\n", ""},
		{"a new crate, with the workspace's others", "more/sub/Cargo.toml", "", "[package]\nname = \"sub\"\n[dependencies]\ny = { workspace = true }\n", "added dependencies.y"},
		{"a new crate, with what the workspace has elsewhere", "sub/Cargo.toml", "", "[package]\nname = \"sub\"\n[dependencies]\nx = { workspace = true }\n", "added dependencies.x"},
		{"brackets in strings and comments", "Cargo.toml", manifest, manifest + "# " + strings.Repeat("[", 99) + "\n[package.metadata]\na = '" + strings.Repeat("[", 99) + "'\nb = \"\"\"\n" + strings.Repeat("{", 99) + "\\\"\"\"\"\"\nc = \"" + strings.Repeat("a.", 99) + "\"\n", ""},
		{"deep", "Cargo.toml", manifest, manifest + "x = " + strings.Repeat("[", 3<<20) + "\n", "more than 32 levels"},
		{"deep tables", "Cargo.toml", manifest, manifest + "x = " + strings.Repeat("{a=", 20000) + "1" + strings.Repeat("}", 20000) + "\n", "more than 32 levels"},
		{"deep keys", "Cargo.toml", manifest, manifest + strings.Repeat("a.", 20000) + "a = 1\n", "more than 32 levels"},
		{"deep keys in quotes", "Cargo.toml", manifest, manifest + strings.Repeat("\"a\" . ", 20000) + "a = 1\n", "more than 32 levels"},
		{"many strings", "Cargo.toml", manifest, manifest + "[package.metadata]\nx = [" + strings.Repeat("\"a.b\", 1.5, [{ a.b = 'c' }],\n", 2000) + "]\n", ""},
		{"too long", "Cargo.toml", manifest, manifest + "#" + strings.Repeat(" ", 4<<20), "at most 4194304 are read"},
		{"control characters", "Cargo.toml", manifest, manifest + "\"a\\u001b[2J\" = \"\\u001b\u202e\\n\"\n", `added dependencies.a\x1b[2J "\u001b\u202e\n"`},
		{"Cargo.lock, own version", "Cargo.lock", lock, replace(lock, "0.1.0", "0.2.0", 1), ""},
		{"Cargo.lock, theirs", "Cargo.lock", lock, replace(lock, "1.0.1", "1.0.2", 1), "added serde 1.0.2 (registry+x)"},
		{"Cargo.lock, checksum", "Cargo.lock", lock, replace(lock, "\"aa\"", "\"bb\"", 1), "serde 1.0.1 (registry+x) was"},
		{"Cargo.lock, a second source", "Cargo.lock", lock, replace(lock, "[[package]]\nname = \"serde\"", "[[package]]\nname = \"serde\"\nversion = \"1.0.1\"\nsource = \"git+y\"\n\n[[package]]\nname = \"serde\"", 1), "added serde 1.0.1 (git+y)"},
		{"Cargo.lock, twice the same", "Cargo.lock", lock, lock + lock[strings.LastIndex(lock, "[[package]]"):], "serde 1.0.1 (registry+x) stands twice"},
		{"Cargo.lock, the same in capitals", "Cargo.lock", lock, replace(lock, "\"aa\"", "\"bb\"", 1) + strings.ReplaceAll(lock[strings.Index(lock, "[[package]]"):], "package", "PACKAGE"), "serde 1.0.1 (registry+x) was"},
		{"Cargo.lock, order", "Cargo.lock", lock, "[[package]]\nname = \"serde\"\nchecksum = \"aa\"\nsource = \"registry+x\"\nversion = \"1.0.1\"\n", ""},
		{"a toolchain", "rust-toolchain.toml", "", "[toolchain]\npath = \"tc\"\n", "rust-toolchain.toml (added)"},
		{"a toolchain, the old way", "rust-toolchain", "stable\n", "nightly\n", "rust-toolchain (modified)"},
		{"a toolchain's name elsewhere", "docs/rust-toolchain.md", "", "nightly\n", ""},
		{"a linker", ".cargo/config.toml", "", "[target.x86_64-unknown-linux-gnu]\nlinker = \"ld\"\n", "added target.x86_64-unknown-linux-gnu"},
		{"a runner, the old name", ".cargo/config", "", "[target.'cfg(all())']\nrunner = \"true\"\n", "added target.cfg(all())"},
		{"flags", ".cargo/config.toml", "[build]\nrustflags = []\n", "[build]\nrustflags = [\"-Clinker=x\"]\n", `build.rustflags was [] and is ["-Clinker=x"]`},
		{"a wrapper", ".cargo/config.toml", "", "build.rustc-wrapper = \"x\"\n", `added build.rustc-wrapper "x"`},
		{"an environment", ".cargo/config.toml", "", "[env]\nRUSTC_WRAPPER = \"x\"\n", "added env.RUSTC_WRAPPER"},
		{"an alias", ".cargo/config.toml", "", "[alias]\nclippy = \"version\"\n", "added alias.clippy"},
		{"another file with more", ".cargo/config.toml", "", "include = [\"x.toml\"]\n", "added include"},
		{"quiet settings", ".cargo/config.toml", "", "[build]\njobs = 1\ntarget-dir = \"t\"\n[term]\nquiet = true\n[profile.dev]\ndebug = 0\n[net]\nretry = 3\n", ""},
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
		{"go.mod, twice", "go.mod", gomod, gomod + "require a.b/c v1.9.0\n", "require a.b/c is both v1.0.0 and v1.9.0"},
		{"go.mod, twice the other way", "go.mod", gomod, replace(gomod, "require (", "require a.b/c v1.9.0\nrequire (", 1), "require a.b/c is both v1.9.0 and v1.0.0"},
		{"go.mod, twice the same", "go.mod", gomod, gomod + "require a.b/c v1.0.0\n", ""},
		{"go.mod, tool", "go.mod", gomod, gomod + "tool a.b/c/cmd\n", "added tool a.b/c/cmd"},
		{"go.mod, exclude", "go.mod", gomod, gomod + "exclude a.b/c v1.1.0\n", "added exclude a.b/c v1.1.0"},
		{"go.mod, ignore", "go.mod", gomod, gomod + "ignore ./lib\n", "added ignore ./lib"},
		{"go.mod, in a folder that has none", "tools/go.mod", "", "module x/tools\n", ""},
		{"go.mod, in a folder of packages", "lib/go.mod", "", "module x/lib\n", "takes packages out of the module in ."},
		{"go.mod, above packages", "deep/go.mod", "", "module x/deep\n", "takes packages out of the module in ."},
		{"go.mod, in a folder of test data", "testdata/m/go.mod", "", "module m\n", ""},
		{"go.work", "go.work", "", "go 1.22\n\nuse ./lib\n", "added use ./lib"},
		{"go.work.sum", "go.work.sum", "", "a v1 h1:x\n", "added a v1 h1:x"},
		{"vendored Go", "vendor/a.b/c/c.go", "package c\n", "package c // x\n", "vendor/a.b/c/c.go (modified): vendored packages of Go"},
		{"what was vendored", "vendor/modules.txt", "# a.b/c v1.0.0\n", "# a.b/c v9.0.0\n", "vendor/modules.txt (modified)"},
		{"another kind of vendor", "shop/vendor/list.go", "", "package vendor\n", ""},
		{"a vendored crate", "third/serde/src/lib.rs", "", "// x\n", "third/serde/src/lib.rs (added): a vendored crate"},
		{"go.sum", "go.sum", "a v1 h1:x\n", "a v1 h1:x\nb v1 h1:y\n", "added b v1 h1:y"},
		{"go.sum, order", "go.sum", "a v1 h1:x\nb v1 h1:y\n", "b v1 h1:y\na v1 h1:x\n", ""},
		{"package.json, scripts and version", "package.json", npm, `{"version":"1.1.0","scripts":{"test":"y"},"dependencies":{"a":"^1"},"name":"x"}`, ""},
		{"package.json, a version", "web/package.json", npm, replace(npm, "^1", "^2", 1), `dependencies.a was "^1" and is "^2"`},
		{"package.json, dev", "package.json", npm, replace(npm, `"dep`, `"devDependencies":{"b":"1"},"dep`, 1), "added devDependencies.b"},
		{"package.json, overrides", "package.json", npm, replace(npm, `"dep`, `"overrides":{"b":"1"},"dep`, 1), "added overrides.b"},
		{"package.json, a test", "package.json", npm, replace(npm, `"test":"x"`, `"test":"y","build":"z","pretest":"w"`, 1), ""},
		{"a program of an installation", "web/binding.gyp", "", "{}", "web/binding.gyp (added): an installation would run it"},
		{"such a program, as main has it", "web/binding.gyp", "{}", "{'a': 1}", ""},
		{"package.json, more of itself", "package.json", npm, replace(npm, `"dep`, `"type":"module","engines":{"node":">=20"},"files":["a"],"bin":{"x":"x.js"},"dep`, 1), ""},
		{"package.json, run at an installation", "package.json", npm, replace(npm, `"test":"x"`, `"test":"x","postinstall":"y"`, 1), `added scripts.postinstall "y"`},
		{"package.json, prepared", "package.json", npm, replace(npm, `"test":"x"`, `"test":"x","prepare":"y"`, 1), "added scripts.prepare"},
		{"package.json, a patch", "package.json", npm, replace(npm, `"dep`, `"patchedDependencies":{"a@1":"p.patch"},"dep`, 1), "added patchedDependencies.a@1"},
		{"package.json, trusted", "package.json", npm, replace(npm, `"dep`, `"trustedDependencies":["a"],"dep`, 1), `added trustedDependencies ["a"]`},
		{"package.json, workspaces", "package.json", npm, replace(npm, `"dep`, `"workspaces":["a"],"dep`, 1), `added workspaces ["a"]`},
		{"package.json, workspaces as an object", "package.json", npm, replace(npm, `"dep`, `"workspaces":{"packages":["a"]},"dep`, 1), "added workspaces.packages"},
		{"package.json, pnpm's", "package.json", npm, replace(npm, `"dep`, `"pnpm":{"allowBuilds":{"a":true}},"dep`, 1), "added pnpm.allowBuilds"},
		{"package.json, bundled", "package.json", npm, replace(npm, `"dep`, `"bundleDependencies":true,"dep`, 1), "added bundleDependencies true"},
		{"package.json, package manager", "package.json", npm, replace(npm, `"dep`, `"packageManager":"pnpm@1","dep`, 1), "added packageManager"},
		{"package.json, in capitals", "package.json", npm, replace(npm, `"dep`, `"Dependencies":{"a":"^2"},"dep`, 1), ""},
		{"package.json, twice", "package.json", npm, replace(npm, `"dep`, `"dependencies":{"a":"^2"},"dep`, 1), "the key dependencies stands twice"},
		{"package.json, deep", "package.json", npm, replace(npm, `"dep`, `"x":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+`,"dep`, 1), "more than 256 levels"},
		{"package.json, with a mark", "package.json", npm, "\ufeff" + npm, ""},
		{"package.json, new and without any", "lib/package.json", "", `{"type":"commonjs"}`, ""},
		{"package-lock.json, twice", "package-lock.json", npmlock, replace(npmlock, `"packages":`, `"packages":{"node_modules/a":{"version":"6.6.6"}},"packages":`, 1), "the key packages stands twice"},
		{"package-lock.json, the other one in capitals", "package-lock.json", npmlock, replace(npmlock, `"packages":`, `"packages":{"node_modules/a":{"version":"6.6.6"}},"PACKAGES":`, 1), `packages.node_modules/a was "1.0.0" and is "6.6.6"`},
		{"pyproject.toml", "pyproject.toml", python, replace(python, "a==1", "a==2", 1), `project.dependencies was ["a==1"] and is ["a==2"]`},
		{"pyproject.toml, another tool", "pyproject.toml", python, python + "[tool.ruff]\nline-length = 99\n", ""},
		{"pyproject.toml, poetry's", "pyproject.toml", python, python + "[tool.poetry.group.dev.dependencies]\nb = \"1\"\n", "added tool.poetry.group.dev"},
		{"pyproject.toml, rye's", "pyproject.toml", python, python + "[tool.rye]\ndev-dependencies = [\"b\"]\n", "added tool.rye.dev-dependencies"},
		{"pyproject.toml, a command of setup's", "pyproject.toml", python, python + "[tool.setuptools.cmdclass]\nbuild_py = \"evil.B\"\n", "added tool.setuptools.cmdclass.build_py"},
		{"pyproject.toml, what is measured", "pyproject.toml", python, python + "[tool.coverage.run]\nsource = [\"src\"]\nbranch = true\n", ""},
		{"pyproject.toml, its version", "pyproject.toml", python, replace(python, "1.0.0", "1.0.1", 1), ""},
		{"requirements", "requirements-dev.txt", "a==1\n", "a==1 # why\n\n# more\n", ""},
		{"requirements, one more", "requirements/dev.in", "a==1\n", "a==1\n-r evil.txt\n", "added -r evil.txt"},
		{"setup.cfg", "setup.cfg", "[options]\ninstall_requires =\n  a\n", "[options]\ninstall_requires =\n  a\n  b\n", "added options.install_requires b"},
		{"setup.cfg, a linter's", "setup.cfg", "[flake8]\nx = 1\n", "[flake8]\nx = 2\n", ""},
		{"composer.json", "composer.json", "{}", `{"require":{"a/b":"1"}}`, "added require.a/b"},
		{"composer.json, its name", "composer.json", "{}", `{"name":"a/b"}`, ""},
		{"deno.json", "deno.json", "{}", `{"imports":{"a":"https://x"}}`, "added imports.a"},
		{"deno.json, a task", "deno.json", "{}", `{"tasks":{"a":"b"}}`, ""},
		{"CMakeLists.txt", "CMakeLists.txt", "project(x)\n", "project(x)\nFetchContent_Declare(y\n  GIT_TAG 1)\n", "added FetchContent_Declare(y GIT_TAG 1)"},
		{"CMakeLists.txt, a command by its name", "CMakeLists.txt", "project(x)\n", "project(x)\ncmake_language(CALL ${f} y)\n", "added cmake_language(CALL ${f} y)"},
		{"CMakeLists.txt, a file of a kind that is computed", "CMakeLists.txt", "project(x)\n", "project(x)\nfile(${d} http://evil x)\n", "added file(${d} http://evil x)"},
		{"CMakeLists.txt, a source", "CMakeLists.txt", "add_library(x a.c)\n", "add_library(x a.c b.c)\n", ""},
		{"Gemfile", "Gemfile", "gem 'a', '1'\n", "gem 'a', '2'\n", "added gem 'a', '2'"},
		{"a listed file", "sub/mix.lock", "a\n", "b\n", "sub/mix.lock (modified)"},
		{".npmrc", "web/.npmrc", "", "registry=https://a\n", "web/.npmrc (added)"},
		{".yarnrc.yml", ".yarnrc.yml", "", "a: b\n", ".yarnrc.yml (added)"},
		{".pnpmfile.cjs", ".pnpmfile.cjs", "", "x\n", ".pnpmfile.cjs (added)"},
		{"bunfig.toml", "bunfig.toml", "", "x = 1\n", "bunfig.toml (added)"},
		{"yarn itself", ".yarn/releases/yarn.cjs", "x\n", "y\n", ".yarn/releases/yarn.cjs (modified)"},
		{"yarn's versions", ".yarn/versions/1.yml", "x\n", "y\n", ""},
		{"node_modules", "web/node_modules/a/index.js", "x\n", "y\n", "web/node_modules/a/index.js (modified): dependencies of web"},
		{"a patch of a dependency", "web/patches/a.patch", "x\n", "y\n", "web/patches/a.patch (modified)"},
		{"a patch of something else", "patches/a.patch", "x\n", "y\n", ""},
		{"package-lock.json, own version", "package-lock.json", npmlock, strings.ReplaceAll(npmlock, `"name":"x","version":"1.0.0"`, `"name":"x","version":"1.1.0"`), ""},
		{"package-lock.json, theirs", "package-lock.json", npmlock, replace(npmlock, `a":{"version":"1.0.0"`, `a":{"version":"1.0.1"`, 1), "packages.node_modules/a was"},
		{"yarn.lock", "yarn.lock", "a\n", "b\n", "yarn.lock (modified)"},
		{"pnpm-lock.yaml", "pnpm-lock.yaml", "", "b\n", "pnpm-lock.yaml (added)"},
		{"a file like one", "Cargo.toml.bak", "", manifest, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{
				"more/Cargo.toml": "[workspace.dependencies]\nx = { path = \"../x\", version = \"0.1\" }\ny = \"1\"\n",
				"x/Cargo.toml":    "[package]\nname = \"x\"\n", "web/x.js": "x", "third/serde/.cargo-checksum.json": "{}",
				"vendor/modules.txt": "# a.b/c v1.0.0\n", "lib/lib.go": "package lib\n", "deep/er/er.go": "package er\n", "testdata/m/m.go": "package m\n",
			}
			if tt.file != "go.mod" {
				files["go.mod"] = "module x\n"
			}
			if tt.file != "web/package.json" {
				files["web/package.json"] = "{}"
			}
			if tt.before != "" {
				files[tt.file] = tt.before
			}
			f := start(t, files)
			if tt.now == "" {
				f.git(f.work, "rm", "-q", tt.file)
			} else {
				f.write(f.work, tt.file, tt.now)
			}
			rep := f.verify(whitelist("**"), &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both, Files: []gate.Glob{"**/mix.lock"}})
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

// A link makes another file a manifest, or a folder with one in it.
func TestLinkedDependencies(t *testing.T) {
	const evil = "[source.crates-io]\nreplace-with = \"x\"\n"
	link := func(to, name string) func(f *fixture) {
		return func(f *fixture) {
			f.must(os.RemoveAll(filepath.Join(f.work, name)), os.Symlink(to, filepath.Join(f.work, name)))
		}
	}
	for _, tt := range []struct {
		name string
		do   func(f *fixture)
		want string // "" for none
	}{
		{"a folder of settings", func(f *fixture) { f.write(f.work, "cc/config.toml", evil); link("cc", ".cargo")(f) },
			".cargo (added): it stands for a folder"},
		{"such a folder, further down", func(f *fixture) { f.write(f.work, "cc/config.toml", evil); link("../cc", "docs/.cargo")(f) },
			"docs/.cargo (added): it stands for a folder"},
		{"a manifest", link("../docs/x.toml", "web/Cargo.toml"), "no regular file"},
		{"a file that stays as it is", link("docs/x.toml", ".npmrc"), ".npmrc (added)"},
		{"to a folder with a manifest", link("../crates", "docs/more"), "docs/more (added): the link leads to a folder with crates/a/Cargo.toml in it"},
		{"to the root", link("..", "docs/more"), "docs/more (added): the link leads to a folder with"},
		{"to such a folder by two links", func(f *fixture) { link("two", "one")(f); link("crates/a", "two")(f) }, "one (added): the link leads"},
		{"node_modules", link("docs", "node_modules"), "node_modules (added)"},
		{"vendor of a module", func(f *fixture) { f.write(f.work, "go.mod", "module x\n"); link("docs", "vendor")(f) }, "vendor (added)"},
		{"to a folder without one", link("../docs", "web/docs"), ""},
		{"to a file", link("docs/x.toml", "x.toml"), ""},
		{"to a folder of its own name", link("../docs", "web/more"), ""},
		{"of main's, to another file", func(f *fixture) { f.write(f.work, "settings/config.toml", evil) }, "old/.cargo/config.toml: 1 change of dependencies"},
		{"of main's, by another link", func(f *fixture) { f.write(f.work, "more/config.toml", evil); link("more", "between")(f) }, "new/.cargo/config.toml: 1 change"},
		{"of main's, to a lock file", func(f *fixture) { f.write(f.work, "docs/lock", "y\n") }, "old/yarn.lock (modified)"},
		{"of main's, to a quiet setting", func(f *fixture) { f.write(f.work, "settings/config.toml", "[term]\nquiet = true\n") }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, map[string]string{"docs/x.toml": "x = 1\n", "docs/lock": "x\n", "crates/a/Cargo.toml": "[package]\nname = \"a\"\n", "web/x": "x",
				"settings/config.toml": "", "same/x": "x", "old/x": "x", "new/x": "x"})
			for name, to := range map[string]string{"old/.cargo": "../settings", "old/yarn.lock": "../docs/lock", "new/.cargo": "../between", "between": "same", "old/crates": "../crates"} {
				f.must(os.Symlink(to, filepath.Join(f.work, name)))
			}
			f.commit(f.work, "links")
			f.git(f.main, "merge", "-q", "--ff-only", "agent/a")
			tt.do(f)
			rep := f.verify(whitelist("**"), &DependenciesUnchanged{Capability: "safety::no-dep-bump", Place: Both})
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
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
	f.Fuzz(func(t *testing.T, text string) { _, _ = goMod([]byte(text), surroundings{}) })
}

// What shallow lets through, package toml has to bear.
func FuzzTOML(f *testing.F) {
	f.Add("[a.b]\nx = [{ y = \"\"\"[\\\"\"\"\"\" }, 'z'] # [\n")
	f.Fuzz(func(t *testing.T, text string) {
		var m map[string]any
		if decodeTOML([]byte(text), &m) == nil && nested(m) > maxDeep*maxDeep+maxDeep {
			t.Errorf("%d levels", nested(m))
		}
	})
}

// deep is how many levels a value has, one in another.
func nested(v any) int {
	most := 0
	switch v := v.(type) {
	case map[string]any:
		for _, one := range v {
			most = max(most, nested(one))
		}
	case []map[string]any:
		for _, one := range v {
			most = max(most, nested(one))
		}
	case []any:
		for _, one := range v {
			most = max(most, nested(one))
		}
	default:
		return 0
	}
	return most + 1
}
