package ledger

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestFiltersUseIndices: a question for some rows does not go through all of them, and
// one for all has no condition.
func TestFiltersUseIndices(t *testing.T) {
	l := (&world{t, filepath.Join(t.TempDir(), "ledger.sqlite"), 1000}).open()
	defer l.Close()
	for _, test := range []struct {
		selects string
		filter  filter
		want    string // of the plan
	}{
		{agents.selects(), Query{}.filter(), "SCAN agents"},
		{agents.selects(), Query{Status: Done}.filter(), "USING INDEX idx_agents_status"},
		{agents.selects(), Query{Status: Done, Since: 5}.filter(), "USING INDEX idx_agents_status"},
		{invocations.selects(), invocationsOf("", "", ""), "SCAN invocations"},
		{invocations.selects(), invocationsOf("pkg::atom", "", ""), "USING INDEX idx_invocations_atom"},
		{invocations.selects(), invocationsOf("", "ag-1", ""), "USING INDEX idx_invocations_agent"},
		{invocations.selects(), invocationsOf("", "", Running), "USING INDEX idx_invocations_status"},
		{invocations.selects(), invocationsOf("pkg::atom", "ag-1", Running), "USING INDEX idx_invocations_"},
		{lifts.selects(), liftsOf("", false), "SCAN lifts"},
		{lifts.selects(), liftsOf("ag-1", false), "USING INDEX idx_lifts_agent"},
		{lifts.selects(), liftsOf("ag-1", true), "USING INDEX idx_lifts_agent"},
	} {
		if plan := l.plan(t, test.selects+test.filter.where(), test.filter.args...); !strings.Contains(plan, test.want) {
			t.Errorf("%s%v: the plan is %q; want %q", test.filter.where(), test.filter.args, plan, test.want)
		}
	}
}

// TestArchiveUsesIndices: whose parent an agent is is not looked for among all of them.
func TestArchiveUsesIndices(t *testing.T) {
	l := (&world{t, filepath.Join(t.TempDir(), "ledger.sqlite"), 1000}).open()
	defer l.Close()
	plan := l.plan(t, agents.selects()+overAndChildless, 1, 1)
	if !strings.Contains(plan, "SEARCH c USING INDEX idx_agents_parent") || !strings.Contains(plan, "SEARCH lines") {
		t.Error(plan)
	}
}

// plan is how SQLite answers a query, a line a step.
func (l *Ledger) plan(t *testing.T, query string, args ...any) string {
	t.Helper()
	var steps []string
	err := l.do(ctx, l.dialect.read, func(x *tx) error {
		return x.all(func(scan func(...any) error) error {
			var id, parent, unused int64
			var detail string
			err := scan(&id, &parent, &unused, &detail)
			steps = append(steps, detail)
			return err
		}, "EXPLAIN QUERY PLAN "+query, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(steps, "\n")
}
