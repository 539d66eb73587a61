package spec

import (
	"regexp"

	"kei/gen/permit"
	"kei/internal/tomlpos"
)

// A Definition is what agents/<name>/agent.toml says of an agent beside its role:
// all that is rendered for its clients. [DefinitionVersion]
// is the version of its schema.
type Definition struct {
	Name, Role  string
	Description string
	DisplayName string
	Mode        string // primary, subagent or all
	Prompt      string // the file of its folder that Body is the text of
	Model       []ClientModel
	Inherit     bool     // model = "inherit": the client's own, said aloud
	Tools       []string // names of [ToolNames]; nil is all
	MaxTurns    int64    // 0: no limit is said
	Skills      []string
	Context     []string // paths, relative to the agent's folder
	Rules       []string // a/b for rules/a/b.md
	Tags        []string
	Sections    []permit.Section // in the order of the file
	Accept      []Accept

	Body    string   // the prompt, with LF and without BOM
	Inlined []Inline // the context and rules files, in the order in which they are named

	File string
	at   map[string]tomlpos.Pos // where each key stands: permissions.bash.rules[0]
}

// A ClientModel is the model for one client, in that client's words.
type ClientModel struct{ Client, Model string }

// An Accept says that somebody has seen what a client cannot say of a field.
type Accept struct{ Client, Field, Reason string }

// An Inline is a file whose text every client's prompt holds.
type Inline struct {
	Kind string // context or rules
	Path string // as the definition has it
	Text string
}

// At is where a key of the definition stands, by its dotted name.
func (d *Definition) At(key string) tomlpos.Pos { return d.at[key] }

// Section is what the definition says of a tool, nil if nothing.
func (d *Definition) Section(tool string) *permit.Section {
	for i := range d.Sections {
		if d.Sections[i].Tool == tool {
			return &d.Sections[i]
		}
	}
	return nil
}

// ModelOf is the model for a client, "" if it is the client's own.
func (d *Definition) ModelOf(client string) string {
	for _, m := range d.Model {
		if m.Client == client {
			return m.Model
		}
	}
	return ""
}

// ToolNames are what a definition calls the tools of all clients.
var ToolNames = []string{"read", "search", "bash", "edit", "webfetch", "websearch", "question", "task"}

// AgentClients are the clients that agents are rendered for, in order.
var AgentClients = []string{"opencode", "claude", "pi", "codex", "gemini", "qwen", "copilot", "cursor"}

var agentModes = []string{"primary", "subagent", "all"}

// renderedName is what every client takes for a name.
var renderedName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// A Finding is one thing that is wrong with a definition.
type Finding struct {
	What    string // its kind: dead-deny
	Agent   string
	Key     string // dotted, permissions.bash.rules[0]; "" if it is about the folder
	File    string
	Pos     tomlpos.Pos // zero if it is about the folder or a file
	Msg     string
	Offer   string // the text to write instead, if it is known
	Warning bool   // it should be changed, and stops nothing
}

// Error is the finding as it is reported.
func (f Finding) Error() tomlpos.Error {
	var list tomlpos.Errors
	list.Add(f.File, f.Pos, "%s", f.Msg)
	return list[0]
}

// Positions of values: Claude's words for models, and what ids look like.
var (
	claudeModel = regexp.MustCompile(`^[a-z0-9][A-Za-z0-9._:@/\[\]-]*$`)
	bareModel   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]*$`)
	pathModel   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]*(/[A-Za-z0-9@][A-Za-z0-9._:@-]*)*$`)
	shownModel  = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._: ()/-]*$`)
	qwenModel   = regexp.MustCompile(`^([a-z0-9-]+:)?[A-Za-z0-9][A-Za-z0-9._/-]*$`)
)

// modelForms is what a model looks like to a client, and how that is said.
var modelForms = map[string]struct {
	form *regexp.Regexp
	said string
}{
	"opencode": {regexp.MustCompile(`^[A-Za-z0-9._-]+(/[A-Za-z0-9@][A-Za-z0-9._:@-]*)+$`), "provider/model"},
	"claude":   {claudeModel, "sonnet, opus, haiku, fable, inherit or a full id"},
	"pi":       {pathModel, "provider/model or an id"},
	"codex":    {bareModel, "an id without a provider"},
	"gemini":   {bareModel, "inherit or an id"},
	"qwen":     {qwenModel, "inherit, fast, an id or authType:id"},
	"copilot":  {shownModel, "an id or its display name"},
	"cursor":   {bareModel, "inherit, fast or an id"},
}
