package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// gemini is Gemini CLI.
var gemini = Client{
	Name: "gemini", Tool: "tool_name", Input: "tool_input", Project: "GEMINI_PROJECT_DIR", MCP: "_",
	Marks: func(top call.Members) bool { return top.Text("hook_event_name") == "BeforeTool" },
	Tools: []Tool{
		{"run_shell_command", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"dir_path", asFolder, true}, {"directory", asFolder, true}}},
		{"write_file", "Write", call.Edit, at},
		{"replace", "Edit", call.Edit, at},
		{"read_file", "Read", call.Read, []Want{{"file_path", asPath, false}, {"absolute_path", asPath, false}}},
		{"read_many_files", "Read", call.Search, []Want{{"include", asPath, false}, {"paths", asPath, false}}},
		{"list_directory", "LS", call.Search, listDir},
		{"glob", "Glob", call.Search, lists},
		{"grep_search", "Grep", call.Search, looks},
		{"search_file_content", "Grep", call.Search, looks},
		{"web_fetch", "WebFetch", call.Fetch, fetches},
		{"google_web_search", "WebSearch", call.Fetch, nil},
		{"invoke_agent", "Agent", call.Agent, starts},
		{"codebase_investigator", "Agent", call.Agent, starts},
		{"list_mcp_resources", "ListMcpResourcesTool", call.MCP, nil},
		{"read_mcp_resource", "ReadMcpResourceTool", call.MCP, nil},
		{"activate_skill", "Skill", call.Other, nil},
		{"write_todos", "TodoWrite", call.Talk, nil},
		{"ask_user", "AskUserQuestion", call.Talk, nil},
		{"enter_plan_mode", "EnterPlanMode", call.Talk, nil},
		{"exit_plan_mode", "ExitPlanMode", call.Talk, nil},
		{"complete_task", "StructuredOutput", call.Talk, nil},
		{"get_internal_docs", "ToolSearch", call.Talk, nil},
	},
	Settings: []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"},
	Files: []file.Glob{
		"**/.gemini/settings.json", "**/.gemini/hooks/**", "**/.gemini/agents/**", "**/.gemini/extensions/**",
		"**/.gemini/policies/**", "**/.gemini/*trusted*.json", "**/.gemini/.env", "/etc/gemini-cli/**",
		"/library/application support/geminicli/**", "**/programdata/gemini-cli/**", "**/.gemini",
	},
	Linked: []string{
		"/.gemini", "/.gemini/settings.json",
	},
}
