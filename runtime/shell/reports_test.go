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
	"kei/out/programs"
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
func policyOf(t testing.TB, words_ string) (*gate.Policy, *gate.Task, bool) {
	var task *gate.Task
	p := &gate.Policy{Role: "test", Tools: []string{"Bash", "Read", "Write", "Edit", "Grep", "Monitor", "REPL", "Agent"}}
	deny := func(pats []gate.Pattern) {
		p.Rules = append(p.Rules, &gate.DenyCommand{Terms: gate.Terms{Capability: "test::deny"}, Patterns: pats, Table: table(t, pats)})
	}
	allow := func(pats []gate.Pattern) {
		p.Rules = append(p.Rules, &gate.AllowCommand{Terms: gate.Terms{Capability: "test::allow"}, Patterns: pats, Table: table(t, pats)})
	}
	only := func(globs ...gate.Glob) {
		task = &gate.Task{Whitelist: globs}
		p.Rules = append(p.Rules, &gate.OnlyTaskFiles{Terms: gate.Terms{Capability: "test::only"}})
	}
	s := words_
	switch {
	case s == "deny edits outside src/**" || s == "deny writes outside src/**" || s == "allow edits src/** only":
		only("src/**")
	case s == "allow edits .kurama/** only":
		only(".kurama/**")
	case s == "deny writes outside repo" || s == "deny edits outside <root>/**":
		only("**")
	case s == "deny file writes via shell" || s == "deny file writes via python":
		only()
	case s == "deny edits of the gate's own config":
	case s == "deny edits .architecture/** on a case-insensitive FS" || s == "deny read outside <root>":
		return nil, nil, false
	case strings.HasPrefix(s, "deny edits of "):
		p.Rules = append(p.Rules, &gate.DenyFiles{Terms: gate.Terms{Capability: "test::files"}, Files: []gate.Glob{gate.Glob(s[14:])}})
	case strings.HasPrefix(s, "deny edits "):
		p.Rules = append(p.Rules, &gate.DenyFiles{Terms: gate.Terms{Capability: "test::files"}, Files: []gate.Glob{gate.Glob(s[11:])}})
	case strings.HasPrefix(s, "deny read of ~/"):
		p.Rules = append(p.Rules, &gate.DenyReads{Terms: gate.Terms{Capability: "test::reads"}, Files: []gate.Glob{gate.Glob("**/" + s[15:])}})
	case strings.HasPrefix(s, "deny read "):
		p.Rules = append(p.Rules, &gate.DenyReads{Terms: gate.Terms{Capability: "test::reads"}, Files: []gate.Glob{gate.Glob(s[10:])}})
	case s == "deny git (ORCHESTRATOR_META)":
		pats := words("git")
		p.Rules = append(p.Rules, &gate.DenyCommand{Terms: gate.Terms{Capability: "test::deny", Bypass: "ORCHESTRATOR_META"}, Patterns: pats, Table: table(t, pats)})
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
		return nil, nil, false
	}
	return p, task, true
}

// judged are the rows on which another answer than theirs is right.
var judged = map[string]string{
	"BC-110": "the policy is about / and ~, and what it suggests instead passes",
	"BC-190": "the policy is \"any\": whether a missing binary is noticed is the installer's and doctor's matter",
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
	root := t.TempDir()
	for _, dir := range []string{"src", "docs", "secrets", ".cupcake", ".kurama"} {
		os.Mkdir(filepath.Join(root, dir), 0o755)
	}
	os.Symlink(t.TempDir(), filepath.Join(root, "src", "link"))
	os.Symlink(filepath.Join(root, ".cupcake"), filepath.Join(root, "backup"))
	for lines.Scan() {
		var r report
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		p, task, ok := policyOf(t, r.Policy)
		if !ok {
			skipped++
			continue
		}
		payload := []byte(r.Raw)
		if r.Raw == "" {
			input, _ := json.Marshal(r.Input)
			input = []byte(strings.ReplaceAll(string(input), "\\u003croot\\u003e", root))
			payload, _ = json.Marshal(map[string]any{"cwd": root, "tool_name": r.Tool, "tool_input": json.RawMessage(input)})
		}
		verdict, reason := ask(p, task, payload)
		want := r.Expect
		if want == "ask" && verdict == "deny" {
			want = "deny"
		}
		if judged[r.ID] != "" {
			continue
		}
		if verdict != want {
			t.Errorf("%s %q %s: %s, want %s (%s)\n\t%s", r.ID, r.Policy, r.Input, verdict, r.Expect, r.Why, reason)
		}
	}
	t.Logf("%d skipped", skipped)
}

func ask(p *gate.Policy, task *gate.Task, payload []byte) (verdict, reason string) {
	c, err := gate.ParseCall(payload)
	if err != nil {
		return "deny", err.Error()
	}
	c.Env = func(n string) (string, bool) { return map[string]string{"HOME": "/home/user"}[n], n == "HOME" }
	c.Late, c.Programs = shell.Late, &programs.Table
	if task != nil {
		c.SetTask(task)
	}
	if found, _ := gate.Check(c, p); len(found) > 0 {
		return "deny", found.Error()
	}
	return "allow", ""
}
