package client

import (
	"strings"
	"testing"

	"kei/runtime/call"
	"kei/runtime/str"
)

// Payloads as the clients write them, without what no gate looks at.
func TestClients(t *testing.T) {
	const patch = `*** Begin Patch\n*** Add File: new.txt\n+three\n*** Update File: a.txt\n*** Move to: b/a.txt\n@@\n-one\n+*** Delete File: no\n*** Delete File: c.txt\n*** End Patch`
	const claude = `"session_id":"s","transcript_path":"/h/.claude/projects/p/s.jsonl","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","tool_use_id":"toolu_1",`
	const codex = `"session_id":"s","turn_id":"t","transcript_path":"/h/.codex/s.jsonl","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t",`
	const gemini = `"session_id":"s","transcript_path":"/h/.gemini/s.json","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"2026",`
	const qwen = `"session_id":"s","transcript_path":"/h/.qwen/s.jsonl","cwd":"/w","hook_event_name":"PreToolUse","timestamp":"2026","tool_use_id":"t","tool_call_id":"c",`
	const droid = `"session_id":"s","transcript_path":"/h/.factory/sessions/s.jsonl","cwd":"/w","permission_mode":"auto-low","hook_event_name":"PreToolUse",`
	const pascal = `"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026","cwd":"/w",`
	const opencode = `"session_id":"ses_1","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t",`
	const pi = `"session_id":"01a2","cwd":"/w","hook_event_name":"PreToolUse","tool_use_id":"t",`
	const cline = `"clineVersion":"","workspaceRoots":["/w"],"agent_id":"agent_1","parent_agent_id":null,"hookName":"tool_call",`
	for _, tt := range []struct {
		text   string
		client string
		stands string // for which of Claude Code's tools
		does   call.Action
		what   string // its commands and paths
		agent  string
	}{
		{`{"tool_name":"Bash","tool_input":{"command":"ls"}}`, "", "Bash", call.Shell, "ls", ""},
		{`{"tool_name":"edit","tool_input":{"command":"x"}}`, "", "edit", call.Other, "", ""},
		{`{"tool_name":"write_stdin","tool_input":{"session_id":1,"chars":"git push\n"}}`, "", "Bash", call.Shell, "git push\n", ""},
		{`{` + claude + `"tool_name":"Bash","tool_input":{"command":"git push","description":"d"}}`, "claude", "Bash", call.Shell, "git push", ""},
		{`{` + claude + `"agent_id":"a2f","agent_type":"releaser","tool_name":"Bash","tool_input":{"command":"git push"}}`, "claude", "Bash", call.Shell, "git push", "releaser"},
		{`{` + claude + `"tool_name":"Monitor","tool_input":{"command":"tail -f x","timeout_ms":1}}`, "claude", "Monitor", call.Shell, "tail -f x", ""},
		{`{` + claude + `"tool_name":"REPL","tool_input":{"code":"print('x')"}}`, "claude", "REPL", call.Shell, `node -e 'print('\''x'\'')'`, ""},
		{`{` + claude + `"tool_name":"Workflow","tool_input":{"script":"s"}}`, "claude", "Workflow", call.Shell, `node -e 's'`, ""},
		{`{` + claude + `"tool_name":"Workflow","tool_input":{"scriptPath":"a b.js"}}`, "claude", "Workflow", call.Shell, `node 'a b.js'`, ""},
		{`{` + claude + `"tool_name":"MultiEdit","tool_input":{"file_path":"/w/a","edits":[{"old_string":"x"}]}}`, "claude", "MultiEdit", call.Edit, "/w/a", ""},
		{`{` + claude + `"tool_name":"NotebookEdit","tool_input":{"notebook_path":"/w/n.ipynb","new_source":"2"}}`, "claude", "NotebookEdit", call.Edit, "/w/n.ipynb", ""},
		{`{` + claude + `"tool_name":"Read","tool_input":{"file_path":"/w/a"}}`, "claude", "Read", call.Read, "/w/a", ""},
		{`{` + claude + `"tool_name":"Grep","tool_input":{"pattern":"x","path":"/w/a","glob":"*.go"}}`, "claude", "Grep", call.Search, "/w/a", ""},
		{`{` + claude + `"tool_name":"Grep","tool_input":{"pattern":"x"}}`, "claude", "Grep", call.Search, "/w", ""},
		{`{` + claude + `"tool_name":"Glob","tool_input":{"pattern":"secrets/**"}}`, "claude", "Glob", call.Search, "secrets/** /w", ""},
		{`{` + claude + `"tool_name":"Agent","tool_input":{"prompt":"p"}}`, "claude", "Agent", call.Agent, "", ""},
		{`{` + claude + `"tool_name":"Task","tool_input":{"prompt":"p"}}`, "claude", "Agent", call.Agent, "", ""},
		{`{` + claude + `"tool_name":"mcp__rig__echo","tool_input":{"text":"hello","command":"x"}}`, "claude", "mcp__rig__echo", call.MCP, "", ""},
		{`{` + claude + `"tool_name":"Skill","tool_input":{"skill":"x"}}`, "claude", "Skill", call.Other, "", ""},
		{`{` + codex + `"tool_name":"Bash","tool_input":{"command":"git push"}}`, "codex", "Bash", call.Shell, "git push", ""},
		{`{` + codex + `"tool_name":"apply_patch","tool_input":{"command":"` + patch + `"}}`, "codex", "Edit", call.Edit, "new.txt a.txt b/a.txt c.txt", ""},
		{`{` + codex + `"agent_type":"default","tool_name":"spawn_agent","tool_input":{"message":"m"}}`, "codex", "Agent", call.Agent, "", "default"},
		{`{` + gemini + `"tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "gemini", "Bash", call.Shell, "ls", ""},
		{`{` + gemini + `"tool_name":"replace","tool_input":{"file_path":"/w/a","old_string":"x"}}`, "gemini", "Edit", call.Edit, "/w/a", ""},
		{`{` + gemini + `"tool_name":"mcp_rig_echo","tool_input":{"text":"hello"}}`, "gemini", "mcp_rig_echo", call.MCP, "", ""},
		{`{` + qwen + `"agent_id":"releaser-toolu_001_0","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "qwen", "Bash", call.Shell, "ls", "releaser"},
		{`{` + qwen + `"tool_name":"edit","tool_input":{"file_path":"/w/a"}}`, "qwen", "Edit", call.Edit, "/w/a", ""},
		{`{` + droid + `"tool_name":"Execute","tool_input":{"summary":"s","command":"ls"}}`, "droid", "Bash", call.Shell, "ls", ""},
		{`{` + droid + `"tool_name":"Create","tool_input":{"file_path":"/w/a","content":"x"}}`, "droid", "Write", call.Edit, "/w/a", ""},
		{`{"sessionId":"s","timestamp":1,"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls"},"agentType":"releaser"}`, "copilot", "Bash", call.Shell, "ls", "releaser"},
		{`{"sessionId":"s","cwd":"/w","toolName":"create","toolArgs":{"path":"/w/a","file_text":"x"}}`, "copilot", "Write", call.Edit, "/w/a", ""},
		{`{"sessionId":"s","cwd":"/w","toolName":"apply_patch","toolArgs":"` + patch + `"}`, "copilot", "Edit", call.Edit, "new.txt a.txt b/a.txt c.txt", ""},
		{`{` + pascal + `"tool_name":"Edit","tool_input":{"path":"/w/a","old_str":"x"}}`, "copilot-claude", "Edit", call.Edit, "/w/a", ""},
		{`{` + pascal + `"tool_name":"Edit","tool_input":"` + patch + `"}`, "copilot-claude", "Edit", call.Edit, "new.txt a.txt b/a.txt c.txt", ""},
		{`{` + opencode + `"agent_type":"build","tool_name":"bash","tool_input":{"command":"ls","workdir":"/w/sub"}}`, "opencode", "Bash", call.Shell, "ls", "build"},
		{`{` + opencode + `"tool_name":"write","tool_input":{"filePath":"/w/a"}}`, "opencode", "Write", call.Edit, "/w/a", ""},
		{`{` + pi + `"tool_name":"write","tool_input":{"path":"new/c.txt"}}`, "pi", "Write", call.Edit, "new/c.txt", ""},
		{`{` + pi + `"tool_name":"codemode","tool_input":{"code":"x"}}`, "pi", "REPL", call.Shell, "node -e 'x'", ""},
		{`{` + cline + `"tool_call":{"id":"t","name":"run_commands","input":{"commands":["ls","git push"]}},"preToolUse":{"toolName":"run_commands","parameters":{"commands":"[]"}}}`, "cline", "Bash", call.Shell, "ls git push", ""},
		{`{` + cline + `"tool_call":{"name":"read_files","input":{"files":[{"path":"/w/a"},{"path":"/w/b"}]}}}`, "cline", "Read", call.Read, "/w/a /w/b", ""},
		{`{"cursor_version":"1","hook_event_name":"preToolUse","workspace_roots":["/w"],"tool_name":"Shell","tool_input":{"command":"ls","working_directory":"/w/x"}}`, "cursor", "Bash", call.Shell, "ls", ""},
		{`{"cursor_version":"1","hook_event_name":"beforeShellExecution","cwd":"/w","command":"git push"}`, "cursor", "Bash", call.Shell, "git push", ""},
		{`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"git push","cwd":"/w"}}`, "windsurf", "Bash", call.Shell, "git push", ""},
		{`{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"rig","mcp_tool_name":"echo","mcp_tool_arguments":{"command":"x"}}}`, "windsurf", "mcp__rig__echo", call.MCP, "", ""},
		{`{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"rig__x","mcp_tool_name":"echo"}}`, "windsurf", "pre_mcp_tool_use", call.Other, "", ""},
		{`{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":["rig"],"mcp_tool_name":"echo"}}`, "windsurf", "pre_mcp_tool_use", call.Other, "", ""},
		{`{"agent_action_name":"pre_write_code","tool_info":{"file_path":"/w/a","edits":[]}}`, "windsurf", "Edit", call.Edit, "/w/a", ""},
		{`{"hookEventName":"PreToolUse","sessionId":"s","cwd":"/w","tool_name":"editFiles","tool_input":{"files":["/w/a","/w/b"]}}`, "vscode", "Edit", call.Edit, "/w/a /w/b", ""},
	} {
		c, err := Read(call.Of([]byte(tt.text)), noEnv)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		stands, _ := Lookup(c.Client, c.Tool)
		what := strings.Join(append(append([]string{}, c.Commands...), c.Paths...), " ")
		if c.Client != tt.client || stands.Stands != tt.stands || c.Does != tt.does || what != tt.what || c.Agent != tt.agent || c.Missing != "" {
			t.Errorf("%s:\nclient %q stands for %q does %q what %q agent %q missing %q", tt.text, c.Client, stands.Stands, c.Does, what, c.Agent, c.Missing)
		}
		if !Means(tt.stands, c) {
			t.Errorf("%s: a policy's %s does not mean it", tt.text, tt.stands)
		}
	}
}

func TestMeans(t *testing.T) {
	for _, tt := range []struct {
		entry, client, tool string
		want                bool
	}{
		{"Bash", "claude", "Bash", true},
		{"Bash", "claude", "bash", false},
		{"bash", "claude", "Bash", false},
		{"Bash", "gemini", "run_shell_command", true},
		{"run_shell_command", "gemini", "run_shell_command", true},
		{"Bash", "claude", "Monitor", false},
		{"Bash", "", "write_stdin", true},
		{"Agent", "claude", "Task", true},
		{"Task", "claude", "Agent", true},
		{"Edit", "claude", "MultiEdit", false},
		{"Edit", "codex", "apply_patch", true},
		{"", "claude", "Unheard", false},
		{"Other", "claude", "Unheard", false},
		{"mcp__rig__echo", "claude", "mcp__rig__echo", true},
		{"mcp__rig__*", "claude", "mcp__rig__echo", true},
		{"mcp__rig", "claude", "mcp__rig__echo", true},
		{"mcp__rig", "claude", "mcp__rig2__echo", false},
		{"mcp__rig", "claude", "mcp__rig", true},
		{"mcp__rig", "droid", "rig___echo", true},
		{"mcp__rig", "opencode", "rig_echo", false},
		{"mcp__", "claude", "mcp__rig__echo", false},
		{"@talk", "claude", "TodoWrite", true},
		{"@talk", "claude", "TaskCreate", true},
		{"@talk", "codex", "update_plan", true},
		{"@talk", "opencode", "todowrite", true},
		{"@talk", "claude", "Skill", false},
		{"@talk", "claude", "EnterWorktree", false},
		{"@talk", "claude", "TeamCreate", false},
		{"@talk", "claude", "Bash", false},
		{"@talk", "claude", "Unheard", false},
		{"@talk", "claude", "mcp__rig__echo", false},
		{"BashOutput", "claude", "TaskOutput", true},
		{"LSP", "opencode", "lsp", true},
		{"mcp__rig__*", "claude", "mcp__rig2__echo", false},
		{"mcp__rig__*", "claude", "mcp__rig_", false},
		{"mcp__rig__echo", "claude", "mcp__rig__echo2", false},
		{"mcp__*", "claude", "mcp__rig__echo", true},
		{"mcp__*", "claude", "Bash", false},
		{"*", "claude", "Bash", false},
		{"mcp__rig__echo", "gemini", "mcp_rig_echo", true},
		{"mcp__rig__echo", "copilot", "rig-echo", true},
		{"mcp__rig__echo", "opencode", "rig_echo", true},
		{"mcp__rig__*", "opencode", "rig_echo", false},
		{"mcp__rig__echo", "droid", "rig___echo", true},
		{"mcp__rig__*", "droid", "rig___echo", true},
		{"mcp__rig__*", "cline", "rig__echo", true},
		{"mcp__rig__echo", "claude", "rig__echo", false},
		{"mcp__atoms__kei-task_create", "codex", "mcp__atoms__kei_task_create", true},
		{"mcp__atoms__kei-task_create", "claude", "mcp__atoms__kei_task_create", false},
		{"mcp__atoms__kei-task_create", "codex", "mcp__atoms__kei_task_create_2", false},
		{"mcp__my-rig__*", "codex", "mcp__my_rig__echo", false}, // it could be of a server my_rig
	} {
		if got := Means(tt.entry, &call.Call{Client: tt.client, Tool: tt.tool}); got != tt.want {
			t.Errorf("Means(%q, %s %q) = %v", tt.entry, tt.client, tt.tool, got)
		}
	}
}

// TestMightFold: what denies holds for every name that a client writes so.
func TestMightFold(t *testing.T) {
	for _, tt := range []struct {
		entry, client, tool string
		want                bool
	}{
		{"mcp__my-rig__drop-all", "codex", "mcp__my_rig__drop_all", true},
		{"mcp__my-rig__*", "codex", "mcp__my_rig__echo", true},
		{"mcp__my-rig", "codex", "mcp__my_rig__echo", true},
		{"mcp__my-rig__drop*", "codex", "mcp__my_rig__drop_all", true},
		{"mcp__my-rig", "codex", "mcp__my_rig2__echo", false},
		{"mcp__my-rig__drop-all", "codex", "mcp__my_rig__drop", false},
		{"mcp__my-rig__*", "claude", "mcp__my_rig__echo", false},
		{"mcp__", "codex", "mcp__my_rig__echo", false},
	} {
		if got := MightMean(tt.entry, &call.Call{Client: tt.client, Tool: tt.tool}); got != tt.want {
			t.Errorf("MightMean(%q, %s %q) = %v", tt.entry, tt.client, tt.tool, got)
		}
	}
}

// A field that the table names and the scanner does not keep would be missing
// from every call.
func TestTableFieldsAreKept(t *testing.T) {
	check := func(client string, list []Tool) {
		seen := map[string]bool{}
		for _, tl := range list {
			if seen[tl.Name] {
				t.Errorf("%s: %s is there twice", client, tl.Name)
			}
			seen[tl.Name] = true
			for _, w := range tl.Wants {
				if !inputKey(w.Key) {
					t.Errorf("%s: %s.%s is not kept", client, tl.Name, w.Key)
				}
			}
			if (tl.Does == call.Shell || tl.Does == call.Edit || tl.Does == call.Read) && len(tl.Wants) == 0 {
				t.Errorf("%s: %s has no decisive field", client, tl.Name)
			}
			if _, known := Lookup("", tl.Stands); !known {
				t.Errorf("%s: %s stands for %s, which Claude Code has not", client, tl.Name, tl.Stands)
			}
		}
	}
	check("claude", claudeTools)
	for _, c := range Clients {
		check(c.Name, c.Tools)
		for _, key := range []string{c.Tool, c.Input} {
			if c.Name != "cline" && !topKey(str.Lower(key)) {
				t.Errorf("%s: %s is not kept", c.Name, key)
			}
		}
	}
}

// No table may want a key that is passed over before the tables are asked.
func TestIdleKeysAreNobodys(t *testing.T) {
	for _, key := range idle {
		for _, c := range Clients {
			if wanted(key, c.Tools) || str.In(key, c.Fields...) {
				t.Errorf("%s wants %s, which inputKey passes over", c.Name, key)
			}
			for _, w := range c.Widens {
				if w.Key == key {
					t.Errorf("%s is lifted by %s, which inputKey passes over", c.Name, key)
				}
			}
		}
		if wanted(key, claudeTools) || wanted(key, searching[:]) || str.In(key, workings...) {
			t.Errorf("%s is a key that is read, and inputKey passes over it", key)
		}
	}
}

// What denies a server's tools holds where a client's name does not tell which
// server's it is; what is a tool of the client's own is none of a server.
func TestMightMean(t *testing.T) {
	for _, tt := range []struct {
		entry, client, tool string
		want                bool
	}{
		{"mcp__rig__*", "opencode", "rig_echo", true},
		{"mcp__rig", "gemini", "mcp_rig_echo", true},
		{"mcp__rig__*", "copilot", "rig-echo", true},
		{"mcp__rig__*", "vscode", "mcp_rig_echo", true},
		{"mcp__rig__*", "cursor", "MCP:echo", true},
		{"mcp__rig__echo", "cursor", "MCP:echo", true},
		{"mcp__rig__echo", "cursor", "MCP:other", false},
		{"mcp__rig__*", "opencode", "other_echo", false},
		{"mcp__apply__*", "opencode", "apply_patch", false},
		{"mcp__rig__*", "claude", "Bash", false},
		{"Bash", "opencode", "bash", true},
	} {
		if got := MightMean(tt.entry, &call.Call{Client: tt.client, Tool: tt.tool}); got != tt.want {
			t.Errorf("MightMean(%q, %s %q) = %v", tt.entry, tt.client, tt.tool, got)
		}
	}
}
