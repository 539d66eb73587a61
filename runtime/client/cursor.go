package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// cursor is Cursor.
var cursor = Client{
	Name: "cursor", Tool: "tool_name", Input: "tool_input", MCP: ":",
	Marks: func(top call.Members) bool { return top.Has("cursor_version") || top.Has("generation_id") },
	Tools: []Tool{
		{"Shell", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"working_directory", asFolder, true}, {"cwd", asFolder, true}}},
		{"Write", "Write", call.Edit, []Want{{"file_path", asPath, false}, {"path", asPath, false}}},
		{"Delete", "Write", call.Edit, []Want{{"file_path", asPath, false}, {"path", asPath, false}}},
		{"Read", "Read", call.Read, []Want{{"file_path", asPath, false}, {"path", asPath, false}}},
		{"LS", "LS", call.Search, listDir},
		{"Glob", "Glob", call.Search, lists},
		{"Grep", "Grep", call.Search, looks},
		{"SemanticSearch", "Grep", call.Search, looks},
		{"Task", "Agent", call.Agent, starts},
		{"WebSearch", "WebSearch", call.Fetch, nil},
		{"WebFetch", "WebFetch", call.Fetch, fetches},
		{"TodoWrite", "TodoWrite", call.Talk, nil},
		{"AskQuestion", "AskUserQuestion", call.Talk, nil},
	},
	Roots: "workspace_roots",
	Top:   []string{"cursor_version", "generation_id", "workspace_roots", "command", "file_path"},
	Said:  cursorSaid,
	Files: []file.Glob{
		"**/.cursor/hooks.json", "**/.cursor/hooks/**", "**/.cursor/agents/**", "**/.cursor/plugins/**",
		"**/.cursor/mcp.json", "**/.cursor/cli*.json", "/etc/cursor/**", "/library/application support/cursor/**",
		"**/programdata/cursor/**", "**/.cursor",
	},
	Linked: []string{
		"/.cursor",
	},
}

// cursorSaid: three of its events say what would be done beside the event's name.
func cursorSaid(top call.Members, s *Saying) {
	switch top.Text("hook_event_name") {
	case "beforeShellExecution":
		s.Name = call.Value{Kind: call.String, Text: "Shell"}
		s.Input, s.InputAt = call.ObjectOf(top), "the payload"
	case "beforeReadFile":
		s.Name = call.Value{Kind: call.String, Text: "Read"}
		s.Input, s.InputAt = call.ObjectOf(top), "the payload"
	case "beforeMCPExecution":
		if s.Name.Kind == call.String {
			s.Name.Text = "MCP:" + s.Name.Text // as its other events have it; a server may call a tool Read
		}
	}
}
