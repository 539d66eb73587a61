package gate

import "kei/runtime/str"

// Capabilities is the gate of hooks that ask single capabilities by their names,
// in place of a role: bin/capability policy::no-git-ops. It knows no list of
// tools, so a tool that nobody has heard of is let through: a role's gate is the
// stronger one, and this is for a session that has a rule or two.
type Capabilities struct {
	Sum  string // SHA-256 of [Capabilities.JSON], in hexadecimal
	List []Capability
}

// A Capability is the rules of one, and the events that they are about.
type Capability struct {
	Name   string
	Events []string // of its rules, in their order
	Rules  []Rule
}

func (c *Capabilities) dispatch() *Dispatch { return &Dispatch{Sum: c.Sum, asked: c} }

// find returns a capability, nil if there is none of that name.
func (c *Capabilities) find(name string) *Capability {
	for i := range c.List {
		if c.List[i].Name == name {
			return &c.List[i]
		}
	}
	return nil
}

// command holds the command line to names of capabilities. Main is all of them.
func (c *Capabilities) command(args []string) (main string, err *Denial) {
	if len(args) < 2 {
		return "", undispatched("this gate was installed without the name of a capability; a person has to install it again: kei install --glue CAPABILITY")
	}
	for _, name := range args[1:] {
		if c.find(name) == nil {
			return "", undispatched("there is no gate capability " + name + " in this gate; it has " + str.Join(c.names(), ", "))
		}
	}
	return str.Join(args[1:], " "), nil
}

func (c *Capabilities) names() []string {
	names := make([]string, len(c.List))
	for i := range c.List {
		names[i] = c.List[i].Name
	}
	return names
}

// pick is what a call is held to: the rules of the capabilities whose events are
// about what it does. Of several rules of one the first says what it is about; the
// others widen that to the tools that would get round it.
func (c *Capabilities) pick(asked string, call *Call) *Policy {
	p := &Policy{Role: asked, Tools: []string{call.Tool}}
	for _, one := range call.batch {
		p.Tools = append(p.Tools, one.Tool)
	}
	for _, name := range str.Fields(asked) {
		if one := c.find(name); one != nil && one.About(call) {
			p.Rules = append(p.Rules, one.Rules...)
		}
	}
	return p
}

// About reports whether a capability is about a call, or one of its batch.
func (c *Capability) About(call *Call) bool {
	for i, event := range c.Events {
		// What the call does not say of itself only counts where the capability
		// is about calls of its kind.
		if eventMeans(event, call.Does) && (call.Missing == "" || i == 0) {
			return true
		}
	}
	for _, one := range call.batch {
		if c.About(one) {
			return true
		}
	}
	return false
}

// eventMeans reports whether an event, PreToolUse:Edit|Write, is about tools that do
// what the called one does. Those that write are one family, whatever their names.
func eventMeans(event string, does Action) bool {
	tools := ""
	if i := str.IndexByte(event, ':'); i >= 0 {
		tools = "|" + event[i+1:] + "|"
	}
	has := func(name string) bool { return str.Contains(tools, "|"+name+"|") }
	switch does {
	case Shell:
		return tools == "" || has("Bash")
	case Edit:
		return tools == "" || has("Edit") || has("Write")
	case Read, Search:
		return tools == "" || has("Read")
	case Agent:
		return tools == "" || has("Agent")
	}
	return tools == ""
}

// JSON returns the capabilities in their canonical form, without Sum.
func (c *Capabilities) JSON() []byte {
	b := []byte{'['}
	for i, one := range c.List {
		if i > 0 {
			b = append(b, ',')
		}
		b = str.AppendJSON(append(b, `{"name":`...), one.Name)
		b = str.AppendStrings(append(b, `,"events":`...), one.Events)
		b = append(b, `,"rules":[`...)
		for j, r := range one.Rules {
			if j > 0 {
				b = append(b, ',')
			}
			b = appendRule(b, r)
		}
		b = append(b, "]}"...)
	}
	return append(b, ']')
}
