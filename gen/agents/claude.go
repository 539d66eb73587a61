package agents

import (
	"fmt"
	"slices"
	"strings"

	"kei/gen/spec"
)

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
	for _, l := range []string{
		"hooks:", "  PreToolUse:", `    - matcher: "*"`, "      hooks:", "        - type: command",
		"          command: " + quoted(GateCommand(r.Name)),
		"          timeout: 30", "          onFailure: block",
	} {
		m.line(l)
	}
	r.drop("display_name", r.DisplayName != "", "an agent has one name")
	r.drop("mode", r.Mode != "all", "every agent can be started by the person and by others")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled()
	r.file(".claude/agents/"+r.Name+".md", m.document(r))
}

// GateCommand starts the gate of an agent from its own file, where the policy folder is
// the project's; kei install writes where it is otherwise.
func GateCommand(name string) string { return `"$CLAUDE_PROJECT_DIR"/bin/dispatch --agent ` + name }

// claudeTools are the tools that the agent has and those that it has not.
func (r *rendering) claudeTools() (on, off []string) {
	for _, tool := range spec.ToolNames {
		_, isOff := r.off(tool)
		for _, name := range standsFor[tool] {
			part := !isOff && tool != "question" && tool != "task" && !slices.Contains(r.Role.Tools, name)
			if isOff || part {
				off = append(off, name)
			} else {
				on = append(on, name)
			}
		}
	}
	return on, off
}

// ruled reports the rules of the role that no file of the client can say.
func (r *rendering) ruled() {
	for _, tool := range []string{"bash", "edit"} {
		if _, off := r.off(tool); !off {
			r.absent(tool)
		}
	}
}
