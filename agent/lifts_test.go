package agent

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A variable that lifts a rule, of this role or of another and whatever it is
// called, reaches neither the client nor its gate.
func TestNoVariableLiftsARule(t *testing.T) {
	policy := t.TempDir()
	for name, text := range map[string]string{
		"out/roles.json": `{"$comment": "", "roles": [
			{"name": "mine", "spawnable": true, "accepts": [], "bypass-env": ["MY_OWN"]},
			{"name": "other", "spawnable": true, "accepts": [], "bypass-env": ["LET_ME"]}]}`,
		"out/mine/prompt.md": "<!-- " + emitted + " -->\n\nwork\n",
	} {
		name = filepath.Join(policy, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	role, err := LoadRole(policy, "mine")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"ALLOW_DEP_BUMP", "LET_ME", "MY_OWN", "ORCHESTRATOR_META"}
	for _, name := range append(names, "FREE_TO_GO") {
		t.Setenv(name, "1")
	}
	a := &Agent{Journal: Journal{ID: "a"}, home: &Home{Main: "/m", Dir: "/m.agents"}, role: role}
	env := Client{}.environ(a)
	for _, name := range names {
		if slices.Contains(env, name+"=1") {
			t.Errorf("%s reaches the client", name)
		}
	}
	if !slices.Contains(env, "FREE_TO_GO=1") {
		t.Error("nothing else is kept")
	}
	settings, err := claudeSettings(a, "/bin/mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !strings.Contains(strings.Join(strings.Fields(string(settings)), " "), `"-u", "`+name+`"`) {
			t.Errorf("%s may reach the gate", name)
		}
	}
}
