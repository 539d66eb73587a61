package gate

import "kei/runtime/call"

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
