package cli

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// A gateCase is a row of goldentests/cases/gate.jsonl.
type gateCase struct {
	ID, Capability, Role, Expect, Note string

	Task struct {
		Scope *struct {
			Whitelist []string `json:"files-whitelist"`
			Denylist  []string `json:"files-denylist"`
		}
	}
	Tool  string          `json:"tool_name"`
	Input json.RawMessage `json:"tool_input"`
	Env   map[string]string
}

// disputed are the rows of a file whose verdict is not followed, and why.
func disputed(t *testing.T, file string) map[string]string {
	t.Helper()
	var list struct {
		Row []struct{ File, ID, Reason string }
	}
	if _, err := toml.DecodeFile(filepath.Join("..", "..", "goldentests", "judged.toml"), &list); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, r := range list.Row {
		if r.File == file {
			rows[r.ID] = r.Reason
		}
	}
	return rows
}

// TestGateCases asks kei-capability about the rows that name a capability.
func TestGateCases(t *testing.T) {
	rows := lines(t, "gate.jsonl")
	disputed := disputed(t, "gate.jsonl")
	t.Chdir(t.TempDir())
	asked := 0
	for _, line := range rows {
		var c gateCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		if c.Role != "" {
			continue
		}
		asked++
		t.Run(c.ID, func(t *testing.T) {
			setenv(t, c.Env)
			if c.Task.Scope != nil {
				t.Setenv("TASK_TOML", taskFile(t, c.Task.Scope.Whitelist, c.Task.Scope.Denylist))
			}
			payload := fmt.Appendf(nil, `{"tool_name":%q,"tool_input":%s}`, c.Tool, c.Input)
			want := map[string]int{"allow": 0, "na": 0, "deny": 2}[c.Expect]
			why, unfollowed := disputed[c.ID]
			code, stderr := check(c.Capability, payload)
			switch {
			case unfollowed && code == want:
				t.Errorf("follows the row now: it is disputed no more (%s)", why)
			case !unfollowed && code != want:
				t.Errorf("%s %s: status %d, want %d (%s)\n%s", c.Tool, c.Input, code, want, c.Note, stderr)
			}
		})
	}
	if asked == 0 {
		t.Error("no row was asked")
	}
}

// TestPayloadCases are payloads as no client should write them.
func TestPayloadCases(t *testing.T) {
	rows := lines(t, "payload.jsonl")
	t.Chdir(t.TempDir())
	for _, line := range rows {
		var c struct {
			ID, Capability, Note string
			Stdin                string `json:"stdin_b64"`
			Expect               int    `json:"expect_exit"`
			Env                  map[string]string
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			payload, err := base64.StdEncoding.DecodeString(c.Stdin)
			if err != nil {
				t.Fatal(err)
			}
			setenv(t, c.Env)
			if code, stderr := check(c.Capability, payload); code != c.Expect {
				t.Errorf("%q: status %d, want %d (%s)\n%s", payload, code, c.Expect, c.Note, stderr)
			}
		})
	}
}

func setenv(t *testing.T, env map[string]string) {
	t.Helper()
	for name, value := range env {
		t.Setenv(name, value)
	}
}

func check(capability string, payload []byte) (code int, stderr string) {
	var out, err bytes.Buffer
	args := []string{"/opt/bin/kei-capability", "check", capability}
	code = Run(args, bytes.NewReader(payload), &out, &err)
	return code, err.String()
}

// taskFile is a task.toml with these lists.
func taskFile(t *testing.T, whitelist, denylist []string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("[scope]\n")
	for name, list := range map[string][]string{"files-whitelist": whitelist, "files-denylist": denylist} {
		text, err := json.Marshal(list) // a list of strings in JSON is one in TOML
		if err != nil {
			t.Fatal(err)
		}
		if list != nil {
			fmt.Fprintf(&b, "%s = %s\n", name, text)
		}
	}
	file := filepath.Join(t.TempDir(), "task.toml")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func lines(t *testing.T, name string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "goldentests", "cases", name))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]byte
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		rows = append(rows, bytes.Clone(s.Bytes()))
	}
	return rows
}
