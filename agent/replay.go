package agent

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kei/ledger"
)

// Replay is the task of an agent as it was given to it, for another one: with an
// id of its own, and with whose it was.
func (h *Home) Replay(ctx context.Context, id string) (name string, task Task, err error) {
	row, err := h.Ledger.Get(ctx, id)
	if err != nil {
		return "", Task{}, err
	}
	text, err := h.Ledger.Spec(ctx, row.SpecSHA)
	name = filepath.Join(h.Task(id), TaskFile)
	var none *ledger.NoSpecError
	if errors.As(err, &none) { // of an earlier kei, but the file may still be there
		if text, err = os.ReadFile(name); err != nil || sumOf(text) != row.SpecSHA {
			return "", Task{}, fmt.Errorf("the task of agent %s: %w", id, none)
		}
	}
	if err != nil {
		return "", Task{}, err
	}
	name = "the task of " + id
	if task, err = ParseTask(name, text); err != nil {
		return "", Task{}, err
	}
	if task, err = task.WithID(name, NewID(task.Role, h.Now())); err != nil {
		return "", Task{}, err
	}
	task.ReplayOf = id
	return name, task, nil
}
