package goldentests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
)

// sectionOf reads "TOOL INTENT RULE | RULE".
func sectionOf(t *testing.T, text string) gate.PermissionSection {
	t.Helper()
	tool, rest, _ := strings.Cut(text, " ")
	intent, rest, _ := strings.Cut(rest, " ")
	s := gate.PermissionSection{Tool: tool, Intent: intent}
	for _, one := range strings.Split(rest, " | ") {
		i := strings.LastIndexByte(one, ':')
		if one == "" {
			continue
		}
		if i < 0 {
			t.Fatalf("%s: no action in %q", text, one)
		}
		s.Rules = append(s.Rules, gate.PermissionRule{Pattern: one[:i], Action: one[i+1:]})
	}
	return s
}

// unheld are those of a role that holds nothing back.
var unheld = gate.Policy{Role: "anything", Unprotected: true, Tools: []string{"Bash", "Edit", "Write", "Read", "Glob", "Grep", "WebFetch", "WebSearch",
	"Agent", "AskUserQuestion", "Skill", "mcp__rig__*", "@talk"}}

// permitted is a dispatcher with the agent forge in a role that holds nothing back.
func permitted(own gate.AgentPermissions) *gate.Dispatch {
	own.Agent = "forge"
	return &gate.Dispatch{Agents: []gate.Assignment{{Agent: "anything", Policy: &unheld}, {Agent: "forge", Policy: &unheld, Own: own}}}
}

// permitsRoot is a project, and a home folder beside it.
func permitsRoot(t *testing.T) place {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := place{root: filepath.Join(top, "project"), home: filepath.Join(top, "home")}
	for _, name := range []string{"project/.env", "project/sub/.env", "project/sub/.env.example", "project/src/a.go", "project/docs/a.md", "project/docs/a.txt",
		"project/list", "home/.ssh/id", "home/x", "other"} {
		plant(t, filepath.Join(top, filepath.FromSlash(name)), false)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(at.root, "out")); err != nil {
		t.Fatal(err)
	}
	return at
}

// claudeCall is what Claude Code writes when the agent forge calls a tool.
func claudeCall(t *testing.T, cwd, tool, input string) string {
	t.Helper()
	b, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "transcript_path": "/t", "cwd": cwd,
		"agent_id": "1", "agent_type": "forge", "tool_use_id": "1", "tool_name": tool, "tool_input": json.RawMessage(input)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, input, err)
	}
	return string(b)
}

// eachPermit gives every call of cases/permits.txt: the definition, the number of
// the line, and the line.
func eachPermit(t *testing.T, f func(own gate.AgentPermissions, n int, line string)) {
	t.Helper()
	data, err := os.ReadFile("cases/permits.txt")
	if err != nil {
		t.Fatal(err)
	}
	var own gate.AgentPermissions
	for n, line := range strings.Split(string(data), "\n") {
		head, rest, _ := strings.Cut(line, " ")
		switch head {
		case "", "#":
			continue
		case "=", "+":
			if head == "=" {
				own = gate.AgentPermissions{Agent: "forge"}
			}
			if tools, ok := strings.CutPrefix(rest, "tools "); ok {
				own.Tools = strings.Fields(tools)
			} else {
				own.Sections = append(own.Sections, sectionOf(t, rest))
			}
			continue
		}
		f(own, n+1, line)
	}
}

// TestPermits asks about the lines of cases/permits.txt.
func TestPermits(t *testing.T) {
	at := permitsRoot(t)
	said := 0
	eachPermit(t, func(own gate.AgentPermissions, n int, line string) {
		want, rest, _ := strings.Cut(line, " ")
		tool, input, _ := strings.Cut(rest, " ")
		if tool == "$" {
			b, err := json.Marshal(map[string]string{"command": input})
			if err != nil {
				t.Fatal(err)
			}
			tool, input = "Bash", string(b)
		}
		said++
		if got, why := askedAt(permitted(own), at, claudeCall(t, at.root, tool, input), nil); got != want {
			t.Errorf("line %d: %s is %s: %s", n, line, got, why)
		}
	})
	if said < 200 {
		t.Errorf("only %d calls were asked", said)
	}
}

// TestGateOfAgents: where agents are rendered, nobody writes the program that
// their hooks start.
func TestGateOfAgents(t *testing.T) {
	at := permitsRoot(t)
	held := unheld
	held.Unprotected = false
	d := &gate.Dispatch{Agents: []gate.Assignment{{Agent: "anything", Policy: &held}, {Agent: "forge", Policy: &held}}}
	ask := func(want string) {
		t.Helper()
		for tool, input := range map[string]string{"Write": `{"file_path":"bin/dispatch","content":"x"}`, "Bash": `{"command":"cp /bin/true bin/dispatch"}`} {
			if got, why := askedAt(d, at, claudeCall(t, at.root, tool, input), nil); got != want {
				t.Errorf("%s %s is %s, want %s: %s", tool, input, got, want, why)
			}
		}
	}
	ask("allow")
	for _, name := range []string{".claude/agents/forge.md", ".qwen/agents/forge.md", ".github/agents/forge.agent.md"} {
		plant(t, filepath.Join(at.root, filepath.FromSlash(name)), false)
		ask("deny")
		if err := os.RemoveAll(filepath.Join(at.root, filepath.FromSlash(filepath.Dir(name)))); err != nil {
			t.Fatal(err)
		}
		ask("allow")
	}
}
