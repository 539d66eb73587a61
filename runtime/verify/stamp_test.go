package verify

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// With an index from before the agent, files that it left alone are not read,
// and no change is missed: not one that has the size and the time of what was
// there, nor one that the index of the worktree has been told to overlook.
func TestStamp(t *testing.T) {
	f := start(t, base)
	index := f.stamp()
	known, err := readStamp(index, "sha1")
	f.must(err)
	var l listing
	for _, name := range slices.Sorted(maps.Keys(base)) {
		l.files = append(l.files, file{name, Entry{modeFile, blobID([]byte(base[name]), "sha1")}})
	}
	unread := func() (n int) {
		for i, k := range known.of(&l, true) {
			info, err := os.Lstat(filepath.Join(f.work, l.files[i].path))
			f.must(err)
			if k.as(fileStateOf(info)) {
				n++
			}
		}
		return n
	}
	if _, ok := statOf(aFile(f)); ok && unread() != len(base) {
		t.Errorf("%d of %d files need not be read", unread(), len(base))
	}
	look := func() *Report {
		rep, err := f.try(Options{Task: whitelist("allowed/**"), Index: index}, inTask())
		f.must(err)
		return rep
	}
	f.clean(look())

	file := filepath.Join(f.work, "other/b.txt")
	info, err := os.Stat(file)
	f.must(err)
	f.git(f.work, "update-index", "--assume-unchanged", "other/b.txt")
	f.write(f.work, "other/b.txt", "c\n")
	f.must(os.Chtimes(file, info.ModTime(), info.ModTime()))
	f.fails(look(), "other/b.txt (modified)")
	f.must(os.Rename(filepath.Join(f.work, "allowed"), filepath.Join(f.work, "x")), os.Rename(filepath.Join(f.work, "other"), filepath.Join(f.work, "allowed")),
		os.Rename(filepath.Join(f.work, "x"), filepath.Join(f.work, "other")))
	f.fails(look(), "other/b.txt (deleted)", "other/a.txt (added)")

	f.write(f.dir, "stamp", "DIRC and more of something else, long enough")
	if _, err := f.try(Options{Task: whitelist("**"), Index: index}, inTask()); err == nil || !strings.Contains(err.Error(), "is not the index of a new worktree") {
		t.Errorf("a file that is none: %v", err)
	}
}

// What an index has noted of its tree spares listing the files of that tree, and is not
// believed of another: git takes it back with the first file that is added.
func TestStampIsATree(t *testing.T) {
	f := start(t, base)
	known, err := readStamp(f.stamp(), "sha1")
	f.must(err)
	root := f.git(f.work, "rev-parse", "HEAD^{tree}")
	if known.tree != root {
		t.Fatalf("the tree of the index is %q, want %s", known.tree, root)
	}
	for i, name := range slices.Sorted(maps.Keys(base)) {
		want := file{name, Entry{modeFile, blobID([]byte(base[name]), "sha1")}}
		if got := known.listing().files[i]; got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	f.write(f.work, "allowed/new.txt", "new\n")
	f.git(f.work, "add", "-N", "allowed/new.txt")
	if known, err = readStamp(f.git(f.work, "rev-parse", "--path-format=absolute", "--git-path", "index"), "sha1"); err != nil || known.tree != "" {
		t.Errorf("with a file that is only announced the index is said to be %q (%v)", known.tree, err)
	}
}

func aFile(f *fixture) os.FileInfo {
	info, err := os.Lstat(f.work)
	f.must(err)
	return info
}

func FuzzStamp(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x01" + strings.Repeat("a", 80) + "\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "index")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = readStamp(file, "sha1")
	})
}
