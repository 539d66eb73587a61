package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// qwen is Qwen Code.
var qwen = Client{
	Name: "qwen", Project: "QWEN_PROJECT_DIR", Tool: "tool_name", Input: "tool_input", Asks: Nested,
	Marks: func(top call.Members) bool { return top.Has("tool_call_id") },
	Tools: []Tool{
		{"run_shell_command", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"directory", asFolder, true}}},
		{"monitor", "Monitor", call.Shell, runs},
		{"write_file", "Write", call.Edit, at},
		{"edit", "Edit", call.Edit, at},
		{"notebook_edit", "NotebookEdit", call.Edit, []Want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
		{"read_file", "Read", call.Read, at},
		{"list_directory", "LS", call.Search, listDir},
		{"glob", "Glob", call.Search, lists},
		{"grep_search", "Grep", call.Search, looks},
		{"web_fetch", "WebFetch", call.Fetch, fetches},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"agent", "Agent", call.Agent, starts},
		{"task", "Agent", call.Agent, starts},
		{"send_message", "SendMessage", call.Agent, nil},
		{"cron_create", "CronCreate", call.Agent, nil},
		{"cron_delete", "CronDelete", call.Agent, nil},
		{"lsp", "LSP", call.Read, []Want{{"filePath", asPath, false}, {"file_path", asPath, false}}},
		{"read_many_files", "Read", call.Search, []Want{{"include", asPath, false}, {"paths", asPath, false}}},
		{"skill", "Skill", call.Other, nil},
		{"todo_write", "TodoWrite", call.Talk, nil},
		{"ask_user_question", "AskUserQuestion", call.Talk, nil},
		{"enter_plan_mode", "EnterPlanMode", call.Talk, nil},
		{"exit_plan_mode", "ExitPlanMode", call.Talk, nil},
		{"tool_search", "ToolSearch", call.Talk, nil},
		{"cron_list", "CronList", call.Talk, nil},
		{"task_stop", "TaskStop", call.Talk, nil},
		{"structured_output", "StructuredOutput", call.Talk, nil},
	},
	AgentOf: qwenAgent,
	Top:     []string{"tool_call_id"},
	Files: []file.Glob{
		"**/.qwen/settings*.json", "**/.qwen/hooks/**", "**/.qwen/agents/**", "**/.qwen/extensions/**",
		"**/.qwen/skills/**", "**/.qwen/*trusted*.json", "**/.qwen/.env", "/etc/qwen-code/**",
		"/library/application support/qwencode/**", "**/programdata/qwen-code/**", "**/.qwen",
	},
	Linked: []string{
		"/.qwen",
	},
}

// qwenAgent makes the agent's name of an id, "<agent>-<tool call id>".
func qwenAgent(id string) string {
	for _, mark := range [...]string{"-toolu_", "-call_", "-chatcmpl-"} {
		if at := str.Index(id, mark); at > 0 {
			return id[:at]
		}
	}
	if at := str.LastIndexByte(id, '-'); at > 0 {
		return id[:at]
	}
	return id
}
