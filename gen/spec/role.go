package spec

import (
	"maps"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// roleFile is the schema of roles/<name>.toml.
type roleFile struct {
	// What the role is called and what it is there for.
	// Table: roleTable
	// Required: always
	Role *tomlpos.Table `toml:"role"`

	// What agents of it are held to.
	// Table: roleCapabilitiesTable
	// Required: always
	Capabilities *tomlpos.Table `toml:"capabilities"`

	// The tools of its agents and the commands that they may run. Required, unless
	// the role extends another one.
	// Table: roleToolsTable
	Tools *tomlpos.Table `toml:"tools"`

	// The files that its agents may write, whatever their task.
	// Table: roleFilesTable
	Files *tomlpos.Table `toml:"files"`

	// What happens at a denial, and with an agent's questions.
	// Table: escalationTable
	Escalation *tomlpos.Table `toml:"escalation"`

	// What comes behind an agent of it.
	// Table: pipelineTable
	Pipeline *tomlpos.Table `toml:"pipeline"`

	// The protection of gates, clients' settings and git's own folder.
	// Table: protectionTable
	Protection *tomlpos.Table `toml:"self-protection"`

	// A call and the answer that the role as a whole must give.
	// Table: exampleTable
	Example []*tomlpos.Table `toml:"example"`

	// Words for catalogues; nothing depends on them.
	// Table: taxonomy
	Taxonomy *tomlpos.Table `toml:"taxonomy"`

	// Where the role comes from; no verdict depends on it.
	// Table: Lineage
	Lineage *tomlpos.Table `toml:"lineage"`
}

type roleTable struct {
	// The name of the file, without .toml.
	// Example: "edit-local"
	// Required: always
	Name tomlpos.String `toml:"name"`

	// What people see.
	// Default: name
	// Example: "Local editor"
	DisplayName string `toml:"display-name"`

	// What agents of it do, in a sentence on one line.
	// Required: always
	Description tomlpos.String `toml:"description"`

	// Whether agents can be started in it; a role that others extend need not be.
	// Default: true
	Spawnable *bool `toml:"spawnable"`

	// The kind of subagent that Claude Code starts for it.
	// Default: "code-implementer" for a role that writes, "Explore" for explorer, else "critic"
	Subagent string `toml:"claude-subagent-type"`

	// What it is typically taken for, for the table of roles.
	// Example: ["a fix in one package"]
	UseCases []string `toml:"use-cases"`
}

type roleCapabilitiesTable struct {
	// The capabilities, category::slug. Required, unless the role extends another.
	// Example: ["policy::no-git-ops", "scope::in-worktree-only"]
	Required []tomlpos.String `toml:"required"`

	// The role whose capabilities, tools and files this one has, too. What is said
	// here adds to it; lists of tools, commands and files take the place of its, and
	// those whose keys end in "added" are put behind its.
	// Example: "edit-local"
	Extends *tomlpos.String `toml:"extends"`

	// Capabilities of the extended role that this one leaves out.
	// Example: ["safety::no-dep-bump"]
	Relaxes []tomlpos.String `toml:"relaxes"`
}

type roleToolsTable struct {
	// The tools that its agents have, by Claude Code's names; every other one is
	// denied. mcp__server__* are the tools of a server, and a group of tools begins
	// with @. Required, unless the role extends another.
	// Example: ["Read", "Grep", "Bash"]
	Allowed []tomlpos.String `toml:"allowed"`

	// Tools that they have beside those of the role that this one extends.
	// Example: ["WebFetch"]
	Added []tomlpos.String `toml:"added"`

	// Commands that may be run, as expressions that are matched against one simple
	// command with a blank between its words.
	// Type: list of RE2 expressions
	// Example: ["^cargo (build|test)( |$)"]
	Patterns []tomlpos.String `toml:"bash-patterns-allowed"`

	// What is allowed beside the patterns of the role that this one extends.
	// Type: list of RE2 expressions
	// Example: ["^make check$"]
	MorePatterns []tomlpos.String `toml:"bash-patterns-added"`

	// Commands that may be run: a program with its subcommands, options and operands,
	// as far as they matter.
	// Type: list of commands
	// Example: ["cargo test", "gofmt -l"]
	Commands []tomlpos.String `toml:"bash-commands-allowed"`

	// What is allowed beside the commands of the role that this one extends.
	// Type: list of commands
	// Example: ["npm run storybook"]
	MoreCommands []tomlpos.String `toml:"bash-commands-added"`

	// Effects that a command may have that no entry names.
	// Type: list of effects
	// Example: ["prints", "reads"]
	Effects []tomlpos.String `toml:"bash-effects-allowed"`

	// Effects beside those of the role that this one extends.
	// Type: list of effects
	// Example: ["fetches"]
	MoreEffects []tomlpos.String `toml:"bash-effects-added"`

	// Variables of the environment that a command may be given, whatever they change
	// of what it runs.
	// Type: list of names of variables
	// Example: ["RUST_LOG"]
	Vars []tomlpos.String `toml:"bash-variables-allowed"`

	// Variables beside those of the role that this one extends.
	// Type: list of names of variables
	// Example: ["DATABASE_URL"]
	MoreVars []tomlpos.String `toml:"bash-variables-added"`

	// What comes of a command that the lists do not allow: it is denied, a person is
	// asked where the client can, or it runs and the objection goes to standard error.
	// One of: ofLists
	// Default: "block", or that of the role that this one extends
	Severity *tomlpos.String `toml:"severity"`
}

type escalationTable struct {
	// Whether questions come back with the report, the first denial ends the agent,
	// or the orchestrator is told at once.
	// One of: escalations
	// Default: "ask-via-return"
	Policy *tomlpos.String `toml:"policy"`

	// Files that others use; a write to one is told at once. For
	// orchestrator-notify.
	// Type: list of globs
	// Example: ["Cargo.lock", "proto/**"]
	Shared []tomlpos.String `toml:"shared"`

	// The command that is started with what is told. For orchestrator-notify.
	// Example: ["notify-send", "kei"]
	Notify tomlpos.Words `toml:"notify"`
}

type pipelineTable struct {
	// The roles that the work goes on to.
	// Example: ["auditor"]
	Handoff []tomlpos.String `toml:"handoff"`
}

type protectionTable struct {
	// Lifts the protection; kei check says so for every role that has it.
	// Default: false
	Off bool `toml:"off"`
}

// role reads one file of roles/.
func (l *loader) role(file, name string) {
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var f roleFile
	var r roleTable
	l.errs = append(l.errs, tomlpos.Decode(t, &f)...)
	if !l.section(t, f.Role, "role", &r) {
		return
	}
	l.required(f.Role, "name", r.Name)
	if r.Name.Text != "" && r.Name.Text != name {
		l.err(file, r.Name.Pos, "name is %s and the file says %s; make them agree", tomlpos.Printable(r.Name.Text), name)
	}
	l.required(f.Role, "description", r.Description)
	if strings.ContainsAny(r.Description.Text, "\n\r") {
		l.err(file, r.Description.Pos, "description is one line")
	}
	out := &Role{
		Name: name, DisplayName: r.DisplayName, Description: r.Description.Text,
		Spawnable: r.Spawnable == nil || *r.Spawnable, SubagentType: r.Subagent, UseCases: r.UseCases,
		File: file, Pos: r.Name.Pos,
	}
	l.roleCapabilities(t, f.Capabilities, out)
	l.roleTools(f.Tools, out)
	l.roleFiles(f.Files, out)
	l.rest(f, out)
	out.Examples = l.examples(f.Example)
	l.tree.Roles = append(l.tree.Roles, out)
}

func (l *loader) roleCapabilities(t, section *tomlpos.Table, out *Role) {
	var c roleCapabilitiesTable
	if !l.section(t, section, "capabilities", &c) {
		return
	}
	if _, ok := section.Get("required"); !ok && c.Extends == nil {
		l.err(section.File, section.Pos, "required is missing; write required = [] for a role that is held to nothing")
	}
	for _, list := range [][]tomlpos.String{c.Required, c.Relaxes} {
		for _, n := range list {
			if _, _, ok := SplitName(plainName(n.Text)); !ok {
				l.err(section.File, n.Pos, "%s is not of the form category::slug", tomlpos.Printable(n.Text))
			}
		}
	}
	if c.Extends != nil && !IsSlug(plainName(c.Extends.Text)) {
		l.err(section.File, c.Extends.Pos, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(c.Extends.Text))
	}
	out.Required, out.Extends, out.Relaxes = c.Required, c.Extends, c.Relaxes
}

func (l *loader) roleTools(section *tomlpos.Table, out *Role) {
	var c roleToolsTable
	if !l.section(nil, section, "tools", &c) {
		if out.Extends == nil {
			l.err(out.File, out.Pos, "there is no [tools]; write allowed = [] for a role without tools")
		}
		return
	}
	_, out.HasTools = section.Get("allowed")
	_, out.HasPatterns = section.Get("bash-patterns-allowed")
	_, out.HasCommands = section.Get("bash-commands-allowed")
	_, out.HasEffects = section.Get("bash-effects-allowed")
	_, out.HasVariables = section.Get("bash-variables-allowed")
	if !out.HasTools && out.Extends == nil {
		l.err(section.File, section.Pos, "allowed is missing; every tool that is not in it is denied")
	}
	l.added(section, out, map[string]string{
		"added": "allowed", "bash-patterns-added": "bash-patterns-allowed", "bash-commands-added": "bash-commands-allowed",
		"bash-effects-added": "bash-effects-allowed", "bash-variables-added": "bash-variables-allowed",
	})
	for _, tool := range slices.Concat(c.Allowed, c.Added) {
		if strings.TrimSpace(tool.Text) != tool.Text || tool.Text == "" || tool.Text == "*" {
			l.err(section.File, tool.Pos, "%q names no tool; list each one, or mcp__server__* for those of a server", tool.Text)
			continue
		}
		l.toolName(section.File, tool.Pos, tool.Text)
	}
	for _, p := range slices.Concat(c.Patterns, c.MorePatterns) {
		l.commandPattern(section.File, p.Pos, p.Text)
		l.anchored(section.File, p.Pos, p.Text)
	}
	for _, e := range slices.Concat(c.Commands, c.MoreCommands) {
		l.entry(section.File, e.Pos, e.Text)
	}
	for _, e := range slices.Concat(c.Effects, c.MoreEffects) {
		l.effect(section.File, e.Pos, e.Text)
	}
	for _, v := range slices.Concat(c.Vars, c.MoreVars) {
		l.variable(section.File, v.Pos, v.Text)
	}
	listed := len(c.Patterns) + len(c.Commands) + len(c.Effects)
	if out.HasTools {
		l.listsOfBash(section, c.Allowed, listed)
	}
	if e, ok := section.Entry("bash-variables-allowed"); ok && len(c.Vars) > 0 && listed == 0 && out.Extends == nil {
		l.err(section.File, e.Pos, "the role lists no commands that could be given variables; without a list of commands every variable may be set")
	}
	if c.Severity != nil && listed+len(c.MorePatterns)+len(c.MoreCommands)+len(c.MoreEffects) == 0 && out.Extends == nil {
		l.err(section.File, c.Severity.Pos, "severity is about commands that a list does not allow, and the role has no such list; a capability's rule has its own")
	}
	out.Severity = l.ofList(section, c.Severity)
	out.Tools, out.Patterns, out.Commands, out.Effects, out.Variables = c.Allowed, c.Patterns, c.Commands, c.Effects, c.Vars
	out.Added.Tools, out.Added.Patterns, out.Added.Commands, out.Added.Effects, out.Added.Variables = c.Added, c.MorePatterns, c.MoreCommands, c.MoreEffects, c.MoreVars
}

// listsOfBash says which lists of commands can do nothing: listed is how many entries
// they have in all.
func (l *loader) listsOfBash(section *tomlpos.Table, tools []tomlpos.String, listed int) {
	hasBash := slices.ContainsFunc(tools, func(s tomlpos.String) bool { return s.Text == "Bash" })
	for _, key := range []string{"bash-patterns-allowed", "bash-commands-allowed", "bash-effects-allowed"} {
		e, ok := section.Entry(key)
		switch {
		case !ok:
		case hasBash && listed == 0:
			l.err(section.File, e.Pos, "no command would be allowed; leave Bash out of allowed, or leave this out to allow what the capabilities do not deny")
		case !hasBash && listed > 0:
			l.warn(section.File, e.Pos, "the role has no Bash; %s allows nothing", key)
		}
	}
}

// ofList is the severity of a role's own lists: nil where none is said, and the empty one
// for block.
func (l *loader) ofList(section *tomlpos.Table, said *tomlpos.String) *gate.Severity {
	if said == nil {
		return nil
	}
	s := gate.Severity(l.oneOf(section, "severity", said, ofLists, ""))
	if s == gate.Block {
		s = ""
	}
	return &s
}

// added refuses lists that add to nothing: in a role that extends none, and beside the
// list that takes the place of the extended role's.
func (l *loader) added(section *tomlpos.Table, out *Role, keys map[string]string) {
	for _, added := range slices.Sorted(maps.Keys(keys)) {
		e, ok := section.Entry(added)
		if !ok {
			continue
		}
		if _, both := section.Entry(keys[added]); both {
			l.err(section.File, e.Pos, "%s takes the place of the extended role's list, and %s adds to that; write all into one of the two", keys[added], added)
		} else if out.Extends == nil {
			l.err(section.File, e.Pos, "%s adds to the list of the role that this one extends, and it extends none; write %s", added, keys[added])
		}
	}
}

// rest reads the sections that stand for themselves.
func (l *loader) rest(f roleFile, out *Role) {
	var escalation escalationTable
	var pipeline pipelineTable
	var protection protectionTable
	l.section(nil, f.Escalation, "escalation", &escalation)
	l.section(nil, f.Pipeline, "pipeline", &pipeline)
	l.section(nil, f.Protection, "self-protection", &protection)
	l.section(nil, f.Taxonomy, "taxonomy", &taxonomy{})
	l.section(nil, f.Lineage, "lineage", &out.Lineage)
	out.Escalation = escalations[0]
	if f.Escalation != nil {
		out.Escalation = l.oneOf(f.Escalation, "policy", escalation.Policy, escalations, escalations[0])
	}
	for _, g := range escalation.Shared {
		l.glob(f.Escalation.File, g.Pos, g.Text, false)
	}
	if _, ok := f.Escalation.Entry("notify"); ok && len(escalation.Notify) == 0 {
		l.err(f.Escalation.File, f.Escalation.At("notify", -1), "notify is a command line, as [\"notify-send\", \"kei\"]")
	}
	if out.Escalation != "orchestrator-notify" && len(escalation.Shared)+len(escalation.Notify) > 0 {
		l.warn(f.Escalation.File, f.Escalation.Pos, "shared and notify are for the policy orchestrator-notify; here they do nothing")
	}
	out.Shared, out.Notify = escalation.Shared, escalation.Notify
	out.Handoff, out.Unprotected = pipeline.Handoff, protection.Off
}
