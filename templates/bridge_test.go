package templates

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// gates are what may stand where a gate should, and what has to come of a call.
var gates = []struct{ name, text, want string }{
	{"allows", "cat >/dev/null", "ran"},
	{"warns", "cat >/dev/null; echo warning >&2", "ran"},
	{"allows without reading", "exit 0", "ran"},
	{"denies", `echo '{"cancel":true}'; echo "no-push: not you" >&2; exit 2`, "no-push: not you"},
	{"denies without a word", "exit 2", "denie"},
	{"is missing", "", "denied"},
	{"ends with 1", "echo oops >&2; exit 1", "denied"},
	{"ends with 3", "exit 3", "denied"},
	{"is killed", "kill -9 $$", "denied"},
	{"talks", "echo all is well", "denied"},
	{"says an object of its own", `echo '{"continue":true}'`, "denied"},
	{"hangs", "exec sleep 60", "within 1 s"},
	{"closes its input", "exec 0<&-; exit 2", "denie"},
}

// A driver does what the client does with its plugin: it loads it and makes one
// call, and prints what comes of it.
var drivers = map[string]struct {
	emit   func(note, argv, within, session string) ([]byte, error)
	driver string
}{
	"opencode": {OpenCode, `
import * as plugin from './plugin.mjs'
const [make] = Object.values(plugin)
if (Object.keys(plugin).length !== 1) throw new Error('OpenCode calls every export')
const hooks = await make({ directory: process.cwd() })
await hooks['chat.message']({ sessionID: 'ses_1', agent: 'build' }, {})
await hooks.event({ event: { type: 'session.created', properties: { info: { id: 'ses_2', parentID: 'ses_1' } } } })
try {
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: process.argv[2], callID: 'c' }, { args: JSON.parse(process.argv[3], (k, v) => v === 'big' ? 1n : v) })
  console.log('ran')
} catch (e) { console.log(e.message) }
process.exit()
`},
	"pi": {Pi, `
import kei from './plugin.mjs'
let handler
kei({ on: (name, h) => { if (name === 'tool_call') handler = h } })
const r = await handler({ toolName: 'bash', toolCallId: 'c', input: JSON.parse(process.argv[3], (k, v) => v === 'big' ? 1n : v) }, { cwd: process.cwd(), sessionManager: { getSessionId: () => process.argv[2] } })
console.log(r?.block ? r.reason : 'ran')
process.exit()
`},
}

func TestBridges(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	for client, d := range drivers {
		named := "" // what the session is told
		bridge := func(t *testing.T, gate string) func(session, args string) string {
			dir := t.TempDir()
			program := filepath.Join(dir, "gate")
			if gate != "" {
				put(t, program, "#!/bin/sh\n"+gate+"\n")
			}
			argv, err := json.Marshal([]string{"/usr/bin/env", "KEI_TASK=/t/a b", program})
			if err != nil {
				t.Fatal(err)
			}
			if gate == "" {
				argv, _ = json.Marshal([]string{program})
			}
			text, err := d.emit("kei: {}", string(argv), "1", named)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(dir, "plugin.mjs"), string(text))
			put(t, filepath.Join(dir, "driver.mjs"), d.driver)
			return func(session, args string) string {
				c := exec.Command(node, "driver.mjs", session, args)
				c.Dir = dir
				out, err := c.CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				return string(out)
			}
		}
		for _, g := range gates {
			t.Run(client+"/"+g.name, func(t *testing.T) {
				start := time.Now()
				if got := bridge(t, g.text)("ses_1", `{"command":"git push"}`); !strings.Contains(got, g.want) || g.want != "ran" && strings.Contains(got, "ran\n") {
					t.Errorf("got %q, want %q", got, g.want)
				}
				if took := time.Since(start); took > 20*time.Second {
					t.Errorf("it took %v", took)
				}
			})
		}
		t.Run(client+"/asks as Claude Code does", func(t *testing.T) {
			ask := bridge(t, `cat >&2; echo "$KEI_TASK" >&2; exit 2`)
			text, _, _ := strings.Cut(ask("ses_2", `{"command":"ls"}`), "\n")
			var p map[string]any
			if err := json.Unmarshal([]byte(text[:strings.LastIndex(text, "}")+1]), &p); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			if p["hook_event_name"] != "PreToolUse" || p["tool_name"] != "bash" || p["tool_use_id"] != "c" || p["cwd"] == "" || p["tool_input"].(map[string]any)["command"] != "ls" {
				t.Errorf("got %v", p)
			}
			if client == "opencode" && (p["session_id"] != "ses_1" || p["agent_id"] != "ses_2") {
				t.Errorf("a subagent is said as %v", p)
			}
		})
		t.Run(client+"/names the gate to what the client starts", func(t *testing.T) {
			t.Setenv("KEI_GATE", "")
			said := func() string { return bridge(t, `echo "named <$KEI_GATE>" >&2; exit 2`)("ses_1", `{"command":"ls"}`) }
			if got := said(); !strings.Contains(got, "named <>") {
				t.Errorf("a gate without atoms: %q", got)
			}
			named = `"/a gate"`
			if got := said(); !strings.Contains(got, "named </a gate>") {
				t.Errorf("got %q", got)
			}
			t.Setenv("KEI_GATE", "/a person's")
			if got := said(); !strings.Contains(got, "named </a person's>") {
				t.Errorf("a person's: %q", got)
			}
		})
		t.Run(client+"/a call that cannot be written down", func(t *testing.T) {
			if got := bridge(t, "exit 0")("ses_1", `{"n":"big"}`); strings.Contains(got, "ran") {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Cline looks at nothing but an object with "cancel".
func TestCline(t *testing.T) {
	for _, g := range gates {
		if g.name == "hangs" {
			continue // timeout(1) is part of its command line
		}
		t.Run(g.name, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "a gate")
			if g.text != "" {
				put(t, program, "#!/bin/sh\n"+g.text+"\n")
			}
			text, err := Cline("kei: {}", "'"+program+"'", "1", "")
			if err != nil {
				t.Fatal(err)
			}
			hook := filepath.Join(dir, "PreToolUse")
			put(t, hook, string(text))
			c := exec.Command(hook)
			c.Stdin = strings.NewReader(`{"tool_call":{}}`)
			out, _ := c.Output()
			var said struct{ Cancel bool }
			if len(out) > 0 && json.Unmarshal(out, &said) != nil {
				t.Errorf("%q is no JSON", out)
			}
			if said.Cancel != (g.want != "ran") {
				t.Errorf("got %q, want %q", out, g.want)
			}
		})
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}
