package goldentests

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// A laterReport is a public bug report with its policy in TOML and several
// calls, each of which has the answer Expect.
type laterReport struct {
	ID, Kind, Policy, Steps, Expect, Why string
	Input                                []json.RawMessage
}

// TestLaterReports asks about each call of cases/reports2.jsonl; its id is the
// report's with the number of the call behind a dot. Reports that are about
// other commands than the gate are in judged.toml.
func TestLaterReports(t *testing.T) {
	rows := readRows[laterReport](t, "cases/reports2.jsonl")
	judged := judged(t, "reports2.jsonl", idsOf(rows, func(r laterReport) string { return r.ID }))
	open := openRows(t, "reports2.jsonl")
	root := laterRoot(t)
	kinds := map[string][2]int{}
	for _, r := range rows {
		if j, ok := judged[r.ID]; ok {
			if j.Verdict != "untested" || len(r.Input) > 0 {
				t.Errorf("judged.toml: %s is asked about, or has a verdict of its own; say so by call in open.toml", r.ID)
			}
			continue
		}
		h := r.fence(t).hold(t, root)
		for i, c := range r.calls(root) {
			a := h.ask(c.payload)
			count(kinds, r.Kind, a.String() == c.expect)
			open.settle(t, fmt.Sprintf("%s.%d", r.ID, i+1), a.String() == c.expect, fmt.Sprintf("%s, want %s: %s\n%s\n%s", a, c.expect, c.payload, r.Policy, a.reason))
		}
	}
	tableOf(t, kinds)
}

// fence is the policy of the report: [[gate]] tables, or words that say that
// nothing matters but self-protection.
func (r laterReport) fence(t *testing.T) fence {
	t.Helper()
	gates, task, _ := strings.Cut(r.Policy, "# task: files-whitelist = ")
	switch {
	case strings.HasPrefix(gates, "[[gate]]"):
		f := fence{Gates: gates + "\n"}
		if task != "" {
			if err := json.Unmarshal([]byte(task), &f.Whitelist); err != nil {
				t.Fatalf("%s: %v", r.ID, err)
			}
		}
		return f
	case strings.HasPrefix(gates, "any"):
		return denying("git")
	}
	t.Fatalf("%s: nobody reads the policy %q", r.ID, r.Policy)
	return fence{}
}

// A wantedCall is a payload and the answer it is to have.
type wantedCall struct {
	payload []byte
	expect  string
}

// calls are the payloads of a report. Three are about the payload itself: a mark
// before it, arguments that are JSON in a string, and several calls in one. Of
// those the denied call is asked, too.
func (r laterReport) calls(root string) []wantedCall {
	if strings.HasPrefix(r.Kind, "payload:") {
		text := "\xef\xbb\xbf" + `{"cursor_version":"2.4.0","generation_id":"g","hook_event_name":"preToolUse","tool_name":"Shell","tool_input":{"command":"ls"},"cwd":"/tmp"}`
		if len(r.Input) > 0 {
			text = strings.Replace(string(r.Input[0]), "echo hello", "ls", 1)
		}
		push := strings.NewReplacer(`:"ls"`, `:"git push"`, `:\"ls\"`, `:\"git push\"`).Replace(text)
		return []wantedCall{{[]byte(text), "allow"}, {[]byte(push), "deny"}}
	}
	var list []wantedCall
	for _, input := range r.Input {
		var call map[string]json.RawMessage
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(input), "/w/p", root)), &call); err != nil {
			panic(err)
		}
		call["cwd"], _ = json.Marshal(root)
		payload, err := json.Marshal(call)
		if err != nil {
			panic(err)
		}
		list = append(list, wantedCall{payload, r.Expect})
	}
	return list
}

// laterRoot is a worktree that has the files that the reports speak of.
func laterRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".env", "sub/.env", "a/secrets/x", "a/k.pem", "src/a.go", "README.md", ".github/workflows/ci.yml", ".claude/settings.json", ".git/"} {
		plant(t, filepath.Join(root, filepath.FromSlash(name)), strings.HasSuffix(name, "/"))
	}
	return root
}
