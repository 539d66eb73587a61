package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kei/internal/files"
	"kei/ledger"
)

// A Phase is how far an agent has come. It is written before the step that it
// names, so that whoever finds the journal of a starter that was killed knows
// all that may have been done.
type Phase string

// The phases. Those marked "rests" are left alone by gc; all others belong to a
// process, and if that is gone, to gc.
const (
	Claimed   Phase = "claimed"   // its files are being written
	Branching Phase = "branching" // branch and worktree are being made
	Forking   Phase = "forking"   // its row is being added to the ledger
	Ready     Phase = "ready"     // rests: it waits to be started by somebody else
	Started   Phase = "started"   // its client runs
	Returned  Phase = "returned"  // rests: its client has ended, nothing was checked
	Verifying Phase = "verifying" // it is being checked
	Closing   Phase = "closing"   // the outcome is known and goes to the ledger
	Closed    Phase = "closed"    // rests: its row says how it ended
)

func (p Phase) rests() bool { return p == Ready || p == Returned || p == Closed }

// hasRow reports whether an agent that has come so far has a row in the ledger for
// certain: while it is Forking, it may.
func (p Phase) hasRow() bool { return p != Claimed && p != Branching && p != Forking }

// A Journal is what has to be known of an agent to go on with it, or to undo it.
type Journal struct {
	Version  int    `json:"version"`
	ID       string `json:"agent_id"`
	Role     string `json:"role"`
	Phase    Phase  `json:"phase"`
	Main     string `json:"main"`   // the checkout
	Common   string `json:"common"` // the repository
	Onto     string `json:"onto"`   // the branch, or the commit, that it is to be merged into
	Base     string `json:"base"`   // the commit that it starts from
	Branch   string `json:"branch"`
	Worktree string `json:"worktree"`
	Ledger   string `json:"ledger"` // which one, without its password
	SpecSHA  string `json:"spec_sha"`
	Index    string `json:"index_sha,omitempty"`  // of IndexFile
	Refs     string `json:"refs_sha,omitempty"`   // of RefsFile
	Before   string `json:"before_sha,omitempty"` // of BeforeFile
	DNA      string `json:"dna"`
	Client   int    `json:"client_group,omitempty"` // the process group of its client

	Told    []string `json:"told,omitempty"`    // what was told of it while it worked
	Resumed bool     `json:"resumed,omitempty"` // it was closed, and goes on
	Trouble string   `json:"trouble,omitempty"` // why it could not be checked
	Outcome *Outcome `json:"outcome,omitempty"`
}

// An Outcome is how an agent ended, on its way to the ledger.
type Outcome struct {
	Done    bool   `json:"done"`
	Summary string `json:"summary"`
	Report  string `json:"report,omitempty"` // a file in the task's folder: what verification said
	Again   bool   `json:"again,omitempty"`  // it was closed before, and this is what a later look found
}

const journalVersion = 1

// save writes the journal, whole or not at all.
func (j *Journal) save(dir string) error {
	j.Version = journalVersion
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	return WriteFile(filepath.Join(dir, journalName), append(text, '\n'), 0o600)
}

const journalName = "journal.json"

// loadJournal reads the journal of a task's folder; fs.ErrNotExist if it has none.
func loadJournal(dir string) (*Journal, error) {
	name := filepath.Join(dir, journalName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	j := &Journal{}
	if err := json.Unmarshal(text, j); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if j.Version != journalVersion || j.ID != filepath.Base(dir) || ledger.CheckID(j.ID) != nil {
		return nil, fmt.Errorf("%s is not the journal of %s, of version %d", name, filepath.Base(dir), journalVersion)
	}
	return j, nil
}

// WriteFile writes by rename: who reads at this moment, or after a crash, finds
// the old file or the new one. An error names the file that was meant.
func WriteFile(name string, text []byte, mode fs.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(name), tempPrefix)
	if err != nil {
		return files.Named(name, err)
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return files.Named(name, err)
}

const tempPrefix = ".kei-"
