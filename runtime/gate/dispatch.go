package gate

import (
	"kei/runtime/client"
	"kei/runtime/invocation"
	"kei/runtime/str"
)

// A Dispatch is the gate of clients that run agents of several roles in one
// process and have one hook for all: it holds the policy of every role, and
// picks one by what the payload says of who calls.
type Dispatch struct {
	Sum string // SHA-256 of [Dispatch.JSON], in hexadecimal

	// Main is the role of the session that a person talks to, and of whoever
	// else calls without a name. If it is empty, the command line that is
	// installed has to say it (--main ROLE).
	Main string

	// Agents are in the order of their names, each once: they are searched by
	// halves, so that a call costs the same with seven and with seven hundred.
	// Every role is an agent of its own name, so a role is found here too.
	Agents []Assignment

	only  *Policy       // with it, the gate of one role: whoever calls is held to it
	asked *Capabilities // with it, one of capabilities, which the command line names
}

// Held is what a gate is compiled from: a [Policy], a [Dispatch], or [Capabilities].
type Held interface{ dispatch() *Dispatch }

func (p *Policy) dispatch() *Dispatch {
	d := first.dispatch.get()
	d.Sum, d.only = p.Sum, p
	return d
}

func (d *Dispatch) dispatch() *Dispatch { return d }

// whose is the policy that decides while it is not known who calls.
func (d *Dispatch) whose() *Policy {
	if d.only != nil {
		return d.only
	}
	return &nobody
}

// An Assignment says which policy an agent is held to.
type Assignment struct {
	Agent  string // as the clients say it
	Policy *Policy
	Own    AgentPermissions // what its definition adds; without an agent's name nothing
}

// find returns the policy of an agent, nil if it has none.
func (d *Dispatch) find(agent string) *Policy {
	if a := d.assigned(agent); a != nil {
		return a.Policy
	}
	return nil
}

// own is what the definition of an agent adds to its role, nil if nothing.
func (d *Dispatch) own(agent string) *AgentPermissions {
	if a := d.assigned(agent); a != nil && a.Own.Agent != "" {
		return &a.Own
	}
	return nil
}

// assigned returns what is known of an agent, nil if nothing.
func (d *Dispatch) assigned(agent string) *Assignment {
	low, high := 0, len(d.Agents)
	for low < high {
		middle := int(uint(low+high) >> 1)
		if d.Agents[middle].Agent < agent {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low < len(d.Agents) && d.Agents[low].Agent == agent {
		return &d.Agents[low]
	}
	return nil
}

// role returns the policy of a role, nil if there is none.
func (d *Dispatch) role(name string) *Policy {
	if p := d.find(name); p != nil && p.Role == name {
		return p
	}
	return nil
}

// pick returns the policy that a call is held to. main is the role of the main
// session, "" if nobody said it.
func (d *Dispatch) pick(main string, c *Call) (*Policy, *Denial) {
	if d.only != nil {
		return d.only, nil
	}
	if d.asked != nil {
		return d.asked.pick(main, c), nil
	}
	if c.Agent != "" {
		if p := d.find(c.Agent); p != nil {
			return p, nil
		}
		if c.Sub || !client.IsMain(c.Client, c.Agent) {
			return nil, undispatched("no role is known for the agent " + c.Agent +
				", so it may do nothing; say so in your report: agents/" + c.Agent + "/agent.toml would give it one")
		}
	} else if c.Sub {
		return nil, undispatched("the client says that an agent calls, and not which one, so its role is unknown; " +
			"say so in your report, and leave the work to an agent that has a name")
	}
	if main == "" {
		return nil, undispatched("no role is known for the main session, so it may do nothing; " +
			"a person has to name one: in agents/main.toml, or with --main ROLE where this gate is installed")
	}
	if p := d.role(main); p != nil {
		return p, nil
	}
	return nil, undispatched("the main session should have the role " + main + ", which this gate does not hold; a person has to install it again")
}

func undispatched(why string) *Denial { return &Denial{Capability: "dispatch", Reason: why} }

// nobody is whose policy it is while it is not known whose it should be.
var nobody = Policy{Role: "unknown"}

// command reads the command line: nothing, --main ROLE, or --agent NAME in the hook of
// one agent's file. It may say what is not compiled in, and nothing else than what
// is: no argument widens a verdict.
func (d *Dispatch) command(args []string) (main string, err *Denial) {
	switch {
	case d.asked != nil:
		return d.asked.command(args)
	case len(args) <= 1 || d.agentNamed(args) != "":
		return d.Main, nil
	case len(args) != 3 || args[1] != "--main":
		return "", undispatched("this gate takes no argument but --main ROLE, --agent NAME, --policy or --version, and was installed with " + str.Join(args[1:], " "))
	case d.Main != "" && d.Main != args[2]:
		return "", undispatched("this gate was installed with --main " + args[2] + ", and the main session's role is compiled in: " + d.Main)
	case d.role(args[2]) == nil:
		return "", undispatched("this gate was installed with --main " + args[2] + ", which is none of its roles (" + str.Join(d.roles(), ", ") + ")")
	}
	return args[2], nil
}

// agentNamed is the agent of --agent NAME, "" if it is not there.
func (d *Dispatch) agentNamed(args []string) string {
	if len(args) == 3 && args[1] == "--agent" && d.only == nil {
		return args[2]
	}
	return ""
}

// callOf holds a call to the agent in whose file the hook stands: a payload that
// names another one is none of its.
func (d *Dispatch) callOf(agent string, c *Call) *Denial {
	switch {
	case agent == "":
	case c.Agent == "" || client.IsMain(c.Client, c.Agent) && d.find(c.Agent) == nil:
		c.Agent = agent
	case c.Agent != agent:
		return undispatched("this gate was installed for the agent " + agent + ", and " + c.Agent + " calls")
	}
	c.own = d.own(c.Agent)
	return nil
}

// roles are the names of the roles, in order.
func (d *Dispatch) roles() []string {
	var names []string
	for _, a := range d.Agents {
		if a.Agent == a.Policy.Role {
			names = append(names, a.Agent)
		}
	}
	return names
}

// person answers the command line of a person, and says whether it is one; it
// never judges a call.
func (d *Dispatch) person(in *Input) (a Answer, asked bool) {
	args, flag := in.Args, ""
	if len(args) == 2 {
		flag = args[1]
	}
	switch {
	case flag == "--policy":
		return Answer{Stdout: append(d.policy(in.Programs), '\n')}, true
	case flag == "--version":
		name := "dispatcher of " + str.Join(d.roles(), ", ")
		if d.only != nil {
			name = d.only.Role + " gate"
		} else if d.asked != nil {
			name = "gate of capabilities"
		}
		return Answer{Stdout: []byte(name + ", kei " + Version + ", policy " + d.Sum + "\n")}, true
	case d.only != nil && len(args) > 1:
		return Answer{Code: 2, Stderr: []byte("gate of the role " + d.only.Role + ": it reads one tool call, as JSON, on standard input and takes no argument but\n" +
			"  --policy   print the compiled-in policy and its SHA-256\n" +
			"  --version  print the build\n" +
			"not " + str.OneLine(str.Join(args[1:], " "), 200) + "\n")}, true
	}
	return Answer{}, false
}

// policy is what --policy prints.
func (d *Dispatch) policy(programs *invocation.Table) []byte {
	b := append([]byte(`{"sha256":`), str.AppendJSON(nil, d.Sum)...)
	switch {
	case d.only != nil:
		b = append(append(b, `,"policy":`...), d.only.JSON()...)
	case d.asked != nil:
		b = append(append(b, `,"capabilities":`...), d.asked.JSON()...)
	default:
		b = append(append(b, `,"dispatch":`...), d.JSON()...)
		b = append(append(b, `,"policies":`...), d.policies()...)
	}
	return append(str.AppendJSON(append(b, `,"programs":`...), programs.Sum()), '}')
}

// JSON returns the dispatch in its canonical form, without Sum. The policies
// are in it by their own sums.
func (d *Dispatch) JSON() []byte {
	b := []byte{'{'}
	if d.Main != "" {
		b = append(str.AppendJSON(append(b, `"main":`...), d.Main), ',')
	}
	b = append(b, `"agents":[`...)
	for i, a := range d.Agents {
		if i > 0 {
			b = append(b, ',')
		}
		b = str.AppendJSON(append(b, `{"agent":`...), a.Agent)
		b = str.AppendJSON(append(b, `,"role":`...), a.Policy.Role)
		b = str.AppendJSON(append(b, `,"sha256":`...), a.Policy.Sum)
		if a.Own.Agent != "" {
			b = appendRule(append(b, `,"own":`...), &a.Own)
		}
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

// policies is the policy of each role, in the order of their names.
func (d *Dispatch) policies() []byte {
	b := []byte{'['}
	for _, a := range d.Agents {
		if a.Agent != a.Policy.Role {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = str.AppendJSON(append(b, `{"sha256":`...), a.Policy.Sum)
		b = append(append(b, `,"policy":`...), a.Policy.JSON()...)
		b = append(b, '}')
	}
	return append(b, ']')
}
