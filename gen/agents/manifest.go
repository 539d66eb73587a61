package agents

import (
	"fmt"

	"github.com/BurntSushi/toml"
)

// manifest reads the earlier kit's _manifests/NAME.toml.
func (d *Imported) manifest(text string) error {
	var f map[string]any
	if _, err := toml.Decode(text, &f); err != nil {
		return err
	}
	for key, v := range f {
		s, _ := v.(string)
		switch key {
		case "substrate_role":
			d.Role = s
		case "tools":
			var names []string
			given, _ := v.([]any)
			for _, one := range given {
				names = append(names, fmt.Sprint(one))
			}
			d.Tools = d.tools(claudeParts, key, names, true)
		default:
			if !d.common(key, s) {
				d.drop(key, noPlace)
			}
		}
	}
	d.client = "claude" // whose models it names
	d.Body = "# " + d.Name + "\n\n" + d.Description
	d.drop("blocks", "the prompt was put together of them; write it into system-prompt.md")
	return nil
}
