package agents

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kei/gen/permit"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

var gemini = client{
	name: "gemini", folder: ".gemini/agents", suffix: ".md", also: []string{"~/.gemini/policies"}, unnamed: true,
	reserved: []string{"cli_help", "generalist", "codebase_investigator", "browser_agent"},
	render:   (*rendering).gemini, read: (*Imported).gemini,
	policy: geminiPolicy, readPolicy: (*Imported).geminiPolicy,
}

// geminiTools are its tools; its agents start no others.
var geminiTools = partition{
	{"read", []part{{"read_file", "Read"}, {"read_many_files", "Read"}}},
	{"search", []part{{"glob", "Glob"}, {"grep_search", "Grep"}, {"list_directory", "Glob"}}},
	{"bash", []part{{"run_shell_command", "Bash"}}},
	{"edit", []part{{"write_file", "Write"}, {"replace", "Edit"}}},
	{"webfetch", []part{{"web_fetch", "WebFetch"}}},
	{"websearch", []part{{"google_web_search", "WebSearch"}}},
	{"question", []part{{"ask_user", ""}}},
}

// geminiPolicy is where the rules of an agent lie: of a project's folder none are read.
func geminiPolicy(agent string) string { return "~/.gemini/policies/kei-" + agent + ".toml" }

// gemini writes .gemini/agents/<name>.md, which one unknown key or tool would make it
// leave out, and the agent's rules for commands as a policy of the home folder.
func (r *rendering) gemini() {
	var m matter
	m.key("name", r.Name)
	m.key("description", quoted(r.Description))
	if r.DisplayName != "" {
		m.key("display_name", quoted(r.DisplayName))
	}
	if on, off := r.parted(geminiTools); r.Tools != nil || len(off) > 0 {
		m.names("tools", on)
	}
	if model := r.ModelOf("gemini"); model != "" {
		m.key("model", scalar(model))
	}
	if r.MaxTurns > 0 {
		m.key("max_turns", fmt.Sprint(r.MaxTurns))
	}
	r.drop("mode", r.Mode != "all", "every agent is started by the main session")
	r.drop("tags", len(r.Tags) > 0, "there are no tags")
	r.drop("skills", len(r.Skills) > 0, "every skill is offered to every agent")
	r.lacks("task", "its agents start no others")
	r.unenforced("edit", "read", "external_directory", "webfetch", "task")
	r.ruled("edit")
	r.own(m.document(r))
	r.geminiRules()
}

// geminiRules writes the policy, where there are rules.
func (r *rendering) geminiRules() {
	if _, off := r.off("bash"); off {
		return
	}
	s := r.Section("bash")
	if s == nil {
		r.absent("bash")
		return
	}
	const field = "permissions.bash"
	n, why := r.native(*s).ForGemini()
	if why != "" {
		r.lose(Loss{Field: field, Kind: Stricter, Want: s.Intent, Got: n.Intent, Why: why})
	}
	if n.Strictest() != permit.Allow {
		r.lose(Loss{Field: field, Kind: Wider, HeldBy: gateHolds, Why: r.held("the text of a command is matched as it was typed: quotes, blanks and wrappers get past a rule")})
	}
	if n.Intent == permit.Allow || slices.ContainsFunc(n.Rules, func(u permit.Rule) bool { return u.Action == permit.Allow }) {
		r.lose(Loss{Field: field, Kind: Stricter, Want: permit.Allow, Got: permit.Ask, Why: "a redirection and a subshell are asked about"})
	}
	var b strings.Builder
	b.WriteString("# " + r.mark() + "\n")
	for _, rule := range n.Gemini() {
		b.WriteString("\n[[rule]]\ntoolName = \"run_shell_command\"\nsubagent = " + quoted(r.Name) + "\n")
		if rule.Command == "" {
			b.WriteString("argsPattern = " + tomlWord(geminiAny) + "\n")
		} else {
			b.WriteString("commandRegex = " + tomlWord(rule.Command) + "\n")
		}
		fmt.Fprintf(&b, "decision = %q\npriority = %d\n", geminiWords[rule.Action], rule.Priority)
	}
	r.file(geminiPolicy(r.Name), b.String())
}

// geminiAny matches the arguments of every command: without a pattern what the client
// knows of some commands would change the decision.
const geminiAny = `"command":`

// geminiWords are its words for the actions.
var geminiWords = map[permit.Action]string{permit.Allow: "allow", permit.Ask: "ask_user", permit.Deny: "deny"}

// tomlWord is a text of one line as TOML has it: as it is where that can be.
func tomlWord(s string) string {
	if strings.Contains(s, "'") {
		return quoted(s)
	}
	return "'" + s + "'"
}

func (d *Imported) gemini(text string) error {
	return d.each(text, func(key string, v *yaml.Node) {
		switch key {
		case "display_name":
			d.DisplayName = v.Value
		case "tools":
			d.Tools = d.tools(geminiTools, "tools", list(v), true)
		case "max_turns":
			d.MaxTurns, _ = strconv.Atoi(v.Value)
		default:
			if !d.common(key, v.Value) {
				d.drop(key, noPlace)
			}
		}
	})
}

// geminiPolicy reads the rules for commands back.
func (d *Imported) geminiPolicy(text string) error {
	var file struct {
		Rule []struct {
			ToolName     any    `toml:"toolName"`
			Subagent     string `toml:"subagent"`
			CommandRegex string `toml:"commandRegex"`
			ArgsPattern  string `toml:"argsPattern"`
			Decision     string `toml:"decision"`
			Priority     int    `toml:"priority"`
		} `toml:"rule"`
	}
	if _, err := toml.Decode(text, &file); err != nil {
		return err
	}
	var rules []permit.GeminiRule
	left := 0
	for _, r := range file.Rule {
		var action permit.Action
		for a, word := range geminiWords {
			if word == r.Decision {
				action = a
			}
		}
		if r.Subagent != d.Name || r.ToolName != "run_shell_command" || action == "" || r.CommandRegex == "" && r.ArgsPattern != geminiAny {
			left++
			continue
		}
		rules = append(rules, permit.GeminiRule{Command: r.CommandRegex, Action: action, Priority: r.Priority})
	}
	if len(rules) > 0 {
		s, more := permit.GeminiSection(rules)
		left += more
		d.Sections = append(d.Sections, s)
	}
	if left > 0 {
		d.drop("policy", fmt.Sprintf("%d of its rules say what no rule of a definition can", left))
	}
	return nil
}
