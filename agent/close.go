package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"

	"kei/ledger"
	"kei/runtime/verify"
)

// close writes the outcome to the journal, and then to the ledger: whoever finds
// the journal of a closer that was killed does the second again.
func (a *Agent) close(ctx context.Context, o Outcome) error {
	o.Summary = a.marked(o.Summary)
	a.Outcome, a.Trouble = &o, ""
	if err := a.enter(Closing); err != nil {
		return err
	}
	if err := a.settle(ctx); err != nil {
		return err
	}
	return a.enter(Closed)
}

// settle brings the row to where the outcome says, and is done again where that
// was cut off. An agent's own programs can write to the ledger: that somebody else
// has closed the row as done does not make it so.
func (a *Agent) settle(ctx context.Context) error {
	db := a.home.Ledger
	row, err := db.Get(ctx, a.ID)
	if err != nil {
		return err
	}
	if err := errors.Join(a.settleReport(ctx, row), a.holdAgain(ctx)); err != nil {
		return err
	}
	done := row.Status == ledger.Done || row.Status == ledger.Merged
	switch {
	case a.Outcome.Again && (row.Status == ledger.Done || row.Status == ledger.Failed):
		if done != a.Outcome.Done || row.Summary != a.Outcome.Summary {
			_, err = db.Again(ctx, a.ID, a.Outcome.Done, a.Outcome.Summary)
		}
	case row.Status == ledger.Running && a.Outcome.Done:
		_, err = db.Done(ctx, a.ID, a.Outcome.Summary)
	case row.Status == ledger.Running:
		_, err = db.Fail(ctx, a.ID, a.Outcome.Summary)
	case done == a.Outcome.Done, row.Status == ledger.Rejected:
	case row.Status == ledger.Done:
		const why = "it was closed as done by somebody else, and is not"
		a.home.Say("agent %s: %s; its row is rejected", a.ID, why)
		_, err = db.Reject(ctx, a.ID, why+": "+a.Outcome.Summary)
	default:
		a.home.Say("agent %s: its row in the ledger was closed as %s by somebody else, and stays so", a.ID, row.Status)
	}
	return err
}

// settleReport puts what verify has found into the row, if it is not there.
func (a *Agent) settleReport(ctx context.Context, row ledger.Row) error {
	if a.Outcome.Report == "" || row.Status == ledger.Merged || row.Status == ledger.Rejected {
		return nil
	}
	text, err := os.ReadFile(a.File(filepath.Base(a.Outcome.Report)))
	if err != nil {
		return err
	}
	var is, was any
	if json.Unmarshal(text, &is) == nil && json.Unmarshal([]byte(row.Verify), &was) == nil && reflect.DeepEqual(is, was) {
		return nil
	}
	_, err = a.home.Ledger.Verified(ctx, a.ID, json.RawMessage(text))
	return err
}

// undo takes back what was made of an agent whose client never ran.
func (a *Agent) undo(ctx context.Context, why string) error {
	if err := a.failRow(ctx, why); err != nil {
		return err
	}
	return a.remove(ctx)
}

// failRow closes the agent's row, if there is one and it is this agent's: an id
// that somebody else took in the meantime is not.
func (a *Agent) failRow(ctx context.Context, why string) error {
	if a.ID == "" {
		return nil // not even claimed
	}
	row, err := a.home.Ledger.Get(ctx, a.ID)
	if errors.As(err, new(*ledger.NotFoundError)) {
		return nil
	}
	if err != nil {
		return err
	}
	if row.Status != ledger.Running || row.DNA != a.DNA || row.SpecSHA != a.SpecSHA || row.Branch != a.Branch {
		return nil
	}
	_, err = a.home.Ledger.Fail(ctx, a.ID, why)
	return errors.Join(err, a.holdAgain(ctx))
}

// remove removes worktree, branch and files of an agent, the journal last.
func (a *Agent) remove(ctx context.Context) error {
	if a.ID == "" {
		return nil
	}
	h := a.home
	if err := a.keepTask(ctx); err != nil {
		return err
	}
	// What is removed follows from the id, whatever a journal says.
	g := h.git(a.ID)
	err := h.alone(ctx, func() error {
		return errors.Join(g.removeWorktree(ctx, "agent/"+a.ID, h.worktree(a.ID)), g.removeRef(ctx, WorkRef(a.ID)))
	})
	if err != nil {
		return fmt.Errorf("clean up after agent %s: %w", a.ID, err)
	}
	if err := h.dropScratch(a.ID); err != nil {
		return err
	}
	a.dropStubs()
	return h.drop(a.ID)
}

// keepTask sees to it that the ledger has the text of the task that its row names
// before the file goes: agents of an earlier kei were forked without it.
func (a *Agent) keepTask(ctx context.Context) error {
	if a.SpecSHA == "" || a.Task.SHA256 != a.SpecSHA {
		return nil
	}
	_, err := a.home.Ledger.KeepSpec(ctx, a.Task.Bytes)
	return err
}

// drop removes an agent's folder, so that it is gone or still has its journal.
func (h *Home) drop(id string) error {
	dir := h.Task(id)
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, d := range list {
		if d.Name() != journalName {
			if err := verify.RemoveAll(filepath.Join(dir, d.Name())); err != nil {
				return err
			}
		}
	}
	if err := os.Remove(filepath.Join(dir, journalName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_ = os.Remove(dir)
	return nil
}
