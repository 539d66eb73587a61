// Package call is a tool call as a client writes it: the reader of its JSON, and
// what is made of it. What a client's fields mean is said in package client.
package call

// A Call is one tool call about to be made.
type Call struct {
	Client  string // which client's payload it was: "claude"
	Tool    string // the tool's name, as the client says it
	Agent   string // the role or agent that calls, "" for the main session or unknown
	Session string // the client's name for the session, "" if it does not say
	ID      string // the client's name for this call, "" if it has none
	Sub     bool   // an agent calls that the main session started, whether or not it is named
	Does    Action // what the tool does

	Commands []string // command lines, of a tool that runs them
	Paths    []string // files as the payload names them: written by a Write tool, read by a Read tool

	Globs []string // patterns that a search tool keeps to, as the client says them
	Types []string // types of files, as ripgrep calls them

	// Targets are the addresses that a tool fetches, or the names of the agents that
	// it starts; one that is not told is "". Names says that the tool has a field for them.
	Targets []string
	Names   bool

	// Missing names the decisive field that is absent or of another type
	// ("tool_input.command is missing"); empty when the tool is fully told.
	Missing string

	// Widening names a field by which the call would widen its own rights
	// ("dangerouslyDisableSandbox"); empty when there is none.
	Widening string

	Cwd  string // absolute folder where relative paths start
	Root string // absolute folder of the worktree

	More []*Call // the others of a payload that has several; none runs if one is denied

	// Roots are other folders that may be the worktree's, where nobody says
	// which is: what a policy says must hold by each of them.
	Roots []string

	Env func(name string) (string, bool) // the environment of who judges it
}

// An Action is what a tool does, as far as a gate can hold it to something.
type Action string

// The actions. Code that is handed to a tool in a language other than the
// shell's counts as Shell too: it becomes an inline program of that language's
// interpreter.
const (
	Shell  Action = "shell"  // runs Call.Commands
	Edit   Action = "write"  // writes the files Call.Paths
	Read   Action = "read"   // reads the files Call.Paths
	Search Action = "search" // reads anything below Call.Paths
	Fetch  Action = "fetch"  // asks the network
	Agent  Action = "agent"  // starts another agent
	MCP    Action = "mcp"    // asks an MCP server
	Talk   Action = "talk"   // touches nothing but the conversation: a list of what is to do, a question to the user
	Other  Action = "other"  // anything else, and tools nobody has heard of
)
