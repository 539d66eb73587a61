package agents

import (
	"regexp"
	"strings"

	"kei/gen/permit"

	"github.com/BurntSushi/toml"
)

var nickname = regexp.MustCompile(`^[A-Za-z0-9 _-]+$`)

var codex = client{
	name: "codex", folder: ".codex/agents", suffix: ".toml",
	reserved: []string{"default", "explorer", "worker"},
	render:   (*rendering).codex, read: (*Imported).codex,
}

// codex writes .codex/agents/<name>.toml. Of such a file the instructions are used
// and no restriction is, so none is written: what the agent may do is the gate's.
func (r *rendering) codex() {
	var b strings.Builder
	line := func(key, v string) { b.WriteString(key + " = " + v + "\n") }
	b.WriteString("# " + r.mark() + "\n")
	line("name", quoted(r.Name))
	line("description", quoted(r.Description))
	if nickname.MatchString(r.DisplayName) {
		line("nickname_candidates", "["+quoted(r.DisplayName)+"]")
	} else {
		r.drop("display_name", r.DisplayName != "", "a nickname has letters, digits, blanks, _ and - only")
	}
	if model := r.ModelOf("codex"); model != "" {
		line("model", quoted(model))
	}
	line("developer_instructions", tomlText(r.Prompt()))
	r.drop("mode", r.Mode != "all", "every role can be started")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("max_turns", r.MaxTurns > 0, "there is no turn limit")
	r.drop("skills", len(r.Skills) > 0, "skills are paths there")
	r.codexOff()
	r.unenforced("bash", "edit", "read", "external_directory", "webfetch", "task")
	r.ruled("bash", "edit")
	r.own(b.String())
}

// codexOff reports tools that are off and stay: a role's file takes none away.
func (r *rendering) codexOff() {
	said := map[string]bool{}
	for _, tool := range []string{"bash", "edit"} {
		if field, off := r.off(tool); off && !said[field] {
			said[field] = true
			why := "a role file takes no tool away"
			if field == "tools" {
				why = "no tool list"
			}
			r.lose(Loss{Field: field, Kind: Wider, Want: permit.Deny, Got: permit.Allow, HeldBy: gateHolds, Why: why})
		}
	}
	if field, off := r.off("websearch"); off {
		r.lose(Loss{Field: field, Kind: Wider, Want: permit.Deny, Got: permit.Allow, Why: "the search runs at the provider; a role cannot switch it off and no hook sees it"})
	}
}

// tomlText is a text of several lines as TOML 1.0 has it: literal where that can be.
func tomlText(s string) string {
	if !strings.Contains(s, "'''") && !strings.HasSuffix(s, "'") && strings.IndexFunc(s, func(c rune) bool { return c < ' ' && c != '\n' && c != '\t' || c == 0x7f }) < 0 {
		return "'''\n" + s + "'''"
	}
	return quoted(s)
}

func (d *Imported) codex(text string) error {
	var f map[string]any
	if _, err := toml.Decode(text, &f); err != nil {
		return err
	}
	take := func(key string, into *string) {
		*into, _ = f[key].(string)
		delete(f, key)
	}
	take("name", &d.Name)
	take("description", &d.Description)
	take("model", &d.Model)
	take("developer_instructions", &d.Body)
	if names, ok := f["nickname_candidates"].([]any); ok && len(names) > 0 {
		d.DisplayName, _ = names[0].(string)
		delete(f, "nickname_candidates")
	}
	for key := range f {
		d.drop(key, noPlace)
	}
	return nil
}
