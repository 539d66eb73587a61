package verify

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSelfProtection(t *testing.T) {
	f := start(t, map[string]string{"src/a.go": "package a\n", "shared/settings.json": "{}\n", "shared/notes.md": "x\n"})
	f.must(os.Symlink("shared", filepath.Join(f.main, ".claude")))
	f.commit(f.main, "link")
	f.git(f.work, "merge", "-q", "main")
	step := &SelfProtection{Capability: "self-protection", Place: Worktree}
	limit := &DiffInTask{Capability: "scope::files-whitelist", Place: Worktree}
	for _, tt := range []struct{ name, file, want string }{
		{"a source", "src/b.go", ""},
		{"settings", "sub/.claude/settings.json", "sub/.claude/settings.json (added): part of what makes the client ask its gate"},
		{"settings in another case", "sub/.CLAUDE/Settings.local.JSON", "1 change of files that no agent changes, whatever its role"},
		{"a hook of another client", ".cursor/hooks.json", ".cursor/hooks.json (added)"},
		{"an agent's definition", "x/.claude/agents/helper.md", "x/.claude/agents/helper.md (added)"},
		{"another agent's report", "x/.claude/agents/a-1/review.md", ""},
		{"the policy of a repository", ".kei/roles/edit.toml", ".kei/roles/edit.toml (added)"},
		{"by way of main's link", "shared/settings.json", "by way of the link .claude"},
		{"beside that", "shared/notes.md", ""},
		{"a folder of the system's name", "etc/claude-code/x.json", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(f.work, tt.file)
			was, err := os.ReadFile(file)
			f.write(f.work, tt.file, "changed\n")
			rep, verr := f.try(Options{Task: whitelist("**")}, step, limit)
			f.must(verr)
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
			if err == nil {
				f.must(os.WriteFile(file, was, 0o644))
			} else {
				f.must(os.Remove(file))
			}
		})
	}
}
