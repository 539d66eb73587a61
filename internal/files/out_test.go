package files

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestOut(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	holds := func(name, want string) {
		t.Helper()
		if text, err := os.ReadFile(at(name)); err != nil || string(text) != want {
			t.Errorf("%s holds %q (%v), want %q", name, text, err, want)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(Out(at("new"), []byte("one"), 0o644))
	holds("new", "one")
	must(os.Chmod(at("new"), 0o600))
	must(Out(at("new"), []byte("two"), 0o644))
	holds("new", "two")
	if info, err := os.Stat(at("new")); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("the mode is %v (%v)", info.Mode(), err)
	}
	if err := Out(dir, nil, 0o644); err == nil {
		t.Error("a folder was written to")
	}
	if runtime.GOOS == "windows" {
		return // links need a right there, and devices are names
	}
	must(os.Symlink("new", at("link")))
	must(os.Symlink("later", at("dangling")))
	must(Out(at("link"), []byte("three"), 0o644))
	must(Out(at("dangling"), []byte("four"), 0o644))
	holds("new", "three")
	holds("later", "four")
	for _, name := range []string{"link", "dangling"} {
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more (%v)", name, err)
		}
	}
	must(os.Symlink(os.DevNull, at("null")))
	must(Out(at("null"), []byte("nothing"), 0o644))
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Fatalf("%s is no device any more (%v)", os.DevNull, err)
	}
	must(os.Symlink("round", at("round")))
	if err := Out(at("round"), nil, 0o644); err == nil {
		t.Error("a link to itself was written to")
	}
	if left, _ := filepath.Glob(at(".kei-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}
