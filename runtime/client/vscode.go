package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// vscode is Copilot Chat in VS Code.
var vscode = Client{
	Name: "vscode", Tool: "tool_name", Input: "tool_input", MCP: "_",
	Marks: func(top call.Members) bool { return top.Has("hookEventName") },
	Tools: []Tool{
		{"runInTerminal", "Bash", call.Shell, runs},
		{"run_in_terminal", "Bash", call.Shell, runs},
		{"createFile", "Write", call.Edit, atCamel},
		{"create_file", "Write", call.Edit, atCamel},
		{"editFiles", "Edit", call.Edit, []Want{{"files", asPath, false}, {"filePath", asPath, false}}},
		{"insert_edit_into_file", "Edit", call.Edit, atCamel},
		{"replace_string_in_file", "Edit", call.Edit, atCamel},
		{"edit_notebook_file", "NotebookEdit", call.Edit, atCamel},
		{"apply_patch", "Edit", call.Edit, patches},
		{"readFile", "Read", call.Read, atCamel},
		{"read_file", "Read", call.Read, atCamel},
		{"fetch_webpage", "WebFetch", call.Fetch, fetches},
		{"runSubagent", "Agent", call.Agent, nil},
		{"send_to_terminal", "Bash", call.Shell, runs},
		{"create_directory", "Write", call.Edit, []Want{{"dirPath", asPath, false}}},
		{"multi_replace_string_in_file", "Edit", call.Edit, []Want{{"replacements", asPath, false}}},
		{"view_image", "Read", call.Read, atCamel},
		{"list_dir", "LS", call.Search, listDir},
		{"file_search", "Glob", call.Search, []Want{{"query", asGlob, true}}},
		{"grep_search", "Grep", call.Search, looks},
		{"semantic_search", "Grep", call.Search, looks},
		{"manage_todo_list", "TodoWrite", call.Talk, nil},
		{"vscode_askQuestions", "AskUserQuestion", call.Talk, nil},
		{"get_terminal_output", "TaskOutput", call.Talk, nil},
		{"terminal_last_command", "TaskOutput", call.Talk, nil},
		{"kill_terminal", "TaskStop", call.Talk, nil},
	},
	Top: []string{"hookeventname"},
	Files: []file.Glob{
		"**/.vscode/settings.json", "**/*.code-workspace", "**/code/user/settings.json",
		"**/code/user/profiles/**", "**/code - insiders/user/settings.json", "**/vscodium/user/settings.json",
		"**/.vscode-server/data/**", "/etc/vscode/**", "**/.vscode",
	},
}
