package agents

import (
	"fmt"
	"slices"
	"strings"

	"kei/gen/spec"
	"kei/internal/files"
	"kei/templates"
)

// A Set is what is rendered of all agents, and what is wrong with it.
type Set struct {
	agents     []Agent
	primary    string
	Renderings []Rendering
	Losses     []Loss
	Findings   []spec.Finding
}

// RenderAll renders all agents for the clients of a list. primary is the agent that
// agents/pi.toml names, "" if there is no such file.
func RenderAll(all []Agent, clients []string, primary string) Set {
	s := Set{agents: all}
	if slices.Contains(clients, "pi") {
		primary = s.first(all, primary)
		s.primary = primary
	}
	folded := map[string]string{}
	for _, a := range all {
		if other, ok := folded[strings.ToLower(a.Name)]; ok {
			s.find(a, "folded-name", "the agents %s and %s differ in capitals only, and are one file to many disks; rename one", other, a.Name)
		}
		folded[strings.ToLower(a.Name)] = a.Name
		var losses []Loss
		for _, c := range clients {
			if slices.Contains(named(c).reserved, a.Name) {
				s.find(a, "reserved-name", "%s has an agent %s of its own; call this one something else", c, a.Name)
			}
			one := Render(a, c, primary)
			s.Renderings = append(s.Renderings, one)
			losses = append(losses, one.Losses...)
		}
		s.Findings = append(s.Findings, Unaccepted(a.Definition, losses, clients)...)
		s.Losses = append(s.Losses, losses...)
	}
	SortLosses(s.Losses)
	return s
}

func (s *Set) find(a Agent, what, format string, args ...any) {
	s.Findings = append(s.Findings, spec.Finding{What: what, Agent: a.Name, Key: "name", File: a.File, Msg: fmt.Sprintf(format, args...)})
}

// first is the one agent that is Pi's system prompt.
func (s *Set) first(all []Agent, named string) string {
	var list []string
	for _, a := range all {
		if a.Mode == "primary" {
			list = append(list, a.Name)
			if named == "" && len(list) > 1 {
				s.find(a, "two-primaries", "%s and %s are both primary, and Pi has one; write system = %q into agents/pi.toml", list[0], a.Name, list[0])
			}
		}
		if a.Name == named {
			return named
		}
	}
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

// Emitted are the files below out/agents/: what each client gets under the path
// that it has there, and the report of what is lost. Those of the home folder are
// below home/. What each agent is told stands in NAME.md, for whoever starts it by other means.
func (s Set) Emitted() ([]files.File, error) {
	if len(s.Renderings) == 0 {
		return nil, nil
	}
	var set []files.File
	for _, r := range s.Renderings {
		for _, f := range r.Files {
			f.Name = "out/agents/" + r.Client + "/" + strings.Replace(f.Name, "~/", "home/", 1)
			set = append(set, f)
		}
	}
	for _, a := range s.agents {
		text, err := templates.Prompt(files.Mark+" from agents/"+a.Name+"/ and what its role holds. DO NOT EDIT.", a.Prompt())
		if err != nil {
			return nil, err
		}
		set = append(set, files.File{Name: "out/agents/" + a.Name + ".md", Data: text})
	}
	set = append(set, s.listed(s.primary))
	report, err := Lines(s.Losses)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("{\"$comment\":%q}\n", files.Mark+" from agents/ and roles/. DO NOT EDIT.")
	return append(set, files.File{Name: "out/agents/LOSSES.jsonl", Data: append([]byte(head), report...)}), nil
}
