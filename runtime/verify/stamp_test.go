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
			if k.as(info) {
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
