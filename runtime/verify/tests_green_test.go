package verify

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s here, and this test runs it on a project", p)
		}
	}
	if testing.Short() {
		t.Skip("it compiles programs")
	}
}

var crate = map[string]string{
	".gitignore": "/target\n",
	"Cargo.toml": "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
	"Cargo.lock": "version = 3\n\n[[package]]\nname = \"demo\"\nversion = \"0.1.0\"\n",
	"src/lib.rs": "pub fn two() -> u8 {\n    2\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {\n        assert_eq!(super::two(), 2);\n    }\n    #[test]\n    fn b() {}\n    #[test]\n    #[ignore]\n    fn slow() {}\n}\n",
}

var module = map[string]string{
	"go.mod":    "module example.com/demo\n\ngo 1.22\n",
	"a.go":      "package demo\n\nfunc Two() int { return 2 }\n",
	"a_test.go": "package demo\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif Two() != 2 {\n\t\tt.Fatal(Two())\n\t}\n}\n\nfunc TestB(t *testing.T) {}\n\nfunc TestSkipped(t *testing.T) { t.Skip() }\n",
}

// green is the step, at one place for speed.
func green() Step { return &TestsGreen{Capability: "quality::tests-green", Place: Worktree} }

// atLeast is a task with a minimum count.
func atLeast(n int, crates ...string) *Task {
	t := whitelist("**")
	t.TestCountMin, t.TestCrates = n, crates
	return t
}

// free is a task that may remove tests and switch them off.
func free(t *Task) *Task {
	t.TestsMayChange = true
	return t
}

func TestCargoTests(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, crate)
	rep := f.verify(atLeast(2, "demo"), green())
	f.clean(rep)
	if notes := strings.Join(rep.Steps[0].Notes, "\n"); !strings.Contains(notes, "2 tests passed") || !strings.Contains(notes, "tests::slow") {
		t.Errorf("notes:\n%s", notes)
	}
	f.fails(f.verify(atLeast(3), green()), "test count 2 < min 3")
	if _, err := os.Stat(filepath.Join(f.work, "target")); err == nil {
		t.Error("the worktree has a target folder now")
	}

	for _, tt := range []struct {
		name, file, text string
		want             []string
	}{
		// Each of these makes cargo's own output say that 999 tests passed.
		{"printed past the capture", "src/lib.rs", forge("#[test]\nfn f() { say(); }"), []string{"test count 1 < min 3"}},
		{"printed, and the process ended", "src/lib.rs", forge("#[test]\nfn f() { say(); std::process::exit(0); }\n#[test]\nfn z() { panic!() }"), []string{"the test z fails"}},
		{"a harness of its own", "tests/own.rs", forge("fn main() { say(); }"), []string{"test count 2 < min 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, crate)
			if strings.HasPrefix(tt.file, "tests/") {
				f.write(f.work, "Cargo.toml", crate["Cargo.toml"]+"\n[[test]]\nname = \"own\"\nharness = false\n")
			}
			f.write(f.work, tt.file, tt.text)
			c := exec.Command("cargo", "test", "--offline")
			c.Dir = f.work
			c.Env = append(os.Environ(), "CARGO_TARGET_DIR="+filepath.Join(f.dir, "target"))
			out, _ := c.Output()
			if !strings.Contains(string(out), "test result: ok. 999 passed") {
				t.Fatalf("cargo test is not fooled:\n%s", out)
			}
			f.fails(f.verify(atLeast(3), green()), tt.want...)
		})
	}
}

// forge is Rust with a function that writes a result of its own to standard
// output, past what the harness captures.
func forge(rest string) string {
	return "#[allow(dead_code)]\nfn say() {\n    use std::io::Write;\n    use std::os::fd::FromRawFd;\n" +
		"    let mut out = unsafe { std::fs::File::from_raw_fd(1) };\n" +
		"    let _ = out.write_all(b\"\\ntest result: ok. 999 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\\n\\n\");\n" +
		"    std::mem::forget(out);\n}\n" + rest + "\n"
}

func TestCargoFails(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, crate)
	f.write(f.work, "src/lib.rs", strings.Replace(crate["src/lib.rs"], "    2\n", "    3\n", 1))
	f.fails(f.verify(atLeast(0), green()), "the test tests::a fails", "assertion")
	f.write(f.work, "src/lib.rs", "/// ```\n/// assert!(false);\n/// ```\npub fn two() {}\n")
	f.fails(f.verify(atLeast(0), green()), "cargo test --doc --workspace failed")
	f.write(f.work, "src/lib.rs", "pub fn two() -> u8 { \"\" }\n")
	f.fails(f.verify(atLeast(0), green()), "cargo test --tests --workspace does not compile", "mismatched types")
	f.must(os.RemoveAll(filepath.Join(f.work, "Cargo.toml")))
	f.fails(f.verify(atLeast(0), green()), "Cargo.toml is gone, and its tests with it")
}

// Two crates that fit each other alone, and not merged.
func TestCargoMerged(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, crate)
	f.write(f.work, "src/more.rs", "pub fn four() -> u8 {\n    crate::two() * 2\n}\n")
	f.write(f.work, "src/lib.rs", crate["src/lib.rs"]+"\npub mod more;\n")
	f.write(f.main, "src/lib.rs", strings.NewReplacer("-> u8 {\n    2", "-> String {\n    \"2\".into()", "two(), 2", "two(), \"2\"").Replace(crate["src/lib.rs"]))
	f.commit(f.main, "since")
	check := &CommandGreen{Capability: "quality::cargo-check-green", Place: Both, Command: []string{"cargo", "check", "--workspace"}, Manifest: "Cargo.toml"}
	rep := f.verify(atLeast(0), check)
	f.fails(rep, "cargo check --workspace failed", "more.rs")
	if len(rep.Failed) != 1 || rep.Failed[0].Place != Merge {
		t.Errorf("want one failure, in the merge:\n%s", text(rep))
	}
}

func TestNoWarnings(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, crate)
	s := &CommandGreen{Capability: "quality::no-warnings", Place: Worktree, Command: []string{"cargo", "check", "--workspace", "--all-targets"}, Manifest: "Cargo.toml", Denied: patternList(`(?m)^warning(\[|:)`)}
	f.clean(f.verify(atLeast(0), s))
	f.write(f.work, "src/lib.rs", "fn unused() {}\n")
	f.fails(f.verify(atLeast(0), s), "printed what it must not", "unused")
}

func TestGoTests(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	rep := f.verify(atLeast(2), green())
	f.clean(rep)
	if notes := strings.Join(rep.Steps[0].Notes, "\n"); !strings.Contains(notes, "2 tests passed") || !strings.Contains(notes, "TestSkipped") {
		t.Errorf("notes:\n%s", notes)
	}
	f.fails(f.verify(atLeast(3), green()), "test count 2 < min 3")

	pass := `fmt.Print("\n\x16=== RUN   TestX%[1]d\n\x16--- PASS: TestX%[1]d (0.00s)\n")`
	many := "for i := range 999 {\n\t\tfmt.Printf(" + strings.TrimSuffix(strings.TrimPrefix(pass, "fmt.Print("), ")") + ", i)\n\t}"
	head := "package demo\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"testing\"\n)\n\nvar _ = os.Exit\n\n"
	for _, tt := range []struct{ name, text, want string }{
		{"printed results", head + "func TestF(t *testing.T) {\n\t" + many + "\n}\n", "test count 1 < min 3"},
		{"a main function that runs nothing", head + "func TestMain(m *testing.M) {\n\tif len(os.Args) > 1 && os.Args[1] == \"-test.list=.\" {\n\t\tfmt.Println(\"TestA\\nTestNone\")\n\t}\n\t" + many + "\n}\n\nfunc TestA(t *testing.T) { t.Fatal() }\n", "the test TestA fails"},
		{"a test that ends the process", head + "func TestA(t *testing.T) { " + many + "; os.Exit(0) }\n\nfunc TestZ(t *testing.T) { t.Fatal() }\n", "the test TestA fails"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, module)
			f.write(f.work, "a_test.go", tt.text)
			c := exec.Command("go", "test", "-json", "./...")
			c.Dir = f.work
			out, _ := c.Output()
			if n := strings.Count(string(out), `"Action":"pass","Package":"example.com/demo","Test":"TestX`); n < 999 {
				t.Fatalf("go test -json is not fooled, it counts %d:\n%.3000s", n, out)
			}
			f.fails(f.verify(atLeast(3), green()), tt.want)
		})
	}
}

func TestGoFails(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	f.write(f.work, "a.go", "package demo\n\nfunc Two() int { return 3 }\n")
	f.fails(f.verify(atLeast(0), green()), "the test TestA fails", "a_test.go:7: 3")
	f.write(f.work, "a_test.go", strings.Replace(module["a_test.go"], "TestA(", "TestMain(", 1))
	f.fails(f.verify(atLeast(0), green()), "the test TestMain fails")
	f.write(f.work, "a.go", "package demo\n\nfunc Two() int { return \"\" }\n")
	f.fails(f.verify(atLeast(0), green()), "go test ./... failed with status 1", "cannot use")
}

// A repository with nothing to test says so, and does not make up a count.
func TestNoTests(t *testing.T) {
	f := start(t, base)
	f.must(os.Remove(filepath.Join(f.main, "Cargo.lock")))
	f.clean(f.verify(atLeast(0), green()))
	f.fails(f.verify(atLeast(1), green()), "test count 0 < min 1")
	f.fails(f.verify(atLeast(1, "demo"), green()), "test count 0 < min 1")
}

// The time for tests ends with them, and nothing with it that others still need.
func TestGoMerged(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	s := &TestsGreen{Capability: "quality::tests-green", Place: Both}
	f.write(f.work, "a_test.go", module["a_test.go"]+"\nfunc TestC(t *testing.T) {}\n")
	f.clean(f.verify(atLeast(3), s, s))
	f.clean(f.verify(atLeast(0), s, s))
}

// A module within another is none of its packages, and is looked at where it is
// changed.
func TestGoModuleWithin(t *testing.T) {
	need(t, "go")
	with := maps.Clone(module)
	for name, text := range module {
		with["sub/"+name] = text
		with["other/"+name] = strings.Replace(text, "return 2", "return 3", 1)
	}
	f := start(t, with)
	build := &CommandGreen{Capability: "quality::go-build-green", Place: Worktree, Command: []string{"go", "build", "-o", "/dev/null", "./..."}, Manifest: "go.mod"}
	f.write(f.work, "b.go", "package demo\n")
	f.clean(f.verify(atLeast(0), build, green()))
	f.write(f.work, "sub/a.go", strings.Replace(module["a.go"], "2", "3", 1))
	f.fails(f.verify(atLeast(0), green()), "the test TestA in sub fails")
	f.write(f.work, "sub/a.go", strings.Replace(module["a.go"], "2", "\"\"", 1))
	f.fails(f.verify(atLeast(0), build), "go build -o /dev/null ./... in sub failed")
	f.write(f.work, "sub/a.go", module["a.go"])
	f.write(f.work, "sub/a_test.go", strings.Replace(module["a_test.go"], "TestB", "testB", 1))
	f.fails(f.verify(atLeast(0), green()), "1 test fewer in Go", "sub/a_test.go TestB")
}

// A folder in no module, above all of them, is go.work's own.
func TestGoWorkAbove(t *testing.T) {
	need(t, "go")
	f := start(t, map[string]string{
		"go.work": "go 1.22\n\nuse ./a\n", "a/go.mod": "module example.com/a\n\ngo 1.22\n", "a/a.go": "package a\n",
	})
	f.write(f.work, "a/b.go", "package a\n")
	f.clean(f.verify(whitelist("**"), &CommandGreen{Capability: "quality::build", Place: Both, Command: []string{"go", "build", "./a/..."}}))
}

// A go.work holds for the modules that it names, and keeps go from the others.
func TestGoWork(t *testing.T) {
	need(t, "go")
	f := start(t, map[string]string{
		"go/go.work":  "go 1.22\n\nuse (\n\t./a\n\t\"./b\"\n)\n",
		"go/a/go.mod": "module example.com/a\n\ngo 1.22\n", "go/a/a.go": "package a\n\nconst A = 1\n",
		"go/b/go.mod": "module example.com/b\n\ngo 1.22\n", "go/b/b.go": "package b\n\nimport \"example.com/a\"\n\nconst B = a.A\n",
		"go/c/go.mod": "module example.com/c\n\ngo 1.22\n", "go/c/c.go": "package c\n",
	})
	build := &CommandGreen{Capability: "quality::go-build-green", Place: Worktree, Command: []string{"go", "build", "-o", "/dev/null", "./..."}, Manifest: "go.mod"}
	f.write(f.work, "go/a/a.go", "package a\n\nconst A = 2\n")
	f.clean(f.verify(atLeast(0), build))
}

// What a test that failed has to say is its own, not that of those beside it.
func TestGoFailuresTell(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	f.write(f.work, "sub/a_test.go", `package sub

import "testing"

func TestMany(t *testing.T) {
	for _, name := range []string{"good", "bad", "better"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range 30 {
				t.Log("about " + name)
			}
			if name == "bad" {
				t.Error("the reason")
			}
		})
	}
}

func TestPanics(t *testing.T) { panic("why it panics") }
`)
	rep := f.verify(atLeast(0), green())
	f.fails(rep, "the test TestMany in sub fails", "--- FAIL: TestMany/bad")
	f.fails(rep, "the test TestPanics in sub fails", "panic: why it panics")
	if out := text(rep); strings.Contains(out, "about good") || strings.Contains(out, "=== ") {
		t.Errorf("it shows what it need not:\n%s", out)
	}
}

// Tests that the source has are listed by their program, or it was ended before.
func TestEndedBeforeItsTests(t *testing.T) {
	need(t, "go")
	test := "package demo\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\n"
	ends := "func TestMain(m *testing.M) {\n\tif os.Getenv(\"DATABASE\") == \"\" {\n\t\tos.Exit(0)\n\t}\n\tos.Exit(m.Run())\n}\n"
	for name, text := range map[string]string{
		"a main function": test + ends,
		"an init":         test + "func init() { os.Exit(0) }\n\nvar _ = testing.Short\n",
	} {
		t.Run(name, func(t *testing.T) {
			f := start(t, module)
			f.write(f.work, "main_test.go", text)
			f.fails(f.verify(whitelist("**"), green()), "not run: their program ends before it lists them", "TestA")
		})
	}
	t.Run("as in main", func(t *testing.T) {
		with := maps.Clone(module)
		with["main_test.go"] = test + ends
		f := start(t, with)
		f.write(f.work, "b.go", "package demo\n")
		rep := f.verify(whitelist("**"), green())
		f.clean(rep)
		if !strings.Contains(text(rep), "does not start it, as in main") {
			t.Errorf("it does not say so:\n%s", text(rep))
		}
	})
	t.Run("a main function that is as in main, and ends only now", func(t *testing.T) {
		for _, dir := range []string{"", "sub/"} {
			with := maps.Clone(module)
			with[dir+"b.go"] = "package demo\n\nfunc Set() {}\n"
			with[dir+"b_test.go"] = test + "func TestMain(m *testing.M) {\n\tSet()\n\tos.Exit(m.Run())\n}\n\nfunc TestSet(t *testing.T) {}\n"
			f := start(t, with)
			f.write(f.work, dir+"b.go", "package demo\n\nimport \"os\"\n\nfunc Set() { os.Exit(0) }\n")
			f.fails(f.verify(whitelist("**"), green()), "not run: their program ends before it lists them", "TestSet")
		}
	})
	t.Run("tests that are new, under a main function that ends them", func(t *testing.T) {
		f := start(t, module)
		f.write(f.work, "a_test.go", strings.ReplaceAll(module["a_test.go"], "func Test", "func TestNew"))
		f.write(f.work, "main_test.go", test+ends)
		f.fails(f.verify(whitelist("**"), green()), "not run: their program ends before it lists them", "TestNewA")
	})
	t.Run("skipped before it begins", func(t *testing.T) {
		f := start(t, module)
		text := strings.Replace(module["a_test.go"], "func TestA(t *testing.T) {", "func TestA(t *testing.T) {\n\tt.Skip()", 1)
		if text == module["a_test.go"] {
			t.Fatal("the test's source is another")
		}
		f.write(f.work, "a_test.go", text)
		f.fails(f.verify(whitelist("**"), green()), "1 test fewer in Go than main has", "TestA")
		f.write(f.work, "a_test.go", strings.Replace(text, "\tt.Skip()", "\tunix.SkipElsewhere(t)", 1)+"\ntype system struct{}\n\nfunc (system) SkipElsewhere(t *testing.T) {}\n\nvar unix system\n")
		f.clean(f.verify(whitelist("**"), green()))
		f.write(f.work, "a_test.go", strings.Replace(text, "\tt.Skip()", "\tif testing.Short() {\n\t\tt.Skip()\n\t}", 1))
		f.clean(f.verify(whitelist("**"), green()))
		f.write(f.work, "a_test.go", strings.Replace(text, "\tt.Skip()", "\tif Two() != 3 {\n\t\tt.Skip()\n\t}", 1))
		f.fails(f.verify(whitelist("**"), green()), "1 test in . skipped with the work, and not in main", "TestA")
		f.fails(f.verify(atLeast(1), green()), "1 test in . skipped with the work, and not in main", "TestA")
		f.clean(f.verify(free(atLeast(1)), green()))
	})
	t.Run("skipped in main, too", func(t *testing.T) {
		with := maps.Clone(module)
		with["a_test.go"] = strings.Replace(module["a_test.go"], "func TestA(t *testing.T) {", "func TestA(t *testing.T) {\n\tif Two() == 2 {\n\t\tt.Skip()\n\t}", 1)
		f := start(t, with)
		f.write(f.work, "a_test.go", with["a_test.go"]+"\nfunc TestC(t *testing.T) {}\n")
		f.clean(f.verify(whitelist("**"), green()))
	})
	t.Run("Rust", func(t *testing.T) {
		need(t, "cargo", "rustc")
		f := start(t, crate)
		f.write(f.work, "src/lib.rs", crate["src/lib.rs"]+"\n#[cfg(test)]\nextern \"C\" fn end() { std::process::exit(0) }\n#[cfg(test)]\n#[used]\n#[link_section = \".init_array\"]\nstatic END: extern \"C\" fn() = end;\n")
		f.fails(f.verify(whitelist("**"), green()), "it ends before its harness does")
	})
}

// Which files are compiled is for the go command to say: without a C compiler it
// leaves those out that are for cgo.
func TestGoWithoutC(t *testing.T) {
	need(t, "go")
	bin := t.TempDir()
	for _, name := range []string{"go", "git", "env", "cp", "mv"} {
		file, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("there is no %s", name)
		}
		if err := os.Symlink(file, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	f := start(t, module)
	f.write(f.work, "c_test.go", "//go:build cgo\n\npackage demo\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) {}\n")
	t.Setenv("PATH", bin)
	f.clean(f.verify(whitelist("**"), green()))
}

// A tool's tests start go or cargo themselves, which want to write to their caches.
func TestBuildsInTests(t *testing.T) {
	for name, start := range map[string]func(*testing.T, map[string]string) *fixture{"": start, " in the container": contained} {
		t.Run("go"+name, func(t *testing.T) {
			need(t, "go")
			f := start(t, module)
			f.write(f.work, "tool_test.go", "package demo\n\nimport (\n\t\"os/exec\"\n\t\"testing\"\n)\n\nfunc TestList(t *testing.T) {\n\tif out, err := exec.Command(\"go\", \"list\", \"-export\", \".\").CombinedOutput(); err != nil {\n\t\tt.Fatalf(\"%v: %s\", err, out)\n\t}\n}\n")
			f.clean(f.verify(whitelist("**"), green()))
		})
		t.Run("cargo"+name, func(t *testing.T) {
			need(t, "cargo", "rustc")
			f := start(t, crate)
			f.write(f.work, "tests/builds.rs", `#[test]
fn builds() {
    assert!(std::process::Command::new("cargo").args(["build", "--offline"]).status().unwrap().success());
}
`)
			f.clean(f.verify(whitelist("**"), green()))
		})
	}
}
