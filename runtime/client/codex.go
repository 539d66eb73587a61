package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// codex is Codex CLI.
var codex = Client{
	Name: "codex", Tool: "tool_name", Input: "tool_input", Folds: true,
	Marks: func(top call.Members) bool { return top.Has("turn_id") },
	Tools: []Tool{
		{"exec_command", "Bash", call.Shell, []Want{{"cmd", asCommand, false}, {"command", asCommand, false}, {"workdir", asFolder, true}}},
		{"shell", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"cmd", asCommand, false}, {"workdir", asFolder, true}}},
		{"apply_patch", "Edit", call.Edit, patches},
		{"shell_command", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"workdir", asFolder, true}}},
		{"local_shell", "Bash", call.Shell, []Want{{"command", asCommand, false}, {"workdir", asFolder, true}, {"working_directory", asFolder, true}}},
		{"js_repl", "REPL", call.Shell, []Want{{"code", asProgram, false}, {"input", asProgram, false}}},
		{"read_file", "Read", call.Read, at},
		{"view_image", "Read", call.Read, atPath},
		{"list_dir", "LS", call.Search, listDir},
		{"grep_files", "Grep", call.Search, looks},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"list_mcp_resources", "ListMcpResourcesTool", call.MCP, nil},
		{"list_mcp_resource_templates", "ListMcpResourcesTool", call.MCP, nil},
		{"read_mcp_resource", "ReadMcpResourceTool", call.MCP, nil},
		{"update_plan", "TodoWrite", call.Talk, nil},
		{"request_user_input", "AskUserQuestion", call.Talk, nil},
		{"tool_search", "ToolSearch", call.Talk, nil},
		{"spawn_agent", "Agent", call.Agent, starts},
		// Who may start an agent may wait for it and talk to it; what the agent
		// then does is asked about by itself.
		{"send_input", "Agent", call.Agent, nil},
		{"wait_agent", "Agent", call.Agent, nil},
		{"resume_agent", "Agent", call.Agent, nil},
		{"close_agent", "Agent", call.Agent, nil},
		{"multi_agent_v1spawn_agent", "Agent", call.Agent, starts},
		{"multi_agent_v1send_input", "Agent", call.Agent, nil},
		{"multi_agent_v1wait_agent", "Agent", call.Agent, nil},
		{"multi_agent_v1resume_agent", "Agent", call.Agent, nil},
		{"multi_agent_v1close_agent", "Agent", call.Agent, nil},
	},
	Top:   []string{"turn_id"},
	Homes: []Home{{"CODEX_HOME", "/.codex"}},
	Widens: []Widening{
		{Key: "with_escalated_permissions"},
		{Key: "sandbox_permissions", Value: "require_escalated"},
	},
	Files: []file.Glob{
		"**/.codex/config.toml", "**/.codex/hooks.json", "**/.codex/hooks/**", "**/.codex/agents/**",
		"**/.codex/plugins/**", "**/.codex/rules/**", "**/.codex/requirements.toml", "/etc/codex/**", "**/.codex",
		"/etc/profile", "/etc/profile.d/**", "/etc/bash.bashrc", "/etc/bashrc", "/etc/zshenv", "/etc/zprofile",
		"/etc/zsh/**", "/etc/fish/**",
	},
	Profiles: profiles,
	Linked: []string{
		"/.codex", "/.codex/config.toml", "/.codex/hooks.json",
	},
}

// profiles are what a login shell, in which Codex starts its hooks, reads in the
// home folder before it runs them: one that ends the shell with status 0 would
// allow every call. Elsewhere files of these names are like others.
var profiles = []string{
	"/.profile", "/.bash_profile", "/.bash_login", "/.bashrc", "/.zshenv", "/.zprofile", "/.zlogin", "/.config/fish/config.fish",
}
