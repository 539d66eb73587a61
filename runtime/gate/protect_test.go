package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/match"
)

// tree makes a worktree with a few symbolic links, inside a folder with others.
func tree(t *testing.T) (top string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"wt/src/deep", "wt/docs", "out/dir", "wt-evil"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(top, "wt/Cargo.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"wt/src/out":      top + "/out",
		"wt/src/dir":      top + "/out/dir",
		"wt/src/up":       "../docs",
		"wt/src/dangling": top + "/out/new.txt",
		"wt/src/a":        "b",
		"wt/src/b":        "a",
		"wt/src/cargo":    "../Cargo.toml",
		"linked":          "wt",
	} {
		if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	return top
}

func TestProtected(t *testing.T) {
	top := tree(t)
	gitdir := top + "/main.git/worktrees/wt"
	for name, text := range map[string]string{
		"wt/.git":                         "gitdir: " + gitdir + "\n",
		"main.git/worktrees/wt/commondir": "../..\n",
		"tasks/ag-1/task.json":            string(Task{AgentID: "ag-1", Source: strings.Repeat("0", 64)}.JSON()),
		"wt/.github/hooks/a.json":         "{}",
	} {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Call{Call: call.Call{Does: Edit, Root: top + "/wt", Cwd: top + "/wt", Env: env(
		"HOME="+top+"/home", "KEI_TASK="+top+"/tasks/ag-1/task.json", "TASK_TOML=/elsewhere/task.toml",
		"AGENT_REPORT_PATH="+top+"/tasks/ag-1/review.md", "KEI_AUDIT_LOG="+top+"/audit.jsonl",
		"CLAUDE_CONFIG_DIR="+top+"/cfg")}}
	const git, client = "in git's own folder", "part of what makes the client ask its gate"
	for _, tt := range []struct{ path, want string }{
		{"src/a.rs", ""},
		{"README.md", ""},
		{".gitignore", ""},
		{".github/workflows/ci.yml", ""},
		{"a.git/x", ""},
		{"CLAUDE.md", ""},
		{".claude/worktrees/x/src/a.rs", ""},
		{".claude/agents/ag-1/review.md", ""},
		{"hooks/pre-commit", ""},
		{"settings.json", ""},
		{"/tmp/x", ""},
		{".git", git},
		{".git/hooks/pre-commit", git},
		{".GIT/config", git},
		{"sub/.git/config", git},
		{"src/../.git/config", git},
		{".git./config", git},
		{".g\u200cit/config", git},
		{"GIT~1/config", git},
		{".git::$INDEX_ALLOCATION/config", git},
		{"/other/.git/config", git},
		{gitdir + "/HEAD", git},
		{top + "/main.git/hooks/pre-commit", git},
		{".claude/settings.json", client},
		{".claude/settings.local.json", client},
		{".Claude/Settings.json", client},
		{top + "/home/.claude/settings.json", client},
		{top + "/cfg/settings.json", client},
		{top + "/cfg/projects/x.md", ""},
		{".claude/hooks/gate", client},
		{".claude/agents/reviewer.md", client},
		{".claude/agents/ag-1/evil.md", client},
		{".claude", client},
		{".mcp.json", client},
		{"pkg/.mcp.json", client},
		{top + "/home/.claude.json", client},
		{"/etc/claude-code/managed-settings.json", client},
		{".codex/config.toml", client},
		{".gemini/settings.json", client},
		{".github/hooks/x.json", client},
		{".qwen/settings.json", client},
		{".factory/hooks.json", client},
		{".opencode/plugin/gate.js", client},
		{"opencode.json", client},
		{".pi/extensions/gate.ts", client},
		{".cursor/hooks.json", client},
		{".windsurf/hooks.json", client},
		{".clinerules/hooks/PreToolUse", client},
		{self, "the gate itself"},
		{filepath.Dir(self) + "/other", "in the folder of the gates"},
		{top + "/tasks/ag-1/task.json", "the task file"},
		{top + "/tasks/ag-1/prompt.md", "in the folder of the task file"},
		{top + "/tasks/ag-1/review.md", ""},
		{"/elsewhere/task.toml", "the task file"},
		{top + "/audit.jsonl", "the gate's audit log"},
		{top + "/audit.jsonl.1", "the gate's audit log"},
	} {
		call := c
		call.Paths = []string{tt.path}
		err := unheld(&call).protected()
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.path, err)
		case tt.want != "" && (err == nil || err.Error() != "self-protection: "+tt.path+" is "+tt.want+", which an agent may not change; say in your report what should change there"):
			t.Errorf("%s: %v, want %s", tt.path, err, tt.want)
		}
	}
}

// A task file that lies in the worktree does not make all of it its folder.
func TestProtectedTaskInWorktree(t *testing.T) {
	c := Call{Call: call.Call{Does: Edit, Root: "/w/wt", Cwd: "/w/wt", Env: env("KEI_TASK=/w/wt/task.json", "TASK_TOML=/w/task.toml")}}
	for path, denied := range map[string]bool{
		"/w/wt/src/a.rs": false, "/w/wt/task.json": true, "/w/task.toml": true, "/w/other": false,
	} {
		call := c
		call.Paths = []string{path}
		if err := unheld(&call).protected(); (err != nil) != denied {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// People keep their settings elsewhere and link to them.
func TestProtectedLinks(t *testing.T) {
	top := tree(t)
	for _, d := range []string{"dot/claude", "dot/hooks", "home/.claude", "wt/.claude"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"home/.codex":                 "dot/claude",
		"wt/.claude/settings.json":    "dot/settings.json",
		"wt/.claude/hooks":            "dot/hooks",
		"home/.claude.json":           "dot/claude.json",
		"wt/gitlink":                  "wt/.git",
		"wt/.git":                     "dot/git",
		"wt/docs/settings-of-another": "wt/.claude/settings.json",
	} {
		if err := os.Symlink(filepath.Join(top, target), filepath.Join(top, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	for path, denied := range map[string]bool{
		"wt/.claude/settings.json":             true,
		"dot/settings.json":                    true,
		"wt/docs/settings-of-another":          true,
		"wt/.claude/hooks/gate":                true,
		"dot/hooks/gate":                       true,
		"dot/hooks":                            true,
		"dot/claude/config.toml":               true,
		"dot/claude/sessions/x":                false,
		"dot/claude.json":                      true,
		"wt/.git/config":                       true,
		"wt/gitlink/config":                    true,
		"dot/other":                            false,
		"wt/src/a.rs":                          false,
		"home/.claude/projects/memory/note.md": false,
	} {
		c := &Call{Call: call.Call{Does: Edit, Root: top + "/wt", Cwd: top + "/wt", Env: env("HOME=" + top + "/home"), Paths: []string{filepath.Join(top, path)}}}
		if err := unheld(c).protected(); (err != nil) != denied {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// A hard link is the file itself: what is written by it is judged by its other names.
func TestHardLinks(t *testing.T) {
	top := tree(t)
	for _, name := range []string{"wt/.claude/settings.json", "wt/.git/config", "wt/.git/hooks/pre-commit", "home/.bashrc", "wt/docs/a.txt", "wt/src/plain.txt", "wt/src/one.txt", "elsewhere.txt"} {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, of := range map[string]string{
		"wt/src/settings": "wt/.claude/settings.json", "wt/src/config": "wt/.git/config", "wt/src/hook": "wt/.git/hooks/pre-commit", "wt/src/rc": "home/.bashrc",
		"wt/src/docs": "wt/docs/a.txt", "wt/src/two.txt": "wt/src/one.txt", "wt/src/store": "elsewhere.txt",
	} {
		if err := os.Link(filepath.Join(top, of), filepath.Join(top, name)); err != nil {
			t.Skipf("no hard links here: %v", err)
		}
	}
	scope := &OnlyFiles{Files: []Glob{"src/**"}}
	kept := &DenyFiles{Files: []Glob{"docs/**"}}
	for _, tt := range []struct {
		path                   string
		guarded, scope, denied bool
	}{
		{"settings", true, true, false}, {"config", true, false, false}, {"hook", true, false, false}, {"rc", true, false, false},
		{"docs", false, true, true}, {"two.txt", false, false, false}, {"store", false, false, false}, {"plain.txt", false, false, false}, {"new.txt", false, false, false},
	} {
		c := unheld(&Call{Call: call.Call{Does: Edit, Root: top + "/wt", Cwd: top + "/wt", Env: env("HOME=" + top + "/home"), Paths: []string{top + "/wt/src/" + tt.path}}})
		if err := c.protected(); (err != nil) != tt.guarded {
			t.Errorf("%s is protected: %v", tt.path, err)
		}
		if err := scope.Check(c); (err != nil) != tt.scope {
			t.Errorf("%s under only-files: %v", tt.path, err)
		}
		if err := kept.Check(c); (err != nil) != tt.denied {
			t.Errorf("%s under deny-files: %v", tt.path, err)
		}
	}
}

// In a worktree beside others, git goes by files of a folder of its own and of one that all
// share, which are protected by their other names, too.
func TestHardLinksOfWorktree(t *testing.T) {
	top := tree(t)
	for name, text := range map[string]string{
		"wt/.git": "gitdir: ../main/.git/worktrees/wt\n", "main/.git/worktrees/wt/commondir": "../..\n", "main/.git/worktrees/wt/HEAD": "ref: refs/heads/a\n",
		"main/.git/config": "x\n", "main/.git/hooks/pre-commit": "x\n", "main/.git/refs/heads/main": "x\n", "main/a.txt": "x\n",
	} {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for of, guarded := range map[string]bool{".git/worktrees/wt/HEAD": true, ".git/config": true, ".git/hooks/pre-commit": true, ".git/refs/heads/main": true, "a.txt": false} {
		name := filepath.Join(top, "wt/src/linked")
		if err := os.Link(filepath.Join(top, "main", of), name); err != nil {
			t.Skipf("no hard links here: %v", err)
		}
		c := unheld(&Call{Call: call.Call{Does: Edit, Root: top + "/wt", Cwd: top + "/wt", Env: env("HOME=" + top + "/home"), Paths: []string{name}}})
		if err := c.protected(); (err != nil) != guarded {
			t.Errorf("%s is protected: %v", of, err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// A role that may edit the settings may still not write into .git.
func TestUnprotected(t *testing.T) {
	for path, denied := range map[string]bool{".claude/settings.json": false, ".git/hooks/pre-commit": true, "a": false} {
		c := &Call{Call: call.Call{Does: Edit, Root: "/w/wt", Cwd: "/w/wt", Paths: []string{path}}}
		if err := (&Case{Call: c, policy: &Policy{Unprotected: true}}).protected(); (err != nil) != denied {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Through the shell: folders that hold something protected, names of which only
// the end is known, and the shell's patterns.
func TestProtectedWrites(t *testing.T) {
	top := tree(t)
	if err := os.MkdirAll(top+"/wt/.github/hooks", 0o700); err != nil {
		t.Fatal(err)
	}
	c := &Call{Call: call.Call{Root: top + "/wt", Cwd: top + "/wt", Env: env("KEI_TASK="+top+"/wt/kept/tasks/t.json", "TASK_TOML="+top+"/away/tasks/t.toml")}}
	g := unheld(c).newGuard()
	at := func(path string) file.Place {
		p, err := c.place(path)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	hole := string(rune(match.Hole))
	for _, tt := range []struct {
		name string
		w    Write
		want string
	}{
		{"move a folder", Write{At: at("kept")}, "the task file"},
		{"remove a folder outside", Write{At: at(top + "/away"), Tree: true}, "the task file"},
		{"touch a folder outside", Write{At: at(top + "/away")}, ""},
		{"all of the worktree", Write{At: at("."), Tree: true}, ""},
		{"remove .github", Write{At: at(".github"), Tree: true}, isClient},
		{"remove src", Write{At: at("src"), Tree: true}, ""},
		{"only the end is known", Write{Unknown: true, wild: hole + "/.claude/settings.json"}, isClient},
		{"only the end is known, git", Write{Unknown: true, wild: hole + "/.git/config"}, isGit},
		{"only the end is known, harmless", Write{Unknown: true, wild: hole + "/a.txt"}, ""},
		{"nothing is known", Write{Unknown: true, wild: hole}, ""},
		{"a pattern", Write{At: at(".claude/*"), wild: ".claude/*"}, isClient},
		{"a pattern that begins with a dot", Write{At: at(".c*/settings.json"), wild: ".c*/settings.json"}, isClient},
		{"a pattern for .git", Write{At: at(".gi?/config"), wild: ".gi?/config"}, isGit},
		{"a pattern that no dot file matches", Write{At: at("*"), wild: "*"}, ""},
		{"a pattern for others", Write{At: at("src/*.rs"), wild: "src/*.rs"}, ""},
		{"a pattern for ignore files", Write{At: at(".gitignore*"), wild: ".gitignore*"}, ""},
	} {
		if got := g.against(tt.w); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// unheld is a call before a policy that says nothing.
func unheld(c *Call) *Case { return &Case{Call: c, policy: &Policy{}} }
