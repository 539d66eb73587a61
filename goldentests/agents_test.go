package goldentests

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/shell"
)

// A ruleSet is one line of renderers/verdicts.jsonl: a section of permissions, and
// what it says of some calls.
type ruleSet struct {
	ID, Tool, Intent string
	Rules            []string
	Probes           []struct{ Probe, Canonical string }
}

// ruleSets are all of them.
func ruleSets(t *testing.T) (all []ruleSet) {
	f, err := os.Open("renderers/verdicts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r ruleSet
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		t.Fatal("no rule sets")
	}
	return all
}

// anything is a role that holds nothing back.
var anything = gate.Policy{Role: "anything", Tools: []string{"Bash", "Edit", "Write", "Read"}, Unprotected: true}

// holding is a dispatcher with one agent, which has a section.
func holding(r ruleSet) *gate.Dispatch {
	s := gate.PermissionSection{Tool: r.Tool, Intent: r.Intent}
	for _, text := range r.Rules {
		i := strings.LastIndexByte(text, ':')
		s.Rules = append(s.Rules, gate.PermissionRule{Pattern: text[:i], Action: text[i+1:]})
	}
	own := gate.AgentPermissions{Agent: "forge", Sections: []gate.PermissionSection{s}}
	return &gate.Dispatch{Agents: []gate.Assignment{{Agent: "anything", Policy: &anything}, {Agent: "forge", Policy: &anything, Own: own}}}
}

// agentPayloads are the ways in which clients say that the agent forge calls, and
// whether the client can ask a person.
var agentPayloads = []struct {
	client string
	asks   bool
	bash   string // %s: the command, as JSON
	edit   string // %s: the file, as JSON
	args   []string
}{
	{"claude", true,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","agent_id":"1","agent_type":"forge","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":%s}}`,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","agent_id":"1","agent_type":"forge","tool_use_id":"1","tool_name":"Write","tool_input":{"file_path":%s,"content":"x"}}`, nil},
	{"claude, in the agent's own file", true,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":%s}}`,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","tool_use_id":"1","tool_name":"Write","tool_input":{"file_path":%s,"content":"x"}}`, []string{"--agent", "forge"}},
	{"codex", false,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","turn_id":"t","cwd":"/kei/w","agent_id":"1","agent_type":"forge","tool_use_id":"1","tool_name":"Bash","tool_input":{"command":%s}}`, "", nil},
	{"copilot", true,
		`{"sessionId":"s","cwd":"/kei/w","agentId":"1","agentType":"forge","parentAgentId":"2","toolName":"bash","toolArgs":{"command":%s}}`,
		`{"sessionId":"s","cwd":"/kei/w","agentId":"1","agentType":"forge","parentAgentId":"2","toolName":"create","toolArgs":{"path":%s,"file_text":"x"}}`, nil},
	{"opencode", false,
		`{"hook_event_name":"PreToolUse","session_id":"ses_1","cwd":"/kei/w","agent_id":"ses_2","agent_type":"forge","tool_use_id":"1","tool_name":"bash","tool_input":{"command":%s}}`,
		`{"hook_event_name":"PreToolUse","session_id":"ses_1","cwd":"/kei/w","agent_id":"ses_2","agent_type":"forge","tool_use_id":"1","tool_name":"write","tool_input":{"filePath":%s,"content":"x"}}`, nil},
	{"qwen", true,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","timestamp":"2026","tool_call_id":"c","agent_id":"forge-toolu_001_0","tool_use_id":"1","tool_name":"run_shell_command","tool_input":{"command":%s}}`,
		`{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/kei/w","timestamp":"2026","tool_call_id":"c","agent_id":"forge-toolu_001_0","tool_use_id":"1","tool_name":"write_file","tool_input":{"file_path":%s,"content":"x"}}`, nil},
}

// A place is a project's folder, and the home folder of who works in it.
type place struct{ root, home string }

// nowhere is a place without any files.
var nowhere = place{"/kei/w", "/kei/home"}

// asked is what a dispatcher answers to a payload: allow, ask or deny, and why.
func asked(d *gate.Dispatch, payload string, args []string) (verdict, why string) {
	return askedAt(d, nowhere, payload, args)
}

// askedAt is asked in a place of the disk.
func askedAt(d *gate.Dispatch, at place, payload string, args []string) (verdict, why string) {
	left := []byte(payload)
	in := &gate.Input{
		Args: append([]string{"dispatch"}, args...),
		Env: func(name string) (string, bool) {
			switch name {
			case "HOME":
				return at.home, true
			case "WORKTREE_PATH":
				return at.root, true
			}
			return "", false
		},
		Read: func(b []byte) (int, error) { n := copy(b, left); left = left[n:]; return n, nil },
		Now:  func() int64 { return 0 }, Programs: &programs.Table,
	}
	a := gate.Run(d, shell.Late, in)
	why = string(a.Stdout) + string(a.Stderr)
	switch {
	case a.Code == 2:
		return "deny", why
	case len(a.Stdout) > 0:
		return "ask", why
	}
	return "allow", why
}

// TestAgentVerdicts: what a definition says is what the gate answers, in every
// client that names the agent. Who cannot ask is denied.
func TestAgentVerdicts(t *testing.T) {
	for _, r := range ruleSets(t) {
		d := holding(r)
		for _, p := range r.Probes {
			for _, c := range agentPayloads {
				form, text := c.bash, p.Probe
				if r.Tool == "edit" {
					form, text = c.edit, strings.Replace(p.Probe, "~/", "/kei/home/", 1)
				}
				if form == "" {
					continue
				}
				said, err := json.Marshal(text)
				if err != nil {
					t.Fatal(err)
				}
				want := p.Canonical
				if want == "ask" && !c.asks {
					want = "deny"
				}
				if got, why := asked(d, fmt.Sprintf(form, said), c.args); got != want {
					t.Errorf("%s: %s: %q is %s, want %s: %s", r.ID, c.client, p.Probe, got, want, why)
				}
			}
		}
	}
}

// TestAgentNamed: a hook in one agent's file answers for that agent alone.
func TestAgentNamed(t *testing.T) {
	d := holding(ruleSet{Tool: "bash", Intent: "allow", Rules: []string{"git push --force*:deny"}})
	payload := fmt.Sprintf(agentPayloads[0].bash, `"ls"`)
	if got, why := asked(d, payload, []string{"--agent", "forge"}); got != "allow" {
		t.Error(got, why)
	}
	if got, why := asked(d, payload, []string{"--agent", "anything"}); got != "deny" || !strings.Contains(why, "installed for the agent anything, and forge calls") {
		t.Error(got, why)
	}
	if got, why := asked(d, fmt.Sprintf(agentPayloads[1].bash, `"ls"`), []string{"--agent", "nobody"}); got != "deny" || !strings.Contains(why, "no role is known for the agent nobody") {
		t.Error(got, why)
	}
	// Its sibling in the same role has no rules of its own.
	if got, why := asked(d, strings.ReplaceAll(fmt.Sprintf(agentPayloads[0].bash, `"git push --force"`), "forge", "anything"), nil); got != "allow" {
		t.Error(got, why)
	}
}
