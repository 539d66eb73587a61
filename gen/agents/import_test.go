package agents

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen/spec"
	"kei/internal/files"
)

// TestImportBack: what was rendered for a client, read from there and rendered again is the
// same to the byte, for every definition of renders.jsonl and every client.
func TestImportBack(t *testing.T) {
	for _, c := range lines[renderCase](t, "renders.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			tree, err := load(c.Folder, c.TOML, c.Files)
			if err != nil {
				t.Fatal(err)
			}
			d := tree.Agents[0].Definition
			role := open(d.Role)
			role.Prompt = "Hold to this.\n\n---\n\nAnd to that."
			for _, client := range Clients() {
				first := Render(Agent{d, role}, client, "")
				at, policy := apart(client, first)
				got, err := Import(client, at.Name, at.Data, policy)
				if err != nil {
					t.Fatal(err)
				}
				got.Role = d.Role
				again, err := spec.Load(fstest.MapFS{
					"capabilities/README.md": {}, "roles/" + d.Role + ".toml": {Data: fmtRole(d.Role)},
					"agents/" + got.Name + "/agent.toml":       {Data: got.TOML()},
					"agents/" + got.Name + "/system-prompt.md": {Data: []byte(got.Body + "\n")},
				})
				if err != nil {
					t.Errorf("%s: %v\n%s", client, err, got.TOML())
					continue
				}
				second := Render(Agent{again.Agents[0].Definition, role}, client, "")
				now, itsPolicy := apart(client, second)
				if now.Name != at.Name || !bytes.Equal(now.Data, at.Data) {
					t.Errorf("%s: %s\n%s\nwas\n%s", client, now.Name, now.Data, at.Data)
				}
				if !bytes.Equal(itsPolicy, policy) {
					t.Errorf("%s: %s\nwas\n%s", client, itsPolicy, policy)
				}
			}
		})
	}
}

// apart are the agent's own file and the other one that a client has of it.
func apart(client string, r Rendering) (own files.File, policy []byte) {
	for _, f := range r.Files {
		switch {
		case AgentOf(client, f.Name) != "":
			own = f
		case strings.HasPrefix(f.Name, "~/"):
			policy = f.Data
		}
	}
	return own, policy
}

// TestImportSays: what a file has and a definition has no place for is said.
func TestImportSays(t *testing.T) {
	for _, c := range []struct{ client, file, text, field, why string }{
		{"claude", ".claude/agents/x.md", "---\nname: x\ndescription: d\npermissionMode: plan\n---\nYou look.\n", "permissionMode", noPlace},
		{"claude", ".claude/agents/x.md", "---\nname: x\ndescription: d\ntools: Read, Cron\n---\nYou look.\n", "tools", "Cron is none of the tools of a definition"},
		{"claude", ".claude/agents/x.md", "---\nname: x\ndescription: d\nhooks:\n  PreToolUse:\n    - hooks:\n        - command: ./mine.sh\n---\nYou look.\n", "hooks", "what is asked before a tool runs is the gate, which the role says"},
		{"opencode", ".opencode/agents/x.md", "---\ndescription: d\ntemperature: 0.2\n---\nYou look.\n", "temperature", noPlace},
		{"opencode", ".opencode/agents/x.md", "---\ndescription: d\npermission:\n  edit:\n    \"*\": deny\n    \"src/*\": allow\n---\nYou look.\n", "permissions.edit", "the client reads the pattern in another way"},
		{"codex", ".codex/agents/x.toml", "name = \"x\"\ndescription = \"d\"\ndeveloper_instructions = \"You look.\"\nsandbox_mode = \"read-only\"\n", "sandbox_mode", noPlace},
		{"pi", ".pi/agents/x.md", "---\nname: x\ndescription: d\nextensions: a.ts\n---\nYou look.\n", "extensions", noPlace},
		{"gemini", ".gemini/agents/x.md", "---\nname: x\ndescription: d\ntemperature: 1\n---\nYou look.\n", "temperature", noPlace},
		{"gemini", ".gemini/agents/x.md", "---\nname: x\ndescription: d\ntools: [read_file, mcp_a_b]\n---\nYou look.\n", "tools", "mcp_a_b is none of the tools of a definition"},
		{"qwen", ".qwen/agents/x.md", "---\nname: x\ndescription: d\napprovalMode: yolo\n---\nYou look.\n", "approvalMode", noPlace},
		{"qwen", ".qwen/agents/x.md", "---\nname: x\ndescription: d\ndisallowedTools: edit\n---\nYou look.\n", "disallowedTools", "a part of edit alone cannot be said; a role's tools can"},
		{"copilot", ".github/agents/x.agent.md", "---\nname: x\ndescription: d\nmcp-servers: {}\n---\nYou look.\n", "mcp-servers", noPlace},
		{"copilot", ".github/agents/x.agent.md", "---\nname: x\ndescription: d\ntools: [read, todo]\n---\nYou look.\n", "tools", "todo is none of the tools of a definition"},
		{"cursor", ".cursor/agents/x.md", "---\nname: x\ndescription: d\nis_background: true\n---\nYou look.\n", "is_background", noPlace},
		{"manifest", "_manifests/x.toml", "name = \"x\"\ndescription = \"d\"\nsubstrate_role = \"r\"\ntools = [\"Read\"]\nblocks = [\"b\"]\ndomain_in = [\"a\"]\n", "domain_in", noPlace},
	} {
		if got := ClientOf(c.file); got != c.client {
			t.Errorf("%s is of %q", c.file, got)
		}
		d, err := Import(c.client, c.file, []byte(c.text), nil)
		if err != nil {
			t.Error(err)
			continue
		}
		found := false
		for _, l := range d.Losses {
			found = found || l.Field == c.field && l.Why == c.why
		}
		if !found || d.Name != "x" || d.Description != "d" {
			t.Errorf("%s: %+v", c.text, d)
		}
	}
	for _, c := range []struct{ client, file, text string }{
		{"claude", ".claude/agents/x.md", "---\nname: x\ndescription: d\ntools:\n---\nYou look at it.\n"},
		{"gemini", ".gemini/agents/x.md", "---\nname: x\ndescription: d\ntools: []\n---\nYou look at it.\n"},
		{"copilot", ".github/agents/x.agent.md", "---\nname: x\ndescription: d\ntools: []\n---\nYou look at it.\n"},
	} {
		d, err := Import(c.client, c.file, []byte(c.text), nil)
		if err != nil {
			t.Fatal(err)
		}
		d.Role = "read-only"
		tree, err := load("xx", string(d.TOML()), map[string]json.RawMessage{"system-prompt.md": json.RawMessage(`"You look at it."`)})
		if err != nil {
			t.Errorf("%s: %v\n%s", c.client, err, d.TOML())
			continue
		}
		text := string(Render(Agent{tree.Agents[0].Definition, open("read-only")}, c.client, "").Files[0].Data)
		if !strings.Contains(text, "\ntools:\n") && !strings.Contains(text, "\ntools: []\n") && !strings.Contains(text, "\ntools: \n") {
			t.Errorf("%s: an agent without tools has some:\n%s", c.client, text)
		}
	}
	for _, bad := range []string{"You look.\n", "---\nname: x\nYou look.\n", "---\n- a\n---\nYou look.\n"} {
		if _, err := Import("claude", ".claude/agents/x.md", []byte(bad), nil); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
