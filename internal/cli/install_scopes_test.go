package cli

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kei/hooks"
)

// theirs are settings as people have them, by the file that a client reads.
var theirs = map[string]string{
	".claude/settings.json":       "{\n    \"model\": \"opus\",\n    \"permissions\": {\"deny\": [\"Read(.env)\"]},\n  \"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"their-guard\"}]}]}\n}\n",
	".claude/settings.local.json": "{\"env\": {\"A\": \"b\"}}",
	".codex/hooks.json":           "{\r\n\t\"hooks\": {\"PostToolUse\": []}\r\n}\r\n",
	".gemini/settings.json":       "// mine\n{\"ui\": {\"theme\": \"x\"}, /* no hooks */ \"a\": 1}\n",
	".copilot/hooks/own.json":     "{\"version\": 1}\n",
	".github/hooks/own.json":      "{\"version\": 1}\n",
	".qwen/settings.json":         "{ }\n",
	".factory/hooks.json":         "{\"PreToolUse\": []}\n",
	".cline/hooks/PostToolUse":    "#!/bin/sh\n",
	".cursor/hooks.json":          "{\"version\": 1, \"hooks\": {}}\n",
	".windsurf/hooks.json":        "",
	".opencode/plugin/own.js":     "export const own = 1\n",
	"opencode.json":               "{\n  \"$schema\": \"https://opencode.ai/config.json\", // a comment\n  \"theme\": \"x\",\n}\n",
	".pi/extensions/own.js":       "export default () => {}\n",
	".codex/config.toml":          "model = \"m\"\n",
}

// below is every file below some folders, with its mode and bytes.
func below(t *testing.T, dirs ...string) string {
	t.Helper()
	var b strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			var text []byte
			if info.Mode().IsRegular() {
				text, err = os.ReadFile(path)
			}
			rel, _ := filepath.Rel(dir, path)
			fmt.Fprintf(&b, "%s %v %q\n", rel, info.Mode(), text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// lays writes the settings of people, below a project or a home folder.
func lays(t *testing.T, dir string) {
	t.Helper()
	for name, text := range theirs {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInstallScopes installs, asks doctor and uninstalls for every client in every
// scope, among settings that are there and where there are none: afterwards all is as it
// was, to the byte. A scope that a client has not is refused, and writes nothing.
func TestInstallScopes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the gate of this test is a program without .exe")
	}
	policy := t.TempDir()
	found, err := exec.LookPath("edit-local")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	writeCase(t, policy, map[string]caseText{"bin/edit-local": caseText(program), "bin/edit-local.json": `{"Role": "edit-local", "Sum": "00", "Deny": 2}`}, 0o755)
	for _, name := range hooks.Clients() {
		for _, scope := range []string{"project", "local", "user"} {
			for _, found := range []string{"nothing", "settings"} {
				t.Run(name+"/"+scope+"/"+found, func(t *testing.T) {
					t.Parallel()
					x := &installing{t: t, client: name, scope: scope, dir: t.TempDir(), home: t.TempDir(), policy: policy}
					if found == "settings" {
						lays(t, x.dir)
						lays(t, x.home)
					}
					x.run()
				})
			}
		}
	}
}

// An installing is one client in one scope.
type installing struct {
	t                                *testing.T
	client, scope, dir, home, policy string
}

func (x *installing) kei(args ...string) (out string, status int) {
	out, errs, status := keiIn(x.t, x.dir, []string{"HOME=" + x.home, "PATH=/usr/bin:/bin", "XDG_STATE_HOME=" + filepath.Join(x.policy, "state")}, "", append(args, "--client", x.client, "--dir", x.dir)...)
	return out + errs, status
}

func (x *installing) run() {
	t := x.t
	start := below(t, x.dir, x.home)
	out, status := x.kei("install", "edit-local", "--binary", filepath.Join(x.policy, "bin", "edit-local"), "--scope", x.scope)
	if x.scope == "local" && !hooks.Named(x.client).HasLocal() {
		if status == 0 || !strings.Contains(out, "--scope local is not for") || below(t, x.dir, x.home) != start {
			t.Errorf("status %d: %s", status, out)
		}
		return
	}
	if status != 0 || !strings.Contains(out, "installed edit-local in ") {
		t.Fatalf("install: status %d: %s", status, out)
	}
	if below(t, x.dir, x.home) == start {
		t.Error("nothing was written")
	}
	if out, _ := x.kei("doctor"); !strings.Contains(out, "edit-local denies an unknown tool") {
		t.Errorf("doctor: %s", out)
	}
	back := []string{"uninstall", "--scope", x.scope}
	if x.client == "claude" {
		back = append(back, "edit-local") // its hook is the gate's path alone, and no policy here says whose that is
	}
	if out, status := x.kei(back...); status != 0 {
		t.Errorf("uninstall: status %d: %s", status, out)
	}
	if end := below(t, x.dir, x.home); end != start {
		t.Errorf("afterwards\n%s\nbefore\n%s", end, start)
	}
	if out, status := x.kei("doctor"); status != 1 || strings.Contains(out, "denies an unknown tool") {
		t.Errorf("doctor afterwards: status %d: %s", status, out)
	}
}
