package agents

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"kei/gen/permit"

	"go.yaml.in/yaml/v3"
)

var openCode = client{
	name: "opencode", folder: ".opencode/agents", suffix: ".md",
	reserved: []string{"build", "plan", "general", "explore", "compaction", "title", "summary"},
	render:   (*rendering).openCode, read: (*Imported).openCode,
}

// openCodeKeys are its tools for each of ours, in the order in which they are written.
var openCodeKeys = []struct {
	tool string
	keys []string
}{
	{"read", []string{"read"}}, {"search", []string{"glob", "grep", "list"}}, {"bash", []string{"bash"}}, {"edit", []string{"edit"}},
	{"webfetch", []string{"webfetch"}}, {"websearch", []string{"websearch"}}, {"question", []string{"question"}}, {"task", []string{"task"}},
	{"external_directory", []string{"external_directory"}},
}

// openCode writes .opencode/agents/<name>.md: it is called by the file's name, and a
// key that it does not know would be sent to the model.
func (r *rendering) openCode() {
	var m matter
	m.key("description", quoted(r.Description))
	m.key("mode", r.Mode)
	if model := r.ModelOf("opencode"); model != "" {
		m.key("model", scalar(model))
	}
	if r.MaxTurns > 0 {
		m.key("steps", fmt.Sprint(r.MaxTurns))
	}
	var lines []string
	for _, k := range openCodeKeys {
		lines = append(lines, r.openCodeSection(k.tool, k.keys)...)
	}
	if len(lines) > 0 {
		m.line("permission:")
	}
	for _, l := range lines {
		m.line("  " + l)
	}
	r.drop("display_name", r.DisplayName != "", "an agent is called by its file")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("skills", len(r.Skills) > 0, "every skill is offered to every agent")
	r.own(m.document(r))
}

// openCodeSection are the lines of one tool below permission.
func (r *rendering) openCodeSection(tool string, keys []string) (lines []string) {
	all := func(a permit.Action) []string {
		for _, k := range keys {
			lines = append(lines, k+": "+string(a))
		}
		return lines
	}
	if tool != "external_directory" {
		if _, off := r.off(tool); off {
			return all(permit.Deny)
		}
	}
	s := r.Section(tool)
	if s == nil {
		r.absent(tool)
		return nil
	}
	n := r.native(*s)
	if !n.Off() {
		r.beyond(tool, "the role "+r.Role.Name+" has rules about "+tool+" that the client does not know: it asks where the role denies")
	}
	field := "permissions." + tool
	if len(n.Rules) == 0 {
		return all(n.Intent)
	}
	if tool == "webfetch" {
		if got := n.Strictest(); got != permit.Allow {
			r.lose(Loss{Field: field, Kind: Stricter, Want: s.Intent, Got: got, Why: "one action only"})
		}
		return all(n.Strictest())
	}
	if p := n.Unordered(); p != "" {
		r.lose(Loss{Field: field, Kind: Stricter, Witness: p, Want: s.Intent, Got: n.Strictest(), Why: "the pattern is a number, whose place would be lost"})
		return all(n.Strictest())
	}
	r.openCodeCompare(*s, n)
	lines = append(lines, keys[0]+":", `  "*": `+string(n.Intent))
	written := n.ForOpenCode().Rules
	for i := len(written) - 1; i >= 0; i-- {
		lines = append(lines, "  "+quoted(written[i].Pattern)+": "+string(written[i].Action))
	}
	return lines
}

// A comparison is what came of comparing two sections.
type comparison struct {
	wider, stricter *permit.Difference
	err             error
}

// comparisons are those that were made, by what was compared: agents that are made alike
// have the same rules.
var comparisons sync.Map

// compare compares what a section means with what OpenCode makes of another, once.
func compare(meant, written permit.Section) (wider, stricter *permit.Difference, err error) {
	key := fmt.Sprintf("%q", []permit.Section{meant, written})
	if c, ok := comparisons.Load(key); ok {
		c := c.(comparison)
		return c.wider, c.stricter, c.err
	}
	c := comparison{}
	c.wider, c.stricter, c.err = permit.Compare(meant.Tool, meant.Meant(), written.OpenCode())
	comparisons.Store(key, c)
	return c.wider, c.stricter, c.err
}

// openCodeCompare reports where OpenCode decides otherwise than was meant.
func (r *rendering) openCodeCompare(s, n permit.Section) {
	field := "permissions." + s.Tool
	wider, stricter, err := compare(s, n.ForOpenCode())
	if err != nil {
		r.lose(Loss{Field: field, Kind: Wider, HeldBy: gateHolds, Why: "too large to be compared: " + err.Error()})
		return
	}
	why := "a pattern means something else there"
	switch s.Tool {
	case "edit", "read":
		why = "paths are matched relative to the worktree, and * crosses /"
	case "external_directory":
		why = "the folder is matched, and * crosses /"
	}
	if wider != nil {
		r.lose(Loss{Field: field, Kind: Wider, Rule: wider.Rule, Witness: wider.Witness, Want: wider.Want, Got: wider.Got, HeldBy: gateHolds, Why: why})
	}
	if stricter != nil && n.Same(s) {
		r.lose(Loss{Field: field, Kind: Stricter, Rule: stricter.Rule, Witness: stricter.Witness, Want: stricter.Want, Got: stricter.Got, Why: why})
	}
	if s.Tool == "bash" && n.Strictest() != permit.Allow {
		r.lose(Loss{Field: field, Kind: Wider, HeldBy: gateHolds, Why: "the text of a command is matched as it was typed: quotes, blanks and wrappers get past a rule"})
	}
}

// absent reports what the client does without a section where the role says more.
func (r *rendering) absent(tool string) {
	r.beyond(tool, "of "+tool+" the client has no rules, and the role "+r.Role.Name+" has")
}

// beyond reports that the role has rules about a tool that no file of the client says, if it
// has any.
func (r *rendering) beyond(tool, why string) {
	if tool == "bash" && r.Role.Judge != nil || tool == "edit" && r.Role.Writes {
		r.lose(Loss{Field: "role", Kind: Unenforced, HeldBy: gateHolds, Why: r.held(why)})
	}
}

func (d *Imported) openCode(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "mode":
			d.Mode = v.Value
		case "steps":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "permission":
			d.openCodePermissions(v)
		default:
			if key == "name" || !d.common(key, v.Value) { // its name is the file's
				d.drop(key, noPlace)
			}
		}
	})
}

// openCodePermissions reads the rules back: the last that matches decides there, so
// they are reversed.
func (d *Imported) openCodePermissions(n *yaml.Node) {
	said := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		said[n.Content[i].Value] = n.Content[i+1]
	}
	for _, k := range openCodeKeys {
		v := said[k.keys[0]]
		for _, key := range k.keys {
			delete(said, key)
		}
		if v == nil {
			continue
		}
		s := permit.Section{Tool: k.tool, Intent: permit.Action(v.Value)}
		if v.Kind == yaml.MappingNode {
			s.Intent = permit.Allow
			for i := 0; i+1 < len(v.Content); i += 2 {
				pattern, action := v.Content[i].Value, permit.Action(v.Content[i+1].Value)
				if pattern == "*" {
					s.Intent, s.Rules = action, nil
					continue
				}
				s.Rules = slices.Insert(s.Rules, 0, permit.Rule{Pattern: pattern, Action: action})
			}
		}
		if wider, stricter, err := permit.Compare(k.tool, s.OpenCode(), s.Meant()); err == nil {
			d.differs(k.tool, wider, Wider)
			d.differs(k.tool, stricter, Stricter)
		}
		d.Sections = append(d.Sections, s)
	}
	for key := range said {
		d.drop("permission."+key, noPlace)
	}
}
