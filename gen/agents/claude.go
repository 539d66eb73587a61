package agents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kei/gen/permit"
	"kei/gen/spec"

	"go.yaml.in/yaml/v3"
)

var claude = client{
	name: "claude", folder: ".claude/agents", suffix: ".md", project: "CLAUDE_PROJECT_DIR",
	reserved: []string{"explore", "plan", "general-purpose", "claude", "statusline-setup"},
	render:   (*rendering).claude, read: (*Imported).claude,
}

// claude writes .claude/agents/<name>.md. A list of rules is the project's there
// and not the agent's, so the rules are the gate's, which comes with the agent.
func (r *rendering) claude() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	on, off := r.claudeTools()
	switch {
	case r.Tools != nil:
		m.key("tools", strings.Join(on, ", "))
	case len(off) > 0:
		m.key("disallowedTools", strings.Join(off, ", "))
	}
	if model := r.ModelOf("claude"); model != "" {
		m.key("model", scalar(model))
	}
	if r.MaxTurns > 0 {
		m.key("maxTurns", fmt.Sprint(r.MaxTurns))
	}
	if len(r.Skills) > 0 {
		m.list("skills", r.Skills)
	}
	m.gate(r)
	m.line("          onFailure: block")
	r.drop("display_name", r.DisplayName != "", "an agent has one name")
	r.drop("mode", r.Mode != "all", "every agent can be started by the person and by others")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	r.own(m.document(r))
}

// claudeTools are the tools that the agent has and those that it has not.
func (r *rendering) claudeTools() (on, off []string) {
	for _, tool := range spec.ToolNames {
		_, isOff := r.off(tool)
		for _, name := range standsFor[tool] {
			if isOff || !r.roleHasPart(tool, name) {
				off = append(off, name)
			} else {
				on = append(on, name)
			}
		}
	}
	return on, off
}

// ruled reports the rules of the role that no file of the client can say.
func (r *rendering) ruled(tools ...string) {
	for _, tool := range tools {
		if _, off := r.off(tool); !off {
			r.absent(tool)
		}
	}
}

func (d *Imported) claude(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "name":
			d.Name = v.Value
		case "description":
			d.Description = v.Value
		case "tools":
			d.Tools = d.claudeNames("tools", list(v))
		case "disallowedTools":
			for _, tool := range d.claudeNames("disallowedTools", list(v)) {
				d.Sections = append(d.Sections, permit.Section{Tool: tool, Intent: permit.Deny})
			}
		case "model":
			d.Model = v.Value
		case "maxTurns":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "skills":
			d.Skills = list(v)
		case "hooks":
			d.hooks(v)
		default:
			d.drop(key, noPlace)
		}
	})
}

// claudeNames are tools in the words of a definition.
func (d *Imported) claudeNames(field string, names []string) []string {
	tools := []string{}
	for _, tool := range spec.ToolNames {
		has := 0
		for _, name := range standsFor[tool] {
			if i := slices.Index(names, name); i >= 0 {
				has++
				names = slices.Delete(slices.Clone(names), i, i+1)
			}
		}
		switch {
		case has == len(standsFor[tool]), has > 0 && field == "tools":
			tools = append(tools, tool)
		}
		if has > 0 && has < len(standsFor[tool]) {
			d.drop(field, "a part of "+tool+" alone cannot be said; a role's tools can")
		}
	}
	for _, name := range names {
		d.drop(field, name+" is none of the tools of a definition")
	}
	return tools
}
