package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/gate"
	"kei/templates"
)

// Roles is what is said of all roles together: out/ROLES.md for people, and
// out/roles.json for whoever starts agents, which uses only what was emitted. losses
// are the rows of a table of what is lost in rendering the agents.
func Roles(roles []resolve.Role, agents resolve.Agents, losses [][]string) ([]files.File, error) {
	if len(roles) == 0 {
		return nil, nil
	}
	var set []files.File
	facts, err := roleFile(roles, agents)
	if err != nil {
		return nil, err
	}
	matrix, err := matrixFile(roles, agents, losses)
	return append(set, facts, matrix), err
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
func roleFile(roles []resolve.Role, agents resolve.Agents) (files.File, error) {
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
		Accepts      []string `json:"accepts"`
		Bypasses     []string `json:"bypass-env"`
		Shared       []string `json:"shared,omitempty"`
		Notify       []string `json:"notify,omitempty"`
		Scratch      bool     `json:"scratch,omitempty"`
	}
	type told struct {
		Name string `json:"name"`
		Role string `json:"role"`
	}
	var file struct {
		Comment string `json:"$comment"`
		Roles   []fact `json:"roles"`
		Agents  []told `json:"agents,omitempty"` // those that are defined
	}
	for _, a := range agents.List {
		if a.Defined {
			file.Agents = append(file.Agents, told{a.Name, a.Role})
		}
	}
	file.Comment = files.Mark + " from roles/. DO NOT EDIT."
	for _, r := range roles {
		file.Roles = append(file.Roles, fact{
			r.Name, r.Description, r.Spawnable, r.SubagentType, isolation(r), r.Escalation,
			append([]string{}, r.Handoff...), append([]string{}, capabilities(r)...), append([]string{}, r.Tools...),
			r.Accepts(), bypasses(r), plainGlobs(r.Shared), r.Notify, r.Files.OwnScratch,
		})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(file)
	return files.File{Name: "out/roles.json", Data: b.Bytes()}, err
}

func plainGlobs(list []gate.Glob) (out []string) {
	for _, g := range list {
		out = append(out, string(g))
	}
	return out
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
func matrixFile(roles []resolve.Role, agents resolve.Agents, losses [][]string) (files.File, error) {
	m := templates.Matrix{Mark: files.Mark + " from capabilities/, roles/ and agents/. DO NOT EDIT."}
	head := []string{""}
	var capable, tools []string
	var escalations table
	escalations.row("role", "policy", "what it means")
	for _, r := range roles {
		head = append(head, r.Name)
		capable, tools = union(capable, capabilities(r)), union(tools, r.Tools)
		escalations.row(r.Name, r.Escalation, meanings[r.Escalation])
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
	m.Tools = toolMatrix(head, tools, roles)
	m.Escalation = escalations.String()
	for _, r := range roles {
		m.Roles = append(m.Roles, section(r))
	}
	m.Agents = assignment(agents)
	if len(losses) > 1 {
		var t table
		for _, row := range losses {
			t.row(row...)
		}
		m.Losses = t.String()
	}
	data, err := templates.RoleMatrix(m)
	return files.File{Name: "out/ROLES.md", Data: data}, err
}

// meanings are what the policies of escalation come to.
var meanings = map[string]string{
	"ask-via-return":      "what it has to ask stands in the field questions of its report, and is said when it returns",
	"orchestrator-notify": "the same; and its writes to files that other live tasks or the role's shared list hold are told at once",
	"fail-fast":           "a denial ends the agent, and its row is failed",
}

// usual are the tools of which every role's section says something.
var usual = []string{"Read", "Glob", "Grep", "WebFetch", "Edit", "Write", "Bash"}

// toolMatrix says which role has which tool; of the shell, what it may run.
func toolMatrix(head, tools []string, roles []resolve.Role) string {
	var t table
	t.row(slices.Clone(head)...)
	for _, name := range tools {
		cells := []string{quoted(name)}
		for _, r := range roles {
			cell := map[bool]string{true: "✓", false: "–"}[slices.Contains(r.Tools, name)]
			if cell == "✓" && name == "Bash" {
				cell = brief(r)
			}
			cells = append(cells, cell)
		}
		t.row(cells...)
	}
	return t.String()
}

// below is a pattern for a command in one place, such as ^rm -rf /tmp/.
var below = regexp.MustCompile(`^\^([a-z]+)( -[a-z]+)* (/[a-z/]*[a-z])/?$`)

// bare is a pattern for a program, whatever is behind it.
var bare = regexp.MustCompile(`^\^([a-z-]+)\( \|\$\)$`)

// brief is what a role's shell may run, in a few words.
func brief(r resolve.Role) string {
	var list []string
	add := func(s string) { list = union(list, []string{s}) }
	for _, c := range r.Commands {
		program, _, _ := strings.Cut(c, " ")
		add(program)
	}
	for _, p := range r.Patterns {
		if m := below.FindStringSubmatch(p); m != nil {
			add(m[1] + " in " + m[3])
		} else if m := bare.FindStringSubmatch(p); m != nil {
			add(m[1])
		} else if p == ".*" {
			add("any")
		} else {
			add(quoted(p))
		}
	}
	if len(r.Effects) > 0 {
		add("what " + strings.Join(r.Effects, " or "))
	}
	if len(list) == 0 {
		return "any"
	}
	return strings.Join(list, ", ")
}

// denier says why a role does not have a tool.
func denier(r resolve.Role, tool string) string {
	for _, rule := range r.Rules {
		if rule.Rule.Kind().Judges != gate.JudgesTools {
			continue
		}
		for _, l := range rule.Rule.Lists() {
			if slices.Contains(l.Values, tool) {
				return "denied by " + quoted(rule.Rule.Head().Capability)
			}
		}
	}
	return "not in allowlist"
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
	t.row("tool", "", "")
	for _, name := range union(slices.Clone(r.Tools), usual) {
		switch {
		case !slices.Contains(r.Tools, name):
			t.row(name, "–", denier(r, name))
		case name == "Bash":
			t.row(name, "✓", commands(r))
		default:
			t.row(name, "✓", "")
		}
	}
	if len(t.rows) > 1 {
		s.Tools = t.String()
	}
	if r.Written != nil {
		s.UseCases = r.Written.UseCases
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
	t.row("role", "agent", "notes", "")
	if agents.Main != "" {
		t.row(agents.Main, "(main session)", "", "agents/main.toml")
	}
	for _, a := range agents.List {
		if a.Name != a.Role {
			t.row(a.Role, a.Name, a.Note, "agents/"+a.Name+"/agent.toml")
		}
	}
	if len(t.rows) == 1 {
		return ""
	}
	return t.String()
}
