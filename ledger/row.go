package ledger

import (
	"encoding/json"
	"slices"
)

// A Status is where the work of an agent stands.
type Status string

const (
	Running  Status = "running"
	Done     Status = "done"
	Failed   Status = "failed"
	Merged   Status = "merged"
	Rejected Status = "rejected"
)

// Statuses are all of them.
var Statuses = []Status{Running, Done, Failed, Merged, Rejected}

// An Agent is what is known of one when it is forked.
type Agent struct {
	ID         string `json:"id,omitempty"`            // see [CheckID]
	Branch     string `json:"branch"`                  // at most [MaxBranch] bytes
	Parent     string `json:"parent_branch,omitempty"` // a branch or an id; "": nobody's
	SpecSHA    string `json:"spec_sha"`                // SHA-256 of the task as it is stored, in hexadecimal
	Worktree   string `json:"worktree_path,omitempty"`
	DNA        string `json:"dna,omitempty"` // see [DNA]; no two rows have the same
	Creator    string `json:"creator_id,omitempty"`
	ForkParent string `json:"fork_parent_id,omitempty"`
	Host       string `json:"host,omitempty"` // the machine whose disk has its worktree
}

// A Row is all that is known of one agent. JSON names are column names.
type Row struct {
	Agent
	Status   Status `json:"status"`
	Started  int64  `json:"started_ts"`
	Finished int64  `json:"finished_ts,omitempty"` // 0: not yet
	Summary  string `json:"summary,omitempty"`     // of done what was done, of failed why
	Reason   string `json:"reject_reason,omitempty"`
	Verify   Report `json:"verify,omitempty"` // the latest

	// Work is the commit of what was found clean, and Merge the one by which it came
	// into the main branch. Refs can be moved by whoever can write to the repository.
	Work  string `json:"work_commit,omitempty"`
	Merge string `json:"merge_commit,omitempty"`

	CostCents      int64  `json:"cost_cents"`
	CostMicroCents int64  `json:"cost_micro_cents"` // the same in millionths
	Provider       string `json:"provider,omitempty"`
	Model          string `json:"model,omitempty"`
	TokensIn       int64  `json:"tokens_in,omitempty"`
	TokensOut      int64  `json:"tokens_out,omitempty"`

	// Three that the earlier kit's router filled in.
	Stubs      int64  `json:"stubs_count,omitempty"`
	Outcome    string `json:"outcome,omitempty"`
	Escalation int64  `json:"escalation_depth,omitempty"`

	First int64 `json:"first_event,omitempty"` // its events in the chain
	Last  int64 `json:"last_event,omitempty"`
}

// A Report is the JSON of a verification; "" is none.
type Report string

func (r Report) MarshalJSON() ([]byte, error) {
	if r == "" {
		return []byte("null"), nil
	}
	return []byte(r), nil
}

func (r *Report) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*r = ""
		return nil
	}
	same, err := canonical(json.RawMessage(text))
	*r = Report(same)
	return err
}

var columns = []column[Row]{
	{"id", false, func(r *Row) any { return &r.ID }},
	{"branch", false, func(r *Row) any { return &r.Branch }},
	{"parent_branch", true, func(r *Row) any { return &r.Parent }},
	{"spec_sha", false, func(r *Row) any { return &r.SpecSHA }},
	{"status", false, func(r *Row) any { return &r.Status }},
	{"started_ts", false, func(r *Row) any { return &r.Started }},
	{"finished_ts", true, func(r *Row) any { return &r.Finished }},
	{"summary", true, func(r *Row) any { return &r.Summary }},
	{"worktree_path", true, func(r *Row) any { return &r.Worktree }},
	{"dna", true, func(r *Row) any { return &r.DNA }},
	{"creator_id", true, func(r *Row) any { return &r.Creator }},
	{"fork_parent_id", true, func(r *Row) any { return &r.ForkParent }},
	{"cost_cents", false, func(r *Row) any { return &r.CostCents }},
	{"provider", false, func(r *Row) any { return &r.Provider }},
	{"model", false, func(r *Row) any { return &r.Model }},
	{"cost_micro_cents", false, func(r *Row) any { return &r.CostMicroCents }},
	{"tokens_in", false, func(r *Row) any { return &r.TokensIn }},
	{"tokens_out", false, func(r *Row) any { return &r.TokensOut }},
	{"stubs_count", false, func(r *Row) any { return &r.Stubs }},
	{"outcome", true, func(r *Row) any { return &r.Outcome }},
	{"escalation_depth", false, func(r *Row) any { return &r.Escalation }},
	{"verify", true, func(r *Row) any { return &r.Verify }},
	{"reject_reason", true, func(r *Row) any { return &r.Reason }},
	{"host", true, func(r *Row) any { return &r.Host }},
	{"work_commit", true, func(r *Row) any { return &r.Work }},
	{"merge_commit", true, func(r *Row) any { return &r.Merge }},
	{"first_event", false, func(r *Row) any { return &r.First }},
	{"last_event", false, func(r *Row) any { return &r.Last }},
}

// agents is the table of rows.
var agents = table[Row]{"agents", columns}

// move changes the status along an edge.
func (r *Row) move(to Status, from []Status) error {
	if !slices.Contains(from, r.Status) {
		return &StatusError{ID: r.ID, Is: r.Status, Want: from, To: to}
	}
	r.Status = to
	return nil
}
