package hooks

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestEverything(t *testing.T) {
	for matcher, want := range map[string]bool{
		"": true, "*": true, ".*": true, "^.+$": true,
		"Bash": false, "Bash|Edit|Write": false, "Bash, Edit": false, "mcp__.*": false, "^Bash$": false, "(": false,
	} {
		if got := everything(matcher); got != want {
			t.Errorf("matcher %q: covers everything %v, want %v", matcher, got, want)
		}
	}
}

// A gate that hangs, and what it has started, is ended and reported.
func TestAskDeadline(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	program := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nsleep 60 &\nsleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := ask(ctx, nil, nil, program)
	if err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("got %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v", d)
	}
}

// What a gate says is bounded, and what this process holds is not its business.
func TestAskIsFenced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	t.Setenv("ORCHESTRATOR_META", "1")
	program := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho \"[$ORCHESTRATOR_META]\" >&2\nhead -c 3000000 /dev/zero\nexit 2\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	a, err := ask(t.Context(), nil, nil, program)
	if err != nil || a.code != 2 || len(a.stdout) != 1<<20 || string(a.stderr) != "[]\n" {
		t.Errorf("status %d, %d bytes, %q, %v", a.code, len(a.stdout), a.stderr, err)
	}
}

// fake is a gate that denies what it has not heard of, in every form, and
// allows the rest.
const fake = `#!/bin/sh
case "$1" in --policy) echo '{"sha256":"00","policy":{"role":"edit-local","tools":["Bash","Write","WebFetch","Agent"],"rules":[{"kind":"deny-command","tool-patterns":["^git( |$)"]}]}}'; exit 0;; esac
case "$(cat)" in *KeiDoctorUnheardOf*) ;; *) exit 0;; esac
echo '{"decision":"block","reason":"r","cancel":true}'
echo "not a tool of this role" >&2
exit 2
`

// A clinic is a client with a gate in front of it.
func clinic(t *testing.T, client string, trust bool) (Examination, Hook) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the gate is a shell script")
	}
	c := Named(client)
	e := Examination{
		Client: c, Known: known,
		Site: Site{Scope: "project", Dir: t.TempDir(), Home: t.TempDir(), Trust: trust},
		Current: func(string) (string, func([]byte) bool, error) {
			return "00", func([]byte) bool { return true }, nil
		},
	}
	h := Hook{Program: filepath.Join(t.TempDir(), "edit-local"), Ender: Ender(), Deny: "bash git *"}
	if err := os.WriteFile(h.Program, []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	done, err := c.Install(e.Site, h, known)
	must(t, done, err)
	e.Site.Scope = "all"
	return e, h
}

// trusting is what a person has said to the client about the folder.
func trusting(t *testing.T, e Examination) {
	t.Helper()
	add := func(name, text string) {
		path := filepath.Join(e.Site.Home, name)
		was, _ := os.ReadFile(path)
		write(t, path, string(was)+text)
	}
	dir, _ := json.Marshal(e.Site.Dir)
	switch e.Client.Name {
	case "codex":
		add(".codex/config.toml", "[projects."+string(dir)+"]\ntrust_level = \"trusted\"\n")
	case "gemini":
		add(".gemini/trustedFolders.json", "{"+string(dir)+": \"TRUST_FOLDER\"}")
	case "copilot":
		add(".copilot/config.json", "// written by the client\n{\"trusted_folders\": ["+string(dir)+"]}")
	}
}

func fails(list []Finding) string {
	var bad []string
	for _, f := range list {
		if !f.Holds {
			bad = append(bad, f.Brief+": "+f.Text)
		}
	}
	return strings.Join(bad, "\n")
}

// Each client's gate, as it is installed, is asked in the client's own words
// and holds.
func TestDoctorEveryClient(t *testing.T) {
	if Ender() == "" {
		t.Skip("there is no timeout(1)")
	}
	for _, name := range Clients() {
		t.Run(name, func(t *testing.T) {
			e, _ := clinic(t, name, Named(name).trust)
			trusting(t, e)
			e.Client = sane(e.Client)
			list, installed := Examine(t.Context(), e)
			if bad := fails(list); bad != "" || !installed {
				t.Errorf("%s", bad)
			}
			var good []string
			for _, f := range list {
				good = append(good, f.Brief)
			}
			for _, want := range []string{"denies", "allows", "today's policy"} {
				if !strings.Contains(strings.Join(good, ","), want) {
					t.Errorf("no %q among %q", want, good)
				}
			}
		})
	}
}

// sane is the client without the program that may be installed here.
func sane(c *Client) *Client {
	other := *c
	other.program = ""
	return &other
}

// What lets a call run is found.
func TestDoctorFinds(t *testing.T) {
	set := func(name string, change func(string) string) func(*testing.T, Examination, Hook) {
		return func(t *testing.T, e Examination, h Hook) {
			path := filepath.Join(e.Site.Dir, name)
			if !there(path) {
				path = filepath.Join(e.Site.Home, name)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			to := change(string(text))
			if to == string(text) {
				t.Fatalf("nothing to change in %s", text)
			}
			write(t, path, to)
		}
	}
	swap := func(old, new string) func(string) string {
		return func(s string) string { return strings.Replace(s, old, new, 1) }
	}
	gate := func(text string) func(*testing.T, Examination, Hook) {
		return func(t *testing.T, _ Examination, h Hook) {
			if err := os.WriteFile(h.Program, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range []struct {
		client, name string
		change       func(*testing.T, Examination, Hook)
		want         string
	}{
		{"codex", "a changed command", set(".codex/hooks.json", swap("30", "31")), "changed since it was trusted"},
		{"codex", "no record", set(".codex/config.toml", swap("trusted_hash", "other_hash")), "is not trusted, so the client skips it without a word"},
		{"codex", "hooks off", set(".codex/config.toml", func(s string) string { return "[features]\nhooks = false\n" + s }), "features.hooks is false"},
		{"codex", "an untrusted folder", set(".codex/config.toml", swap("trust_level = \"trusted\"", "trust_level = \"untrusted\"")), "is not a trusted project"},
		{"gemini", "hooks off", set(".gemini/settings.json", swap("{", "{\"hooksConfig\": {\"enabled\": false},")), "hooksConfig.enabled is false: the client starts no hook"},
		{"gemini", "seconds for milliseconds", set(".gemini/settings.json", swap("30000", "30")), "timeout is 30; milliseconds"},
		{"gemini", "an untrusted folder", set(".gemini/trustedFolders.json", swap("TRUST_FOLDER", "DO_NOT_TRUST")), "is not a trusted folder"},
		{"copilot", "an untrusted folder", set(".copilot/config.json", swap("trusted_folders", "x")), "is not a trusted folder"},
		{"copilot", "hooks off", set(".github/hooks/kei.json", swap("{", "{\"disableAllHooks\": true,")), "disableAllHooks is true"},
		{"qwen", "a matcher", set(".qwen/settings.json", swap(`"*"`, `"run_shell_command"`)), "is not asked before every tool call"},
		{"cursor", "fails open", set(".cursor/hooks.json", swap(`"failClosed": true`, `"failClosed": false`)), `no "failClosed": true`},
		{"droid", "a bare command", func(t *testing.T, e Examination, h Hook) {
			set(".factory/hooks.json", func(s string) string {
				at, end := strings.Index(s, "/bin/sh"), strings.LastIndex(s, h.Program)
				return s[:at] + s[end:]
			})(t, e, h)
		}, "is not started the way kei install writes it"},
		{"cline", "a changed script", set(".cline/hooks/PreToolUse", swap("exit 2", "exit 0")), "has been changed since kei wrote it"},
		{"opencode", "a changed plugin", set(".opencode/plugin/kei.js", swap("await ask", "ask")), "has been changed since kei wrote it"},
		{"opencode", "permissions taken out", set("opencode.json", swap(`"deny"`, `"allow"`)), "the second line"},
		{"pi", "a missing gate", func(t *testing.T, _ Examination, h Hook) { os.Remove(h.Program) }, "does not exist; kei build makes it"},
		{"windsurf", "a gate that allows", gate("#!/bin/sh\nexit 0\n"), "does not deny an unknown tool"},
		{"vscode", "a stale gate", gate(strings.Replace(fake, `"00"`, `"11"`, 1)), "was built from another policy than today's"},
		{"gemini", "an object that decides nothing", gate(strings.Replace(fake, "decision", "no-decision", 1)), `no "decision" in the object on stdout`},
	} {
		t.Run(c.client+"/"+c.name, func(t *testing.T) {
			e, h := clinic(t, c.client, Named(c.client).trust)
			trusting(t, e)
			e.Client = sane(e.Client)
			c.change(t, e, h)
			list, _ := Examine(t.Context(), e)
			if bad := fails(list); !strings.Contains(bad, c.want) {
				t.Errorf("got %q, want %q", bad, c.want)
			}
		})
	}
}

// An old client has no switch against hooks that fail.
func TestDoctorVersion(t *testing.T) {
	e, _ := clinic(t, "claude", false)
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for version, old := range map[string]bool{"2.1.294 (Claude Code)": true, "2.1.295": false, "2.2.0": false, "1.9.999": true, "unknown": false} {
		if err := os.WriteFile(filepath.Join(dir, "claude"), []byte("#!/bin/sh\necho '"+version+"'\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		list, _ := Examine(t.Context(), e)
		if bad := fails(list); strings.Contains(bad, "too old") != old {
			t.Errorf("%s: %q", version, bad)
		}
	}
}

// The record is the one that Codex computes: this hash is of the normal form
// written out by hand.
func TestTrustOf(t *testing.T) {
	const file = `{"hooks":{"PreToolUse":[{"hooks":[]},{"matcher":"*","hooks":[{"timeout":30,"type":"command","command":"/opt/a&b/gate >x"}]}]}}`
	const normal = `{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"/opt/a&b/gate >x","timeout":30,"type":"command"}],"matcher":"*"}`
	list := trustsOf(Settings{"/repo", ".codex/hooks.json"}, []byte(file), func(found) bool { return true })
	want := trust{"/repo/.codex/hooks.json:pre_tool_use:1:0", fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(normal)))}
	if len(list) != 1 || list[0] != want {
		t.Errorf("got %v, want %v", list, want)
	}
}
