package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"kei/runtime/gate"
)

// Options are what a verification is told.
type Options struct {
	Plan     Plan
	Task     *Task // nil if only a role is known
	AgentID  string
	Worktree string
	Main     string
	Onto     string // main's branch or commit; "" is the repository's HEAD
	Base     string // the commit that the agent was started from; "" is where its history and main's part
	Mode     Place  // Both if ""
	Report   string // the agent's report; "" is where agents write it
	TaskSHA  string // the SHA-256 of the task.toml; "" is unknown
	Row      string // a JSON file with rows of the ledger, the agent's among them
	Index    string // a copy of the worktree's index from before the agent was started; see stamp
	Refs     string // a file with the refs from before the agent was started, as git for-each-ref prints them with "%(objectname) %(refname)"
	Commit   string // work that was kept as a commit on Base: it is judged, and the worktree not looked at
	Before   string // a file with what Observe found before the agent was started; "" is unknown
	Bundle   string // a file to write the work to, as a commit on Base, if all is clean; "" is none
	Contain  string // auto, always or never: run commands in bwrap
	Getenv   func(string) (string, bool)
	Progress func(string) // told what is being done; may be nil
}

// A Run is what a step sees: the work, at one of the two places.
type Run struct {
	Task    *Task
	AgentID string
	Place   Place
	Dir     string   // a copy of the files at this place, for commands to run in
	Changes []Change // what the work changes of main here, sorted by path

	*work
	old, new tree
	ctx      context.Context
	step     *StepReport
	written  map[string][]byte                           // files of new that are in no object
	export   func() error                                // writes Dir
	write    func(ctx context.Context, dir string) error // writes new into a folder
	dirs     map[string]bool                             // see folders
}

// work is what all steps of a verification share.
type work struct {
	o        Options
	scratch  *scratch
	format   string // of object ids: sha1 or sha256
	repo     *repository
	store    *git
	batch    *batch
	keeper   *keeper
	base     string // commit
	head     string
	tip      string
	files    tree // of base
	snapshot *snapshot
	lfs      bool            // main has files that Git LFS keeps
	since    time.Time       // what was written before is as it was before the agent; zero if not known
	modules  map[string]bool // folders of objects of submodules that the store reads

	document func() (*Document, error)

	stamped       func() (*stamp, error)
	root          func() (string, error)            // the tree of base
	branch        func() (string, error)            // where the agent's branch is
	mainsCheckout func() (map[string]string, error) // what is not committed in it
	tests         map[Place]int                     // how many passed, where they were counted
	locked        map[string]string                 // see repository.locks: when the work began to be judged
	container     *container
	tried         func() (*container, error) // finds it
}

// ErrNoTask is the error of steps that need a task where only a role is known.
var ErrNoTask = errors.New("which files the task is about is not known; name the task.toml, not the role")

// task is the task, or why there is none.
func (r *Run) task() (*Task, error) {
	if r.Task == nil {
		return nil, ErrNoTask
	}
	return r.Task, nil
}

// Old is the contents of a file before the work, fs.ErrNotExist if there was none.
func (r *Run) Old(path string) ([]byte, error) { return r.contents(r.old, path) }

// New is the contents of a file with the work.
func (r *Run) New(path string) ([]byte, error) {
	if text, ok := r.written[path]; ok {
		return text, nil
	}
	return r.contents(r.new, path)
}

func (r *Run) contents(t tree, path string) ([]byte, error) {
	e := t.at(path)
	if e == (Entry{}) || e.Mode == modeSub {
		return nil, fmt.Errorf("%s: %w", shown(path), fs.ErrNotExist)
	}
	return r.batch.blob(e.ID)
}

// blob is the contents of an entry.
func (r *Run) blob(e Entry) ([]byte, error) { return r.batch.blob(e.ID) }

// matching are the changes of files that one of the globs matches.
func (r *Run) matching(globs []gate.Glob) []Change {
	var list []Change
	for _, c := range r.Changes {
		if slices.ContainsFunc(globs, func(g gate.Glob) bool { return g.Match(c.Path) }) {
			list = append(list, c)
		}
	}
	return list
}

// Note puts a line into the report that is no violation.
func (r *Run) Note(format string, args ...any) {
	r.step.Notes = append(r.step.Notes, fmt.Sprintf(format, args...))
}

// counted keeps how many tests passed here, for what the report says of it.
func (r *Run) counted(passed int) {
	if r.tests == nil {
		r.work.tests = map[Place]int{}
	}
	r.tests[r.Place] = passed
}

// Env looks up a variable of the orchestrator's.
func (w *work) Env(name string) string {
	if w.o.Getenv == nil {
		return ""
	}
	v, _ := w.o.Getenv(name)
	return v
}

// Report reads the agent's report, once.
func (r *Run) Report() (*Document, error) { return r.document() }
