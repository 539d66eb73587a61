package verify

import (
	"os"
	"path/filepath"
	"time"
)

// A scratch is the folder that a run works in. Each run has its own.
type scratch struct {
	dir  string
	lock *os.File
}

const scratchPrefix = "kei-verify-"

// newScratch makes one, and removes those whose run was killed.
func newScratch() (*scratch, error) {
	temp := os.TempDir()
	removeAbandoned(temp)
	dir, err := os.MkdirTemp(temp, scratchPrefix)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	s := &scratch{dir: dir}
	s.lock, err = os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_, err = tryLock(s.lock)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *scratch) path(name string) string { return filepath.Join(s.dir, name) }

func (s *scratch) close() error {
	err := RemoveAll(s.dir)
	if s.lock != nil {
		s.lock.Close()
	}
	return err
}

// removeAbandoned removes the folders of runs that are no more: nobody holds
// their lock. A new one may not be locked yet, so young ones are left alone.
func removeAbandoned(temp string) {
	names, _ := filepath.Glob(filepath.Join(temp, scratchPrefix+"*"))
	for _, dir := range names {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !ours(info) || time.Since(info.ModTime()) < time.Minute {
			continue
		}
		f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if free, err := tryLock(f); err == nil && free {
			_ = RemoveAll(dir)
		}
		f.Close()
	}
}
