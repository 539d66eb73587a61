package agents

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"kei/internal/files"
)

// Quoted is a text as a rendered file has it in front matter.
func Quoted(s string) string { return quoted(s) }

// quoted is a text in double quotes as JSON has it, which YAML and TOML read too.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always has a form
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

var plainScalar = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9./_-]*$`)

// scalar is a word as it stands where YAML reads it back as a string, else quoted.
func scalar(s string) string {
	if plainScalar.MatchString(s) {
		switch strings.ToLower(s) {
		case "true", "false", "null", "yes", "no", "on", "off":
		default:
			return s
		}
	}
	return quoted(s)
}

// A matter is the front matter of a file, line by line.
type matter struct{ b strings.Builder }

func (m *matter) line(s string)     { m.b.WriteString(s + "\n") }
func (m *matter) key(key, v string) { m.line(key + ": " + v) }
func (m *matter) list(k string, v []string) {
	m.line(k + ":")
	for _, s := range v {
		m.line("  - " + s)
	}
}

// names writes a list, also one of nothing.
func (m *matter) names(k string, v []string) {
	if len(v) == 0 {
		m.key(k, "[]")
		return
	}
	m.list(k, v)
}

// gate writes the hook that asks the gate of the agent before each tool, in the form that
// Claude Code has and others took over.
func (m *matter) gate(r *rendering) {
	for _, l := range []string{
		"hooks:", "  PreToolUse:", `    - matcher: "*"`, "      hooks:", "        - type: command",
		"          command: " + quoted(gateCommand(r.client.project, r.Name)), "          timeout: 30",
	} {
		m.line(l)
	}
}

// GateCommand starts the gate of an agent from its own file, where the policy folder is
// the project's; kei install writes where it is otherwise.
func GateCommand(client, agent string) string {
	return gateCommand(Project(client), agent)
}

func gateCommand(project, agent string) string {
	return `"$` + project + `"/bin/dispatch --agent ` + agent
}

// Placed is a rendered file as it stands somewhere else than in out/: its mark says whose
// it is, "" for nothing, and ends with a note.
func Placed(data []byte, owner, note string) []byte {
	policy, agent, was, ok := files.ReadMark(data)
	if !ok {
		return data
	}
	return bytes.Replace(data, []byte(files.AgentMark(policy, agent, was)), []byte(files.AgentMark(owner, agent, note)), 1)
}

// document is the whole file.
func (m *matter) document(r *rendering) string {
	return "---\n# " + r.mark() + "\n" + m.b.String() + "---\n\n" + r.Prompt()
}
