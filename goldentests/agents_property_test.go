package goldentests

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen"
	"kei/gen/agents"
	"kei/gen/permit"
	"kei/gen/spec"
	"kei/runtime/gate"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// patterns are what random sections are made of.
var patterns = map[string][]string{
	"bash": {"git *", "git push*", "git push --force*", "git push origin *", "npm *", "npm run test*", "rm *", "rm -rf *", "make", "make *", "*", "mytool * -f", "cat *.env", "ls*"},
	"edit": {"src/**", "src/*", "src/gen/**", "**/*.lock", "docs/**", "*.md", "**/.env", "/run/agenix/**", "~/.ssh/**", "docs/a.md"},
}

// randomAgents are definitions with random rules, each valid as it stands: rules that can
// never decide are left out.
func randomAgents(t *testing.T, rng *rand.Rand, n int) []spec.Agent {
	t.Helper()
	m := fstest.MapFS{"capabilities/README.md": {}, "roles/anything.toml": {Data: []byte("[role]\nname = \"anything\"\ndescription = \"d\"\n[capabilities]\nrequired = []\n[tools]\nallowed = [\"Bash\", \"Edit\", \"Write\", \"NotebookEdit\", \"Read\", \"Glob\", \"Grep\", \"WebFetch\", \"WebSearch\", \"AskUserQuestion\", \"Agent\"]\n")}}
	actions := []permit.Action{permit.Allow, permit.Ask, permit.Deny}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "role = \"anything\"\ndescription = \"Number %d\"\n", i)
		for _, tool := range []string{"bash", "edit"} {
			s := permit.Section{Tool: tool, Intent: actions[rng.Intn(3)]}
			for _, p := range rng.Perm(len(patterns[tool]))[:rng.Intn(6)] {
				s.Rules = append(s.Rules, permit.Rule{Pattern: patterns[tool][p], Action: actions[rng.Intn(3)]})
			}
			s = s.Normal()
			fires, err := s.Fires()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "[permissions.%s]\nintent = %q\nrules = [", tool, s.Intent)
			for k, r := range s.Rules {
				if fires[k] {
					fmt.Fprintf(&b, "%q, ", r.Pattern+":"+string(r.Action))
				}
			}
			b.WriteString("]\n")
		}
		dir := fmt.Sprintf("agents/agent-%03d/", i)
		m[dir+"agent.toml"] = &fstest.MapFile{Data: []byte(b.String())}
		m[dir+"system-prompt.md"] = &fstest.MapFile{Data: []byte("You do what you are asked to.\n")}
	}
	tree, err := spec.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Agents
}

// generated is a call that a pattern is about, or nearly.
func generated(rng *rand.Rand, tool string) string {
	p := patterns[tool][rng.Intn(len(patterns[tool]))]
	fills := map[string][]string{"bash": {"", "x", "origin main", "--force", "a b", "test x"}, "edit": {"x", "a.md", "k", "Cargo"}}[tool]
	fill := func() string { return fills[rng.Intn(len(fills))] }
	if tool == "edit" {
		p = strings.ReplaceAll(p, "**", "\x00")
		p = strings.ReplaceAll(p, "*", fill())
		p = strings.ReplaceAll(p, "\x00", []string{"x", "a/b", "gen/t"}[rng.Intn(3)])
		return "Write " + p
	}
	c := strings.Join(strings.Fields(strings.ReplaceAll(p, "*", fill())), " ")
	if c == "" {
		c = "ls"
	}
	return "Bash " + c
}

// TestRenderedNeverLaxer: whatever random definitions say, the gate says the same in every
// client that names its agent, in that agent's own hook too; and where a client's own rules
// let more through than was meant, the loss is reported.
func TestRenderedNeverLaxer(t *testing.T) {
	rng := rand.New(rand.NewSource(12))
	list := randomAgents(t, rng, 100)
	role := agents.Role{Name: "anything", Tools: []string{"Bash", "Edit", "Write", "NotebookEdit", "Read", "Glob", "Grep", "WebFetch", "WebSearch", "AskUserQuestion", "Agent"}}
	asks := 0
	for _, a := range list {
		d := a.Definition
		own := gate.AgentPermissions{Agent: "forge"}
		for _, s := range d.Sections {
			p := gate.PermissionSection{Tool: s.Tool, Intent: string(s.Intent)}
			for _, r := range s.Rules {
				p.Rules = append(p.Rules, gate.PermissionRule{Pattern: r.Pattern, Action: string(r.Action)})
			}
			own.Sections = append(own.Sections, p)
		}
		held := &gate.Dispatch{Agents: []gate.Assignment{{Agent: "anything", Policy: &anything}, {Agent: "forge", Policy: &anything, Own: own}}}
		calls := []string{"Bash ls -la", "Write src/a"}
		dir := t.TempDir()
		natives, losses := map[string]native{}, map[string][]agents.Loss{}
		for _, client := range agents.Clients() {
			r := agents.Render(agents.Agent{Definition: d, Role: role}, client, "")
			for _, f := range r.Files {
				name := filepath.Join(dir, client, strings.Replace(f.Name, "~/", "home/", 1))
				if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(name, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			natives[client], losses[client] = readNative(t, filepath.Join(dir, client), client, d.Name), r.Losses
			for _, l := range r.Losses {
				if l.Witness == "" {
					continue
				}
				call := map[string]string{"permissions.bash": "Bash ", "permissions.edit": "Write "}[l.Field] + l.Witness
				calls = append(calls, call)
				s := d.Section(strings.TrimPrefix(l.Field, "permissions."))
				if want, _ := s.Decide(l.Witness); want != l.Want {
					t.Errorf("%s: %s: the definition says %s", d.Name, l.Text(), want)
				}
				if n, ok := natives[client].(*openCodeNative); ok {
					if got := lastMatch(n.Permission[s.Tool], openCodePath(l.Witness), "allow"); got != string(l.Got) {
						t.Errorf("%s: %s: its rules say %s", d.Name, l.Text(), got)
					}
				}
			}
		}
		for range 100 {
			calls = append(calls, generated(rng, []string{"bash", "edit"}[rng.Intn(2)]))
		}
		for _, call := range calls {
			tool, arg, _ := strings.Cut(call, " ")
			word := inWords[tool]
			meant, _ := d.Section(word).Decide(arg)
			for _, p := range agentPayloads {
				form, text := p.bash, arg
				if word == "edit" {
					form, text = p.edit, strings.Replace(arg, "~/", "/kei/home/", 1)
				}
				if form == "" {
					continue
				}
				said, err := json.Marshal(text)
				if err != nil {
					t.Fatal(err)
				}
				want := string(meant)
				if want == "ask" && !p.asks {
					want = "deny"
				}
				asks++
				if got, why := asked(held, fmt.Sprintf(form, said), p.args); got != want && stricter(got, want) != got {
					t.Errorf("%s: %s: %q is %s, want %s: %s", d.Name, p.client, call, got, want, why)
				}
			}
			for client, n := range natives {
				got := n.verdict(call)
				if stricter(got, string(meant)) == got {
					continue
				}
				if !slices.ContainsFunc(losses[client], func(l agents.Loss) bool {
					return (l.Kind == agents.Wider || l.Kind == agents.Unenforced) && (l.Field == "permissions."+word || l.Field == "tools" || l.Field == "role")
				}) {
					t.Errorf("%s: %s lets %q through (%s), the definition says %s, and no loss says so", d.Name, client, call, got, meant)
				}
			}
		}
	}
	if asks < 50000 {
		t.Errorf("only %d calls", asks)
	}
}

// openCodePath is a path as OpenCode compares it.
func openCodePath(p string) string {
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, "~/") {
		return "../../.." + strings.TrimPrefix(p, "~")
	}
	return p
}

// known are the keys that each client knows, all that is ever written.
var known = map[string][]string{
	"opencode": {"description", "mode", "model", "steps", "permission"},
	"claude":   {"name", "description", "tools", "disallowedTools", "model", "maxTurns", "skills", "hooks"},
	"pi":       {"name", "description", "tools", "model", "skills", "permissions"},
	"codex":    {"name", "description", "nickname_candidates", "model", "developer_instructions"},
	"gemini":   {"name", "description", "display_name", "tools", "model", "max_turns"},
	"qwen":     {"name", "description", "tools", "disallowedTools", "model", "maxTurns", "hooks"},
	"copilot":  {"name", "description", "tools", "disable-model-invocation", "user-invocable", "model", "metadata", "hooks"},
	"cursor":   {"name", "description", "model", "readonly"},
	"policy":   {"rule"},
}

// TestVocabulary: nothing that is rendered has a key that its client does not know.
func TestVocabulary(t *testing.T) {
	report, _, err := gen.Agents(gen.Folder(".."), agents.Clients(), "")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, r := range report.Set.Renderings {
		for _, f := range r.Files {
			var keys map[string]any
			text := string(f.Data)
			vocabulary := r.Client
			if strings.HasPrefix(f.Name, "~/.gemini/policies/") {
				vocabulary = "policy"
			}
			if strings.HasSuffix(f.Name, ".toml") {
				_, err = toml.Decode(text, &keys)
			} else if _, rest, ok := strings.Cut(text, "---\n"); ok {
				head, _, _ := strings.Cut(rest, "\n---\n")
				err = yaml.Unmarshal([]byte(head), &keys)
			}
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			for key := range keys {
				if !slices.Contains(known[vocabulary], key) {
					t.Errorf("%s has the key %s", f.Name, key)
				}
			}
			files++
		}
	}
	if files < 96 {
		t.Errorf("%d files", files)
	}
}
