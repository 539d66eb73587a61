package gate

// A Kind is one way to restrict, and all that others have to know of it: what
// reads capabilities, prints policies and asks rules goes by this and has no
// list of kinds of its own. The struct behind it is its schema and its literal:
// its toml tags are the keys a capability may set, its fields are the lines of
// the emitted policy, its Check is the rule.
type Kind struct {
	Name   string      // what a capability gives in [gate].kind
	New    func() Rule // a pointer to a zero rule, for a decoder to fill
	Events []string    // the events that it can object at, the usual one first
	Needs  Needs       // what a role must have for it
	Judges Judges      // what of a call it looks at
}

// Kinds are all of them, by name. A new kind is a file of its own and a line here.
func Kinds() []*Kind {
	return []*Kind{
		&allowCommand,
		&denyCommand,
		&denyFiles,
		&denyReads,
		&denyTool,
		&denyTrees,
		&notTaskFiles,
		&onlyAtoms,
		&onlyFiles,
		&onlyTaskFiles,
	}
}

// Judges is a set of what a kind of rule looks at.
type Judges uint8

// What a kind may look at.
const (
	JudgesCommands Judges = 1 << iota // the commands that a call runs
	JudgesFiles                       // the files that it writes
	JudgesReads                       // the files that it names
	JudgesTools                       // the tool that is called, and nothing else
	JudgesRest                        // what its list does not name; without it, what the list names
)

// Has reports whether all of want is in the set.
func (j Judges) Has(want Judges) bool { return j&want == want }

// Needs is a set of what a role must have for a kind of rule.
type Needs uint8

// What a kind may need.
const (
	NeedsTask Needs = 1 << iota // a sealed task; without one the rule denies
)

// Terms are what every rule has, whatever its kind: whose it is, how hard it
// is, what lifts it, and what it says to do instead. A rule embeds them.
type Terms struct {
	Capability string `toml:"-"`

	// What comes of an objection: the call is denied, a person is asked where the
	// client can, or it runs and the objection goes to stderr or to the audit log.
	// One of: severities
	// Default: "block"
	Severity Severity `toml:"severity"`

	// The variable that lifts the rule where the gate's environment has it as 1.
	// Example: "ALLOW_DEP_BUMP"
	Bypass string `toml:"bypass-env"`

	// What a task can say to lift the rule: "allow-dep-bump" is all there is.
	// Example: "allow-dep-bump"
	Unless string `toml:"unless-task"`

	// What an agent is told to do instead, behind the objection.
	// Example: "leave the commit to the orchestrator"
	Instead string `toml:"instead"`
}

// Head is a part of [Rule].
func (t *Terms) Head() *Terms { return t }

// Lists is a part of [Rule], for kinds that have none.
func (t *Terms) Lists() []List { return nil }

// deny is the rule's objection, with what to do instead.
func (t *Terms) deny(reason string) error { return t.denyAsIs(reason + orElse(t.Instead)) }

// denyAsIs is the objection where the reason says already what to do.
func (t *Terms) denyAsIs(reason string) error {
	return &Denial{t.Capability, reason, t.Severity}
}

// A List is one list of a rule, under the key that a capability has it under.
type List struct {
	Key      string
	Values   []string
	Optional bool // a rule without it is a rule all the same
	OneOf    bool // a rule has this one, or another one that says so
	Derived  bool // nobody writes it: it follows from others when a policy is compiled
}

// Pattern is an RE2 expression, matched against one simple command rendered as
// its words joined by single spaces (see command.go).
type Pattern string

// A Compiler is a rule whose patterns can be compiled to a table.
type Compiler interface {
	Rule
	// Compiled returns the patterns, and where their table belongs.
	Compiled() ([]Pattern, **Table)
}

// The events that a capability can name. A role asks every rule about every call,
// and the event is there for readers, to whom it must not promise something else;
// the gate of single capabilities goes by it: see [Capabilities].
var (
	anyEvents     = []string{"PreToolUse", "PreToolUse:Agent", "PreToolUse:Bash", "PreToolUse:Edit|Write", "PreToolUse:Edit|Write|NotebookEdit", "PreToolUse:Read"}
	commandEvents = []string{"PreToolUse:Bash", "PreToolUse"}
	fileEvents    = []string{"PreToolUse:Edit|Write", "PreToolUse:Edit|Write|NotebookEdit", "PreToolUse"}
	readEvents    = []string{"PreToolUse:Read", "PreToolUse"}
)

// Events are all that a capability can name.
func Events() []string { return anyEvents }

// Rules are used as pointers: the emitted policy holds &policyNoGitOps, so that
// every rule is one variable with one name.
var (
	_ Compiler = (*AllowCommand)(nil)
	_ Compiler = (*DenyCommand)(nil)
	_ Rule     = (*DenyFiles)(nil)
	_ Rule     = (*DenyReads)(nil)
	_ Rule     = (*DenyTool)(nil)
	_ Rule     = (*DenyTrees)(nil)
	_ Rule     = (*NotTaskFiles)(nil)
	_ Rule     = (*OnlyAtoms)(nil)
	_ Rule     = (*OnlyFiles)(nil)
	_ Rule     = (*OnlyTaskFiles)(nil)
)
