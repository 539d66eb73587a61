package goldentests

import (
	"encoding/json"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"kei/gen/permit"
)

// formOf is what a client writes when an agent calls a tool of a definition. Where it does
// not say who calls, nobody is named.
func formOf(t *testing.T, root, client, agent, tool, text string) ([]byte, bool) {
	t.Helper()
	form, ok := clientTools[client][tool]
	if !ok {
		return nil, false
	}
	if form[0] == "apply_patch" {
		text = "*** Begin Patch\n*** Add File: " + text + "\n+x\n*** End Patch"
	}
	input := map[string]string{"content": "x", "prompt": "x"}
	input[form[1]] = text
	payload := map[string]any{"hook_event_name": "PreToolUse", "cwd": root, "tool_use_id": "1", "tool_name": form[0], "tool_input": input}
	if client == "copilot" {
		payload = map[string]any{"cwd": root, "toolName": form[0], "toolArgs": input}
	}
	for k, v := range clientMarks[client] {
		if s, ok := v.(string); ok {
			v = strings.Replace(s, "forge", agent, 1)
		}
		payload[k] = v
	}
	b, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	return b, true
}

// TestEveryForm: what the compiled dispatcher answers about ten thousand calls of the agents
// that ship is the same in the form of every client that names its agent, and never more than
// the main session's role allows where none is named.
func TestEveryForm(t *testing.T) {
	t.Parallel()
	all, roles := jobs(t), agentRoles(t)
	rng := rand.New(rand.NewSource(10))
	names := slices.Sorted(maps.Keys(roles))
	var calls []string
	for _, name := range names {
		for _, c := range append(slices.Clone(all[name].Honest), all[name].Forbidden...) {
			if tool, _, _ := strings.Cut(c, " "); tool == "Bash" || tool == "Write" || tool == "Read" {
				calls = append(calls, c)
			}
		}
	}
	for range 400 {
		calls = append(calls, generated(rng, []string{"bash", "edit"}[rng.Intn(2)]))
	}
	asked, verdicts := 0, map[string]int{}
	for _, name := range names {
		a := asAgent(t, roles[name], all[name].Task)
		main := asAgent(t, "read-only", nil)
		for _, call := range calls {
			if rng.Intn(3) > 0 {
				continue
			}
			tool, text, _ := strings.Cut(call, " ")
			want, _ := a.answers(t, name, "claude", inWords[tool], text)
			for _, client := range []string{"opencode", "codex", "qwen", "copilot", "gemini", "cursor"} {
				at, meant, nobody := a, wantAt(client, permit.Action(want)), slices.Contains(unnamed, client)
				if nobody {
					at = main
				}
				got, ok := at.answers(t, name, client, inWords[tool], text)
				if !ok {
					continue
				}
				if asked++; nobody {
					meant, _ = main.unnamed(t, inWords[tool], text)
				}
				verdicts[got]++
				if got != meant && !(client == "codex" && tool == "Write" && stricter(got, meant) == got) {
					t.Errorf("%s: %s: %s is %s, and %s in Claude Code's form", client, name, call, got, meant)
				}
			}
		}
	}
	if asked < 10000 || verdicts["allow"] < 300 || verdicts["deny"] < 300 {
		t.Errorf("%d calls: %v", asked, verdicts)
	}
}

// answers is what the dispatcher answers to a client's form of a call; ok is false if the
// client has no such tool.
func (a askedAgent) answers(t *testing.T, agent, client, tool, text string) (verdict string, ok bool) {
	t.Helper()
	payload, ok := formOf(t, a.root, client, agent, tool, text)
	if !ok {
		return "", false
	}
	s := start(t, a.program, []string{"--main", "read-only"}, a.root, a.env, payload)
	switch {
	case s.code == 2:
		return "deny", true
	case s.code == 0 && s.stdout != "":
		return "ask", true
	case s.code == 0:
		return "allow", true
	}
	t.Fatalf("%s: %s %s: status %d: %s", client, tool, text, s.code, s.stderr)
	return "", false
}

// unnamed is what the role of the main session says of a call.
func (a askedAgent) unnamed(t *testing.T, tool, text string) (verdict string, ok bool) {
	return a.answers(t, "read-only", "claude", tool, text)
}
