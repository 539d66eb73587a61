package agents

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v3"
)

var qwen = client{
	name: "qwen", folder: ".qwen/agents", suffix: ".md", project: "QWEN_PROJECT_DIR",
	reserved: []string{"main", "default", "self", "system", "user", "model", "tool", "config", "explore", "general-purpose", "fork", "claude-code", "codex"},
	render:   (*rendering).qwen, read: (*Imported).qwen,
}

// qwenTools are its tools; its agents ask nobody, and it searches the web by servers only.
var qwenTools = partition{
	{"read", []part{{"read_file", "Read"}}},
	{"search", []part{{"glob", "Glob"}, {"grep_search", "Grep"}, {"list_directory", "Glob"}}},
	{"bash", []part{{"run_shell_command", "Bash"}}},
	{"edit", []part{{"edit", "Edit"}, {"write_file", "Write"}, {"notebook_edit", "NotebookEdit"}}},
	{"webfetch", []part{{"web_fetch", "WebFetch"}}},
	{"task", []part{{"agent", ""}}},
}

// qwen writes .qwen/agents/<name>.md. A list of rules is the project's there and not the
// agent's, so the rules are the gate's, which comes with the agent.
func (r *rendering) qwen() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	on, off := r.parted(qwenTools)
	switch {
	case r.Tools != nil && len(on) > 0:
		m.names("tools", on)
	case len(off) > 0: // also of an agent without any: an empty list is all tools
		m.names("disallowedTools", off)
	}
	if model := r.ModelOf("qwen"); model != "" {
		m.key("model", scalar(model))
	}
	if r.MaxTurns > 0 {
		m.key("maxTurns", fmt.Sprint(r.MaxTurns))
	}
	m.gate(r)
	r.drop("display_name", r.DisplayName != "", "an agent has one name")
	r.drop("mode", r.Mode != "all", "every agent can be started by the person and by others")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("skills", len(r.Skills) > 0, "every skill is offered to every agent")
	r.lacks("question", "its agents ask nobody")
	r.lacks("websearch", "only servers search the web")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	r.own(m.document(r))
}

func (d *Imported) qwen(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "tools":
			d.Tools = d.tools(qwenTools, key, list(v), true)
		case "disallowedTools":
			d.withdrawn(d.tools(qwenTools, key, list(v), false))
		case "maxTurns":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "hooks":
			d.hooks(v)
		default:
			if !d.common(key, v.Value) {
				d.drop(key, noPlace)
			}
		}
	})
}
