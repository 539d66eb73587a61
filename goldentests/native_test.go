package goldentests

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	}
	text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(files[client])))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "---\n")
	head, _, _ := strings.Cut(rest, "\n---\n")
	switch client {
	case "opencode":
		var n openCodeNative
		if err := yaml.Unmarshal([]byte(head), &n); err != nil {
			t.Fatal(err)
		}
		return n
	case "claude":
		var n claudeNative
		if err := yaml.Unmarshal([]byte(head), &n); err != nil {
			t.Fatal(err)
		}
		return n
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

func (n claudeNative) verdict(call string) string {
	tool, _, _ := strings.Cut(call, " ")
	switch {
	case inWords[tool] == "", n.Tools != nil && !slices.Contains(words(*n.Tools), tool), slices.Contains(words(n.DisallowedTools), tool):
		return "deny"
	case inWords[tool] == "edit", inWords[tool] == "webfetch", inWords[tool] == "websearch":
		return "ask"
	}
	return "allow"
}

// An openCodeNative decides by the last of its rules that matches.
type openCodeNative struct {
	Permission map[string]yaml.Node
}

func (n openCodeNative) verdict(call string) string {
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
