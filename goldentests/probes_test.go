package goldentests

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/gen"
	"kei/gen/agents"
	"kei/runtime/gate"
)

// A prediction is one line of acceptance/probes.json: a call of the agent prober, what the
// gate answers where it is told who calls, and what Gemini CLI's own rules do where it is not.
type prediction struct {
	Command string `json:"command,omitempty"`
	Write   string `json:"write,omitempty"`
	Makes   string `json:"makes"` // what is there afterwards if the call is allowed, a folder with a slash
	Gate    string `json:"gate"`

	// Of commands of single words, for the models of their rules know no others: what Gemini
	// CLI's own do, and OpenCode's beside the gate.
	Gemini   string `json:"gemini,omitempty"`
	OpenCode string `json:"opencode,omitempty"`
}

// TestPredictions: what real clients are held to in acceptance/ is what the compiled
// definition says there.
func TestPredictions(t *testing.T) {
	const name = "../acceptance/probes.json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var all []prediction
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	r, _, err := gen.Agents(os.DirFS("../acceptance/policy"), agents.Clients(), "")
	if err != nil {
		t.Fatal(err)
	}
	d, dir := prober(t, r)
	rules, last := readNative(t, dir, "gemini", "prober"), readNative(t, dir, "opencode", "prober")
	at := permitsRoot(t)
	for _, file := range []string{"made/deep/keep", "made/empty/keep", "src/a.txt", "src/b.txt"} {
		plant(t, filepath.Join(at.root, filepath.FromSlash(file)), false)
	}
	verdicts, simple, made := map[string]int{}, 0, map[string]bool{}
	for i := range all {
		p := &all[i]
		if p.Makes == "" || made[p.Makes] {
			t.Errorf("%s%s: what it makes is made by another one too, or not said", p.Command, p.Write)
		}
		made[p.Makes] = true
		tool, input := "Bash", map[string]string{"command": p.Command}
		if p.Write != "" {
			tool, input = "Write", map[string]string{"file_path": filepath.Join(at.root, filepath.FromSlash(p.Write)), "content": "x"}
		}
		said, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		p.Gate, _ = askedAt(d, at, claudeCall(t, at.root, tool, strings.TrimSpace(string(said))), nil)
		verdicts[p.Gate]++
		p.Gemini, p.OpenCode = "", ""
		switch {
		case p.Write != "":
			p.OpenCode = stricter(p.Gate, last.verdict("Write "+p.Write))
		case !strings.ContainsAny(p.Command, "\"'$|&;()<>"):
			p.Gemini, p.OpenCode = rules.verdict("Bash "+p.Command), stricter(p.Gate, last.verdict("Bash "+p.Command))
			simple++
		}
	}
	if simple < 40 || verdicts["allow"] < 12 || verdicts["ask"] < 3 || verdicts["deny"] < 20 {
		t.Errorf("%d commands of single words, %v", simple, verdicts)
	}
	golden(t, name, onePerLine(t, all))
}

// prober is a dispatcher with the agent prober under the name forge, and a folder with
// what each client is given of it.
func prober(t *testing.T, r gen.Report) (*gate.Dispatch, string) {
	t.Helper()
	var own gate.AgentPermissions
	for _, a := range r.Agents {
		if a.Name != "prober" {
			continue
		}
		for _, s := range a.Definition.Sections {
			one := gate.PermissionSection{Tool: s.Tool, Intent: string(s.Intent)}
			for _, rule := range s.Rules {
				one.Rules = append(one.Rules, gate.PermissionRule{Pattern: rule.Pattern, Action: string(rule.Action)})
			}
			own.Sections = append(own.Sections, one)
		}
	}
	dir := t.TempDir()
	for _, one := range r.Set.Renderings {
		for _, f := range one.Files {
			if !strings.Contains(f.Name, "prober") {
				continue
			}
			name := filepath.Join(dir, filepath.FromSlash(strings.Replace(f.Name, "~/", "home/", 1)))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return permitted(own), dir
}

// onePerLine is a list in JSON, one prediction a line.
func onePerLine(t *testing.T, all []prediction) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("[\n")
	for i, p := range all {
		if i > 0 {
			b.WriteString(",\n")
		}
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ coded, as string }{{`\u003e`, ">"}, {`\u003c`, "<"}, {`\u0026`, "&"}} {
			line = bytes.ReplaceAll(line, []byte(c.coded), []byte(c.as))
		}
		b.Write(append([]byte("  "), line...))
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}
