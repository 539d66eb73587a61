package agent

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kei/internal/baddisk"
	"kei/ledger"
)

// recovered collects, and holds what is then to what the killed run had come to.
func (w *world) recovered(t *testing.T, h *Home, j *Journal) {
	t.Helper()
	if _, err := h.GC(ctx, Keep{Failed: true}); err != nil {
		t.Error(err)
	}
	row, err := h.Ledger.Get(ctx, j.ID)
	switch lost := errors.As(err, new(*ledger.NotFoundError)); {
	case lost && (j.Phase == "" || j.Phase == Claimed || j.Phase == Branching || j.Phase == Forking):
	case err != nil:
		t.Errorf("the row of %s, which was %s: %v", j.ID, j.Phase, err)
	case row.Status == ledger.Running:
		t.Errorf("the row of %s, which was %s, is still running", j.ID, j.Phase)
	case row.Status == ledger.Done && j.Phase != Closing && j.Phase != Closed && j.Phase != Verifying:
		t.Errorf("the row of %s, which was %s, is done", j.ID, j.Phase)
	case row.Status == ledger.Done:
		// The work waits to be merged, and was not touched.
		if _, err := os.Stat(filepath.Join(h.worktree(j.ID), "src", "more.txt")); err != nil {
			t.Error(err)
		}
	}
	// Before there is a journal, git is only asked whether the id is free.
	left := marked(h.marker(j.ID))
	for end := time.Now().Add(5 * time.Second); j.Phase == "" && len(left) > 0 && time.Now().Before(end); left = marked(h.marker(j.ID)) {
		time.Sleep(10 * time.Millisecond)
	}
	if len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
	w.merged(t, h)
	w.clean(t)
}

// TestFullDisk runs agents on a disk that has less and less room. What cannot be
// done is said, nothing is left behind once there is room again, and no row is lost.
func TestFullDisk(t *testing.T) {
	mount := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(mount, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", mount, "tmpfs", 0, "size=6m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(mount, syscall.MNT_DETACH) })
	w := newWorld(t, mount)
	h := w.open(t)
	if c := w.start(t, "run", "ag-whole"); c.Wait() != nil {
		t.Fatal(c.Stderr)
	}
	w.merged(t, h)
	ended := map[bool]int{}
	for i, room := range []int{0, 4, 8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 1024, 2048} {
		id := fmt.Sprintf("ag-%d", i)
		filler := filepath.Join(mount, "filler")
		w.fill(t, mount, filler, room<<10)
		c := w.start(t, "run", id)
		done := make(chan error, 1)
		go func() { done <- c.Wait() }()
		var err error
		select {
		case err = <-done:
		case <-time.After(time.Minute):
			_ = c.Process.Kill()
			t.Fatalf("with %d KiB of room a run does not come to an end", room)
		}
		ended[err == nil]++
		if err != nil && c.Stderr.(*bounded).Len() == 0 {
			t.Errorf("%d KiB: %v, without a word", room, err)
		}
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
		j, loadErr := loadJournal(h.Task(id))
		if loadErr != nil {
			j = &Journal{ID: id}
		}
		if j.Phase == Returned { // nothing is lost: there is room now, so it can be checked
			w.verifyAgain(t, h, id)
			j.Phase = Closed
		}
		w.recovered(t, h, j)
		if row, getErr := h.Ledger.Get(ctx, id); err == nil && (getErr != nil || row.Status != ledger.Merged) {
			t.Errorf("%d KiB: the run succeeded, and its row is %s, %v", room, row.Status, getErr)
		}
		if t.Failed() {
			t.Fatalf("%d KiB of room: %v: %s", room, err, c.Stderr.(*bounded).String())
		}
	}
	if ended[false] == 0 || ended[true] == 0 {
		t.Errorf("%d runs found room, %d did not; that shows nothing", ended[true], ended[false])
	}
	t.Logf("%d runs found room, %d did not", ended[true], ended[false])
	if found, err := h.Ledger.Check(ctx, ledger.Head{}); err != nil || len(found.Problems) > 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// fill leaves so many bytes of room on a disk.
func (w *world) fill(t *testing.T, mount, name string, room int) {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(mount, &s); err != nil {
		t.Fatal(err)
	}
	size := int64(s.Bavail)*s.Bsize - int64(room)
	if size < 0 {
		t.Fatalf("the disk has no %d bytes", room)
	}
	if err := os.WriteFile(name, make([]byte, size), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestCannotWrite: while a client works, what kei writes to becomes a place that cannot
// be written to, as when a file system is made read-only after an error of its disk. What
// cannot be done is said, nobody is found guilty by it, and it is done once it can be.
func TestCannotWrite(t *testing.T) {
	const done = `echo '{"type":"result","subtype":"success","result":"blockers: none"}'`
	const failed = `echo '{"type":"result","subtype":"error_max_turns","result":"too long"}'; exit 1`
	const killed = "echo 'blockers: none' > .claude/agents/ag-1/review.md; kill -KILL $$"
	for _, tt := range []struct {
		name, folder string // below the world
		end          string // of the client's script
		said         string
		left         Phase // when it has become impossible
		gc           Phase // when it is possible again
	}{
		{"its own folder", "main.agents/tasks/ag-1", done, "the client has ended, but its report cannot be kept: ", Started, Returned},
		{"its own folder, and it is killed", "main.agents/tasks/ag-1", killed, "it was killed by a signal (killed)", Started, Returned},
		{"its own folder, and it says that it failed", "main.agents/tasks/ag-1", failed, "says that it failed (error_max_turns)", Started, Closed},
		{"main's repository", "main/.git/objects main/.git/refs", done, "keep the work that was verified", Returned, Returned},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			h := w.open(t)
			chmod := func(mode string) string {
				text := ""
				for _, folder := range strings.Fields(tt.folder) {
					name := filepath.Join(w.dir, folder)
					text += "find " + name + " -maxdepth 1 -exec chmod " + mode + " {} +\n"
				}
				return text
			}
			script := "#!/bin/sh\ncat > /dev/null\necho new > src/new.txt\n" + chmod("a-w") + tt.end + "\n"
			if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			c := w.process(self(t), "run", "ag-1")
			unprivileged(c)
			err := c.Run()
			said := c.Stderr.(*bounded).String()
			if out, err := exec.Command("sh", "-c", chmod("u+w")).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if errors.Is(err, syscall.EPERM) {
				t.Skip("no process can be started here that may do less than this one: ", err)
			}
			if err == nil || !strings.Contains(said, tt.said) {
				t.Errorf("%v, and it says %q; want %q", err, said, tt.said)
			}
			if j, err := loadJournal(h.Task("ag-1")); err != nil || j.Phase != tt.left {
				t.Fatalf("%+v, %v; want %s; it says %q", j, err, tt.left, said)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Running {
				t.Errorf("%+v, %v", row, err)
			}
			if _, err := h.GC(ctx, Keep{Failed: true, Work: true}); err != nil {
				t.Error(err)
			}
			if j, err := loadJournal(h.Task("ag-1")); err != nil || j.Phase != tt.gc {
				t.Fatalf("%+v, %v; want %s", j, err, tt.gc)
			}
			if tt.gc == Returned {
				w.verifyAgain(t, h, "ag-1")
			}
			w.merged(t, h)
			if _, err := h.GC(ctx, Keep{}); err != nil {
				t.Error(err)
			}
			w.clean(t)
		})
	}
}

// TestDiskDies: a disk stops working while a client works. What was on it is found again
// when it is mounted anew, and nobody is found guilty by it.
func TestDiskDies(t *testing.T) {
	if !baddisk.Alone(t) {
		return
	}
	for _, tt := range []struct {
		name, folder string // of the world; "" is all of it
		left         Phase  // when it works again
	}{
		{"of agents", "main.agents", Started},
		{"of main's repository", "main", Returned},
		{"of all there is", "", Started},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			mount := filepath.Join(dir, tt.folder)
			disk := baddisk.New(t, mount)
			w := newWorld(t, dir)
			script := "#!/bin/sh\ncat > /dev/null\necho new > src/new.txt\necho 'blockers: none' > .claude/agents/ag-1/review.md\n" +
				"KEI_TEST_AS=breaker KEI_TEST_WORLD=" + mount + " " + self(t) + "\n" +
				`echo '{"type":"result","subtype":"success","result":"blockers: none"}'` + "\n"
			if err := os.WriteFile(filepath.Join(w.dir, "claude"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			c := w.process(self(t), "run", "ag-1")
			if err := c.Run(); err == nil {
				t.Error("nothing is said")
			}
			disk.Mend(t)
			h := w.open(t)
			if j, err := loadJournal(h.Task("ag-1")); err != nil || j.Phase != tt.left {
				t.Fatalf("%+v, %v; want %s; it said %s", j, err, tt.left, c.Stderr)
			}
			if _, err := h.GC(ctx, Keep{Failed: true, Work: true}); err != nil {
				t.Error(err)
			}
			if row, err := h.Ledger.Get(ctx, "ag-1"); err != nil || row.Status != ledger.Running {
				t.Errorf("%+v, %v", row, err)
			}
			w.verifyAgain(t, h, "ag-1")
			w.merged(t, h)
			w.clean(t)
		})
	}
}

// unprivileged starts a command as one that may write where the modes of files let their
// owner: in a name space of users in which it is none that may do more.
func unprivileged(c *exec.Cmd) {
	if os.Getuid() != 0 {
		return
	}
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: 0, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: 0, Size: 1}},
	}
}

func init() { breaks = func(mount string) { _ = baddisk.Break(mount) } }
