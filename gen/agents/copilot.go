package agents

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kei/gen/spec"

	"go.yaml.in/yaml/v3"
)

var copilot = client{
	name: "copilot", folder: ".github/agents", suffix: ".agent.md", project: "COPILOT_PROJECT_DIR",
	render: (*rendering).copilot, read: (*Imported).copilot,
}

// copilotTools are its words for tools. One is for both tools of the web.
var copilotTools = []struct {
	name string
	of   []string
}{
	{"read", []string{"read"}}, {"search", []string{"search"}}, {"execute", []string{"bash"}}, {"edit", []string{"edit"}},
	{"web", []string{"webfetch", "websearch"}}, {"agent", []string{"task"}},
}

// copilotPrompt is how many characters of a prompt are read.
const copilotPrompt = 30000

// copilot writes .github/agents/<name>.agent.md. What it calls an agent is the name in
// the file, and a tool is there or not: the rules are the gate's, which comes with the agent.
func (r *rendering) copilot() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	any := slices.ContainsFunc(spec.ToolNames, func(tool string) bool { _, off := r.off(tool); return off })
	if r.Tools != nil || any {
		var on []string
		for _, name := range r.copilotTools() {
			on = append(on, quoted(name))
		}
		m.key("tools", "["+strings.Join(on, ", ")+"]")
	}
	switch r.Mode {
	case "primary":
		m.key("disable-model-invocation", "true")
	case "subagent":
		m.key("user-invocable", "false")
	}
	if model := r.ModelOf("copilot"); model != "" {
		m.key("model", scalar(model))
	}
	if len(r.Tags) > 0 {
		m.line("metadata:")
		m.key("  tags", quoted(strings.Join(r.Tags, ", ")))
	}
	m.gate(r)
	r.drop("display_name", r.DisplayName != "", "an agent is called by its name")
	r.drop("max_turns", r.MaxTurns > 0, "there is no turn limit")
	r.drop("skills", len(r.Skills) > 0, "every skill is offered to every agent")
	n := utf8.RuneCountInString(r.Prompt())
	r.drop("prompt", n > copilotPrompt, fmt.Sprintf("%d characters of a prompt are read, and this one has %d", copilotPrompt, n))
	r.lacks("question", "its agents ask nobody")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	r.own(m.document(r))
}

// copilotTools are its words for the tools that the agent has, those that are for several
// only if it has all of them.
func (r *rendering) copilotTools() (names []string) {
	for _, one := range copilotTools {
		var has, lack []string
		field := ""
		for _, tool := range one.of {
			if by, off := r.off(tool); off {
				lack, field = append(lack, tool), by
			} else {
				has = append(has, tool)
			}
		}
		switch {
		case len(lack) == 0:
			names = append(names, one.name)
		case len(has) > 0:
			if s := r.Section(has[0]); s != nil {
				field = "permissions." + has[0]
			}
			r.lose(Loss{Field: field, Kind: Stricter, Why: one.name + " is both " + strings.Join(one.of, " and ") + ", and " + lack[0] + " is off"})
		}
	}
	return names
}

func (d *Imported) copilot(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "tools":
			d.Tools = []string{}
			for _, name := range list(v) {
				d.copilotTool(name)
			}
		case "disable-model-invocation", "user-invocable":
			switch key + ": " + v.Value {
			case "disable-model-invocation: true":
				d.Mode = "primary"
			case "user-invocable: false":
				d.Mode = "subagent"
			}
		case "metadata":
			d.metadata(v)
		case "hooks":
			d.hooks(v)
		default:
			if !d.common(key, v.Value) {
				d.drop(key, noPlace)
			}
		}
	})
}

func (d *Imported) copilotTool(name string) {
	for _, one := range copilotTools {
		if one.name == name {
			d.Tools = append(d.Tools, one.of...)
			return
		}
	}
	d.drop("tools", name+" is none of the tools of a definition")
}

// metadata reads tags, which are one text there.
func (d *Imported) metadata(v *yaml.Node) {
	for i := 0; i+1 < len(v.Content); i += 2 {
		if key := v.Content[i].Value; key != "tags" {
			d.drop("metadata."+key, noPlace)
			continue
		}
		for _, tag := range strings.Split(v.Content[i+1].Value, ",") {
			if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(d.Tags, tag) {
				d.Tags = append(d.Tags, tag)
			}
		}
	}
}
