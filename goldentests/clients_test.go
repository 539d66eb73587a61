package goldentests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/gen"
	"kei/gen/build"
	"kei/runtime/gate"
)

// TestClients holds what gates make of each client's calls, with the gates of
// the policy in clients/: that of a role that may do all the payloads do, of one
// that may do none of it, and of both.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("no gates are built with -short")
	}
	set, _, err := gen.Generate(os.DirFS("clients"))
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	list, err := build.Gates(t.Context(), build.Options{Dir: "clients", Out: out, Emitted: set, Roles: []string{"open", "shut", "dispatch"}})
	if err != nil {
		t.Fatal(err)
	}
	programs := map[string]string{}
	for _, g := range list {
		programs[g.Role] = filepath.Join(out, filepath.FromSlash(g.File))
	}
	t.Run("payloads", func(t *testing.T) { eachPayload(t, programs) })
	t.Run("one of several", func(t *testing.T) { oneOfSeveral(t, programs["shut"]) })
}

// A written is one payload of a client.
type written struct {
	name string // claude/shell
	text []byte
}

// payloads are those of the folder, a list as several.
func payloads(t *testing.T) []written {
	t.Helper()
	names, err := filepath.Glob("payloads/*/*.json")
	if err != nil || len(names) < 100 {
		t.Fatalf("%d payloads, %v", len(names), err)
	}
	var all []written
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "payloads/"), ".json")
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			list = []json.RawMessage{text}
		}
		for i, one := range list {
			title := short
			if i > 0 {
				title += fmt.Sprint(" ", i+1)
			}
			all = append(all, written{title, one})
		}
	}
	return all
}

// eachPayload records what is understood of every payload, and what is answered
// by a role that may do it, by one that may not, and by the dispatcher, in which
// releaser is shut and the main session open.
func eachPayload(t *testing.T, programs map[string]string) {
	home := t.TempDir()
	env := []string{"HOME=" + home}
	var b strings.Builder
	fmt.Fprintln(&b, "# What clients write, and what is made of it: see TestClients.")
	for _, p := range payloads(t) {
		client, _, _ := strings.Cut(p.name, "/")
		event := strings.Contains(p.name, "/event-") || p.name == "windsurf/prompt" || client == "nobody" && p.name != "nobody/bare"
		fmt.Fprintf(&b, "\n%s\n", p.name)
		c, err := gate.ParseCallIn(p.text, func(string) (string, bool) { return "", false })
		if err != nil {
			fmt.Fprintf(&b, "  no call: %v\n", err)
			if !event {
				t.Errorf("%s: %v", p.name, err)
			}
		} else {
			event = event && p.name == "windsurf/prompt"
			fmt.Fprintf(&b, "  %s %s: %s", c.Client, c.Tool, c.Does)
			for _, what := range append(append([]string(nil), c.Commands...), c.Paths...) {
				fmt.Fprintf(&b, " %q", what)
			}
			if c.Missing != "" {
				fmt.Fprintf(&b, ", %s", c.Missing)
			}
			who := "the main session"
			if c.Sub {
				who = "an agent"
			}
			if c.Agent != "" {
				who += " " + c.Agent
			}
			fmt.Fprintf(&b, "; %s\n", who)
			if want := strings.TrimSuffix(c.Client, "-claude"); want != client && client != "nobody" {
				t.Errorf("%s: taken for %q", p.name, c.Client)
			}
		}
		for _, role := range []string{"open", "shut", "dispatch"} {
			s := start(t, programs[role], nil, home, env, p.text)
			answer := verdictOf(s)
			if s.code != 0 && s.code != 2 {
				t.Errorf("%s: %s ends with status %d", p.name, role, s.code)
			}
			if s.code == 2 {
				answer += "   " + s.first()
			}
			fmt.Fprintf(&b, "  %-8s %s\n", role, answer)
			switch role {
			case "open":
				if (s.code == 0) == event {
					t.Errorf("%s: %s: %s", p.name, role, answer)
				}
			case "shut":
				if s.code == 0 {
					t.Errorf("%s: allowed", p.name)
				}
			}
		}
	}
	golden(t, "clients.txt", []byte(b.String()))
}

// oneOfSeveral holds that each of a call's commands and files is judged: one
// that is denied, at any place among others, denies the call.
func oneOfSeveral(t *testing.T, shut string) {
	const patch = "*** Begin Patch\n*** Add File: x.txt\n+1\n*** Update File: y.txt\n*** Move to: z.txt\n@@\n-1\n+2\n*** Delete File: w.txt\n*** End Patch\n"
	type input = map[string]any
	payload := func(p input) []byte {
		p["cwd"] = "/home/user/project"
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	codex := func(tool string, in any) []byte {
		return payload(input{"turn_id": "1", "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": in})
	}
	copilot := func(tool string, in any) []byte { return payload(input{"toolName": tool, "toolArgs": in}) }
	cline := func(tool string, in any) []byte {
		return payload(input{"hookName": "tool_call", "tool_call": input{"name": tool, "input": in}})
	}
	pascal := func(in any) []byte {
		return payload(input{"hook_event_name": "PreToolUse", "session_id": "1", "timestamp": "2026", "tool_name": "Edit", "tool_input": in})
	}
	opencode := func(tool string, in any) []byte {
		return payload(input{"hook_event_name": "PreToolUse", "session_id": "ses_1", "tool_use_id": "1", "tool_name": tool, "tool_input": in})
	}
	var cases []written
	add := func(name string, text []byte) { cases = append(cases, written{name, text}) }
	add("allowed: codex patch", codex("apply_patch", input{"command": patch}))
	add("allowed: copilot patch", copilot("apply_patch", patch))
	add("allowed: pascal patch", pascal(patch))
	add("allowed: opencode patch", opencode("apply_patch", input{"patchText": patch}))
	for _, file := range []string{"x.txt", "y.txt", "z.txt", "w.txt"} {
		bad := strings.Replace(patch, file, "sub/../a.txt", 1)
		add("codex patch, "+file, codex("apply_patch", input{"command": bad}))
		add("codex patch as input, "+file, codex("apply_patch", input{"input": bad}))
		add("copilot patch, "+file, copilot("apply_patch", bad))
		add("pascal patch, "+file, pascal(bad))
		add("opencode patch, "+file, opencode("apply_patch", input{"patchText": bad}))
		add("patch with CRLF, "+file, codex("apply_patch", input{"command": strings.ReplaceAll(bad, "\n", "\r\n")}))
		add("patch indented, "+file, codex("apply_patch", input{"command": strings.ReplaceAll(bad, "*** ", "  *** ")}))
	}
	add("a patch in two fields", codex("apply_patch", input{"command": patch, "input": strings.Replace(patch, "x.txt", "a.txt", 1)}))
	add("a patch that names nothing", codex("apply_patch", input{"command": "*** Begin Patch\n*** End Patch\n"}))
	add("a patch that is no text", codex("apply_patch", input{"command": []string{patch}}))
	add("a string for a tool that has an object", codex("Bash", "ls"))
	add("allowed: cline commands", cline("run_commands", input{"commands": []string{"ls", "pwd"}}))
	for i := range 3 {
		commands := []string{"ls", "pwd", "true"}
		commands[i] = "git push"
		add(fmt.Sprint("cline command ", i+1), cline("run_commands", input{"commands": commands}))
	}
	add("cline command in another field", cline("run_commands", input{"commands": []string{"ls"}, "command": "git push"}))
	add("cline command that is an object", cline("run_commands", input{"commands": []any{"ls", input{"command": "git push"}}}))
	add("allowed: cline files", cline("read_files", input{"files": []any{input{"path": "b.txt"}, input{"path": "/home/user/project/c.txt"}}}))
	add("cline file", cline("read_files", input{"files": []any{input{"path": "b.txt"}, input{"path": "/home/user/project/a.txt"}}}))
	add("vscode files", payload(input{"hookEventName": "PreToolUse", "tool_name": "editFiles", "tool_input": input{"files": []string{"x.txt", "a.txt"}}}))
	add("allowed: a folder to start in", opencode("bash", input{"command": "touch ok.txt", "workdir": "/home/user/project/sub"}))
	add("a folder to start in", opencode("bash", input{"command": "touch c.txt", "workdir": "new"}))
	add("the same, absolute", opencode("bash", input{"command": "touch c.txt", "workdir": "/home/user/project/new"}))
	// What would be typed into it later is asked of nobody.
	add("codex, a shell to type into", codex("Bash", input{"command": "sh"}))
	add("codex, by its own name", codex("exec_command", input{"cmd": "sh", "tty": true}))
	add("codex, in code mode", payload(input{"turn_id": "1", "tool_use_id": "exec-1", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": input{"command": "bash -i"}}))
	for _, command := range []string{"/bin/sh", "zsh -l", "env bash", "exec sh", "script -q /dev/null", "python3", "python3 -i", "node", "ruby -i", "su", "busybox sh", "sh -c sh", "ls; sh", "cat | sh", "sh <&0"} {
		add("codex, "+command, codex("Bash", input{"command": command}))
	}
	add("codex, what it types", codex("write_stdin", input{"session_id": 1, "chars": "git push\n"}))
	env := []string{"HOME=/home/user"}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, shut, nil, t.TempDir(), env, c.text)
			if allowed := strings.HasPrefix(c.name, "allowed: "); (s.code == 0) != allowed {
				t.Errorf("status %d, %s\n%s", s.code, s.stderr, c.text)
			} else if !allowed && !bytes.Contains([]byte(s.stdout), []byte(`"decision":"block"`)) {
				t.Errorf("stdout %s", s.stdout)
			}
		})
	}
}
