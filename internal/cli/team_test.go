package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// askTeam is "team N": the N calls of goldentests/cases/team.jsonl are asked of the
// compiled gates of the repository here, as a client asks them.
func askTeam(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: team N")
	}
	text, err := os.ReadFile(filepath.Join(repositoryRoot, "goldentests", "cases", "team.jsonl"))
	ts.Check(err)
	dir, wrong, asked := ts.MkAbs("."), 0, 0
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); asked++ {
		var row struct {
			Role, Call, Expect string
			Tool               string `json:"tool_name"`
		}
		ts.Check(json.Unmarshal(lines.Bytes(), &row))
		if row.Role == "backend" {
			row.Role = "backend-python" // as kei init calls it
		}
		input := map[string]string{}
		if key := decisive[row.Tool]; key != "" {
			input[key] = strings.ReplaceAll(row.Call, "/WORK", dir)
		}
		payload, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "cwd": dir, "tool_name": row.Tool, "tool_input": input})
		ts.Check(err)
		c := exec.Command(filepath.Join(dir, ".kei", "bin", row.Role))
		c.Dir, c.Stdin = dir, bytes.NewReader(payload)
		c.Env = []string{"HOME=" + ts.Getenv("HOME"), "PATH=" + ts.Getenv("PATH"), "CLAUDE_PROJECT_DIR=" + dir}
		said, err := c.CombinedOutput()
		if denied := err != nil; denied != (row.Expect == "deny") {
			wrong++
			ts.Logf("%s: %s %q: %v, want %s\n%s", row.Role, row.Tool, row.Call, err, row.Expect, said)
		}
	}
	if want, err := strconv.Atoi(args[0]); err != nil || asked != want || wrong > 0 {
		ts.Fatalf("%d of %d calls are answered otherwise than the team means", wrong, asked)
	}
}
