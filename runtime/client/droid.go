package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// droid is Factory's Droid.
var droid = Client{
	Name: "droid", Project: "FACTORY_PROJECT_DIR", Tool: "tool_name", Input: "tool_input", MCP: "___",
	Marks: func(top call.Members) bool {
		return str.Contains(str.ReplaceByte(top.Text("transcript_path"), '\\', '/'), "/.factory/")
	},
	Tools: []Tool{
		{"Execute", "Bash", call.Shell, runs},
		{"Create", "Write", call.Edit, at},
		{"Edit", "Edit", call.Edit, at},
		{"ApplyPatch", "Edit", call.Edit, patches},
		{"Read", "Read", call.Read, at},
		{"FetchUrl", "WebFetch", call.Fetch, fetches},
		{"Task", "Agent", call.Agent, starts},
		{"MultiEdit", "MultiEdit", call.Edit, at},
		{"LS", "LS", call.Search, listDir},
		{"Glob", "Glob", call.Search, lists},
		{"Grep", "Grep", call.Search, looks},
		{"WebSearch", "WebSearch", call.Fetch, nil},
		{"TodoWrite", "TodoWrite", call.Talk, nil},
		{"AskUser", "AskUserQuestion", call.Talk, nil},
		{"ExitSpecMode", "ExitPlanMode", call.Talk, nil},
	},
	Files: []file.Glob{
		"**/.factory/hooks.json", "**/.factory/settings*.json", "**/.factory/hooks/**", "**/.factory/droids/**",
		"**/.factory/skills/**", "**/.factory/commands/**", "**/.factory/plugins/**", "**/.factory/mcp.json",
		"/etc/factory/**", "**/.factory",
	},
	Linked: []string{
		"/.factory",
	},
}
