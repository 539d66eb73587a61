package goldentests

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a program takes for a password is in no line of a gate's log, however its
// option is written; what only looks like one stays.
func TestLogHasNoPasswords(t *testing.T) {
	program, ok := gateOf(t, "guarded")
	if !ok {
		t.Fatal("guarded has no gate")
	}
	const s = "Hunter2"
	log := filepath.Join(t.TempDir(), "log")
	logged := func(command string) string {
		t.Helper()
		payload, err := json.Marshal(map[string]any{
			"session_id": "1", "cwd": "/", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": map[string]any{"command": command},
		})
		if err != nil {
			t.Fatal(err)
		}
		start(t, program, nil, "/", []string{"KEI_AUDIT_LOG=" + log, "HOME=/root"}, payload)
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(log); err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, command := range []string{
		"curl -u alice:" + s + " https://a.example/x", "curl -ualice:" + s + " https://a.example/x", "curl --user 'alice:" + s + "' https://a.example/x",
		"mysql -u root -p" + s + " db -e 'select 1'", "mysqldump --password=" + s + " db", "redis-cli -a " + s + " get x",
		"sshpass -p '" + s + "' ssh host ls", "sshpass -p" + s + " ssh host ls", "docker login -u me -p " + s + " registry.example",
		"zip -P " + s + " a.zip b", "7z a -p" + s + " a.7z b", "bash -c 'curl -u alice:" + s + " https://a.example'",
		"openssl enc -aes-256-cbc -k " + s + " -in a -out b", "gh secret set TOKEN --body " + s, "timeout 5 twine upload -p " + s + " dist/a",
		"kubectl create secret generic db --from-literal=key=" + s, "curl -u alice:Hun'ter2' https://a.example/x", "curl -sSualice:" + s + " https://a.example/x", "mysql -vp" + s + " db", "curl -u \"alice:Hunt\"er2 https://a.example/x",
	} {
		line := logged(command)
		if strings.Contains(line, s) || strings.Contains(line, "ter2") || !strings.Contains(line, "[cut]") {
			t.Errorf("%q is logged as %s", command, line)
		}
	}
	for _, command := range []string{
		"docker run -p 80:80 nginx", "git push -u origin main", "cp -p a b", "mkdir -p a/b", "ls -a .", "curl -o a https://a.example/x", "psql -p 5432 db",
	} {
		if line := logged(command); !strings.Contains(line, `"`+command+`"`) {
			t.Errorf("%q is logged as %s", command, line)
		}
	}
}
