package gate_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"kei/runtime/gate"
	"kei/runtime/shell"
)

var late = &gate.Late{
	Parse: shell.Read,
	Match: func(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) },
}

func capability(name string) *gate.Policy {
	p := &gate.Policy{Role: "test", Tools: []string{"Bash", "Read", "Write", "Edit", "MultiEdit", "NotebookEdit", "Monitor", "WebFetch"}}
	switch name {
	case "policy::no-git-ops":
		p.Rules = []gate.Rule{&gate.DenyCommand{Terms: gate.Terms{Capability: name}, Patterns: []gate.Pattern{`^git( |$)`}}}
	case "tools::read-only":
		p.Rules = []gate.Rule{&gate.DenyTool{Terms: gate.Terms{Capability: name}, Tools: []string{"Edit", "Write", "MultiEdit", "NotebookEdit"}}}
	case "scope::files-whitelist":
		p.Rules = []gate.Rule{&gate.OnlyTaskFiles{Terms: gate.Terms{Capability: name}}}
	}
	return p
}

// judge returns the exit status that a gate with the policy would end with.
func judge(p *gate.Policy, payload []byte, env map[string]string) (code int, why string) {
	c, err := gate.ParseCallIn(payload, func(name string) (string, bool) { v, ok := env[name]; return v, ok })
	if err != nil {
		return 2, err.Error()
	}
	c.Late = late
	if found, _ := gate.Check(c, p); found.Blocks() {
		return 2, found.Error()
	}
	return 0, ""
}

func cases(t *testing.T, name string, each func(line []byte)) {
	f, err := os.Open("../../goldentests/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if len(lines.Bytes()) > 0 {
			each(lines.Bytes())
		}
	}
}

func TestPayloadCases(t *testing.T) {
	rows := 0
	cases(t, "payload.jsonl", func(line []byte) {
		var r struct {
			ID, Capability, Note string
			Stdin                string `json:"stdin_b64"`
			Expect               int    `json:"expect_exit"`
			Env                  map[string]string
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		stdin, err := base64.StdEncoding.DecodeString(r.Stdin)
		if err != nil {
			t.Fatal(err)
		}
		p := capability(r.Capability)
		if len(p.Rules) == 0 {
			t.Fatalf("%s: which rule is %s?", r.ID, r.Capability)
		}
		code, why := judge(p, stdin, r.Env)
		if code != r.Expect {
			t.Errorf("%s (%s): %d %s", r.ID, r.Note, code, why)
		}
		t.Logf("%s (%s): %s", r.ID, r.Note, why)
		rows++
	})
	if rows == 0 {
		t.Error("no rows")
	}
	// The same policies let the harmless through, so the rows above can fail.
	for name, payload := range map[string]string{
		"policy::no-git-ops":     `{"tool_name":"Bash","tool_input":{"command":"ls","x":1e99,"y":"\ud83d\ude00","z":[[[[[[]]]]]]}}`,
		"tools::read-only":       `{"tool_name":"Bash","tool_input":{"command":"ls"}}`,
		"scope::files-whitelist": `{"tool_name":"Read","tool_input":{"file_path":"/etc/passwd"}}`,
	} {
		if code, why := judge(capability(name), []byte(payload), nil); code != 0 {
			t.Errorf("%s: %s", name, why)
		}
	}
}

// Payloads from public reports about hooks that let them through.
func TestReportedPayloads(t *testing.T) {
	rows := 0
	cases(t, "reports.jsonl", func(line []byte) {
		var r struct {
			ID, Why, Expect string
			Raw             *string `json:"raw_stdin"`
		}
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatal(err)
		}
		if r.Raw == nil {
			return
		}
		code, why := judge(capability("policy::no-git-ops"), []byte(*r.Raw), nil)
		if (code == 2) != (r.Expect == "deny") {
			t.Errorf("%s (%s): %d %s", r.ID, r.Why, code, why)
		}
		rows++
	})
	if rows == 0 {
		t.Error("no rows")
	}
}
