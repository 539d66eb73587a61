package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// cline is Cline. It wraps the tool's name and input in an object of their own.
var cline = Client{
	Name: "cline", Tool: "name", Input: "input", MCP: "__",
	Marks: func(top call.Members) bool { return top.Has("tool_call") },
	Tools: []Tool{
		{"run_commands", "Bash", call.Shell, []Want{{"commands", asCommand, false}, {"command", asCommand, false}}},
		{"execute_command", "Bash", call.Shell, runs},
		{"editor", "Edit", call.Edit, atPath},
		{"apply_patch", "Edit", call.Edit, patches},
		{"read_files", "Read", call.Read, []Want{{"files", asPath, false}, {"path", asPath, false}}},
		{"search_codebase", "Grep", call.Search, looks},
		{"fetch_web_content", "WebFetch", call.Fetch, fetches},
		{"spawn_agent", "Agent", call.Agent, starts},
		{"new_task", "Agent", call.Agent, starts},
		{"write_to_file", "Write", call.Edit, []Want{{"path", asPath, false}, {"absolutePath", asPath, false}}},
		{"replace_in_file", "Edit", call.Edit, []Want{{"path", asPath, false}, {"absolutePath", asPath, false}}},
		{"read_file", "Read", call.Read, atPath},
		{"list_files", "LS", call.Search, listDir},
		{"list_code_definition_names", "LS", call.Search, listDir},
		{"search_files", "Grep", call.Search, looks},
		{"web_fetch", "WebFetch", call.Fetch, fetches},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"skills", "Skill", call.Other, nil},
		{"ask_question", "AskUserQuestion", call.Talk, nil},
		{"ask_followup_question", "AskUserQuestion", call.Talk, nil},
		{"attempt_completion", "StructuredOutput", call.Talk, nil},
		{"submit_and_exit", "StructuredOutput", call.Talk, nil},
		{"plan_mode_respond", "ExitPlanMode", call.Talk, nil},
	},
	Roots: "workspaceRoots", MainHasID: true,
	Top: []string{"tool_call", "hookname", "workspaceroots"},
	Said: func(top call.Members, s *Saying) {
		wrapped := top.Get("tool_call").Members()
		s.Name, s.Input = wrapped.Get("name"), wrapped.Get("input")
		s.NameAt, s.InputAt = "tool_call.name", "tool_call.input"
	},
	Files: []file.Glob{
		"**/.cline/hooks/**", "**/.cline/plugins/**", "**/.cline/data/settings/**", "**/.clinerules/hooks/**",
		"**/documents/cline/hooks/**", "**/.cline", "**/.clinerules",
	},
}
