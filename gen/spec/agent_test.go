package spec

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

func TestAgents(t *testing.T) {
	m := tree()
	for name, text := range map[string]string{
		"agents/reviewer/agent.toml": "role = \"r\"\nname = \"reviewer\"\n",
		"agents/Explore/agent.toml":  "role = 'r'\n",
		"agents/main.toml":           "role = \"r\"\n",
		"agents/README.md":           "x",
		"agents/claude.md":           "---\nname: claude\n---\n",
	} {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	got, err := Load(m)
	if err != nil || len(got.Warnings) > 0 {
		t.Fatal(err, got.Warnings)
	}
	if len(got.Agents) != 2 || got.Agents[0].Name != "Explore" || got.Agents[1].Name != "reviewer" || got.Agents[1].Role.Text != "r" ||
		got.Agents[1].Role.Pos.Line != 1 || got.Main == nil || got.Main.Role.Text != "r" {
		t.Errorf("%+v, main %+v", got.Agents, got.Main)
	}
	if got, err := Load(tree()); err != nil || got.Agents != nil || got.Main != nil {
		t.Errorf("without agents/: %+v, %v", got.Agents, err)
	}
}

func TestAgentErrors(t *testing.T) {
	const a, m = "agents/x/agent.toml", "agents/main.toml"
	for _, tt := range []struct{ name, file, text, want string }{
		{"no role", a, "name = \"x\"\n", a + ": role is missing"},
		{"a role that is misspelt", a, "rolle = \"r\"\n", "agents/x: x cannot name an agent that is rendered"},
		{"an empty role", a, "role = \"\"\n", a + ":1:8: role is empty"},
		{"a role of another type", a, "role = [\"r\"]\n", a + ":1:8: role is a list; it must be a string"},
		{"a role that cannot be one", a, "role = \"R/r\"\n", a + ":1:8: R/r cannot name a role; use lower-case letters, digits and -"},
		{"another name", a, "name = \"y\"\nrole = \"r\"\n", a + ":1:8: name is y and the folder says x; make them agree"},
		{"a name of another type", a, "name = 1\nrole = \"r\"\n", a + ":1:8: name is the number 1; it must be a string"},
		{"no TOML", a, "role\n", a + ":1:5: "},
		{"a folder that is no name", "agents/a b/agent.toml", "role = \"r\"\n", "agents/a b: a b cannot name an agent; use letters, digits, - and _"},
		{"an agent called main", "agents/main/agent.toml", "role = \"r\"\n", "agents/main: main is the main session, which has agents/main.toml; call the agent something else"},
		{"a file beside the folders", "agents/x.toml", "role = \"r\"\n", "agents/x.toml: nothing reads this file; an agent is agents/<name>/agent.toml, and main.toml is the main session"},
		{"main: no role", m, "", m + ":1:1: role is missing"},
		{"main: another key", m, "role = \"r\"\nname = \"x\"\n", m + ":2:1: unknown key name; it can be role"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := tree()
			fsys[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
			_, err := Load(fsys)
			if err == nil || len(err.Error()) < len(tt.want) || err.Error()[:len(tt.want)] != tt.want {
				t.Errorf("%v, want %s", err, tt.want)
			}
		})
	}
	t.Run("a link", func(t *testing.T) {
		fsys := tree()
		fsys["agents/x"] = &fstest.MapFile{Data: []byte("../y"), Mode: fs.ModeSymlink}
		if _, err := Load(fsys); err == nil || err.Error() != "agents/x: is a symbolic link; put the folder itself here" {
			t.Error(err)
		}
	})
	t.Run("a folder without an agent", func(t *testing.T) {
		fsys := tree()
		fsys["agents/x/notes.md"] = &fstest.MapFile{}
		got, err := Load(fsys)
		if err != nil || len(got.Warnings) != 1 || got.Warnings[0].Error() != "agents/x: there is no agent.toml, so the agent has no role" {
			t.Error(err, got.Warnings)
		}
	})
}
