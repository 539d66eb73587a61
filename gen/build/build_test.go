package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kei/internal/files"
)

const head = "// " + files.Mark + " from a test. DO NOT EDIT.\n\n"

// emitted is a policy folder's worth of files for some roles.
func emitted(roles ...string) []files.File {
	var set []files.File
	add := func(name, text string) { set = append(set, files.File{Name: name, Data: []byte(head + text)}) }
	for _, role := range roles {
		dir := "out/" + role + "/"
		add(dir+"policy.go", fmt.Sprintf("package facts\n\nimport \"kei/runtime/gate\"\n\nvar Policy = gate.Policy{Role: %q}\n", role))
		add(dir+"gate/main.go", fmt.Sprintf("package main\n\nimport (\n\tfacts \"kei/out/%s\"\n\t\"kei/runtime/gate\"\n\t\"kei/runtime/shell\"\n\n\t\"kei/out/programs\"\n)\n\nfunc main() { gate.Main(&facts.Policy, &programs.Table, shell.Late) }\n", role))
	}
	add("out/doc.go", "package out\n")
	add("out/programs/names.go", "package programs\n\nimport \"kei/runtime/invocation\"\n\nvar Table = invocation.Table{}\n")
	return append(set, files.File{Name: "hooks/hooks.json", Data: []byte(`{"description":"` + files.Mark + `"}`)})
}

func gates(t *testing.T, o Options) []Gate {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles gates")
	}
	built, err := Gates(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// content is every file below dir, by name.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func sha(data string) string {
	sum := sha256.Sum256([]byte(data))
	return hex.EncodeToString(sum[:])
}

// The same bytes, from two folders, and again where everything is cached.
func TestReproducible(t *testing.T) {
	one, two := t.TempDir(), filepath.Join(t.TempDir(), "a folder", "deeper")
	t.Setenv("TMPDIR", t.TempDir())
	if err := os.MkdirAll(two, 0o755); err != nil {
		t.Fatal(err)
	}
	set := emitted("one", "two-words")
	built := gates(t, Options{Dir: one, Emitted: set})
	first := content(t, filepath.Join(one, "bin"))
	want := []string{"SHA256SUMS", "one" + exe(), "two-words" + exe()}
	if got := slices.Sorted(maps.Keys(first)); !slices.Equal(got, want) {
		t.Fatalf("built %q, want %q", got, want)
	}
	gates(t, Options{Dir: two, Emitted: set})
	gates(t, Options{Dir: one, Emitted: set, Out: filepath.Join(one, "again")})
	for name, dir := range map[string]string{"another folder": filepath.Join(two, "bin"), "again": filepath.Join(one, "again")} {
		if !maps.Equal(first, content(t, dir)) {
			t.Errorf("%s: not the same bytes", name)
		}
	}
	var lines string
	for _, g := range built {
		if g.SHA256 != sha(first[g.File]) {
			t.Errorf("%s: checksum %s, want %s", g.File, g.SHA256, sha(first[g.File]))
		}
		lines += g.SHA256 + "  " + g.File + "\n"
		if !strings.Contains(first[g.File], lean) {
			t.Errorf("%s: this toolchain's runtime has no default settings that a linker can set", g.File)
		}
		for _, large := range []string{"fmt.(*pp).printValue", "reflect.Value.Field", "regexp.Compile"} {
			if strings.Contains(first[g.File], large) {
				t.Errorf("%s links %s: what prints anything, or matches any pattern, is a tenth of a gate", g.File, large)
			}
		}
		if strings.Contains(first[g.File], one) || strings.Contains(first[g.File], os.TempDir()+"/kei-build") {
			t.Errorf("%s holds the path of a folder it was built in", g.File)
		}
	}
	if first[sums] != lines {
		t.Errorf("%s:\n%s\nwant:\n%s", sums, first[sums], lines)
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "kei-build-*")); len(left) > 0 && runtime.GOOS != "windows" {
		t.Errorf("left behind: %q", left)
	}
	c := exec.Command("sha256sum", "-c", sums)
	c.Dir = filepath.Join(one, "bin")
	if out, err := c.CombinedOutput(); err != nil && c.ProcessState != nil {
		t.Errorf("sha256sum -c: %v\n%s", err, out)
	}
}

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

func TestTargets(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "bin")
	gates(t, Options{Dir: dir, Emitted: emitted("one"), Targets: []string{"windows/amd64", "linux/arm64", "linux/arm64"}})
	built := content(t, out)
	want := []string{"SHA256SUMS", "linux-arm64/one", "windows-amd64/one.exe"}
	if got := slices.Sorted(maps.Keys(built)); !slices.Equal(got, want) {
		t.Fatalf("built %q, want %q", got, want)
	}
	if b := built["windows-amd64/one.exe"]; !strings.HasPrefix(b, "MZ") {
		t.Error("windows/amd64: no Windows program")
	}
	if b := built["linux-arm64/one"]; !strings.HasPrefix(b, "\x7fELF") || b[18] != 183 {
		t.Error("linux/arm64: no ELF program for arm64")
	}
	// What is built next keeps those in the list that are still there.
	if err := os.WriteFile(filepath.Join(out, "windows-amd64", "one.exe"), []byte("changed"), 0o755); err != nil {
		t.Fatal(err)
	}
	gates(t, Options{Dir: dir, Emitted: emitted("one")})
	built = content(t, out)
	lines := sha(built["linux-arm64/one"]) + "  linux-arm64/one\n" + sha(built["one"+exe()]) + "  one" + exe() + "\n"
	if built[sums] != lines {
		t.Errorf("%s:\n%s\nwant:\n%s", sums, built[sums], lines)
	}
}

func TestRefused(t *testing.T) {
	broken := emitted("one", "two")
	broken[0].Data = []byte(head + "package facts\n\nimport \"kei/runtime/gate\"\n\nvar Policy = gate.Policy{Rule: 1}\n")
	broken[2].Data = []byte(head + "package facts\n\nvar Policy = nothing\n")
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"no roles", Options{Emitted: emitted()}, "DIR: no role has a gate here; roles/ holds one file for each role"},
		{"unknown roles", Options{Emitted: emitted("one", "two"), Roles: []string{"three", "one", "four"}},
			"no role three with a gate; there are one, two\nno role four with a gate; there are one, two"},
		{"a target of another form", Options{Emitted: emitted("one"), Targets: []string{"linux"}}, `target "linux" is not of the form os/arch`},
		{"an option for a target", Options{Emitted: emitted("one"), Targets: []string{"-x/y"}}, `target "-x/y" is not of the form os/arch`},
		{"no such target", Options{Emitted: emitted("one"), Targets: []string{"linux/arm64", "plan8/vax"}}, "compile for plan8/vax: go build: exit status"},
		{"type errors, all of them", Options{Emitted: broken}, "out/one/policy.go:7:26: unknown field Rule in struct literal of type gate.Policy"},
		{"type errors, all of them", Options{Emitted: broken}, "out/two/policy.go:5:14: undefined: nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.Dir = t.TempDir()
			_, err := Gates(t.Context(), c.o)
			if err == nil {
				t.Fatal("built")
			}
			if got := strings.ReplaceAll(err.Error(), c.o.Dir, "DIR"); !strings.Contains(got, c.want) {
				t.Errorf("error:\n%s\nwant:\n%s", got, c.want)
			}
			if left, _ := os.ReadDir(c.o.Dir); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A build that fails leaves the programs of the one before, byte for byte.
func TestFailureKeepsEarlier(t *testing.T) {
	dir := t.TempDir()
	gates(t, Options{Dir: dir, Emitted: emitted("one", "two")})
	before := content(t, dir)
	bad := emitted("one", "two")
	bad[3].Data = []byte(strings.Replace(string(bad[3].Data), "gate.Main", "gate.Mian", 1))
	if _, err := Gates(t.Context(), Options{Dir: dir, Emitted: bad}); err == nil {
		t.Fatal("built")
	}
	if !maps.Equal(before, content(t, dir)) {
		t.Error("a failed build changed something")
	}
	// Also when it fails at the very end: a folder stands where the list goes.
	list := filepath.Join(dir, "bin", sums)
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(list, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	before = content(t, dir)
	changed := emitted("one", "two")
	changed[0].Data = []byte(strings.Replace(string(changed[0].Data), `"one"`, `"another"`, 1))
	if _, err := Gates(t.Context(), Options{Dir: dir, Emitted: changed}); err == nil {
		t.Fatal("built")
	}
	if !maps.Equal(before, content(t, dir)) {
		t.Error("a build that could not finish was not taken back")
	}
}

func TestRepository(t *testing.T) {
	dir := t.TempDir()
	set := append(emitted("one"), files.File{Name: "go.mod", Data: []byte("// " + files.Mark + "\nmodule kei\n\ngo 1.26\n")})
	for name, text := range map[string]string{
		"runtime/gate/doc.go":       "package gate\n\nimport \"kei/runtime/invocation\"\n\ntype Policy struct{ Role string }\n\nfunc Main(p *Policy, _ *invocation.Table, late int) { println(\"own runtime\", p.Role, late) }\n",
		"runtime/invocation/doc.go": "package invocation\n\ntype Table struct{}\n",
		"runtime/shell/doc.go":      "package shell\n\nvar Late = 7\n",
	} {
		set = append(set, files.File{Name: name, Data: []byte(head + text)})
	}
	if _, err := (files.Tree{Dir: dir}).Write(set); err != nil {
		t.Fatal(err)
	}
	gates(t, Options{Dir: dir})
	out, err := exec.Command(filepath.Join(dir, "bin", "one"+exe())).CombinedOutput()
	if err != nil || string(out) != "own runtime one 7\n" {
		t.Errorf("%q, %v; want the runtime of the repository", out, err)
	}
}

func TestNoToolchain(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	_, err := Gates(t.Context(), Options{Dir: dir, Emitted: emitted("one")})
	if err == nil || err.Error() != "there is no go on PATH; gates are compiled with a Go toolchain, install one from https://go.dev/dl" {
		t.Errorf("error %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Gates(ctx, Options{Dir: t.TempDir(), Emitted: emitted("one")}); err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("error %v", err)
	}
}

// What an agent could plant in the environment does not reach the compiler.
func TestEnvironment(t *testing.T) {
	for name, value := range map[string]string{
		"GOFLAGS": "-toolexec=/tmp/evil -mod=mod -overlay=/tmp/o.json -modcacherw -tags=evil",
		"GOOS":    "plan9", "GOARCH": "386", "GOAMD64": "v3", "GOEXPERIMENT": "none", "GOROOT": "/tmp/goroot",
		"CGO_ENABLED": "1", "CC": "/tmp/evil", "GOAUTH": "/tmp/evil", "GOWORK": "/tmp/go.work", "GOPROXY": "https://proxy.example", "LD_PRELOAD": "",
	} {
		t.Setenv(name, value)
	}
	tool, err := findGo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	last := map[string]string{}
	for _, v := range tool.env {
		name, value, _ := strings.Cut(v, "=")
		last[name] = value
	}
	for name, want := range map[string]string{
		"GOFLAGS": "-mod=mod -modcacherw", "GOPROXY": "https://proxy.example",
		"GOENV": "off", "GOWORK": "off", "CGO_ENABLED": "0",
		"GOOS": "", "GOARCH": "", "GOAMD64": "", "GOEXPERIMENT": "", "GOROOT": "", "CC": "", "GOAUTH": "", "LD_PRELOAD": "",
	} {
		if last[name] != want {
			t.Errorf("%s=%s, want %q", name, last[name], want)
		}
	}
}

// Settings of go env -w count too, and are cleaned too.
func TestGoEnvFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "env")
	if err := os.WriteFile(file, []byte("GOFLAGS=-mod=readonly -toolexec=/tmp/evil\nGOPROXY=https://proxy.example\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOENV", file)
	for _, name := range []string{"GOFLAGS", "GOPROXY"} {
		t.Setenv(name, "")
		os.Unsetenv(name)
	}
	tool, err := findGo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"GOFLAGS=-mod=readonly", "GOPROXY=https://proxy.example"} {
		if !slices.Contains(tool.env, want) {
			t.Errorf("no %s in %q", want, tool.env)
		}
	}
}

// Where the folder of the gates is a link it stays one; where nothing can be built into
// what stands there, that is said and left alone.
func TestWhereGatesGo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights")
	}
	dir := t.TempDir()
	within, link := filepath.Join(dir, "within"), filepath.Join(dir, "bin")
	if err := errors.Join(os.Mkdir(within, 0o755), os.Symlink("within", link)); err != nil {
		t.Fatal(err)
	}
	s, err := newStage(link)
	if err != nil {
		t.Fatal(err)
	}
	s.close()
	if to, err := os.Readlink(link); to != "within" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if list, err := os.ReadDir(within); err != nil || len(list) != 0 {
		t.Errorf("left are %v, %v", list, err)
	}
	if s, err = newStage(filepath.Join(dir, "fresh", "bin")); err != nil {
		t.Fatal(err)
	}
	s.close()
	if _, err := os.Lstat(filepath.Join(dir, "fresh", "bin")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder is left: %v", err)
	}
	for name, want := range map[string]string{"file": "is a file, where the folder of the gates belongs", "nowhere": "is a symbolic link to nothing"} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(dir, name)
			if err := os.Symlink("gone", out); name == "nowhere" && err != nil {
				t.Fatal(err)
			} else if name == "file" {
				if err := errors.Join(os.Remove(out), os.WriteFile(out, nil, 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := newStage(out); err == nil || !strings.HasPrefix(err.Error(), out+" "+want) {
				t.Errorf("got %v", err)
			}
			if _, err := os.Lstat(out); err != nil {
				t.Error(err)
			}
		})
	}
}
