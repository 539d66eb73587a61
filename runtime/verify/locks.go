package verify

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// While a file that ends with .lock lies beside one of git's, no git writes that file.
// Each is there for as long as a git takes to write, but for an index's, which a commit
// holds while its message is written. One that nobody holds stays until it is removed.

// maxLocks bounds how many files below refs are looked at.
const maxLocks = 100_000

// locks are those of the repository and of its worktrees, by their paths in it, and which
// file each is.
func (r *repository) locks() (map[string]string, error) {
	found := map[string]string{}
	take := func(file string) {
		if !strings.HasSuffix(file, ".lock") || below(r.admin, file) && r.admin != r.common {
			return // what is left in its own worktree's is in nobody's way
		}
		if info, err := os.Lstat(file); err == nil {
			at, _ := statOf(info)
			found[insideOf(r.common, file)] = fmt.Sprint(at.inode, at.ctime)
		}
	}
	dirs := []string{r.common}
	others, _ := filepath.Glob(filepath.Join(r.common, "worktrees", "*"))
	for _, dir := range append(dirs, others...) {
		list, err := os.ReadDir(dir)
		if err != nil {
			continue // it went
		}
		for _, d := range list {
			take(filepath.Join(dir, d.Name()))
		}
	}
	n := 0
	err := filepath.WalkDir(filepath.Join(r.common, "refs"), func(file string, d fs.DirEntry, err error) error {
		if n++; err != nil || n > maxLocks {
			return nil // it went, and for-each-ref says what else is the matter
		}
		if !d.IsDir() {
			take(file)
		}
		return nil
	})
	return found, err
}

// held tells of locks that were there when the work began to be judged and are there
// still, and were not before the agent was started.
func (e *evidence) held(was *Before) error {
	now, err := e.repo.locks()
	if err != nil {
		return err
	}
	for _, name := range both(e.locked, now) {
		file := filepath.Join(e.repo.common, filepath.FromSlash(name))
		switch {
		case e.locked[name] != now[name], was != nil && slices.Contains(was.Locks, name):
		case was == nil && !e.written(name, e.madeAt()):
		case filepath.Base(name) == "index.lock":
			e.notes = append(e.notes, "finding: "+shown(name)+" of main's repository is there since the agent worked, and git writes no index beside it; if no git is at work there, rm "+shown(file))
		default:
			e.did = append(e.did, "left the lock "+shown(name)+", beside which git writes nothing (rm "+shown(file)+")")
		}
	}
	return nil
}
