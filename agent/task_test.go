package agent

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kei/runtime/gate"
)

const whole = `[task]
role = "edit-local"
agent-id = "ag-edit-local-1"
parent-agent = ""

[scope]
files-whitelist = ["src/**", "docs/*.md"]
files-denylist = ["src/gen/**"]
allow-dep-bump = true

[verification]
cargo-check-crates = ["a"]
cargo-test-crates = ["a", "b-c"]
test-count-min = 44
fork-audit-target = "ag-x"

[output]
report-fields-required = ["files-touched", "blockers"]

[body]
text = "Do it."
`

func TestLoadTask(t *testing.T) {
	name := filepath.Join(t.TempDir(), "task.toml")
	if err := os.WriteFile(name, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	task, err := LoadTask(name)
	if err != nil {
		t.Fatal(err)
	}
	if task.Role != "edit-local" || task.AgentID != "ag-edit-local-1" || task.ParentAgent != "" || len(task.Whitelist) != 2 ||
		task.Denylist[0] != "src/gen/**" || !task.AllowDepBump || task.TestCrates[1] != "b-c" || task.TestCountMin != 44 ||
		task.ForkAuditTarget != "ag-x" || task.ReportFields[1] != "blockers" || task.Body != "Do it." {
		t.Errorf("%+v", task)
	}
	if string(task.Bytes) != whole || len(task.SHA256) != 64 {
		t.Errorf("bytes or sum: %s", task.SHA256)
	}
	sealed, err := gate.ParseTask(task.Seal())
	if err != nil {
		t.Fatal(err)
	}
	if sealed.Role != task.Role || sealed.Source != task.SHA256 || len(sealed.Whitelist) != 2 || len(sealed.Denylist) != 1 || sealed.Denylist[0] != "src/gen/**" || !sealed.AllowDepBump {
		t.Errorf("%+v", sealed)
	}
}

func TestTaskBytesAreExact(t *testing.T) {
	unix, windows := "[task]\nrole = \"a\"\n", "[task]\r\nrole = \"a\"\r\n"
	a, err := ParseTask("t", []byte(unix))
	if err != nil {
		t.Fatal(err)
	}
	b, err := ParseTask("t", []byte(windows))
	if err != nil {
		t.Fatal(err)
	}
	if a.Role != b.Role || a.SHA256 == b.SHA256 || string(b.Bytes) != windows {
		t.Error("the sum is of the bytes as they are")
	}
}

func TestParseTaskErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"slip in a key", "[scope]\nfiles-whitlist = []", "t:2:1: unknown key files-whitlist; did you mean files-whitelist?"},
		{"slip in a table", "[scpe]\n", "t:1:2: unknown key scpe; did you mean scope?"},
		{"wrong type", "[scope]\nfiles-whitelist = \"**\"", "t:2:19: files-whitelist is a string; it must be a list"},
		{"wrong element", "[scope]\nfiles-whitelist = [\"a\", 1]", "t:2:25: an element of files-whitelist is the number 1; it must be a string"},
		{"parent folder", "[scope]\nfiles-whitelist = [\"src/**\",\n  \"../x\"]", "t:3:3: the glob ../x has the element .. and would match nothing"},
		{"absolute", "[scope]\nfiles-denylist = [\"/etc/**\"]", "t:2:19: the glob /etc/** leads out of the worktree"},
		{"home", "[scope]\nfiles-whitelist = [\"~/x\"]", "t:2:20: the glob ~/x leads out of the worktree"},
		{"empty glob", "[scope]\nfiles-whitelist = [\"\"]", "t:2:20: an empty glob matches nothing"},
		{"twice", "[scope]\nfiles-whitelist = [\"a\", \"a\"]", "t:2:25: files-whitelist has a twice, first at 2:20"},
		{"backslash", "[scope]\nfiles-whitelist = ['src\\a']", "t:2:20: the glob src\\a has a \\ in it"},
		{"line break", "[scope]\nfiles-whitelist = [\"a\\nb\"]", "t:2:20: the glob \"a\\nb\" has a line break"},
		{"agent id", "[task]\nagent-id = \"../x\"", "t:2:12: invalid agent-id: contains parent sequence '..'"},
		{"role", "[task]\nrole = \"../../x\"", "t:2:8: ../../x cannot name a role"},
		{"option as a crate", "[verification]\ncargo-test-crates = [\"--config=x\"]", "t:2:22: \"--config=x\" cannot name a crate"},
		{"negative count", "[verification]\ntest-count-min = -1", "t:2:18: test-count-min is the number -1"},
		{"huge count", "[verification]\ntest-count-min = 4294967296", "t:2:18: test-count-min is more than 4294967295"},
		{"field with a line break", "[output]\nreport-fields-required = [\"a\\nb\"]", "t:2:27: \"a\\nb\" cannot name a field"},
		{"null", "[task]\nparent-agent = null", "t:2:"},
		{"no TOML", "{}", "t:1:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseTask("t", []byte(tt.src))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
	_, err := ParseTask("t", []byte("[task]\nrole = 1\n[scope]\nx = 1"))
	if got, want := err.Error(), "t:2:8: role is the number 1; it must be a string\nt:4:1: unknown key x; it can be allow-dep-bump, files-denylist, files-whitelist"; got != want {
		t.Errorf("all at once:\ngot  %s\nwant %s", got, want)
	}
}

func TestLoadTaskFiles(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "task.toml"), link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "none"): ": no such file",
		link:                       ": is not a regular file",
		dir:                        ": is not a regular file",
	} {
		if _, err := LoadTask(name); err == nil || err.Error() != name+want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
