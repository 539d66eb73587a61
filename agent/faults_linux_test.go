package agent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

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
