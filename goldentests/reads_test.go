package goldentests

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// readsFence keeps what people keep from an agent.
var readsFence = fence{Gates: `[[gate]]
kind = "deny-reads"
files-unreadable = [".env", "**/.env", "secrets/**", "**/*.pem"]
`}

// readsRoot is a repository in which some of it lies.
func readsRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".env", "sub/.env", "kept/.env", "secrets/key", "certs/a.pem", "src/a.go", "src/b.go", "docs/a.md", "web/index.ts", "list"} {
		plant(t, filepath.Join(root, filepath.FromSlash(name)), false)
	}
	if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte("/.env\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "kept", "secrets", "certs", "src", "docs", "web", ".gitignore"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return root
}

// TestReads asks about the lines of cases/reads.txt.
func TestReads(t *testing.T) {
	data, err := os.ReadFile("cases/reads.txt")
	if err != nil {
		t.Fatal(err)
	}
	root := readsRoot(t)
	h := readsFence.hold(t, root)
	asked := 0
	for n, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "=") {
			continue
		}
		want, text, _ := strings.Cut(line, " ")
		var got answer
		if tool, verdict, ok := strings.Cut(want, "-"); ok {
			want = verdict
			payload, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "transcript_path": "/t", "tool_use_id": "u",
				"tool_name": tool, "cwd": root, "tool_input": json.RawMessage(text)})
			if err != nil {
				t.Fatalf("line %d: %v", n+1, err)
			}
			got = h.ask(payload)
		} else {
			got = h.bash(strings.ReplaceAll(text, `\n`, "\n"))
		}
		asked++
		if got.String()[:1] != want {
			t.Errorf("line %d: %s is answered with %s: %s", n+1, text, got, got.reason)
		}
	}
	if asked < 150 {
		t.Errorf("only %d calls were asked", asked)
	}
}
