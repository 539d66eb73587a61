package gate

import "kei/runtime/client"

// DenyTool denies tools by name, whatever they are asked to do.
type DenyTool struct {
	Terms

	// The tools that may not be called, by Claude Code's names.
	// Example: ["WebFetch", "mcp__browser"]
	Tools []string `toml:"tools-denied"`
}

var denyTool = Kind{
	Name: "deny-tool", New: func() Rule { return new(DenyTool) },
	Events: anyEvents, Judges: JudgesTools,
}

// Kind implements [Rule].
func (r *DenyTool) Kind() *Kind { return &denyTool }

// Lists implements [Rule].
func (r *DenyTool) Lists() []List { return []List{{Key: "tools-denied", Values: r.Tools}} }

// Check implements [Rule].
func (r *DenyTool) Check(c *Case) error {
	for _, t := range r.Tools {
		if client.MightMean(t, &c.Call.Call) {
			return r.deny(c.Tool + " is denied for this role")
		}
	}
	return nil
}
