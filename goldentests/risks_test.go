package goldentests

import (
	"os"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestRisks holds SECURITY.md to the residual risks: each is told of, and each
// is still one.
func TestRisks(t *testing.T) {
	var data struct {
		Risk []struct{ ID, Policy, Command, Passes, Catches string }
	}
	if _, err := toml.DecodeFile("risks.toml", &data); err != nil {
		t.Fatal(err)
	}
	told, err := os.ReadFile("../SECURITY.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range data.Risk {
		if seen[r.ID] || r.Passes == "" || r.Catches == "" {
			t.Errorf("risk %s is twice in risks.toml, or does not say what passes and what catches it", r.ID)
		}
		seen[r.ID] = true
		if !strings.Contains(string(told), "**"+r.ID+"**") {
			t.Errorf("SECURITY.md does not tell of the risk %s", r.ID)
		}
		f, ok := fenceOf(t, r.Policy)
		if !ok {
			t.Fatalf("risk %s: no policy %q", r.ID, r.Policy)
		}
		root := t.TempDir()
		if a := f.hold(t, root).bash(r.Command); a.String() != "allow" {
			t.Errorf("risk %s is none any more: under %q, %s is answered with %s", r.ID, r.Policy, r.Command, a)
		}
	}
	_, section, _ := strings.Cut(string(told), "## Residual risks")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, line := range strings.Split(section, "\n") {
		if id, _, ok := strings.Cut(strings.TrimPrefix(line, "- **"), "**"); ok && strings.HasPrefix(line, "- **") && !seen[id] {
			t.Errorf("SECURITY.md tells of the risk %s, which is not in goldentests/risks.toml", id)
		}
	}
}
