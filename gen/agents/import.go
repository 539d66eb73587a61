package agents

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"kei/gen/permit"
	"kei/gen/spec"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// An Imported is a definition that was read from a client's own file.
type Imported struct {
	Name, Role               string // Role "" is not said: no client's file has one
	Description, DisplayName string
	Mode, Model              string // "" is not said
	MaxTurns                 int
	Tools, Skills            []string
	Sections                 []permit.Section
	Body                     string
	Losses                   []Loss // what the file says and a definition has no place for

	client string
}

// readers read the file of each client.
var readers = map[string]func(*Imported, string) error{
	"opencode": (*Imported).openCode, "claude": (*Imported).claude, "pi": (*Imported).pi, "codex": (*Imported).codex,
	"manifest": (*Imported).manifest,
}

// Importable are the clients whose files can be read, and the earlier kit's manifest.
func Importable() []string { return append(Clients()[:4:4], "manifest") }

// ClientOf is whose file of an agent a path is, "" if it does not say so.
func ClientOf(file string) string {
	dir := path.Base(path.Dir(path.Dir(file)))
	switch {
	case path.Base(path.Dir(file)) == "_manifests":
		return "manifest"
	case path.Base(path.Dir(file)) == "agents" && strings.HasPrefix(dir, ".") && readers[dir[1:]] != nil:
		return dir[1:]
	}
	return ""
}

// Import reads the file of an agent as its client has it.
func Import(client, file string, data []byte) (Imported, error) {
	d := Imported{client: client, Name: strings.TrimSuffix(path.Base(file), path.Ext(file))}
	text := strings.TrimPrefix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\ufeff")
	if err := readers[client](&d, text); err != nil {
		return d, fmt.Errorf("%s: %w", file, err)
	}
	if before, after, ok := strings.Cut(d.Body, "\n# AGENT SUBSTRATE — role `"); ok {
		role, _, _ := strings.Cut(after, "`")
		d.Body = before
		d.drop("role", "the texts of the role "+role+" come with it; name it with --role")
	}
	d.Body = strings.TrimSpace(d.Body)
	SortLosses(d.Losses)
	return d, nil
}

func (d *Imported) drop(field, why string) {
	d.Losses = append(d.Losses, Loss{Agent: d.Name, Client: d.client, Field: field, Kind: Dropped, Why: why})
}

const noPlace = "a definition has no place for it"

// front cuts the front matter off.
func front(text string) (head, body string, err error) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", "", fmt.Errorf("there is no front matter; the first line of an agent's file is ---")
	}
	head, body, ok = strings.Cut("\n"+rest, "\n---\n")
	if !ok {
		return "", "", fmt.Errorf("the front matter does not end; a line --- ends it")
	}
	return head, body, nil
}

// each calls a function for every key of YAML front matter, in its order.
func (d *Imported) each(text string, take func(key string, v *yaml.Node)) error {
	head, body, err := front(text)
	if err != nil {
		return err
	}
	var n yaml.Node
	if err := yaml.Unmarshal([]byte(head), &n); err != nil {
		return err
	}
	d.Body = body
	if len(n.Content) == 0 || n.Content[0].Kind != yaml.MappingNode {
		return fmt.Errorf("the front matter has no keys")
	}
	for i := 0; i+1 < len(n.Content[0].Content); i += 2 {
		take(n.Content[0].Content[i].Value, n.Content[0].Content[i+1])
	}
	return nil
}

func list(n *yaml.Node) (words []string) {
	for _, c := range n.Content {
		words = append(words, c.Value)
	}
	if n.Kind == yaml.ScalarNode {
		words = split(n.Value)
	}
	return words
}

func split(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

func (d *Imported) openCode(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "description":
			d.Description = v.Value
		case "mode":
			d.Mode = v.Value
		case "model":
			d.Model = v.Value
		case "steps":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "permission":
			d.openCodePermissions(v)
		default:
			d.drop(key, noPlace)
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

// differs reports that a definition in the same words says something else.
func (d *Imported) differs(tool string, x *permit.Difference, kind Kind) {
	if x != nil {
		d.Losses = append(d.Losses, Loss{Agent: d.Name, Client: d.client, Field: "permissions." + tool, Kind: kind, Rule: x.Rule,
			Witness: x.Witness, Want: x.Want, Got: x.Got, Why: "the client reads the pattern in another way"})
	}
}

func (d *Imported) claude(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "name":
			d.Name = v.Value
		case "description":
			d.Description = v.Value
		case "tools":
			d.Tools = d.claudeNames("tools", list(v))
		case "disallowedTools":
			for _, tool := range d.claudeNames("disallowedTools", list(v)) {
				d.Sections = append(d.Sections, permit.Section{Tool: tool, Intent: permit.Deny})
			}
		case "model":
			d.Model = v.Value
		case "maxTurns":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		case "skills":
			d.Skills = list(v)
		case "hooks":
			var said struct {
				PreToolUse []struct{ Hooks []struct{ Command string } }
			}
			if v.Decode(&said) != nil || len(said.PreToolUse) != 1 || len(said.PreToolUse[0].Hooks) != 1 ||
				!strings.HasSuffix(said.PreToolUse[0].Hooks[0].Command, " --agent "+d.Name) {
				d.drop("hooks", "what is asked before a tool runs is the gate, which the role says")
			}
		default:
			d.drop(key, noPlace)
		}
	})
}

// claudeNames are tools in the words of a definition.
func (d *Imported) claudeNames(field string, names []string) []string {
	tools := []string{}
	for _, tool := range spec.ToolNames {
		has := 0
		for _, name := range standsFor[tool] {
			if i := slices.Index(names, name); i >= 0 {
				has++
				names = slices.Delete(slices.Clone(names), i, i+1)
			}
		}
		switch {
		case has == len(standsFor[tool]), has > 0 && field == "tools":
			tools = append(tools, tool)
		}
		if has > 0 && has < len(standsFor[tool]) {
			d.drop(field, "a part of "+tool+" alone cannot be said; a role's tools can")
		}
	}
	for _, name := range names {
		d.drop(field, name+" is none of the tools of a definition")
	}
	return tools
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
	case "name":
		d.Name = v
	case "description":
		d.Description = v
	case "model":
		d.Model = v
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
		d.drop(strings.TrimSpace(key), noPlace)
	}
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

// manifest reads the earlier kit's _manifests/NAME.toml.
func (d *Imported) manifest(text string) error {
	var f map[string]any
	if _, err := toml.Decode(text, &f); err != nil {
		return err
	}
	for key, v := range f {
		s, _ := v.(string)
		switch key {
		case "name":
			d.Name = s
		case "description":
			d.Description = s
		case "model":
			d.Model = s
		case "substrate_role":
			d.Role = s
		case "tools":
			var names []string
			for _, one := range v.([]any) {
				names = append(names, fmt.Sprint(one))
			}
			d.Tools = d.claudeNames("tools", names)
		default:
			d.drop(key, noPlace)
		}
	}
	d.client = "claude" // whose models it names
	d.Body = "# " + d.Name + "\n\n" + d.Description
	d.drop("blocks", "the prompt was put together of them; write it into system-prompt.md")
	return nil
}

// TOML is the definition as agents/<name>/agent.toml.
func (d Imported) TOML() []byte {
	var b strings.Builder
	line := func(key, v string, there bool) {
		if there {
			b.WriteString(key + " = " + v + "\n")
		}
	}
	names := func(list []string) string {
		var q []string
		for _, s := range list {
			q = append(q, quoted(s))
		}
		return "[" + strings.Join(q, ", ") + "]"
	}
	line("role", quoted(d.Role), d.Role != "")
	line("description", quoted(d.Description), true)
	line("display_name", quoted(d.DisplayName), d.DisplayName != "")
	line("mode", quoted(d.Mode), d.Mode != "")
	line("tools", names(d.Tools), d.Tools != nil)
	line("skills", names(d.Skills), len(d.Skills) > 0)
	line("max_turns", strconv.Itoa(d.MaxTurns), d.MaxTurns > 0)
	if d.Model != "" {
		b.WriteString("\n[model]\n" + d.client + " = " + quoted(d.Model) + "\n")
	}
	for _, s := range d.Sections {
		b.WriteString("\n[permissions." + s.Tool + "]\nintent = " + quoted(string(s.Intent)) + "\n")
		if len(s.Rules) > 0 {
			b.WriteString("rules = [\n")
			for _, r := range s.Rules {
				b.WriteString("  " + quoted(r.Pattern+":"+string(r.Action)) + ",\n")
			}
			b.WriteString("]\n")
		}
	}
	return []byte(b.String())
}
