package agent

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kei/runtime/gate"
)

// TestWatcher holds what a gate logged to what is told of it.
func TestWatcher(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"a file that others use", `{"writes":["/w/api/b.txt"]}`, "writes api/b.txt, which others use"},
		{"one that nobody else does", `{"writes":["/w/own.txt"]}`, ""},
		{"a folder that holds one", `{"writes":["/w/api/**"]}`, "writes api/**, which others use"},
		{"the folder above", `{"writes":["/w/**"]}`, "writes **, which others use"},
		{"what a pattern of the shell can match", `{"writes":["/w/ap?/*.txt"]}`, "writes ap?/*.txt, which others use"},
		{"a name that would change the terminal", `{"writes":["/w/api/a\nagent ag-7: \u001b[2J"]}`, "writes api/a agent ag-7: [2J, which others use"},
		{"more than a line holds", `{"tool":"Bash","writes":["/w/own.txt"],"more":true}`, "writes files that are not known from its call of Bash"},
		{"another worktree", `{"writes":["/v/api/b.txt"]}`, ""},
		{"no line of a gate", `{"writes":`, ""},
	} {
		home := &Home{Dir: t.TempDir()}
		log := filepath.Join(home.Task("ag-1"), GateLog)
		if err := os.MkdirAll(filepath.Dir(log), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(log, []byte(test.line+"\n"+`{"writes":["/w/api/cut`), 0o644); err != nil {
			t.Fatal(err)
		}
		w := home.watcher("ag-1", Role{Escalation: orchestratorNotify, Shared: []gate.Glob{"api/**"}}, "/w")
		w.copy = filepath.Join(t.TempDir(), "audit.jsonl")
		var want, got []string
		if test.want != "" {
			want = []string{test.want}
		}
		for _, n := range w.poll() {
			got = append(got, n.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
		if more := w.poll(); more != nil {
			t.Errorf("%s: told again: %v", test.name, more)
		}
		if text, err := os.ReadFile(w.copy); err != nil || string(text) != test.line+"\n" {
			t.Errorf("%s: the orchestrator's own log has %q, %v", test.name, text, err)
		}
	}
}
