//go:build unix

package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kei/ledger"
	"kei/runtime/verify"
)

func TestRun(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	if err := runOne(h, w, "ag-1"); err != nil {
		t.Fatal(err)
	}
	row, err := h.Ledger.Get(ctx, "ag-1")
	if err != nil || row.Status != ledger.Done || row.SpecSHA != taskOf("ag-1").SHA256 || row.Verify == "" || row.Branch != "agent/ag-1" {
		t.Errorf("%+v, %v", row, err)
	}
	if _, err := ledger.ParseDNA(row.DNA); err != nil {
		t.Error(err)
	}
	stub, err := LoadTask(filepath.Join(h.Task("ag-1-checker"), stubFile))
	if err != nil || stub.Role != "checker" || stub.ParentAgent != "ag-1" {
		t.Errorf("%+v, %v", stub, err)
	}
	if _, err := h.GC(ctx, Keep{}); err != nil { // its work waits to be merged
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(h.worktree("ag-1"), "src", "new.txt")); err != nil {
		t.Error(err)
	}
	w.merged(t, h)
	w.clean(t)
}

// An id that is taken, by whatever, is an error that harms nothing.
func TestTaken(t *testing.T) {
	for _, tt := range []struct {
		name string
		take func(*testing.T, *world, *Home)
		want string
	}{
		{"an agent", func(t *testing.T, w *world, h *Home) {
			a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Wait(); err != nil {
				t.Fatal(err)
			}
			a.Release()
		}, "agent ag-1 exists already (ready)"},
		{"one at work", func(t *testing.T, w *world, h *Home) {
			l, err := h.hold("ag-1")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(l.release)
		}, "agent ag-1: another kei is at work on it"},
		{"a row", func(t *testing.T, w *world, h *Home) {
			if _, err := h.Ledger.Fork(ctx, ledger.Agent{ID: "ag-1", Branch: "b", SpecSHA: taskOf("x").SHA256}); err != nil {
				t.Fatal(err)
			}
		}, "agent ag-1 is in the ledger already (running)"},
		{"a branch", func(t *testing.T, w *world, h *Home) { w.git(t, "branch", "agent/ag-1") }, "the branch agent/ag-1 exists already"},
		{"a worktree", func(t *testing.T, w *world, h *Home) { os.MkdirAll(h.worktree("ag-1"), 0o755) }, "worktrees/ag-1 exists already"},
		{"a file", func(t *testing.T, w *world, h *Home) {
			os.MkdirAll(h.Task("ag-1"), 0o755)
			os.WriteFile(filepath.Join(h.Task("ag-1"), "notes"), nil, 0o644)
		}, "tasks/ag-1/notes exists already"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			tt.take(t, w, h)
			before := tree(t, w.dir)
			_, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if after := tree(t, w.dir); after != before {
				t.Errorf("changed:\n%s\nwas:\n%s", after, before)
			}
		})
	}
}

// tree lists the files below a folder, but for the ledger's.
func tree(t *testing.T, dir string) string {
	t.Helper()
	out, err := exec.Command("find", dir, "-type", "f", "-not", "-name", "ledger.sqlite*", "-not", "-path", "*/locks*").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// What fails on the way leaves nothing but, where there was one, a row.
func TestSpawnFails(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	// Git cannot make the branch: a file stands where its folder must be.
	block := filepath.Join(w.dir, "main", ".git", "refs", "heads", "agent")
	if err := os.WriteFile(block, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true"); err == nil {
		t.Fatal("no error")
	}
	os.Remove(block)
	w.clean(t)
	if rows, _ := h.Ledger.List(ctx, ""); len(rows) > 0 {
		t.Errorf("%+v", rows)
	}
	for _, id := range []string{"ag.lock", "ag."} {
		if _, err := h.Spawn(ctx, "t", taskOf(id), "/bin/true"); err == nil || !strings.Contains(err.Error(), "git allows no branch") {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// Nothing that a repository can name is started by what spawn does.
func TestSpawnStartsNothing(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	ran := filepath.Join(w.dir, "ran")
	script := filepath.Join(w.dir, "evil")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$0\" >> "+ran+"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"post-checkout", "reference-transaction", "post-index-change"} {
		if err := os.Symlink(script, filepath.Join(w.dir, "main", ".git", "hooks", hook)); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(filepath.Join(w.dir, "main", ".gitattributes"), []byte("*.txt filter=evil\n"), 0o644)
	w.git(t, "add", "-A")
	w.git(t, "-c", "core.hooksPath=/dev/null", "commit", "-q", "-m", "attributes")
	w.git(t, "-c", "core.hooksPath=/dev/null", "config", "filter.evil.smudge", script)
	w.git(t, "-c", "core.hooksPath=/dev/null", "config", "filter.evil.required", "true")
	w.git(t, "-c", "core.hooksPath=/dev/null", "config", "core.fsmonitor", script)
	os.Remove(ran)
	a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	a.Release()
	if text, err := os.ReadFile(ran); err == nil {
		t.Errorf("ran: %s", text)
	}
	if text, _ := os.ReadFile(filepath.Join(a.Worktree, "src", "a.txt")); string(text) != "a\n" {
		t.Errorf("checked out: %q", text)
	}
}

// What a client leaves running ends with it.
func TestStrays(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	client := "#!/bin/sh\nsetsid sleep 3000 >/dev/null 2>&1 &\nsleep 3000 &\necho '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"blockers: none\"}'\n"
	if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte(client), 0o755); err != nil {
		t.Fatal(err)
	}
	a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	if err := a.Start(ctx, Client{Program: filepath.Join(w.dir, "claude")}); err != nil {
		t.Fatal(err)
	}
	if left := stillRunning(h.marker("ag-1")); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}

func TestTimeout(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte("#!/bin/sh\nsleep 300\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	err = a.Start(ctx, Client{Program: filepath.Join(w.dir, "claude"), Timeout: 200 * time.Millisecond})
	a.Release()
	if err == nil || !strings.Contains(err.Error(), "did not end within 200ms") {
		t.Error(err)
	}
	if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Failed {
		t.Errorf("%+v, %v", row, err)
	}
}

// Many at once do not get into each other's way, and of several that want one
// id one has it.
func TestAtOnce(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	ids := []string{"ag-1", "ag-2", "ag-3", "ag-4", "ag-5", "ag-6", "ag-7", "ag-8", "ag-1", "ag-2", "ag-1"}
	var runs []*exec.Cmd
	for _, id := range ids {
		runs = append(runs, w.start(t, "run", id))
	}
	for i, c := range runs {
		if err := c.Wait(); err != nil {
			said := c.Stderr.(*bounded).String()
			if !strings.Contains(said, "another kei is at work on it") && !strings.Contains(said, "exists already") {
				t.Errorf("%s: %v: %s", ids[i], err, said)
			}
		}
	}
	rows, err := h.Ledger.List(ctx, ledger.Done)
	if err != nil || len(rows) != 8 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	w.merged(t, h)
	w.clean(t)
}

// An agent that writes itself another task is not judged by it.
func TestAnotherTask(t *testing.T) {
	for _, tt := range []struct{ name, task string }{
		{"wider", strings.Replace(string(taskOf("ag-1").Bytes), "src/**", "**", 1)},
		{"nonsense", "[[\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			client := "#!/bin/sh\ncat > /dev/null\necho x > other.txt\ncat > " + filepath.Join(h.Task("ag-1"), TaskFile) + " <<'END'\n" + tt.task + "END\n" +
				"echo '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"blockers: none\"}'\n"
			if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte(client), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := runOne(h, w, "ag-1"); err == nil || !strings.Contains(err.Error(), "was changed after it was handed out") {
				t.Error(err)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Failed || !strings.Contains(row.Summary, "was changed") {
				t.Errorf("%+v, %v", row, err)
			}
			if _, err := h.GC(ctx, Keep{}); err != nil {
				t.Error(err)
			}
			w.clean(t)
		})
	}
}

// client puts a stand-in for Claude Code into the world: it takes its prompt,
// does what the script says, and reports.
func (w *world) client(t *testing.T, script string) {
	t.Helper()
	text := "#!/bin/sh\ncat > /dev/null\n" + script + "\necho '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"blockers: none\"}'\n"
	if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// A program that the agent runs may move main's branch; that is no way to have
// work found clean.
func TestMovesMain(t *testing.T) {
	commit := "git add -A && git -c user.name=a -c user.email=a@example.com commit -q -m mine && "
	for _, tt := range []struct{ name, script, want string }{
		{"to its own commit, outside of its task", "echo x > other.txt; " + commit + "git update-ref refs/heads/main HEAD", "other.txt"},
		{"to its own commit, within its task", "echo x > src/new.txt; " + commit + "git update-ref refs/heads/main HEAD", "before it was checked"},
		{"away from where it was", "git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@example.com commit-tree -m mine 'HEAD^{tree}')", "any more, which the agent was started from"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			w.client(t, tt.script)
			err := runOne(h, w, "ag-1")
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Failed {
				t.Errorf("%+v, %v", row, err)
			}
			if w.git(t, "rev-parse", "HEAD") == w.head {
				t.Error("main was not moved, so this shows nothing")
			}
		})
	}
}

// The index of the worktree as git made it is kept for verify, which then reads
// only what was touched since; one that is not as it was is not believed.
func TestIndex(t *testing.T) {
	for _, tt := range []struct {
		name, setting, script string
		given, later          bool // later is by another process
	}{
		{"as it was", "core.bare=false", "echo x > src/new.txt", true, false},
		{"of a repository with another format", "feature.manyFiles=true", "echo x > src/new.txt", true, false},
		{"of a split one", "core.splitIndex=true", "echo x > src/new.txt", true, false},
		{"later", "core.bare=false", "echo x > src/new.txt", true, true},
		{"of a journal without one", "core.bare=false", "rm \"$(dirname \"$TASK_TOML\")/index\"", false, true},
		{"forged", "core.bare=false", "git update-index --assume-unchanged src/a.txt; cp \"$(git rev-parse --git-path index)\" \"$(dirname \"$TASK_TOML\")/index\"", false, false},
		{"removed", "core.bare=false", "rm \"$(dirname \"$TASK_TOML\")/index\"", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			name, value, _ := strings.Cut(tt.setting, "=")
			w.git(t, "config", name, value)
			h := w.open(t)
			w.client(t, tt.script)
			a, err := h.Spawn(ctx, "task.toml", taskOf("ag-1"), "/bin/true")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { a.Release() }()
			if err := a.Start(ctx, Client{Program: filepath.Join(w.dir, "claude")}); err != nil {
				t.Fatal(err)
			}
			if tt.later {
				if !tt.given {
					a.Index = "" // as an older kei wrote it
				}
				if err := a.Rest(); err != nil {
					t.Fatal(err)
				}
				a.Release()
				if a, err = h.Open(ctx, "ag-1"); err != nil {
					t.Fatal(err)
				}
			}
			asked := filepath.Join(w.dir, "asked")
			os.WriteFile(filepath.Join(w.dir, "verify"), []byte("#!/bin/sh\nprintf '%s\\n' \"$@\" > "+asked+"\nexec "+os.Args[0]+" as-verify \"$@\"\n"), 0o755)
			rep, err := a.Verify(ctx, Verifier{filepath.Join(w.dir, "verify")}, verify.Both)
			if err != nil || !rep.Clean {
				t.Fatalf("%+v, %v", rep, err)
			}
			text, _ := os.ReadFile(asked)
			if got := strings.Contains(string(text), "--index="+a.File(IndexFile)+"\n"); got != tt.given {
				t.Errorf("the index is given: %v, want %v, in %s", got, tt.given, text)
			}
			if !strings.Contains(string(text), "--base="+w.head+"\n") {
				t.Errorf("no base in %s", text)
			}
		})
	}
}

// workedBy is what is left of an agent whose client is a script, and how that ended.
func workedBy(t *testing.T, script string) (*Home, *Agent, error) {
	t.Helper()
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	client := filepath.Join(w.dir, "claude")
	if err := os.WriteFile(client, []byte("#!/bin/sh\ncat > /dev/null\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Release)
	return h, a, a.Start(ctx, Client{Program: client})
}

// TestAccidents: a client that the machine has ended is held against nobody. What it left
// is there to be verified.
func TestAccidents(t *testing.T) {
	const failed = `echo '{"type":"result","subtype":"error_max_turns","result":"too long"}'`
	const done = `echo x > src/new.txt; echo '{"type":"result","subtype":"success","result":"files-touched: src/new.txt"}'`
	for _, tt := range []struct {
		name, script string
		kills        int64 // by the kernel, meanwhile
		phase        Phase
		want         string
	}{
		{"killed by the kernel", "kill -KILL $$", 1, Returned, "the client ran out of memory, as the kernel says: it was killed by a signal (killed) and without a result"},
		{"killed by somebody", "kill -KILL $$", 0, Returned, "the client was ended from outside: it was killed by a signal (killed) and without a result"},
		{"killed after its result", done + "; kill -KILL $$", 0, Returned, "the client was ended from outside"},
		{"what it ran in was", "exit 137", 1, Returned, "the client ran out of memory, as the kernel says: it ended with exit status 137"},
		{"it ended so by itself", "exit 137", 0, Closed, "the client ended with exit status 137"},
		{"ended by a signal that it can refuse", "kill -TERM $$", 0, Closed, "the client was killed by a signal (terminated)"},
		{"it failed, and something that it ran was killed", failed + "; exit 1", 1, Closed, "says that it failed (error_max_turns)"},
		{"it failed, and was killed", failed + "; kill -KILL $$", 0, Closed, "says that it failed (error_max_turns)"},
		{"something that it ran was killed", done, 1, Started, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			count := int64(7) // of before
			outOfMemory = func() int64 { count += tt.kills; return count }
			t.Cleanup(func() { outOfMemory = verify.OOMKills })
			h, a, err := workedBy(t, tt.script)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			row, err := h.Ledger.Get(ctx, "ag-1")
			if closed := row.Status == ledger.Failed; err != nil || closed != (tt.phase == Closed) || a.Phase != tt.phase {
				t.Errorf("it is %s, and its row is %s, %v", a.Phase, row.Status, err)
			}
			if tt.phase != Returned {
				return
			}
			if !strings.Contains(a.Trouble, "the client ") {
				t.Errorf("no word of why in %q", a.Trouble)
			}
			if _, err := a.Verify(ctx, Verifier{self(t), "as-verify"}, verify.Both); err != nil || a.Phase != Closed {
				t.Errorf("it is %s, %v", a.Phase, err)
			}
		})
	}
}

// A client that ends without saying how has not come to the end of its work.
func TestNoResult(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"silent", "echo x > src/new.txt", "the client ended with exit status 0 and without a result: no word of why"},
		{"with a complaint", "echo 'no credit left' >&2", "the client ended with exit status 0 and without a result: no credit left"},
		{"with something else", "echo '{\"type\":\"assistant\",\"message\":{\"content\":[]}}'; echo done", "the client ended with exit status 0 and without a result: "},
		{"with a failure", "echo '{\"type\":\"result\",\"subtype\":\"error_max_turns\",\"result\":\"too long\"}'", "the client ended with exit status 0 and says that it failed (error_max_turns): too long"},
		{"with a failure, a status and a complaint", "echo '{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"errors\":[\"no model\"]}'; echo overloaded >&2; exit 1",
			"the client ended with exit status 1 and says that it failed (error_during_execution): no model; overloaded"},
		{"with an error that is called success", "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"result\":\"API Error: 401\"}'; exit 1",
			"the client ended with exit status 1 and says that it failed: API Error: 401"},
		{"after its result", "echo '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"\"}'; exit 4", "the client ended with exit status 4: no word of why"},
		{"with a result", "echo '{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"\"}'", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, _, err := workedBy(t, tt.script)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Failed {
				t.Errorf("%+v, %v", row, err)
			}
		})
	}
}

// An agent whose verification was interrupted has done its work: it waits to be
// verified again, unless its work is to be discarded.
func TestVerifyInterrupted(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(*Home) error
		want ledger.Status // "" is no row that says how it ended, and work that waits
		said string
	}{
		{"gc", func(h *Home) error { _, err := h.GC(ctx, Keep{Failed: true, Work: true}); return err }, "", ""},
		{"the same task again", func(h *Home) error { _, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true"); return err }, "", "agent ag-1 exists already (returned)"},
		{"gc that discards work", func(h *Home) error { _, err := h.GC(ctx, Keep{Failed: true}); return err }, ledger.Failed, ""},
		{"gc that discards work, killed on its way, and one that does not", func(h *Home) error {
			a, err := h.load(ctx, "ag-1")
			if err == nil {
				err = errors.Join(a.failRow(ctx, "interrupted"), os.RemoveAll(a.Worktree))
			}
			if err == nil {
				_, err = h.GC(ctx, Keep{Failed: true, Work: true})
			}
			return err
		}, ledger.Failed, ""},
		{"kill", func(h *Home) error { return h.Kill(ctx, "ag-1") }, ledger.Failed, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			w.client(t, "echo new > src/new.txt; echo more > src/more.txt")
			a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Start(ctx, Client{Program: filepath.Join(w.dir, "claude")}); err != nil {
				t.Fatal(err)
			}
			if err := a.enter(Verifying); err != nil { // and it is gone
				t.Fatal(err)
			}
			a.Release()
			err = tt.do(h)
			if (err == nil) != (tt.said == "") || err != nil && !strings.Contains(err.Error(), tt.said) {
				t.Fatalf("%v, want %q", err, tt.said)
			}
			row, err := h.Ledger.Get(ctx, "ag-1")
			if err != nil {
				t.Fatal(err)
			}
			if tt.want != "" {
				if row.Status != tt.want {
					t.Errorf("%+v", row)
				}
				if _, err := h.GC(ctx, Keep{}); err != nil {
					t.Error(err)
				}
				w.clean(t)
				return
			}
			if row.Status != ledger.Running {
				t.Errorf("%+v", row)
			}
			w.verifyAgain(t, h, "ag-1")
			w.merged(t, h)
			w.clean(t)
		})
	}
}

// A worktree that somebody else is making, or that a killed kei has left half made,
// is in nobody's way: git has its HEAD at no commit until it is there.
func TestHalfMadeWorktree(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	// It appears while the client works.
	w.client(t, "echo new > src/new.txt; half="+filepath.Join(w.dir, "main", ".git", "worktrees", "half")+
		"; mkdir $half; echo "+strings.Repeat("0", 40)+" > $half/HEAD; echo ../.. > $half/commondir; echo /nowhere/.git > $half/gitdir; echo initializing > $half/locked")
	if err := runOne(h, w, "ag-1"); err != nil {
		t.Error(err)
	}
	if commit := w.git(t, "rev-parse", WorkRef("ag-1")); w.git(t, "rev-parse", commit+"^") != w.head || w.git(t, "diff", "--name-only", w.head, commit) != "src/new.txt" {
		t.Errorf("%s is at %s", WorkRef("ag-1"), commit)
	}
}

// A verify program that does not know what it is asked is of an older kei, and the
// work waits for another one.
func TestOldVerifier(t *testing.T) {
	w := newWorld(t, t.TempDir())
	h := w.open(t)
	w.client(t, "echo new > src/new.txt")
	a, err := h.Spawn(ctx, "t", taskOf("ag-1"), "/bin/true")
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Start(ctx, Client{Program: filepath.Join(w.dir, "claude")}); err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(w.dir, "verify")
	os.WriteFile(old, []byte("#!/bin/sh\necho 'verify: flag provided but not defined: -base' >&2\nexit 1\n"), 0o755)
	if _, err := a.Verify(ctx, Verifier{old}, verify.Both); err == nil || !strings.Contains(err.Error(), old+" is older than this kei; kei build makes it anew") {
		t.Error(err)
	}
	a.Release()
	w.verifyAgain(t, h, "ag-1")
}

// A parent that the ledger does not know may be a person or of another ledger, so
// it is said and stops nothing.
func TestParent(t *testing.T) {
	for parent, want := range map[string]bool{"ag-boss": false, "ag-bos": true, "": false} {
		w := newWorld(t, t.TempDir())
		h := w.open(t)
		if _, err := h.Ledger.Fork(ctx, ledger.Agent{ID: "ag-boss", Branch: "b", SpecSHA: taskOf("x").SHA256}); err != nil {
			t.Fatal(err)
		}
		var said []string
		h.Say = func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
		text := strings.Replace(string(taskOf("ag-1").Bytes), "[scope]", "parent-agent = \""+parent+"\"\n[scope]", 1)
		task, err := ParseTask("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.Spawn(ctx, "t", task, "/bin/true")
		if err != nil {
			t.Fatal(err)
		}
		a.Release()
		has := slices.ContainsFunc(said, func(s string) bool {
			return strings.HasPrefix(s, "agent ag-1: its parent-agent ag-bos is not in the ledger ")
		})
		if has != want {
			t.Errorf("%q: %q", parent, said)
		}
		if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Parent != parent {
			t.Errorf("%+v, %v", row, err)
		}
	}
}

// What is being verified is said to whoever watches, and to nobody else.
func TestProgress(t *testing.T) {
	for _, watched := range []bool{true, false} {
		w := newWorld(t, t.TempDir())
		h := w.open(t)
		var said []string
		h.Watched, h.Say = watched, func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }
		if err := runOne(h, w, "ag-1"); err != nil {
			t.Fatal(err)
		}
		step := regexp.MustCompile(`^ag-1: verify: +\d+s .*every file of the worktree`)
		if got := slices.ContainsFunc(said, step.MatchString); got != watched {
			t.Errorf("watched %v: %q", watched, said)
		}
	}
	var said []string
	rest := &bounded{most: 1 << 20}
	p := &progress{rest: rest, say: func(line string) { said = append(said, line) }}
	for _, part := range []string{"verify:    0s lo", "oking\x1b[2J\nverify: --main", " is gone\nverify:   12s merging\n", strings.Repeat("x", 100<<10), "\nverify: 1s no end"} {
		if n, err := p.Write([]byte(part)); n != len(part) || err != nil {
			t.Error(n, err)
		}
	}
	p.flush()
	if want := []string{"verify: 0s looking[2J", "verify: 12s merging", "verify: 1s no end"}; !slices.Equal(said, want) {
		t.Errorf("said %q", said)
	}
	if want := "verify: --main is gone\n" + strings.Repeat("x", 100<<10) + "\n"; rest.String() != want {
		t.Errorf("kept %.100q", rest.String())
	}
}
