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
	{"LSP", "LSP", call.Read, []Want{{"filePath", asPath, false}, {"file_path", asPath, false}}},
	{"WebFetch", "WebFetch", call.Fetch, fetches},
	{"WebSearch", "WebSearch", call.Fetch, nil},

	// Agents, and what wakes or tells one; what it then does is asked about by
	// itself.
	{"Agent", "Agent", call.Agent, starts},
	{"Task", "Agent", call.Agent, starts},
	{"SendMessage", "SendMessage", call.Agent, nil},
	{"TeamCreate", "TeamCreate", call.Agent, nil},
	{"TeamDelete", "TeamDelete", call.Agent, nil},
	{"CronCreate", "CronCreate", call.Agent, nil},
	{"CronDelete", "CronDelete", call.Agent, nil},
	{"ScheduleWakeup", "ScheduleWakeup", call.Agent, nil},

	{"ListMcpResourcesTool", "ListMcpResourcesTool", call.MCP, nil},
	{"ReadMcpResourceTool", "ReadMcpResourceTool", call.MCP, nil},

	{"TodoWrite", "TodoWrite", call.Talk, nil},
	{"TaskCreate", "TaskCreate", call.Talk, nil},
	{"TaskGet", "TaskGet", call.Talk, nil},
	{"TaskList", "TaskList", call.Talk, nil},
	{"TaskUpdate", "TaskUpdate", call.Talk, nil},
	{"TaskOutput", "TaskOutput", call.Talk, nil},
	{"TaskStop", "TaskStop", call.Talk, nil},
	{"BashOutput", "TaskOutput", call.Talk, nil},
	{"AgentOutputTool", "TaskOutput", call.Talk, nil},
	{"KillShell", "TaskStop", call.Talk, nil},
	{"CronList", "CronList", call.Talk, nil},
	{"AskUserQuestion", "AskUserQuestion", call.Talk, nil},
	{"EnterPlanMode", "EnterPlanMode", call.Talk, nil},
	{"ExitPlanMode", "ExitPlanMode", call.Talk, nil},
	{"ToolSearch", "ToolSearch", call.Talk, nil},
	{"StructuredOutput", "StructuredOutput", call.Talk, nil},
	{"Sleep", "Sleep", call.Talk, nil},

	// A skill may run commands when it is read, a worktree is made and removed
	// by git, and the others change what the client itself does.
	{"Skill", "Skill", call.Other, nil},
	{"SlashCommand", "Skill", call.Other, nil},
	{"EnterWorktree", "EnterWorktree", call.Other, nil},
	{"ExitWorktree", "ExitWorktree", call.Other, nil},
	{"Config", "Config", call.Other, nil},
	{"RemoteTrigger", "RemoteTrigger", call.Other, nil},
	{"PushNotification", "PushNotification", call.Other, nil},
}

// ToolNames are the tools that a policy can name, as Claude Code calls them. It
// may also name one of an MCP server, one of another client's ([IsTool]), or one
// that is not known here.
func ToolNames() []string {
	names := []string{Talking}
	for _, t := range claudeTools {
		names = append(names, t.Name)
	}
	return names
}

// IsTool reports whether a client calls one of its tools so.
func IsTool(name string) bool {
	for _, c := range Clients {
		for _, t := range c.Tools {
			if t.Name == name {
				return true
			}
		}
	}
	return false
}

// ToolsOf are the tools of a client that are known, its own first, then those
// that it shares with Claude Code.
func ToolsOf(c *Client) []Tool {
	if c == &claude {
		return claudeTools
	}
	return c.Tools
}

// Fields are the fields of its input that decide, those of which one must be
// there first.
func (t Tool) Fields() (must, may []string) {
	wants := t.Wants
	if t.Does == call.Search {
		wants = append(append([]Want(nil), wants...), places...)
	}
	for _, w := range wants {
		if w.Optional {
			may = append(may, w.Key)
		} else {
			must = append(must, w.Key)
		}
	}
	return must, may
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
