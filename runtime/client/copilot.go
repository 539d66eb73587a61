package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// copilot is Copilot CLI.
var copilot = Client{
	Name: "copilot", Project: "COPILOT_PROJECT_DIR", Tool: "toolName", Input: "toolArgs", MCP: "-", Asks: Flat,
	Marks: func(top call.Members) bool { return top.Has("toolName") || top.Has("toolArgs") },
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
		{"web_fetch", "WebFetch", call.Fetch, nil},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"task", "Agent", call.Agent, nil},
	},
	Top:    []string{"toolname", "toolargs"},
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
