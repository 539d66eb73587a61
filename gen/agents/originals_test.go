package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen/spec"
)

// originals are the definitions that the schema was first written for, in a policy
// that has a role for them; nil where they are not there.
func originals(t *testing.T) fstest.MapFS {
	t.Helper()
	dir := os.Getenv("KEI_SHARED")
	if dir == "" {
		dir = "../../../shared"
	}
	list, _ := filepath.Glob(filepath.Join(dir, "cases", "agents", "m3tam3re_toml", "*", "agent.toml"))
	if len(list) == 0 {
		t.Skip("KEI_SHARED does not say where the original definitions are")
	}
	m := fstest.MapFS{"capabilities/README.md": {}, "roles/open.toml": {Data: []byte(strings.Replace(roleText, "%q", `"open"`, 1))}}
	for _, file := range list {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := "agents/" + filepath.Base(filepath.Dir(file)) + "/"
		m[at+"agent.toml"] = &fstest.MapFile{Data: append([]byte("role = \"open\"\n"), text...)}
		m[at+"system-prompt.md"] = &fstest.MapFile{Data: []byte("You help the person who asks.\n")}
	}
	return m
}

// TestOriginals: the one definition whose denials can never fire is refused, with both of
// them and the way out; moved up, all six are rendered, and every loss is held.
func TestOriginals(t *testing.T) {
	m := originals(t)
	tree, err := spec.Load(m)
	if err == nil {
		t.Fatal("dead denials were let through")
	}
	var dead []string
	for _, f := range tree.Findings {
		if f.Warning {
			continue
		}
		if f.What != "dead-deny" || f.Agent != "chiron-forge" || !strings.Contains(f.Msg, "git push*:ask") || !strings.Contains(f.Msg, "move it before") {
			t.Errorf("%s: %s", f.Agent, f.Msg)
		}
		dead = append(dead, f.Msg)
	}
	if len(dead) != 2 || !strings.Contains(dead[0], "git push --force*:deny") || !strings.Contains(dead[1], "git push -f *:deny") {
		t.Fatalf("%q", dead)
	}
	forge := m["agents/chiron-forge/agent.toml"]
	const push = "  \"git push*:ask\",\n"
	text := strings.Replace(string(forge.Data), push, "", 1)
	forge.Data = []byte(strings.Replace(text, "  \"git push -f *:deny\",\n", "  \"git push -f *:deny\",\n"+push, 1))
	m["agents/pi.toml"] = &fstest.MapFile{Data: []byte("system = \"chiron\"\n")}
	if tree, err = spec.Load(m); err != nil {
		t.Fatal(err)
	}
	var all []Agent
	for _, a := range tree.Agents {
		all = append(all, Agent{a.Definition, open("open")})
	}
	s := RenderAll(all, []string{"opencode", "claude", "pi"}, tree.PiSystem)
	for _, f := range s.Findings {
		t.Errorf("%s: %s", f.Agent, f.Msg)
	}
	if len(all) != 6 || len(s.Renderings) != 18 {
		t.Errorf("%d agents, %d renderings", len(all), len(s.Renderings))
	}
	for _, r := range s.Renderings {
		if len(r.Files) == 0 {
			t.Errorf("%s gets nothing", r.Client)
		}
	}
	for _, l := range s.Losses {
		if l.Open() {
			t.Errorf("held by nobody: %s: %s", l.Agent, l.Text())
		}
		t.Logf("%s: %s %s", l.Agent, l.Kind, l.Text())
	}
}
