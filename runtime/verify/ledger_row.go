package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// LedgerRow holds the agent's row in the ledger to being this agent's, for this
// task, and to not having failed. That it is still running is as it should be
// while its work is being checked: whoever checks closes it then. This program
// knows nothing of ledgers: whoever starts it gives it the rows, as JSON.
type LedgerRow struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// A Row is what is asked of a row of the ledger. Other keys are let pass.
type Row struct {
	ID       string `json:"id"`
	Branch   string `json:"branch"`
	Status   string `json:"status"`
	Summary  string `json:"summary"`
	TaskSHA  string `json:"spec_sha"`
	DNA      string `json:"dna"`
	Started  int64  `json:"started_ts"`
	Finished int64  `json:"finished_ts"`
}

// Check implements [Step].
func (s *LedgerRow) Check(r *Run) error {
	if r.AgentID == "" {
		return errors.New("whose row is asked for is not known; the task has no agent-id")
	}
	if r.o.Row == "" {
		return errors.New("the agent's row of the ledger was not given; see --row")
	}
	row, err := readRow(r.o.Row, r.AgentID)
	if err != nil {
		return err
	}
	var v Violations
	switch row.Status {
	case "running":
	case "done", "merged":
		if strings.TrimSpace(row.Summary) == "" {
			v.add("the row of %s is %s and says nothing", r.AgentID, row.Status)
		}
	default:
		v.add("the row of %s is %s", r.AgentID, shown(row.Status))
	}
	if want := "agent/" + r.AgentID; row.Branch != want {
		v.add("the row of %s is about the branch %s, not %s", r.AgentID, shown(row.Branch), want)
	}
	if r.o.TaskSHA != "" && row.TaskSHA != r.o.TaskSHA {
		v.add("the row of %s is about another task: its spec_sha is %s, and the task's SHA-256 %s", r.AgentID, shown(row.TaskSHA), r.o.TaskSHA)
	}
	if role, _, ok := strings.Cut(row.DNA, "::"); ok && r.Task != nil && r.Task.Role != "" && role != r.Task.Role {
		v.add("the row of %s is of the role %s, and the task's is %s", r.AgentID, shown(role), r.Task.Role)
	}
	return v.Err()
}

// readRow finds a row in a file with rows, one after the other or in lists.
func readRow(file, id string) (found Row, err error) {
	has := false
	err = eachValue(file, func(value json.RawMessage) (enough bool, err error) {
		rows := make([]Row, 1)
		into := any(&rows[0])
		if value[0] == '[' {
			into = &rows
		}
		if err := json.Unmarshal(value, into); err != nil {
			return false, err
		}
		if i := slices.IndexFunc(rows, func(r Row) bool { return r.ID == id }); i >= 0 {
			found, has = rows[i], true
		}
		return has, nil
	})
	if err == nil && !has {
		err = violation(nil, "the ledger has no row of %s", id)
	}
	return found, err
}

// eachValue calls a function for every value of JSON in a file, one after the other,
// until that has enough. Errors, its own too, say the file.
func eachValue(file string, take func(value json.RawMessage) (enough bool, err error)) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for d, enough := json.NewDecoder(bytes.NewReader(data)), false; !enough; {
		var next json.RawMessage
		if err = d.Decode(&next); errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			enough, err = take(next)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// RowsAsked are the ids of other agents whose rows the checks of a report will
// ask for, so that whoever has the ledger can give them. A report that cannot be
// read asks for none.
func RowsAsked(report string) []string {
	d, err := openReport(report, mergeFields...)
	if err != nil {
		return nil
	}
	var ids []string
	for _, f := range d.All(forkField) {
		if id := f.word(); CheckAgentID(id) == nil && len(ids) < 16 {
			ids = append(ids, id)
		}
	}
	return ids
}
