package hooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

// A speech is how a client asks, and which answer it takes for a denial: what
// doctor needs to ask a gate as the client would.
type speech struct {
	// payload is one call of a tool in the folder cwd.
	payload func(tool string, input object, cwd string) object
	read    call // the tool that reads a file; no tool: its shell does
	shell   call
	denies  func(answer) error        // why the client would let the call run
	as      func(agent string) object // how it says which agent calls, where that is its own way
}

// A call is a tool and the field of its input that decides.
type call struct {
	tool, key string
	in        func(string) any // what the field holds; nil: the text itself
}

func (c call) input(text string) object {
	if c.in != nil {
		return object{{c.key, c.in(text)}}
	}
	return object{{c.key, text}}
}

// unheard is a tool that no policy allows.
const unheard = "KeiDoctorUnheardOf"

// deny is a call that every gate denies.
func (s speech) deny(cwd string) ([]byte, error) {
	return json.Marshal(s.payload(unheard, object{}, cwd))
}

// maybe are calls of which a policy may allow one, the simplest first.
func (s speech) maybe(cwd string) [][]byte {
	var list [][]byte
	add := func(c call, text string) {
		if c.tool == "" {
			return
		}
		if p, err := json.Marshal(s.payload(c.tool, c.input(text), cwd)); err == nil {
			list = append(list, p)
		}
	}
	add(s.read, filepath.Join(cwd, "README.md"))
	for _, line := range []string{"true", "ls", "git status", "cargo --version", "cargo check", "go version", "npm --version", "make"} {
		add(s.shell, line)
	}
	return list
}

const doctorSession = "kei-doctor"

// hookPayload is Claude Code's, and with other fields around it most clients'.
func hookPayload(event string, before, after object) func(string, object, string) object {
	return func(tool string, input object, cwd string) object {
		o := append(object{{"session_id", doctorSession}}, before...)
		o = append(o, field{"cwd", cwd}, field{"hook_event_name", event}, field{"tool_name", tool}, field{"tool_input", input})
		return append(o, after...)
	}
}

var (
	useID = object{{"tool_use_id", "kei"}}
	now   = field{"timestamp", "2026-01-01T00:00:00Z"}
)

func transcript(folder string) field {
	return field{"transcript_path", "/home/user/" + folder + "/sessions/kei-doctor.jsonl"}
}

var (
	claudeSpeech = speech{
		payload: hookPayload("PreToolUse", object{transcript(".claude")}, useID),
		read:    call{tool: "Read", key: "file_path"}, shell: call{tool: "Bash", key: "command"}, denies: byStatus,
	}
	codexSpeech = speech{
		payload: hookPayload("PreToolUse", object{{"turn_id", "kei"}, transcript(".codex")}, useID),
		shell:   call{tool: "Bash", key: "command"}, denies: byStatus,
	}
	geminiSpeech = speech{
		payload: hookPayload("BeforeTool", object{transcript(".gemini"), now}, nil),
		read:    call{tool: "read_file", key: "file_path"}, shell: call{tool: "run_shell_command", key: "command"}, denies: byDecision,
	}
	copilotSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{{"sessionId", doctorSession}, {"timestamp", 1767225600000}, {"cwd", cwd}, {"toolName", tool}, {"toolArgs", input}}
		},
		read: call{tool: "view", key: "path"}, shell: call{tool: "bash", key: "command"}, denies: byStatus,
		as: func(agent string) object {
			return object{{"agentId", "kei"}, {"agentType", agent}, {"parentAgentId", "kei-main"}}
		},
	}
	qwenSpeech = speech{
		payload: hookPayload("PreToolUse", object{transcript(".qwen"), now}, append(object{{"tool_call_id", "kei"}}, useID...)),
		read:    call{tool: "read_file", key: "file_path"}, shell: call{tool: "run_shell_command", key: "command"}, denies: byStatus,
		as: func(agent string) object { return object{{"agent_id", agent + "-kei_0"}} },
	}
	droidSpeech = speech{
		payload: hookPayload("PreToolUse", object{transcript(".factory")}, nil),
		read:    call{tool: "Read", key: "file_path"}, shell: call{tool: "Execute", key: "command"}, denies: byStatus,
	}
	clineSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{{"hookName", "tool_call"}, {"taskId", doctorSession}, {"workspaceRoots", []string{cwd}}, {"agent_id", "kei"}, {"parent_agent_id", nil}, {"tool_call", object{{"id", "kei"}, {"name", tool}, {"input", input}}}}
		},
		read:  call{"read_files", "files", func(p string) any { return []object{{{"path", p}}} }},
		shell: call{"run_commands", "commands", func(c string) any { return []string{c} }}, denies: byCancel,
	}
	cursorSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{{"conversation_id", doctorSession}, {"generation_id", "kei"}, {"hook_event_name", "preToolUse"}, {"cursor_version", "1.7"}, {"workspace_roots", []string{cwd}}, {"tool_name", tool}, {"tool_input", input}, {"tool_use_id", "kei"}, {"cwd", cwd}}
		},
		read: call{tool: "Read", key: "file_path"}, shell: call{tool: "Shell", key: "command"}, denies: byStatus,
	}
	windsurfSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{{"agent_action_name", tool}, {"trajectory_id", doctorSession}, {"execution_id", "kei"}, now, {"tool_info", append(input, field{"cwd", cwd})}}
		},
		read: call{tool: "pre_read_code", key: "file_path"}, shell: call{tool: "pre_run_command", key: "command_line"}, denies: byStatus,
	}
	vscodeSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{now, {"cwd", cwd}, {"sessionId", doctorSession}, {"hookEventName", "PreToolUse"}, {"tool_name", tool}, {"tool_input", input}, {"tool_use_id", "kei"}}
		},
		read: call{tool: "read_file", key: "filePath"}, shell: call{tool: "run_in_terminal", key: "command"}, denies: byStatus,
	}
	openCodeSpeech = speech{
		payload: func(tool string, input object, cwd string) object {
			return object{{"session_id", "ses_keiDoctor"}, {"cwd", cwd}, {"hook_event_name", "PreToolUse"}, {"tool_name", tool}, {"tool_input", input}, {"tool_use_id", "kei"}}
		},
		read: call{tool: "read", key: "filePath"}, shell: call{tool: "bash", key: "command"}, denies: byStatus,
	}
	piSpeech = speech{
		payload: hookPayload("PreToolUse", nil, useID),
		read:    call{tool: "read", key: "path"}, shell: call{tool: "bash", key: "command"}, denies: byStatus,
	}
)

// byStatus: status 2 denies, and some clients run the tool all the same if no
// reason comes with it.
func byStatus(a answer) error {
	switch {
	case a.code != 2:
		return fmt.Errorf("exit status %d, where 2 is a denial", a.code)
	case len(bytes.TrimSpace(a.stderr)) == 0:
		return errNoReason
	}
	return nil
}

var errNoReason = errors.New("no reason on stderr")

// byDecision: an object on standard output decides alone, whatever the status.
func byDecision(a answer) error {
	var said struct{ Decision, Reason string }
	text := a.stdout
	if len(bytes.TrimSpace(text)) == 0 {
		text = a.stderr
	}
	if json.Unmarshal(text, &said) != nil {
		return byStatus(a)
	}
	if said.Decision != "block" && said.Decision != "deny" {
		return errors.New(`no "decision" in the object on stdout, and the client looks at nothing else then`)
	}
	return nil
}

// byCancel: the exit status counts for nothing.
func byCancel(a answer) error {
	var said struct{ Cancel bool }
	if json.Unmarshal(a.stdout, &said) != nil || !said.Cancel {
		return errors.New(`no "cancel" in an object on stdout, and the client looks at nothing else`)
	}
	return nil
}

// runs reports why a client would not let a call run that is to run.
func (s speech) runs(a answer) error {
	if a.code == 0 && len(bytes.TrimSpace(a.stdout)) == 0 {
		return nil
	}
	if a.code == 0 && s.denies(a) != nil {
		return nil
	}
	return errors.New(firstLine(a.stderr))
}
