package goldentests

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen"
)

// teamLines is the most TOML that a team writes beside what it takes of the library.
const teamLines = 60

// teamTree is the team's repository, as far as its agents' calls look at it.
func teamTree(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".env", ".env.example", ".git/HEAD", "README.md", "docker-compose.yml", "package.json", "pyproject.toml", "uv.lock",
		"infra/terraform/main.tf", "src/api/main.py", "src/web/lib/api.ts", "src/web/lib/old.ts", "src/web/components/Button.tsx"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("x\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestTeam holds what a team's agents may do to what the team means: roles that take
// nearly all they say of kei's library, by name.
func TestTeam(t *testing.T) {
	folder := fstest.MapFS{}
	names, err := filepath.Glob("team/*.toml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no roles in team/: %v", err)
	}
	lines := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder["roles/"+filepath.Base(name)] = &fstest.MapFile{Data: text}
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines > teamLines {
		t.Errorf("the team wrote %d lines of TOML, more than %d", lines, teamLines)
	}
	u, err := gen.Update(folder, "test")
	if err != nil {
		t.Fatal(err)
	}
	folder[gen.LockFile] = &fstest.MapFile{Data: u.After.Text()}
	roles, _, err := gen.Check(folder)
	if err != nil {
		t.Fatal(err)
	}
	root := teamTree(t)
	byName := map[string]held{}
	for _, r := range roles {
		byName[r.Name] = held{Policy: r.Policy(), root: root, home: "/home/somebody"}
	}
	type call struct {
		Role, Call, Expect string
		ToolName           string `json:"tool_name"`
	}
	for i, c := range readRows[call](t, filepath.Join("cases", "team.jsonl")) {
		h, ok := byName[c.Role]
		if !ok {
			t.Fatalf("row %d: no role %s", i+1, c.Role)
		}
		line := strings.TrimSpace(c.ToolName + " " + strings.ReplaceAll(c.Call, "/WORK", root))
		if a := h.ask(payloadOf(line, root)); a.String() != c.Expect {
			t.Errorf("row %d, %s: %s %q is %v, want %s\n%s", i+1, c.Role, c.ToolName, c.Call, a, c.Expect, a.reason)
		}
	}
}
