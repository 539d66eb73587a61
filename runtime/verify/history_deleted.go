package verify

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// near is how far a HEAD's log, which counts in seconds, may be from what the
// logged command did to a folder of refs.
const near = 2 * time.Second

// deleted are folders of branches and tags out of which a ref went since the worktree
// was made, where there is no record of what there was. Nothing names what is gone, but
// a folder keeps when something in it came or went, and what came is there to be seen.
// Git also locks a ref by a file beside it when the ref stays as it is, and packs refs into
// one file: what others did at that moment, and what is packed by now, is no deletion.
func (h *standing) deleted(r *Run) ([]string, error) {
	packed, again, err := h.packed(r.repo.common)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, top := range []string{"refs/heads", "refs/tags"} {
		err := filepath.WalkDir(filepath.Join(r.repo.common, filepath.FromSlash(top)), func(dir string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it went meanwhile
			}
			if err != nil || !e.IsDir() {
				return err
			}
			name, err := filepath.Rel(r.repo.common, dir)
			if err != nil {
				return err
			}
			if name = filepath.ToSlash(name); name == "refs/heads/agent" {
				return fs.SkipDir // whose branches go with their agents
			}
			gone, at, err := h.lost(dir, name, packed, again)
			if gone && !h.worked(r, name, at) {
				list = append(list, "deleted a ref of "+shown(name))
			}
			return err
		})
		if err != nil {
			return nil, reason(err)
		}
	}
	return list, nil
}

// lost reports whether a folder of refs seems to have lost one since the worktree
// was made, and when. packed is what is packed, again whether that was since then.
func (h *standing) lost(dir, name string, packed map[string]string, again bool) (bool, time.Time, error) {
	info, err := os.Lstat(dir)
	if err != nil || !info.ModTime().After(h.made) {
		return false, time.Time{}, ignoreMissing(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, time.Time{}, ignoreMissing(err)
	}
	all := again
	for _, e := range entries {
		one, err := e.Info()
		if err != nil {
			return false, time.Time{}, ignoreMissing(err)
		}
		ref := path.Join(name, e.Name())
		if e.IsDir() {
			if ref != path.Dir(h.branch) && !one.ModTime().Before(info.ModTime()) {
				return false, time.Time{}, nil // a folder that came
			}
			continue
		}
		if one.ModTime().After(h.made) {
			return false, time.Time{}, nil // a ref that was written, which is judged by itself
		}
		_, ok := packed[ref]
		all = all && ok
	}
	if all {
		for ref := range packed {
			if path.Dir(ref) == name {
				return false, time.Time{}, nil // they were packed
			}
		}
	}
	return true, info.ModTime(), nil
}

// ignoreMissing drops the error of what went while it was looked at.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// worked reports whether somebody else's HEAD went through something at a time since the
// worktree was made, or the agent's own if its branch lies in that folder.
func (h *standing) worked(r *Run, folder string, at time.Time) bool {
	dirs, err := filepath.Glob(filepath.Join(globbed(r.repo.common), "worktrees", "*"))
	if err != nil {
		return true
	}
	for _, dir := range append(dirs, r.repo.common) {
		if dir == r.repo.admin && path.Dir(h.branch) != folder {
			continue
		}
		if info, err := os.Lstat(filepath.Join(dir, "logs", "HEAD")); err != nil || !info.ModTime().After(h.made) {
			continue
		}
		for _, e := range headLog(dir) {
			if d := time.Unix(e.at, 0).Sub(at); e.at >= h.made.Unix() && -near <= d && d <= near {
				return true
			}
		}
	}
	return false
}

// packed are the refs that are packed, and whether they were since the worktree was made.
func (h *standing) packed(common string) (refs map[string]string, again bool, err error) {
	name := filepath.Join(common, "packed-refs")
	info, err := os.Lstat(name)
	if err != nil {
		return nil, false, ignoreMissing(reason(err))
	}
	text, err := readFile(name, info.Size())
	if err != nil {
		return nil, false, reason(err)
	}
	return parseRefs(string(text)), info.ModTime().After(h.made), nil
}
