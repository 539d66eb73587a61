package goldentests

import (
	"encoding/json"
	"fmt"
	"testing"

	"kei/runtime/call"
	"kei/runtime/client"
)

// smallest is the least payload of each client, with a call put in.
var smallest = map[string]string{
	"claude":         `{"hook_event_name":"PreToolUse","transcript_path":"/t","tool_use_id":"u","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"codex":          `{"turn_id":"1","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"gemini":         `{"hook_event_name":"BeforeTool","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"qwen":           `{"tool_call_id":"1","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"copilot":        `{"toolName":%[1]s,"toolArgs":%[2]s,"cwd":%[3]s}`,
	"copilot batch":  `{"toolCalls":[{"name":"view","args":{"path":"README.md"}},{"name":%[1]s,"args":%[2]s}],"cwd":%[3]s}`,
	"copilot-claude": `{"hook_event_name":"PreToolUse","timestamp":"t","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"droid":          `{"transcript_path":"/h/.factory/x","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"cline":          `{"tool_call":{"name":%[1]s,"input":%[2]s},"workspaceRoots":[%[3]s]}`,
	"cursor":         `{"cursor_version":"2","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"vscode":         `{"hookEventName":"PreToolUse","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"windsurf":       `{"agent_action_name":%[1]s,"tool_info":%[2]s,"cwd":%[3]s}`,
	"opencode":       `{"hook_event_name":"PreToolUse","session_id":"ses_1","tool_use_id":"u","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
	"pi":             `{"hook_event_name":"PreToolUse","session_id":"1","tool_use_id":"u","cwd":%[3]s,"tool_name":%[1]s,"tool_input":%[2]s}`,
}

// TestEveryTool asks about each tool of each client, with what is denied in each
// of its fields: alone, behind a harmless one, as JSON in a string, and as one
// call of several.
func TestEveryTool(t *testing.T) {
	root := laterRoot(t)
	h := fence{Gates: "[[gate]]\nkind = \"deny-command\"\ntool-patterns = ['^git( |$)']\n" +
		"[[gate]]\nkind = \"deny-reads\"\nfiles-unreadable = [\"a/secrets/x\", \"a/secrets/**\"]\n"}.hold(t, root)
	h.Tools = []string{"Bash", "Monitor", "REPL", "Workflow", "PowerShell", "Write", "Edit", "MultiEdit", "NotebookEdit", "Read", "NotebookRead", "LS", "Glob", "Grep", "LSP"}
	folder, _ := json.Marshal(root)
	asked := 0
	ask := func(form, name string, input any) {
		text, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		twice, _ := json.Marshal(string(text))
		for _, in := range [][]byte{text, twice} {
			payload := fmt.Sprintf(smallest[form], `"`+name+`"`, in, folder)
			asked++
			if a := h.ask([]byte(payload)); a.String() != "deny" {
				t.Errorf("%s passes: %s", form, payload)
			}
		}
	}
	for form := range smallest {
		c := client.Named(form)
		if form == "copilot batch" {
			c = client.Named("copilot")
		}
		tools := append([]client.Tool(nil), client.ToolsOf(c)...)
		if form != "claude" {
			tools = append(tools, client.ToolsOf(client.Named("claude"))...)
		}
		seen := map[string]bool{}
		for _, tool := range tools {
			if seen[tool.Name] {
				continue
			}
			seen[tool.Name] = true
			must, may := tool.Fields()
			switch tool.Does {
			case call.Shell:
				for _, key := range must {
					evil := "git push"
					if key == "code" || key == "script" || tool.Stands == "REPL" {
						evil = "require('child_process').execSync('git push')"
					}
					if key == "scriptPath" || key == "name" {
						continue // what lies there is not known
					}
					ask(form, tool.Name, map[string]any{key: evil})
					for _, other := range must {
						if other != key && other != "scriptPath" && other != "name" {
							ask(form, tool.Name, map[string]any{other: "true", key: evil})
						}
					}
				}
			case call.Edit:
				for _, key := range must {
					evil := any(root + "/.claude/settings.json")
					for _, w := range tool.Wants {
						if w.Key == key && w.As.Patch() {
							evil = "*** Begin Patch\n*** Update File: " + root + "/.claude/settings.json\n+x"
						}
					}
					ask(form, tool.Name, map[string]any{key: evil})
					ask(form, tool.Name, map[string]any{key: fmt.Sprint("  ", evil)})
				}
			case call.Read, call.Search:
				if tool.Stands == "Glob" || tool.Stands == "LS" {
					continue // they list names
				}
				for _, key := range append(must, may...) {
					ask(form, tool.Name, map[string]any{key: root + "/a/secrets/x"})
				}
			}
		}
	}
	// It is not the tool that is denied.
	for form, text := range smallest {
		if form == "windsurf" {
			continue // its tools have no names of their own
		}
		payload := fmt.Sprintf(text, `"Bash"`, `{"command":"true"}`, folder)
		if a := h.ask([]byte(payload)); a.String() != "allow" {
			t.Errorf("%s: %s is denied: %s", form, payload, a.reason)
		}
	}
	if asked < 1000 {
		t.Errorf("only %d were asked", asked)
	}
	t.Logf("%d calls", asked)
}
