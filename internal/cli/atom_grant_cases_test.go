package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kei/runtime/gate"
)

const kaPackage = "format = 1\n[package]\nname = \"NAME\"\nversion = \"1.0.0\"\n"

// grantFolder is a policy folder with atoms, a pipe, and a role that is granted some.
func grantFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]caseText{
		"pipes/nightly.toml": "[[steps]]\nid = \"a\"\natom = \"kei-task::search\"\n",
		"roles/keeper.toml": `[role]
name = "keeper"
display-name = "Keeper"
description = "Keeps tasks."

[capabilities]
required = ["tools::tasks"]

[tools]
allowed = ["Bash", "Read", "mcp__atoms__*"]
bash-effects-allowed = ["prints", "reads"]
bash-commands-allowed = ["kei", "kei-runtime", "kei-task", "grep", "timeout", "env", "export"]
`,
		"capabilities/tools/tasks/capability.toml": `[capability]
name = "tools::tasks"
category = "tools"
version = "1.0"
description = "Tasks are kept by atoms."

[gate]
kind = "only-atoms"
atoms = ["kei-task::create", "kei-task::search"]
effects = ["read *", "write kei-task-db"]
pipes = ["nightly"]

[[example]]
allow = "kei atom invoke kei-task::create --input '{}'"

[[example]]
deny = "kei atom invoke kei-git::push"
`,
		"capabilities/tools/tasks/text.md": "You keep tasks with kei atom.\n",
	}
	for _, name := range []string{"kei-task", "kei-git"} {
		files["primitives/"+name+"/atoms.toml"] = caseText(strings.ReplaceAll(kaPackage, "NAME", name) + "[exec]\ncommand = [\"" + name + "\"]\n")
		for _, s := range []string{"in", "out"} {
			files["primitives/"+name+"/atoms/schemas/"+s+".json"] = anySchema
		}
	}
	files["primitives/kei-task/atoms/create.md"] = caseText(declaration("kei-task::create", "command", [][2]string{{"write", "kei-task-db"}}, false, "1.0.0"))
	files["primitives/kei-task/atoms/search.md"] = caseText(declaration("kei-task::search", "query", [][2]string{{"read", "kei-task-db"}}, true, "1.0.0"))
	files["primitives/kei-task/atoms/drop.md"] = caseText(declaration("kei-task::drop", "command", nil, false, "1.0.0"))
	files["primitives/kei-git/atoms/push.md"] = caseText(declaration("kei-git::push", "command", [][2]string{{"network", "origin"}}, false, "1.0.0"))
	writeCase(t, dir, files, 0o644)
	return dir
}

// grants are the vectors, and cases of our own.
type grantCase struct {
	Name    string
	Tool    string
	Input   json.RawMessage
	Verdict string
}

// TestAtomGrantCases asks kei explain about each vector, in a process of its own; about
// our own, and without KEI_GATE, it asks as that does.
func TestAtomGrantCases(t *testing.T) {
	t.Parallel()
	a := &app{dir: grantFolder(t), getenv: func(string) (string, bool) { return "", false }}
	role, err := a.role("keeper")
	if err != nil {
		t.Fatal(err)
	}
	known, err := a.programs()
	if err != nil {
		t.Fatal(err)
	}
	env := func(name string) (string, bool) {
		v, ok := map[string]string{"KEI_GATE": "/policy/bin/keeper", "HOME": "/home/agent", "WORKTREE_PATH": "/home/agent/tree"}[name]
		return v, ok
	}
	verdict := func(payload []byte, env func(string) (string, bool)) string {
		v, err := verdictOf(role, func() (*gate.Call, error) { return call(payload, env, known) })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range atomCases[grantCase](t, "grant.jsonl") {
		payload := fmt.Sprintf(`{"session_id":"s","hook_event_name":"PreToolUse","tool_name":%q,"tool_input":%s,"cwd":"/home/agent/tree"}`, c.Tool, c.Input)
		out, errs, _ := keiIn(t, a.dir, []string{"KEI_GATE=/policy/bin/keeper", "HOME=/home/agent", "WORKTREE_PATH=/home/agent/tree", "PATH=/usr/bin:/bin"}, payload, "explain", "keeper", "-")
		if !strings.HasSuffix(out, "\nverdict: "+c.Verdict+"\n") {
			t.Errorf("%s: %s: want %s\n%s%s", c.Name, c.Input, c.Verdict, out, errs)
		}
	}
	for _, c := range slices.Concat(atomCases[grantCase](t, "grant.jsonl"), atomCases[grantCase](t, "grant-own.jsonl")) {
		payload := fmt.Appendf(nil, `{"session_id":"s","hook_event_name":"PreToolUse","tool_name":%q,"tool_input":%s,"cwd":"/home/agent/tree"}`, c.Tool, c.Input)
		if got := verdict(payload, env); got != c.Verdict {
			t.Errorf("%s: %s: %s, want %s", c.Name, c.Input, got, c.Verdict)
		}
		unset := func(name string) (string, bool) {
			if name == "KEI_GATE" {
				return "", false
			}
			return env(name)
		}
		if c.Verdict == "allow" && (strings.Contains(string(c.Input), "kei atom invoke") || strings.Contains(string(c.Input), "atom pipe")) && !strings.Contains(string(c.Input), "grep") {
			if got := verdict(payload, unset); got != "deny" {
				t.Errorf("%s: %s without KEI_GATE: %s", c.Name, c.Input, got)
			}
		}
	}
}

// TestAtomGrantClients: the tools of the MCP server, in the payloads of clients.
func TestAtomGrantClients(t *testing.T) {
	t.Parallel()
	a := &app{dir: grantFolder(t), getenv: func(string) (string, bool) { return "", false }}
	role, err := a.role("keeper")
	if err != nil {
		t.Fatal(err)
	}
	known, err := a.programs()
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]string{
		"claude":   `{"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","tool_use_id":"t","tool_name":"mcp__atoms__TOOL","tool_input":{}}`,
		"codex":    `{"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/s.jsonl","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t","tool_name":"mcp__atoms__TOOL","tool_input":{}}`,
		"gemini":   `{"session_id":"s","transcript_path":"/h/.gemini/s.json","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"2026","tool_name":"mcp_atoms_TOOL","tool_input":{}}`,
		"qwen":     `{"session_id":"s","transcript_path":"/h/.qwen/s.jsonl","cwd":"/w","hook_event_name":"PreToolUse","timestamp":"2026","tool_use_id":"t","tool_call_id":"c","tool_name":"mcp__atoms__TOOL","tool_input":{}}`,
		"droid":    `{"session_id":"s","transcript_path":"/h/.factory/sessions/s.jsonl","cwd":"/w","permission_mode":"auto-low","hook_event_name":"PreToolUse","tool_name":"atoms___TOOL","tool_input":{}}`,
		"copilot":  `{"sessionId":"s","timestamp":1,"cwd":"/w","toolName":"atoms-TOOL","toolArgs":{}}`,
		"opencode": `{"session_id":"ses_1","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t","tool_name":"atoms_TOOL","tool_input":{}}`,
		"windsurf": `{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"atoms","mcp_tool_name":"TOOL","mcp_tool_arguments":{}}}`,
		"cline":    `{"clineVersion":"","workspaceRoots":["/w"],"agent_id":"agent_1","parent_agent_id":null,"hookName":"tool_call","tool_call":{"id":"t","name":"atoms__TOOL","input":{}}}`,
	}
	env := func(name string) (string, bool) { return "/w", name == "WORKTREE_PATH" }
	for name, form := range clients {
		for tool, want := range map[string]string{
			"kei-task_create": "allow", "kei-task_search": "allow", "pipe_nightly": "allow",
			"kei-task_drop": "deny", "kei-git_push": "deny", "pipe_weekly": "deny", "kei-task__create": "deny", "kei-task_create2": "deny", "kei-task_create_x": "deny",
		} {
			got, err := verdictOf(role, func() (*gate.Call, error) { return call([]byte(strings.ReplaceAll(form, "TOOL", tool)), env, known) })
			if err != nil {
				t.Fatal(name, err)
			}
			if got != want {
				t.Errorf("%s: %s: %s, want %s", name, tool, got, want)
			}
		}
	}
}
