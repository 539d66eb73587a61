package verify

import (
	"errors"
	"slices"
	"strings"
)

// MergeResult holds the report of a merge to its six lines, and those to what
// the repository and the ledger say.
type MergeResult struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`
}

var (
	mergeStatuses = []string{"done", "failed", "still-running"}
	mergeMethods  = []string{"merge-no-ff", "squash", "rebase", "cherry-pick"}
)

var mergeFields = []string{"COMMIT_SHA", "LEDGER_STATUS", forkField, "MERGE_METHOD", "blockers", "next"}

func (s *MergeResult) fields(*Task) []string { return mergeFields }

// Check implements [Step].
func (s *MergeResult) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	var v Violations
	commit, status, fork, method := "", "", "", ""
	if f, ok := d.one("COMMIT_SHA", &v); ok {
		if commit = f.word(); commit != "<none>" && !IsID(commit) {
			v.add("line %d says %s; it is a commit's whole id, or <none>", f.Line, quoted(f))
			commit = ""
		}
	}
	if f, ok := d.one("LEDGER_STATUS", &v); ok {
		if status = f.word(); !slices.Contains(mergeStatuses, status) {
			v.add("line %d says %s; it is one of %s", f.Line, quoted(f), strings.Join(mergeStatuses, ", "))
			status = ""
		}
	}
	if f, ok := d.one(forkField, &v); ok {
		if fork = f.word(); CheckAgentID(fork) != nil {
			v.add("line %d says %s: %v", f.Line, quoted(f), CheckAgentID(fork))
			fork = ""
		}
	}
	if f, ok := d.one("MERGE_METHOD", &v); ok {
		if method = f.word(); !slices.Contains(mergeMethods, method) {
			v.add("line %d says %s; it is one of %s", f.Line, quoted(f), strings.Join(mergeMethods, ", "))
		}
	}
	d.one("blockers", &v)
	d.one("next", &v)
	var row Row
	if r.o.Row != "" && fork != "" && status != "" {
		if row, err = r.rowStatus(fork, status, &v); err != nil {
			return err
		}
	}
	switch {
	case commit == "<none>" && status == "done" && !r.doneBefore(row):
		v.add("nothing was merged, and LEDGER_STATUS is done")
	case commit != "" && commit != "<none>" && status == "failed":
		v.add("LEDGER_STATUS is failed, and COMMIT_SHA is %s; it is <none> when nothing was merged", commit)
	case commit != "" && commit != "<none>":
		if err := r.onMain(commit, fork, method, &v); err != nil {
			return err
		}
	}
	return v.Err()
}

const forkField = "FORK_AGENT_ID"

// doneBefore reports whether the fork was done before this agent was started: it
// then stays so in the ledger, whether it could be merged or not.
func (r *Run) doneBefore(fork Row) bool {
	if fork.Status != "done" || fork.Finished == 0 {
		return false
	}
	own, err := readRow(r.o.Row, r.AgentID)
	return err == nil && own.Started != 0 && fork.Finished <= own.Started
}

// onMain holds a commit to being what the agent did to main: there now, and not
// before, with the fork in its history. The names are main's: what an agent says
// of its merge is looked for where it has to be.
func (r *Run) onMain(commit, fork, method string, v *Violations) error {
	g := r.store
	if _, code, _ := g.exit(r.ctx, nil, "cat-file", "-e", commit+"^{commit}"); code != 0 {
		v.add("COMMIT_SHA %s is no commit of main's repository", commit)
		return nil
	}
	switch has, err := g.holds(r.ctx, r.tip, commit); {
	case err != nil:
		return err
	case !has:
		v.add("COMMIT_SHA %s is not on main, which is at %s", commit, r.tip)
		return nil
	}
	if r.o.Base != "" {
		switch has, err := g.holds(r.ctx, r.o.Base, commit); {
		case err != nil:
			return err
		case has:
			v.add("COMMIT_SHA %s was on main before the agent was started, at %.12s", commit, r.o.Base)
			return nil
		}
	}
	if method != "merge-no-ff" {
		r.Note("a commit that was made by %s has nothing of the fork in its history; that it is the work of %s was not checked", shown(method), shown(fork))
		return nil
	}
	return r.mergeOf(commit, fork, v)
}

// mergeOf holds a commit to being a merge of the fork's branch.
func (r *Run) mergeOf(commit, fork string, v *Violations) error {
	parents, err := r.store.line(r.ctx, "rev-list", "--parents", "-1", commit)
	if err != nil {
		return err
	}
	if len(strings.Fields(parents)) < 3 {
		v.add("COMMIT_SHA %s has one parent, and MERGE_METHOD is merge-no-ff", commit)
	}
	if fork == "" {
		return nil
	}
	before := r.o.Base
	if before == "" {
		before = strings.Fields(parents)[min(1, len(strings.Fields(parents))-1)]
	}
	// What kei keeps of work that it found clean, and what the fork itself committed.
	own := false
	missing := ""
	for _, ref := range []string{"refs/kei/" + fork, "refs/heads/agent/" + fork} {
		tip, err := r.repo.lookup(r.ctx, r.store, r.repo.common, ref)
		if err != nil {
			return err
		}
		if tip == "" {
			continue
		}
		if has, err := r.store.holds(r.ctx, before, tip); err != nil || has {
			if err != nil {
				return err
			}
			continue // nothing of the fork's own
		}
		own = true
		switch has, err := r.store.holds(r.ctx, commit, tip); {
		case err != nil:
			return err
		case has:
			return nil
		}
		missing = strings.TrimPrefix(ref, "refs/heads/") + ", which is at " + tip
	}
	if !own {
		r.Note("neither refs/kei/%s nor the branch agent/%s has a commit of its own; that the fork is what was merged was not checked", fork, fork)
		return nil
	}
	v.add("COMMIT_SHA %s does not hold %s", commit, missing)
	return nil
}

// rowStatus compares what the report says of a row with the row.
func (r *Run) rowStatus(id, status string, v *Violations) (Row, error) {
	row, err := readRow(r.o.Row, id)
	if none := (Violations)(nil); errors.As(err, &none) {
		*v = append(*v, none...)
		return row, nil
	}
	if err != nil {
		return row, err
	}
	is := map[string]string{"running": "still-running", "merged": "done", "rejected": "failed"}[row.Status]
	if is == "" {
		is = row.Status
	}
	if is != status {
		v.add("LEDGER_STATUS is %s, and the row of %s in the ledger is %s", status, id, row.Status)
	}
	return row, nil
}
