package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// unpacked is what an archive holds: names to modes and contents.
type unpacked map[string]entry

// untar reads a tar archive; names lose what is before the last of the prefixes.
func untar(t *testing.T, r io.Reader) unpacked {
	t.Helper()
	all := unpacked{}
	for a := tar.NewReader(r); ; {
		h, err := a.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(a)
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			name := strings.TrimPrefix(strings.TrimPrefix(h.Name, "."), "/")
			all[name] = entry{name, h.Mode & 0o7777, data}
		}
	}
}

func gunzip(t *testing.T, data []byte) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func manifestOf(t *testing.T, p unpacked) manifest {
	t.Helper()
	var m manifest
	if err := json.Unmarshal(p["package/package.json"].data, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// packed makes the npm packages of a program that only says so.
func packed(t *testing.T, target string) (dir string) {
	t.Helper()
	t.Chdir("..") // where the license is
	dir = t.TempDir()
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"kei $*\"; exit 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := npm(dir, "1.2.3", target, program, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPack(t *testing.T) {
	dir := packed(t, "windows/arm64")
	own := untar(t, gunzip(t, read(t, dir+"/kei-placeholder-kei-win32-arm64-1.2.3.tgz")))
	if e := own["package/bin/kei.exe"]; e.mode != 0o755 || !bytes.Contains(e.data, []byte("exit 3")) {
		t.Errorf("the program is there as %o, %q", e.mode, e.data)
	}
	if m := manifestOf(t, own); m.OS[0] != "win32" || m.CPU[0] != "arm64" || m.Bin != nil {
		t.Errorf("npm is told %+v", m)
	}
	main := untar(t, gunzip(t, read(t, dir+"/kei-placeholder-kei-1.2.3.tgz")))
	m := manifestOf(t, main)
	if main["package/"+m.Bin["kei"]].mode != 0o755 {
		t.Errorf("%s is no program of %v", m.Bin["kei"], slices.Sorted(maps.Keys(main)))
	}
	if len(m.Optional) != len(systems) || m.Optional["@kei-placeholder/kei-win32-arm64"] != "1.2.3" {
		t.Errorf("it chooses among %v", m.Optional)
	}
	if bytes.Contains(main["package/package.json"].data, []byte("scripts")) {
		t.Error("a package runs a script when it is installed")
	}
}

func TestPackRefuses(t *testing.T) {
	if err := npm(t.TempDir(), "1", "plan9/amd64", os.Args[0], time.Time{}); err == nil {
		t.Error("there is a package for plan9")
	}
}

// The main package and that of another day are the same bytes, whatever the program is called.
func TestPackSame(t *testing.T) {
	a := packed(t, "linux/amd64")
	t.Chdir("release")
	b := packed(t, "linux/amd64")
	for _, name := range []string{"kei-placeholder-kei-1.2.3.tgz", "kei-placeholder-kei-linux-x64-1.2.3.tgz"} {
		if !bytes.Equal(read(t, filepath.Join(a, name)), read(t, filepath.Join(b, name))) {
			t.Errorf("%s differs", name)
		}
	}
}

// The starter passes on arguments and the status, and says what to do if there is no program.
func TestStarter(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no node here, or no sh")
	}
	systemHere, err := systemOf(runtime.GOOS + "/" + runtime.GOARCH)
	if err != nil {
		t.Skip(err)
	}
	from := packed(t, runtime.GOOS+"/"+runtime.GOARCH)
	modules := filepath.Join(t.TempDir(), "node_modules")
	lay := func(pkg string) {
		name := strings.ReplaceAll(strings.TrimPrefix(pkg, "@"), "/", "-") + "-1.2.3.tgz"
		for path, e := range untar(t, gunzip(t, read(t, filepath.Join(from, name)))) {
			to := filepath.Join(modules, pkg, strings.TrimPrefix(path, "package/"))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, e.data, os.FileMode(e.mode)); err != nil {
				t.Fatal(err)
			}
		}
	}
	start := func(args ...string) (string, int) {
		c := exec.Command(node, append([]string{filepath.Join(modules, placeholderScope, "kei/bin/kei.js")}, args...)...)
		out, _ := c.CombinedOutput()
		return string(out), c.ProcessState.ExitCode()
	}
	lay(placeholderScope + "/kei")
	if out, status := start("version"); status != 1 || !strings.Contains(out, systemHere.pkg(placeholderScope)+" is not installed") {
		t.Errorf("without a program it ends with %d: %s", status, out)
	}
	lay(systemHere.pkg(placeholderScope))
	if out, status := start("check", "-C", "a folder"); status != 3 || out != "kei check -C a folder\n" {
		t.Errorf("it ends with %d: %s", status, out)
	}
}

func TestFormula(t *testing.T) {
	dir := t.TempDir()
	sums := filepath.Join(dir, "SHA256SUMS")
	var text strings.Builder
	for i, s := range systems {
		fmt.Fprintf(&text, "%064d  kei_1.2.3_%s_%s.tar.gz\n", i, s.goos, s.goarch)
	}
	if err := os.WriteFile(sums, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KEI_RELEASE_URL", "https://mirror.example/kei/")
	out := filepath.Join(dir, "kei.rb")
	if err := formula(out, "1.2.3", sums); err != nil {
		t.Fatal(err)
	}
	got := string(read(t, out))
	for i, s := range systems[:4] {
		want := fmt.Sprintf("      url \"https://mirror.example/kei/v1.2.3/kei_1.2.3_%s_%s.tar.gz\"\n      sha256 \"%064d\"\n", s.goos, s.goarch, i)
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "windows") || strings.Count(got, "url ") != 4 {
		t.Errorf("it names other archives:\n%s", got)
	}
	ruby(t, out)
	if err := formula(out, "1.2.4", sums); err == nil {
		t.Error("the sums of one version pass for those of another")
	}
	if _, err := parseSums("0123  kei.tar.gz"); err == nil {
		t.Error("half a sum is one")
	}
}

// ruby asks ruby whether a formula is ruby.
func ruby(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath("ruby"); err != nil {
		t.Log("there is no ruby here to read the formula")
		return
	}
	if out, err := exec.Command("ruby", "-c", name).CombinedOutput(); err != nil {
		t.Errorf("ruby -c: %s", out)
	}
}

// unzip reads a zip archive.
func unzip(t *testing.T, name string) unpacked {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	all := unpacked{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = entry{f.Name, int64(f.Mode().Perm()), data}
	}
	return all
}
