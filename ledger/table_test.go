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
		var plan []string
		err := l.do(ctx, l.dialect.read, func(x *tx) error {
			return x.all(func(scan func(...any) error) error {
				var id, parent, unused int64
				var detail string
				err := scan(&id, &parent, &unused, &detail)
				plan = append(plan, detail)
				return err
			}, "EXPLAIN QUERY PLAN "+test.selects+test.filter.where(), test.filter.args...)
		})
		if err != nil || !strings.Contains(strings.Join(plan, "\n"), test.want) {
			t.Errorf("%s%v: the plan is %q, %v; want %q", test.filter.where(), test.filter.args, plan, err, test.want)
		}
	}
}
