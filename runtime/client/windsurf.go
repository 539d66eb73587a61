package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// windsurf is Windsurf. Its tools are its events.
var windsurf = Client{
	Name: "windsurf", Tool: "agent_action_name", Input: "tool_info",
	Marks: func(top call.Members) bool { return top.Has("agent_action_name") },
	Tools: []Tool{
		{"pre_run_command", "Bash", call.Shell, []Want{{"command_line", asCommand, false}, {"cwd", asFolder, true}}},
		{"pre_write_code", "Edit", call.Edit, at},
		{"pre_read_code", "Read", call.Read, at},
	},
	Top: []string{"agent_action_name", "tool_info"},
	Said: func(_ call.Members, s *Saying) {
		if s.Name.Text == "pre_mcp_tool_use" {
			s.Name.Text = windsurfMCP(s.Input.Members())
		}
	},
	Fields: []string{"mcp_server_name", "mcp_tool_name"},
	Files: []file.Glob{
		"**/.windsurf/hooks.json", "**/.windsurf/hooks/**", "**/.codeium/windsurf/hooks.json",
		"**/.codeium/windsurf/hooks/**", "/etc/windsurf/**", "/library/application support/windsurf/**",
		"**/programdata/windsurf/**", "**/.windsurf", "**/.codeium/windsurf",
	},
}

// windsurfMCP names the tool of a server as Claude Code does. One that could
// then be another server's keeps the name of its event, which no role has.
func windsurfMCP(info call.Members) string {
	server, tool := info.Get("mcp_server_name"), info.Get("mcp_tool_name")
	if server.Text == "" || tool.Text == "" || server.Flaw() != "" || tool.Flaw() != "" ||
		str.Contains(server.Text, "__") || str.HasSuffix(server.Text, "_") || str.HasPrefix(tool.Text, "_") {
		return "pre_mcp_tool_use"
	}
	return "mcp__" + server.Text + "__" + tool.Text
}
