package goldentests

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A report is a public bug report about a gate: what was asked under which
// policy, and the right answer.
type report struct {
	ID     string
	Policy string
	Tool   string          `json:"tool_name"`
	Input  json.RawMessage `json:"tool_input"`
	Raw    *string         `json:"raw_stdin"`
	Expect string
	Why    string
}

// TestReports asks the policies that the reports are about, written as policy
// folders: see policies.toml.
func TestReports(t *testing.T) {
	rows := readRows[report](t, "cases/reports.jsonl")
	judged := judged(t, "reports.jsonl", idsOf(rows, func(r report) string { return r.ID }))
	root := reportRoot(t)
	policies := map[string]held{}
	missing := map[string]int{}
	for _, r := range rows {
		f, ok := fenceOf(t, r.Policy)
		if !ok {
			if _, own := judged[r.ID]; !own {
				missing[r.Policy]++
			}
			continue
		}
		if _, ok := policies[r.Policy]; !ok {
			at := root
			if f.Root != "" {
				at = f.Root
			}
			policies[r.Policy] = f.hold(t, at)
		}
		t.Run(r.ID, func(t *testing.T) {
			h := policies[r.Policy]
			a := h.ask(r.payload(h.root))
			want := r.Expect
			if want == "ask" {
				want = "deny" // nobody is there to be asked
			}
			compare(t, judged, r.ID, want, a.String(), fmt.Sprintf("%s: %s %s\n%s\n%s", r.Policy, r.Tool, r.Input, r.Why, a.reason))
		})
	}
	for policy, n := range missing {
		t.Errorf("%d rows are asked of the policy %q, which policies.toml does not have", n, policy)
	}
}

func (r report) payload(root string) []byte {
	if r.Raw != nil {
		return []byte(*r.Raw)
	}
	input := json.RawMessage(strings.ReplaceAll(string(r.Input), "<root>", root))
	payload, err := json.Marshal(map[string]any{"tool_name": r.Tool, "cwd": root, "tool_input": input})
	if err != nil {
		panic(err)
	}
	return payload
}

// reportRoot is the worktree that the rows speak of.
func reportRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	for _, dir := range []string{"src", "docs", ".cupcake", ".kurama", "secrets", ".architecture", ".claude/hooks"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"backup": ".cupcake", "src/link": outside} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	return root
}
