package verify_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kei/agent"
	"kei/runtime/verify"
)

func TestDeepTask(t *testing.T) {
	text := "[body]\ntext = " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n"
	if _, err := verify.ParseTask([]byte(text)); err == nil || !strings.Contains(err.Error(), "levels") {
		t.Error(err)
	}
}

// The two readers of task.toml take the same files, and the same out of them.
func TestTaskAsAgent(t *testing.T) {
	const head = "[task]\nrole = \"edit-local\"\nagent-id = \"ag-1\"\n"
	for _, text := range []string{
		"", head,
		head + "parent-agent = \"ag-0\"\n[scope]\nfiles-whitelist = [\"src/**\", \"ж\"]\nfiles-denylist = [\"src/gen/**\"]\nallow-dep-bump = true\n" +
			"[verification]\ncargo-check-crates = [\"a\"]\ncargo-test-crates = [\"b-c\", \"_d\"]\ntest-count-min = 44\nfork-audit-target = \"ag-2\"\n" +
			"[output]\nreport-fields-required = [\"files-touched\", \"cargo-check\"]\n[body]\ntext = \"\"\"do it\n\"\"\"\n",
		head + "rol = 1\n", head + "[scop]\n", head + "[scope]\nfiles-whitlist = []\n", head + "[scope]\nfiles-whitelist = \"src\"\n",
		head + "[scope]\nfiles-whitelist = [\"src/\"]\n", head + "[scope]\nfiles-whitelist = [\"\"]\n", head + "[scope]\nfiles-whitelist = [\"../x\"]\n",
		head + "[scope]\nfiles-whitelist = [\"/etc\"]\n", head + "[scope]\nfiles-whitelist = [\"~/x\"]\n", head + "[scope]\nfiles-whitelist = ['a\\b']\n",
		"[task]\nagent-id = \"../x\"\n", "[task]\nagent-id = \"a/b\"\n", "[task]\nagent-id = \"con\"\n", "[task]\nagent-id = \"-a\"\n", "[task]\nagent-id = \"a b\"\n",
		"[task]\nparent-agent = \"a:b\"\n", "[verification]\nfork-audit-target = \"..\"\n", "[verification]\ntest-count-min = -1\n",
		"[verification]\ncargo-test-crates = [\"--all\"]\n", "[verification]\ncargo-test-crates = [\"\"]\n", "[verification]\ncargo-check-crates = [\"a b\"]\n",
		"[task]\nrole = 1\n", "= 1\n", "\xff", "[task]\nrole = \"a\"\nrole = \"b\"\n",
	} {
		want, wantErr := agent.ParseTask("task.toml", []byte(text))
		got, err := verify.ParseTask([]byte(text))
		if (err == nil) != (wantErr == nil) {
			t.Errorf("%q: verify says %v, agent %v", text, err, wantErr)
			continue
		}
		if err != nil {
			continue
		}
		same := verify.Task{
			Role: want.Role, AgentID: want.AgentID, Whitelist: want.Whitelist, Denylist: want.Denylist, AllowDepBump: want.AllowDepBump,
			CheckCrates: want.CheckCrates, TestCrates: want.TestCrates, TestCountMin: want.TestCountMin,
			ForkAuditTarget: want.ForkAuditTarget, ReportFields: want.ReportFields,
		}
		if !reflect.DeepEqual(*got, same) {
			t.Errorf("%q:\n%+v\n%+v", text, *got, same)
		}
	}
	file := filepath.Join(t.TempDir(), "task.toml")
	if err := os.WriteFile(file, []byte(head), 0o644); err != nil {
		t.Fatal(err)
	}
	want, _ := agent.LoadTask(file)
	if _, sum, err := verify.LoadTask(file); err != nil || sum != want.SHA256 {
		t.Errorf("%v, %s, want %s", err, sum, want.SHA256)
	}
}
