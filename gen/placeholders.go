package gen

import (
	"path"

	"kei/gen/spec"
	"kei/internal/tomlpos"
	"kei/templates"
)

// Placeholders are the texts of a policy that kei new wrote for a person to replace, and
// that agents or people would read as they stand.
func Placeholders(tree spec.Tree) Warnings {
	var list tomlpos.Errors
	look := func(file, text string) {
		if said := templates.Placeholder(text); said != "" {
			list.Add(file, tomlpos.Pos{}, "%q is what kei new wrote; say there what is meant", said)
		}
	}
	for _, r := range tree.Roles {
		look(r.File, r.Description)
	}
	for _, c := range tree.Capabilities {
		look(c.File, c.Description)
		look(path.Join(path.Dir(c.File), "text.md"), c.Text)
	}
	for _, a := range tree.Agents {
		if d := a.Definition; d != nil {
			look(a.File, d.Description)
			look(path.Join(path.Dir(a.File), d.Prompt), d.Body)
		}
	}
	return own(list.Sorted())
}
