package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// opencode is OpenCode, which asks through a plugin of ours.
var opencode = Client{
	Name: "opencode", Tool: "tool_name", Input: "tool_input", MCP: "_",
	Mains: []string{"build", "plan"},
	Marks: func(top call.Members) bool { return bridged(top) && str.HasPrefix(top.Text("session_id"), "ses_") },
	Tools: []Tool{
		{"bash", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"workdir", asFolder, true}}},
		{"write", "Write", call.Edit, atCamel},
		{"edit", "Edit", call.Edit, atCamel},
		{"apply_patch", "Edit", call.Edit, patches},
		{"read", "Read", call.Read, atCamel},
		{"list", "LS", call.Search, lists},
		{"glob", "Glob", call.Search, lists},
		{"grep", "Grep", call.Search, looks},
		{"webfetch", "WebFetch", call.Fetch, fetches},
		{"websearch", "WebSearch", call.Fetch, nil},
		{"task", "Agent", call.Agent, starts},
		{"multiedit", "MultiEdit", call.Edit, atCamel},
		{"patch", "Edit", call.Edit, patches},
		{"lsp", "LSP", call.Read, atCamel},
		{"codesearch", "WebSearch", call.Fetch, nil},
		{"skill", "Skill", call.Other, nil},
		{"todowrite", "TodoWrite", call.Talk, nil},
		{"todoread", "TodoWrite", call.Talk, nil},
		{"question", "AskUserQuestion", call.Talk, nil},
		{"plan_enter", "EnterPlanMode", call.Talk, nil},
		{"plan_exit", "ExitPlanMode", call.Talk, nil},
	},
	Homes:    []Home{{"XDG_CONFIG_HOME", "/.config"}, {"OPENCODE_CONFIG_DIR", "/.config/opencode"}},
	Settings: []string{"OPENCODE_CONFIG"},
	Shared:   []string{"/.config/opencode"},
	Files: []file.Glob{
		"**/opencode.json", "**/opencode.jsonc", "**/.opencode/plugin/**", "**/.opencode/plugins/**",
		"**/.opencode/agent/**", "**/.opencode/agents/**", "**/.opencode/tool/**", "**/.opencode/tools/**",
		"**/.opencode/package.json", "**/.opencode/node_modules/**", "**/.config/opencode/**", "/etc/opencode/**",
		"**/.opencode",
	},
	Linked: []string{
		"/.opencode", "/.config/opencode",
	},
}
