package agents

import (
	"slices"

	"kei/gen/permit"
)

// A part is one of a client's tools, and the tool of Claude Code that it is like: a role may
// have that one and not another that the same word of a definition stands for.
type part struct{ name, like string }

// A partition says which of a client's tools each tool of a definition is.
type partition []toolParts

type toolParts struct {
	tool  string
	parts []part
}

// parted are the client's tools that the agent has and those that it has not.
func (r *rendering) parted(p partition) (on, off []string) {
	for _, one := range p {
		_, isOff := r.off(one.tool)
		for _, part := range one.parts {
			if isOff || !r.roleHasPart(one.tool, part.like) {
				off = append(off, part.name)
			} else {
				on = append(on, part.name)
			}
		}
	}
	return on, off
}

// tools are the words of a definition for a client's tools: those of which all parts are
// named, or one if some is enough. What is no tool of a definition is said.
func (d *Imported) tools(p partition, field string, names []string, some bool) []string {
	tools := []string{}
	left := slices.Clone(names)
	for _, one := range p {
		has := 0
		for _, part := range one.parts {
			if i := slices.Index(left, part.name); i >= 0 {
				has++
				left = slices.Delete(left, i, i+1)
			}
		}
		all := has == len(one.parts)
		if has > 0 && (all || some) {
			tools = append(tools, one.tool)
		}
		if has > 0 && !all {
			d.drop(field, "a part of "+one.tool+" alone cannot be said; a role's tools can")
		}
	}
	for _, name := range left {
		d.drop(field, name+" is none of the tools of a definition")
	}
	return tools
}

// withdrawn adds that tools are off.
func (d *Imported) withdrawn(tools []string) {
	for _, tool := range tools {
		d.Sections = append(d.Sections, permit.Section{Tool: tool, Intent: permit.Deny})
	}
}

// asked is whether the definition names a tool, and by which field.
func (r *rendering) asked(tool string) (field string, is bool) {
	if s := r.Section(tool); s != nil && !s.Off() {
		return "permissions." + tool, true
	}
	return "tools", slices.Contains(r.Tools, tool)
}

// lacks reports that the client has no such tool for an agent, if the definition asks for it.
func (r *rendering) lacks(tool, why string) {
	if field, is := r.asked(tool); is && r.roleHas(tool) {
		r.lose(Loss{Field: field, Kind: Stricter, Why: tool + ": " + why})
	}
}

// common reads the keys that most clients have alike, and says whether this was one.
func (d *Imported) common(key, v string) bool {
	switch key {
	case "name":
		d.Name = v
	case "description":
		d.Description = v
	case "model":
		d.Model = v
	default:
		return false
	}
	return true
}
