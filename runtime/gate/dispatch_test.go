package gate

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// dispatcher holds two roles, and an agent in each that is not named for it.
func dispatcher() *Dispatch {
	free := &Policy{Role: "free", Sum: "1", Tools: []string{"Bash", "Read"}}
	held := &Policy{Role: "held", Sum: "2", Tools: []string{"Read"}, Rules: []Rule{&answers{}}}
	return &Dispatch{Sum: "abc", Agents: []Assignment{
		{Agent: "Explore", Policy: held}, {Agent: "free", Policy: free}, {Agent: "held", Policy: held}, {Agent: "releaser", Policy: free},
	}}
}

func TestDispatchPick(t *testing.T) {
	d := dispatcher()
	const event = `"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Read","tool_input":{"file_path":"a"}`
	const claude = event + `,"transcript_path":"/t","tool_use_id":"1"`
	const opencode = event + `,"session_id":"ses_1","tool_use_id":"1"`
	const qwen = claude + `,"tool_call_id":"c","timestamp":"2026"`
	const cline = `"workspaceRoots":["/w"],"hookName":"tool_call","tool_call":{"name":"read_files","input":{"files":[{"path":"a"}]}}`
	const copilot = `"toolName":"view","toolArgs":{"path":"a"}`
	const gemini = `"hook_event_name":"BeforeTool","tool_name":"read_file","tool_input":{"file_path":"a"}`
	for _, tt := range []struct{ name, text, main, want string }{
		{"a role", claude + `,"agent_id":"1","agent_type":"held"`, "free", "held"},
		{"an agent", claude + `,"agent_id":"1","agent_type":"releaser"`, "held", "free"},
		{"a name with a capital", claude + `,"agent_id":"1","agent_type":"Explore"`, "free", "held"},
		{"names are compared exactly", claude + `,"agent_id":"1","agent_type":"explore"`, "free", "the agent explore"},
		{"part of a name", claude + `,"agent_id":"1","agent_type":"release"`, "free", "the agent release"},
		{"more than a name", claude + `,"agent_id":"1","agent_type":"releasers"`, "free", "the agent releasers"},
		{"before the first", claude + `,"agent_type":"A"`, "free", "the agent A"},
		{"after the last", claude + `,"agent_type":"z"`, "free", "the agent z"},
		{"the main session", claude, "free", "free"},
		{"the main session, no role", claude, "", "the main session, so"},
		{"the main session, a role that is gone", claude, "gone", "the role gone"},
		{"the main session, an agent's name", claude, "releaser", "the role releaser"},
		{"the main session under a name", claude + `,"agent_type":"held"`, "free", "held"},
		{"the main session under an unknown name", claude + `,"agent_type":"other"`, "free", "the agent other"},
		{"an agent without a name", claude + `,"agent_id":"1"`, "free", "not which one"},
		{"an agent with an empty name", claude + `,"agent_id":"1","agent_type":""`, "free", "not which one"},
		{"a name that is no string", claude + `,"agent_type":["free"]`, "free", "not which one"},
		{"an id that is no string", claude + `,"agent_id":7`, "free", "not which one"},
		{"nulls", claude + `,"agent_id":null,"agent_type":null`, "free", "free"},
		{"codex's own agent", claude + `,"turn_id":"t","agent_id":"1","agent_type":"default"`, "free", "the agent default"},
		{"copilot", copilot + `,"agentId":"1","agentType":"held","parentAgentId":"2"`, "free", "held"},
		{"copilot, no name", copilot + `,"agentId":"1"`, "free", "not which one"},
		{"copilot, main", copilot, "held", "held"},
		{"qwen", qwen + `,"agent_id":"held-toolu_001_0"`, "free", "held"},
		{"qwen, an id with dashes", qwen + `,"agent_id":"held-chatcmpl-tool-1-2"`, "free", "held"},
		{"qwen, another id", qwen + `,"agent_id":"held-0a1b"`, "free", "held"},
		{"qwen, unknown", qwen + `,"agent_id":"general-purpose-toolu_001_0"`, "free", "the agent general-purpose"},
		{"opencode, main", opencode + `,"agent_type":"build"`, "held", "held"},
		{"opencode, a main agent with a role", opencode + `,"agent_type":"free"`, "held", "free"},
		{"opencode, an agent called as the main one", opencode + `,"agent_id":"ses_2","agent_type":"build"`, "held", "the agent build"},
		{"opencode, its own agent", opencode + `,"agent_id":"ses_2","agent_type":"general"`, "held", "the agent general"},
		{"cline, main", cline + `,"agent_id":"agent_1","parent_agent_id":null`, "held", "held"},
		{"cline, an agent", cline + `,"agent_id":"agent_2","parent_agent_id":"agent_1"`, "held", "not which one"},
		{"gemini", gemini, "held", "held"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := ParseCallIn([]byte("{"+tt.text+"}"), noEnv)
			if err != nil {
				t.Fatal(err)
			}
			p, denial := d.pick(tt.main, c)
			switch {
			case denial == nil && p.Role != tt.want:
				t.Errorf("the policy of %s, want %s", p.Role, tt.want)
			case denial != nil && !strings.Contains(denial.Reason, tt.want):
				t.Errorf("%v, want %s", denial, tt.want)
			}
		})
	}
}

func TestDispatchFind(t *testing.T) {
	d := &Dispatch{}
	if d.find("") != nil || d.find("x") != nil {
		t.Error("found in nothing")
	}
	for i := range 700 {
		name := fmt.Sprintf("agent-%03d", i)
		d.Agents = append(d.Agents, Assignment{Agent: name, Policy: &Policy{Role: name}})
		for _, a := range d.Agents {
			if p := d.find(a.Agent); p != a.Policy {
				t.Fatalf("%s of %d: %v", a.Agent, i+1, p)
			}
		}
		if d.find(name+"x") != nil || d.find(name[1:]) != nil || d.find("") != nil {
			t.Fatalf("of %d: found what is not there", i+1)
		}
	}
}

func TestDispatchCommand(t *testing.T) {
	for _, tt := range []struct {
		compiled string
		args     []string
		main     string
		want     string
	}{
		{"", nil, "", ""},
		{"held", nil, "held", ""},
		{"", []string{"--main", "held"}, "held", ""},
		{"held", []string{"--main", "held"}, "held", ""},
		{"held", []string{"--main", "free"}, "", "compiled in: held"},
		{"", []string{"--main", "gone"}, "", "none of its roles (free, held)"},
		{"", []string{"--main", "releaser"}, "", "none of its roles"},
		{"", []string{"--main", ""}, "", "none of its roles"},
		{"", []string{"--main=held"}, "", "takes no argument but"},
		{"", []string{"--main"}, "", "takes no argument but"},
		{"", []string{"--main", "held", "x"}, "", "takes no argument but"},
		{"", []string{"--policy", "held"}, "", "takes no argument but"},
	} {
		d := dispatcher()
		d.Main = tt.compiled
		main, err := d.command(append([]string{"dispatch"}, tt.args...))
		if main != tt.main || (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Reason, tt.want) {
			t.Errorf("%q with %q compiled in: %q, %v", tt.args, tt.compiled, main, err)
		}
	}
}

// As a process: what it writes is an answer whatever happens.
func TestDispatchGate(t *testing.T) {
	ask := func(payload string, args ...string) result {
		return runGate(t, payload, func(c *exec.Cmd) { c.Env = append(c.Env, asGate+"=dispatch") }, args...)
	}
	of := func(agent, payload string) string {
		return `{"agent_id":"1","agent_type":"` + agent + `",` + payload[1:]
	}
	for _, tt := range []struct {
		name, payload string
		args          []string
		code          int
		stderr        string
	}{
		{"allowed", of("releaser", bash("push")), nil, 0, ""},
		{"denied by its role", of("held", bash("ls")), nil, 2, "role held: Bash is not among the tools of this role (Read); report what you need instead\n"},
		{"unknown", of("nobody", bash("ls")), nil, 2, "dispatch: no role is known for the agent nobody, so it may do nothing; say so in your report: agents/nobody/agent.toml would give it one\n"},
		{"main without a role", bash("ls"), nil, 2, "dispatch: no role is known for the main session, so it may do nothing; a person has to name one: in agents/main.toml, or with --main ROLE where this gate is installed\n"},
		{"main", bash("ls"), []string{"--main", "free"}, 0, ""},
		{"another main", bash("ls"), []string{"--main", "held"}, 2, "role held: Bash is not among the tools of this role (Read); report what you need instead\n"},
		{"an argument of nobody's", bash("ls"), []string{"--main", "gone"}, 2, "dispatch: this gate was installed with --main gone, which is none of its roles (free, held)\n"},
		{"arguments that mean nothing", bash("ls"), []string{"x", "y\n"}, 2, "dispatch: this gate takes no argument but --main ROLE, --agent NAME, --policy or --version, and was installed with x y\\n\n"},
		{"no payload", "", nil, 2, "payload: it is empty; a gate needs the tool call, as JSON, on standard input\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := ask(tt.payload, tt.args...)
			if r.code != tt.code || r.stderr != tt.stderr {
				t.Errorf("%+v", r)
			}
			if denied := strings.Contains(r.stdout, `"decision":"block"`); denied != (tt.code == 2) || denied && !json.Valid([]byte(r.stdout)) {
				t.Errorf("stdout: %s", r.stdout)
			}
		})
	}
	if r := ask("", "--version"); r.code != 0 || r.stdout != "dispatcher of free, held, kei devel, policy abc\n" {
		t.Errorf("%+v", r)
	}
	r := ask("", "--policy")
	var said struct {
		SHA256   string
		Dispatch struct {
			Main   string
			Agents []struct{ Agent, Role, SHA256 string }
		}
		Policies []struct {
			SHA256 string
			Policy struct{ Role string }
		}
	}
	if err := json.Unmarshal([]byte(r.stdout), &said); err != nil || r.code != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	if said.SHA256 != "abc" || len(said.Dispatch.Agents) != 4 || said.Dispatch.Agents[3].Agent != "releaser" || said.Dispatch.Agents[3].SHA256 != "1" ||
		len(said.Policies) != 2 || said.Policies[1].Policy.Role != "held" || said.Policies[1].SHA256 != "2" {
		t.Errorf("%s", r.stdout)
	}
}
