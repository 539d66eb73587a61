package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// dist is the release that these tests are about. release/check makes one.
func dist(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("KEI_DIST")
	if dir == "" {
		t.Skip("KEI_DIST names no release; release/check makes one and asks")
	}
	return dir
}

// one is the only file that a pattern matches.
func one(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s is %d files (%v)", pattern, len(found), err)
	}
	return found[0]
}

// needs skips a test without these programs, or without root's rights.
func needs(t *testing.T, asRoot bool, programs ...string) {
	t.Helper()
	if asRoot && os.Getuid() != 0 {
		t.Skip("only root installs packages, be it below a folder of its own")
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s here", p)
		}
	}
}

// do runs a program that has to succeed and returns what it printed.
func do(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// archived is the archive of a system, without its folder.
func archived(t *testing.T, dir, goos, goarch string) unpacked {
	t.Helper()
	var all unpacked
	name := filepath.Join(dir, "kei_*_"+goos+"_"+goarch)
	if goos == "windows" {
		all = unzip(t, one(t, name+".zip"))
	} else {
		all = untar(t, gunzip(t, read(t, one(t, name+".tar.gz"))))
	}
	flat := unpacked{}
	for path, e := range all {
		_, rest, ok := strings.Cut(path, "/")
		if !ok {
			t.Errorf("%s is not in a folder of its own", path)
		}
		flat[rest] = e
	}
	return flat
}

// linux is the program for linux/amd64, as its archive holds it.
func linux(t *testing.T, dir string) []byte { return archived(t, dir, "linux", "amd64")["kei"].data }

// The sums name everything that is released, they are right, and their signature is
// about them, for this purpose and no other.
func TestSums(t *testing.T) {
	dir := dist(t)
	text := read(t, filepath.Join(dir, "SHA256SUMS"))
	sums, err := parseSums(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var released []string
	for _, pattern := range []string{"*.tar.gz", "*.zip", "*.deb", "*.rpm", "*.apk", "*.spdx.json", "npm/*.tgz"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(found) == 0 {
			t.Errorf("the release has no %s (%v)", pattern, err)
		}
		released = append(released, found...)
	}
	for _, file := range released {
		if got := sums[filepath.Base(file)]; got != hashOf(read(t, file)) {
			t.Errorf("%s has another sum than %q", filepath.Base(file), got)
		}
	}
	if len(sums) != len(released) {
		t.Errorf("%d sums of %d files", len(sums), len(released))
	}
	needs(t, false, "ssh-keygen")
	verify := func(text []byte, purpose string) error {
		c := exec.Command("ssh-keygen", "-Y", "verify", "-f", filepath.Join(dir, "allowed_signers"), "-I", "release@kei.example.invalid",
			"-n", purpose, "-s", filepath.Join(dir, "SHA256SUMS.sig"))
		c.Stdin = bytes.NewReader(text)
		return c.Run()
	}
	if err := verify(text, "kei-release"); err != nil {
		t.Errorf("the signature does not hold: %v", err)
	}
	if verify(bytes.Replace(text, []byte("a"), []byte("b"), 1), "kei-release") == nil || verify(text, "file") == nil {
		t.Error("the signature holds for what was not signed")
	}
}

// Each system has an archive, a bill that is about its program, and an npm package
// with the same program.
func TestPrograms(t *testing.T) {
	dir := dist(t)
	docs := []string{"CHANGELOG.md", "LICENSE", "README.md", "completions/_kei", "completions/kei.bash", "completions/kei.fish", "docs/install.md"}
	for _, file := range programsIn(t, dir) {
		a := archived(t, dir, file.goos, file.goarch)
		name := "kei"
		if file.goos == "windows" {
			name = "kei.exe"
		}
		pages := manPages(a, "man/")
		if len(pages) < 20 || !slices.Contains(pages, "kei.1") || !slices.Contains(pages, "kei-init.1") {
			t.Errorf("%s: the archive has the manual pages %v", file.goos, pages)
		}
		for _, page := range pages {
			delete(a, "man/"+page)
		}
		if got, want := slices.Sorted(maps.Keys(a)), slices.Sorted(slices.Values(append(slices.Clone(docs), name))); !slices.Equal(got, want) {
			t.Errorf("%s: the archive holds %v, want %v", file.goos, got, want)
		}
		if a[name].mode != 0o755 || a["LICENSE"].mode != 0o644 {
			t.Errorf("%s: modes are %o and %o", file.goos, a[name].mode, a["LICENSE"].mode)
		}
		npm := untar(t, gunzip(t, read(t, one(t, filepath.Join(dir, "npm", "*-kei-"+file.os+"-"+file.cpu+"-*.tgz")))))
		if !bytes.Equal(npm["package/bin/"+name].data, a[name].data) {
			t.Errorf("%s: the npm package has another program", file.goos)
		}
		bill := read(t, one(t, filepath.Join(dir, "kei_*_"+file.goos+"_"+file.goarch+".spdx.json")))
		checkBill(t, bill, a[name].data)
	}
}

// manPages are the names of the manual pages in a folder.
func manPages(of unpacked, folder string) (names []string) {
	for name := range of {
		if page, ok := strings.CutPrefix(name, folder); ok && strings.HasSuffix(page, ".1") {
			names = append(names, page)
		}
	}
	slices.Sort(names)
	return names
}

// programsIn are the systems of a release: linux/amd64 and one other at least.
func programsIn(t *testing.T, dir string) (built []system) {
	t.Helper()
	for _, s := range systems {
		if found, _ := filepath.Glob(filepath.Join(dir, "kei_*_"+s.goos+"_"+s.goarch+".spdx.json")); len(found) > 0 {
			built = append(built, s)
		}
	}
	if len(built) < 2 {
		t.Fatalf("the release is for %v alone", built)
	}
	return built
}

// checkBill compares a bill with the program that it is about.
func checkBill(t *testing.T, text, program []byte) {
	t.Helper()
	var d struct {
		Creation struct{ Created string } `json:"creationInfo"`
		Packages []struct {
			Name      string                              `json:"name"`
			Checksums []struct{ ChecksumValue string }    `json:"checksums"`
			Source    string                              `json:"sourceInfo"`
			Refs      []struct{ ReferenceLocator string } `json:"externalRefs"`
		} `json:"packages"`
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if d.Packages[0].Checksums[0].ChecksumValue != hashOf(program) {
		t.Error("the bill is about another program")
	}
	if !strings.HasPrefix(d.Packages[0].Source, "built from commit ") || d.Creation.Created < "2" {
		t.Errorf("the bill does not say what it was built from: %s, %s", d.Packages[0].Source, d.Creation.Created)
	}
	names := map[string]bool{}
	for _, p := range d.Packages {
		names[p.Name] = true
	}
	for _, want := range []string{"stdlib", "mvdan.cc/sh/v3", "modernc.org/sqlite", "github.com/spf13/cobra"} {
		if !names[want] {
			t.Errorf("the bill has no %s", want)
		}
	}
	if names["honnef.co/go/tools"] {
		t.Error("the bill has a tool that is not linked")
	}
}

// tree is everything below a folder, with modes and contents.
func tree(t *testing.T, dir string) unpacked {
	t.Helper()
	all := unpacked{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		all[name] = entry{name, int64(info.Mode().Perm()), read(t, filepath.Join(dir, name))}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// content is what the deb installs, as dpkg unpacks it.
func content(t *testing.T, deb string) unpacked {
	t.Helper()
	out, err := exec.Command("dpkg-deb", "--fsys-tarfile", deb).Output()
	if err != nil {
		t.Fatal(err)
	}
	return untar(t, bytes.NewReader(out))
}

// installed compares what a package put below root with what it is to hold.
func installed(t *testing.T, root string, want unpacked) {
	t.Helper()
	got := tree(t, root)
	for name, e := range want {
		if g := got[name]; g.mode != e.mode || !bytes.Equal(g.data, e.data) {
			t.Errorf("%s is there with mode %o and %d bytes, want %o and %d", name, g.mode, len(g.data), e.mode, len(e.data))
		}
	}
	if out := do(t, filepath.Join(root, "usr/bin/kei"), "version"); !strings.HasPrefix(out, "kei v") {
		t.Errorf("the program that was installed says %s", out)
	}
}

// gone looks for what a package that was removed has left.
func gone(t *testing.T, root string, of unpacked) {
	t.Helper()
	for name := range of {
		if _, err := os.Lstat(filepath.Join(root, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

func TestDeb(t *testing.T) {
	deb := one(t, filepath.Join(dist(t), "*_amd64.deb"))
	needs(t, true, "dpkg", "dpkg-deb")
	root := t.TempDir()
	for _, dir := range []string{"info", "updates"} {
		if err := os.MkdirAll(filepath.Join(root, "var/lib/dpkg", dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"status", "available"} {
		if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg", file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := content(t, deb)
	if !bytes.Equal(want["usr/bin/kei"].data, linux(t, dist(t))) || want["usr/bin/kei"].mode != 0o755 {
		t.Error("the deb has another program than the archive")
	}
	if got, want := manPages(want, "usr/share/man/man1/"), manPages(archived(t, dist(t), "linux", "amd64"), "man/"); !slices.Equal(got, want) {
		t.Errorf("the deb has the manual pages %v, the archive %v", got, want)
	}
	// A container's own dpkg may be told to leave documents out.
	do(t, "dpkg", "--root="+root, "--path-include=/usr/share/*", "--log="+os.DevNull, "--install", deb)
	installed(t, root, want)
	if out := do(t, "dpkg", "--root="+root, "--verify", "kei"); out != "" {
		t.Errorf("dpkg --verify says %s", out)
	}
	do(t, "dpkg", "--root="+root, "--log="+os.DevNull, "--purge", "kei")
	gone(t, root, want)
}

func TestRPM(t *testing.T) {
	rpm := one(t, filepath.Join(dist(t), "*.x86_64.rpm"))
	needs(t, true, "rpm", "dpkg-deb")
	root := t.TempDir()
	want := content(t, one(t, filepath.Join(dist(t), "*_amd64.deb")))
	do(t, "rpm", "--root="+root, "--initdb")
	do(t, "rpm", "--root="+root, "--nodeps", "--install", rpm)
	installed(t, root, want)
	if out := do(t, "rpm", "--root="+root, "--verify", "--nodeps", "kei"); out != "" {
		t.Errorf("rpm --verify says %s", out)
	}
	do(t, "rpm", "--root="+root, "--erase", "kei")
	gone(t, root, want)
}

// An apk is two archives, one behind the other: what is said of it and what it holds.
func TestAPK(t *testing.T) {
	apk := read(t, one(t, filepath.Join(dist(t), "*_x86_64.apk")))
	needs(t, false, "dpkg-deb")
	got := untar(t, gunzip(t, apk))
	about := string(got["PKGINFO"].data) // .PKGINFO, without its dot like all names
	delete(got, "PKGINFO")
	for _, line := range []string{"pkgname = kei", "arch = x86_64", "license = Apache-2.0"} {
		if !strings.Contains(about, line+"\n") {
			t.Errorf("it does not say %s:\n%s", line, about)
		}
	}
	want := content(t, one(t, filepath.Join(dist(t), "*_amd64.deb")))
	if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
		t.Errorf("it holds %v, want %v", g, w)
	}
	for name, e := range want {
		if g := got[name]; g.mode != e.mode || !bytes.Equal(g.data, e.data) {
			t.Errorf("%s differs: mode %o and %d bytes, want %o and %d", name, g.mode, len(g.data), e.mode, len(e.data))
		}
	}
}

func TestFormulaOfRelease(t *testing.T) {
	dir := dist(t)
	name := filepath.Join(dir, "kei.rb")
	sum := hashOf(read(t, one(t, filepath.Join(dir, "kei_*_linux_amd64.tar.gz"))))
	if !strings.Contains(string(read(t, name)), sum) {
		t.Error("the formula has another sum for linux/amd64")
	}
	ruby(t, name)
}

// What docs/install.md says of an archive is typed as it stands there, with the release
// where its address says.
func TestInstallPage(t *testing.T) {
	needs(t, false, "bash", "curl", "ssh-keygen", "sha256sum", "install")
	dir := dist(t)
	page := string(read(t, filepath.Join("..", "docs", "install.md")))
	var script strings.Builder
	for _, part := range strings.Split(page, "\n```sh\n")[1:4] { // the names, the sums, the archive
		text, _, _ := strings.Cut(part, "\n```\n")
		script.WriteString(text + "\n")
	}
	for _, word := range []string{"curl", "ssh-keygen -Y verify", "sha256sum --check", "install "} {
		if !strings.Contains(script.String(), word) {
			t.Fatalf("the page's first blocks have no %s:\n%s", word, &script)
		}
	}
	home := t.TempDir()
	archive := filepath.Base(one(t, filepath.Join(dir, "kei_*_linux_amd64.tar.gz")))
	version := strings.TrimSuffix(strings.TrimPrefix(archive, "kei_"), "_linux_amd64.tar.gz")
	server := filepath.Join(home, "server", "v"+version)
	if err := os.MkdirAll(server, 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{archive: server, "SHA256SUMS": server, "SHA256SUMS.sig": server, "allowed_signers": home} {
		if err := os.WriteFile(filepath.Join(to, from), read(t, filepath.Join(dir, from)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("bash", "-euo", "pipefail", "-c", script.String())
	c.Dir, c.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "KEI_URL=file://" + filepath.Dir(server), "KEI_VERSION=" + version}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out := do(t, filepath.Join(home, ".local/bin/kei"), "version"); !strings.HasPrefix(out, "kei v"+version+" ") {
		t.Errorf("what was installed says %s", out)
	}
}

// npm installs the two packages with the network off, and what it has put in the
// place of a command is the program.
func TestNPM(t *testing.T) {
	dir := filepath.Join(dist(t), "npm")
	needs(t, false, "npm", "node", "bwrap")
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the release is asked about linux/amd64")
	}
	home := t.TempDir()
	alone := []string{"bwrap", "--dev-bind", "/", "/", "--unshare-net", "--setenv", "HOME", home, "--chdir", home, "--die-with-parent"}
	if err := exec.Command(alone[0], append(alone[1:], "true")...).Run(); err != nil {
		t.Skipf("bwrap cannot turn the network off here: %v", err)
	}
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(one(t, dir+"/*-kei-linux-x64-*.tgz")), "kei-placeholder-kei-linux-x64-"), ".tgz")
	do(t, append(alone, "npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", home,
		one(t, dir+"/*-kei-"+version+".tgz"), one(t, dir+"/*-kei-linux-x64-"+version+".tgz"))...)
	out := do(t, append(alone, filepath.Join(home, "node_modules/.bin/kei"), "version")...)
	if !strings.HasPrefix(out, "kei v"+version+" ") {
		t.Errorf("kei version says %s, want v%s", out, version)
	}
	got := read(t, filepath.Join(home, "node_modules", placeholderScope, "kei-linux-x64/bin/kei"))
	if !bytes.Equal(got, linux(t, dist(t))) {
		t.Error("npm installed another program than the archive has")
	}
}
