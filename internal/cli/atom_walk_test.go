//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAtomWalk: what is no file or folder of its own is skipped, and never opened.
func TestAtomWalk(t *testing.T) {
	t.Parallel()
	dir, env := okCase(t)
	root := filepath.Join(dir, "root")
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(root, "kei-x/atoms/pipe.md"), 0o644),
		os.Mkdir(filepath.Join(root, "kei-x/atoms/folder.md"), 0o755),
		os.Symlink("..", filepath.Join(root, "loop")),
		os.Symlink(".", filepath.Join(root, "kei-x/atoms/loop.md")),
		os.MkdirAll(filepath.Join(root, "kei-y"), 0o755),
		os.Symlink("../kei-x/atoms", filepath.Join(root, "kei-y/atoms")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out, _, status := keiIn(t, dir, env, "", "atom", "lint")
	for _, want := range []string{"kei-x/atoms/pipe.md:1:1: WALK_NOT_REGULAR: warning", "kei-x/atoms/folder.md:1:1: WALK_NOT_REGULAR: warning",
		"kei-x/atoms/loop.md:1:1: WALK_SYMLINK: warning", "loop:1:1: WALK_SYMLINK: warning", "kei-y/atoms:1:1: WALK_SYMLINK: warning"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if status != 0 {
		t.Errorf("status %d", status)
	}
	if _, errs, status := keiIn(t, dir, env, "", "atom", "invoke", "kei-x::go", "--input", `{"title":"x"}`); status != 0 {
		t.Errorf("invoke beside them: %d %s", status, errs)
	}
}
