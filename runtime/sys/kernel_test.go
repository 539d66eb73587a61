//go:build unix

package sys

import (
	"os"
	"strconv"
	"testing"
)

// deep calls f with the stack about to grow, at many depths: what a system
// call writes to must not move under it.
func deep(n int, f func()) {
	var room [256]byte
	if n > 0 {
		room[n%256] = 1
		deep(n-1, f)
		return
	}
	f()
	_ = room
}

func TestSystemCallsWhileTheStackGrows(t *testing.T) {
	want, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		done := make(chan struct{})
		go func() { // each with a small stack of its own
			defer close(done)
			deep(n, func() {
				if got, err := WorkingFolder(); err != nil || got != want {
					t.Errorf("depth %d: the working folder is %q, %v", n, got, err)
				}
				if Look(want) != Folder {
					t.Errorf("depth %d: %s is no folder", n, want)
				}
				if data, err := ReadFile("kernel_test.go", 1<<20); err != nil || len(data) < 100 {
					t.Errorf("depth %d: %d bytes, %v", n, len(data), err)
				}
			})
		}()
		<-done
	}
}

func TestReadFolder(t *testing.T) {
	dir := t.TempDir()
	for i := range 900 { // more than one answer of the kernel holds
		if err := os.WriteFile(dir+"/file-with-a-name-of-some-length-"+strconv.Itoa(i), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir+"/folder", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("folder", dir+"/link"); err != nil {
		t.Skipf("no links can be made here: %v", err)
	}
	got := map[int]int{}
	err := ReadFolder(dir, func(name string, is int) bool {
		got[is]++
		return true
	})
	if err != nil || got[There] != 900 || got[Folder] != 1 || got[Link] != 1 {
		t.Errorf("%v, %v", got, err)
	}
	if ReadFolder(dir+"/none", nil) == nil || ReadFolder(dir+"/link/x", nil) == nil {
		t.Error("what is not there was read")
	}
}
