package verify

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// With this variable the test program is the verify program.
const asProgram = "KEI_VERIFY_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		Main([]Plan{
			{Role: "editor", Steps: []Step{inMain("sleep", "60")}},
			{Role: "orphans", Steps: []Step{inMain("sh", "-c", "setsid sh -c 'echo $$ >>"+os.Getenv(asProgram)+"; sleep 600 & echo $! >>"+os.Getenv(asProgram)+"; wait' >/dev/null 2>&1 & until [ \"$(wc -l <"+os.Getenv(asProgram)+")\" = 2 ]; do sleep 0.05; done")}},
		})
	}
	os.Exit(m.Run())
}

// run is the program as a function.
func (f *fixture) run(plans []Plan, args ...string) (code int, stdout, stderr string) {
	var out, said bytes.Buffer
	code = Command(f.t.Context(), plans, args, func(string) (string, bool) { return "", false }, &out, &said)
	return code, out.String(), said.String()
}

func TestCommandLine(t *testing.T) {
	f := start(t, base)
	plans := []Plan{{Role: "editor", Steps: []Step{inTask()}}, {Role: "none"}}
	f.write(f.dir, "task.toml", "[task]\nrole = \"editor\"\nagent-id = \"a\"\n[scope]\nfiles-whitelist = [\"allowed/**\"]\n")
	f.write(f.dir, "bad.toml", "[task]\nrole = \"editor\"\n[scope]\nfiles-whitlist = []\n")
	f.write(f.dir, "open.toml", "[task]\nrole = \"editor\nagent-id = \"a\"\n")
	f.write(f.dir, "large.toml", "[task]\nrole = \"editor\"\n[verification]\ntest-count-min = 99999999999999999999\n")
	f.write(f.dir, "id.toml", "[task]\nrole = \"editor\"\nagent-id = \"../x\"\n")
	f.write(f.work, "allowed/a.txt", "changed\n")
	task := filepath.Join(f.dir, "task.toml")
	both := []string{"--worktree", f.work, "--main", f.main}
	for _, tt := range []struct {
		name string
		args []string
		code int
		want string // in what it prints
	}{
		{"clean", append([]string{task}, both...), 0, "clean"},
		{"options first", append(both, task), 0, "clean"},
		{"a role without a step", append(both, "none"), 1, "no capability of the role none has a [[verify]]"},
		{"json", append(both, task, "--json"), 0, `"clean": true`},
		{"help", []string{"--help"}, 0, "usage: verify"},
		{"nothing", both, 1, "which role or task.toml?"},
		{"two", append(both, "editor", "none"), 1, "one role or task.toml at a time"},
		{"no such role", append(both, "edtor"), 1, "no role edtor with a plan; there are editor, none"},
		{"no such task", append(both, "x.toml"), 1, "no such file"},
		{"unknown key", append(both, filepath.Join(f.dir, "bad.toml")), 1, "unknown key scope.files-whitlist"},
		{"a string without an end", append(both, filepath.Join(f.dir, "open.toml")), 1, "open.toml:2:15: strings cannot contain newlines"},
		{"a number that is too large", append(both, filepath.Join(f.dir, "large.toml")), 1, "large.toml:4:18: 99999999999999999999 is out of range"},
		{"id", append(both, filepath.Join(f.dir, "id.toml")), 1, "invalid agent-id"},
		{"another id", append(both, task, "--agent", "b"), 1, "--agent b, and the task is of a"},
		{"unknown option", append(both, task, "--fast"), 1, "flag provided but not defined: -fast"},
		{"unknown mode", append(both, task, "--mode", "bth"), 1, "unknown mode bth"},
		{"unknown containment", append(both, task, "--contain", "maybe"), 1, "--contain maybe is none of"},
		{"unknown branch", append(both, task, "--onto", "nowhere"), 1, "nowhere is no commit of main's repository"},
		{"unknown base", append(both, task, "--base", strings.Repeat("1", 40)), 1, "is no commit of main's repository; name the one"},
		{"a tree for a base", append(both, task, "--base", f.git(f.main, "rev-parse", "HEAD^{tree}")), 1, "is no commit of main's repository; name the one"},
		{"a base by its branch", append(both, task, "--base", "main"), 1, "is not the whole id of a commit"},
		{"no such report", append(both, "none", "--report", "x.md"), 1, "--report x.md: no such file or directory; leave it out"},
		{"no such row", append(both, "none", "--row", "x.json"), 1, "--row x.json: no such file or directory; "},
		{"no such index", append(both, "none", "--index", "x"), 1, "--index x: no such file or directory; leave it out"},
		{"option for a branch", append(both, task, "--onto=--all"), 1, "is no name of a commit"},
		{"no worktree", []string{task, "--main", f.main}, 1, "--worktree is missing or empty"},
		{"empty worktree", []string{task, "--worktree", "", "--main", f.main}, 1, "--worktree is missing or empty"},
		{"main is none", []string{task, "--worktree", f.work, "--main", f.dir}, 1, "is not a git repository"},
		{"only a role", append(both, "editor"), 1, "could not check: which files the task is about is not known"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, said := f.run(plans, tt.args...)
			if code != tt.code || !strings.Contains(out+said, tt.want) {
				t.Errorf("status %d, want %d and %q\n%s%s", code, tt.code, tt.want, out, said)
			}
		})
	}
	f.write(f.work, "other/b.txt", "changed\n")
	code, out, _ := f.run(plans, append(both, task, "--json")...)
	var rep Report
	if err := json.Unmarshal([]byte(out), &rep); err != nil || code != 2 || rep.Clean || len(rep.Failed) != 1 ||
		rep.Failed[0].Capability != "scope::files-whitelist" || rep.Failed[0].Detail != "other/b.txt (modified)" {
		t.Errorf("status %d, %v\n%s", code, err, out)
	}
}

// A step that breaks down has not looked.
type broken struct {
	Capability string
	Place      Place
}

func (*broken) Check(*Run) error { panic("oh") }

func TestBroken(t *testing.T) {
	f := start(t, base)
	rep := f.verify(nil, &broken{"x::y", Worktree})
	if rep.Exit() != ExitUnchecked || rep.Clean || len(rep.Passed) != 0 {
		t.Errorf("exit %d:\n%s", rep.Exit(), text(rep))
	}
}

// Stopped in the middle of a command, the program kills the command, removes its
// folder and says that it could not check.
func TestStopped(t *testing.T) {
	f := start(t, base)
	self, err := os.Executable()
	f.must(err)
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		c := exec.Command(self, "editor", "--worktree", f.work, "--main", f.main)
		c.Env = append(os.Environ(), asProgram+"=1")
		var said bytes.Buffer
		c.Stdout, c.Stderr = io.Discard, &said
		f.must(c.Start())
		begun := false
		for range 600 {
			if list, _ := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), scratchPrefix+"*", "tmp")); len(list) > 0 {
				begun = true
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if !begun {
			t.Fatalf("%v: its command was never started: %s", sig, said.String())
		}
		f.must(c.Process.Signal(sig))
		if err := c.Wait(); c.ProcessState.ExitCode() != ExitUnchecked {
			t.Errorf("%v: %v, want status %d\n%s", sig, err, ExitUnchecked, said.String())
		}
		if !strings.Contains(said.String(), "interrupted") {
			t.Errorf("%v: said %q", sig, said.String())
		}
		if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
			t.Errorf("%v: left behind: %v", sig, left)
		}
	}
}

// Only a program that holds the commands of a run can be told to.
func TestContained(t *testing.T) {
	f := start(t, base)
	if _, err := exec.LookPath("bwrap"); err != nil {
		if _, err := f.try(Options{Contain: "always"}, inMain("true")); err == nil || !strings.Contains(err.Error(), "there is no bwrap here") {
			t.Errorf("always, without bwrap: %v", err)
		}
		t.Skip("there is no bwrap here, so nothing more can be tested")
	}
	rep, err := f.try(Options{Contain: "always"}, inMain("sh", "-c", "touch "+f.dir+"/escaped; touch inside"))
	if err != nil {
		t.Skipf("bwrap does not work here: %v", err)
	}
	f.clean(rep)
	if _, err := os.Stat(filepath.Join(f.dir, "escaped")); err == nil {
		t.Error("a contained command wrote outside of its folders")
	}
}
