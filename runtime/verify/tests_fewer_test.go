package verify

import (
	"os/exec"
	"strings"
	"testing"
)

// justFewer is the part of tests-green that compares, without running anything.
type justFewer struct {
	Capability string
	Place      Place
}

func (*justFewer) Check(r *Run) error {
	t := &trial{Run: r, sources: newSources(r)}
	if err := t.fewer(); err != nil {
		return err
	}
	return t.failed.Err()
}

const goTest = "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n\nfunc TestB(t *testing.T) {}\n"

func TestFewer(t *testing.T) {
	if _, err := exec.LookPath("cargo"); err != nil {
		t.Skip("there is no cargo here, which says what its manifests come to")
	}
	files := map[string]string{
		"go.mod": "module m\n\ngo 1.22\n", "a_test.go": goTest, "p/p_test.go": goTest,
		"Cargo.toml":           "[workspace]\nmembers = [\"crates/*\", \"app\"]\n\n[package]\nname = \"top\"\nedition = \"2021\"\n",
		"src/lib.rs":           "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n    #[tokio::test]\n    async fn b() {}\n}\n",
		"tests/t.rs":           "#[test]\nfn t() {}\n",
		"tests/c.rs":           "mod common;\n",
		"tests/common/mod.rs":  "mod deep;\n",
		"tests/common/deep.rs": "#[test]\nfn deep() {}\n",
		"crates/x/Cargo.toml":  "[package]\nname = \"x\"\n",
		"crates/x/src/lib.rs":  "#[test]\nfn x() {}\n",
		"app/Cargo.toml":       "[package]\nname = \"app\"\n[dependencies]\nhelp = { path = \"../help\" }\n",
		"app/src/main.rs":      "#[test]\nfn app() {}\n",
		"help/Cargo.toml":      "[package]\nname = \"help\"\n",
		"help/src/lib.rs":      "#[test]\nfn help() {}\n",
		"crates/y/Cargo.toml":  "[package]\nname = \"y\"\n",
		"crates/y/src/lib.rs":  "mod deep;\n#[test]\nfn y() {}\n",
		"crates/y/src/deep.rs": "#[test]\nfn deeper() {}\n",
		"crates/y/src/main.rs": "#[test]\nfn main_y() {}\n",
		"crates/y/tests/t.rs":  "#[test]\nfn t() {}\n",
	}
	lib := files["src/lib.rs"]
	y := func(more string, empty ...string) map[string]string {
		edit := map[string]string{"crates/y/Cargo.toml": files["crates/y/Cargo.toml"] + more}
		for _, name := range empty {
			edit[name] = "// nothing\n"
		}
		return edit
	}
	for _, tt := range []struct {
		name string
		edit map[string]string // "" removes the file
		gone []string          // nil is clean
	}{
		{"nothing", map[string]string{"x.txt": "x"}, nil},
		{"a Go test is gone", map[string]string{"a_test.go": strings.ReplaceAll(goTest, "TestB", "testB")}, []string{"1 test fewer in Go", "a_test.go TestB"}},
		{"a Go file is gone", map[string]string{"a_test.go": ""}, []string{"2 tests fewer in Go", "a_test.go TestA"}},
		{"Go tests have other names", map[string]string{"a_test.go": strings.ReplaceAll(goTest, "TestB", "TestC")}, nil},
		{"Go tests have moved", map[string]string{"a_test.go": "", "p/b_test.go": strings.NewReplacer("TestA", "TestC", "TestB", "TestD").Replace(goTest)}, nil},
		{"one for two", map[string]string{"a_test.go": "", "p/b_test.go": "package p\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) {}\n"}, []string{"1 test fewer in Go"}},
		{"two in one table", map[string]string{"a_test.go": "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tfor _, c := range []int{1, 2} {\n\t\t_ = c\n\t}\n}\n"}, nil},
		{"one in a table", map[string]string{"a_test.go": "package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tfor _, c := range []int{1} {\n\t\t_ = c\n\t}\n}\n"}, []string{"1 test fewer in Go"}},
		{"a constraint", map[string]string{"a_test.go": "//go:build never\n\n" + goTest}, []string{"2 tests fewer in Go"}},
		{"another system's name", map[string]string{"a_test.go": "", "a_plan9_test.go": goTest}, []string{"2 tests fewer in Go"}},
		{"a module within", map[string]string{"p/go.mod": "module m/p\n\ngo 1.22\n"}, []string{"2 tests fewer in Go", "p/p_test.go TestA"}},
		{"a module where there were no tests", map[string]string{"q/go.mod": "module m/q\n"}, nil},
		{"a folder that go passes over", map[string]string{"p/p_test.go": "", "testdata/p_test.go": goTest}, []string{"2 tests fewer in Go"}},
		{"a folder that the module passes over", map[string]string{"go.mod": "module m\n\ngo 1.25\n\nignore ./p\n"}, []string{"2 tests fewer in Go"}},
		{"an example without output", map[string]string{"a_test.go": strings.Replace(goTest, "func TestB(t *testing.T) {}", "func ExampleB() {}", 1)}, []string{"1 test fewer in Go"}},

		{"a Rust test is gone", map[string]string{"src/lib.rs": strings.Replace(lib, "    #[tokio::test]\n", "", 1)}, []string{"1 test fewer in Rust", "src/lib.rs b"}},
		{"a Rust test is ignored", map[string]string{"src/lib.rs": strings.Replace(lib, "#[tokio::test]", "#[tokio::test]\n    #[ignore = \"slow\"]", 1)}, []string{"1 test fewer in Rust"}},
		{"a Rust test is ignored here", map[string]string{"src/lib.rs": strings.Replace(lib, "#[tokio::test]", "#[cfg_attr(not(miri), ignore)]\n    #[tokio::test]", 1)}, []string{"1 test fewer in Rust"}},
		{"a Rust test is ignored elsewhere", map[string]string{"src/lib.rs": strings.Replace(lib, "#[tokio::test]", "#[cfg_attr(miri, ignore)]\n    #[tokio::test]", 1)}, nil},
		{"a condition that never holds", map[string]string{"src/lib.rs": strings.Replace(lib, "#[cfg(test)]", "#[cfg(all(test, any()))]", 1)}, []string{"2 tests fewer in Rust"}},
		{"a condition of the file", map[string]string{"tests/t.rs": "#![cfg(any())]\n" + files["tests/t.rs"]}, []string{"1 test fewer in Rust"}},
		{"a condition that holds", map[string]string{"tests/t.rs": "#![cfg(all(not(loom), any(unix, windows)))]\n" + files["tests/t.rs"]}, nil},
		{"a comment", map[string]string{"tests/t.rs": "/*\n" + files["tests/t.rs"] + "*/\n"}, []string{"1 test fewer in Rust"}},
		{"a string", map[string]string{"tests/t.rs": "const T: &str = r#\"\n#[test]\nfn t() {}\n\"#;\n"}, []string{"1 test fewer in Rust"}},
		{"the same in other words", map[string]string{"tests/t.rs": "use rstest::rstest;\n#[rstest]\n#[case(1)]\nfn other(#[case] n: u8) {}\n"}, nil},
		{"within a macro", map[string]string{"tests/t.rs": "proptest! {\n    #[test]\n    fn t(x in 0..9u8) {}\n}\n"}, nil},
		{"Rust tests have moved", map[string]string{"tests/t.rs": "", "crates/x/tests/u.rs": "#[test]\nfn u() {}\n"}, nil},
		{"a module that nothing declares", map[string]string{"tests/c.rs": "fn none() {}\n"}, []string{"1 test fewer in Rust", "tests/common/deep.rs deep"}},
		{"a module that nothing declares on this machine", map[string]string{"tests/common/mod.rs": "#[cfg(any())]\nmod deep;\n"}, []string{"1 test fewer in Rust", "tests/common/deep.rs deep"}},
		{"a module that another file declares", map[string]string{"tests/c.rs": "fn none() {}\n", "tests/u.rs": "mod common;\n"}, nil},
		{"a module under another name", map[string]string{"tests/common/mod.rs": "#[path = \"deep.rs\"]\nmod other;\n"}, nil},
		{"a module whose file moved along", map[string]string{"tests/common/mod.rs": "mod other;\n", "tests/common/deep.rs": "", "tests/common/other.rs": "#[test]\nfn deep() {}\n"}, nil},
		{"autotests", map[string]string{"Cargo.toml": files["Cargo.toml"] + "autotests = false\n"}, []string{"2 tests fewer in Rust", "tests/t.rs t", "tests/common/deep.rs deep"}},
		{"autotests, and all are named", map[string]string{"Cargo.toml": files["Cargo.toml"] + "autotests = false\n[[test]]\nname = \"t\"\n[[test]]\nname = \"c\"\n"}, nil},
		{"no harness", map[string]string{"Cargo.toml": files["Cargo.toml"] + "[[test]]\nname = \"t\"\nharness = false\n"}, []string{"1 test fewer in Rust"}},
		{"a library that is not tested", map[string]string{"Cargo.toml": files["Cargo.toml"] + "[lib]\ntest = false\n"}, []string{"2 tests fewer in Rust"}},
		{"a benchmark without harness", map[string]string{"Cargo.toml": files["Cargo.toml"] + "[[bench]]\nname = \"b\"\nharness = false\n"}, nil},
		{"a member is left out", map[string]string{"Cargo.toml": strings.Replace(files["Cargo.toml"], "\"crates/*\"", "\"crates/y\"", 1)}, []string{"1 test fewer in Rust", "crates/x/src/lib.rs x"}},
		{"a member is excluded", map[string]string{"Cargo.toml": strings.Replace(files["Cargo.toml"], "[workspace]\n", "[workspace]\nexclude = [\"crates/x\"]\n", 1)}, []string{"1 test fewer in Rust"}},
		{"a package that was a member by its path", map[string]string{"app/Cargo.toml": "[package]\nname = \"app\"\n"}, []string{"1 test fewer in Rust", "help/src/lib.rs help"}},
		{"a program that is not tested", y("[[bin]]\nname = \"y\"\npath = \"src/main.rs\"\ntest = false\n"), []string{"1 test fewer in Rust", "crates/y/src/main.rs main_y"}},
		{"programs that are not looked for", y("autobins = false\n"), []string{"1 test fewer in Rust", "crates/y/src/main.rs main_y"}},
		{"tests behind a feature", y("[[test]]\nname = \"t\"\nrequired-features = [\"f\"]\n[features]\nf = []\n"), []string{"1 test fewer in Rust", "crates/y/tests/t.rs t"}},
		{"tests behind a feature that is on", y("[[test]]\nname = \"t\"\nrequired-features = [\"f\"]\n[features]\nf = []\ng = [\"f\"]\ndefault = [\"g\"]\n"), nil},
		{"tests in another file", y("[[test]]\nname = \"t\"\npath = \"tests/none/x.rs\"\n", "crates/y/tests/none/x.rs"), []string{"1 test fewer in Rust", "crates/y/tests/t.rs t"}},
		{"a library in another file", y("[lib]\npath = \"src/x.rs\"\n", "crates/y/src/x.rs"), []string{"2 tests fewer in Rust", "crates/y/src/lib.rs y", "crates/y/src/deep.rs deeper"}},
		{"a setting that says nothing new", y("[[bin]]\nname = \"y\"\npath = \"src/main.rs\"\n[lib]\ntest = true\n"), nil},
		{"another package within", map[string]string{"tests/Cargo.toml": "[package]\nname = \"away\"\n"}, []string{"2 tests fewer in Rust"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, files)
			for name, text := range tt.edit {
				if text == "" {
					f.git(f.work, "rm", "-q", name)
				} else {
					f.write(f.work, name, text)
				}
			}
			rep := f.verify(atLeast(0), &justFewer{"quality::tests-green", Worktree})
			if tt.gone == nil {
				f.clean(rep)
			} else {
				f.fails(rep, tt.gone...)
			}
		})
	}
}

// The step says so, whatever the least number is that the task asks for, unless the
// task lets tests change.
func TestFewerByTask(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	f.write(f.work, "a_test.go", strings.Replace(module["a_test.go"], "func TestB(t *testing.T) {}\n", "", 1))
	f.fails(f.verify(atLeast(0), green()), "1 test fewer in Go than main has", "a_test.go TestB")
	f.fails(f.verify(atLeast(1), green()), "1 test fewer in Go than main has")
	free := atLeast(1)
	free.TestsMayChange = true
	f.clean(f.verify(free, green()))
}
