package templates

import (
	"strings"
	"testing"
)

// What new files say for somebody to replace is known again, and each sentence that is
// known stands in one of them.
func TestPlaceholder(t *testing.T) {
	text := func(data []byte, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	definition, prompt, err := NewAgent("a", "r")
	files := map[string]string{
		"role.toml":       text(NewRole("r", "")),
		"capability.toml": text(NewCapability("policy", "no-x", Sample{Kind: "deny-command", Lists: []string{"tool-patterns"}, Judges: "commands"})),
		"text.md":         text(NewText()),
		"agent.toml":      text(definition, err),
		"agent.md":        text(prompt, nil),
	}
	all := ""
	for name, said := range files {
		if Placeholder(said) == "" {
			t.Errorf("%s: no placeholder is found in\n%s", name, said)
		}
		all += said
	}
	for _, p := range placeholders {
		if !strings.Contains(all, p) {
			t.Errorf("no new file says %q", p)
		}
	}
	if p := Placeholder("You do not run docker. Say in your report what you wanted it for.\n"); p != "" {
		t.Errorf("%q is found in what somebody wrote", p)
	}
}
