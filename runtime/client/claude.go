package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// claude is Claude Code, whose words the others' are measured by.
var claude = Client{
	Name: "claude", Tool: "tool_name", Input: "tool_input", Project: "CLAUDE_PROJECT_DIR", Asks: Nested,
	Marks: func(top call.Members) bool {
		return top.Text("hook_event_name") == "PreToolUse" && top.Has("transcript_path") && top.Has("tool_use_id")
	},
	Homes:  []Home{{"CLAUDE_CONFIG_DIR", "/.claude"}},
	IsFile: claudeAgent,
	Widens: []Widening{{Key: "dangerouslyDisableSandbox"}},
	Files: []file.Glob{
		"**/.claude/*settings*.json", "**/.claude/hooks/**", "**/.claude/skills/**", "**/.claude/commands/**",
		"**/.claude/plugins/**", "**/.claude-plugin/**", "**/.claude.json", "**/.mcp.json", "/etc/claude-code/**",
		"/library/application support/claudecode/**", "**/program files/claudecode/**",
		"**/programdata/claudecode/**", "**/.claude", "**/.claude/agents",
	},
	Linked: []string{
		"/.claude", "/.claude.json", "/.claude/settings.json", "/.claude/settings.local.json", "/.claude/hooks",
		"/.mcp.json",
	},
}

// claudeTools are looked up for every client after its own.
var claudeTools = []Tool{
	{"Bash", "Bash", call.Shell, runs},
	{"Monitor", "Monitor", call.Shell, runs},
	{"REPL", "REPL", call.Shell, []Want{{"code", asProgram, false}}},
	{"Workflow", "Workflow", call.Shell, []Want{{"script", asProgram, false}, {"scriptPath", asScript, false}, {"name", asName, false}}},
	{"write_stdin", "Bash", call.Shell, types},
	{"PowerShell", "PowerShell", call.Shell, runs},
	{"Write", "Write", call.Edit, at},
	{"Edit", "Edit", call.Edit, at},
	{"MultiEdit", "MultiEdit", call.Edit, at},
	{"NotebookEdit", "NotebookEdit", call.Edit, []Want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
	{"Read", "Read", call.Read, at},
	{"NotebookRead", "NotebookRead", call.Read, []Want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
	{"LS", "LS", call.Search, lists},
	{"Glob", "Glob", call.Search, lists},
	{"Grep", "Grep", call.Search, looks},
	{"WebFetch", "WebFetch", call.Fetch, nil},
	{"WebSearch", "WebSearch", call.Fetch, nil},
	{"Agent", "Agent", call.Agent, nil},
	{"Task", "Agent", call.Agent, nil},
}

// ToolNames are the tools that a policy can name, as Claude Code calls them. It
// may also name one of an MCP server, or one that is not known here.
func ToolNames() []string {
	var names []string
	for _, t := range claudeTools {
		names = append(names, t.Name)
	}
	return append(names, "TodoWrite", "Skill", "ToolSearch", "CronCreate", "EnterWorktree", "ExitPlanMode", "AskUserQuestion", "KillShell", "BashOutput")
}

// claudeAgent reports whether the path is the definition of an agent of Claude
// Code. What agents of this project write about their work lies beside them,
// one folder for each, and is theirs.
func claudeAgent(name string) bool {
	const folder = "/.claude/agents/"
	at := str.Index(name, folder)
	if at < 0 || !str.HasSuffix(name, ".md") {
		return false
	}
	_, file, deep := str.Cut(name[at+len(folder):], '/')
	return !deep || !str.In(file, "spec.md", "plan.md", "chatlog.md", "handoffs.md", "review.md")
}
