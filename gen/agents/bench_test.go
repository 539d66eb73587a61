package agents

import (
	"fmt"
	"testing"

	"kei/gen/permit"
	"kei/gen/spec"
)

// many are agents of some rules each, of which a few sets are distinct, as in a team whose
// agents are made alike.
func many(n, rules, sets int) (all []Agent) {
	actions := []permit.Action{permit.Deny, permit.Ask, permit.Allow}
	for i := range n {
		s := permit.Section{Tool: "bash", Intent: permit.Ask}
		for k := range rules {
			s.Rules = append(s.Rules, permit.Rule{Pattern: fmt.Sprintf("tool-%d verb-%d *", i%sets, k), Action: actions[k%3]})
		}
		all = append(all, Agent{&spec.Definition{Name: fmt.Sprintf("agent-%d", i), Description: "d", Mode: "all", Body: "You are the agent.",
			Sections: []permit.Section{s, {Tool: "edit", Intent: permit.Deny, Rules: []permit.Rule{{Pattern: "src/**", Action: permit.Allow}}}}}, open("open")})
	}
	return all
}

// BenchmarkRender is what rendering for all clients takes: five hundred agents of five rules,
// and one of forty.
func BenchmarkRender(b *testing.B) {
	for _, c := range []struct {
		name            string
		n, rules, kinds int
	}{{"500 agents of 5 rules, 20 sets", 500, 5, 20}, {"500 agents of 5 rules, all different", 500, 5, 500}, {"1 agent of 40 rules", 1, 40, 1}} {
		b.Run(c.name, func(b *testing.B) {
			all := many(c.n, c.rules, c.kinds)
			for b.Loop() {
				RenderAll(all, Clients(), "")
			}
		})
	}
}
