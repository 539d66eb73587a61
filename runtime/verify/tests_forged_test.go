package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// own is a crate whose tests are in a file of their own.
var ownTests = map[string]string{
	"Cargo.toml":  crate["Cargo.toml"],
	"Cargo.lock":  crate["Cargo.lock"],
	".gitignore":  crate[".gitignore"],
	"src/lib.rs":  "pub fn two() -> u8 {\n    2\n}\n",
	"tests/is.rs": "#[test]\nfn is_two() {\n    assert_eq!(demo::two(), 2);\n}\n",
}

// What code under test, a harness of its own or a build script says is not what
// the tests came to.
func TestCargoForged(t *testing.T) {
	need(t, "cargo", "rustc")
	// A build script that has its own program run as a test, and finds where
	// by all that it can see.
	buildScript := `use std::{env, fs, os::unix::fs::PermissionsExt, path::Path};
fn main() {
    println!("cargo:rerun-if-env-changed=CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER");
    println!("cargo:rerun-if-env-changed=KEI_RECORDER");
    let mut folders = Vec::new();
    for (name, value) in env::vars() {
        for word in value.split(' ') {
            folders.push(word.to_string());
            folders.push(word.trim_end_matches(".sh").to_string());
        }
        if name == "TMPDIR" {
            for e in fs::read_dir(Path::new(&value).parent().unwrap()).unwrap().flatten() {
                folders.push(e.path().to_str().unwrap().to_string());
                for e in fs::read_dir(e.path()).into_iter().flatten().flatten() {
                    folders.push(e.path().to_str().unwrap().to_string());
                }
            }
        }
    }
    for d in folders.iter().filter(|d| d.contains("record") && Path::new(d).is_dir()) {
        let s = format!("{d}/fake.sh");
        let text = "#!/bin/sh\ncase \"$*\" in *--ignored*) ;; *--list*) for i in 1 2 3 4 5; do echo t$i: test; done;; *) echo \"test $2 ... ok\"; echo \"test result: ok. 1 passed; 0 failed; \";; esac\n";
        let _ = fs::write(&s, text);
        let _ = fs::set_permissions(&s, fs::Permissions::from_mode(0o755));
        let _ = fs::write(format!("{d}/0.env"), "PATH=/usr/bin:/bin\0");
        let _ = fs::write(format!("{d}/0.dir"), env::var("CARGO_MANIFEST_DIR").unwrap());
        let _ = fs::write(format!("{d}/0.run"), format!("{s}\0"));
    }
}
`
	noMain := `#![no_main]
#[no_mangle]
pub extern "C" fn main(_: i32, _: *const *const u8) -> i32 {
    let a: Vec<String> = std::env::args().collect();
    if a.iter().any(|x| x == "--list") {
        if !a.iter().any(|x| x == "--ignored") { for i in 0..5 { println!("t{i}: test"); } }
    } else if a.len() > 2 {
        println!("test {} ... ok\n\ntest result: ok. 1 passed; 0 failed; ", a[2]);
    }
    0
}
`
	early := func(n int) string {
		return fmt.Sprintf(`#[used]
#[cfg_attr(target_os = "linux", link_section = ".init_array")]
static EARLY: extern "C" fn() = early;
extern "C" fn early() {
    let a: Vec<String> = std::fs::read("/proc/self/cmdline").unwrap().split(|b| *b == 0).map(|s| String::from_utf8_lossy(s).into_owned()).collect();
    if a.iter().any(|x| x == "--list") {
        let mut s = String::new();
        if !a.iter().any(|x| x == "--ignored") { for i in 0..%[1]d { s += &format!("t{i}: test\n"); } }
        print!("{s}\n%[1]d tests, 0 benchmarks\n");
    } else {
        println!("test {} ... ok\n\ntest result: ok. 1 passed; 0 failed; ", a[2]);
    }
    use std::io::Write;
    let _ = std::io::stdout().flush();
    std::process::exit(0)
}
`, n)
	}
	for _, tt := range []struct {
		name, file, text string
		want             []string
	}{
		{"the code under test ends the process", "src/lib.rs", "pub fn two() -> u8 {\n    std::process::exit(0)\n}\n", []string{"the test is_two fails"}},
		{"a program without a main function", "tests/forged.rs", noMain, []string{"test count 1 < min 2"}},
		{"a program that answers before its main function", "tests/forged.rs", early(5), []string{"test count 1 < min 2", "the source does not have t0, t1"}},
		{"more tests than can be run", "tests/forged.rs", early(60_000), []string{"lists 60000 tests, more than 50000"}},
		{"a build script that records", "build.rs", buildScript, []string{"test count 1 < min 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, ownTests)
			f.write(f.work, tt.file, tt.text)
			f.fails(f.verify(atLeast(2), green()), tt.want...)
		})
	}
}

// Tests that are written in other ways than as a marked function count, and so
// do those that end in unusual ways.
func TestCargoHonest(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, ownTests)
	f.write(f.work, "build.rs", "fn main() {\n    println!(\"cargo:rustc-env=BUILT=by hand\");\n    println!(\"cargo:rerun-if-changed=none\");\n}\n")
	f.write(f.work, "tests/is.rs", `macro_rules! is {
    ($name:ident, $n:expr) => {
        #[test]
        fn $name() {
            assert_eq!(demo::two(), $n);
        }
    };
}
is!(made_by_a_macro, 2);

#[test]
fn is_two() {
    assert_eq!(demo::two(), 2);
}

#[test]
#[should_panic]
fn panics() {
    panic!()
}

#[test]
fn prints() {
    std::process::Command::new("echo").arg("hi").status().unwrap();
}

#[test]
fn environment() {
    assert_eq!(std::env::var("BUILT").unwrap(), "by hand");
    assert_eq!(env!("BUILT"), "by hand");
    assert!(std::env::var("CARGO_MANIFEST_DIR").is_ok());
    std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("x"), "x").unwrap();
    std::fs::write(std::env::temp_dir().join("x"), "x").unwrap();
}
`)
	for _, contain := range []string{"auto", "never"} {
		rep, err := f.try(Options{Task: atLeast(5), Contain: contain}, green())
		f.must(err)
		f.clean(rep)
		if notes := strings.Join(rep.Steps[0].Notes, "\n"); !strings.Contains(notes, "5 tests passed") || strings.Contains(notes, "not to be found") {
			t.Errorf("notes:\n%s", notes)
		}
	}
}

func TestGoForged(t *testing.T) {
	need(t, "go")
	head := "package demo\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"strings\"\n)\n\nvar _ = os.Exit\n\n"
	says := "for _, a := range os.Args {\n\t\tif n, ok := strings.CutPrefix(a, \"-test.run=^\"); ok {\n\t\t\tfmt.Printf(\"=== RUN   %s\\n--- PASS: %s (0.00s)\\nPASS\\n\", strings.TrimSuffix(n, \"$\"), strings.TrimSuffix(n, \"$\"))\n\t\t\tos.Exit(0)\n\t\t}\n\t}\n"
	forger := strings.Replace(head, "\"strings\"", "\"strings\"\n\t\"testing\"", 1) + `func TestMain(m *testing.M) {
	for _, a := range os.Args {
		if strings.Contains(a, "TestX") {
			fmt.Print("\x16=== RUN   TestX\n\x16--- PASS: TestX (0.00s)\n\x16PASS\n--- PASS: TestX (0.00s)\n")
			os.Exit(0)
		}
		if a == "-test.list=." {
			fmt.Println("TestX")
		}
	}
	os.Exit(m.Run())
}
`
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"the code under test speaks before it", map[string]string{"a.go": head + "func Two() int { return 3 }\n\nfunc init() {\n\t" + says + "}\n"}, "the test TestA fails"},
		{"names in a file that is not compiled", map[string]string{"x_test.go": "//go:build never\n\npackage demo\n\nfunc TestX() {}\n", "m_test.go": forger}, "test count 2 < min 3"},
		{"names in a file for another system", map[string]string{"x_plan9_test.go": "package demo\n\nfunc TestX() {}\n", "m_test.go": forger}, "test count 2 < min 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := start(t, module)
			for name, text := range tt.files {
				f.write(f.work, name, text)
			}
			f.fails(f.verify(atLeast(3), green()), tt.want)
		})
	}
}

// An honest TestMain, an example, a fuzz test's seeds and output without a line
// break are what they are.
func TestGoHonest(t *testing.T) {
	need(t, "go")
	f := start(t, module)
	f.write(f.work, "b_test.go", `package demo

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) {
	fmt.Println("before")
	code := m.Run()
	fmt.Println("after")
	os.Exit(code)
}

func TestPrints(t *testing.T) { fmt.Print("no line break") }

func TestParallel(t *testing.T) { t.Parallel() }

func FuzzTwo(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) {})
}

func ExampleTwo() {
	fmt.Println(Two())
	// Output: 2
}

func TestBuilds(t *testing.T) {
	if out, err := exec.Command("go", "vet", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}
`)
	for _, contain := range []string{"auto", "never"} {
		rep, err := f.try(Options{Task: atLeast(7), Contain: contain}, green())
		f.must(err)
		f.clean(rep)
		if notes := strings.Join(rep.Steps[0].Notes, "\n"); !strings.Contains(notes, "7 tests passed") {
			t.Errorf("notes:\n%s", notes)
		}
	}
}

// Whether there is documentation to test is not for what a compiler prints to say.
func TestDocs(t *testing.T) {
	need(t, "cargo", "rustc")
	f := start(t, ownTests)
	f.write(f.work, "src/lib.rs", "/// ```\n/// assert_eq!(demo::two(), 3);\n/// ```\npub fn two() -> u8 {\n    2\n}\n#[deprecated(note = \"no library targets found\")]\npub fn old() {}\npub fn uses() {\n    old()\n}\n")
	f.fails(f.verify(atLeast(1), green()), "cargo test --doc --workspace failed")

	f = start(t, map[string]string{"Cargo.toml": crate["Cargo.toml"], "Cargo.lock": crate["Cargo.lock"],
		"src/main.rs": "fn main() {}\n\n#[test]\nfn a() {}\n"})
	f.clean(f.verify(atLeast(1), green()))
}

// Workspaces beside each other, and the crates of one of them.
func TestCrates(t *testing.T) {
	need(t, "cargo", "rustc")
	files := map[string]string{".gitignore": "target\n"}
	for _, name := range []string{"a", "b"} {
		files[name+"/Cargo.toml"] = strings.Replace(crate["Cargo.toml"], "demo", name, 1)
		files[name+"/Cargo.lock"] = strings.Replace(crate["Cargo.lock"], "demo", name, 1)
		files[name+"/src/lib.rs"] = crate["src/lib.rs"]
	}
	f := start(t, files)
	f.write(f.work, "b/src/lib.rs", "compile_error!(\"in b\");\n")
	f.fails(f.verify(atLeast(2, "a"), green()), "2 tests fewer in Rust than main has", "b/src/lib.rs a")
	rep := f.verify(free(atLeast(2, "a")), green())
	f.clean(rep)
	if notes := strings.Join(rep.Steps[0].Notes, "\n"); !strings.Contains(notes, "2 tests passed") {
		t.Errorf("notes:\n%s", notes)
	}
	f.fails(f.verify(atLeast(0, "a", "c"), green()), "no workspace here has the crate c, whose tests the task wants")
}

// A template of a manifest is none, as long as main has the same.
func TestTemplates(t *testing.T) {
	need(t, "cargo", "go")
	f := start(t, map[string]string{
		"README.md":                "x\n",
		"templates/app/Cargo.toml": "[package]\nname = \"{{name}}\"\nversion = \"0.1.0\"\n", "templates/app/src/main.rs": "fn main() {}\n",
		"internal/scaffold/go.mod": "module {{.Module}}\n", "internal/scaffold/x.go": "package x\n",
	})
	f.write(f.work, "README.md", "y\n")
	check := &CommandGreen{Capability: "quality::cargo-check-green", Place: Worktree, Command: []string{"cargo", "check", "--workspace"}, Manifest: "Cargo.toml"}
	rep := f.verify(atLeast(0), green(), check)
	f.clean(rep)
	for i, want := range []string{"templates/app/Cargo.toml cannot be read by its build tool", "templates/app/Cargo.toml cannot be read by its build tool"} {
		if notes := strings.Join(rep.Steps[i].Notes, "\n"); !strings.Contains(notes, want) {
			t.Errorf("notes of step %d:\n%s", i, notes)
		}
	}
	f.write(f.work, "templates/app/Cargo.toml", "[package]\nname = \"{{other}}\"\nversion = \"0.1.0\"\n")
	f.fails(f.verify(atLeast(0), green()), "templates/app/Cargo.toml cannot be read")
	f.fails(f.verify(atLeast(0), check), "cargo check --workspace in templates/app failed")

	// A project that main builds is not one.
	f = start(t, crate)
	f.must(os.RemoveAll(filepath.Join(f.work, "src")))
	f.fails(f.verify(atLeast(0), green()), "Cargo.toml cannot be read")
	f.fails(f.verify(atLeast(0), check), "cargo check --workspace failed")
}

// A module that only names tools has no packages, which the go command takes for a
// mistake. One that has none any more is one.
func TestNoPackages(t *testing.T) {
	need(t, "go")
	f := start(t, map[string]string{
		"a/go.mod": "module a\n\ngo 1.22\n", "a/a.go": "package a\n",
		"tools/go.mod": "module tools\n\ngo 1.22\n", "tools/tools.go": "//go:build tools\n\npackage tools\n",
	})
	f.write(f.work, "a/a.go", "package a\n\nfunc A() {}\n")
	vet := &CommandGreen{Capability: "quality::go-vet-green", Place: Worktree, Command: []string{"go", "vet", "./..."}, Manifest: "go.mod"}
	rep := f.verify(atLeast(0), vet, green())
	f.clean(rep)
	for _, step := range rep.Steps {
		if notes := strings.Join(step.Notes, "\n"); !strings.Contains(notes, "tools/go.mod has no packages, and is the same in main") {
			t.Errorf("notes of %s:\n%s", step.Capability, notes)
		}
	}
	f.write(f.work, "a/a.go", "//go:build never\n\npackage a\n")
	f.fails(f.verify(atLeast(0), vet), "go vet ./... in a failed")
}

func TestFolderWithSpaces(t *testing.T) {
	need(t, "cargo", "rustc", "go")
	for name, files := range map[string]map[string]string{"cargo": crate, "go": module} {
		t.Run(name, func(t *testing.T) {
			f := start(t, files)
			t.Setenv("TMPDIR", filepath.Join(f.dir, "a b 'c"))
			f.must(os.Mkdir(os.Getenv("TMPDIR"), 0o755))
			f.clean(f.verify(atLeast(2), green()))
		})
	}
}
