package resolve

import (
	"fmt"
	"testing"

	"kei/gen/spec"
	"kei/internal/tomlpos"
)

func TestAgentsOf(t *testing.T) {
	p := lib().and(policy{
		"editor": "[capabilities]\nrequired = []\n" + readOnly,
		"reader": "[capabilities]\nrequired = []\n" + readOnly,
		"base":   "spawnable = false\n[capabilities]\nrequired = []\n" + readOnly,
	})
	agent := func(name, role string) spec.Agent {
		return spec.Agent{Name: name, Role: tomlpos.String{Text: role, Pos: tomlpos.Pos{Line: 1, Col: 8}}, File: "agents/" + name + "/agent.toml"}
	}
	for _, tt := range []struct {
		name   string
		agents []spec.Agent
		main   string
		want   string
	}{
		{"none", nil, "", "{ [{editor editor } {reader reader }]} <nil>"},
		{"sorted as a gate searches", []spec.Agent{agent("z", "reader"), agent("Explore", "reader")}, "editor", "{editor [{Explore reader } {editor editor } {reader reader } {z reader }]} <nil>"},
		{"a role's own name", []spec.Agent{agent("reader", "reader")}, "", "{ [{editor editor } {reader reader }]} <nil>"},
		{"another role's name", []spec.Agent{agent("reader", "editor")}, "", "agents/reader/agent.toml:1:8: reader is a role, and an agent of that name is in it; call the agent something else"},
		{"the name of a role without a gate", []spec.Agent{agent("base", "editor")}, "", "agents/base/agent.toml:1:8: base is a role, and an agent of that name is in it; call the agent something else"},
		{"no such role", []spec.Agent{agent("x", "reder")}, "", "agents/x/agent.toml:1:8: no role reder; did you mean reader?"},
		{"a role without a gate", []spec.Agent{agent("x", "base")}, "", "agents/x/agent.toml:1:8: the role base is not spawnable, so no agent can be in it"},
		{"main: no such role", nil, "x", "agents/main.toml:1:8: no role x; it can be editor, reader"},
		{"main: a role without a gate", nil, "base", "agents/main.toml:1:8: the role base is not spawnable, so no agent can be in it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := p.load(t)
			tree.Agents = tt.agents
			if tt.main != "" {
				m := agent("", tt.main)
				m.File = "agents/main.toml"
				tree.Main = &m
			}
			roles, err := Roles(tree)
			if err != nil {
				t.Fatal(err)
			}
			got, err := AgentsOf(tree, roles)
			said := rolesOf(got) + " " + fmt.Sprint(err)
			if err != nil {
				said = err.Error()
			}
			if said != tt.want {
				t.Errorf("%s\nwant %s", said, tt.want)
			}
		})
	}
}

// rolesOf is who has which role, without what definitions add.
func rolesOf(a Agents) string {
	var list []string
	for _, one := range a.List {
		list = append(list, "{"+one.Name+" "+one.Role+" "+one.Note+"}")
	}
	return fmt.Sprintf("{%s %v}", a.Main, list)
}
