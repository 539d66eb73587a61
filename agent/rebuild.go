package agent

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"kei/ledger"
	"kei/runtime/verify"
)

// Known are the agents here whose rows are in a ledger, as their journals say.
func (h *Home) Known(where string) (list []string, err error) {
	ids, err := h.ids()
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		j, err := loadJournal(h.Task(id))
		if err == nil && j.Ledger == where && j.Phase.hasRow() {
			list = append(list, id)
		}
	}
	return list, nil
}

// Rebuild adds to the ledger the rows of agents here that it does not have, as far as
// they follow from what lies in the agents' folders: a program of an agent's could
// have written there, and what was merged or rejected only the ledger knew. It says
// whose rows were added; a journal that could not be read, of an agent without a row, is
// an error beside it.
func (h *Home) Rebuild(ctx context.Context) (added []string, err error) {
	ids, err := h.Known(h.Ledger.Where())
	if err != nil {
		return nil, err
	}
	var rows []ledger.Row
	tasks := map[string][]byte{}
	for _, id := range ids {
		j, err := loadJournal(h.Task(id))
		if err != nil {
			return nil, err
		}
		row, task := h.rowOf(j)
		rows = append(rows, row)
		if sumOf(task) == row.SpecSHA {
			tasks[id] = task
		}
	}
	added, err = h.Ledger.Restore(ctx, rows, tasks)
	return added, errors.Join(err, h.unread(ctx))
}

// unread are the agents that have neither a row nor a journal that says what it was.
func (h *Home) unread(ctx context.Context) error {
	ids, err := h.ids()
	errs := []error{err}
	for _, id := range ids {
		_, err := h.journal(ctx, id)
		if !errors.As(err, new(*JournalError)) {
			continue
		}
		if _, no := h.Ledger.Get(ctx, id); errors.As(no, new(*ledger.NotFoundError)) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// rowOf is the row that an agent would have by its journal, and the text of its task.
func (h *Home) rowOf(j *Journal) (ledger.Row, []byte) {
	file := func(name string) string { return filepath.Join(h.Task(j.ID), name) }
	r := ledger.Row{Agent: ledger.Agent{ID: j.ID, Branch: "agent/" + j.ID, SpecSHA: j.SpecSHA, Worktree: h.worktree(j.ID), DNA: j.DNA, Host: hostname()}}
	r.Status, r.Started = ledger.Running, modified(file(TaskFile))
	if o := j.Outcome; o != nil && (j.Phase == Closed || j.Phase == Closing) {
		r.Status, r.Summary, r.Finished = ledger.Failed, o.Summary, modified(file(journalName))
		if o.Done {
			r.Status = ledger.Done
		}
	}
	if text, err := os.ReadFile(file(VerifyFile)); err == nil && r.Status != ledger.Running {
		var rep verify.Report
		if json.Unmarshal(text, &rep) == nil && r.Verify.UnmarshalJSON(text) == nil && rep.Clean && r.Status == ledger.Done {
			r.Work = rep.Commit
		}
	}
	task, _ := os.ReadFile(file(TaskFile))
	if t, err := ParseTask(TaskFile, task); err == nil {
		r.Parent = t.ParentAgent
	}
	return r, task
}

// modified is when a file was last written, in seconds since 1970; 0 if it is not there.
func modified(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.ModTime().Unix()
}

// OpenLedger opens the ledger of the agents here. One that is missing or empty though
// there are agents whose rows it had is an error, and is not made: the next look would
// take it for whole. So is one whose file is damaged, though what is asked of it may lie
// on pages that are not.
func (h *Home) OpenLedger(ctx context.Context, where string, reads bool) error {
	known, err := h.Known(ledger.Shown(where))
	if err != nil {
		return err
	}
	open := ledger.Open
	switch {
	case reads:
		open = ledger.OpenReading
	case len(known) > 0:
		open = ledger.OpenExisting
	}
	h.Ledger, err = open(ctx, where, h.Now)
	if missing := (*ledger.MissingError)(nil); errors.As(err, &missing) {
		if len(known) > 0 {
			return &LostError{where, known, missing.Empty}
		}
		h.Ledger, err = ledger.Open(ctx, where, h.Now)
	}
	if err != nil {
		return err
	}
	if err := h.whole(ctx, known); err != nil {
		return errors.Join(err, h.Ledger.Close())
	}
	return nil
}

// whole is an error if the ledger has lost what it is to have: pages of its file, or
// the rows of all agents that are known here.
func (h *Home) whole(ctx context.Context, known []string) error {
	if err := h.Ledger.Sound(ctx); err != nil || len(known) == 0 {
		return err
	}
	empty, err := h.Ledger.Empty(ctx)
	if err == nil && empty {
		err = &LostError{h.Ledger.Where(), known, true}
	}
	return err
}

// A LostError is a ledger that is missing or empty, and had the rows of agents.
type LostError struct {
	Where  string
	Agents []string
	Empty  bool
}

func (e *LostError) Error() string {
	is := "is not there"
	if e.Empty {
		is = "is empty"
	}
	some := e.Agents
	if len(some) > 3 {
		some = some[:3]
	}
	return "the ledger " + e.Where + " " + is + ", and it had the rows of " + verify.Plural(len(e.Agents), "agent") + " here (" + strings.Join(some, ", ") +
		"); put a backup in its place, or kei ledger rebuild makes it from their journals"
}
