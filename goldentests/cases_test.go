package goldentests

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// A gateRow is a call, what it is asked of, and the right answer: "allow" or
// "deny", or "na" where the asked capability has no say.
type gateRow struct {
	ID         string
	Capability string
	Role       string
	Task       struct {
		Scope *struct {
			Whitelist []string `json:"files-whitelist"`
			Denylist  []string `json:"files-denylist"`
		}
	}
	Tool   string          `json:"tool_name"`
	Input  json.RawMessage `json:"tool_input"`
	Env    map[string]string
	Expect string
	Note   string
}

// TestGateCases asks compiled gates about the rows that name a role, and
// kei-capability about the others.
func TestGateCases(t *testing.T) {
	rows := readRows[gateRow](t, "cases/gate.jsonl")
	judged := judged(t, "gate.jsonl", idsOf(rows, func(r gateRow) string { return r.ID }))
	for _, r := range rows {
		t.Run(r.ID, func(t *testing.T) {
			want := r.Expect
			if want == "na" {
				want = "allow"
			}
			payload := fmt.Appendf(nil, `{"tool_name":%q,"tool_input":%s}`, r.Tool, r.Input)
			var s said
			if r.Role == "" {
				s = r.askCapability(t, payload)
			} else {
				program, ok := gateOf(t, r.Role)
				if !ok {
					// No agent can be started in a role without a gate.
					compare(t, judged, r.ID, want, "deny", "the role has no gate")
					return
				}
				s = start(t, program, nil, t.TempDir(), r.env(t, false), payload)
			}
			if s.code != 0 && s.code != 2 {
				t.Errorf("status %d", s.code)
			}
			if s.code == 0 && s.stdout != "" {
				t.Errorf("allowed, and says %q", s.stdout)
			}
			if s.code == 2 && (s.stderr == "" || s.stdout == "") {
				t.Errorf("denied without a reason: %q %q", s.stderr, s.stdout)
			}
			compare(t, judged, r.ID, want, verdictOf(s), fmt.Sprintf("%s%s %s %s\n%s\n%s", r.Role, r.Capability, r.Tool, r.Input, r.Note, s.stderr))
		})
	}
}

func verdictOf(s said) string {
	if s.code == 0 {
		return "allow"
	}
	return "deny"
}

func (r gateRow) askCapability(t *testing.T, payload []byte) said {
	return start(t, command(t, "kei-capability"), []string{"check", r.Capability}, t.TempDir(), r.env(t, true), payload)
}

// command is the path of kei by one of its names.
func command(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// env is the environment of a row: its own, and its task, sealed for a gate.
func (r gateRow) env(t *testing.T, written bool) []string {
	t.Helper()
	env := []string{"PATH=/usr/bin:/bin", "HOME=" + t.TempDir()}
	for name, value := range r.Env {
		env = append(env, name+"="+value)
	}
	if r.Task.Scope == nil {
		return env
	}
	if written {
		var b strings.Builder
		b.WriteString("[scope]\n")
		for _, list := range []struct {
			name  string
			globs []string
		}{{"files-whitelist", r.Task.Scope.Whitelist}, {"files-denylist", r.Task.Scope.Denylist}} {
			if list.globs != nil {
				fmt.Fprintf(&b, "%s = %s\n", list.name, tomlList(list.globs))
			}
		}
		return append(env, "TASK_TOML="+save(t, "task.toml", []byte(b.String())))
	}
	sealed := gate.Task{
		Role: r.Role, AgentID: "ag-test-1", Source: strings.Repeat("0", 64),
		Whitelist: globsOf(r.Task.Scope.Whitelist), Denylist: globsOf(r.Task.Scope.Denylist),
	}
	return append(env, "KEI_TASK="+save(t, "task.sealed.json", sealed.JSON()))
}

// save writes a file of its own folder.
func save(t *testing.T, name string, text []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestPayloadCases are payloads as no client should write them, asked of
// kei-capability, whose status is exact.
func TestPayloadCases(t *testing.T) {
	type row struct {
		ID, Capability, Note string
		Stdin                string `json:"stdin_b64"`
		Expect               int    `json:"expect_exit"`
		Env                  map[string]string
	}
	rows := readRows[row](t, "cases/payload.jsonl")
	judged := judged(t, "payload.jsonl", idsOf(rows, func(r row) string { return r.ID }))
	for _, r := range rows {
		t.Run(r.ID, func(t *testing.T) {
			payload, err := base64.StdEncoding.DecodeString(r.Stdin)
			if err != nil {
				t.Fatal(err)
			}
			s := gateRow{Capability: r.Capability, Env: r.Env}.askCapability(t, payload)
			compare(t, judged, r.ID, fmt.Sprint(r.Expect), fmt.Sprint(s.code), fmt.Sprintf("%.200q\n%s\n%s", payload, r.Note, s.stderr))
			if program, ok := gateOf(t, "edit-local"); ok {
				s := start(t, program, nil, t.TempDir(), []string{"HOME=/"}, payload)
				if s.code != 0 && s.code != 2 {
					t.Errorf("a gate ends with status %d", s.code)
				}
			}
		})
	}
}
