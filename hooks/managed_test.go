package hooks

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What was said for the whole machine is read: PR-22, PR-23.
func TestDoctorManaged(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("managed settings stand elsewhere; the folders of this test are those of Linux")
	}
	for _, c := range []struct{ client, file, text, want string }{
		{"claude", "etc/claude-code/managed-settings.json", `{"allowManagedHooksOnly": true}`, "allowManagedHooksOnly is true: the client starts no hook but those that stand in its managed settings"},
		{"claude", "etc/claude-code/managed-settings.json", `{"disableAllHooks": true}`, "disableAllHooks is true: the client starts no hook"},
		{"claude", "etc/claude-code/managed-settings.d/10-x.json", `{"disableAllHooks": true}`, "10-x.json:1:21: disableAllHooks is true"},
		{"claude", "etc/claude-code/managed-settings.d/10-x.json", "\ufeff{\"allowManagedHooksOnly\": true}", "allowManagedHooksOnly is true"},
		{"claude", "etc/claude-code/managed-settings.json", `{"allowManagedHooksOnly": false, "model": "opus"}`, ""},
		{"claude", "etc/claude-code/managed-settings.json", `{`, "unexpected end of JSON input"},
		{"gemini", "etc/gemini-cli/settings.json", `{"hooksConfig": {"enabled": false}} // ours`, "hooksConfig.enabled is false"},
		{"qwen", "etc/qwen-code/settings.json", `{"disableAllHooks": true}`, "disableAllHooks is true"},
		{"codex", "etc/codex/requirements.toml", "allow_managed_hooks_only = true\n", "allow_managed_hooks_only is true"},
		{"codex", "etc/codex/config.toml", "[features]\nhooks = false\n", "features.hooks is false"},
		{"codex", "etc/codex/config.toml", "model = \"x\"\n", ""},
	} {
		t.Run(c.client+" "+c.text, func(t *testing.T) {
			e, _ := clinic(t, c.client, Named(c.client).trust)
			trusting(t, e)
			e.Client, e.Site.System = sane(e.Client), t.TempDir()
			path := filepath.Join(e.Site.System, c.file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, path, c.text)
			list, _ := Examine(t.Context(), e)
			if bad := fails(list); c.want == "" && bad != "" || !strings.Contains(bad, c.want) {
				t.Errorf("got %q, want %q", bad, c.want)
			}
		})
	}
}
