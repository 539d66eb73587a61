//go:build unix

package verify

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A folder of an agent's is removed, whatever is in it, and nothing that a link
// in its place leads to is touched.
func TestRemoveAll(t *testing.T) {
	gone := func(dir string) {
		t.Helper()
		if err := RemoveAll(dir); err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", dir, err)
		}
	}
	top := t.TempDir()
	must := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	sealed := filepath.Join(top, "sealed")
	must(os.MkdirAll(filepath.Join(sealed, "a/b"), 0o755), os.WriteFile(filepath.Join(sealed, "a/b/c"), nil, 0o400),
		os.Chmod(filepath.Join(sealed, "a/b"), 0o500), os.Chmod(filepath.Join(sealed, "a"), 0))
	gone(sealed)
	gone(filepath.Join(top, "none"))

	// Deeper than files may be open, which is where os.RemoveAll ends.
	deep := filepath.Join(top, "deep")
	must(os.Mkdir(deep, 0o755))
	program, err := os.Executable()
	must(err)
	c := exec.Command("sh", "-c", `ulimit -n 64; exec "$0" -test.run '^TestRemoveDeep$'`, program)
	c.Dir, c.Env = deep, append(os.Environ(), removeDeep+"="+deep)
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}

	other, link := filepath.Join(top, "other"), filepath.Join(top, "link")
	must(os.Mkdir(other, 0o500), os.Symlink("other", link))
	flatten(link)
	if info, err := os.Stat(other); err != nil || info.Mode().Perm() != 0o500 {
		t.Errorf("the folder behind a link was touched: %v, %v", info, err)
	}
}

const removeDeep = "KEI_REMOVE_DEEP"

// TestRemoveDeep is run by the test before it, with few files.
func TestRemoveDeep(t *testing.T) {
	dir := os.Getenv(removeDeep)
	if dir == "" {
		t.Skip("TestRemoveAll runs it")
	}
	for _, names := range []string{"a/", "deep-1/"} {
		if err := os.MkdirAll(filepath.Join(dir, strings.Repeat(names, 300)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(dir); err == nil {
		t.Fatal("os.RemoveAll can do it, too")
	}
	if err := RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
}
