package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"kei/runtime/gate"
	"kei/runtime/invocation"
	"kei/runtime/regexps"
)

// decisive are the fields in which Claude Code's tools say what they will do.
var decisive = map[string]string{
	"Bash": "command", "Monitor": "command", "PowerShell": "command",
	"Read": "file_path", "Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path",
	"NotebookEdit": "notebook_path", "NotebookRead": "notebook_path",
	"Glob": "pattern", "LS": "path", "Grep": "path",
	"WebFetch": "url", "WebSearch": "query", "Agent": "subagent_type", "Task": "subagent_type",
	"REPL": "code", "Workflow": "script",
}

// payload is a tool call as Claude Code would write it. An argument that is a
// JSON object is the tool's whole input.
func payload(tool, argument, cwd string) ([]byte, error) {
	input := map[string]any{}
	object := strings.HasPrefix(strings.TrimSpace(argument), "{") && decisive[tool] != "command" // { ls; } is a command
	if object || decisive[tool] == "" && argument != "" {
		if err := json.Unmarshal([]byte(argument), &input); err != nil {
			return nil, fmt.Errorf("the argument of %s is its input, as a JSON object: %w", tool, err)
		}
	} else if argument != "" {
		input[decisive[tool]] = argument
	}
	return json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "cwd": cwd, "tool_name": tool, "tool_input": input})
}

// call reads a payload as a gate does that knows these programs.
func call(payload []byte, env func(string) (string, bool), known *invocation.Table) (*gate.Call, error) {
	c, err := gate.ParseCallIn(payload, env)
	if err == nil {
		c.Late, c.Programs = regexps.Late, known
	}
	return c, err
}

// with is an environment with some variables set, or with "" unset.
func with(env func(string) (string, bool), set map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if v, ok := set[name]; ok {
			return v, v != ""
		}
		return env(name)
	}
}
