package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kei/ledger"
)

// A Home is where the agents of one repository are: tasks/ID has what an agent
// was told and a journal, worktrees/ID is where it works, scratch/ID where it puts
// data if its role says so. It lies outside of
// main's checkout (cargo takes a project inside another for a part of it) and
// outside of every worktree (an agent must not be able to write its own task).
type Home struct {
	Dir    string
	Main   string // the checkout of main
	Policy string // the policy folder: out/ and bin/ as they were compiled
	Ledger *ledger.Ledger
	Now    func() time.Time
	// SendBack is the beginning of the command line that a client starts when
	// its agent means to end, to verify it then; none: it may end.
	SendBack []string
	Say      func(format string, args ...any) // told what is being done
	Watched  bool                             // somebody reads it meanwhile: the steps of a verification are said too

	common string
	brood  brood
}

// Alone says that this process is there for one agent and starts nothing else
// meanwhile: whatever is left running below it when a client or a verification
// has ended, on Linux, is ended before the next step.
func (h *Home) Alone() error { return h.brood.ask() }

// OpenHome finds main's repository. Dir "" is the folder MAIN.agents beside it.
func OpenHome(ctx context.Context, main, dir, policy string) (*Home, error) {
	h := &Home{Now: time.Now, Say: func(string, ...any) {}}
	var err error
	if h.Main, h.common, err = findMain(ctx, main); err != nil {
		return nil, err
	}
	if dir == "" {
		dir = h.Main + ".agents"
	}
	if h.Dir, err = realPath(dir); err != nil {
		return nil, err
	}
	if h.Policy, err = realPath(policy); err != nil {
		return nil, err
	}
	for _, no := range []string{h.Main, h.common} {
		if below(no, h.Dir) {
			return nil, fmt.Errorf("the agents' folder %s is in %s; it must lie outside of main's checkout", h.Dir, no)
		}
	}
	if below(h.worktrees(), h.Policy) {
		return nil, fmt.Errorf("the policy folder %s is in an agent's worktree; name main's with -C", h.Policy)
	}
	return h, nil
}

// realPath is absolute and has no links in it, as far as the path exists.
func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) && filepath.Dir(abs) != abs {
		if real, err = realPath(filepath.Dir(abs)); err == nil {
			real = filepath.Join(real, filepath.Base(abs))
		}
	}
	return real, err
}

func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

func (h *Home) tasks() string             { return filepath.Join(h.Dir, "tasks") }
func (h *Home) scratches() string         { return filepath.Join(h.Dir, "scratch") }
func (h *Home) worktrees() string         { return filepath.Join(h.Dir, "worktrees") }
func (h *Home) Task(id string) string     { return filepath.Join(h.tasks(), id) }
func (h *Home) worktree(id string) string { return filepath.Join(h.worktrees(), id) }
func (h *Home) scratch(id string) string  { return filepath.Join(h.scratches(), id) }

// marker is in the environment of every process that is started for an agent.
func (h *Home) marker(id string) string { return "KEI_AGENT_RUN=" + h.Task(id) }

func (h *Home) git(id string) git {
	return git{common: h.common, home: h.Dir, marker: h.marker(id)}
}

// A hold is an agent's lock, held by who works on it. It ends with the process.
type hold struct{ f *os.File }

// errHeld is that somebody else works on the agent now.
var errHeld = errors.New("another kei is at work on it")

// hold takes the lock of an agent.
func (h *Home) hold(id string) (*hold, error) {
	dir := filepath.Join(h.Dir, "locks")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, id)
	for {
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		ok, err := tryLock(f)
		if err != nil || !ok {
			f.Close()
			if err == nil {
				err = errHeld
			}
			return nil, fmt.Errorf("agent %s: %w", id, err)
		}
		// Whoever had it before may have removed the file since it was opened.
		is, errIs := os.Stat(name)
		has, errHas := f.Stat()
		if errIs == nil && errHas == nil && os.SameFile(is, has) {
			return &hold{f}, nil
		}
		f.Close()
	}
}

// release gives the lock up. The file goes first: while it is locked, nobody
// else can have taken it.
func (l *hold) release() {
	os.Remove(l.f.Name())
	l.f.Close()
}

// alone runs do while no other kei makes or removes a worktree here: git reads
// the folders that it keeps of all worktrees, and fails over one that is half made.
func (h *Home) alone(ctx context.Context, do func() error) error {
	if err := os.MkdirAll(h.Dir, 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(h.Dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		ok, err := tryLock(f)
		if err != nil {
			return err
		}
		if ok {
			return do()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ids are the agents that have a folder or a worktree, or of which a lock is left.
func (h *Home) ids() ([]string, error) {
	var ids []string
	for _, dir := range []string{h.tasks(), h.worktrees(), filepath.Join(h.Dir, "locks")} {
		list, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, d := range list {
			if ledger.CheckID(d.Name()) == nil && !slices.Contains(ids, d.Name()) {
				ids = append(ids, d.Name())
			}
		}
	}
	slices.Sort(ids)
	return ids, nil
}
