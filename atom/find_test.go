//go:build unix

package atom

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const findable = "---\natom: %s\nkind: query\nversion: \"1.0.0\"\ninput: {schema: schemas/a.json}\noutput: {schema: schemas/a.json}\nside_effects: []\nidempotent: true\nstability: stable\n---\n%s\n# x\n"

// findTree is a root with one atom, and whatever else may or may not claim its id.
func findTree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{
		"a/atoms/go.md":    fmt.Sprintf(findable, "a::go", ""),
		"a/atoms/other.md": fmt.Sprintf(findable, "a::go", strings.Repeat("x", 20<<10)), // by its text
		"a/atoms/says.md":  fmt.Sprintf(findable, "a::says", "a::go"),                   // names it and claims nothing
		"b/atoms/go.md":    fmt.Sprintf(findable, "a::go", ""),                          // the same verb of another package
		"c/atoms/go.md":    fmt.Sprintf(findable, "c::go", ""),
		"d/atoms/x.md":     fmt.Sprintf(findable, "d::x", ""),
		"e/README.md":      "no atoms\n",
		"readme.md":        "no folder\n",
		"f/atoms/go.md/x":  "a folder\n",
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"linked": "a", "d/atoms/go.md": "../../a/atoms/go.md", "e/atoms": "../a/atoms", "a/atoms/link.md": "go.md"} {
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a/atoms/pipe.md", "c/atoms/pipe.md"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestFind: what claims an id is found without a look at all else, and is what a look
// at all of it finds.
func TestFind(t *testing.T) {
	root := findTree(t)
	all, err := Load(t.Context(), nil, root)
	if err != nil {
		t.Fatal(err)
	}
	files := func(list []*Atom, id string) (out []string) {
		for _, a := range list {
			if a.ID == id {
				out = append(out, a.File)
			}
		}
		slices.Sort(out)
		return out
	}
	for id, n := range map[string]int{"a::go": 3, "a::says": 1, "c::go": 1, "d::x": 1, "d::go": 0, "e::go": 0, "f::go": 0, "linked::go": 0, "none::go": 0} {
		found, err := Find(t.Context(), nil, id, root)
		if err != nil {
			t.Fatal(err)
		}
		got, want := files(found, id), files(all.Atoms, id)
		if !slices.Equal(got, want) || len(want) != n {
			t.Errorf("%s is claimed by %v, want %v, %d of them", id, got, want, n)
		}
	}
}

// TestMentions: a no is sure, and nothing is waited for.
func TestMentions(t *testing.T) {
	dir := t.TempDir()
	const id = "kei-x::go"
	texts := map[string]string{
		"first": id, "last": strings.Repeat("x", 8<<10-4) + id, "grown": strings.Repeat("x", 100<<10) + id + "x",
		"empty": "", "none": strings.Repeat("kei-x:", 5000), "large": strings.Repeat("x", maxFile+1),
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{
		os.Symlink("none", filepath.Join(dir, "link")), os.Symlink("gone", filepath.Join(dir, "dangling")),
		os.Mkdir(filepath.Join(dir, "folder"), 0o755), syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o644),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"first": true, "last": true, "grown": true, "empty": false, "none": false, "absent": false, "none/below": false, "fifo": false,
		"large": true, "link": true, "dangling": true, "folder": true, // for the reader in the root to judge
	} {
		if got := mentions(filepath.Join(dir, name), []byte(id)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
