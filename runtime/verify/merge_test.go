package verify

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kei/runtime/gate"
)

// inMain is a command that only the merge can fail.
func inMain(argv ...string) Step {
	return &CommandGreen{Capability: "quality::x", Place: Both, Command: argv}
}

// The merge holds the whole of the agent's work, and all of what main got since.
func TestMergeIsWhole(t *testing.T) {
	f := start(t, map[string]string{"a.txt": "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "gone.txt": "x", "moved.txt": "y\n", "run.sh": "#!/bin/sh\n", "bin": "\x00\x01"})
	f.write(f.work, "a.txt", "one\n2\n3\n4\n5\n6\n7\n8\n9\n")
	f.write(f.work, "bin", "\x00\xff\r\n")
	f.write(f.work, "new/ж.txt", "untracked\n")
	f.must(os.Remove(filepath.Join(f.work, "gone.txt")),
		os.Rename(filepath.Join(f.work, "moved.txt"), filepath.Join(f.work, "new/moved.txt")),
		os.Chmod(filepath.Join(f.work, "run.sh"), 0o755),
		os.Symlink("a.txt", filepath.Join(f.work, "link")))
	f.write(f.main, "a.txt", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n")
	f.write(f.main, "theirs.txt", "since\n")
	f.commit(f.main, "since")

	f.write(f.dir, "check.sh", `set -e
[ "$(cat a.txt)" = "$(printf 'one\n2\n3\n4\n5\n6\n7\n8\nnine')" ]
[ "$(od -An -tx1 bin | tr -d ' ')" = 00ff0d0a ]
[ "$(cat new/ж.txt)" = untracked ] && [ ! -e gone.txt ] && [ ! -e moved.txt ] && [ -e new/moved.txt ]
[ -x run.sh ] && [ "$(readlink link)" = a.txt ] && [ "$(cat theirs.txt)" = since ]
`)
	s := &CommandGreen{Capability: "quality::x", Place: Merge, Command: []string{"sh", filepath.Join(f.dir, "check.sh")}}
	rep := f.verify(whitelist("**"), s)
	f.clean(rep)
	if len(rep.Merged) != 40 || rep.Merged == rep.Tree {
		t.Errorf("merged %q, tree %q", rep.Merged, rep.Tree)
	}
}

// Green in the worktree, and main would be broken.
func TestMergeBreaks(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.must(os.Remove(filepath.Join(f.main, "other/b.txt")))
	f.commit(f.main, "since")
	rep := f.verify(whitelist("allowed/**"), inTask(), inMain("test", "-e", "other/b.txt"))
	f.fails(rep, "test -e other/b.txt failed with status 1")
	if len(rep.Failed) != 1 || rep.Failed[0].Place != Merge || rep.Exit() != ExitViolations {
		t.Errorf("want one failure in the merge:\n%s", text(rep))
	}
}

func TestConflict(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "mine\n")
	f.write(f.main, "allowed/a.txt", "theirs\n")
	f.commit(f.main, "since")
	rep := f.verify(whitelist("allowed/**"), inMain("true"))
	f.fails(rep, "does not merge into main: 1 conflict", "allowed/a.txt")
	if strings.Contains(strings.Join(rep.Passed, " "), "quality::x") {
		t.Errorf("a check that was not made passed:\n%s", text(rep))
	}
}

// What the run-mode of a step says, and what the command line says.
func TestModes(t *testing.T) {
	for _, tt := range []struct {
		mode, step Place
		want       string
	}{
		{Worktree, Worktree, "worktree"}, {Worktree, Merge, ""}, {Worktree, Both, "worktree"},
		{Merge, Worktree, ""}, {Merge, Merge, "simulated-merge"}, {Merge, Both, "simulated-merge"},
		{Both, Worktree, "worktree"}, {Both, Merge, "simulated-merge"}, {Both, Both, "worktree simulated-merge"},
	} {
		f := start(t, base)
		rep, err := f.try(Options{Mode: tt.mode}, &CommandGreen{Capability: "quality::x", Place: tt.step, Command: []string{"true"}})
		if err != nil {
			t.Fatal(err)
		}
		var places []string
		for _, s := range rep.Steps {
			places = append(places, string(s.Place))
		}
		if got := strings.Join(places, " "); got != tt.want {
			t.Errorf("mode %s, step %s: made at %q, want %q", tt.mode, tt.step, got, tt.want)
		}
	}
	f := start(t, base)
	if _, err := f.try(Options{Mode: "simulated"}, inTask()); err == nil || !strings.Contains(err.Error(), "unknown mode simulated") {
		t.Errorf("a mode that does not exist: %v", err)
	}
}

// All steps are made in the worktree, whatever the others say. Where one failed
// there, none is made in the merge.
func TestFailFast(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "other/b.txt", "changed\n")
	rep := f.verify(whitelist("allowed/**"), &DiffInTask{"scope::files-whitelist", Both}, inMain("true"), &CommandGreen{Capability: "quality::y", Place: Both, Command: []string{"false"}})
	var made []string
	for _, s := range rep.Steps {
		made = append(made, s.Capability+" "+string(s.Place)+" "+s.Verdict)
	}
	want := "scope::files-whitelist worktree fail, quality::x worktree pass, quality::y worktree fail, " +
		"scope::files-whitelist simulated-merge skipped, quality::x simulated-merge skipped, quality::y simulated-merge skipped"
	if got := strings.Join(made, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSeveralAtOnce(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			rep, err := Verify(t.Context(), Options{Plan: Plan{Steps: []Step{inTask(), inMain("sleep", "0.2")}}, Task: whitelist("allowed/**"),
				Worktree: f.work, Main: f.main, AgentID: "a"})
			if err != nil || !rep.Clean {
				t.Errorf("%v %v", rep, err)
			}
		})
	}
	wait.Wait()
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A command that starts others and never ends is killed with them.
func TestDeadline(t *testing.T) {
	f := start(t, base)
	f.write(f.dir, "hang.sh", "sleep 1000 & echo $! >"+f.dir+"/pid; sleep 1000")
	ctx := t.Context()
	p := process{path: "/bin/sh", args: []string{filepath.Join(f.dir, "hang.sh")}, dir: f.dir, most: 100}
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := p.run(short); err == nil {
		t.Error("no error")
	}
	f.dead()
}

// What a command leaves running is killed when the command has ended.
func TestLeftRunning(t *testing.T) {
	f := start(t, base)
	f.write(f.dir, "leave.sh", "sleep 1000 >/dev/null 2>&1 & echo $! >"+f.dir+"/pid")
	p := process{path: "/bin/sh", args: []string{filepath.Join(f.dir, "leave.sh")}, dir: f.dir, most: 100}
	if r, err := p.run(t.Context()); err != nil || r.code != 0 {
		t.Fatalf("%v %v", r, err)
	}
	f.dead()
}

// dead holds the process whose number is in the file pid to having ended.
func (f *fixture) dead() {
	f.t.Helper()
	pid, err := os.ReadFile(filepath.Join(f.dir, "pid"))
	f.must(err)
	var stat []byte
	for range 1000 {
		if stat, err = os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat"); err != nil || strings.Contains(string(stat), ") Z") {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	f.t.Errorf("what it started is still there: %s", stat)
}

// The end of what a command prints is kept, however much that is.
func TestBoundedOutput(t *testing.T) {
	f := start(t, base)
	rep := f.verify(whitelist("**"), inMain("sh", "-c", "yes | head -c 50000000; echo the end; exit 3"))
	f.fails(rep, "failed with status 3", "the end")
}

// A tool is not looked for in the worktree, and paths are none.
func TestSearchPath(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/mytool", "#!/bin/sh\nexit 0\n")
	f.must(os.Chmod(filepath.Join(f.work, "allowed/mytool"), 0o755))
	t.Setenv("PATH", filepath.Join(f.work, "allowed")+":allowed:.:"+os.Getenv("PATH"))
	for _, name := range []string{"mytool", "allowed/mytool", "./allowed/mytool"} {
		rep := f.verify(whitelist("**"), inMain(name))
		if rep.Exit() != ExitUnchecked {
			t.Errorf("%s: exit %d, want %d:\n%s", name, rep.Exit(), ExitUnchecked, text(rep))
		}
	}
}

// Nothing of the environment that changes what a tool does reaches it.
func TestBuiltEnvironment(t *testing.T) {
	f := start(t, base)
	for _, name := range []string{"RUSTFLAGS", "RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER", "GOFLAGS", "LD_PRELOAD", "BASH_ENV", "GIT_DIR", "GIT_EXTERNAL_DIFF"} {
		if name != "LD_PRELOAD" && name != "GIT_DIR" {
			t.Setenv(name, "planted")
		}
	}
	rep := f.verify(whitelist("**"), inMain("sh", "-c", "! env | grep planted"))
	f.clean(rep)
}

// A file above the worktree that would change what cargo does stops the check.
func TestSurroundings(t *testing.T) {
	f := start(t, base)
	f.write(f.dir, ".cargo/config.toml", "[build]\nrustc-wrapper = \"/tmp/x\"\n")
	f.must(os.Chmod(f.dir, 0o777)) // a folder that anybody can write to
	rep := f.verify(whitelist("**"), inMain("true"))
	if rep.Exit() != ExitUnchecked || len(rep.Errors) == 0 || !strings.Contains(rep.Errors[0].Reason, ".cargo/config.toml lies above") {
		t.Errorf("exit %d:\n%s", rep.Exit(), text(rep))
	}
}

// Folders of runs that were killed are removed by the next one; those of runs
// that go on are not.
func TestAbandoned(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	alive, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(os.TempDir(), scratchPrefix+"dead")
	if err := os.MkdirAll(filepath.Join(dead, "closed", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dead, "lock"), nil, 0o600)
	os.Chmod(filepath.Join(dead, "closed"), 0o500)
	past := time.Now().Add(-time.Hour)
	os.Chtimes(dead, past, past)
	os.Chtimes(alive.dir, past, past)
	next, err := newScratch()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("the abandoned folder is still there")
	}
	if _, err := os.Stat(alive.dir); err != nil {
		t.Error("a folder in use was removed")
	}
	if err := next.close(); err != nil {
		t.Error(err)
	}
	if err := alive.close(); err != nil {
		t.Error(err)
	}
}

// Who moved main is found out by whoever knows where it was.
func TestOnto(t *testing.T) {
	f := start(t, base)
	was := f.git(f.main, "rev-parse", "main")
	f.write(f.work, "other/b.txt", "changed\n")
	f.commit(f.work, "mine")
	f.git(f.work, "update-ref", "refs/heads/main", "HEAD")
	f.clean(f.verify(whitelist("allowed/**"), inTask())) // fooled, as it has to be
	rep, err := f.try(Options{Task: whitelist("allowed/**"), Onto: was}, inTask())
	f.must(err)
	f.fails(rep, "other/b.txt (modified)")

	// Whoever knows what the agent was started from is not fooled either, and
	// need not know where main is.
	rep, err = f.try(Options{Task: whitelist("allowed/**"), Base: was}, inTask())
	f.must(err)
	f.fails(rep, "other/b.txt (modified)")
	f.fails(rep, "before it was checked")
}

// Main may move while an agent works, and may not lose what it was started from.
func TestBase(t *testing.T) {
	f := start(t, base)
	was := f.git(f.main, "rev-parse", "main")
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.write(f.main, "other/b.txt", "since\n")
	f.commit(f.main, "since")
	rep, err := f.try(Options{Task: whitelist("allowed/**"), Base: was}, inTask())
	f.must(err)
	f.clean(rep)
	if len(rep.Notes) != 1 || !strings.Contains(rep.Notes[0], "main has moved") {
		t.Errorf("notes %q", rep.Notes)
	}
	f.git(f.main, "checkout", "-q", "--orphan", "other")
	f.commit(f.main, "rewritten")
	f.git(f.main, "branch", "-f", "main")
	f.git(f.main, "checkout", "-q", "main")
	rep, err = f.try(Options{Task: whitelist("allowed/**"), Base: was}, inTask())
	f.must(err)
	f.fails(rep, "any more, which the agent was started from")
	if _, err = f.try(Options{Task: whitelist("allowed/**"), Base: "main"}, inTask()); err == nil || !strings.Contains(err.Error(), "--base") {
		t.Errorf("a name for a base: %v", err)
	}
}

// A whole id is a commit, and never a branch that an agent calls so.
func TestOntoIsACommit(t *testing.T) {
	f := start(t, base)
	was := f.git(f.main, "rev-parse", "main")
	f.write(f.work, "other/b.txt", "changed\n")
	f.commit(f.work, "mine")
	f.git(f.work, "update-ref", "refs/heads/"+was, "HEAD")
	rep, err := f.try(Options{Task: whitelist("allowed/**"), Onto: was}, inTask())
	f.must(err)
	f.fails(rep, "other/b.txt (modified)")
}

// Of two merge bases git chooses one, and with a history that an agent made it
// chooses the agent's.
func TestCrissCross(t *testing.T) {
	f := start(t, base)
	a := f.git(f.main, "rev-parse", "HEAD")
	f.write(f.main, "other/feature.txt", "x")
	f.commit(f.main, "feature")
	b := f.git(f.main, "rev-parse", "HEAD")
	f.git(f.main, "checkout", "-q", "-b", "side", a)
	f.commit(f.main, "side")
	side := f.git(f.main, "rev-parse", "HEAD")
	f.git(f.main, "checkout", "-q", "main")
	f.git(f.main, "merge", "-q", "--no-ff", "-m", "both", "side")
	made := f.git(f.work, "commit-tree", "-m", "h", "-p", side, "-p", b, side+"^{tree}")
	f.git(f.work, "checkout", "-q", "--detach", made)
	if _, err := f.try(Options{Task: whitelist("allowed/**")}, inTask()); err == nil || !strings.Contains(err.Error(), "in more than one commit") {
		t.Errorf("not found out: %v", err)
	}
}

// A clone of the end of a history has no beginning to part from.
func TestShallow(t *testing.T) {
	f := start(t, base)
	f.commit(f.main, "second")
	origin := f.main
	f.main, f.work = filepath.Join(f.dir, "clone"), filepath.Join(f.dir, "clone-work")
	f.git(f.dir, "clone", "-q", "--depth=1", "file://"+origin, f.main)
	f.git(f.main, "worktree", "add", "-q", "-b", "agent/a", f.work)
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.clean(f.verify(whitelist("allowed/**"), inTask(), &DiffInTask{"scope::files-whitelist", Both}))
	f.commit(f.work, "mine")
	f.write(f.main, "other/b.txt", "theirs\n")
	f.commit(f.main, "theirs")
	f.clean(f.verify(whitelist("allowed/**"), inTask(), &DiffInTask{"scope::files-whitelist", Both}))
	f.write(f.work, "other/b.txt", "mine\n")
	f.fails(f.verify(whitelist("allowed/**"), inTask()), "other/b.txt (modified)")
}

// Commands work on copies: what they leave behind is no part of the work, and
// the next verification finds it as it was.
func TestCommandsLeaveNothing(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	for range 2 {
		f.clean(f.verify(whitelist("allowed/**"), inTask(), inMain("sh", "-c", "echo x >other/b.txt && echo x >new.lock && test -e allowed/a.txt")))
	}
	if out := f.git(f.work, "status", "--porcelain", "-uall"); out != "M allowed/a.txt" {
		t.Errorf("the worktree is\n%s", out)
	}
}

// Where main has not moved, it would become what is in the worktree, and a
// command is not run on the same files again.
func TestSameFilesOnce(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	runs := func(rep *Report) (n int) {
		for _, s := range rep.Steps {
			n += len(s.Commands)
		}
		return n
	}
	rep := f.verify(whitelist("allowed/**"), inTask(), inMain("true"))
	f.clean(rep)
	if n := runs(rep); n != 1 || len(rep.Passed) != 2 {
		t.Errorf("%d commands:\n%s", n, text(rep))
	}
	f.write(f.main, "other/b.txt", "since\n")
	f.commit(f.main, "since")
	rep = f.verify(whitelist("allowed/**"), inTask(), inMain("true"))
	f.clean(rep)
	if n := runs(rep); n != 2 {
		t.Errorf("%d commands after main moved:\n%s", n, text(rep))
	}
}

// Whoever merges the work takes what was checked, whatever has become of the
// worktree since.
func TestBundle(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/new.txt", "new\n")
	f.must(os.Remove(filepath.Join(f.work, "allowed/a.txt")))
	bundle := filepath.Join(f.dir, "bundle")
	rep, err := f.try(Options{Task: whitelist("nothing"), Bundle: bundle}, inTask())
	f.must(err)
	if _, err := os.Stat(bundle); err == nil || rep.Commit != "" {
		t.Error("there is a bundle of work that is not clean")
	}
	rep, err = f.try(Options{Task: whitelist("allowed/**"), Bundle: bundle}, inTask())
	f.must(err)
	f.clean(rep)
	f.write(f.work, "allowed/new.txt", "changed after that\n")
	f.git(f.main, "bundle", "unbundle", bundle)
	f.git(f.main, "merge", "-q", "-m", "take it", rep.Commit)
	if got := f.git(f.main, "ls-tree", "-r", "--name-only", "HEAD"); strings.Contains(got, "allowed/a.txt") || f.git(f.main, "show", "HEAD:allowed/new.txt") != "new" {
		t.Errorf("main holds\n%s", got)
	}
}

// TestNoMergeOfFailed holds a work that failed where it was made to being the answer:
// main with it is not looked at, and the report says so.
func TestNoMergeOfFailed(t *testing.T) {
	f := start(t, map[string]string{"a.txt": "a\n"})
	f.commit(f.main, "main goes on")
	f.write(f.work, "b.txt", "b\n")
	rep := f.verify(whitelist("src/**"), inTask(), &FilesUnchanged{Capability: "quality::x", Place: Both, Files: []gate.Glob{"c/**"}})
	if rep.Merged != "" || rep.Exit() != ExitViolations {
		t.Errorf("merged %q, status %d", rep.Merged, rep.Exit())
	}
	last := rep.Steps[len(rep.Steps)-1]
	if last.Place != Merge || last.Verdict != "skipped" || !strings.Contains(strings.Join(rep.Notes, "\n"), "simulated-merge was not made: the work failed") {
		t.Errorf("the answer does not say that the merge was not made: %+v, %q", last, rep.Notes)
	}
}
