package gate

import (
	"kei/runtime/client"
	"kei/runtime/effect"
	"kei/runtime/str"
)

// A Policy is everything one role may and may not do, as its gate holds it.
type Policy struct {
	Role string // name of the role, as in roles/<name>.toml
	Sum  string // SHA-256 of [Policy.JSON], in hexadecimal

	// Tools are the tools the role may use, in Claude Code's names, which stand
	// for the other clients' too (see package client); every other tool is denied.
	// An entry may be mcp__server__tool or mcp__server__*.
	Tools []string

	// Unprotected lifts the protection of the gate's own binary, of the clients'
	// settings and of the task file. Only a role that is meant to edit those has it.
	Unprotected bool

	// Scratch are places, by absolute globs, where an agent may write data beside
	// what its rules let it write: nothing there is run or obeyed. OwnScratch is a
	// folder that kei makes for the agent alone, which its sealed task names.
	Scratch    []Glob
	OwnScratch bool

	// FailFast ends the agent's session at a denial, where its client can.
	FailFast bool

	// Rules are asked in order; every objection is reported, the first one leads.
	Rules []Rule
}

// A Rule is one restriction: a pointer to a struct that embeds [Terms].
type Rule interface {
	Kind() *Kind   // what is true of every rule of its kind
	Head() *Terms  // what is said of every rule, whatever its kind
	Lists() []List // what it lists, in the order in which it is written down

	// Check returns nil when the rule has nothing against the call, and a
	// *[Denial] when it has. What lifts a rule is not its own business: a rule
	// that is bypassed is not asked, and one that the task lifts not heard.
	Check(*Case) error
}

// Severity says what an objection does.
type Severity string

// The severities a capability may have. The empty one is Block.
const (
	Block    Severity = "block"    // the call is denied
	Warn     Severity = "warn"     // the call is allowed, the objection goes to stderr
	Advisory Severity = "advisory" // the call is allowed, the objection goes to the audit log
	Ask      Severity = "ask"      // a person is asked where the client can, else denied
)

// A Denial is one rule's objection, written for the agent to act on.
type Denial struct {
	Capability string   // which capability objects: policy::no-git-ops
	Reason     string   // what it saw, why, and what to do instead
	Severity   Severity // "" is Block
}

func (d *Denial) Error() string { return d.Capability + ": " + d.Reason }

// Objections are what a policy has against one call, the leading one first.
type Objections []*Denial

func (o Objections) Error() string {
	s := ""
	for i, d := range o {
		if i > 0 {
			s += "\n"
		}
		s += d.Error()
	}
	return s
}

// A Case is one call before one policy, and what has been read of the call for
// it so far. It is made for one judgement and not kept.
type Case struct {
	*Call
	policy *Policy

	read     bool // commands have been read
	commands []command
	unsure   []string // what in them no allowlist can judge
	unread   []string // what in them cannot be read
	programs int      // bytes of programs in other languages that were looked into
	looked   int      // names of files that were looked at
	lists    bool     // a word in them is what others of them list
	others   *bool    // whether it makes files whose names no rule has seen; nil: not asked yet

	waits bool // late was asked for and is not there
	texts bool // texts in programs that may be run are asked about, too: of deny-trees
}

// late is the costly half of a gate. While it may not run it is nil, and what is
// answered without it does not count: whoever gets nil may answer anything.
func (c *Case) late() *Late {
	if c.Late == nil {
		c.waits = true
	}
	return c.Late
}

// matches asks a pattern with regexp, which the gate has if its policy needs it: see
// [TakesRegexp]. Where it has not, the answer is unknown.
func (c *Case) matches(p Pattern, text string, unknown bool) bool {
	late := c.late()
	if late == nil || late.Match == nil {
		return unknown
	}
	return late.Match(string(p), text)
}

// TakesRegexp reports whether a policy has patterns of which a table does not say all
// that is asked: it would be too large, or names one pattern where another counts.
func (p *Policy) TakesRegexp() bool {
	for _, rule := range p.Rules {
		of, ok := rule.(Compiler)
		if !ok {
			continue
		}
		list, table := of.Compiled()
		_, allows := rule.(*AllowCommand)
		if len(list) > 0 && *table == nil || allows && mixedPaths(list) {
			return true
		}
	}
	return false
}

// Check asks the whole policy about the call. It returns what there is against
// it, which may be only warnings: see [Objections.Blocks]. decided is false
// when that takes what the call's Late is there for, and it is nil.
func Check(call *Call, p *Policy) (found Objections, decided bool) {
	call.role = p.Role
	c := first.asked.get()
	c.Call, c.policy = call, p
	call.asked = c
	found = c.objections()
	waits := c.waits
	if !waits && len(call.Roots) > 0 {
		found, waits = byEach(call, p, found)
	}
	if waits {
		return nil, false
	}
	for _, one := range call.batch {
		one.Late, one.Programs, one.own = call.Late, call.Programs, call.own
		more, decided := Check(one, p)
		if !decided {
			return nil, false
		}
		found = append(found, more...)
	}
	return found, true
}

// byEach adds to what there is against a call by one root what there is by the others.
// A denial that the last of them, the repository's folder, does not make says so.
func byEach(call *Call, p *Policy, first Objections) (found Objections, waits bool) {
	found = first
	passes := false
	for _, root := range call.Roots {
		other := *call
		other.Root = root
		c := &Case{Call: &other, policy: p}
		more := c.objections()
		passes = !c.waits && !more.Blocks()
		switch {
		case found.Blocks():
		case c.waits:
			return nil, true
		case more.Blocks():
			found = more
		}
	}
	if passes && found.Blocks() {
		found = found.unsettled(call)
	}
	return found, false
}

// unsettled adds to the denial that leads why it stands: a person can say which folder
// is the project's, and the model cannot.
func (o Objections) unsettled(call *Call) Objections {
	top := call.Roots[len(call.Roots)-1]
	for i, d := range o {
		if d.blocks() { // there is one
			said := *d
			said.Reason += "; nobody says which folder is the project's, so this holds from " + call.Root + " up to " + top +
				": whoever starts the client does that in " + top + ", or with WORKTREE_PATH=" + top
			more := append(Objections(nil), o...)
			more[i] = &said
			return more
		}
	}
	return o
}

// CheckRule is what one rule has against the call as a part of the policy.
func CheckRule(call *Call, p *Policy, r Rule) Objections {
	c := &Case{Call: call, policy: p}
	return Objections(nil).with(c.ask(r))
}

// objections are all that the policy has against the call, the leading one first.
func (c *Case) objections() (found Objections) {
	if c.onlyReport() {
		return found.with(c.widens()).with(c.protected())
	}
	if err := c.toolAllowed(); err != nil {
		// What else the rules think of a tool that the role does not have is
		// of no use to the agent.
		return found.with(err)
	}
	if c.Missing != "" {
		return found.with(&Denial{Capability: "role " + c.policy.Role, Reason: c.Missing + "; a gate cannot judge what it is not told"})
	}
	found = found.with(c.widens()).with(c.protected())
	if c.Does == Shell {
		if c.commandsOf(); len(c.unread) > 0 {
			found = found.with(c.cannotRead())
		}
	}
	for _, r := range c.policy.Rules {
		found = found.with(c.ask(r))
	}
	if c.own != nil {
		found = found.with(c.own.Check(c))
	}
	return found
}

// cannotRead is the objection to what of the call's commands cannot be read: a
// rule's about what is fetched, or one in the name of the first rule that has to
// know what the commands are.
func (c *Case) cannotRead() error {
	if r := c.fetchedRule(); r != nil && c.fetches() {
		why := c.unread[0]
		if i := str.LastIndexByte(why, ';'); i > 0 && r.Instead != "" {
			why = why[:i] // what to do instead the rule knows better
		}
		return r.deny(why)
	}
	by := c.reader()
	if by == "" && !c.policy.Unprotected {
		by = "self-protection"
	}
	if by == "" {
		return nil
	}
	return c.unreadable(by)
}

// fetchedRule is the rule that answers for what is fetched and not read, nil if
// the policy has none.
func (c *Case) fetchedRule() *DenyCommand {
	for _, r := range c.policy.Rules {
		if d, ok := r.(*DenyCommand); ok && d.Fetched && !c.lifted(r.Head()) {
			return d
		}
	}
	return nil
}

// fetches reports whether a command of the call reads from the network.
func (c *Case) fetches() bool {
	list := c.commandsOf()
	for i := range list {
		if list[i].effects().Has(effect.Fetches) {
			return true
		}
	}
	return false
}

// ask asks one rule, unless something lifts it.
func (c *Case) ask(r Rule) error {
	if c.bypassed(r.Head().Bypass) {
		return nil
	}
	err := r.Check(c)
	if err != nil && c.taskLifts(r.Head().Unless) { // asked last: it opens the task
		return nil
	}
	return err
}

// with adds what somebody objects; nil adds nothing.
func (o Objections) with(err error) Objections {
	switch err := err.(type) {
	case nil:
		return o
	case *Denial:
		return append(o, err)
	}
	return append(o, &Denial{Capability: "gate", Reason: err.Error()})
}

// reader names the first capability that has to know what the call's commands
// are, "" if there is none.
func (c *Case) reader() string {
	for _, r := range c.policy.Rules {
		if t := r.Head(); r.Kind().Judges != JudgesTools && !c.lifted(t) {
			return t.Capability
		}
	}
	return ""
}

// Blocks reports whether any objection denies the call.
func (o Objections) Blocks() bool {
	for _, d := range o {
		if d.blocks() {
			return true
		}
	}
	return false
}

func (d *Denial) blocks() bool { return d.Severity == "" || d.Severity == Block || d.Severity == Ask }

// toolAllowed denies a tool the role does not list.
func (c *Case) toolAllowed() error {
	p := c.policy
	for _, t := range p.Tools {
		if client.Means(t, &c.Call.Call) {
			return nil
		}
	}
	reason := c.Tool + " is not among the tools of this role (" + str.Join(p.Tools, ", ") + ")"
	if len(p.Tools) == 0 {
		reason = c.Tool + " denied: this role has no tools"
	}
	return &Denial{Capability: "role " + p.Role, Reason: reason + "; report what you need instead"}
}
