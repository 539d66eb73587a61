package gen

import (
	"encoding/json"
	"io/fs"

	"kei"
	"kei/gen/agents"
	"kei/gen/permit"
	"kei/gen/programs"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/invocation"
	"kei/runtime/regexps"
)

// definitions are those of the policy folder, each with its role.
func (c *checked) definitions() []agents.Agent {
	var all []agents.Agent
	roles := map[string]agents.Role{}
	for _, a := range c.tree.Agents {
		if a.Definition == nil {
			continue
		}
		name := a.Role.Text
		if _, ok := roles[name]; !ok {
			roles[name] = c.roleFor(name)
		}
		all = append(all, agents.Agent{Definition: a.Definition, Role: roles[name]})
	}
	return all
}

// roleFor is what rendering has to know of a role.
func (c *checked) roleFor(name string) agents.Role {
	for _, r := range c.roles {
		p := r.Policy()
		if r.Name != name || p == nil {
			continue
		}
		role := agents.Role{Name: name, Tools: r.Tools, Prompt: r.Prompt()}
		for _, rule := range p.Rules {
			judges := rule.Kind().Judges
			if judges.Has(gate.JudgesCommands) || judges.Has(gate.JudgesReads) {
				role.Judge = func(command string) permit.Action {
					table, err := c.programs()
					if err != nil {
						return permit.Deny
					}
					return judged(p, table, command)
				}
			}
			role.Writes = role.Writes || judges.Has(gate.JudgesFiles)
		}
		return role
	}
	return agents.Role{Name: name}
}

// judged is what a policy answers about one command, in a worktree that is not
// there and with a task that lets everything be written.
func judged(p *gate.Policy, table *invocation.Table, command string) permit.Action {
	payload, err := json.Marshal(map[string]any{"tool_name": "Bash", "tool_input": map[string]string{"command": command}, "cwd": resolve.Root})
	if err != nil {
		return permit.Deny
	}
	call, err := gate.ParseCallIn(payload, func(name string) (string, bool) {
		switch name {
		case "WORKTREE_PATH":
			return resolve.Root, true
		case "HOME":
			return "/kei/example/home", true
		}
		return "", false
	})
	if err != nil {
		return permit.Deny
	}
	call.Late, call.Programs = regexps.Late, table
	call.SetTask(&gate.Task{Role: p.Role, AgentID: "example", Whitelist: []gate.Glob{"**"}})
	found, _ := gate.Check(call, p)
	got := permit.Allow
	for _, d := range found {
		switch d.Severity {
		case gate.Warn, gate.Advisory:
		case gate.Ask:
			got = permit.Strictest(got, permit.Ask)
		default:
			got = permit.Deny
		}
	}
	return got
}

// rendered is what all clients get of the agents.
func (c *checked) rendered(clients []string) (agents.Set, error) {
	return problems(agents.RenderAll(c.definitions(), clients, c.tree.PiSystem))
}

func problems(s agents.Set) (agents.Set, error) {
	var errs tomlpos.Errors
	for _, f := range s.Findings {
		if !f.Warning {
			errs = append(errs, f.Error())
		}
	}
	return s, errs.Err()
}

// A Report is what is known of the agents of a policy folder.
type Report struct {
	Agents   []spec.Agent
	Findings []spec.Finding // of the definitions and of what is rendered of them
	Set      agents.Set
	Clients  []string // those that it was rendered for
}

// Agents reads the definitions of a policy folder and renders them for some
// clients. primary is the agent that is Pi's own, if agents/pi.toml does not say it. The
// error holds every problem.
func Agents(fsys fs.FS, clients []string, primary string) (Report, Warnings, error) {
	c, err := read(fsys)
	r := Report{Agents: c.tree.Agents, Findings: c.tree.Findings, Clients: clients}
	if err != nil {
		return r, c.warnings, err
	}
	if c.tree.PiSystem == "" {
		c.tree.PiSystem = primary
	}
	r.Set, err = c.rendered(clients)
	r.Findings = append(r.Findings, r.Set.Findings...)
	return r, c.warnings, err
}

// read is check without its proofs, for those who emit no gate.
func read(fsys fs.FS) (c checked, err error) {
	c.tree, err = Load(fsys)
	c.warnings = c.tree.Warnings
	if err != nil {
		return c, err
	}
	if c.roles, err = resolve.Roles(c.tree); err != nil {
		return c, err
	}
	if c.agents, err = resolve.AgentsOf(c.tree, c.roles); err != nil {
		return c, err
	}
	c.known, err = programs.Load(kei.Programs, fsys)
	return c, err
}

// programs are the tables by which commands are read, made when they are needed.
func (c *checked) programs() (*invocation.Table, error) {
	if c.table != nil {
		return c.table, nil
	}
	table, err := c.known.Table()
	c.table = table
	return table, err
}
