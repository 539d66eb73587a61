//go:build unix

package verify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an agent can make many of does not make the report as long.
func TestManyChanges(t *testing.T) {
	f := start(t, base)
	for i := range 60 {
		f.must(os.Symlink("nowhere", filepath.Join(f.work, fmt.Sprintf("allowed/link%d", i))))
	}
	for i := range maxChanges + 10 {
		f.write(f.work, fmt.Sprintf("other/new%d.txt", i), "x")
	}
	rep := f.verify(whitelist("allowed/**"), inTask())
	f.fails(rep, "510 changes outside", "other/new1.txt (added)", "and 10 more")
	f.fails(rep, "the link allowed/link0 leads to nowhere, which is not part of the work")
	f.fails(rep, "10 more links like these")
	if n := len(rep.Failed); n != 52 {
		t.Errorf("%d violations", n)
	}
	if n := strings.Count(rep.Failed[0].Detail, "\n"); n != maxChanges {
		t.Errorf("%d lines", n)
	}
	if n := len(rep.Changes); n != maxChanges+70 {
		t.Errorf("%d changes listed", n)
	}
}

// A link to a folder is one to the files in it.
func TestLinksToFolders(t *testing.T) {
	f := start(t, map[string]string{"allowed/a.txt": "a", "deep/er/still/b.txt": "b"})
	for name, to := range map[string]string{"one": "../deep", "two": "../deep/er/still", "three": "..", "four": ".", "five": "../deep/er/still/b.txt"} {
		f.must(os.Symlink(to, filepath.Join(f.work, "allowed", name)))
	}
	f.clean(f.verify(whitelist("allowed/**"), inTask()))
	f.must(os.Symlink("../deep/e", filepath.Join(f.work, "allowed/half")))
	f.fails(f.verify(whitelist("allowed/**"), inTask()), "the link allowed/half leads to ../deep/e, which is not part of the work")
}
