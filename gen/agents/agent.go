package agents

import (
	"slices"
	"strings"

	"kei/gen/permit"
	"kei/gen/spec"
	"kei/internal/files"
)

// An Agent is a definition and the role that it narrows.
type Agent struct {
	*spec.Definition
	Role Role
}

// A Role is what rendering has to know of a role.
type Role struct {
	Name   string
	Tools  []string // in Claude Code's names, as the policy has them
	Prompt string   // what every agent of the role is told: the texts of its capabilities

	// Judge is what the role's gate answers about one command, nil if it
	// lets every command through that its tools let it run.
	Judge func(command string) permit.Action
	// Writes is whether some files may not be written, beside what protects the gate.
	Writes bool
}

// A Rendering is what one client gets of one agent.
type Rendering struct {
	Client string
	Files  []files.File // by the client's own paths, from the project's folder; "~/" is the home folder
	Losses []Loss
}

// Render renders the agent for one client. primary is the agent that is Pi's own
// system prompt, "" if there is none.
func Render(a Agent, name, primary string) Rendering {
	r := &rendering{Agent: a, primary: primary, client: named(name), out: Rendering{Client: name}}
	if r.client != nil {
		r.client.render(r)
	}
	for i := range r.out.Losses {
		r.out.Losses[i].Agent, r.out.Losses[i].Client = a.Name, name
	}
	SortLosses(r.out.Losses)
	return r.out
}

// A rendering is one agent on its way to one client.
type rendering struct {
	Agent
	client  *client
	primary string
	out     Rendering
}

func (r *rendering) file(name, text string) {
	r.out.Files = append(r.out.Files, files.File{Name: name, Data: []byte(text)})
}

// own writes the agent's own file, where its client looks for it.
func (r *rendering) own(text string) { r.file(r.client.file(r.Name), text) }

// mark is the line by which kei knows the files that it wrote.
func (r *rendering) mark() string { return files.AgentMark("", r.Name, "") }

// Prompt is all that the agent is told, the same in every client: its own text,
// the files that it names, and what its role holds it to.
func (a Agent) Prompt() string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(a.Body))
	b.WriteByte('\n')
	for _, in := range a.Inlined {
		mark := "<!-- " + in.Kind + ": " + in.Path + " -->\n"
		b.WriteString("\n" + mark + strings.TrimSpace(in.Text) + "\n" + mark)
	}
	if a.Role.Prompt != "" {
		b.WriteString("\n" + substrate(a.Role.Name) + "\n\n" + strings.TrimSpace(a.Role.Prompt) + "\n")
	}
	return b.String()
}

// substrate is the heading below which the role's texts stand.
func substrate(role string) string { return "# AGENT SUBSTRATE — role `" + role + "`" }

// standsFor are the tools of Claude Code that a tool of a definition is.
var standsFor = map[string][]string{
	"read": {"Read"}, "search": {"Glob", "Grep"}, "bash": {"Bash"}, "edit": {"Edit", "Write", "NotebookEdit"},
	"webfetch": {"WebFetch"}, "websearch": {"WebSearch"}, "question": {"AskUserQuestion"}, "task": {"Agent"},
}

// roleHas reports whether the role has a tool, or a part of it.
func (r *rendering) roleHas(tool string) bool {
	return slices.ContainsFunc(standsFor[tool], func(t string) bool { return slices.Contains(r.Role.Tools, t) }) ||
		tool == "question" && slices.Contains(r.Role.Tools, "@talk") ||
		tool == "task" && slices.Contains(r.Role.Tools, "Task")
}

// roleHasPart reports whether the role has one of several tools that a tool of a
// definition is, by Claude Code's name for it.
func (r *rendering) roleHasPart(tool, part string) bool {
	return tool == "question" || tool == "task" || slices.Contains(r.Role.Tools, part)
}

// off says that a tool is not there, and by which field.
func (r *rendering) off(tool string) (field string, off bool) {
	switch s := r.Section(tool); {
	case r.Tools != nil && !slices.Contains(r.Tools, tool):
		return "tools", true
	case s != nil && s.Off():
		return "permissions." + tool, true
	case !r.roleHas(tool):
		return "role", true
	}
	return "", false
}

// native is a section as a client may be given it: what the role does not let
// through is asked about, or denied where the role denies all of it.
func (r *rendering) native(s permit.Section) permit.Section {
	n := s.Normal()
	n.Rules = slices.Clone(n.Rules)
	for i, rule := range n.Rules {
		n.Rules[i].Action = r.clamped(s.Tool, rule.Pattern, rule.Action, i+1)
	}
	n.Intent = r.clamped(s.Tool, "*", n.Intent, 0)
	return n
}

// clamped is the action of a rule that no role is wider than.
func (r *rendering) clamped(tool, pattern string, a permit.Action, rule int) permit.Action {
	if a != permit.Allow {
		return a
	}
	switch {
	case tool == "edit" && r.Role.Writes:
		r.lose(Loss{Field: "permissions.edit", Kind: Stricter, Rule: rule, Want: permit.Allow, Got: permit.Ask,
			Why: "the role " + r.Role.Name + " lets only some files be written"})
		return permit.Ask
	case tool != "bash" || r.Role.Judge == nil:
		return a
	}
	samples := samplesOf(pattern)
	denied, witness := 0, ""
	for _, c := range samples {
		if r.Role.Judge(c) != permit.Allow {
			denied++
			if witness == "" || len(c) < len(witness) {
				witness = c
			}
		}
	}
	got := permit.Ask
	switch {
	case denied == 0 && !strings.Contains(pattern, "*"):
		return permit.Allow
	case denied == len(samples):
		got = permit.Deny
	}
	r.lose(Loss{Field: "permissions.bash", Kind: Stricter, Rule: rule, Witness: witness, Want: permit.Allow, Got: got,
		Why: "the role " + r.Role.Name + " does not allow all of it"})
	return got
}

// samplesOf are commands that a pattern matches, the harmless ones first: those
// that a role's gate is asked about. A star stands for anything, so what the gate
// says of all of it is not found by samples, only that it denies some.
func samplesOf(pattern string) []string {
	if !strings.Contains(pattern, "*") {
		return []string{pattern}
	}
	fills := []string{"", "x", "--help", "$(x)", "x; git push --force", "> /etc/x"}
	if pattern == "*" {
		fills = []string{"ls", "x", "git push", "rm -rf /", "sudo x"}
	}
	var list []string
	for _, fill := range fills {
		if c := strings.TrimSpace(strings.ReplaceAll(pattern, "*", fill)); c != "" {
			list = append(list, c)
		}
	}
	return list
}
