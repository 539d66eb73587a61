package resolve

import (
	"maps"
	"slices"
	"strings"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
)

// Agents say which role each agent is in, for a gate that holds several.
type Agents struct {
	Main string  // the role of the main session, "" if nothing says it
	List []Agent // in the order of names; every role is an agent of its own name
}

// An Agent is a name that a client may say, and the role that it stands for.
type Agent struct {
	Name, Role, Note string
	Defined          bool                  // it has a definition, so it is rendered and has a prompt
	Own              gate.AgentPermissions // what its definition adds to its role
}

// AgentsOf gives every agent of the tree its role. The error is a
// [tomlpos.Errors] with every problem.
func AgentsOf(tree spec.Tree, roles []Role) (Agents, error) {
	var a Agents
	var errs tomlpos.Errors
	gated := map[string]bool{}
	for _, r := range roles {
		if r.Spawnable {
			gated[r.Name] = true
			a.List = append(a.List, Agent{Name: r.Name, Role: r.Name})
		}
	}
	// held is whether an agent can be held to the role it names.
	held := func(agent spec.Agent) bool {
		switch name := agent.Role.Text; {
		case tree.Role(name) == nil:
			errs.Add(agent.File, agent.Role.Pos, "no role %s%s", tomlpos.Printable(name), tomlpos.OrOneOf(name, slices.Collect(maps.Keys(gated))))
		case !gated[name]:
			errs.Add(agent.File, agent.Role.Pos, "the role %s is not spawnable, so no agent can be in it", name)
		default:
			return true
		}
		return false
	}
	for _, agent := range tree.Agents {
		switch {
		case !held(agent) || agent.Name == agent.Role.Text:
		case tree.Role(agent.Name) != nil:
			errs.Add(agent.File, agent.Role.Pos, "%s is a role, and an agent of that name is in it; call the agent something else", agent.Name)
		default:
			a.List = append(a.List, Agent{agent.Name, agent.Role.Text, agent.Note, agent.Definition != nil, own(agent.Definition)})
		}
	}
	if m := tree.Main; m != nil {
		if held(*m) {
			a.Main = m.Role.Text
		}
	}
	slices.SortFunc(a.List, func(x, y Agent) int { return strings.Compare(x.Name, y.Name) })
	return a, errs.Err()
}

// own are the rules of a definition as a gate has them; empty where it restricts
// nothing beside its role.
func own(d *spec.Definition) (p gate.AgentPermissions) {
	if d == nil || d.Tools == nil && len(d.Sections) == 0 {
		return p
	}
	p.Agent, p.Tools = d.Name, d.Tools
	for _, s := range d.Sections {
		section := gate.PermissionSection{Tool: s.Tool, Intent: string(s.Intent)}
		for _, r := range s.Rules {
			section.Rules = append(section.Rules, gate.PermissionRule{Pattern: r.Pattern, Action: string(r.Action)})
		}
		p.Sections = append(p.Sections, section)
	}
	return p
}
