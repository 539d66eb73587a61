package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// copilot is Copilot CLI.
var copilot = Client{
	Name: "copilot", Project: "COPILOT_PROJECT_DIR", Tool: "toolName", Input: "toolArgs", MCP: "-", Asks: Flat,
	Marks: func(top call.Members) bool { return top.Has("toolName") || top.Has("toolArgs") || top.Has(batchKey) },
	Tools: []Tool{
		{"bash", "Bash", call.Shell, runs},
		{"write_bash", "Bash", call.Shell, types},
		{"powershell", "PowerShell", call.Shell, runs},
		{"write_powershell", "PowerShell", call.Shell, types},
		{"create", "Write", call.Edit, atPath},
		{"edit", "Edit", call.Edit, atPath},
		{"apply_patch", "Edit", call.Edit, patches},
		{"view", "Read", call.Read, atPath},
		{"glob", "Glob", call.Search, lists},
		{"grep", "Grep", call.Search, looks},
		{"web_fetch", "WebFetch", call.Fetch, fetches},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"task", "Agent", call.Agent, starts},
		{"read_agent", "Agent", call.Agent, nil},
		{"write_agent", "Agent", call.Agent, nil},
		{"list_agents", "Agent", call.Agent, nil},
		{"str_replace_editor", "Edit", call.Edit, atPath},
		{"show_file", "Read", call.Read, atPath},
		{"rg", "Grep", call.Search, looks},
		{"skill", "Skill", call.Other, nil},
		{"update_todo", "TodoWrite", call.Talk, nil},
		{"report_intent", "TodoWrite", call.Talk, nil},
		{"ask_user", "AskUserQuestion", call.Talk, nil},
		{"exit_plan_mode", "ExitPlanMode", call.Talk, nil},
		{"task_complete", "StructuredOutput", call.Talk, nil},
		{"fetch_copilot_cli_documentation", "ToolSearch", call.Talk, nil},
		{"read_bash", "TaskOutput", call.Talk, nil},
		{"list_bash", "TaskOutput", call.Talk, nil},
		{"stop_bash", "TaskStop", call.Talk, nil},
		{"read_powershell", "TaskOutput", call.Talk, nil},
		{"list_powershell", "TaskOutput", call.Talk, nil},
		{"stop_powershell", "TaskStop", call.Talk, nil},
	},
	Top:    []string{"toolname", "toolargs", "toolcalls"},
	Homes:  []Home{{"COPILOT_HOME", "/.copilot"}},
	Shared: []string{"/.github/hooks", "/.github/copilot", "/.github/agents"},
	Files: []file.Glob{
		"**/.github/hooks/**", "**/.github/copilot/**", "**/.github/agents/**", "**/.copilot/hooks/**",
		"**/.copilot/*.json", "**/.copilot/agents/**", "**/.copilot/plugins/**", "**/.copilot",
	},
	Linked: []string{
		"/.copilot",
	},
}
