package gate

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kei/runtime/client"
	"kei/runtime/str"
)

// A reader is how a client takes what a hook wrote, as runs of it have shown:
// what becomes of the tool call when nobody is there to be asked.
type reader func(code int, stdout, stderr string) (fate string, told bool)

const ran, stopped = "ran", "denied"

// fields reads standard output as one JSON object; ok is false if it is none.
func object(stdout string) (top, nested map[string]any, ok bool) {
	ok = json.Unmarshal([]byte(stdout), &top) == nil && top != nil
	nested, _ = top["hookSpecificOutput"].(map[string]any)
	return top, nested, ok
}

func one(top map[string]any, key string, values ...string) bool {
	s, _ := top[key].(string)
	return str.In(s, values...)
}

// claudeShaped reads exit status 2, or the JSON of Claude Code at status 0.
func claudeShaped(code int, stdout, stderr string) (string, bool) {
	top, nested, ok := object(stdout)
	switch {
	case code == 2:
		return stopped, stderr != ""
	case code == 0 && ok && one(nested, "permissionDecision", "deny", "ask"):
		return stopped, nested["permissionDecisionReason"] != ""
	case code == 0 && ok && one(top, "decision", "block"):
		return stopped, true
	}
	return ran, false
}

var readers = map[string]reader{
	"claude": claudeShaped,
	"": func(code int, stdout, stderr string) (string, bool) {
		// Whoever it is takes the narrowest of all: status 2 and a reason.
		if code == 2 && stderr != "" && stdout != "" {
			return stopped, true
		}
		return ran, false
	},
	"codex": func(code int, stdout, stderr string) (string, bool) {
		top, nested, ok := object(stdout)
		if code == 2 {
			return map[bool]string{true: stopped, false: ran}[stderr != ""], true
		}
		for key := range top {
			if !str.In(key, "decision", "reason", "hookSpecificOutput", "systemMessage") {
				return ran, false // an unknown field is a failed hook
			}
		}
		if code == 0 && ok && one(nested, "permissionDecision", "deny") && nested["permissionDecisionReason"] != "" {
			return stopped, true
		}
		return ran, false // asking is not supported
	},
	"gemini": func(code int, stdout, stderr string) (string, bool) {
		text := stdout
		if text == "" {
			text = stderr
		}
		if top, _, ok := object(text); ok {
			if one(top, "decision", "deny", "block") {
				return stopped, top["reason"] != ""
			}
			return ran, false // whatever the status is
		}
		if text == "" || code == 0 || code == 1 {
			return ran, false
		}
		return stopped, true
	},
	"qwen": func(code int, stdout, stderr string) (string, bool) {
		if code == 2 {
			return map[bool]string{true: stopped, false: ran}[stderr != ""], true
		}
		return claudeShaped(code, stdout, stderr)
	},
	"copilot": func(code int, stdout, stderr string) (string, bool) {
		top, _, ok := object(stdout)
		if code != 0 {
			return stopped, ok && top["permissionDecisionReason"] != ""
		}
		if ok && one(top, "permissionDecision", "deny", "ask") {
			return stopped, true
		}
		return ran, false
	},
	"copilot-claude": func(code int, stdout, stderr string) (string, bool) {
		_, nested, ok := object(stdout)
		if code != 0 || ok && one(nested, "permissionDecision", "deny") {
			return stopped, true
		}
		return ran, false
	},
	"droid": func(code int, stdout, stderr string) (string, bool) {
		_, nested, ok := object(stdout)
		if code == 2 || code == 0 && ok && one(nested, "permissionDecision", "deny") {
			return stopped, true
		}
		return ran, false // it does not ask where permissions are skipped
	},
	"cline": func(code int, stdout, stderr string) (string, bool) {
		if top, _, ok := object(stdout); ok && top["cancel"] == true {
			return stopped, top["errorMessage"] != ""
		}
		return ran, false // statuses are not looked at
	},
	"cursor": func(code int, stdout, stderr string) (string, bool) {
		top, _, ok := object(stdout)
		if code == 2 || code == 0 && ok && one(top, "permission", "deny") {
			return stopped, top["agent_message"] != ""
		}
		return ran, false // asking is not enforced
	},
	"windsurf": func(code int, stdout, stderr string) (string, bool) {
		return map[bool]string{true: stopped, false: ran}[code == 2], stderr != ""
	},
	"vscode":   claudeShaped,
	"opencode": bridge,
	"pi":       bridge,
}

// bridge is what kei's own plugins for clients without command hooks do: only
// silence at status 0 lets a call run.
func bridge(code int, stdout, stderr string) (string, bool) {
	if code == 0 && strings.TrimSpace(stdout) == "" {
		return ran, false
	}
	return stopped, code != 2 || stderr != ""
}

// TestAnswersOfClients holds that what a gate writes is taken as it is meant by
// each client: a denial is one, with its reason; a warning is none; and what
// should be asked of a person is denied where nobody is.
func TestAnswersOfClients(t *testing.T) {
	objection := func(s Severity) Objections { return Objections{{"a::b", "not this\nway \"here\"", s}} }
	verdicts := []struct {
		name string
		o    Objections
		want string
	}{
		{"allow", nil, ran},
		{"advisory", objection(Advisory), ran},
		{"warn", objection(Warn), ran},
		{"a warning that looks like an answer", Objections{{"a::b", `{"decision":"block"}`, Warn}}, ran},
		{"deny", objection(Block), stopped},
		{"deny, unsaid severity", objection(""), stopped},
		{"deny without a word", Objections{{"", "", Block}}, stopped},
		{"deny with a word that is JSON", Objections{{"", `{"decision":"allow"}`, Block}}, stopped},
		{"deny and warn", append(objection(Warn), objection(Block)...), stopped},
		{"ask", objection(Ask), stopped},
		{"ask and warn", append(objection(Warn), objection(Ask)...), stopped},
		{"ask and deny", append(objection(Ask), objection(Block)...), stopped},
		{"a long denial", Objections{{"a::b", strings.Repeat("\"\x01", 1<<16), Block}}, stopped},
	}
	for _, c := range client.Clients {
		read := readers[c.Name]
		if read == nil {
			t.Errorf("nobody has said how %s reads an answer", c.Name)
			continue
		}
		for _, v := range verdicts {
			t.Run(c.Name+"/"+v.name, func(t *testing.T) {
				verdict := v.o.decide(c.Asks)
				a := answerTo(verdict, v.o, c.Asks)
				fate, told := read(a.Code, string(a.Stdout), string(a.Stderr))
				what := fmt.Sprintf("status %d\n%.300s\n%.300s", a.Code, a.Stdout, a.Stderr)
				if fate != v.want {
					t.Errorf("%s, want %s: %s", fate, v.want, what)
				}
				if fate == stopped && !told {
					t.Errorf("denied without a reason: %s", what)
				}
				if fate == ran && (a.Code != 0 || len(a.Stdout) > 0) {
					t.Errorf("allowed, and not silent on standard output: %s", what)
				}
				if verdict == ask && (a.Code != 0 || len(a.Stderr) > 0) {
					t.Errorf("asked with more than the question: %s", what)
				}
			})
		}
	}
	if len(readers) != len(client.Clients) {
		t.Errorf("%d readers for %d clients", len(readers), len(client.Clients))
	}
}

// TestNarrowerFormsRun holds that the table of readers can tell a denial that is
// not enough: each of these lets the call run in some client.
func TestNarrowerFormsRun(t *testing.T) {
	const claudeJSON = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}`
	for _, tt := range []struct {
		name           string
		code           int
		stdout, stderr string
		runs           string
	}{
		{"Claude Code's JSON and status 2", 2, claudeJSON, "r", "cline gemini"},
		{"a reason and status 2", 2, "", "r", "cline"},
		{"status 2", 2, "", "", "cline codex gemini qwen"},
		{"Claude Code's JSON", 0, claudeJSON, "", "cline copilot cursor gemini windsurf"},
		{"block", 0, `{"decision":"block","reason":"r"}`, "", "cline codex copilot copilot-claude cursor droid windsurf"},
		{"status 1", 1, "", "r", "claude cline codex cursor droid gemini qwen vscode windsurf"},
	} {
		for name, read := range readers {
			if name == "" {
				continue
			}
			fate, _ := read(tt.code, tt.stdout, tt.stderr)
			if want := str.In(name, strings.Fields(tt.runs)...); (fate == ran) != want {
				t.Errorf("%s in %s: %s", tt.name, name, fate)
			}
		}
	}
}
