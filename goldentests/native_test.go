package goldentests

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// A native is what a client does with a rendered agent where no gate is asked, as
// far as it is known: the file is read back here, by other code than wrote it.
type native interface {
	// verdict is what becomes of a call of Claude Code's, as in corpus.txt.
	verdict(call string) string
}

// inWords are the tools of Claude Code in the words of a definition.
var inWords = map[string]string{
	"Read": "read", "Glob": "search", "Grep": "search", "Bash": "bash", "Edit": "edit", "Write": "edit", "MultiEdit": "edit", "NotebookEdit": "edit",
	"WebFetch": "webfetch", "WebSearch": "websearch", "Agent": "task", "AskUserQuestion": "question",
}

// readNative reads the file of an agent that a client was given, from the folder
// that stands for the project's.
func readNative(t *testing.T, dir, client, name string) native {
	t.Helper()
	files := map[string]string{
		"opencode": ".opencode/agents/" + name + ".md", "claude": ".claude/agents/" + name + ".md",
		"pi": ".pi/agents/" + name + ".md", "codex": ".codex/agents/" + name + ".toml",
		"gemini": ".gemini/agents/" + name + ".md", "qwen": ".qwen/agents/" + name + ".md",
		"copilot": ".github/agents/" + name + ".agent.md", "cursor": ".cursor/agents/" + name + ".md",
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(files[client])))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "---\n")
	head, _, _ := strings.Cut(rest, "\n---\n")
	decoded := func(n native) native {
		if err := yaml.Unmarshal([]byte(head), n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	switch client {
	case "opencode":
		return decoded(&openCodeNative{})
	case "claude":
		return decoded(&claudeNative{})
	case "qwen":
		return decoded(&qwenNative{})
	case "copilot":
		return decoded(&copilotNative{})
	case "cursor":
		return decoded(&cursorNative{})
	case "gemini":
		n := &geminiNative{}
		if text, err := os.ReadFile(filepath.Join(dir, "home", ".gemini", "policies", "kei-"+name+".toml")); err == nil {
			if _, err := toml.Decode(string(text), n); err != nil {
				t.Fatal(err)
			}
		}
		return decoded(n)
	case "pi":
		n := piNative{asks: strings.Contains(head, "\n  edit: ask")}
		for line := range strings.Lines(head) {
			if list, ok := strings.CutPrefix(line, "tools:"); ok {
				n.tools = words(list)
			}
		}
		return n
	}
	return codexNative{}
}

func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
}

// A geminiNative has the tools that are listed, and decides about commands by the rule of the
// highest priority that matches their arguments as JSON; without one it asks before all that
// does more than read. Of commands that it knows to be harmless some run unasked then, so the
// laxer of the two is taken.
type geminiNative struct {
	Tools *[]string `yaml:"tools" toml:"-"`
	Rules []struct {
		ToolName, Subagent, CommandRegex, ArgsPattern, Decision string
		Priority                                                int
	} `yaml:"-" toml:"rule"`
}

func (n *geminiNative) verdict(call string) string {
	tool, arg, _ := strings.Cut(call, " ")
	word := inWords[tool]
	name := map[string]string{"Glob": "glob", "Grep": "grep_search", "read": "read_file", "bash": "run_shell_command", "edit": "replace",
		"webfetch": "web_fetch", "websearch": "google_web_search", "question": "ask_user"}[word]
	if word == "search" {
		name = map[string]string{"Glob": "glob", "Grep": "grep_search"}[tool]
	}
	if tool == "Write" {
		name = "write_file"
	}
	if name == "" || tool == "NotebookEdit" || n.Tools != nil && !slices.Contains(*n.Tools, name) {
		return "deny"
	}
	if word != "bash" || len(n.Rules) == 0 {
		return asksBeforeWriting(word)
	}
	command, _ := json.Marshal(arg)
	best, decision := -1, ""
	for _, r := range n.Rules {
		matches := r.ArgsPattern != "" || regexp.MustCompile(`^"`+r.CommandRegex).Match(command)
		if matches && r.Priority > best {
			best, decision = r.Priority, r.Decision
		}
	}
	return strings.TrimSuffix(decision, "_user")
}

// asksBeforeWriting is what clients do without a rule that ask before all that does more
// than read.
func asksBeforeWriting(word string) string {
	switch word {
	case "edit", "webfetch", "websearch":
		return "ask"
	}
	return "allow"
}

// A qwenNative has the tools that are left; its agents ask nobody, and it searches the web by
// servers only.
type qwenNative struct {
	Tools           *[]string `yaml:"tools"`
	DisallowedTools []string  `yaml:"disallowedTools"`
}

func (n *qwenNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	name := map[string]string{"Read": "read_file", "Glob": "glob", "Grep": "grep_search", "Bash": "run_shell_command", "Edit": "edit", "MultiEdit": "edit",
		"Write": "write_file", "NotebookEdit": "notebook_edit", "WebFetch": "web_fetch", "Agent": "agent"}[tool]
	if name == "" || n.Tools != nil && len(*n.Tools) > 0 && !slices.Contains(*n.Tools, name) || slices.Contains(n.DisallowedTools, name) {
		return "deny"
	}
	return asksBeforeWriting(inWords[tool])
}

// A copilotNative has the tools that are listed by its words for them.
type copilotNative struct {
	Tools *[]string `yaml:"tools"`
}

func (n *copilotNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	name := map[string]string{"read": "read", "search": "search", "bash": "execute", "edit": "edit", "webfetch": "web", "websearch": "web", "task": "agent"}[inWords[tool]]
	switch {
	case name == "" || n.Tools != nil && !slices.Contains(*n.Tools, name):
		return "deny"
	case name == "execute":
		return "ask"
	}
	return asksBeforeWriting(inWords[tool])
}

// A cursorNative has all tools, or those that write and run nothing.
type cursorNative struct {
	ReadOnly bool `yaml:"readonly"`
}

func (n *cursorNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	if word := inWords[tool]; n.ReadOnly && (word == "bash" || word == "edit") {
		return "deny"
	}
	return "allow"
}

// codexNative takes no tool away and knows no rule of one agent.
type codexNative struct{}

func (codexNative) verdict(string) string { return "allow" }

// A piNative has the tools that are listed, and may ask before it edits.
type piNative struct {
	tools []string
	asks  bool
}

func (n piNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	name := map[string]string{"read": "read", "search": "grep", "bash": "bash", "edit": "edit", "webfetch": "fetch_content", "websearch": "web_search", "task": "subagent"}[inWords[tool]]
	switch {
	case name == "" || !slices.Contains(n.tools, name):
		return "deny"
	case name == "edit" && n.asks:
		return "ask"
	}
	return "allow"
}

// A claudeNative has the tools that are left, and asks before all that does more
// than read; of commands it runs some that it knows to be harmless unasked, so the
// laxer of the two is taken.
type claudeNative struct {
	Tools           *string `yaml:"tools"`
	DisallowedTools string  `yaml:"disallowedTools"`
}

func (n *claudeNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	if inWords[tool] == "" || n.Tools != nil && !slices.Contains(words(*n.Tools), tool) || slices.Contains(words(n.DisallowedTools), tool) {
		return "deny"
	}
	return asksBeforeWriting(inWords[tool])
}

// An openCodeNative decides by the last of its rules that matches.
type openCodeNative struct {
	Permission map[string]yaml.Node
}

func (n *openCodeNative) verdict(call string) string {
	tool, arg, _ := strings.Cut(call, " ")
	key := map[string]string{"Glob": "glob", "Grep": "grep"}[tool]
	if key == "" {
		key = inWords[tool]
	}
	if key == "" {
		return "allow" // tools of servers are nobody's business there
	}
	got := "allow"
	if key == "question" {
		got = "deny"
	}
	outside := strings.HasPrefix(arg, "/") && (key == "read" || key == "edit" || key == "glob" || key == "grep")
	if rules, ok := n.Permission[key]; ok {
		value := arg
		if outside {
			value = "../../.." + arg
		}
		got = lastMatch(rules, value, got)
	}
	if outside {
		away := "ask"
		if rules, ok := n.Permission["external_directory"]; ok {
			away = lastMatch(rules, path.Dir(arg)+"/*", away)
		}
		got = stricter(got, away)
	}
	return got
}

// lastMatch is the action of the last pattern that matches, in the order of the file.
func lastMatch(rules yaml.Node, value, none string) string {
	if rules.Kind == yaml.ScalarNode {
		return rules.Value
	}
	for i := 0; i+1 < len(rules.Content); i += 2 {
		if openCodeMatch(rules.Content[i].Value, value) {
			none = rules.Content[i+1].Value
		}
	}
	return none
}

// openCodeMatch is OpenCode's own matcher: a star is any text, "?" any character, and
// a last " *" may be missing.
func openCodeMatch(pattern, value string) bool {
	p := regexp.QuoteMeta(strings.ReplaceAll(pattern, `\`, "/"))
	p = strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(p)
	if strings.HasSuffix(p, " .*") {
		p = strings.TrimSuffix(p, " .*") + "( .*)?"
	}
	return regexp.MustCompile(`^(?s:` + p + `)$`).MatchString(strings.ReplaceAll(value, `\`, "/"))
}

var strictness = []string{"allow", "ask", "deny"}

// stricter is the one of two verdicts that lets less through.
func stricter(a, b string) string {
	return strictness[max(slices.Index(strictness, a), slices.Index(strictness, b))]
}
