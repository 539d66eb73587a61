package spec

import (
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/verify"
)

// A Tree is everything that was read, in the order of names.
type Tree struct {
	Dir          string    // the policy folder, "" where it is none on a disk
	Findings     []Finding // what is wrong with definitions of agents; the errors and warnings have them too
	Capabilities []*Capability
	Roles        []*Role
	Library      []*Role          // those of the library that others extend, by names such as kei/reviewer
	Borrowed     []Borrowed       // what is taken of the library, in the order in which it was found
	Agents       []Agent          // of agents/<name>/agent.toml
	Main         *Agent           // of agents/main.toml, without a name; nil if there is none
	PiSystem     string           // the agent that agents/pi.toml makes Pi's own, "" if it is not there
	Aliases      map[string]Alias // by old name
	Warnings     tomlpos.Errors   // sorted
}

// An Alias is an old name of a capability.
type Alias struct {
	Old, New string
	File     string
	Pos      tomlpos.Pos // where the alias is declared
}

// A Capability is one thing that may not be done, or must have been done.
type Capability struct {
	Name        string // category::slug
	Category    string
	Slug        string
	Version     string
	Description string // one sentence
	Rationale   string
	Aliases     []tomlpos.String
	Accepts     []string // keys of task.toml that a task may set because of it
	Text        string   // text.md, what the agent is told

	Gates    []Gate // asked before a call, in this order
	Steps    []Step // run when the agent returns
	Examples []Example
	Lineage  Lineage

	File string
	Pos  tomlpos.Pos // of its name
}

// A Gate is one [gate] table.
type Gate struct {
	Kind  string
	Event string
	Why   string         // half a sentence: what this rule is there for, beside the capability's others
	Rule  gate.Rule      // with everything but its table of patterns
	Table *tomlpos.Table // where its keys stand, those from [restricts] included
}

// A Step is one [verify] table.
type Step struct {
	Kind    string
	RunMode string // worktree, simulated-merge or both
	When    string // on-return
	Check   verify.Step
}

// An Example is a call and the answer it must get.
type Example struct {
	Allow   bool
	Tool    string
	Command string // of a tool that runs commands
	Path    string // of a tool that reads or writes a file
	Task    *ExampleTask
	Env     map[string]string

	File string
	Pos  tomlpos.Pos
}

// An ExampleTask is the task that an example is asked under.
type ExampleTask struct {
	// See task.toml.
	// Type: list of globs
	Whitelist []string `toml:"files-whitelist"`

	// See task.toml.
	// Type: list of globs
	Denylist []string `toml:"files-denylist"`

	// See task.toml.
	// Default: false
	AllowDepBump bool `toml:"allow-dep-bump"`
}

// A Role is a file of roles/, as written: nothing in it is resolved yet.
type Role struct {
	Name         string
	DisplayName  string
	Description  string
	Spawnable    bool
	SubagentType string
	UseCases     []string // what it is typically for

	Required []tomlpos.String
	Relaxes  []tomlpos.String
	Extends  *tomlpos.String

	Tools       []tomlpos.String
	HasTools    bool // whether tools.allowed is there
	Patterns    []tomlpos.String
	HasPatterns bool // whether tools.bash-patterns-allowed is there
	Commands    []tomlpos.String
	HasCommands bool // whether tools.bash-commands-allowed is there
	Effects     []tomlpos.String
	HasEffects  bool // whether tools.bash-effects-allowed is there

	Allowed, Denied, Scratch          []tomlpos.String // globs of [files]
	OwnScratch                        bool             // files.scratch is true
	HasAllowed, HasDenied, HasScratch bool             // whether they are there

	Variables    []tomlpos.String
	HasVariables bool // whether tools.bash-variables-allowed is there

	Severity, FilesSeverity *gate.Severity // of the role's own lists of commands, of files; nil: not said

	Added Added

	Escalation  string
	Shared      []tomlpos.String // globs of files that others use, of [escalation]
	Notify      []string         // a command line, of [escalation]
	Handoff     []tomlpos.String
	Unprotected bool
	Examples    []Example
	Lineage     Lineage

	File string
	Pos  tomlpos.Pos // of its name
}

// Added is what a role adds to the lists of the one that it extends.
type Added struct {
	Tools, Patterns, Commands, Effects, Variables []tomlpos.String
	Allowed, Denied                               []tomlpos.String // globs of [files]
}

// Lineage says where a capability or role comes from. No verdict depends on it.
type Lineage struct {
	// What it was made from.
	Parents []string `toml:"parents"`

	// Who made it.
	Creator string `toml:"creator"`

	// When it was made.
	// Example: "2026-11-29"
	Created string `toml:"created"`

	// What it is a copy of.
	ForkFrom string `toml:"fork_from"`
}

// taxonomy is accepted and not kept: it sorts files in catalogues.
type taxonomy struct {
	// What sort of thing it is.
	Kingdom string `toml:"kingdom"`

	// By what it works.
	Mechanism string `toml:"mechanism"`

	// What it is about.
	Domain string `toml:"domain"`

	// What it stands on.
	Layer string `toml:"layer"`

	// How far along it is.
	Stage string `toml:"stage"`

	// What to expect of later versions.
	Stability string `toml:"stability"`

	// The language of the code that it is about.
	Language string `toml:"language"`
}

// Capability finds a capability by its name or by an old one of it; alias is
// set when the name is an old one.
func (t Tree) Capability(name string) (c *Capability, alias *Alias) {
	if a, ok := t.Aliases[name]; ok {
		alias, name = &a, a.New
	}
	for _, c := range t.Capabilities {
		if c.Name == name {
			return c, alias
		}
	}
	return nil, nil
}

// Role finds a role by name.
func (t Tree) Role(name string) *Role {
	for _, list := range [][]*Role{t.Roles, t.Library} {
		for _, r := range list {
			if r.Name == name {
				return r
			}
		}
	}
	return nil
}

// CapabilityNames are all names a capability can be called by, old ones included.
func (t Tree) CapabilityNames() []string {
	var names []string
	for _, c := range t.Capabilities {
		names = append(names, c.Name)
	}
	for old := range t.Aliases {
		names = append(names, old)
	}
	return names
}

// RoleNames are the names of all roles.
func (t Tree) RoleNames() []string {
	var names []string
	for _, r := range t.Roles {
		names = append(names, r.Name)
	}
	return names
}
