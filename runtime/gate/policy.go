package gate

import (
	"kei/runtime/client"
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

	// Rules are asked in order; every objection is reported, the first one leads.
	Rules []Rule
}

// A Rule is one restriction. Check returns nil when it has nothing against the
// call, and a *[Denial] when it has.
type Rule interface {
	Check(*Call) error
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

// Check asks the whole policy about the call. It returns nil, or [Objections],
// which may be only warnings: see [Objections.Blocks].
func (p *Policy) Check(c *Call) error {
	c.policy = p
	var found Objections
	object := func(err error) {
		if err == nil {
			return
		}
		if d, ok := err.(*Denial); ok {
			found = append(found, d)
			return
		}
		if o, ok := err.(Objections); ok {
			found = append(found, o...)
			return
		}
		found = append(found, &Denial{Capability: "gate", Reason: err.Error()})
	}
	if err := p.toolAllowed(c); err != nil {
		// What else the rules think of a tool that the role does not have is
		// of no use to the agent.
		object(err)
		return found
	}
	if c.Missing != "" {
		object(&Denial{Capability: "role " + p.Role, Reason: c.Missing + "; a gate cannot judge what it is not told"})
		return found
	}
	object(c.widens())
	object(c.protected())
	if c.Does == Shell {
		if c.commandsOf(); len(c.unread) > 0 {
			if by := p.reader(c); by != "" {
				object(c.unreadable(by))
			}
		}
	}
	for _, r := range p.Rules {
		object(r.Check(c))
	}
	if len(found) == 0 {
		return nil
	}
	return found
}

// reader names the first capability that has to know what the call's commands
// are, "" if there is none.
func (p *Policy) reader(c *Call) string {
	for _, r := range p.Rules {
		switch r := r.(type) {
		case *DenyCommand:
			if !c.bypassed(r.Bypass) && !c.taskLifts(r.Unless) {
				return r.Capability
			}
		case *AllowCommand:
			if len(r.Of) == 0 && !c.bypassed(r.Bypass) {
				return r.Capability
			}
		case *OnlyTaskFiles:
			return r.Capability
		case *NotTaskFiles:
			return r.Capability
		case *DenyFiles:
			if !c.bypassed(r.Bypass) && !c.taskLifts(r.Unless) {
				return r.Capability
			}
		case *DenyReads:
			return r.Capability
		case *DenyTool: // it never looks at what a tool does
		default:
			return "role " + p.Role // a kind that is not known here is not left out
		}
	}
	return ""
}

// Blocks reports whether any objection denies the call.
func (o Objections) Blocks() bool {
	for _, d := range o {
		if d.Severity == "" || d.Severity == Block || d.Severity == Ask {
			return true
		}
	}
	return false
}

// toolAllowed denies a tool the role does not list.
func (p *Policy) toolAllowed(c *Call) error {
	for _, t := range p.Tools {
		if client.Means(t, &c.Call) {
			return nil
		}
	}
	reason := c.Tool + " is not among the tools of this role (" + str.Join(p.Tools, ", ") + ")"
	if len(p.Tools) == 0 {
		reason = c.Tool + " denied: this role has no tools"
	}
	return &Denial{Capability: "role " + p.Role, Reason: reason + "; report what you need instead"}
}

// find returns the first rule of the policy that is a T.
func find[T Rule](p *Policy) (rule T, ok bool) {
	if p == nil {
		return rule, false
	}
	for _, r := range p.Rules {
		if t, is := r.(T); is {
			return t, true
		}
	}
	return rule, false
}
