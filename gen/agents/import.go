package agents

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"kei/gen/permit"
	"kei/gen/spec"

	"go.yaml.in/yaml/v3"
)

// An Imported is a definition that was read from a client's own file.
type Imported struct {
	Name, Role               string // Role "" is not said: no client's file has one
	Description, DisplayName string
	Mode, Model              string // "" is not said
	MaxTurns                 int
	Tools, Skills, Tags      []string
	Sections                 []permit.Section
	Body                     string
	Losses                   []Loss // what the file says and a definition has no place for

	client string
}

// manifest is what the earlier kit had of an agent.
var manifest = client{name: "manifest", folder: "_manifests", suffix: ".toml", read: (*Imported).manifest}

// Importable are the clients whose files can be read, and the earlier kit's manifest.
func Importable() []string { return append(Clients(), manifest.name) }

// ClientOf is whose file of an agent a path is, "" if it does not say so.
func ClientOf(file string) string {
	for _, c := range append(slices.Clone(clients), &manifest) {
		if c.owns(file) {
			return c.name
		}
	}
	return ""
}

// Import reads the file of an agent as its client has it, and what [PolicyOf] names, nil
// if that is not there.
func Import(client, file string, data, policy []byte) (Imported, error) {
	c := named(client)
	if c == nil {
		c = &manifest
	}
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if c.owns(file) {
		name = strings.TrimSuffix(path.Base(file), c.suffix)
	}
	d := Imported{client: client, Name: name}
	if err := c.read(&d, lf(data)); err != nil {
		return d, fmt.Errorf("%s: %w", file, err)
	}
	if c.readPolicy != nil && policy != nil {
		if err := c.readPolicy(&d, lf(policy)); err != nil {
			return d, fmt.Errorf("%s: %w", c.policy(d.Name), err)
		}
	}
	if d.Tools != nil && len(d.Tools) == 0 {
		// No tool at all: a definition has no empty list, so one that is denied stands in it.
		d.Tools = []string{"read"}
		d.withdrawn(d.Tools)
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

// lf is a text without a byte order mark and with line feeds alone.
func lf(data []byte) string {
	return strings.TrimPrefix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\ufeff")
}

// PolicyOf is the other file that a client has of an agent, "" if it has one only; "~/" is
// the home folder.
func PolicyOf(client, agent string) string {
	if c := named(client); c != nil && c.policy != nil {
		return c.policy(agent)
	}
	return ""
}

// open is a role that holds nothing back, so that what a definition says is seen.
func open(name string) Role {
	var tools []string
	for _, list := range standsFor {
		tools = append(tools, list...)
	}
	return Role{Name: name, Tools: tools}
}

// Open are the losses that let more through and that nobody holds, whichever role the agent
// is given: what the file itself switches off and another client does not.
func (d Imported) Open() (list []Loss) {
	all := Agent{&spec.Definition{Name: d.Name, Mode: d.Mode, Tools: d.Tools, Sections: d.Sections, Body: d.Body}, open(d.Role)}
	for _, client := range Clients() {
		for _, l := range Render(all, client, "").Losses {
			if l.Open() {
				list = append(list, l)
			}
		}
	}
	return list
}

func (d *Imported) drop(field, why string) {
	d.Losses = append(d.Losses, Loss{Agent: d.Name, Client: d.client, Field: field, Kind: Dropped, Why: why})
}

const noPlace = "a definition has no place for it"

// hooks reads the hooks of an agent's own file, of which the gate's is no loss.
func (d *Imported) hooks(v *yaml.Node) {
	var said struct {
		PreToolUse []struct{ Hooks []struct{ Command string } } `yaml:"PreToolUse"`
	}
	if v.Decode(&said) != nil || len(said.PreToolUse) != 1 || len(said.PreToolUse[0].Hooks) != 1 ||
		!strings.HasSuffix(said.PreToolUse[0].Hooks[0].Command, " --agent "+d.Name) {
		d.drop("hooks", "what is asked before a tool runs is the gate, which the role says")
	}
}

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

// differs reports that a definition in the same words says something else.
func (d *Imported) differs(tool string, x *permit.Difference, kind Kind) {
	if x != nil {
		d.Losses = append(d.Losses, Loss{Agent: d.Name, Client: d.client, Field: "permissions." + tool, Kind: kind, Rule: x.Rule,
			Witness: x.Witness, Want: x.Want, Got: x.Got, Why: "the client reads the pattern in another way"})
	}
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
	line("tags", names(d.Tags), len(d.Tags) > 0)
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
