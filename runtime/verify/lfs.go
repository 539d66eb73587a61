package verify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// lfsVersion is what a pointer begins with, and maxPointer how long one is at most.
// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
const (
	lfsVersion = "version https://git-lfs.github.com/spec/v1\n"
	maxPointer = 1024
)

// lfsPointer is what Git LFS stores of a file.
func lfsPointer(data []byte) []byte {
	return fmt.Appendf(nil, lfsVersion+"oid sha256:%x\nsize %d\n", sha256.Sum256(data), len(data))
}

// writeOut writes the files of a tree into a new folder, as a checkout has them.
func (w *work) writeOut(ctx context.Context, id string, t tree, dir string) error {
	if err := w.store.export(ctx, id, dir); err != nil {
		return err
	}
	if err := w.writeSubmodules(ctx, t, dir); err != nil || !w.lfs {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for name, e := range t.all() {
		if !e.Regular() {
			continue
		}
		if err := w.fill(root, name); err != nil {
			return fmt.Errorf("%s: %w", shown(name), reason(err))
		}
	}
	return nil
}

// fill puts a file that Git LFS keeps in the place of its pointer, if the worktree
// has the one that the pointer is of.
func (w *work) fill(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if err != nil || info.Size() > maxPointer {
		return err
	}
	pointer, err := root.ReadFile(name)
	if err != nil || !bytes.HasPrefix(pointer, []byte(lfsVersion)) {
		return err
	}
	file := filepath.Join(w.repo.worktree, filepath.FromSlash(name))
	is, err := os.Lstat(file)
	if err != nil || !is.Mode().IsRegular() || is.Size() > maxFile {
		return nil
	}
	data, err := readFile(file, is.Size())
	if err != nil || !bytes.Equal(lfsPointer(data), pointer) {
		return nil
	}
	return root.WriteFile(name, data, info.Mode().Perm())
}
