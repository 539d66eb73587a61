package gate

// A Kind is one way to restrict, under the name that a capability gives it in
// [gate].kind. The struct behind it is all there is to a kind: its toml tags
// are the keys a capability may set, its fields are the lines of the emitted
// policy, its Check is the rule.
type Kind struct {
	Name string
	New  func() Rule // a pointer to a zero rule, for a decoder to fill
}

// Kinds are all of them, by name. A new kind is a file of its own and a line here.
func Kinds() []Kind {
	return []Kind{
		{"allow-command", func() Rule { return new(AllowCommand) }},
		{"deny-command", func() Rule { return new(DenyCommand) }},
		{"deny-files", func() Rule { return new(DenyFiles) }},
		{"deny-reads", func() Rule { return new(DenyReads) }},
		{"deny-tool", func() Rule { return new(DenyTool) }},
		{"not-task-files", func() Rule { return new(NotTaskFiles) }},
		{"only-task-files", func() Rule { return new(OnlyTaskFiles) }},
	}
}

// Pattern is an RE2 expression, matched against one simple command rendered as
// its words joined by single spaces (see command.go).
type Pattern string

// Rules are used as pointers: the emitted policy holds &policyNoGitOps, so that
// every rule is one variable with one name.
var (
	_ Rule = (*AllowCommand)(nil)
	_ Rule = (*DenyCommand)(nil)
	_ Rule = (*DenyFiles)(nil)
	_ Rule = (*DenyReads)(nil)
	_ Rule = (*DenyTool)(nil)
	_ Rule = (*NotTaskFiles)(nil)
	_ Rule = (*OnlyTaskFiles)(nil)
)
