package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A faulty is a world in which kei is killed: a repository, a policy with its
// gates as they were built, and a ledger.
type faulty struct {
	*testing.T
	dir, kei, main, head string
}

// TestKilled kills kei run with kill -9 at a random moment, collects what it left
// with kei agents gc, and holds the world to being as it was. In some rounds git,
// the client and the verify program are killed with it, in some the collector is
// killed too, and in some the work is kept and gone on with. KEI_FAULTS is how
// many rounds there are.
func TestKilled(t *testing.T) {
	rounds := 20
	if s := os.Getenv("KEI_FAULTS"); s != "" {
		rounds, _ = strconv.Atoi(s)
	} else if testing.Short() {
		t.Skip("gates are built")
	}
	w := newFaulty(t)
	start := time.Now()
	w.ok("run", "-C", "policy", "--client", "./claude", "--main", "main", w.task("ag-whole"))
	whole := time.Since(start)
	w.merged("ag-whole")
	at := map[string]int{}
	for i := range rounds {
		id := fmt.Sprintf("ag-%d", i)
		c := w.command("run", "-C", "policy", "--client", "./claude", "--main", "main", w.task(id))
		w.killed(c, rand.N(whole*11/10))
		if i%3 == 0 {
			w.end(w.running())
		}
		phase := w.phase(id)
		at[phase]++
		if i%4 == 0 {
			w.killed(w.command("agents", "gc", "--main", "main", "--discard-work"), rand.N(whole/4))
		}
		w.recovered(id, phase, i%5 < 2)
		if t.Failed() {
			t.Fatalf("round %d, killed while it was %q", i, phase)
		}
	}
	t.Logf("%d rounds of up to %s; killed while: %v", rounds, whole, at)
}

func newFaulty(t *testing.T) *faulty { return newFaultyWith(t, nil) }

// newFaultyWith has other files, or more.
func newFaultyWith(t *testing.T, more map[string]string) *faulty {
	root := toBuild(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &faulty{T: t, dir: dir, kei: filepath.Join(t.TempDir(), "kei"), main: filepath.Join(dir, "main")}
	for _, files := range []map[string]string{faultyFiles, more} {
		for name, text := range files {
			put(t, dir, name, text)
		}
	}
	command(t, root, "go", "build", "-o", w.kei, "./cmd/kei")
	w.ok("gen", "-C", "policy")
	w.ok("build", "-C", "policy", "--role", "worker,verify")
	command(t, w.main, "git", "init", "-q", "-b", "main")
	command(t, w.main, "git", "add", "-A")
	command(t, w.main, "git", "commit", "-q", "-m", "base")
	w.head = command(t, w.main, "git", "rev-parse", "HEAD")
	return w
}

var faultyFiles = map[string]string{
	"main/src/a.txt": "a\n", "main/.gitignore": "/target\n",
	"claude": `#!/bin/sh
case $1 in --version) echo "2.1.295 (Claude Code)"; exit;; esac
cat > /dev/null
echo new > src/new.txt
sleep 300 > /dev/null 2>&1 &
sleep 0.05 &
wait $!
echo more > src/more.txt
echo '{"type":"result","subtype":"success","result":"blockers: none","total_cost_usd":0.01}'
`,
	"policy/roles/worker.toml": `[role]
name = "worker"
description = "It works."
[capabilities]
required = ["scope::files-whitelist", "quality::green", "output::report-format"]
[tools]
allowed = ["Read", "Write"]
`,
	"policy/capabilities/scope/files-whitelist/text.md": "Write your task's files only.\n",
	"policy/capabilities/scope/files-whitelist/capability.toml": `[capability]
name = "scope::files-whitelist"
category = "scope"
version = "1.0"
description = "Only the files of the task."
[gate]
kind = "only-task-files"
severity = "block"
[verify]
kind = "diff-in-task"
[[example]]
tool = "Write"
path = "a"
verdict = "deny"
task = { files-whitelist = [] }
`,
	"policy/capabilities/quality/green/text.md": "Leave it green.\n",
	"policy/capabilities/quality/green/capability.toml": `[capability]
name = "quality::green"
category = "quality"
version = "1.0"
description = "It is green."
[verify]
kind = "command-green"
run-mode = "both"
command = ["sleep", "0.03"]
`,
	"policy/capabilities/output/report-format/text.md": "Report.\n",
	"policy/capabilities/output/report-format/capability.toml": `[capability]
name = "output::report-format"
category = "output"
version = "1.0"
description = "There is a report."
[verify]
kind = "report-fields"
`,
}

// task writes an agent's task, and returns the file.
func (w *faulty) task(id string) string {
	w.Helper()
	put(w.T, w.dir, "task.toml", "[task]\nrole = \"worker\"\nagent-id = \""+id+"\"\n[scope]\nfiles-whitelist = [\"src/**\"]\n[output]\nreport-fields-required = [\"blockers\"]\n")
	return "task.toml"
}

func (w *faulty) command(args ...string) *exec.Cmd {
	c := exec.Command(w.kei, args...)
	c.Dir, c.Env = w.dir, append(os.Environ(), "KEI_LEDGER_DB="+filepath.Join(w.dir, "ledger.sqlite"))
	return c
}

func (w *faulty) ok(args ...string) string {
	w.Helper()
	out, err := w.command(args...).CombinedOutput()
	if err != nil {
		w.Errorf("kei %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// merged brings an agent that is done to its end. Main stays as it was, so what is
// kept of its work is let go.
func (w *faulty) merged(id string) {
	w.Helper()
	w.ok("ledger", "merged", id)
	w.ok("agents", "gc", "--main", "main", "--unmerged")
}

// killed starts kei and kills it after a while, if it still runs.
func (w *faulty) killed(c *exec.Cmd, after time.Duration) {
	w.Helper()
	if err := c.Start(); err != nil {
		w.Fatal(err)
	}
	time.Sleep(after)
	_ = c.Process.Kill()
	_ = c.Wait()
}

// phase is how far an agent's journal says it has come, "" if there is none.
func (w *faulty) phase(id string) string { w.Helper(); return w.phaseIn(w.main+".agents", id) }

func (w *faulty) phaseIn(home, id string) string {
	w.Helper()
	text, err := os.ReadFile(filepath.Join(home, "tasks", id, "journal.json"))
	if os.IsNotExist(err) {
		return ""
	}
	var j struct{ Phase string }
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	if err != nil {
		w.Fatal(err)
	}
	return j.Phase
}

// status is what the ledger says of an agent, "" if it has no row.
func (w *faulty) status(id string) string {
	out, err := w.command("ledger", "show", id, "--json").Output()
	var row struct{ Status string }
	if err == nil {
		err = json.Unmarshal(out, &row)
	}
	if err != nil {
		return ""
	}
	return row.Status
}

// running are the processes that are about this world: their command line, their
// environment or where they are says so.
func (w *faulty) running() []int {
	var pids []int
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, d := range dirs {
		pid, _ := strconv.Atoi(filepath.Base(d))
		if pid == os.Getpid() {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(d, "cmdline"))
		env, _ := os.ReadFile(filepath.Join(d, "environ"))
		cwd, _ := os.Readlink(filepath.Join(d, "cwd"))
		if bytes.Contains(line, []byte(w.dir)) || bytes.Contains(env, []byte(w.dir)) || strings.HasPrefix(cwd, w.dir) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func (w *faulty) end(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// recovered collects, and holds what is then to what the killed run had come to.
func (w *faulty) recovered(id, phase string, keep bool) {
	w.Helper()
	if keep {
		// What was finished is verified again, what was at work is looked at first.
		w.ok("agents", "gc", "--main", "main")
		if w.phase(id) == "returned" {
			c := w.command("agents", "verify", "-C", "policy", "--main", "main", id)
			out, err := c.CombinedOutput()
			// One that was cut off may have done nothing yet, or half of it.
			if code := c.ProcessState.ExitCode(); code != 0 && (phase != "started" || code != 2) {
				w.Errorf("kei agents verify %s, which was %s: %v: %s", id, phase, err, out)
			}
		}
	}
	w.ok("agents", "gc", "--main", "main", "--discard-work")
	switch status := w.status(id); {
	case status == "" && (phase == "" || phase == "claimed" || phase == "branching" || phase == "forking"):
	case status == "failed":
		w.ok("agents", "gc", "--main", "main", "--failed")
	case status == "done" && (phase == "closing" || phase == "closed" || keep && (phase == "verifying" || phase == "started")):
		// The work waits to be merged, and was not touched.
		if _, err := os.Stat(filepath.Join(w.main+".agents", "worktrees", id, "src", "more.txt")); err != nil {
			w.Error(err)
		}
		w.merged(id)
	default:
		w.Errorf("the row of %s, which was %s, is %q", id, phase, status)
	}
	w.clean(phase)
}

// clean holds the world to being as it was before any agent, but for the ledger.
func (w *faulty) clean(phase string) {
	w.Helper()
	// Before there is a journal, the client is asked for its version, and git
	// whether the id is free: that comes to its end by itself.
	left := w.running()
	for end := time.Now().Add(5 * time.Second); phase == "" && len(left) > 0 && time.Now().Before(end); left = w.running() {
		time.Sleep(5 * time.Millisecond)
	}
	for _, pid := range left {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		w.Errorf("still running: %d %q", pid, line)
	}
	w.end(left)
	for _, dir := range []string{"tasks", "worktrees", "locks"} {
		list, _ := os.ReadDir(filepath.Join(w.main+".agents", dir))
		for _, d := range list {
			w.Errorf("left behind: %s/%s", dir, d.Name())
		}
	}
	if list := command(w.T, w.main, "git", "worktree", "list", "--porcelain"); strings.Count(list, "worktree ") != 1 {
		w.Errorf("worktrees: %s", list)
	}
	if list := command(w.T, w.main, "git", "for-each-ref", "--format=%(refname)"); list != "refs/heads/main\n" {
		w.Errorf("refs: %s", list)
	}
	_ = filepath.WalkDir(filepath.Join(w.main, ".git"), func(name string, _ os.DirEntry, _ error) error {
		if strings.HasSuffix(name, ".lock") {
			w.Errorf("left behind: %s", name)
		}
		return nil
	})
	if now := command(w.T, w.main, "git", "rev-parse", "HEAD"); now != w.head {
		w.Errorf("main is at %s, and was at %s", now, w.head)
	}
	if s := command(w.T, w.main, "git", "status", "--porcelain", "--ignored"); s != "" {
		w.Errorf("main is not as it was: %s", s)
	}
	command(w.T, w.main, "git", "fsck", "--no-dangling")
	w.ok("ledger", "check")
}

// TestDiskFills has the disk of an agent's folder fill up while its client works. What
// the machine did is held against nobody: the run ends in an error or finds the work
// clean, and with room again what is there is collected, checked, and done.
func TestDiskFills(t *testing.T) {
	if testing.Short() {
		t.Skip("gates are built")
	}
	small := smallDisk(t)
	w := newFaulty(t)
	filler := filepath.Join(small, "filler")
	fills := "cat /dev/zero > " + filler + " 2> /dev/null\n"
	end := `echo '{"type":"result","subtype":"success","result":"blockers: none","total_cost_usd":0.01}'` + "\n"
	begin := "#!/bin/sh\ncase $1 in --version) echo \"2.1.295 (Claude Code)\"; exit;; esac\ncat > /dev/null\n" +
		`echo '{"type":"system","subtype":"init"}'` + "\nsleep 0.2\necho new > src/new.txt\n"
	at := map[string]int{}
	for i, tt := range []struct{ name, script string }{
		{"all of it", begin + fills + end},
		{"before its work", strings.Replace(begin, "echo new", fills+"echo new", 1) + "rm " + filler + "\necho new > src/new.txt\n" + fills + end},
		{"and what was held back", begin + "rm " + small + "/home/tasks/*/reserve\n" + fills + end},
		{"and it ends twice", begin + end + "rm " + small + "/home/tasks/*/reserve\n" + fills + end},
	} {
		id := fmt.Sprintf("ag-%d", i)
		put(t, w.dir, "claude", tt.script)
		c := w.command("run", "-C", "policy", "--client", "./claude", "--main", "main", "--home", filepath.Join(small, "home"), w.task(id))
		out, err := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != 0 && code != 1 {
			t.Errorf("%s: %v: %s", tt.name, err, out)
		}
		at[w.status(id)]++
		if err := os.Remove(filler); err != nil {
			t.Fatalf("%s: %v: %s", tt.name, err, out)
		}
		place := []string{"--main", "main", "--home", filepath.Join(small, "home")}
		w.ok(append([]string{"agents", "gc"}, place...)...)
		if w.status(id) == "running" {
			w.ok(append([]string{"agents", "verify", "-C", "policy", id}, place...)...)
		}
		if status := w.status(id); status != "done" {
			t.Errorf("%s: %s is %q after:\n%s", tt.name, id, status, out)
		}
		w.ok("ledger", "merged", id)
		w.ok(append([]string{"agents", "gc", "--unmerged"}, place...)...)
	}
	if at["running"] < 2 {
		t.Errorf("after the runs: %v; too few found no room", at)
	}
	t.Logf("after the runs: %v", at)
}

// smallDisk is a folder with 4 MB of room.
func smallDisk(t *testing.T) string {
	t.Helper()
	small := filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(small, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) })
	return small
}

// TestDiskTooSmall: the disk of the agents' folder has less room than a check needs, also
// when nothing else is on it. Each time that is said, with the folder, and that is all
// that happens: with a larger disk, the same command finds the work clean.
func TestDiskTooSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("gates are built")
	}
	small := smallDisk(t)
	green := "policy/capabilities/quality/green/capability.toml"
	w := newFaultyWith(t, map[string]string{
		green: strings.Replace(faultyFiles[green], `["sleep", "0.03"]`, `["sh", "-c", "exec dd if=/dev/zero of=$TMPDIR/program bs=1M count=6"]`, 1),
	})
	home := filepath.Join(small, "home")
	place := []string{"--main", "main", "--home", home}
	verify := append([]string{"agents", "verify", "-C", "policy", "ag-1"}, place...)
	want := "could not check: quality::green: no space was left on the disk of " + filepath.Join(home, "tasks", "ag-1", "tmp") + " ("
	tried := func(args ...string) {
		t.Helper()
		c := w.command(args...)
		out, _ := c.CombinedOutput()
		if code := c.ProcessState.ExitCode(); code != 1 || !strings.Contains(string(out), want) {
			t.Errorf("status %d, and %q is not said: %s", code, want, out)
		}
		if phase, status := w.phaseIn(home, "ag-1"), w.status("ag-1"); phase != "returned" || status != "running" {
			t.Errorf("it is %s, and its row %s", phase, status)
		}
		if _, err := os.Lstat(filepath.Join(home, "tasks", "ag-1", "tmp")); err == nil {
			t.Error("the room is not given free")
		}
	}
	tried(append([]string{"run", "-C", "policy", "--client", "./claude", w.task("ag-1")}, place...)...)
	w.ok(append([]string{"agents", "gc"}, place...)...)
	tried(verify...)
	if list := w.ok(append([]string{"agents", "list"}, place...)...); !strings.Contains(list, want[:60]) {
		t.Errorf("list does not say why: %s", list)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	w.ok(verify...)
	if status := w.status("ag-1"); status != "done" {
		t.Errorf("its row is %s", status)
	}
}
