package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kei/gen/resolve"
	"kei/internal/files"
	"kei/templates"
)

// Roles is what is said of all roles together: out/ROLES.md for people, and
// out/roles.json for whoever starts agents, which uses only what was emitted.
func Roles(roles []resolve.Role, agents resolve.Agents) ([]files.File, error) {
	if len(roles) == 0 {
		return nil, nil
	}
	var set []files.File
	for _, file := range []func([]resolve.Role, resolve.Agents) (files.File, error){roleFile, matrixFile} {
		f, err := file(roles, agents)
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

// writers are the tools that write files. Who has none of them needs no worktree
// of its own.
var writers = []string{"Edit", "Write", "MultiEdit", "NotebookEdit"}

func isolation(r resolve.Role) string {
	if slices.ContainsFunc(r.Tools, func(t string) bool { return slices.Contains(writers, t) }) && r.Spawnable {
		return "worktree"
	}
	return ""
}

func capabilities(r resolve.Role) []string {
	names := make([]string, len(r.Capabilities))
	for i, c := range r.Capabilities {
		names[i] = c.Name
	}
	return names
}

// bypasses are the variables that lift a rule of the role. Whoever starts an
// agent keeps them from it.
func bypasses(r resolve.Role) []string {
	names := []string{}
	for _, rule := range r.Rules {
		if name := rule.Rule.Head().Bypass; name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// roleFile is out/roles.json. Package agent reads it, and knows its keys.
func roleFile(roles []resolve.Role, _ resolve.Agents) (files.File, error) {
	type fact struct {
		Name         string   `json:"name"`
		Description  string   `json:"description"`
		Spawnable    bool     `json:"spawnable"`
		SubagentType string   `json:"subagent-type"`
		Isolation    string   `json:"isolation"`
		Escalation   string   `json:"escalation"`
		Handoff      []string `json:"handoff"`
		Capabilities []string `json:"capabilities"`
		Tools        []string `json:"tools"`
		Bypasses     []string `json:"bypass-env"`
	}
	var file struct {
		Comment string `json:"$comment"`
		Roles   []fact `json:"roles"`
	}
	file.Comment = files.Mark + " from roles/. DO NOT EDIT."
	for _, r := range roles {
		file.Roles = append(file.Roles, fact{
			r.Name, r.Description, r.Spawnable, r.SubagentType, isolation(r), r.Escalation,
			append([]string{}, r.Handoff...), append([]string{}, capabilities(r)...), append([]string{}, r.Tools...),
			bypasses(r),
		})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file)
	return files.File{Name: "out/roles.json", Data: b.Bytes()}, err
}

// A table is one of Markdown.
type table struct{ rows [][]string }

func (t *table) row(cells ...string) {
	for i, c := range cells {
		cells[i] = strings.ReplaceAll(strings.Join(strings.Fields(c), " "), "|", `\|`)
	}
	t.rows = append(t.rows, cells)
}

// String draws a line below the first row.
func (t *table) String() string {
	var b strings.Builder
	for i, r := range t.rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(r, " | "))
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(r)) + "|\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// marks is a row of a matrix: which of the roles have what.
func (t *table) marks(what string, roles []resolve.Role, has func(resolve.Role) bool) {
	cells := []string{what}
	for _, r := range roles {
		cells = append(cells, map[bool]string{true: "✓", false: "–"}[has(r)])
	}
	t.row(cells...)
}

// matrixFile is out/ROLES.md.
func matrixFile(roles []resolve.Role, agents resolve.Agents) (files.File, error) {
	m := templates.Matrix{Mark: files.Mark + " from capabilities/, roles/ and agents/. DO NOT EDIT."}
	head := []string{""}
	var capable, tools []string
	escalations := []string{}
	for _, r := range roles {
		head = append(head, r.Name)
		capable, tools = union(capable, capabilities(r)), union(tools, r.Tools)
		escalations = union(escalations, []string{r.Escalation})
		m.Roles = append(m.Roles, section(r))
		if !r.Spawnable {
			m.NotSpawnable = append(m.NotSpawnable, r.Name)
		}
	}
	matrix := func(names []string, has func(r resolve.Role, name string) bool) string {
		var t table
		t.row(slices.Clone(head)...)
		for _, name := range names {
			t.marks(quoted(name), roles, func(r resolve.Role) bool { return has(r, name) })
		}
		return t.String()
	}
	slices.Sort(capable)
	m.Capabilities = matrix(capable, func(r resolve.Role, name string) bool { return slices.Contains(capabilities(r), name) })
	m.Tools = matrix(tools, func(r resolve.Role, name string) bool { return slices.Contains(r.Tools, name) })
	m.Escalation = matrix(escalations, func(r resolve.Role, name string) bool { return r.Escalation == name })
	m.Agents = assignment(agents)
	data, err := templates.RoleMatrix(m)
	return files.File{Name: "out/ROLES.md", Data: data}, err
}

// union is a with what of b it lacks, in that order.
func union(a, b []string) []string {
	for _, s := range b {
		if s != "" && !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func quoted(s string) string { return "`" + s + "`" }

// section is what there is to say of one role.
func section(r resolve.Role) templates.RoleSection {
	s := templates.RoleSection{
		Name: r.Name, Title: r.DisplayName, About: r.Description, Spawnable: r.Spawnable, Extends: r.Extends,
		Escalation: r.Escalation, Subagent: r.SubagentType, Isolation: isolation(r), Handoff: strings.Join(r.Handoff, ", "),
	}
	if s.Title == "" {
		s.Title = r.Name
	}
	for _, c := range r.Capabilities {
		s.Capabilities = append(s.Capabilities, quoted(c.Name)+": "+strings.Join(strings.Fields(c.Description), " "))
	}
	var t table
	t.row("tool", "")
	for _, name := range r.Tools {
		note := ""
		if name == "Bash" {
			note = commands(r)
		}
		t.row(name, note)
	}
	if len(r.Tools) > 0 {
		s.Tools = t.String()
	}
	return s
}

// commands says what a role's shell may run, "" if it has no list of its own.
func commands(r resolve.Role) string {
	list := func(head string, names []string) []string {
		if len(names) == 0 {
			return nil
		}
		out := make([]string, len(names))
		for i, n := range names {
			out[i] = quoted(n)
		}
		return []string{head + strings.Join(out, ", ")}
	}
	parts := slices.Concat(list("", r.Commands), list("commands that match ", r.Patterns), list("what only ", r.Effects))
	return strings.Join(parts, "; ")
}

// assignment says which agents are in which role, "" if only the roles' own names
// are known.
func assignment(agents resolve.Agents) string {
	var t table
	t.row("role", "agent", "")
	if agents.Main != "" {
		t.row(agents.Main, "(main session)", "agents/main.toml")
	}
	for _, a := range agents.List {
		if a.Name != a.Role {
			t.row(a.Role, a.Name, "agents/"+a.Name+"/agent.toml")
		}
	}
	if len(t.rows) == 1 {
		return ""
	}
	return t.String()
}
