package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/ledger"
	"kei/runtime/verify"
)

// recover goes on with an agent whose starter is no more, from where its journal
// says that it was: an outcome that was known goes to the ledger, and of
// everything else nothing is left but a row that says so. With keep, what a
// client had worked on stays in its worktree, to be verified: that whoever started it
// is no more, or could not write down how it ended, is held against nobody.
func (a *Agent) recover(ctx context.Context, keep bool) error {
	endStrays(a.home.marker(a.ID), a.Client)
	a.spend()
	if a.Phase == Closing && a.Outcome != nil {
		if err := a.settle(ctx); err != nil {
			return err
		}
		return a.enter(Closed)
	}
	why := "interrupted while it was " + string(a.Phase)
	if !keep || a.Phase != Started && a.Phase != Verifying {
		return a.undo(ctx, why)
	}
	row, err := a.home.Ledger.Get(ctx, a.ID)
	if err != nil {
		return err
	}
	// A row that has been closed may be that of an agent that somebody had begun
	// to remove.
	open := row.Status == ledger.Running || a.Resumed && row.Status == ledger.Failed
	if a.Phase == Verifying && open {
		return errors.Join(verify.RemoveAll(a.File("tmp")), a.enter(Returned))
	}
	if s := a.ended(); a.Phase == Started && open && !s.Failed {
		if err := a.keepWords(s); err != nil {
			return err
		}
		a.Trouble = "its client has ended, and whoever had started it did not go on"
		if !s.Ended {
			a.Trouble = "its client did not come to its end, as far as is known, and was not waited for"
		}
		return a.enter(Returned)
	}
	return a.close(ctx, Outcome{Summary: why})
}

// Open takes up an agent that there is, to go on with it. One that a killed
// process has left in the middle of a step is cleaned up first.
func (h *Home) Open(ctx context.Context, id string) (*Agent, error) {
	if err := ledger.CheckID(id); err != nil {
		return nil, err
	}
	if _, err := h.journal(ctx, id); errors.Is(err, fs.ErrNotExist) {
		return nil, h.unknown(id)
	} else if err != nil {
		return nil, err
	}
	lock, err := h.hold(id)
	if err != nil {
		return nil, err
	}
	a, err := h.load(ctx, id)
	if err == nil && !a.Phase.rests() {
		err = fmt.Errorf("agent %s was left behind while it was %s; clean up with kei agents gc", id, a.Phase)
	}
	if err != nil {
		lock.release()
		return nil, err
	}
	a.lock = lock
	return a, nil
}

// An unknownError is an id of which there is no agent here.
type unknownError struct{ id, dir, main string }

func (e *unknownError) Error() string {
	return fmt.Sprintf("no agent %s in %s; kei agents list --main %s says which there are", e.id, e.dir, e.main)
}

func (h *Home) unknown(id string) error { return &unknownError{id, h.Dir, h.Main} }

// load reads an agent from its folder.
func (h *Home) load(ctx context.Context, id string) (*Agent, error) {
	j, err := h.journal(ctx, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, h.unknown(id)
	}
	if err != nil {
		return nil, err
	}
	if j.Common != h.common {
		return nil, fmt.Errorf("agent %s is one of the repository %s, not of %s", id, j.Common, h.common)
	}
	if j.Ledger != h.Ledger.Where() {
		return nil, fmt.Errorf("the row of agent %s is in the ledger %s, and this is %s", id, j.Ledger, h.Ledger.Where())
	}
	a := &Agent{Journal: *j, home: h}
	// These follow from the id and from where main is.
	a.Main, a.Branch, a.Worktree = h.Main, "agent/"+id, h.worktree(id)
	if text, err := os.ReadFile(a.File(TaskFile)); err == nil {
		// One that does not parse is not what was handed out, which Verify says.
		a.Task, _ = ParseTask(a.File(TaskFile), text)
	}
	if a.role, err = LoadRole(h.Policy, j.Role); err != nil {
		a.role = Role{Name: j.Role} // the policy has changed since
	}
	return a, nil
}

// Keep says what gc leaves.
type Keep struct {
	Failed bool // agents that have failed (they are left unless this is false)
	Work   bool // the worktrees of agents whose client was interrupted
	// LetGo is what it does not leave: work that the ledger has as merged and main lacks.
	LetGo bool
}

// GC cleans up after every agent whose process is no more, and removes those
// whose work was merged or rejected; what main lacks of work that was found clean
// stays, whatever the ledger says. It returns what it did, a line each. A ref that
// is not at what was found clean is an error, and the rest is done all the same.
func (h *Home) GC(ctx context.Context, keep Keep) (did []string, err error) {
	ids, err := h.ids()
	if err != nil {
		return nil, err
	}
	var errs []error
	forged, err := h.Forgeries(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range forged {
		errs = append(errs, errors.New(f.String()))
	}
	for _, id := range ids {
		if row, err := h.Ledger.Get(ctx, id); err == nil && row.Status == ledger.Failed {
			for _, what := range OfMain(row) {
				did = append(did, "agent "+id+": "+what)
			}
		}
		line, err := h.collect(ctx, id, keep)
		if err != nil {
			errs = append(errs, err)
		}
		if line != "" {
			did = append(did, line)
		}
	}
	return did, errors.Join(errs...)
}

// collect is GC for one agent.
func (h *Home) collect(ctx context.Context, id string, keep Keep) (string, error) {
	lock, err := h.hold(id)
	// A process that is killed while it starts another leaves that with its lock
	// for a moment, until it has become the other program.
	for try := 0; errors.Is(err, errHeld) && try < 10; try++ {
		time.Sleep(10 * time.Millisecond)
		lock, err = h.hold(id)
	}
	if errors.Is(err, errHeld) {
		return "", nil // it is being worked on
	}
	if err != nil {
		return "", err
	}
	defer lock.release()
	a, err := h.load(ctx, id)
	if errors.As(err, new(*unknownError)) {
		return "", h.undrafted(id)
	}
	if err != nil {
		return "", err
	}
	sweep(h.Task(id)) // nobody else writes there while this holds the lock
	if !a.Phase.rests() {
		return a.leftBehind(ctx, keep)
	}
	return a.discard(ctx, keep)
}

// leftBehind brings an agent whose process is gone to a phase that rests, and says to
// which.
func (a *Agent) leftBehind(ctx context.Context, keep Keep) (string, error) {
	was := a.Phase
	if err := a.recover(ctx, keep.Work); err != nil {
		return "", err
	}
	line := "agent " + a.ID + ": was left behind while it was " + string(was) + "; "
	switch {
	case a.Phase == Returned && was == Started:
		return line + a.ways(a.ended().Ended), nil
	case a.Phase == Returned:
		return line + "kei agents verify " + a.ID + " does it again", nil
	case a.Phase == Closed && was != Closing:
		return line + "closed as failed, its work is kept in " + a.Worktree, nil
	}
	return line + "cleaned up", nil
}

// discard removes an agent that rests and that nobody needs any more, as its row says.
func (a *Agent) discard(ctx context.Context, keep Keep) (string, error) {
	h, id := a.home, a.ID
	row, err := h.Ledger.Get(ctx, id)
	if errors.As(err, new(*ledger.NotFoundError)) {
		err = noRow(id, h.Ledger.Where())
	}
	if err != nil {
		return "", err
	}
	gone := []ledger.Status{ledger.Merged, ledger.Rejected}
	if !keep.Failed {
		gone = append(gone, ledger.Failed)
	}
	if !slices.Contains(gone, row.Status) {
		return "", nil
	}
	if row.Status == ledger.Merged {
		if keep.Failed && a.Outcome != nil && !a.Outcome.Done {
			return "agent " + id + ": merged, as its row says, but it was not found clean and nothing of it was kept to be merged, so it stays; kei agents gc --failed removes it", nil
		}
		switch lacks, err := a.lacks(ctx, row); {
		case keep.LetGo:
		case err != nil:
			return "", fmt.Errorf("agent %s: whether its work is in main: %w", id, err)
		case lacks:
			return "agent " + id + ": merged, as its row says, but main does not hold its work, so it stays; kei merge " + id +
				" brings it there, kei agents gc --unmerged removes it", nil
		}
	}
	return "agent " + id + ": " + string(row.Status) + "; removed", a.remove(ctx)
}

// undrafted removes a folder that has no journal and nothing that a person or
// another agent put there either. Its lock is held.
func (h *Home) undrafted(id string) error {
	sweep(h.Task(id))
	_ = os.Remove(h.Task(id)) // if it is empty
	return nil
}

// sweep removes what a killed process left of files it was about to rename.
func sweep(dir string) {
	list, _ := os.ReadDir(dir)
	for _, d := range list {
		if strings.HasPrefix(d.Name(), tempPrefix) {
			_ = os.Remove(filepath.Join(dir, d.Name()))
		}
	}
}

// Kill ends an agent: its client, and whatever that started, and then its row.
func (h *Home) Kill(ctx context.Context, id string) error {
	if err := ledger.CheckID(id); err != nil {
		return err
	}
	j, err := h.journal(ctx, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return h.unknown(id)
	case errors.As(err, new(*JournalError)):
		// What runs for it is found all the same, and whoever waits for that writes its
		// journal anew.
		j = &Journal{}
	case err != nil:
		return err
	case j.Phase == Closed:
		return fmt.Errorf("agent %s has ended already", id)
	}
	endStrays(h.marker(id), j.Client)
	// If somebody waits for the client, it is theirs to say how it ended.
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		lock, err := h.hold(id)
		if errors.Is(err, errHeld) && time.Now().Before(end) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return err
		}
		defer lock.release()
		break
	}
	a, err := h.load(ctx, id)
	if err != nil || a.Phase == Closed {
		return err
	}
	if !a.Phase.rests() {
		if err := a.recover(ctx, true); err != nil || a.Phase != Returned {
			return err
		}
	}
	return a.close(ctx, Outcome{Summary: "killed"})
}

// A Listed is an agent as list shows it.
type Listed struct {
	ID       string        `json:"agent_id"`
	Role     string        `json:"role"`
	Phase    Phase         `json:"phase"`
	Live     bool          `json:"live"` // a process is at work on it
	Status   ledger.Status `json:"status,omitempty"`
	Summary  string        `json:"summary,omitempty"`
	Branch   string        `json:"branch"`
	Worktree string        `json:"worktree"`
	Started  int64         `json:"started_ts,omitempty"` // seconds since 1970
	Work     string        `json:"work_commit,omitempty"`
	Forged   string        `json:"forged,omitempty"`  // what is wrong with the ref of its work
	Trouble  string        `json:"trouble,omitempty"` // why it could not be checked, or its journal not read
	Main     []string      `json:"main,omitempty"`    // what happened to main's repository while it worked
}

// Unreadable is the phase of an agent whose journal cannot be read.
const Unreadable Phase = "unreadable"

// List is every agent that has a folder here, by id. The ledger is asked once.
func (h *Home) List(ctx context.Context) ([]Listed, error) {
	ids, err := h.ids()
	if err != nil {
		return nil, err
	}
	all, err := h.Ledger.List(ctx, "")
	if err != nil {
		return nil, err
	}
	rows := map[string]ledger.Row{}
	for _, r := range all {
		rows[r.ID] = r
	}
	refs, err := h.keptRefs(ctx)
	if err != nil {
		return nil, err
	}
	var list []Listed
	for _, id := range ids {
		j, err := h.journal(ctx, id)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		l := Listed{ID: id, Phase: Unreadable}
		if err != nil {
			l.Trouble = err.Error()
		} else {
			l = Listed{ID: id, Role: j.Role, Phase: j.Phase, Branch: j.Branch, Worktree: j.Worktree, Trouble: j.Trouble}
		}
		row, known := rows[id]
		l.Status, l.Summary, l.Started, l.Work, l.Main = row.Status, row.Summary, row.Started, Kept(row), OfMain(row)
		if !known && j != nil && j.Phase.hasRow() {
			l.Trouble = noRow(id, h.Ledger.Where()).Error()
		}
		if lock, err := h.hold(id); err == nil {
			lock.release()
		} else {
			l.Live = errors.Is(err, errHeld)
		}
		if f, forged := forgery(id, refs[id], row); forged && known {
			l.Forged = f.String()
		}
		list = append(list, l)
	}
	return list, nil
}

// noRow is the error for an agent whose row is gone from the ledger.
func noRow(id, where string) error {
	return fmt.Errorf("agent %s has no row in the ledger %s; kei ledger rebuild makes it from the agent's journal", id, where)
}
