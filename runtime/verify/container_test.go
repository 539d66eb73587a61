//go:build unix

package verify

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func (f *fixture) absent(name string) {
	f.t.Helper()
	if _, err := os.Lstat(name); err == nil {
		f.t.Errorf("%s is there", name)
	}
}

// rustHomes keeps rustup where it is and gives cargo a folder of the test's.
func (f *fixture) rustHomes() (cargo string) {
	home, err := os.UserHomeDir()
	f.must(err)
	if os.Getenv("RUSTUP_HOME") == "" {
		f.t.Setenv("RUSTUP_HOME", filepath.Join(home, ".rustup"))
	}
	cargo = filepath.Join(f.dir, "cargo-home")
	f.t.Setenv("CARGO_HOME", cargo)
	return cargo
}

// What a build script sets for the tests is for the tests: the program that holds
// them is not to load the agent's code.
func TestContainerEnvironment(t *testing.T) {
	need(t, "cargo", "rustc", "cc")
	f := contained(t, ownTests)
	mark := filepath.Join(f.dir, "mark")
	f.write(f.work, "evil.c", "#include <stdio.h>\n#include <stdlib.h>\n__attribute__((constructor)) static void f(void) {\n\tconst char *p = getenv(\"MARK\");\n\tFILE *o = p ? fopen(p, \"a\") : 0;\n\tif (o) fclose(o);\n}\n")
	f.write(f.work, "build.rs", fmt.Sprintf(`fn main() {
    let so = format!("{}/e.so", std::env::var("OUT_DIR").unwrap());
    assert!(std::process::Command::new("cc").args(["-shared", "-fPIC", "-o", &so, "evil.c"]).status().unwrap().success());
    println!("cargo:rustc-env=LD_PRELOAD={so}");
    println!("cargo:rustc-env=MARK=%s");
}
`, mark))
	f.clean(f.verify(atLeast(1), green()))
	f.absent(mark)
}

// The folders that may be written to are not for the agent to name, and the
// user's caches are not among them.
func TestContainerCaches(t *testing.T) {
	need(t, "cargo", "rustc")
	f := contained(t, ownTests)
	cargo := f.rustHomes()
	f.must(os.MkdirAll(filepath.Join(cargo, "registry", "src"), 0o755))
	f.write(f.work, "build.rs", fmt.Sprintf(`fn main() {
    println!("cargo:rustc-env=GOCACHE=%[1]s");
    println!("cargo:rustc-env=CARGO_HOME=%[1]s");
    let _ = std::fs::write("%[2]s/registry/src/mark", "x");
    let _ = std::fs::write("%[2]s/config.toml", "x");
}
`, f.main, cargo))
	f.write(f.work, "tests/w.rs", fmt.Sprintf(`#[test]
fn w() {
    for dir in ["%s", "%s/registry/src"] {
        assert!(std::fs::write(format!("{dir}/mark"), "x").is_err());
    }
}
`, f.main, cargo))
	f.clean(f.verify(atLeast(2), green()))
	f.absent(filepath.Join(cargo, "registry", "src", "mark"))
	f.absent(filepath.Join(cargo, "config.toml"))
	f.absent(filepath.Join(f.main, "mark"))
}

func TestContainerGoCache(t *testing.T) {
	need(t, "go")
	f := contained(t, module)
	f.write(f.work, "w_test.go", fmt.Sprintf(`package demo

import (
	"os"
	"path/filepath"
	"testing"
)

func TestW(t *testing.T) {
	for _, dir := range []string{%q, %q} {
		if err := os.WriteFile(filepath.Join(dir, "kei-test-mark"), nil, 0o644); err == nil {
			t.Error("wrote to " + dir)
		}
	}
}
`, goCache(), goModules()))
	f.clean(f.verify(atLeast(3), green()))
}

// The sockets of the machine are out of reach where they usually are.
func TestContainerSockets(t *testing.T) {
	need(t, "go")
	f := contained(t, module)
	name := filepath.Join(f.dir, "s")
	l, err := net.Listen("unix", name)
	f.must(err)
	defer l.Close()
	f.write(f.work, "w_test.go", fmt.Sprintf(`package demo

import (
	"net"
	"os"
	"testing"
)

func TestW(t *testing.T) {
	if _, err := net.Dial("unix", %q); err == nil {
		t.Error("connected")
	}
	for _, dir := range []string{"/run", "/tmp", "/var/tmp"} {
		if err := os.WriteFile(dir+"/kei-test-mark", nil, 0o644); err != nil {
			t.Error(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := net.Dial("tcp", l.Addr().String()); err != nil {
		t.Error(err)
	}
}
`, name))
	f.clean(f.verify(atLeast(3), green()))
	for _, dir := range []string{"/run", "/tmp", "/var/tmp"} {
		f.absent(filepath.Join(dir, "kei-test-mark"))
	}
}

// Whoever is root outside cannot undo it inside.
func TestContainerRoot(t *testing.T) {
	need(t, "mount")
	f := contained(t, base)
	f.clean(f.verify(nil, inMain("sh", "-c", "! mount -o remount,bind,rw /")))
}

// The environment of a command is the one that it was given, whatever is in it.
func TestContainerPasses(t *testing.T) {
	f := contained(t, base)
	long := strings.Repeat("x", 100_000)
	t.Setenv("NO_PROXY", "a b\n'c' \"d\" $e "+long)
	f.write(f.work, "want", os.Getenv("NO_PROXY"))
	f.clean(f.verify(nil, inMain("sh", "-c", `printf %s "$NO_PROXY" | cmp - want`)))
}

// What a command leaves behind ends with it, also if it has left its group.
func TestOrphans(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("this system has no /proc, and orphans go to its first process")
	}
	need(t, "setsid")
	f := start(t, base)
	self, err := os.Executable()
	f.must(err)
	pid := filepath.Join(f.dir, "pid")
	c := exec.Command(self, "orphans", "--worktree", f.work, "--main", f.main, "--contain", "never", "--mode", "worktree")
	c.Env = append(os.Environ(), asProgram+"="+pid)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(pid)
	f.must(err)
	for _, word := range strings.Fields(string(data)) {
		n, err := strconv.Atoi(word)
		f.must(err)
		if err := syscall.Kill(n, 0); err != syscall.ESRCH {
			t.Errorf("process %d: %v, want it to have ended", n, err)
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
	if len(strings.Fields(string(data))) != 2 {
		t.Errorf("pids: %q, want two", data)
	}
}

// A warning that a lot was printed after is a warning; so much that it cannot be
// known is no pass.
func TestDeniedOutput(t *testing.T) {
	f := start(t, base)
	says := func(script string) *CommandGreen {
		return &CommandGreen{Capability: "quality::no-warnings", Place: Worktree, Command: []string{"sh", "-c", script}, Denied: patternList(`(?m)^warning(\[|:)`)}
	}
	f.fails(f.verify(nil, says("echo 'warning: x' >&2; yes note | head -c 300000 >&2")), "printed what it must not")
	f.clean(f.verify(nil, says("yes note | head -c 300000 >&2")))
	rep := f.verify(nil, says("echo 'warning: x' >&2; yes note | head -c 30000000 >&2"))
	if rep.Exit() != ExitUnchecked || !strings.Contains(text(rep), "was not looked at") {
		t.Errorf("exit %d:\n%s", rep.Exit(), text(rep))
	}
}
