package goldentests

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/gen/agents"
	"kei/runtime/gate"

	"github.com/BurntSushi/toml"
)

// A job is what agents/calls.toml says of one agent.
type job struct {
	Task              []string
	Honest, Forbidden []string
}

func jobs(t *testing.T) map[string]job {
	t.Helper()
	var all map[string]job
	meta, err := toml.DecodeFile("agents/calls.toml", &all)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("agents/calls.toml: nobody reads %v", u)
	}
	return all
}

// agentRoles are the agents that are defined here, with their roles.
func agentRoles(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../out/roles.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Agents []struct{ Name, Role string } }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	roles := map[string]string{}
	for _, a := range file.Agents {
		roles[a.Name] = a.Role
	}
	if len(roles) < 12 {
		t.Fatalf("%d agents", len(roles))
	}
	return roles
}

// An askedAgent is the compiled dispatcher, asked as one agent.
type askedAgent struct {
	program, root string
	env           []string
}

// asAgent is the dispatcher as an agent of a role finds it, with a task.
func asAgent(t *testing.T, role string, whitelist []string) askedAgent {
	t.Helper()
	program, _ := gateOf(t, "dispatch")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	task := gate.Task{Role: role, AgentID: "ag-1", Source: strings.Repeat("0", 64)}
	for _, w := range whitelist {
		task.Whitelist = append(task.Whitelist, gate.Glob(w))
		if err := os.MkdirAll(filepath.Join(root, strings.TrimSuffix(filepath.FromSlash(w), "**")), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return askedAgent{program, root, []string{"HOME=/home/somebody", "WORKTREE_PATH=" + root, "KEI_TASK=" + save(t, "task.sealed.json", task.JSON())}}
}

// verdict is what the gate answers to a call of Claude Code's.
func (a askedAgent) verdict(t *testing.T, name, call string) (verdict, why string) {
	t.Helper()
	tool, arg, _ := strings.Cut(call, " ")
	var p map[string]any
	if err := json.Unmarshal(payloadOf(call, a.root), &p); err != nil {
		t.Fatal(err)
	}
	switch tool {
	case "WebFetch":
		p["tool_input"] = map[string]string{"url": arg, "prompt": "x"}
	case "WebSearch":
		p["tool_input"] = map[string]string{"query": arg}
	case "Agent":
		p["tool_input"] = map[string]string{"subagent_type": arg, "prompt": "x", "description": "x"}
	}
	p["agent_id"], p["agent_type"], p["tool_use_id"] = "1", name, "1"
	payload, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, a.program, []string{"--main", "read-only"}, a.root, a.env, payload)
	switch {
	case s.code == 2:
		return "deny", strings.ReplaceAll(s.first(), a.root, "<root>")
	case s.code == 0 && s.stdout != "":
		return "ask", s.stdout
	case s.code == 0:
		return "allow", ""
	}
	t.Fatalf("%s: status %d: %s", call, s.code, s.stderr)
	return "", ""
}

// TestShippedAgents: each agent that ships can do its job and nothing beyond it. What
// the gate says, and what is left of that in each client without the gate, is recorded.
func TestShippedAgents(t *testing.T) {
	all, roles := jobs(t), agentRoles(t)
	names := slices.Sorted(maps.Keys(roles))
	onlyGoldens(t, "agents", names)
	for name := range all {
		if roles[name] == "" {
			t.Errorf("agents/calls.toml: no agent %s ships", name)
		}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			j := all[name]
			if len(j.Honest) < 10 || len(j.Forbidden) < 10 {
				t.Errorf("agents/calls.toml has %d honest and %d forbidden calls of %s; ten of each at least", len(j.Honest), len(j.Forbidden), name)
			}
			a := asAgent(t, roles[name], j.Task)
			var b strings.Builder
			fmt.Fprintf(&b, "# %s, in the role %s: what it is told with the gate, and without it in", name, roles[name])
			natives := map[string]native{}
			for _, c := range agents.Clients() {
				natives[c] = readNative(t, "../out/agents/"+c, c, name)
				fmt.Fprintf(&b, " %s", c)
			}
			b.WriteString(".\n")
			record := func(calls []string, want string) {
				for _, call := range calls {
					got, why := a.verdict(t, name, call)
					if got != want {
						t.Errorf("%s is %s, want %s: %s", call, got, want, why)
					}
					fmt.Fprintf(&b, "%-6s", got)
					for _, c := range agents.Clients() {
						fmt.Fprintf(&b, " %-5s", natives[c].verdict(call))
					}
					fmt.Fprintf(&b, "  %s\n", call)
					if why != "" {
						fmt.Fprintf(&b, "         %s\n", why)
					}
				}
			}
			b.WriteString("\n# its job\n")
			record(j.Honest, "allow")
			b.WriteString("\n# beyond it\n")
			record(j.Forbidden, "deny")
			golden(t, "agents/"+name+".txt", []byte(b.String()))
		})
	}
}
