//go:build unix

package sys

import (
	"os"
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
