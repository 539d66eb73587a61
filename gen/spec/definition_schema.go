package spec

import (
	"reflect"

	"kei/gen/permit"
	"kei/internal/tomlpos"
)

// definitionFile is the schema of agents/<name>/agent.toml, version
// [DefinitionVersion]. A file with no other keys than name, role and notes gives a
// role to an agent that a client brings. It is not decoded into: every value is
// read by hand, so that all that is wrong is found at once.
type definitionFile struct {
	// The name of the folder, if it is said again: 2 to 50 lower-case letters and
	// digits, with single - between.
	// Default: the folder's name
	Name string `toml:"name"`

	// What the agent may do: a role of the policy. Required.
	// Example: "edit-local"
	Role string `toml:"role"`

	// The old spelling of role, which is read with a warning.
	OldRole string `toml:"substrate_role"`

	// What clients offer the agent by, on one line without a period. Required in a
	// definition.
	// Example: "Reviews a change for structure"
	Description string `toml:"description"`

	// What people see.
	// Default: the name
	// Example: "Architect"
	DisplayName string `toml:"display_name"`

	// Whether a person starts the agent, other agents do, or both.
	// One of: agentModes
	// Default: "all"
	Mode string `toml:"mode"`

	// The file of the folder that holds the prompt.
	// Default: "system-prompt.md"
	Prompt string `toml:"prompt"`

	// "inherit" for the client's own, or one for each client in that client's words.
	// Type: string or table of strings
	// Default: the client's own
	// Example: { claude = "sonnet", opencode = "anthropic/claude-sonnet-4-5" }
	Model tomlpos.Value `toml:"model"`

	// What is said of the agent in the table of roles.
	Notes string `toml:"notes"`

	// The tools that it has.
	// One of: ToolNames
	// Default: all that its role has
	Tools []string `toml:"tools"`

	// After how many turns a client stops it, from 1 to 10000.
	// Default: no limit
	// Example: 40
	MaxTurns int64 `toml:"max_turns"`

	// The client's skills that it is given.
	// Example: ["release-notes"]
	Skills []string `toml:"skills"`

	// Files that every client's prompt holds, from the agent's folder.
	// Example: ["context/house-style.md"]
	Context []string `toml:"context"`

	// a/b is for rules/a/b.md, which every client's prompt holds.
	// Example: ["go/errors"]
	Rules []string `toml:"rules"`

	// Words for catalogues; nothing depends on them.
	Tags []string `toml:"tags"`

	// What it may do with each tool, within what its role allows.
	// Table: permissionsTable
	Permissions *tomlpos.Table `toml:"permissions"`

	// That somebody has seen what a client cannot say of a field.
	// Table: acceptTable
	Accept []*tomlpos.Table `toml:"accept"`
}

// permissionsTable has a section for each tool.
type permissionsTable struct {
	// Reading files.
	// Table: pathSectionTable
	Read *tomlpos.Table `toml:"read"`

	// Searching in files and for them; it has no rules.
	// Table: bareSectionTable
	Search *tomlpos.Table `toml:"search"`

	// Running commands. * in a pattern spans one simple command.
	// Table: sectionTable
	Bash *tomlpos.Table `toml:"bash"`

	// Writing files.
	// Table: pathSectionTable
	Edit *tomlpos.Table `toml:"edit"`

	// Fetching pages.
	// Table: sectionTable
	Fetch *tomlpos.Table `toml:"webfetch"`

	// Searching the web; it has no rules.
	// Table: bareSectionTable
	WebSearch *tomlpos.Table `toml:"websearch"`

	// Asking a person; it has no rules.
	// Table: bareSectionTable
	Question *tomlpos.Table `toml:"question"`

	// Starting agents, by their names.
	// Table: sectionTable
	Task *tomlpos.Table `toml:"task"`

	// Files outside of the worktree.
	// Table: pathSectionTable
	External *tomlpos.Table `toml:"external_directory"`
}

type sectionTable struct {
	// What is done about what no rule matches.
	// Type: "allow", "ask" or "deny"
	// Required: always
	Intent string `toml:"intent"`

	// "PATTERN:ACTION", split at the last colon, or a table of pattern and action. The
	// first that matches counts.
	// Type: list of strings or tables of strings
	// Example: ["git push --force*:deny", "git push*:ask"]
	Rules []tomlpos.Value `toml:"rules"`
}

// pathSectionTable is a section whose patterns are paths.
type pathSectionTable struct {
	// What is done about what no rule matches.
	// Type: "allow", "ask" or "deny"
	// Required: always
	Intent string `toml:"intent"`

	// "PATTERN:ACTION", split at the last colon, or a table of pattern and action. The
	// first that matches counts.
	// Type: list of strings or tables of strings
	// Example: ["**/.env:deny", "src/**:allow"]
	Rules []tomlpos.Value `toml:"rules"`
}

// bareSectionTable is a section of a tool about whose calls nothing could be matched.
type bareSectionTable struct {
	// What is done about each call.
	// Type: "allow", "ask" or "deny"
	// Required: always
	Intent string `toml:"intent"`
}

// sectionOf is the schema of a tool's section.
func sectionOf(tool string) any {
	switch {
	case permit.IsPath(tool):
		return pathSectionTable{}
	case permit.HasRules(tool):
		return sectionTable{}
	}
	return bareSectionTable{}
}

type ruleTable struct {
	Pattern string `toml:"pattern"`
	Action  string `toml:"action"`
}

type acceptTable struct {
	// The client.
	// One of: AgentClients
	// Required: always
	Client string `toml:"client"`

	// The key that it cannot say.
	// Example: "permissions.bash"
	// Required: always
	Field string `toml:"field"`

	// Why that is all right.
	// Required: always
	Reason string `toml:"reason"`
}

// keysOf are the keys of a schema, a struct or a pointer to one: the toml tags of
// its fields, in order.
func keysOf(schema any) []string {
	var keys []string
	t := reflect.TypeOf(schema)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, f := range reflect.VisibleFields(t) {
		if key := f.Tag.Get("toml"); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}
