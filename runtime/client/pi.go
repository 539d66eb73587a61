package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
)

// pi is Pi, which asks through an extension of ours.
var pi = Client{
	Name: "pi", Tool: "tool_name", Input: "tool_input",
	Marks: bridged,
	Tools: []Tool{
		{"bash", "Bash", call.Shell, runs},
		{"write", "Write", call.Edit, atPath},
		{"edit", "Edit", call.Edit, atPath},
		{"read", "Read", call.Read, atPath},
		{"ls", "LS", call.Search, lists},
		{"find", "Glob", call.Search, lists},
		{"grep", "Grep", call.Search, looks},
		{"fetch_content", "WebFetch", call.Fetch, fetches},
		{"web_search", "WebSearch", call.Fetch, nil},
		{"subagent", "Agent", call.Agent, []Want{{"agent", asTarget, true}, {"tasks", asTarget, true}, {"chain", asTarget, true}}},
		{"codemode", "REPL", call.Shell, []Want{{"code", asProgram, false}}},
	},
	Homes: []Home{{"PI_CODING_AGENT_DIR", "/.pi/agent"}},
	Files: []file.Glob{
		"**/.pi/extensions/**", "**/.pi/settings.json", "**/.pi/npm/**", "**/.pi/git/**", "**/.pi/agent/**", "**/.pi/agents/**", "**/.pi/system.md",
		"**/.pi",
	},
	Linked: []string{
		"/.pi",
	},
}
