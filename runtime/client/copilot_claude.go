package client

import "kei/runtime/call"

// copilotClaude is Copilot CLI, told to speak Claude Code's way: the names, not the
// fields.
var copilotClaude = Client{
	Name: "copilot-claude", Project: "COPILOT_PROJECT_DIR", Tool: "tool_name", Input: "tool_input", MCP: "-",
	Marks: func(top call.Members) bool {
		return top.Text("hook_event_name") == "PreToolUse" && top.Has("timestamp") &&
			!top.Has("transcript_path") && !top.Has("tool_use_id")
	},
	Tools: []Tool{
		{"Bash", "Bash", call.Shell, runs},
		{"Write", "Write", call.Edit, []Want{{"path", asPath, false}, {"file_path", asPath, false}}},
		{"Edit", "Edit", call.Edit, []Want{{"path", asPath, false}, {"file_path", asPath, false}, {"command", asPatch, false}}},
		{"Read", "Read", call.Read, []Want{{"path", asPath, false}, {"file_path", asPath, false}}},
	},
}
