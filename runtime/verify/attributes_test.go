package verify

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// attributed is a main whose files are otherwise in a checkout than in the
// repository.
func attributed(t *testing.T) *fixture {
	return start(t, map[string]string{
		".gitattributes":       "*.bat text eol=crlf\n*.txt text=auto\n*.id ident\n*.utf16 text working-tree-encoding=UTF-16LE eol=lf\nCHANGELOG.md merge=union\n*.big filter=lfs\n",
		"run.bat":              "echo\r\n2\r\n3\r\n4\r\n5\r\n", // git add makes it one with LF
		"a.txt":                "a\n",
		"old.txt":              "x\n",
		"v.id":                 "$Id$\n",
		"w.utf16":              "h\x00i\x00\n\x00",
		"CHANGELOG.md":         "# Changes\n",
		"asset.big":            string(lfsPointer([]byte("a large file\n"))),
		"sub/.gitattributes":   "*.txt -text\n",
		"sub/as-it-is.txt":     "a\r\n",
		"allowed/unrelated.rs": "x\n",
	})
}

// A checkout as git makes it is no change.
func TestCheckedOutByAttributes(t *testing.T) {
	f := attributed(t)
	if data, err := os.ReadFile(filepath.Join(f.work, "run.bat")); err != nil || !strings.HasPrefix(string(data), "echo\r\n") {
		t.Fatalf("git did not check out by the attributes: %q %v", data, err)
	}
	f.write(f.work, "a.txt", "a\r\n") // as an editor on Windows does it
	f.write(f.work, "asset.big", "a large file\n")
	f.write(f.work, "allowed/unrelated.rs", "changed\n")
	rep := f.verify(whitelist("allowed/**"), inTask(), &DiffInTask{"scope::files-whitelist", Both})
	f.clean(rep)
	if len(rep.Changes) != 1 {
		t.Errorf("changes %q", rep.Changes)
	}
}

// What is changed is stored as git would store it, and merges with what main did.
func TestChangedByAttributes(t *testing.T) {
	f := attributed(t)
	f.write(f.work, "run.bat", "echo\r\n2\r\n3\r\n4\r\nmine\r\n")
	f.write(f.work, "sub/as-it-is.txt", "a\r\nb\r\n")
	f.write(f.work, "CHANGELOG.md", "# Changes\nmine\n")
	f.write(f.main, "run.bat", "theirs\r\n2\r\n3\r\n4\r\n5\r\n")
	f.write(f.main, "CHANGELOG.md", "# Changes\ntheirs\n")
	f.commit(f.main, "since")
	f.write(f.dir, "check.sh", `set -e
grep -q mine CHANGELOG.md && grep -q theirs CHANGELOG.md
[ "$(tr -d '\r' <run.bat | tr '\n' ,)" = theirs,2,3,4,mine, ]
[ "$(od -An -tx1 sub/as-it-is.txt | tr -d ' ')" = 610d0a620d0a ]
`)
	f.clean(f.verify(whitelist("**"), &CommandGreen{Capability: "quality::x", Place: Merge, Command: []string{"sh", filepath.Join(f.dir, "check.sh")}}))
	for _, name := range []string{"run.bat", "sub/as-it-is.txt", "asset.big"} {
		f.write(f.work, name, "otherwise\r\n")
	}
	rep := f.verify(whitelist("CHANGELOG.md"), inTask())
	f.fails(rep, "asset.big (modified)")
	f.fails(rep, "run.bat (modified)")
	f.fails(rep, "sub/as-it-is.txt (modified)")
}

// Commands find the files that Git LFS keeps, as far as they are those that the
// pointers are of.
func TestLargeFilesInCopies(t *testing.T) {
	f := attributed(t)
	f.write(f.work, "asset.big", "a large file\n")
	f.write(f.main, "later.txt", "theirs\n")
	f.commit(f.main, "since")
	f.write(f.dir, "check.sh", "grep -qx 'a large file' asset.big\n")
	command := &CommandGreen{Capability: "quality::x", Place: Both, Command: []string{"sh", filepath.Join(f.dir, "check.sh")}}
	f.clean(f.verify(whitelist("**"), command))
	f.write(f.dir, "check.sh", "grep -q git-lfs asset.big\n")
	f.write(f.work, "asset.big", string(lfsPointer([]byte("a large file\n"))))
	f.clean(f.verify(whitelist("**"), command))
}

// The agent's own attributes are part of its work, and change nothing of how it
// is looked at.
func TestOwnAttributes(t *testing.T) {
	f := start(t, base)
	f.write(f.work, ".gitattributes", "* text\n")
	f.write(f.work, "other/b.txt", "b\r\n")
	f.fails(f.verify(whitelist(".gitattributes"), inTask()), "other/b.txt (modified)")
}

// What a sparse checkout leaves out is not deleted, if whoever started the agent
// says that it was left out then.
func TestSparse(t *testing.T) {
	for name, args := range map[string][]string{"files": {"--no-cone", "allowed/"}, "folders": {"--cone", "--sparse-index", "allowed"}} {
		t.Run(name, func(t *testing.T) { sparse(t, args...) })
	}
}

func sparse(t *testing.T, args ...string) {
	with := maps.Clone(base)
	with["other/deep/c.txt"], with["z/d.txt"] = "c\n", "d\n"
	f := start(t, with)
	f.git(f.work, append([]string{"sparse-checkout", "set"}, args...)...)
	if _, err := os.Stat(filepath.Join(f.work, "other/b.txt")); err == nil {
		t.Fatal("the checkout is not sparse")
	}
	stamp := f.stamp()
	f.write(f.work, "allowed/a.txt", "changed\n")
	rep, err := f.try(Options{Task: whitelist("allowed/**"), Index: stamp}, inTask())
	f.must(err)
	f.clean(rep)
	f.fails(f.verify(whitelist("allowed/**"), inTask()), "other/b.txt (deleted)")
	f.write(f.work, "other/b.txt", "put there\n")
	rep, err = f.try(Options{Task: whitelist("allowed/**"), Index: stamp}, inTask())
	f.must(err)
	f.fails(rep, "other/b.txt (modified)")
}
