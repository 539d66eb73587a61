package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// lookAtCommit takes the snapshot of work that was kept as a commit on the base.
func (w *work) lookAtCommit(ctx context.Context) error {
	line, err := w.store.line(ctx, "rev-list", "--parents", "-1", w.o.Commit, "--")
	if err != nil {
		return err
	}
	if ids := strings.Fields(line); !slices.Equal(ids, []string{w.o.Commit, w.base}) {
		return fmt.Errorf("--commit %s is no commit on %.12s alone, which the agent was started from", shown(w.o.Commit), w.base)
	}
	changes, err := w.store.between(ctx, w.base, w.o.Commit)
	w.snapshot = &snapshot{changes: changes}
	return err
}

// bundle writes what was checked into a file that main's repository can take it
// from: the work as a commit on the base, or of work that is one already main with it.
func (w *work) bundle(ctx context.Context, rep *Report, commit string) error {
	if w.o.Commit == "" {
		if err := w.store.bundle(ctx, w.o.Bundle, w.base); err != nil {
			return fmt.Errorf("write the bundle: %w", err)
		}
		rep.Commit = commit
		return nil
	}
	made, err := w.store.line(ctx, "commit-tree", "-p", w.tip, "-m", "main with the work", rep.Merged)
	if err == nil {
		_, err = w.store.out(ctx, nil, "update-ref", workRef, made)
	}
	if err == nil {
		err = w.store.bundle(ctx, w.o.Bundle, w.tip)
	}
	if err != nil {
		return fmt.Errorf("write the bundle: %w", err)
	}
	rep.Commit = w.o.Commit
	return nil
}
