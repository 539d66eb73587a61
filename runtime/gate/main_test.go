package gate

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"
)

// In a process with this variable the test binary is a gate. Its policy makes
// every kind of answer.
const asGate = "KEI_TEST_AS_GATE"

type answers struct{ Terms }

var answersKind = Kind{Name: "answers", Judges: JudgesCommands}

func (*answers) Kind() *Kind { return &answersKind }

func (*answers) Check(c *Case) error {
	for _, text := range c.Commands {
		switch text {
		case "panic":
			panic("at the disco")
		case "nil":
			var p *Policy
			return &Denial{Capability: p.Role}
		case "warn":
			return &Denial{"test::warn", "careful", Warn}
		case "note":
			return &Denial{"test::note", "noted", Advisory}
		case "ask":
			return &Denial{"test::ask", "is it all right?", Ask}
		case "deny":
			return &Denial{"test::deny", "no\nway", Block}
		case "late":
			if c.late() == nil {
				return &Denial{Capability: "test::late", Reason: "this must not be said"}
			}
		case "recurse":
			return recurse(c)
		}
	}
	return nil
}

func recurse(c *Case) error {
	if c == nil {
		return nil // it never is
	}
	if err := recurse(c); err != nil {
		return err
	}
	return nil
}

func TestMain(m *testing.M) {
	if os.Getenv(asGate) != "" {
		debug.SetMaxStack(8 << 20)
		if os.Getenv(asGate) == "dispatch" {
			Early(dispatcher(), nil)
			Main(dispatcher(), nil, &Late{})
		}
		p := &Policy{Role: "tester", Sum: "abc", Tools: []string{"Bash", "Read", "Write"}, Rules: []Rule{&answers{}}}
		Early(p, nil)
		Main(p, nil, &Late{})
	}
	os.Exit(m.Run())
}

type result struct {
	code           int
	stdout, stderr string
}

func gateCommand(t *testing.T, args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asGate+"=1")
	return cmd
}

func runGate(t *testing.T, stdin string, set func(*exec.Cmd), args ...string) result {
	t.Helper()
	cmd := gateCommand(t, args...)
	cmd.Stdin = strings.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if set != nil {
		set(cmd)
	}
	if err := cmd.Run(); err != nil {
		if _, ok := err.(*exec.ExitError); !ok {
			t.Fatal(err)
		}
	}
	return result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func bash(command string) string {
	b, _ := json.Marshal(command)
	return `{"hook_event_name":"PreToolUse","transcript_path":"/t","tool_use_id":"1","cwd":"/","tool_name":"Bash","tool_input":{"command":` + string(b) + `}}`
}

func TestGate(t *testing.T) {
	for _, tt := range []struct {
		name, stdin string
		code        int
		stderr      string
		stdout      string // what it contains; "" for silence
	}{
		{"allow", bash("ls"), 0, "", ""},
		{"late", bash("late"), 0, "", ""},
		{"deny", bash("deny"), 2, "test::deny: no\\nway\n", `"decision":"block"`},
		{"warn", bash("warn"), 0, "warning: test::warn: careful\n", ""},
		{"advisory", bash("note"), 0, "", ""},
		{"ask", bash("ask"), 0, "", `"permissionDecision":"ask"`},
		{"ask a client that would not", `{"turn_id":"1","tool_name":"Bash","tool_input":{"command":"ask"}}`, 2, "test::ask: is it all right?\n", `"decision":"block"`},
		{"panic", bash("panic"), 2, "gate: internal error: at the disco; the call is denied because it could not be judged\n", `"decision":"block"`},
		{"nil", bash("nil"), 2, "gate: internal error: runtime error: invalid memory address or nil pointer dereference; the call is denied because it could not be judged\n", `"decision":"block"`},
		{"empty", "", 2, "payload: it is empty; a gate needs the tool call, as JSON, on standard input\n", `"decision":"block"`},
		{"not JSON", "x", 2, "payload: it is not JSON: 'x' stands where a value should, at byte 0\n", `"decision":"block"`},
		{"unheard of", `{"tool_name":"Unheard"}`, 2, "role tester: Unheard is not among the tools of this role (Bash, Read, Write); report what you need instead\n", `"decision":"block"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := runGate(t, tt.stdin, nil)
			if r.code != tt.code || r.stderr != tt.stderr || tt.stdout == "" && r.stdout != "" || !strings.Contains(r.stdout, tt.stdout) {
				t.Errorf("%+v", r)
			}
			if r.stdout != "" && !json.Valid([]byte(r.stdout)) {
				t.Errorf("stdout is not JSON: %s", r.stdout)
			}
		})
	}
}

// A stack that overflows cannot be caught; the runtime's own exit denies, too.
func TestGateOverflow(t *testing.T) {
	cmd := gateCommand(t)
	cmd.Stdin = strings.NewReader(bash("recurse"))
	cmd.Env = append(cmd.Env, "GOTRACEBACK=none")
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 2 {
		t.Error(code)
	}
}

func TestGateFlags(t *testing.T) {
	if r := runGate(t, "", nil, "--version"); r.code != 0 || r.stdout != "tester gate, kei devel, policy abc\n" || r.stderr != "" {
		t.Errorf("%+v", r)
	}
	r := runGate(t, "", nil, "--policy")
	if r.code != 0 || r.stderr != "" || !json.Valid([]byte(r.stdout)) || !strings.HasPrefix(r.stdout, `{"sha256":"abc","policy":{"role":"tester",`) {
		t.Errorf("%+v", r)
	}
	for _, args := range [][]string{{"-h"}, {"--policy", "x"}, {""}, {"--allow\n"}} {
		if r := runGate(t, bash("ls"), nil, args...); r.code != 2 || r.stdout != "" || !strings.HasPrefix(r.stderr, "gate of the role tester:") {
			t.Errorf("%q: %+v", args, r)
		}
	}
}

// Nobody reads the answer: the gate must neither die of it nor wait for long.
func TestGateUnread(t *testing.T) {
	for _, closed := range []string{"stdout", "stderr", "both"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		res := runGate(t, bash("deny"), func(cmd *exec.Cmd) {
			if closed != "stderr" {
				cmd.Stdout = w
			}
			if closed != "stdout" {
				cmd.Stderr = w
			}
		})
		w.Close()
		if res.code != 2 {
			t.Errorf("%s: %d", closed, res.code)
		}
	}
	if f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		defer f.Close()
		if res := runGate(t, bash("deny"), func(cmd *exec.Cmd) { cmd.Stdout, cmd.Stderr = f, f }); res.code != 2 {
			t.Errorf("/dev/full: %d", res.code)
		}
	}
}

func TestGateInPieces(t *testing.T) {
	cmd := gateCommand(t)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.SplitAfter(bash("deny"), ",") {
		io.WriteString(in, part)
		time.Sleep(2 * time.Millisecond)
	}
	in.Close()
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 2 {
		t.Error(code)
	}
}

func TestGateEnvironment(t *testing.T) {
	r := runGate(t, bash("ls"), func(cmd *exec.Cmd) {
		cmd.Env = append(cmd.Env, "BAD=\xff\xfe", "\xff=1", "WORKTREE_PATH=\xff", "HOME=", "noequals")
	})
	if r.code != 0 || r.stdout+r.stderr != "" {
		t.Errorf("%+v", r)
	}
}

// TestGateAuditTwice: what two gates say of one call of an agent is one line of the log, also
// if they say it at once; another call of the same command has its own.
func TestGateAuditTwice(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	set := func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "KEI_AUDIT_LOG="+log) }
	call := func(agent, id string) string {
		return `{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/","agent_id":"1","agent_type":"` + agent +
			`","tool_use_id":"` + id + `","tool_name":"Bash","tool_input":{"command":"ls"}}`
	}
	lines := func() int {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "\n")
	}
	runGate(t, call("forge", "first"), set)
	var all sync.WaitGroup
	for range 12 {
		all.Add(1)
		go func() {
			defer all.Done()
			runGate(t, call("forge", "second"), set)
		}()
	}
	all.Wait()
	runGate(t, call("forge", "first"), set)
	if n := lines(); n != 2 {
		t.Errorf("%d lines about two calls", n)
	}
	runGate(t, call("other", "second"), set)
	runGate(t, call("forge", "third"), set)
	if n := lines(); n != 4 {
		t.Errorf("%d lines about four calls", n)
	}
}

// TestGateAudit: the log of more than 64 gates that decide at once has a whole line of each.
func TestGateAudit(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	set := func(cmd *exec.Cmd) { cmd.Env = append(cmd.Env, "KEI_AUDIT_LOG="+log) }
	var all sync.WaitGroup
	for i := range 66 {
		all.Add(1)
		go func() {
			defer all.Done()
			if r := runGate(t, bash([]string{"ls", "deny", "note"}[i%3]), set); r.code != []int{0, 2, 0}[i%3] {
				t.Errorf("%+v", r)
			}
		}()
	}
	all.Wait()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	count := map[string]int{}
	for _, l := range lines {
		var e struct {
			Verdict    string
			Objections []struct{ Capability string }
		}
		if err := json.Unmarshal([]byte(l), &e); err != nil {
			t.Fatal(err)
		}
		count[e.Verdict]++
		for _, o := range e.Objections {
			count[o.Capability]++
		}
	}
	if len(lines) != 66 || count["allow"] != 44 || count["deny"] != 22 || count["test::note"] != 22 {
		t.Errorf("%d lines, %v", len(lines), count)
	}

	log = filepath.Join(t.TempDir(), "absent", "x")
	if r := runGate(t, bash("ls"), set); r.code != 0 || r.stderr != "KEI_AUDIT_LOG "+log+": no such file or directory\n" {
		t.Errorf("%+v", r)
	}
	if r := runGate(t, bash("deny"), set); r.code != 2 || r.stderr != "test::deny: no\\nway\nKEI_AUDIT_LOG "+log+": no such file or directory\n" {
		t.Errorf("%+v", r)
	}
}
