package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kei/ledger"
)

// journal reads the journal of an agent: fs.ErrNotExist if there is no agent of that
// id here, a JournalError if there is one and its journal is missing or damaged.
func (h *Home) journal(ctx context.Context, id string) (*Journal, error) {
	j, err := loadJournal(h.Task(id))
	if !errors.Is(err, fs.ErrNotExist) || !h.traces(ctx, id) {
		return j, err
	}
	// It may have been begun meanwhile.
	if j, err = loadJournal(h.Task(id)); errors.Is(err, fs.ErrNotExist) {
		err = &JournalError{filepath.Join(h.Task(id), journalName), "is missing"}
	}
	return j, err
}

// traces reports whether there is something of an agent that only one which had a
// journal leaves.
func (h *Home) traces(ctx context.Context, id string) bool {
	for _, name := range []string{SealedFile, SettingsFile, IndexFile, RefsFile, BeforeFile, LogFile, VerifyFile} {
		if _, err := os.Lstat(filepath.Join(h.Task(id), name)); err == nil {
			return true
		}
	}
	if _, err := os.Lstat(h.worktree(id)); err != nil || h.Ledger == nil {
		return false
	}
	row, err := h.Ledger.Get(ctx, id)
	return err == nil && row.Worktree == h.worktree(id)
}

// A Mended says what was made of an agent whose journal was missing or damaged.
type Mended struct {
	Agent string `json:"agent_id"`
	Phase Phase  `json:"phase"`           // how far it has come
	Aside string `json:"aside,omitempty"` // where the damaged journal is now
	Row   bool   `json:"row,omitempty"`   // its row was missing, too, and was made anew
}

// Mend makes the journal of an agent anew, from its row, its task and git. One that was
// closed is closed, any other one rests as returned, to be verified or killed; what
// runs for it is ended. A row that is missing as well is made by that. The damaged
// journal is put aside.
func (h *Home) Mend(ctx context.Context, id string) (m Mended, err error) {
	if err := ledger.CheckID(id); err != nil {
		return m, err
	}
	lock, err := h.hold(id)
	if err != nil {
		return m, err
	}
	defer lock.release()
	switch _, err := h.journal(ctx, id); {
	case err == nil:
		return m, fmt.Errorf("the journal of agent %s is whole", id)
	case errors.Is(err, fs.ErrNotExist):
		return m, h.unknown(id)
	case !errors.As(err, new(*JournalError)):
		return m, err
	}
	j, task, err := h.again(ctx, id)
	if err != nil {
		return m, err
	}
	endStrays(h.marker(id), 0)
	if err := os.MkdirAll(h.Task(id), 0o755); err != nil {
		return m, err
	}
	if _, err := os.Lstat(filepath.Join(h.Task(id), TaskFile)); errors.Is(err, fs.ErrNotExist) {
		if err := WriteFile(filepath.Join(h.Task(id), TaskFile), task.Bytes, 0o644); err != nil {
			return m, err
		}
	}
	m = Mended{Agent: id, Phase: j.Phase}
	name := filepath.Join(h.Task(id), journalName)
	if _, err := os.Lstat(name); err == nil {
		m.Aside = name + ".broken"
		if err := os.Rename(name, m.Aside); err != nil {
			return m, err
		}
	}
	if err := j.save(h.Task(id)); err != nil {
		return m, err
	}
	a := &Agent{Journal: *j, home: h}
	a.spend()
	if s := a.ended(); a.Phase == Returned && s.Ended && !s.Failed {
		if err := a.keepWords(s); err != nil {
			return m, err
		}
	}
	row, text := h.rowOf(j)
	added, err := h.Ledger.Restore(ctx, []ledger.Row{row}, map[string][]byte{id: text})
	m.Row = len(added) > 0
	return m, err
}

// again is the journal that an agent would have by its row, its task and git, and the
// task. Where there is no row, its task is the one that lies in its folder.
func (h *Home) again(ctx context.Context, id string) (*Journal, Task, error) {
	row, err := h.Ledger.Get(ctx, id)
	found := err == nil
	if err != nil && !errors.As(err, new(*ledger.NotFoundError)) {
		return nil, Task{}, err
	}
	if found && row.Worktree != h.worktree(id) {
		return nil, Task{}, fmt.Errorf("agent %s has the worktree %s by its row in the ledger %s, and not one here", id, row.Worktree, h.Ledger.Where())
	}
	task, err := h.taskOf(ctx, id, row.SpecSHA)
	if err != nil {
		return nil, Task{}, err
	}
	j := &Journal{
		ID: id, Role: task.Role, Phase: Returned, Main: h.Main, Common: h.common, Branch: "agent/" + id, Worktree: h.worktree(id),
		Ledger: h.Ledger.Where(), SpecSHA: task.SHA256, DNA: row.DNA, Trouble: "its journal was missing or damaged, and was made anew",
	}
	if !found {
		role, err := LoadFor(h.Policy, task)
		if err != nil {
			return nil, Task{}, fmt.Errorf("agent %s has no row in the ledger %s, which its role is for: %w", id, h.Ledger.Where(), err)
		}
		j.DNA = dna(role, task).String()
	} else if row.Status != ledger.Running {
		j.Phase, j.Trouble = Closed, ""
		j.Outcome = &Outcome{Done: row.Status == ledger.Done || row.Status == ledger.Merged && Kept(row) != "", Summary: row.Summary}
	}
	// What was noted of main's repository is as the files have it that lie there.
	for name, sum := range map[string]*string{RefsFile: &j.Refs, BeforeFile: &j.Before} {
		if text, err := os.ReadFile(filepath.Join(h.Task(id), name)); err == nil {
			*sum = sumOf(text)
		}
	}
	return j, task, h.whence(ctx, j)
}

// taskOf is the task that an agent was given: the text of that sum, or, where none is
// known, what lies in its folder.
func (h *Home) taskOf(ctx context.Context, id, sum string) (Task, error) {
	name := filepath.Join(h.Task(id), TaskFile)
	text, err := os.ReadFile(name)
	if sum != "" && (err != nil || sumOf(text) != sum) {
		text, err = h.Ledger.Spec(ctx, sum)
	}
	if err != nil {
		return Task{}, fmt.Errorf("what agent %s was to do is not known any more: %w; what it worked on is in %s, which git worktree remove removes", id, err, h.worktree(id))
	}
	return ParseTask(name, text)
}

// whence fills in where an agent has started from and what it is to be merged into:
// the last commit that its branch has in common with what main is at.
func (h *Home) whence(ctx context.Context, j *Journal) (err error) {
	g := h.git(j.ID)
	if j.Base, err = g.line(ctx, h.Main, "merge-base", "HEAD", "refs/heads/"+j.Branch); err != nil {
		j.Base, err = g.line(ctx, h.Main, "rev-parse", "-q", "--verify", "HEAD^{commit}")
	}
	if err != nil {
		return fmt.Errorf("where agent %s has started from: %w", j.ID, err)
	}
	if j.Onto, err = g.line(ctx, h.Main, "symbolic-ref", "-q", "--short", "HEAD"); err != nil {
		j.Onto = j.Base
	}
	return nil
}
