package gate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// TestRootUnsaid: where nobody says which folder is the project's, a rule of paths holds
// by each that may be it, and a denial that would be none in the repository's folder says so. What an
// agent builds and runs may make a .git, so the nearest of them is no proof of which it is.
func TestRootUnsaid(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{".git", "src/deep", "vendor/src"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p := &gate.Policy{Role: "test", Tools: []string{"Edit"}, Rules: []gate.Rule{
		&gate.OnlyFiles{Files: []gate.Glob{"src/**", "**/*.md"}}, &gate.DenyFiles{Files: []gate.Glob{"src/gen/**"}},
	}}
	const unsaid = "nobody says which folder is the project's, so this holds from "
	for _, tt := range []struct {
		name, cwd, write string
		told             bool
		want             string // of the denial; "" is none
		unsaid           bool   // it is none by the repository's folder
	}{
		{"from the repository's folder", "", "src/a.go", false, "", false},
		{"not in the scope", "", "x/a.go", false, "x/a.go is not among the files", false},
		{"a file of the scope, from below", "src", "a.go", false, "a.go is not among the files", true},
		{"a file that any of them lets in", "src/deep", "a.md", false, "", false},
		{"up from below", "src/deep", "../a.go", false, "../a.go is outside the worktree", true},
		{"what is in the scope as seen from below alone", "vendor", "src/evil.go", false, "src/evil.go is not among the files", false},
		{"what is denied as seen from above alone", "src", "gen/a.md", false, "gen/a.md matches src/gen/**", false},
		{"outside of all", "src", "../../a.md", false, "../../a.md is outside the worktree", false},
		{"told, and the client works below", "src", "a.go", true, "", false},
		{"told, and in the scope as seen from below alone", "vendor", "src/evil.go", true, "src/evil.go is not among the files", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			env := map[string]string{"HOME": "/home/somebody"}
			if tt.told {
				env["WORKTREE_PATH"] = top
			}
			cwd := filepath.Join(top, tt.cwd)
			payload := fmt.Sprintf(`{"hook_event_name":"PreToolUse","turn_id":"t","cwd":%q,"tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Add File: %s\n+x\n*** End Patch"}}`, cwd, tt.write)
			code, why := judge(p, []byte(payload), env)
			if (code != 0) != (tt.want != "") || !strings.Contains(why, tt.want) {
				t.Errorf("status %d, %q; want %q", code, why, tt.want)
			}
			if says := strings.Contains(why, unsaid+cwd+" up to "+top+": "); says != tt.unsaid {
				t.Errorf("%q", why)
			}
		})
	}
}
