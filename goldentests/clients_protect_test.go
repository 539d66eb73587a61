package goldentests

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/shell"
)

// clientsFiles are the files by which each client is made to ask its gate, as
// their documentation has them: ~ is the home folder, a relative path is in the
// project, a variable is one that names another place.
var clientsFiles = map[string][]string{
	"claude": {
		".claude/settings.json", ".claude/settings.local.json", "~/.claude/settings.json", "~/.claude.json", ".mcp.json",
		"/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.json",
		".claude/hooks/gate.sh", "~/.claude/plugins/p/hooks/hooks.json", ".claude-plugin/plugin.json", ".claude/agents/reviewer.md",
		"~/.claude/agents/reviewer.md", ".claude/skills/s/SKILL.md", ".claude/commands/c.md", "$CLAUDE_CONFIG_DIR/settings.json", "sub/.claude/settings.json",
	},
	"codex": {
		"~/.codex/hooks.json", ".codex/hooks.json", "~/.codex/config.toml", ".codex/config.toml", "/etc/codex/config.toml", "/etc/codex/requirements.toml",
		".codex/agents/reviewer.toml", "~/.codex/plugins/p/hooks.json", "$CODEX_HOME/hooks.json", "$CODEX_HOME/config.toml",
		"~/.profile", "~/.bash_profile", "~/.bash_login", "~/.bashrc", "~/.zshenv", "~/.zprofile", "~/.zlogin", "~/.config/fish/config.fish",
		"/etc/profile", "/etc/profile.d/x.sh", "/etc/zsh/zprofile",
	},
	"gemini": {
		"~/.gemini/settings.json", ".gemini/settings.json", "/etc/gemini-cli/settings.json", "~/.gemini/extensions/x/hooks/hooks.json",
		".gemini/agents/reviewer.md", "~/.gemini/trustedFolders.json", "$GEMINI_CLI_SYSTEM_SETTINGS_PATH",
	},
	"copilot": {
		"~/.copilot/hooks/gate.json", ".github/hooks/gate.json", "~/.copilot/settings.json", "~/.copilot/config.json", ".github/copilot/settings.json",
		".github/copilot/settings.local.json", ".github/agents/reviewer.agent.md", "~/.copilot/agents/reviewer.agent.md", "$COPILOT_HOME/hooks/gate.json",
	},
	"qwen": {
		"~/.qwen/settings.json", ".qwen/settings.json", "/etc/qwen-code/settings.json", "~/.qwen/extensions/x/hooks.json", ".qwen/agents/reviewer.md", "~/.qwen/trustedFolders.json",
	},
	"droid": {
		"~/.factory/hooks.json", ".factory/hooks.json", "~/.factory/settings.json", ".factory/settings.local.json", ".factory/droids/reviewer.md", ".factory/hooks/hooks.json",
	},
	"opencode": {
		".opencode/plugin/kei.js", ".opencode/plugins/kei.ts", "~/.config/opencode/plugin/kei.js", "opencode.json", "opencode.jsonc", ".opencode/opencode.json",
		"~/.config/opencode/opencode.json", ".opencode/agent/reviewer.md", ".opencode/agents/reviewer.md", ".opencode/tool/x.ts",
		"$OPENCODE_CONFIG", "$OPENCODE_CONFIG_DIR/plugin/kei.js",
	},
	"pi":       {"~/.pi/agent/extensions/kei.js", ".pi/extensions/kei.js", ".pi/settings.json", "~/.pi/agent/settings.json", "$PI_CODING_AGENT_DIR/extensions/kei.js"},
	"cline":    {"~/.cline/hooks/PreToolUse", ".cline/hooks/PreToolUse.py", ".clinerules/hooks/PreToolUse", "~/Documents/Cline/Hooks/PreToolUse"},
	"cursor":   {".cursor/hooks.json", "~/.cursor/hooks.json", "/etc/cursor/hooks.json", ".cursor/hooks/gate.sh", ".cursor/cli.json", ".cursor/agents/reviewer.md"},
	"windsurf": {".windsurf/hooks.json", "~/.codeium/windsurf/hooks.json", "/etc/windsurf/hooks.json"},
	"vscode":   {".vscode/settings.json", ".github/hooks/kei-vscode.json", "~/.config/Code/User/settings.json", "x.code-workspace"},
	"kei":      {".claude/.kei-backup/settings.json", "~/.codex/.kei-backup/config.toml", ".opencode/agents.kei-backup/reviewer.md", ".claude/settings.json.kei-backup", ".codex/config.toml.kei-backup", ".qwen/settings.json.kei-absent"},
}

// free are files beside those, which an agent may well write.
var free = []string{
	"src/a.go", "settings.json", "hooks/pre-commit", "hooks.json", "agents/reviewer/agent.toml", "CLAUDE.md", "AGENTS.md", ".github/workflows/ci.yml", ".vscode/launch.json",
	".bashrc", "etc/profile", "config.toml", ".claude/agents/ag-1/review.md", "~/notes.txt", "plugins/x/hooks.json",
}

// TestClientFiles holds that no client's files are written, by whichever tool.
func TestClientFiles(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{
		"HOME": top + "/home", "CLAUDE_CONFIG_DIR": top + "/a", "CODEX_HOME": top + "/b", "COPILOT_HOME": top + "/c", "OPENCODE_CONFIG_DIR": top + "/d",
		"PI_CODING_AGENT_DIR": top + "/e", "OPENCODE_CONFIG": top + "/f.json", "GEMINI_CLI_SYSTEM_SETTINGS_PATH": top + "/g.json",
	}
	for _, dir := range []string{"tree", "home"} {
		if err := os.Mkdir(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
	policy := gate.Policy{Role: "any", Tools: []string{"Bash", "Write", "Edit"}}
	says := func(payload map[string]any) string {
		payload["cwd"] = top + "/tree"
		text, _ := json.Marshal(payload)
		c, err := gate.ParseCallIn(text, env)
		if err != nil {
			t.Fatal(err)
		}
		c.Late, c.Programs = shell.Late, &programs.Table
		if found, _ := gate.Check(c, &policy); len(found) > 0 {
			return found.Error()
		}
		return ""
	}
	// Each way to write a file; %s is its name, %a that without ~, %d and %b its
	// folder and the rest.
	shells := []string{
		"echo x > %s", "echo x >> %s", "cat a | tee -a %s", "cp a %s", "mv a %s", "mv %s a", "rm -f %s", "ln -sf a %s", "sed -i s/a/b/ %s",
		"truncate -s 0 %s", "install -m 755 a %s", "chmod 000 %s", "dd if=a of=%a", "cd %d && echo x > ./%b", "bash -c \"echo x > %s\"", "find a | xargs touch %s", "python3 -c 1 > %s",
	}
	ask := func(file string) map[string]string {
		name := file
		if v, rest, ok := strings.Cut(strings.TrimPrefix(file, "$"), "/"); strings.HasPrefix(file, "$") {
			name = vars[v]
			if ok {
				name += "/" + rest
			}
		}
		abs := strings.Replace(name, "~", vars["HOME"], 1)
		quoted := "'" + abs + "'"
		if !strings.ContainsAny(name, " ") {
			quoted = name
		}
		answers := map[string]string{
			"Write":       says(map[string]any{"tool_name": "Write", "tool_input": map[string]any{"file_path": abs}}),
			"Edit":        says(map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": name}}),
			"apply_patch": says(map[string]any{"turn_id": "1", "tool_name": "apply_patch", "tool_input": map[string]any{"command": "*** Begin Patch\n*** Update File: src/a.go\n*** Move to: " + abs + "\n*** End Patch"}}),
		}
		for _, s := range shells {
			command := strings.NewReplacer("%s", quoted, "%a", "'"+abs+"'", "%d", "'"+path.Dir(abs)+"'", "%b", "'"+path.Base(abs)+"'").Replace(s)
			answers[command] = says(map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": command}})
		}
		return answers
	}
	for client, files := range clientsFiles {
		for _, file := range files {
			for how, answer := range ask(file) {
				if !strings.HasPrefix(answer, "self-protection: ") {
					t.Errorf("%s: %s of %s: %q", client, how, file, answer)
				}
			}
		}
	}
	for _, file := range free {
		for how, answer := range ask(file) {
			if strings.Contains(how, "| xargs ") {
				continue // what it is fed could be a file of the client's of that name
			}
			if answer != "" {
				t.Errorf("%s of %s: %q", how, file, answer)
			}
		}
	}
}
