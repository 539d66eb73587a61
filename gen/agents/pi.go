package agents

import (
	"regexp"
	"slices"
	"strings"

	"kei/gen/permit"
)

var pi = client{
	name: "pi", folder: ListingFolder, suffix: ".md", also: []string{".pi/SYSTEM.md"},
	reserved: []string{"scout", "researcher", "worker", "reviewer", "oracle", "advisor", "delegate"},
	render:   (*rendering).pi, read: (*Imported).pi,
}

// piTools are Pi's for each of ours. Those of extensions are only named if the
// definition asks for them: a tool without its extension stops the agent.
var piTools = []struct {
	tool   string
	names  []string
	wanted bool // only if it is asked for
}{
	{"read", []string{"read"}, false}, {"search", []string{"grep", "find", "ls"}, false}, {"bash", []string{"bash"}, false},
	{"edit", []string{"edit", "write"}, false}, {"webfetch", []string{"fetch_content"}, true},
	{"websearch", []string{"web_search"}, true}, {"task", []string{"subagent"}, true},
}

// pi writes .pi/agents/<name>.md, whose front matter is lines and no YAML, and for
// the primary agent .pi/SYSTEM.md too.
func (r *rendering) pi() {
	var m matter
	m.key("name", r.Name)
	r.piText(&m, "description", r.Description)
	var tools []string
	for _, t := range piTools {
		_, off := r.off(t.tool)
		if !off && (!t.wanted || r.Section(t.tool) != nil || slices.Contains(r.Tools, t.tool)) {
			tools = append(tools, t.names...)
		}
	}
	m.line(strings.TrimRight("tools: "+strings.Join(tools, ", "), " "))
	if model := r.ModelOf("pi"); model != "" {
		m.key("model", model)
	}
	if len(r.Skills) > 0 {
		m.key("skills", strings.Join(r.Skills, ", "))
	}
	r.piAsks(&m)
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("max_turns", r.MaxTurns > 0, "pi-subagents has no turn limit")
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	if r.primary == r.Name {
		r.file(".pi/SYSTEM.md", "<!-- "+r.mark()+" -->\n"+r.Prompt())
	}
	r.own(m.document(r))
}

// piAsks writes that edits are asked about, which is all that can be said.
func (r *rendering) piAsks(m *matter) {
	s := r.Section("edit")
	if _, off := r.off("edit"); off || s == nil {
		return
	}
	n := r.native(*s)
	if n.Intent == permit.Ask || n.Intent == permit.Allow && slices.ContainsFunc(n.Rules, func(u permit.Rule) bool { return u.Action == permit.Ask }) {
		m.line("permissions:")
		m.line("  edit: ask")
		m.line("  write: ask")
	}
}

var piPlain = regexp.MustCompile(`^[A-Za-z][^:#"'\\]*$`)

// piText writes a text so that it is read back as it is.
func (r *rendering) piText(m *matter, key, s string) {
	switch {
	case piPlain.MatchString(s):
		m.key(key, s)
	case !strings.ContainsAny(s, `"\`):
		m.key(key, `"`+s+`"`)
	default:
		m.line(key + ": |-")
		m.line("  " + s)
	}
}

// pi reads front matter that is lines and no YAML.
func (d *Imported) pi(text string) error {
	head, body, err := front(text)
	if err != nil {
		return err
	}
	d.Body = body
	lines := strings.Split(head, "\n")
	for i := 0; i < len(lines); i++ {
		key, v, ok := strings.Cut(lines[i], ":")
		if v = strings.TrimSpace(v); !ok || strings.HasPrefix(strings.TrimSpace(key), "#") {
			continue
		}
		if v == "|-" && i+1 < len(lines) {
			i++
			v = strings.TrimPrefix(lines[i], "  ")
		} else if len(v) > 1 && v[0] == '"' && v[len(v)-1] == '"' {
			v = v[1 : len(v)-1]
		}
		d.piKey(key, v)
	}
	return nil
}

func (d *Imported) piKey(key, v string) {
	switch key {
	case "skills":
		d.Skills = split(v)
	case "tools":
		d.Tools = []string{}
		names := split(v)
		for _, t := range piTools {
			if slices.Contains(names, t.names[0]) {
				d.Tools = append(d.Tools, t.tool)
			}
			names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(t.names, n) })
		}
		for _, n := range names {
			d.drop("tools", n+" is none of the tools of a definition")
		}
	case "permissions", "  write":
	case "  edit":
		d.Sections = append(d.Sections, permit.Section{Tool: "edit", Intent: permit.Action(v)})
	default:
		if !d.common(key, v) {
			d.drop(strings.TrimSpace(key), noPlace)
		}
	}
}
