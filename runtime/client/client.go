// Package client knows the clients: one file for each says what marks its
// payloads, what it calls its tools and where in a tool's input stands what it is
// about to do, which files make it ask its gate, and how it can be answered.
// Another client is one more file, and a line in [Clients].
//
// What is allowed is decided in package gate.
package client

import (
	"kei/runtime/call"
	"kei/runtime/file"
	"kei/runtime/str"
)

// A Client is one program that asks a gate before it runs a tool.
type Client struct {
	Name string

	// Marks reports whether it wrote the payload with these top-level fields.
	Marks func(top call.Members) bool
	Tool  string   // key of the tool's name
	Input string   // key of the tool's input
	Top   []string // top-level keys, in lower case, that only payloads like its own have

	// Said, if there is one, finds the tool's name and input where those keys do
	// not lead to them.
	Said   func(top call.Members, s *Saying)
	Fields []string // keys of a tool's input that Said looks at

	Project   string                 // variable that names the project's folder to its hooks, "" if none does
	Roots     string                 // key of the folders that stand in for cwd, "" if it always says that
	AgentOf   func(id string) string // the agent's name of an agent_id, where it is made of one
	MainHasID bool                   // its main session has an agent_id, too
	Mains     []string               // what its main session is called where nobody gave it a name

	MCP    string // what joins an MCP server and its tool; "" is Claude Code's way
	Folds  bool   // of MCP names, it writes what is no letter or digit as _
	Tools  []Tool
	Widens []Widening
	Asks   Asking

	Files    []file.Glob            // its settings, hooks and extensions, in lower case: see [IsFile]
	IsFile   func(path string) bool // those that no glob tells, if there are any
	Linked   []string               // files and folders that people keep elsewhere, with a link to them
	Homes    []Home                 // variables that name another folder for its files
	Settings []string               // variables that name a file of its settings
	Shared   []string               // folders of its files in folders that are everybody's
	Profiles []string               // what a shell that runs its hooks reads first in a home folder
}

// A Home is a variable that names a folder, and what that folder stands in for.
type Home struct{ Variable, Folder string }

// A Widening is a field of a tool's input by which a call would lift a
// protection of its client: a flag, or if there is a value, a text.
type Widening struct{ Key, Value string }

// An Asking is the form in which a client can be told to ask a person, and
// denies when there is nobody to ask. Clients that would go on are not asked.
type Asking byte

// The forms.
const (
	Never  Asking = iota
	Nested        // hookSpecificOutput.permissionDecision
	Flat          // permissionDecision
)

// A Tool is one of a client's tools. Stands is the name of Claude Code's tool
// that it does the work of: what a role says of that one holds for it as well.
type Tool struct {
	Name   string
	Stands string
	Does   call.Action
	Wants  []Want
}

// A Want is a field of the tool's input that decides. At least one of those that
// are not optional must be there, and all that are there are judged.
type Want struct {
	Key      string
	As       Reading
	Optional bool
}

// A Reading is how a field is understood.
type Reading byte

// The readings.
const (
	asCommand Reading = iota // shell text; in an array, each
	asProgram                // JavaScript: node -e ...
	asScript                 // a file of JavaScript: node file
	asName                   // the name of a program that is kept elsewhere: workflow name
	asPath                   // a file; in an array each, in an array of objects their path
	asPatch                  // a patch of several files, in the format of apply_patch
	asFolder                 // where the commands run
	asGlob                   // a glob, relative to the files before it
	asType                   // a type of files, as ripgrep calls it
	asTarget                 // what is fetched or started: an address, an agent's name; in an array of objects their agent
)

// Patch reports whether a field is a patch of several files.
func (r Reading) Patch() bool { return r == asPatch }

// Clients are asked in order whether a payload is theirs. One that is nobody's
// is refused.
var Clients = [...]*Client{
	&copilot,
	&cline,
	&windsurf,
	&cursor,
	&vscode,
	&gemini,
	&codex,
	&qwen,
	&droid,
	&copilotClaude,
	&opencode,
	&pi,
	&claude,
	&bare,
}

var (
	runs    = []Want{{"command", asCommand, false}}
	types   = []Want{{"chars", asCommand, false}, {"input", asCommand, false}, {"text", asCommand, false}, {"data", asCommand, false}}
	at      = []Want{{"file_path", asPath, false}}
	atPath  = []Want{{"path", asPath, false}}
	atCamel = []Want{{"filePath", asPath, false}}
	patches = []Want{{"command", asPatch, false}, {"input", asPatch, false}, {"patch", asPatch, false}, {"patchText", asPatch, false}}
	looks   = []Want{{"glob", asGlob, true}, {"include", asGlob, true}, {"include_pattern", asGlob, true}, {"glob_pattern", asGlob, true}, {"includePattern", asGlob, true}, {"file_pattern", asGlob, true}, {"type", asType, true}}
	lists   = []Want{{"pattern", asGlob, true}, {"patterns", asGlob, true}, {"glob_pattern", asGlob, true}}
	listDir = []Want{}
	fetches = []Want{{"url", asTarget, true}, {"urls", asTarget, true}}
	starts  = []Want{{"subagent_type", asTarget, true}, {"agent_type", asTarget, true}, {"agent_name", asTarget, true}}
)

// places are where a search may be told to look, and workings where a command
// may be told to run, by whatever name: each search is judged by all of the
// first, and a command that has one of the second which its client is not known
// to take is refused.
var (
	places = []Want{
		{"path", asPath, true}, {"paths", asPath, true}, {"dir_path", asPath, true}, {"directory", asPath, true},
		{"directory_path", asPath, true}, {"dirPath", asPath, true}, {"folder", asPath, true}, {"file_path", asPath, true},
		{"filePath", asPath, true}, {"absolute_path", asPath, true}, {"target_directory", asPath, true}, {"target_directories", asPath, true},
	}
	workings = []string{"cwd", "workdir", "dir_path", "directory", "working_directory", "workingDirectory", "working_dir", "dir"}
)

// bridged: clients without command hooks ask through a plugin of ours, which
// writes Claude Code's payload without the transcript.
func bridged(top call.Members) bool {
	return top.Text("hook_event_name") == "PreToolUse" && !top.Has("transcript_path") &&
		top.Has("session_id") && top.Has("tool_use_id") && !top.Has("timestamp")
}

// Lookup finds the tool that a client means by a name.
func Lookup(clientName, name string) (Tool, bool) {
	if c := Named(clientName); c != nil {
		for _, t := range c.Tools {
			if t.Name == name {
				return t, true
			}
		}
	}
	for _, t := range claudeTools {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{Name: name, Stands: name, Does: call.Other}, false
}

func Named(name string) *Client {
	for i := range Clients {
		if Clients[i].Name == name {
			return Clients[i]
		}
	}
	return nil
}

// IsMain reports whether a client calls its main session so by itself.
func IsMain(clientName, agent string) bool {
	c := Named(clientName)
	return c != nil && str.In(agent, c.Mains...)
}

// Means reports whether a policy's entry means the tool that is called.
// Names are compared exactly; an entry is a tool of the client, the tool of
// Claude Code that it stands for, mcp__server__tool, mcp__server or
// mcp__server__* for all of a server, or [Talking].
func Means(entry string, c *call.Call) bool {
	if entry == c.Tool {
		return true
	}
	if str.HasPrefix(entry, "mcp__") {
		return sameMCP(entry, c)
	}
	t, known := Lookup(c.Client, c.Tool)
	if !known {
		return false
	}
	if entry == Talking {
		return t.Does == call.Talk
	}
	e, _ := Lookup("", entry) // Task in a policy is Agent
	return t.Stands == e.Stands
}

// Talking is what a policy writes for all tools that touch nothing but the
// conversation.
const Talking = "@talk"

// MightMean is Means for an entry that denies: where a client's name of a tool
// does not tell of which server it is, the entry holds for each that it could be.
func MightMean(entry string, c *call.Call) bool {
	if Means(entry, c) {
		return true
	}
	cl := Named(c.Client)
	if cl == nil || !str.HasPrefix(entry, "mcp__") {
		return false
	}
	if cl.Folds {
		return mightFold(entry, c.Tool)
	}
	if cl.MCP == "" {
		return false
	}
	if _, known := Lookup(c.Client, c.Tool); known {
		return false
	}
	server, name := mcpEntry(entry)
	said := c.Tool
	if cl.MCP == ":" {
		return str.HasPrefix(said, "MCP:") && (name == "*" || said == "MCP:"+name)
	}
	if str.HasPrefix(said, "mcp_") && cl.MCP == "_" {
		said = said[len("mcp_"):]
	}
	return name == "*" && str.HasPrefix(said, server+cl.MCP)
}

// mightFold reports whether an entry might mean a tool of a client that folds
// names: server-a and server_a are one for it.
func mightFold(entry, tool string) bool {
	if str.HasSuffix(entry, "*") {
		return str.HasPrefix(tool, fold(entry[:len(entry)-1]))
	}
	if _, name := mcpEntry(entry); name == "*" && len(entry) > len("mcp__") {
		return str.HasPrefix(tool, fold(entry)+"__")
	}
	return fold(entry) == tool
}

// fold writes what is no letter or digit as _.
func fold(name string) string {
	b := []byte(name)
	for i, c := range b {
		if (c < 'a' || 'z' < c) && (c < 'A' || 'Z' < c) && (c < '0' || '9' < c) {
			b[i] = '_'
		}
	}
	return string(b)
}

// mcpEntry splits mcp__server__tool. The tool of an entry for a whole server is *.
func mcpEntry(entry string) (server, name string) {
	server, name = entry[len("mcp__"):], "*"
	if at := str.Index(server, "__"); at >= 0 {
		server, name = server[:at], server[at+2:]
	}
	return server, name
}

// sameMCP compares an entry with a tool as another client writes it. Where the
// name does not tell where the server's name ends ("a_b_c"), an entry for a
// whole server does not hold: it could be another server's tool.
func sameMCP(entry string, c *call.Call) bool {
	server, name := mcpEntry(entry)
	if str.HasSuffix(entry, "*") && str.HasPrefix(c.Tool, entry[:len(entry)-1]) {
		return true
	}
	if server != "*" && server != "" && str.HasPrefix(c.Tool, entry+"__") && str.Index(entry[len("mcp__"):], "__") < 0 {
		return true
	}
	cl := Named(c.Client)
	if cl != nil && cl.Folds && name != "*" && fold(entry) == c.Tool {
		return true // kei-task_create is kei_task_create
	}
	if cl == nil || cl.MCP == "" || cl.MCP == ":" || server == "*" {
		return false
	}
	said := c.Tool
	if cl.MCP == "_" && str.HasPrefix(said, "mcp_") {
		said = said[len("mcp_"):] // Gemini CLI: mcp_server_tool
	}
	if name == "*" {
		return len(cl.MCP) > 1 && str.HasPrefix(said, server+cl.MCP)
	}
	return said == server+cl.MCP+name
}
