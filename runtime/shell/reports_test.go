package shell_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kei/gen/automaton"
	"kei/runtime/gate"
	"kei/runtime/shell"
)

// A report is a public bug report about a gate: what was asked under which
// policy, and the right answer.
type report struct {
	ID     string         `json:"id"`
	Policy string         `json:"policy"`
	Tool   string         `json:"tool_name"`
	Input  map[string]any `json:"tool_input"`
	Expect string         `json:"expect"`
	Why    string         `json:"why"`
	Raw    string         `json:"raw_stdin"`
}

func table(t testing.TB, patterns []gate.Pattern) *gate.Table {
	t.Helper()
	var list []string
	for _, p := range patterns {
		list = append(list, string(p))
	}
	d, err := automaton.Compile(list)
	if err != nil {
		t.Fatal(err)
	}
	return &gate.Table{Classes: d.Classes, Columns: d.Columns, Width: d.Width, Starts: d.Starts, Rows: d.Rows, Options: gate.OptionPatterns(patterns)}
}

func words(list string) []gate.Pattern {
	var out []gate.Pattern
	for _, w := range strings.Split(list, ",") {
		out = append(out, gate.Pattern("^"+regexp.QuoteMeta(strings.TrimSpace(w))+"( |$)"))
	}
	return out
}

// policyOf puts a policy in words into rules; ok is false for those that take more.
func policyOf(t testing.TB, words_ string) (*gate.Policy, bool) {
	p := &gate.Policy{Role: "test", Tools: []string{"Bash", "Read", "Write", "Edit", "Grep", "Monitor", "REPL", "Agent"}}
	deny := func(pats []gate.Pattern) {
		p.Rules = append(p.Rules, &gate.DenyCommand{Capability: "test::deny", Patterns: pats, Table: table(t, pats)})
	}
	allow := func(pats []gate.Pattern) {
		p.Rules = append(p.Rules, &gate.AllowCommand{Capability: "test::allow", Patterns: pats, Table: table(t, pats)})
	}
	s := words_
	switch {
	case strings.HasPrefix(s, "deny file") || strings.HasPrefix(s, "deny writes") || strings.HasPrefix(s, "deny edits") || strings.HasPrefix(s, "deny read"):
		return nil, false
	case s == "deny git (ORCHESTRATOR_META)":
		pats := words("git")
		p.Rules = append(p.Rules, &gate.DenyCommand{Capability: "test::deny", Bypass: "ORCHESTRATOR_META", Patterns: pats, Table: table(t, pats)})
	case s == "deny python (steer to uv)":
		deny([]gate.Pattern{`^python3?( |$)`})
	case s == "deny DROP TABLE":
		deny([]gate.Pattern{`DROP TABLE`})
	case s == "deny rm -rf of / or ~":
		deny([]gate.Pattern{`^rm -rf [/~]( |$)`})
	case strings.HasPrefix(s, "deny "):
		deny(words(strings.TrimPrefix(s, "deny ")))
	case s == "allow rm -rf /tmp/":
		allow([]gate.Pattern{`^rm -rf /tmp/`})
	case s == "role allows Bash cargo only":
		allow(words("cargo"))
	case strings.HasPrefix(s, "allow only ") && !strings.Contains(s, "writes"):
		allow(words(strings.TrimPrefix(s, "allow only ")))
	case s == "any" || s == "any role" || s == "role may not raise permissions":
	default:
		return nil, false
	}
	return p, true
}

func TestReports(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "goldentests", "cases", "reports.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	skipped := 0
	for lines.Scan() {
		var r report
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		p, ok := policyOf(t, r.Policy)
		if !ok {
			skipped++
			continue
		}
		payload := []byte(r.Raw)
		if r.Raw == "" {
			payload, _ = json.Marshal(map[string]any{"cwd": t.TempDir(), "tool_name": r.Tool, "tool_input": r.Input})
		}
		verdict, reason := ask(p, payload)
		want := r.Expect
		if want == "ask" && verdict == "deny" {
			want = "deny"
		}
		if verdict != want {
			t.Errorf("%s %q %s: %s, want %s (%s)\n\t%s", r.ID, r.Policy, r.Input, verdict, r.Expect, r.Why, reason)
		}
	}
	t.Logf("%d skipped", skipped)
}

func ask(p *gate.Policy, payload []byte) (verdict, reason string) {
	c, err := gate.ParseCall(payload)
	if err != nil {
		return "deny", err.Error()
	}
	c.Env = func(string) (string, bool) { return "", false }
	c.Late = shell.Late
	if err := p.Check(c); err != nil {
		return "deny", err.Error()
	}
	return "allow", ""
}
