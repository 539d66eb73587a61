package gate

import (
	"kei/runtime/call"
	"kei/runtime/str"
)

// This file alone knows how the clients differ: what marks their payloads, what
// they call their tools, and where in a tool's input stands what it is about to
// do. Another client is one more entry in clients.

// A client is one program that asks a gate before it runs a tool.
type client struct {
	name  string
	marks func(top call.Members) bool // whether it wrote the payload with these top-level fields
	tool  string                      // key of the tool's name
	input string                      // key of the tool's input
	mcp   string                      // what joins an MCP server and its tool; "" is Claude Code's way
	asks  asking
	mains []string // what its main session is called where nobody gave it a name
	tools []tool
}

// An asking is the form in which a client can be told to ask a person, and
// denies when there is nobody to ask. Clients that would go on are not asked.
type asking byte

const (
	never  asking = iota
	nested        // hookSpecificOutput.permissionDecision
	flat          // permissionDecision
)

// A tool is one of a client's tools. stands is the name of Claude Code's tool
// that it does the work of: what a role says of that one holds for it as well.
type tool struct {
	name   string
	stands string
	does   call.Action
	wants  []want
}

// A want is a field of the tool's input that decides. At least one of those that
// are not optional must be there, and all that are there are judged.
type want struct {
	key      string
	as       reading
	optional bool
}

// A reading is how a field is understood.
type reading byte

const (
	asCommand reading = iota // shell text; in an array, each
	asProgram                // JavaScript: node -e ...
	asScript                 // a file of JavaScript: node file
	asName                   // the name of a program that is kept elsewhere: workflow name
	asPath                   // a file; in an array each, in an array of objects their path
	asPatch                  // a patch of several files, in the format of apply_patch
	asFolder                 // where the commands run
	asGlob                   // a glob, relative to the files before it
)

var (
	runs    = []want{{"command", asCommand, false}}
	types   = []want{{"chars", asCommand, false}, {"input", asCommand, false}, {"text", asCommand, false}, {"data", asCommand, false}}
	at      = []want{{"file_path", asPath, false}}
	atPath  = []want{{"path", asPath, false}}
	atCamel = []want{{"filePath", asPath, false}}
	patches = []want{{"command", asPatch, false}, {"input", asPatch, false}, {"patch", asPatch, false}, {"patchText", asPatch, false}}
	looks   = []want{{"path", asPath, true}, {"glob", asGlob, true}, {"include", asGlob, true}}
	lists   = []want{{"path", asPath, true}, {"pattern", asGlob, true}}
	listDir = []want{{"path", asPath, true}, {"dir_path", asPath, true}}
)

// claudeTools are looked up for every client after its own.
var claudeTools = []tool{
	{"Bash", "Bash", Shell, runs},
	{"Monitor", "Monitor", Shell, runs},
	{"REPL", "REPL", Shell, []want{{"code", asProgram, false}}},
	{"Workflow", "Workflow", Shell, []want{{"script", asProgram, false}, {"scriptPath", asScript, false}, {"name", asName, false}}},
	{"write_stdin", "Bash", Shell, types},
	{"PowerShell", "PowerShell", Shell, runs},
	{"Write", "Write", Edit, at},
	{"Edit", "Edit", Edit, at},
	{"MultiEdit", "MultiEdit", Edit, at},
	{"NotebookEdit", "NotebookEdit", Edit, []want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
	{"Read", "Read", Read, at},
	{"NotebookRead", "NotebookRead", Read, []want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
	{"LS", "LS", Search, lists},
	{"Glob", "Glob", Search, lists},
	{"Grep", "Grep", Search, looks},
	{"WebFetch", "WebFetch", Fetch, nil},
	{"WebSearch", "WebSearch", Fetch, nil},
	{"Agent", "Agent", Agent, nil},
	{"Task", "Agent", Agent, nil},
}

// ToolNames are the tools that a policy can name, as Claude Code calls them. It
// may also name one of an MCP server, or one that is not known here.
func ToolNames() []string {
	var names []string
	for _, t := range claudeTools {
		names = append(names, t.name)
	}
	return append(names, "TodoWrite", "Skill", "ToolSearch", "CronCreate", "EnterWorktree", "ExitPlanMode", "AskUserQuestion", "KillShell", "BashOutput")
}

// clients are asked in order whether a payload is theirs. One that is nobody's
// is refused.
var clients = [...]client{
	{
		name: "copilot", tool: "toolName", input: "toolArgs", mcp: "-", asks: flat,
		marks: func(top call.Members) bool { return top.Has("toolName") || top.Has("toolArgs") },
		tools: []tool{
			{"bash", "Bash", Shell, runs},
			{"write_bash", "Bash", Shell, types},
			{"powershell", "PowerShell", Shell, runs},
			{"write_powershell", "PowerShell", Shell, types},
			{"create", "Write", Edit, atPath},
			{"edit", "Edit", Edit, atPath},
			{"apply_patch", "Edit", Edit, patches},
			{"view", "Read", Read, atPath},
			{"glob", "Glob", Search, lists},
			{"grep", "Grep", Search, looks},
			{"web_fetch", "WebFetch", Fetch, nil},
			{"web_search", "WebSearch", Fetch, nil},
			{"task", "Agent", Agent, nil},
		},
	},
	{
		name: "cline", tool: "name", input: "input", mcp: "__",
		marks: func(top call.Members) bool { return top.Has("tool_call") },
		tools: []tool{
			{"run_commands", "Bash", Shell, []want{{"commands", asCommand, false}, {"command", asCommand, false}}},
			{"execute_command", "Bash", Shell, runs},
			{"editor", "Edit", Edit, atPath},
			{"apply_patch", "Edit", Edit, patches},
			{"read_files", "Read", Read, []want{{"files", asPath, false}, {"path", asPath, false}}},
			{"search_codebase", "Grep", Search, looks},
			{"fetch_web_content", "WebFetch", Fetch, nil},
			{"spawn_agent", "Agent", Agent, nil},
		},
	},
	{
		name: "windsurf", tool: "agent_action_name", input: "tool_info",
		marks: func(top call.Members) bool { return top.Has("agent_action_name") },
		tools: []tool{
			{"pre_run_command", "Bash", Shell, []want{{"command_line", asCommand, false}, {"cwd", asFolder, true}}},
			{"pre_write_code", "Edit", Edit, at},
			{"pre_read_code", "Read", Read, at},
		},
	},
	{
		name: "cursor", tool: "tool_name", input: "tool_input",
		marks: func(top call.Members) bool { return top.Has("cursor_version") || top.Has("generation_id") },
		tools: []tool{
			{"Shell", "Bash", Shell, []want{{"command", asCommand, false}, {"working_directory", asFolder, true}}},
			{"Write", "Write", Edit, []want{{"file_path", asPath, false}, {"path", asPath, false}}},
			{"Delete", "Write", Edit, []want{{"file_path", asPath, false}, {"path", asPath, false}}},
			{"Read", "Read", Read, []want{{"file_path", asPath, false}, {"path", asPath, false}}},
		},
	},
	{
		name: "vscode", tool: "tool_name", input: "tool_input",
		marks: func(top call.Members) bool { return top.Has("hookEventName") },
		tools: []tool{
			{"runInTerminal", "Bash", Shell, runs},
			{"run_in_terminal", "Bash", Shell, runs},
			{"createFile", "Write", Edit, atCamel},
			{"create_file", "Write", Edit, atCamel},
			{"editFiles", "Edit", Edit, []want{{"files", asPath, false}, {"filePath", asPath, false}}},
			{"insert_edit_into_file", "Edit", Edit, atCamel},
			{"replace_string_in_file", "Edit", Edit, atCamel},
			{"edit_notebook_file", "NotebookEdit", Edit, atCamel},
			{"apply_patch", "Edit", Edit, patches},
			{"readFile", "Read", Read, atCamel},
			{"read_file", "Read", Read, atCamel},
			{"fetch_webpage", "WebFetch", Fetch, nil},
			{"runSubagent", "Agent", Agent, nil},
		},
	},
	{
		name: "gemini", tool: "tool_name", input: "tool_input", mcp: "_",
		marks: func(top call.Members) bool { return top.Text("hook_event_name") == "BeforeTool" },
		tools: []tool{
			{"run_shell_command", "Bash", Shell, []want{{"command", asCommand, false}, {"dir_path", asFolder, true}, {"directory", asFolder, true}}},
			{"write_file", "Write", Edit, at},
			{"replace", "Edit", Edit, at},
			{"read_file", "Read", Read, []want{{"file_path", asPath, false}, {"absolute_path", asPath, false}}},
			{"read_many_files", "Read", Search, []want{{"include", asPath, false}, {"paths", asPath, false}}},
			{"list_directory", "LS", Search, listDir},
			{"glob", "Glob", Search, []want{{"dir_path", asPath, true}, {"path", asPath, true}, {"pattern", asGlob, true}}},
			{"grep_search", "Grep", Search, []want{{"dir_path", asPath, true}, {"path", asPath, true}, {"include_pattern", asGlob, true}, {"include", asGlob, true}}},
			{"search_file_content", "Grep", Search, []want{{"dir_path", asPath, true}, {"path", asPath, true}, {"include", asGlob, true}}},
			{"web_fetch", "WebFetch", Fetch, nil},
			{"google_web_search", "WebSearch", Fetch, nil},
			{"invoke_agent", "Agent", Agent, nil},
		},
	},
	{
		name: "codex", tool: "tool_name", input: "tool_input",
		marks: func(top call.Members) bool { return top.Has("turn_id") },
		tools: []tool{
			{"exec_command", "Bash", Shell, []want{{"cmd", asCommand, false}, {"command", asCommand, false}, {"workdir", asFolder, true}}},
			{"shell", "Bash", Shell, []want{{"command", asCommand, false}, {"cmd", asCommand, false}, {"workdir", asFolder, true}}},
			{"apply_patch", "Edit", Edit, patches},
			{"spawn_agent", "Agent", Agent, nil},
			// Who may start an agent may wait for it and talk to it; what the agent
			// then does is asked about by itself.
			{"send_input", "Agent", Agent, nil},
			{"wait_agent", "Agent", Agent, nil},
			{"resume_agent", "Agent", Agent, nil},
			{"close_agent", "Agent", Agent, nil},
			{"multi_agent_v1spawn_agent", "Agent", Agent, nil},
			{"multi_agent_v1send_input", "Agent", Agent, nil},
			{"multi_agent_v1wait_agent", "Agent", Agent, nil},
			{"multi_agent_v1resume_agent", "Agent", Agent, nil},
			{"multi_agent_v1close_agent", "Agent", Agent, nil},
		},
	},
	{
		name: "qwen", tool: "tool_name", input: "tool_input", asks: nested,
		marks: func(top call.Members) bool { return top.Has("tool_call_id") },
		tools: []tool{
			{"run_shell_command", "Bash", Shell, []want{{"command", asCommand, false}, {"directory", asFolder, true}}},
			{"monitor", "Monitor", Shell, runs},
			{"write_file", "Write", Edit, at},
			{"edit", "Edit", Edit, at},
			{"notebook_edit", "NotebookEdit", Edit, []want{{"notebook_path", asPath, false}, {"file_path", asPath, false}}},
			{"read_file", "Read", Read, at},
			{"list_directory", "LS", Search, listDir},
			{"glob", "Glob", Search, lists},
			{"grep_search", "Grep", Search, looks},
			{"web_fetch", "WebFetch", Fetch, nil},
			{"web_search", "WebSearch", Fetch, nil},
			{"agent", "Agent", Agent, nil},
		},
	},
	{
		name: "droid", tool: "tool_name", input: "tool_input", mcp: "___",
		marks: func(top call.Members) bool {
			return str.Contains(str.ReplaceByte(top.Text("transcript_path"), '\\', '/'), "/.factory/")
		},
		tools: []tool{
			{"Execute", "Bash", Shell, runs},
			{"Create", "Write", Edit, at},
			{"Edit", "Edit", Edit, at},
			{"ApplyPatch", "Edit", Edit, patches},
			{"Read", "Read", Read, at},
			{"FetchUrl", "WebFetch", Fetch, nil},
			{"Task", "Agent", Agent, nil},
		},
	},
	{
		name: "copilot-claude", tool: "tool_name", input: "tool_input", mcp: "-",
		// The same client, told to speak Claude Code's way: the names, not the fields.
		marks: func(top call.Members) bool {
			return top.Text("hook_event_name") == "PreToolUse" && top.Has("timestamp") &&
				!top.Has("transcript_path") && !top.Has("tool_use_id")
		},
		tools: []tool{
			{"Bash", "Bash", Shell, runs},
			{"Write", "Write", Edit, []want{{"path", asPath, false}, {"file_path", asPath, false}}},
			{"Edit", "Edit", Edit, []want{{"path", asPath, false}, {"file_path", asPath, false}, {"command", asPatch, false}}},
			{"Read", "Read", Read, []want{{"path", asPath, false}, {"file_path", asPath, false}}},
		},
	},
	{
		name: "opencode", tool: "tool_name", input: "tool_input", mcp: "_",
		mains: []string{"build", "plan"},
		marks: func(top call.Members) bool { return bridged(top) && str.HasPrefix(top.Text("session_id"), "ses_") },
		tools: []tool{
			{"bash", "Bash", Shell, []want{{"command", asCommand, false}, {"workdir", asFolder, true}}},
			{"write", "Write", Edit, atCamel},
			{"edit", "Edit", Edit, atCamel},
			{"apply_patch", "Edit", Edit, patches},
			{"read", "Read", Read, atCamel},
			{"list", "LS", Search, lists},
			{"glob", "Glob", Search, lists},
			{"grep", "Grep", Search, looks},
			{"webfetch", "WebFetch", Fetch, nil},
			{"websearch", "WebSearch", Fetch, nil},
			{"task", "Agent", Agent, nil},
		},
	},
	{
		name: "pi", tool: "tool_name", input: "tool_input",
		marks: bridged,
		tools: []tool{
			{"bash", "Bash", Shell, runs},
			{"write", "Write", Edit, atPath},
			{"edit", "Edit", Edit, atPath},
			{"read", "Read", Read, atPath},
			{"ls", "LS", Search, lists},
			{"find", "Glob", Search, lists},
			{"grep", "Grep", Search, looks},
			{"codemode", "REPL", Shell, []want{{"code", asProgram, false}}},
		},
	},
	{
		name: "claude", tool: "tool_name", input: "tool_input", asks: nested,
		marks: func(top call.Members) bool {
			return top.Text("hook_event_name") == "PreToolUse" && top.Has("transcript_path") && top.Has("tool_use_id")
		},
	},
	// A payload that says no more than a tool and its input. The name is empty.
	// One that names an event by a word of its own is of a client nobody has
	// tried: what its tools do, and how it is answered, is not known.
	{
		tool: "tool_name", input: "tool_input",
		marks: func(top call.Members) bool {
			return str.In(top.Text("hook_event_name"), "", "PreToolUse") && !top.Has("hookName")
		},
	},
}

// bridged: clients without command hooks ask through a plugin of ours, which
// writes Claude Code's payload without the transcript.
func bridged(top call.Members) bool {
	return top.Text("hook_event_name") == "PreToolUse" && !top.Has("transcript_path") &&
		top.Has("session_id") && top.Has("tool_use_id") && !top.Has("timestamp")
}

// kept reports whether a field of a tool's input is stored when it is met: the
// tool's name may come after it. A test compares this with the table.
func keptField(key string) bool {
	switch key {
	case "command", "cmd", "commands", "command_line", "chars", "input", "text", "data",
		"code", "script", "scriptPath", "name",
		"file_path", "notebook_path", "path", "filePath", "absolute_path", "files", "paths",
		"patch", "patchText", "pattern", "glob", "include", "include_pattern",
		"mcp_server_name", "mcp_tool_name",
		"workdir", "working_directory", "dir_path", "directory", "cwd",
		"mode", "sandbox_permissions", "dangerouslyDisableSandbox", "with_escalated_permissions":
		return true
	}
	return false
}

// lookup finds the tool that a client means by a name.
func lookup(clientName, name string) (tool, bool) {
	if c := clientNamed(clientName); c != nil {
		for _, t := range c.tools {
			if t.name == name {
				return t, true
			}
		}
	}
	for _, t := range claudeTools {
		if t.name == name {
			return t, true
		}
	}
	return tool{name: name, stands: name, does: Other}, false
}

func clientNamed(name string) *client {
	for i := range clients {
		if clients[i].name == name {
			return &clients[i]
		}
	}
	return nil
}

// mainName reports whether a client calls its main session so by itself.
func mainName(clientName, agent string) bool {
	c := clientNamed(clientName)
	return c != nil && str.In(agent, c.mains...)
}

// sameTool reports whether a policy's entry means the tool that is called.
// Names are compared exactly; an entry is a tool of the client, the tool of
// Claude Code that it stands for, mcp__server__tool, or mcp__server__*.
func sameTool(entry string, c *Call) bool {
	if entry == c.Tool {
		return true
	}
	if str.HasPrefix(entry, "mcp__") {
		return sameMCP(entry, c)
	}
	t, known := lookup(c.Client, c.Tool)
	if !known {
		return false
	}
	e, _ := lookup("", entry) // Task in a policy is Agent
	return t.stands == e.stands
}

// sameMCP compares an entry with a tool as another client writes it. Where the
// name does not tell where the server's name ends ("a_b_c"), an entry for a
// whole server does not hold: it could be another server's tool.
func sameMCP(entry string, c *Call) bool {
	if str.HasSuffix(entry, "*") && str.HasPrefix(c.Tool, entry[:len(entry)-1]) {
		return true
	}
	cl := clientNamed(c.Client)
	if cl == nil || cl.mcp == "" {
		return false
	}
	rest := entry[len("mcp__"):]
	at := str.Index(rest, "__")
	if at < 0 {
		return false
	}
	server, name := rest[:at], rest[at+2:]
	said := c.Tool
	if cl.mcp == "_" && str.HasPrefix(said, "mcp_") {
		said = said[len("mcp_"):] // Gemini CLI: mcp_server_tool
	}
	if name == "*" {
		return len(cl.mcp) > 1 && str.HasPrefix(said, server+cl.mcp)
	}
	return said == server+cl.mcp+name
}

// widening names the field by which a call would lift a protection of its
// client, if it has one.
func widening(does call.Action, input call.Members) string {
	switch {
	case input.Get("dangerouslyDisableSandbox").Yes:
		return "dangerouslyDisableSandbox"
	case input.Get("with_escalated_permissions").Yes:
		return "with_escalated_permissions"
	case input.Text("sandbox_permissions") == "require_escalated":
		return "sandbox_permissions require_escalated"
	case does == Agent:
		// An agent that asks its user less than this one does. Modes that are not
		// known to ask as much count.
		if m := input.Get("mode"); m.Kind == call.String && !str.In(m.Text, "", "default", "plan") {
			return "mode " + m.Text
		}
	}
	return ""
}

// An Action is what a tool does.
type Action = call.Action

// The actions.
const (
	Shell  = call.Shell
	Edit   = call.Edit
	Read   = call.Read
	Search = call.Search
	Fetch  = call.Fetch
	Agent  = call.Agent
	MCP    = call.MCP
	Other  = call.Other
)
