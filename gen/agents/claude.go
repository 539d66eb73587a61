package agents

import (
	"fmt"
	"strconv"
	"strings"

	"kei/gen/spec"

	"go.yaml.in/yaml/v3"
)

var claude = client{
	name: "claude", folder: ".claude/agents", suffix: ".md", project: "CLAUDE_PROJECT_DIR",
	reserved: []string{"explore", "plan", "general-purpose", "claude", "statusline-setup"},
	render:   (*rendering).claude, read: (*Imported).claude,
}

// claudeParts are its tools, which are those that the others' are like.
var claudeParts = func() (p partition) {
	for _, tool := range spec.ToolNames {
		var parts []part
		for _, name := range standsFor[tool] {
			parts = append(parts, part{name, name})
		}
		p = append(p, toolParts{tool, parts})
	}
	return p
}()

// claude writes .claude/agents/<name>.md. A list of rules is the project's there
// and not the agent's, so the rules are the gate's, which comes with the agent.
func (r *rendering) claude() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	on, off := r.parted(claudeParts)
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
		case "tools":
			d.Tools = d.tools(claudeParts, key, list(v), true)
		case "disallowedTools":
			d.withdrawn(d.tools(claudeParts, key, list(v), false))
		case "maxTurns":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "skills":
			d.Skills = list(v)
		case "hooks":
			d.hooks(v)
		default:
			if !d.common(key, v.Value) {
				d.drop(key, noPlace)
			}
		}
	})
}
