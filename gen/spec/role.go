package spec

import (
	"slices"
	"strings"

	"kei/internal/tomlpos"
)

// roleFile is the schema of roles/<name>.toml.
type roleFile struct {
	Role         *tomlpos.Table   `toml:"role"`
	Capabilities *tomlpos.Table   `toml:"capabilities"`
	Tools        *tomlpos.Table   `toml:"tools"`
	Files        *tomlpos.Table   `toml:"files"`
	Escalation   *tomlpos.Table   `toml:"escalation"`
	Pipeline     *tomlpos.Table   `toml:"pipeline"`
	Protection   *tomlpos.Table   `toml:"self-protection"`
	Example      []*tomlpos.Table `toml:"example"`
	Taxonomy     *tomlpos.Table   `toml:"taxonomy"`
	Lineage      *tomlpos.Table   `toml:"lineage"`
}

type roleTable struct {
	Name        tomlpos.String `toml:"name"`
	DisplayName string         `toml:"display-name"`
	Description tomlpos.String `toml:"description"`
	Spawnable   *bool          `toml:"spawnable"`
	Subagent    string         `toml:"claude-subagent-type"`
	UseCases    []string       `toml:"use-cases"`
}

// role reads one file of roles/.
func (l *loader) role(file, name string) {
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var f roleFile
	var r roleTable
	l.errs = append(l.errs, tomlpos.Decode(t, &f)...)
	if !l.section(t, f.Role, "role", &r) {
		return
	}
	l.required(f.Role, "name", r.Name)
	if r.Name.Text != "" && r.Name.Text != name {
		l.err(file, r.Name.Pos, "name is %s and the file says %s; make them agree", tomlpos.Printable(r.Name.Text), name)
	}
	l.required(f.Role, "description", r.Description)
	if strings.ContainsAny(r.Description.Text, "\n\r") {
		l.err(file, r.Description.Pos, "description is one line")
	}
	out := &Role{
		Name: name, DisplayName: r.DisplayName, Description: r.Description.Text,
		Spawnable: r.Spawnable == nil || *r.Spawnable, SubagentType: r.Subagent, UseCases: r.UseCases,
		File: file, Pos: r.Name.Pos,
	}
	l.roleCapabilities(t, f.Capabilities, out)
	l.roleTools(f.Tools, out)
	l.roleFiles(f.Files, out)
	l.rest(f, out)
	out.Examples = l.examples(f.Example)
	l.tree.Roles = append(l.tree.Roles, out)
}

func (l *loader) roleCapabilities(t, section *tomlpos.Table, out *Role) {
	var c struct {
		Required []tomlpos.String `toml:"required"`
		Extends  *tomlpos.String  `toml:"extends"`
		Relaxes  []tomlpos.String `toml:"relaxes"`
	}
	if !l.section(t, section, "capabilities", &c) {
		return
	}
	if _, ok := section.Get("required"); !ok && c.Extends == nil {
		l.err(section.File, section.Pos, "required is missing; write required = [] for a role that is held to nothing")
	}
	for _, list := range [][]tomlpos.String{c.Required, c.Relaxes} {
		for _, n := range list {
			if _, _, ok := SplitName(n.Text); !ok {
				l.err(section.File, n.Pos, "%s is not of the form category::slug", tomlpos.Printable(n.Text))
			}
		}
	}
	if c.Extends != nil && !IsSlug(c.Extends.Text) {
		l.err(section.File, c.Extends.Pos, "%s cannot name a role; use lower-case letters, digits and -", tomlpos.Printable(c.Extends.Text))
	}
	out.Required, out.Extends, out.Relaxes = c.Required, c.Extends, c.Relaxes
}

func (l *loader) roleTools(section *tomlpos.Table, out *Role) {
	var c struct {
		Allowed  []tomlpos.String `toml:"allowed"`
		Patterns []tomlpos.String `toml:"bash-patterns-allowed"`
		Commands []tomlpos.String `toml:"bash-commands-allowed"`
		Effects  []tomlpos.String `toml:"bash-effects-allowed"`
		Vars     []tomlpos.String `toml:"bash-variables-allowed"`
	}
	if !l.section(nil, section, "tools", &c) {
		if out.Extends == nil {
			l.err(out.File, out.Pos, "there is no [tools]; write allowed = [] for a role without tools")
		}
		return
	}
	_, out.HasTools = section.Get("allowed")
	_, out.HasPatterns = section.Get("bash-patterns-allowed")
	_, out.HasCommands = section.Get("bash-commands-allowed")
	_, out.HasEffects = section.Get("bash-effects-allowed")
	_, out.HasVariables = section.Get("bash-variables-allowed")
	if !out.HasTools && out.Extends == nil {
		l.err(section.File, section.Pos, "allowed is missing; every tool that is not in it is denied")
	}
	for _, tool := range c.Allowed {
		if strings.TrimSpace(tool.Text) != tool.Text || tool.Text == "" || tool.Text == "*" {
			l.err(section.File, tool.Pos, "%q names no tool; list each one, or mcp__server__* for those of a server", tool.Text)
			continue
		}
		l.toolName(section.File, tool.Pos, tool.Text)
	}
	for _, p := range c.Patterns {
		l.pattern(section.File, p.Pos, p.Text)
		l.anchored(section.File, p.Pos, p.Text)
	}
	for _, e := range c.Commands {
		l.entry(section.File, e.Pos, e.Text)
	}
	for _, e := range c.Effects {
		l.effect(section.File, e.Pos, e.Text)
	}
	for _, v := range c.Vars {
		l.variable(section.File, v.Pos, v.Text)
	}
	hasBash := slices.ContainsFunc(c.Allowed, func(s tomlpos.String) bool { return s.Text == "Bash" })
	listed := len(c.Patterns) + len(c.Commands) + len(c.Effects)
	for _, key := range []string{"bash-patterns-allowed", "bash-commands-allowed", "bash-effects-allowed"} {
		e, ok := section.Entry(key)
		if !ok || !out.HasTools {
			continue
		}
		switch {
		case hasBash && listed == 0:
			l.err(section.File, e.Pos, "no command would be allowed; leave Bash out of allowed, or leave this out to allow what the capabilities do not deny")
		case !hasBash && listed > 0:
			l.warn(section.File, e.Pos, "the role has no Bash; %s allows nothing", key)
		}
	}
	if e, ok := section.Entry("bash-variables-allowed"); ok && len(c.Vars) > 0 && listed == 0 && out.Extends == nil {
		l.err(section.File, e.Pos, "the role lists no commands that could be given variables; without a list of commands every variable may be set")
	}
	out.Tools, out.Patterns, out.Commands, out.Effects, out.Variables = c.Allowed, c.Patterns, c.Commands, c.Effects, c.Vars
}

// rest reads the sections that stand for themselves.
func (l *loader) rest(f roleFile, out *Role) {
	var escalation struct {
		Policy *tomlpos.String  `toml:"policy"`
		Shared []tomlpos.String `toml:"shared"`
		Notify tomlpos.Words    `toml:"notify"`
	}
	var pipeline struct {
		Handoff []tomlpos.String `toml:"handoff"`
	}
	var protection struct {
		Off bool `toml:"off"`
	}
	l.section(nil, f.Escalation, "escalation", &escalation)
	l.section(nil, f.Pipeline, "pipeline", &pipeline)
	l.section(nil, f.Protection, "self-protection", &protection)
	l.section(nil, f.Taxonomy, "taxonomy", &taxonomy{})
	l.section(nil, f.Lineage, "lineage", &out.Lineage)
	out.Escalation = escalations[0]
	if f.Escalation != nil {
		out.Escalation = l.oneOf(f.Escalation, "policy", escalation.Policy, escalations, escalations[0])
	}
	for _, g := range escalation.Shared {
		l.glob(f.Escalation.File, g.Pos, g.Text, false)
	}
	if _, ok := f.Escalation.Entry("notify"); ok && len(escalation.Notify) == 0 {
		l.err(f.Escalation.File, f.Escalation.At("notify", -1), "notify is a command line, as [\"notify-send\", \"kei\"]")
	}
	if out.Escalation != "orchestrator-notify" && len(escalation.Shared)+len(escalation.Notify) > 0 {
		l.warn(f.Escalation.File, f.Escalation.Pos, "shared and notify are for the policy orchestrator-notify; here they do nothing")
	}
	out.Shared, out.Notify = escalation.Shared, escalation.Notify
	out.Handoff, out.Unprotected = pipeline.Handoff, protection.Off
}
