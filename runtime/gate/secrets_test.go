package gate

import (
	"strings"
	"testing"
)

// Credentials of known forms are in no line of the log, and what is none stays.
func TestWithoutSecrets(t *testing.T) {
	const s = "hunter2Hunter2"
	for _, c := range []string{
		"export GITHUB_TOKEN=" + s, "curl -H 'Authorization: Bearer " + s + "' https://x", "mysql --password=" + s, "mysql --password " + s,
		"git clone https://user:" + s + "@example.com/x", "DB_PASSWORD='" + s + "' npm test", "echo '{\"api_key\": \"" + s + "\"}'",
		"aws configure set aws_secret_access_key " + s + " --x", "echo AKIA" + s, "echo ghp_" + s, "x sk-" + s, "x --token=" + s + " y",
		"echo '-----BEGIN RSA PRIVATE KEY-----\n" + s, "curl -H \"X-Auth-Token: " + s + "\"", "jwt eyJ" + s + ".eyJ" + s,
		"curl -H 'Authorization: token " + s + "' https://x", "curl --header \"Authorization: AWS4-HMAC " + s + ", Signature=x" + s + "\" https://x",
		"curl -H 'Cookie: a=" + s + "; b=" + s + "' https://x", "export DB_PASSWORD='two words " + s + "'", "x --password \"a \\\" b " + s + "\" y",
		"git -c http.extraheader='AUTHORIZATION: basic " + s + "' fetch", "echo 'authorization: x " + s + "\nnext: line'",
	} {
		if got := withoutSecrets(c, nil); strings.Contains(got, s) || !strings.Contains(got, cutMark) {
			t.Errorf("%q is logged as %q", c, got)
		}
	}
	for _, c := range []string{
		"git push origin HEAD", "npm test -- --watch=false", "grep -rn token src", "cat src/auth/login.ts", "curl -s http://localhost:3000/health",
		"ssh git@example.com", "go test ./... -run 'TestToken'", "echo sk-1", "git commit -m 'fix: token parsing in auth'",
	} {
		if got := withoutSecrets(c, nil); got != c {
			t.Errorf("%q is logged as %q", c, got)
		}
	}
	if got := withoutSecrets(strings.Repeat("a ", 5000), nil); len(got) > maxLogged+10 {
		t.Errorf("%d bytes are logged", len(got))
	}
}
