package agents

import (
	"kei/gen/permit"
	"kei/gen/spec"

	"go.yaml.in/yaml/v3"
)

var cursor = client{
	name: "cursor", folder: ".cursor/agents", suffix: ".md", unnamed: true,
	render: (*rendering).cursor, read: (*Imported).cursor,
}

// cursor writes .cursor/agents/<name>.md, by its documentation: an agent writes and runs
// nothing there, or it has all tools, and its rules are the project's.
func (r *rendering) cursor() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	if model := r.ModelOf("cursor"); model != "" {
		m.key("model", scalar(model))
	}
	_, noBash := r.off("bash")
	_, noEdit := r.off("edit")
	readOnly := noBash && noEdit
	if readOnly {
		m.key("readonly", "true")
	}
	said := map[string]bool{}
	for _, tool := range spec.ToolNames {
		field, off := r.off(tool)
		if !off || said[field] || tool == "question" || readOnly && (tool == "bash" || tool == "edit") {
			continue
		}
		said[field] = true
		r.lose(Loss{Field: field, Kind: Wider, Want: permit.Deny, Got: permit.Allow, HeldBy: gateHolds, Why: r.held("an agent has all tools, or those that only read")})
	}
	r.drop("display_name", r.DisplayName != "", "an agent has one name")
	r.drop("mode", r.Mode != "all", "every agent can be started by the person and by others")
	r.drop("max_turns", r.MaxTurns > 0, "there is no turn limit")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("skills", len(r.Skills) > 0, "every skill is offered to every agent")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	r.own(m.document(r))
}

func (d *Imported) cursor(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch {
		case d.common(key, v.Value):
		case key == "readonly" && v.Value == "true":
			d.withdrawn([]string{"bash", "edit"})
		case key == "readonly":
		default:
			d.drop(key, noPlace)
		}
	})
}
