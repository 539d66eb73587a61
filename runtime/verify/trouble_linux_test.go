package verify

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kei/internal/baddisk"
)

// TestTrouble: what a program says of the machine is believed where the machine was
// in that trouble, and only there.
func TestTrouble(t *testing.T) {
	for _, tt := range []struct {
		name   string
		code   int
		said   string
		free   int64
		memory int64
		kills  int64 // fewer than there were
		want   string
	}{
		{"it passed", 0, "no space left on device", 0, 0, 1, ""},
		{"it failed", 1, "--- FAIL: TestF", 0, 0, 0, ""},
		{"no room", 1, "ld: final link failed: No space left on device", 4096, 1 << 40, 0, "no space was left on the disk of "},
		{"it says so, and there is room", 1, "write /dev/full: no space left on device", 1 << 40, 1 << 40, 0, ""},
		{"ended by the kernel", 137, "", 1 << 40, 1 << 40, 1, "the system ran out of memory"},
		{"its child was", 1, "compile: signal: killed", 1 << 40, 1 << 40, 1, "the system ran out of memory"},
		{"it ended itself", 137, "", 1 << 40, 1 << 40, 0, ""},
		{"no memory", 1, "fork/exec: cannot allocate memory", 1 << 40, 4096, 0, "the system ran out of memory (4 KB"},
		{"it says that a disk is broken, and none is", 1, "write x: input/output error", 1 << 40, 1 << 40, 0, ""},
		{"it says so, and there is some", 1, "cannot allocate memory", 1 << 40, 1 << 40, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := watchMachine()
			m.mu.Lock()
			m.free, m.memory, m.kills = tt.free, tt.memory, m.kills-tt.kills
			m.mu.Unlock()
			res := &result{code: tt.code, stdout: tail{most: 1 << 10}, stderr: tail{most: 1 << 10}}
			_, _ = res.stderr.Write([]byte(tt.said))
			if got := m.trouble(res, false); got != tt.want && (tt.want == "" || !strings.HasPrefix(got, tt.want)) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestDiskDies: the disk that a command writes to stops working, which says nothing about
// the work. When it works again, that can be looked at.
func TestDiskDies(t *testing.T) {
	if !baddisk.Alone(t) {
		return
	}
	f := start(t, map[string]string{"a.txt": "a\n"})
	mount := filepath.Join(f.dir, "disk")
	disk := baddisk.New(t, mount)
	tmp := filepath.Join(mount, "tmp")
	f.must(os.Mkdir(tmp, 0o755))
	t.Setenv("TMPDIR", tmp)
	f.write(f.work, "b.txt", "b\n")
	seen := watchMachine(tmp)
	broken := make(chan error, 1)
	go func() {
		for range 500 {
			if began, _ := filepath.Glob(filepath.Join(tmp, "*", "tmp", "began")); len(began) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		broken <- baddisk.Break(mount)
	}()
	const write = "cd $TMPDIR; touch began; i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo x > there || exit 1; sleep 0.02; done"
	step := &CommandGreen{Capability: "quality::green", Place: Worktree, Command: []string{"sh", "-c", write}}
	rep, err := Verify(t.Context(), Options{Task: whitelist("**"), Plan: Plan{Role: "editor", Steps: []Step{step}}, Worktree: f.work, Main: f.main, AgentID: "a"})
	f.must(<-broken)
	if err == nil && (rep.Exit() != ExitUnchecked || len(rep.Failed) != 0) {
		t.Errorf("a disk that died is held against the agent:\n%s", text(rep))
	}
	res := &result{code: 1, stdout: tail{most: 1 << 10}, stderr: tail{most: 1 << 10}}
	_, _ = res.stderr.Write([]byte("link: writing output: Input/output error"))
	if got := seen.trouble(res, false); !strings.HasPrefix(got, tmp+" cannot be written to: ") {
		t.Errorf("got %q", got)
	}
	disk.Mend(t)
	f.must(os.RemoveAll(tmp))
	f.must(os.Mkdir(tmp, 0o755))
	step.Command[2] = "echo x > $TMPDIR/there"
	f.clean(f.verify(whitelist("**"), step))
}

// TestKillsIn: what the nearest group says is what counts, whatever wider ones say.
func TestKillsIn(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	none, quiet := filepath.Join(dir, "none"), file("other", "low 0\n")
	own, all := file("own", "oom 3\noom_kill 2\n"), file("all", "oom_kill 7\n")
	for _, tt := range []struct {
		files []string
		want  int64
	}{
		{[]string{own, all, all}, 2},
		{[]string{none, quiet, all, own}, 7},
		{[]string{file("zero", "oom_kill 0\n"), all}, 0},
		{[]string{none, quiet}, 0},
	} {
		if got := killsIn(tt.files...); got != tt.want {
			t.Errorf("%q: %d, want %d", tt.files, got, tt.want)
		}
	}
}

// A deadline that passes while this program is not woken is the machine's.
func TestStarved(t *testing.T) {
	m := watchMachine()
	m.began = time.Now().Add(-time.Minute)
	m.mu.Lock()
	m.late = 30 * time.Second
	m.mu.Unlock()
	if got := m.trouble(nil, true); !strings.Contains(got, "was kept waiting for 30s of 1m0s") {
		t.Errorf("%q", got)
	}
}

// TestFullDisk: a command that finds no room says nothing about the work, and with
// room it does.
func TestFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can mount a small disk")
	}
	f := start(t, map[string]string{"a.txt": "a\n"})
	tmp := filepath.Join(f.dir, "small")
	f.must(os.Mkdir(tmp, 0o755))
	if err := syscall.Mount("tmpfs", tmp, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("no disk can be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(tmp, syscall.MNT_DETACH) })
	t.Setenv("TMPDIR", tmp)
	f.write(f.work, "b.txt", "b\n")
	step := &CommandGreen{Capability: "quality::green", Place: Worktree, Command: []string{"sh", "-c", "exec dd if=/dev/zero of=$TMPDIR/big bs=1M count=8"}}
	rep, err := f.try(Options{Task: whitelist("**")}, step)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Exit() != ExitUnchecked || len(rep.Failed) != 0 || !strings.Contains(text(rep), "no space was left on the disk") {
		t.Errorf("a full disk is held against the agent:\n%s", text(rep))
	}
	f.must(syscall.Mount("tmpfs", tmp, "tmpfs", syscall.MS_REMOUNT, "size=64m"))
	f.clean(f.verify(whitelist("**"), step))
}
