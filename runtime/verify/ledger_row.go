package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// LedgerRow holds the agent's row in the ledger to being closed. This program
// knows nothing of ledgers: whoever starts it gives it the rows, as JSON.
type LedgerRow struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

// A Row is what is asked of a row of the ledger. Other keys are let pass.
type Row struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Summary string `json:"summary"`
	TaskSHA string `json:"spec_sha"`
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
	case "done", "failed", "merged", "rejected":
		if strings.TrimSpace(row.Summary) == "" {
			v.add("the row of %s is %s and says nothing", r.AgentID, row.Status)
		}
	default:
		v.add("the row of %s is still %s", r.AgentID, shown(row.Status))
	}
	return v.Err()
}

// readRow finds a row in a file with one row or a list of them.
func readRow(file, id string) (Row, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Row{}, err
	}
	var rows []Row
	if err := json.Unmarshal(data, &rows); err != nil {
		var one Row
		if json.Unmarshal(data, &one) != nil {
			return Row{}, fmt.Errorf("%s: %w", file, err)
		}
		rows = []Row{one}
	}
	for _, row := range rows {
		if row.ID == id {
			return row, nil
		}
	}
	return Row{}, violation(nil, "the ledger has no row of %s", id)
}
