package verify

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAtomsGranted(t *testing.T) {
	step := &AtomsGranted{Granted: []string{"kei-task::create aa", "kei-repo::search bb"}, Pipes: []string{"survey"}}
	ours := `"agent_id":"a1","role":"planner","status":"done"`
	for _, tt := range []struct{ name, rows, want string }{
		{"none", `{"invocations":[]}`, ""},
		{"granted", `{"id":"a1","status":"running"}{"invocations":[{"id":"i1","atom_id":"kei-task::create","spec_sha":"aa",` + ours + `}]}`, ""},
		{"not granted", `{"invocations":[{"id":"i1","atom_id":"kei-mail::send","spec_sha":"aa",` + ours + `}]}`, "of kei-mail::send: the role is not granted that atom"},
		{"another declaration", `{"invocations":[{"id":"i1","atom_id":"kei-task::create","spec_sha":"bb",` + ours + `}]}`, "its declaration was not what the role is granted"},
		{"refused", `{"invocations":[{"id":"i1","atom_id":"kei-mail::send","spec_sha":"aa","error_kind":"not_granted",` + ours + `}]}`, ""},
		{"another agent's", `{"invocations":[{"id":"i1","atom_id":"kei-mail::send","spec_sha":"aa","agent_id":"b2","role":"planner","status":"done"}]}`, ""},
		{"no gate", `{"invocations":[{"id":"i1","atom_id":"kei-task::create","spec_sha":"aa","agent_id":"a1","status":"done"}]}`, "was made without the gate"},
		{"another gate", `{"invocations":[{"id":"i1","atom_id":"kei-task::create","spec_sha":"aa","agent_id":"a1","role":"rust","status":"done"}]}`, "under the gate of rust, and the task's role is planner"},
		{"running", `{"invocations":[{"id":"i1","atom_id":"kei-task::create","spec_sha":"aa","agent_id":"a1","role":"planner","status":"running"}]}`, "has not ended"},
		{"not given", `{"id":"a1"}`, "invocations were not given"},
		{"no JSON", `{"invocations":`, "unexpected EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "rows")
			if err := os.WriteFile(file, []byte(tt.rows), 0o600); err != nil {
				t.Fatal(err)
			}
			err := step.Check(&Run{Task: &Task{Role: "planner"}, AgentID: "a1", Place: Worktree, work: &work{o: Options{Row: file}}, step: &StepReport{}})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestAtomsLeft: what an agent leaves of granted atoms and pipes, wherever they are.
func TestAtomsLeft(t *testing.T) {
	step := &AtomsGranted{Granted: []string{"kei-task::create aa"}, Pipes: []string{"survey"}}
	for path, held := range map[string]bool{
		"primitives/kei-task/atoms/create.md": true,
		"primitives/kei-task/main.go":         true,
		".kei/primitives/kei-task/atoms.toml": true,
		"pipes/survey.toml":                   true,
		".kei/pipes/survey.toml":              true,
		"primitives/kei-tasks/main.go":        false,
		"primitives/README.md":                false,
		"primitives/kei-task":                 false,
		"pipes/other.toml":                    false,
		"pipes/survey/x.toml":                 false,
		"src/kei-task/main.go":                false,
		"docs/primitives-kei-task/main.go":    false,
	} {
		err := step.Check(&Run{Place: Merge, Changes: []Change{{Path: path}}, work: &work{}, step: &StepReport{}})
		var v Violations
		if errors.As(err, &v) != held {
			t.Errorf("%s: %v", path, err)
		}
	}
}
