package verify

import (
	"regexp"
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
	commitSHA     = regexp.MustCompile(`^[0-9a-f]{40}$|^[0-9a-f]{64}$`)
	mergeStatuses = []string{"done", "failed", "still-running"}
	mergeMethods  = []string{"merge-no-ff", "squash", "rebase", "cherry-pick"}
)

// Check implements [Step].
func (s *MergeResult) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	var v Violations
	commit, status, fork := "", "", ""
	if f, ok := d.one("COMMIT_SHA", &v); ok {
		if commit = f.word(); commit != "<none>" && !commitSHA.MatchString(commit) {
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
	if f, ok := d.one("FORK_AGENT_ID", &v); ok {
		if fork = f.word(); CheckAgentID(fork) != nil {
			v.add("line %d says %s: %v", f.Line, quoted(f), CheckAgentID(fork))
			fork = ""
		}
	}
	if f, ok := d.one("MERGE_METHOD", &v); ok && !slices.Contains(mergeMethods, f.word()) {
		v.add("line %d says %s; it is one of %s", f.Line, quoted(f), strings.Join(mergeMethods, ", "))
	}
	d.one("blockers", &v)
	d.one("next", &v)
	switch {
	case commit == "<none>" && status == "done":
		v.add("nothing was merged, and LEDGER_STATUS is done")
	case commit != "" && commit != "<none>":
		if err := r.onMain(commit, &v); err != nil {
			return err
		}
	}
	if r.o.Row != "" && fork != "" && status != "" {
		if err := r.rowStatus(fork, status, &v); err != nil {
			return err
		}
	}
	return v.Err()
}

// onMain holds a commit to being part of main. The names are main's: what an
// agent says of its merge is looked for where it has to be.
func (r *Run) onMain(commit string, v *Violations) error {
	g := r.store
	if _, code, _ := g.exit(r.ctx, nil, "cat-file", "-e", commit+"^{commit}"); code != 0 {
		v.add("COMMIT_SHA %s is no commit of main's repository", commit)
		return nil
	}
	_, code, err := g.exit(r.ctx, nil, "merge-base", "--is-ancestor", commit, r.tip)
	if err != nil {
		return err
	}
	if code != 0 {
		v.add("COMMIT_SHA %s is not on main, which is at %s", commit, r.tip)
	}
	return nil
}

// rowStatus compares what the report says of a row with the row.
func (r *Run) rowStatus(id, status string, v *Violations) error {
	row, err := readRow(r.o.Row, id)
	if err != nil {
		return err
	}
	is := row.Status
	if is == "running" {
		is = "still-running"
	}
	if is == "merged" {
		is = "done"
	}
	if is != status {
		v.add("LEDGER_STATUS is %s, and the row of %s in the ledger is %s", status, id, row.Status)
	}
	return nil
}
