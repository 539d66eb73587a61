package goldentests

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/gen/agents"
	"kei/gen/permit"
	"kei/gen/spec"
	"kei/runtime/gate"
)

// clientTools are how each client that agents are rendered for says what a tool of
// a definition is asked for: the tool's name, and the field that decides.
var clientTools = map[string]map[string][2]string{
	"claude": {"bash": {"Bash", "command"}, "edit": {"Write", "file_path"}, "read": {"Read", "file_path"}, "webfetch": {"WebFetch", "url"}, "task": {"Agent", "subagent_type"}},
	"opencode": {"bash": {"bash", "command"}, "edit": {"write", "filePath"}, "read": {"read", "filePath"}, "webfetch": {"webfetch", "url"},
		"task": {"task", "subagent_type"}},
	"pi":    {"bash": {"bash", "command"}, "edit": {"write", "path"}, "read": {"read", "path"}, "webfetch": {"fetch_content", "url"}, "task": {"subagent", "agent"}},
	"codex": {"bash": {"Bash", "command"}, "edit": {"apply_patch", "input"}, "task": {"spawn_agent", "agent_type"}},
	"gemini": {"bash": {"run_shell_command", "command"}, "edit": {"write_file", "file_path"}, "read": {"read_file", "file_path"}, "webfetch": {"web_fetch", "prompt"},
		"task": {"invoke_agent", "agent_name"}},
	"qwen": {"bash": {"run_shell_command", "command"}, "edit": {"write_file", "file_path"}, "read": {"read_file", "file_path"}, "webfetch": {"web_fetch", "url"},
		"task": {"agent", "subagent_type"}},
	"copilot": {"bash": {"bash", "command"}, "edit": {"create", "path"}, "read": {"view", "path"}, "webfetch": {"web_fetch", "url"}, "task": {"task", "agent_type"}},
	"cursor":  {"bash": {"Shell", "command"}, "edit": {"Write", "file_path"}, "read": {"Read", "file_path"}, "webfetch": {"WebFetch", "url"}, "task": {"Task", "subagent_type"}},
}

// clientMarks are the fields by which a payload is known for a client's, and those
// that say which agent calls.
var clientMarks = map[string]map[string]any{
	"claude":   {"session_id": "s", "transcript_path": "/t", "agent_id": "1", "agent_type": "forge"},
	"opencode": {"session_id": "ses_1", "agent_id": "ses_2", "agent_type": "forge"},
	"pi":       {"session_id": "s"},
	"codex":    {"session_id": "s", "transcript_path": "/t", "turn_id": "t", "agent_id": "1", "agent_type": "forge"},
	"gemini":   {"hook_event_name": "BeforeTool", "session_id": "s", "transcript_path": "/t", "timestamp": "2026"},
	"qwen":     {"session_id": "s", "transcript_path": "/t", "timestamp": "2026", "tool_call_id": "c", "agent_id": "forge-toolu_001_0"},
	"copilot":  {"sessionId": "s", "timestamp": 1, "agentId": "1", "agentType": "forge", "parentAgentId": "2"},
	"cursor":   {"conversation_id": "c", "generation_id": "g", "cursor_version": "2"},
}

// unnamed are the clients whose payloads do not say which agent calls: there an agent is
// held to its definition where its process asks the gate by its name.
var unnamed = []string{"pi", "gemini", "cursor"}

// askClient is what the gate answers if an agent of a client asks for that. tool is
// one of a definition; ok is false if the client has no such tool.
func askClient(t *testing.T, d *gate.Dispatch, at place, client, tool, text string) (verdict, why string, ok bool) {
	t.Helper()
	form, ok := clientTools[client][tool]
	if !ok {
		return "", "", false
	}
	if tool != "bash" && strings.HasPrefix(text, "~/") {
		text = at.home + text[1:] // not a folder of that name
	}
	if form[0] == "apply_patch" {
		text = "*** Begin Patch\n*** Add File: " + text + "\n+x\n*** End Patch"
	}
	input := map[string]string{"content": "x", "prompt": "x"}
	input[form[1]] = text
	payload := map[string]any{"hook_event_name": "PreToolUse", "cwd": at.root, "tool_use_id": "1", "tool_name": form[0], "tool_input": input}
	if client == "copilot" {
		payload = map[string]any{"cwd": at.root, "toolName": form[0], "toolArgs": input}
	}
	for k, v := range clientMarks[client] {
		payload[k] = v
	}
	b, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	if slices.Contains(unnamed, client) {
		args = []string{"--agent", "forge"}
	}
	verdict, why = askedAt(d, at, string(b), args)
	return verdict, why, true
}

// wantAt is what a client's gate answers where a section says that: who cannot ask
// is denied.
func wantAt(client string, a permit.Action) string {
	if a == permit.Ask && !slices.Contains([]string{"claude", "qwen", "copilot"}, client) {
		return "deny"
	}
	return string(a)
}

// fills are what a star of a pattern may stand for, by the tool that it is of.
var fills = map[string][]string{
	"bash": {"", "x", "xx yy", "--version", "-f"}, "edit": {"x", "x.go"}, "read": {"x", "x.go"}, "external_directory": {"x", "x.go"},
	"webfetch": {"x", "www", "a.b"}, "task": {"", "x", "aa-1"},
}

// textsOf are texts of the tool that a pattern may match, and some that it does not.
func textsOf(tool, pattern string) (list []string) {
	for _, fill := range fills[tool] {
		text := strings.ReplaceAll(strings.ReplaceAll(pattern, "**", "*"), "*", fill)
		if tool == "webfetch" && !strings.Contains(text, "://") {
			text = "https://" + text + "/x"
		}
		list = append(list, text, text+"x")
	}
	switch tool {
	case "edit", "read", "external_directory":
		deep := strings.ReplaceAll(strings.ReplaceAll(pattern, "**", "a/b"), "*", "x")
		list = append(list, deep, "other/file", "/opt/other/file", "~/other/file")
	case "webfetch":
		list = append(list, "https://other.invalid/x", "http://other.invalid/")
	case "task":
		list = append(list, "other")
	case "bash":
		list = append(list, "mytool other")
	}
	return list
}

// probe is a text as a call has it, and whether it can be one: clean paths that
// are in the right place, simple commands in single words.
func probe(tool, text string) bool {
	switch tool {
	case "edit", "read", "external_directory":
		outside := strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~/")
		return text != "" && !strings.HasSuffix(text, "/") && (tool != "external_directory" || outside) && filepath.ToSlash(filepath.Clean(text)) == text
	case "webfetch":
		scheme, rest, _ := strings.Cut(text, "://")
		return (scheme == "http" || scheme == "https") && rest != "" && !strings.ContainsAny(rest, "*:")
	case "bash":
		return text != "" && strings.Join(strings.Fields(text), " ") == text && !strings.ContainsAny(text, "*?[](){}<>|&;$`\"'\\#~=!")
	}
	return text != ""
}

// TestHeld: what is reported as held by the gate is held by it, in every client:
// it answers as the definition says, by the tool and by a command.
func TestHeld(t *testing.T) {
	at := place{root: filepath.Join(t.TempDir(), "p"), home: "/kei/home"}
	held, asked := map[string]int{}, 0
	for _, own := range definitions(t) {
		d := permitted(own)
		a := agents.Agent{Definition: &spec.Definition{Name: "forge", Role: "anything", Description: "d", Mode: "all", Body: "You are the agent.",
			Tools: own.Tools, Sections: sectionsOf(own)}, Role: agents.Role{Name: "anything", Tools: unheld.Tools}}
		for _, client := range agents.Clients() {
			for _, l := range agents.Render(a, client, "").Losses {
				if l.HeldBy != "gate" {
					continue
				}
				held[client+" "+l.Field]++
				tool, isSection := strings.CutPrefix(l.Field, "permissions.")
				s := a.Section(tool)
				if !isSection || s == nil {
					for tool := range clientTools[client] {
						if isSection || own.Tools == nil || slices.Contains(own.Tools, tool) {
							continue
						}
						if got, _, _ := askClient(t, d, at, client, tool, "other"); got != "deny" {
							t.Errorf("%s: %s is %s, and tools are %q", client, tool, got, own.Tools)
						}
					}
					continue
				}
				texts := []string{l.Witness}
				for _, r := range s.Rules {
					texts = append(texts, textsOf(tool, r.Pattern)...)
				}
				for _, text := range append(texts, textsOf(tool, "*")...) {
					if probe(tool, text) {
						asked += heldTo(t, d, at, client, *s, text)
					}
				}
			}
		}
	}
	for _, want := range []string{"claude permissions.bash", "claude permissions.read", "claude permissions.external_directory", "claude permissions.webfetch",
		"claude permissions.task", "codex permissions.read", "codex permissions.task", "pi permissions.webfetch", "pi permissions.task", "opencode permissions.edit",
		"gemini permissions.edit", "gemini permissions.bash", "qwen permissions.bash", "qwen permissions.read", "copilot permissions.edit", "cursor permissions.bash", "cursor tools"} {
		if held[want] == 0 {
			t.Errorf("no loss %s that the gate holds in %v", want, held)
		}
	}
	if asked < 3000 {
		t.Errorf("only %d calls were asked", asked)
	}
}

// heldTo asks for a text in each way that the client has, and counts them.
func heldTo(t *testing.T, d *gate.Dispatch, at place, client string, s permit.Section, text string) (asked int) {
	t.Helper()
	action, _ := s.Decide(text)
	want := wantAt(client, action)
	ways := map[string]string{s.Tool: text}
	switch s.Tool {
	case "read", "external_directory":
		ways = map[string]string{"read": text}
		if probe("bash", "cat "+text) || strings.HasPrefix(text, "~/") && probe("bash", text[2:]) {
			ways["bash"] = "cat " + text
		}
	}
	for tool, text := range ways {
		got, why, ok := askClient(t, d, at, client, tool, text)
		if !ok {
			continue
		}
		asked++
		if tool == "bash" && s.Tool == "bash" && !strings.HasPrefix(text, "mytool") && permit.Action(want).Laxer(permit.Action(got)) {
			continue // of a program that is known the gate sees what else it does
		}
		if client == "gemini" && tool == "webfetch" {
			want = "deny" // its addresses stand somewhere in a text to the model
			if s.Off() || len(s.Rules) == 0 {
				continue
			}
		}
		if strings.HasPrefix(text, "http:") && permit.Action(want).Laxer(permit.Action(got)) {
			continue // the client may ask for it by https
		}
		if got != want {
			t.Errorf("%s: %v: %s %q is %s, want %s: %s", client, s, tool, text, got, want, why)
		}
	}
	return asked
}

func sectionsOf(own gate.AgentPermissions) (list []permit.Section) {
	for _, s := range own.Sections {
		one := permit.Section{Tool: s.Tool, Intent: permit.Action(s.Intent)}
		for _, r := range s.Rules {
			one.Rules = append(one.Rules, permit.Rule{Pattern: r.Pattern, Action: permit.Action(r.Action)})
		}
		list = append(list, one)
	}
	return list
}

// definitions are those of cases/permits.txt, and one for each rule set.
func definitions(t *testing.T) (all []gate.AgentPermissions) {
	t.Helper()
	for _, r := range ruleSets(t) {
		all = append(all, holding(r).Agents[1].Own)
	}
	eachPermit(t, func(own gate.AgentPermissions, _ int, _ string) {
		if len(own.Sections)+len(own.Tools) > 0 && (len(all) == 0 || fmt.Sprint(all[len(all)-1]) != fmt.Sprint(own)) {
			all = append(all, own)
		}
	})
	return all
}

// TestOneMeaning: the gate and the automata read every list of rules alike, for
// every tool that has any.
func TestOneMeaning(t *testing.T) {
	patterns := map[string][]string{
		"bash":               {"*", "mytool", "mytool *", "mytool*", "mytool a*", "mytool * -f *", "* -f", "mytool  *", "mytool a b", "**", "m*l a *", "mytool a **"},
		"edit":               {"**", "*", "a/**", "a/*", "**/x.go", "a/**/x.go", "/opt/**", "~/a/**", "*.go", "**/a/**", "/opt/*/x.go", "a"},
		"read":               {"**", "*", "a/**", "a/*", "**/x.go", "a/**/x.go", "/opt/**", "~/a/**", "*.go", "**/a/**", "/opt/*/x.go", "a"},
		"external_directory": {"/**", "/opt/**", "/opt/*", "~/a/**", "/opt/**/x.go", "~/*", "/opt/a", "/o*/x.go"},
		"webfetch":           {"*", "a.invalid", "*.invalid", "https://a.invalid/*", "http://*", "*://a.invalid/x", "a*", "https://*/x", "b.invalid*"},
		"task":               {"*", "a", "a*", "*b", "a-*-b", "**"},
	}
	at := place{root: filepath.Join(t.TempDir(), "p"), home: "/kei/home"}
	random := rand.New(rand.NewPCG(12, 12))
	actions := []string{"allow", "ask", "deny"}
	for tool, pool := range patterns {
		var texts []string
		for _, p := range pool {
			texts = append(texts, textsOf(tool, p)...)
		}
		texts = slices.DeleteFunc(texts, func(s string) bool { return !probe(tool, s) })
		for range 120 {
			s := gate.PermissionSection{Tool: tool, Intent: actions[random.IntN(3)]}
			for range random.IntN(5) {
				s.Rules = append(s.Rules, gate.PermissionRule{Pattern: pool[random.IntN(len(pool))], Action: actions[random.IntN(3)]})
			}
			own := gate.AgentPermissions{Sections: []gate.PermissionSection{s}}
			d, meant := permitted(own), sectionsOf(own)[0]
			for range 12 {
				heldTo(t, d, at, "claude", meant, texts[random.IntN(len(texts))])
			}
		}
	}
}
