package serve

import (
	"fmt"
	"strings"

	"kei/atom"
	"kei/atom/schema"
)

// maxSkillName is how long the name of an Agent Skill may be.
const maxSkillName = 64

// Skill is the SKILL.md of a package: what its atoms take, give and do, for
// agents that run commands. Command is a command line that shows an atom, ""
// for none.
func Skill(pkg, description string, atoms []*atom.Atom, command func(*atom.Atom) string) ([]byte, error) {
	if len(pkg) > maxSkillName {
		return nil, fmt.Errorf("%s can't be the name of a skill: it has more than %d bytes", pkg, maxSkillName)
	}
	var verbs []string
	var b strings.Builder
	for _, a := range atoms {
		verbs = append(verbs, a.Verb)
		verb(&b, a, command(a))
	}
	if description == "" {
		description = "The tools of " + pkg + "."
	}
	// Text in quotes of JSON is text in quotes of YAML.
	about := schema.Canonical(shorten(strings.Join(strings.Fields(description), " ")+" Verbs: "+strings.Join(verbs, ", ")+".", maxDescription))
	head := fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n\n# %s\n\n%s\n\nEach is run by `kei atom invoke`, which holds input and output against their schemas; `kei atom show ID --schema input`\nprints one. Exit status 2 is a refusal that standard error explains.\n",
		pkg, about, pkg, strings.TrimSpace(description))
	return []byte(head + b.String()), nil
}

func verb(b *strings.Builder, a *atom.Atom, command string) {
	text := atom.Read(a.Body)
	fmt.Fprintf(b, "\n## %s\n\n", a.ID)
	if text.Description != "" {
		fmt.Fprintf(b, "%s\n\n", text.Description)
	}
	fact := func(name string, list []string) {
		if len(list) > 0 {
			fmt.Fprintf(b, "- %s: %s\n", name, strings.Join(list, ", "))
		}
	}
	fact("kind", []string{string(a.Kind)})
	var effects, errors []string
	for _, e := range a.Effects {
		effects = append(effects, e.String())
	}
	for _, e := range a.Errors {
		errors = append(errors, e.Code+" ("+strings.TrimSuffix(e.Description, ".")+")")
	}
	fact("effects", effects)
	fact("required input", a.Input.Required)
	fact("optional input", a.Input.Optional())
	fact("errors", errors)
	if a.Deprecated != "" {
		fact("deprecated", []string{a.Deprecated})
	}
	if command != "" {
		fmt.Fprintf(b, "\n```sh\n%s\n```\n", command)
	}
	for _, s := range []struct{ name, text string }{{"Example", text.Example}, {"Gotchas", text.Gotchas}} {
		if s.text != "" {
			fmt.Fprintf(b, "\n### %s\n\n%s\n", s.name, s.text)
		}
	}
}
