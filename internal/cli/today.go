package cli

import (
	"kei/gen/emit"
	"kei/gen/resolve"
	"kei/hooks"
	"kei/runtime/gate"
)

// today is the hash of a role's policy as it is now, and whether it allows a
// call to an agent that has no task.

func (a *app) today(role string) (sum string, allows func(payload []byte) bool, err error) {
	r, err := a.role(role)
	if err != nil {
		return "", nil, err
	}
	policy := r.Policy()
	known, err := a.programs()
	if err != nil {
		return "", nil, err
	}
	return emit.Sum(policy), func(payload []byte) bool {
		c, err := call(payload, func(string) (string, bool) { return "", false }, known)
		if err != nil {
			return false
		}
		found, _ := gate.Check(c, policy)
		return len(found) == 0
	}, nil
}

// dispatchToday is the hash of what the dispatcher would hold now.
func (a *app) dispatchToday() (string, error) {
	tree, roles, err := a.roles()
	if err != nil {
		return "", err
	}
	agents, err := resolve.AgentsOf(tree, roles)
	if err != nil {
		return "", err
	}
	return emit.DispatchSum(roles, agents)
}

// lacks is what today's policy says that a gate was built without.
func (a *app) lacks(p hooks.Policy) ([]string, error) {
	tree, roles, err := a.roles()
	if err != nil {
		return nil, err
	}
	known, err := a.programs()
	if err != nil {
		return nil, err
	}
	var list []string
	if p.Programs != known.Sum() {
		list = append(list, "what is known of programs today")
	}
	if p.Role != hooks.Dispatcher {
		return list, nil
	}
	agents, err := resolve.AgentsOf(tree, roles)
	if err != nil {
		return nil, err
	}
	sum, err := emit.DispatchSum(roles, agents)
	if err != nil || sum == p.SHA256 {
		return list, err
	}
	before := len(list)
	for _, agent := range agents.List {
		switch role, ok := p.Agents[agent.Name]; {
		case !ok && agent.Name == agent.Role:
			list = append(list, "the role "+agent.Role)
		case !ok:
			list = append(list, "the agent "+agent.Name)
		case role != agent.Role:
			list = append(list, agent.Name+" in the role "+agent.Role)
		}
	}
	if len(list) == before {
		list = append(list, "what agents/ says today")
	}
	return list, nil
}
