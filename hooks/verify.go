package hooks

import "errors"

// VerifyHook is the name of the program that is started when an agent means to
// end. It is kei, by another name.
const VerifyHook = "kei-verify-hook"

// verifying is how Claude Code starts it: for the session, and for every agent
// that the session starts. A verification may build and test, so that it gets
// half an hour; what does not come back by then lets the agent end, and is found
// on its return.
var verifying = Client{
	Name: "claude", Title: "Claude Code",
	project: ".claude/settings.json", local: ".claude/settings.local.json", user: ".claude/settings.json", homeEnv: "CLAUDE_CONFIG_DIR",
	form:  &layout{events: []string{"Stop", "SubagentStop"}, fixed: command, command: "command", exec: true, timeout: "timeout", unit: 60},
	speak: claudeSpeech, offs: never,
}

// Verifying is the client as one that verifies agents when they mean to end.
func (c *Client) Verifying() (*Client, error) {
	if c.Name != verifying.Name {
		return nil, errors.New(c.Title + " is not made to verify agents when they end; Claude Code is")
	}
	return &verifying, nil
}
