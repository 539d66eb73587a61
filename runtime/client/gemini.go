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
		{"glob", "Glob", call.Search, []Want{{"dir_path", asPath, true}, {"path", asPath, true}, {"pattern", asGlob, true}}},
		{"grep_search", "Grep", call.Search, []Want{{"dir_path", asPath, true}, {"path", asPath, true}, {"include_pattern", asGlob, true}, {"include", asGlob, true}}},
		{"search_file_content", "Grep", call.Search, []Want{{"dir_path", asPath, true}, {"path", asPath, true}, {"include", asGlob, true}}},
		{"web_fetch", "WebFetch", call.Fetch, nil},
		{"google_web_search", "WebSearch", call.Fetch, nil},
		{"invoke_agent", "Agent", call.Agent, nil},
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
