package client

import (
	"kei/runtime/call"
	"kei/runtime/str"
)

// bare is a payload that says no more than a tool and its input. Its name is empty.
// One that names an event by a word of its own is of a client nobody has tried:
// what its tools do, and how it is answered, is not known.
var bare = Client{
	Tool: "tool_name", Input: "tool_input",
	Marks: func(top call.Members) bool {
		return str.In(top.Text("hook_event_name"), "", "PreToolUse") && !top.Has("hookName")
	},
}
