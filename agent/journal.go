package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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

func (p Phase) known() bool {
	return p.rests() || p == Claimed || p == Branching || p == Forking || p == Started || p == Verifying || p == Closing
}

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

	// Sum is of the file's text with noSum in its place: what a disk has damaged is told
	// from what was written. (It is no evidence; whoever can write there can add it up.)
	Sum string `json:"sum,omitempty"`
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
	j.Version, j.Sum = journalVersion, noSum
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	j.Sum = sumOf(text)
	text = resum(text, noSum, j.Sum)
	return WriteFile(filepath.Join(dir, journalName), text, 0o600)
}

const journalName = "journal.json"

var noSum = strings.Repeat("0", 64)

// resum is a journal's text with another sum, which is the last that is in it.
func resum(text []byte, was, is string) []byte {
	at := bytes.LastIndex(text, []byte(was))
	if at < 0 {
		return nil
	}
	return slices.Concat(text[:at], []byte(is), text[at+len(was):])
}

// loadJournal reads the journal of a task's folder; fs.ErrNotExist if it has none, a
// JournalError if it is not as it was written.
func loadJournal(dir string) (*Journal, error) {
	name := filepath.Join(dir, journalName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, &JournalError{name, "is empty"}
	}
	j := &Journal{}
	if err := json.Unmarshal(text, j); err != nil {
		return nil, &JournalError{name, "is damaged: " + err.Error()}
	}
	// Those of an earlier kei have no sum.
	if j.Sum != "" && sumOf(resum(text, j.Sum, noSum)) != j.Sum || j.Sum == "" && !j.Phase.known() {
		return nil, &JournalError{name, "is damaged: it is not what was written"}
	}
	if j.Version != journalVersion || j.ID != filepath.Base(dir) || ledger.CheckID(j.ID) != nil {
		return nil, fmt.Errorf("%s is not the journal of %s, of version %d", name, filepath.Base(dir), journalVersion)
	}
	return j, nil
}

// A JournalError is the journal of an agent that there is, and that is missing or
// damaged. Mend makes it anew.
type JournalError struct {
	Name string // of the file
	Is   string // what it is: "is empty"
}

func (e *JournalError) Error() string {
	id := filepath.Base(filepath.Dir(e.Name))
	return fmt.Sprintf("agent %s: its journal %s %s; kei agents rebuild %s makes it anew, from the ledger and git", id, e.Name, e.Is, id)
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
