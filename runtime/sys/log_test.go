package sys

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Many write to a log that has to be turned: no line is lost or torn, and it is turned once.
func TestAppendTurns(t *testing.T) {
	log := filepath.Join(t.TempDir(), "gates.jsonl")
	full := bytes.Repeat([]byte("0123456789abcdef0123456789abcde\n"), MaxLog/32)
	if err := os.WriteFile(log, full, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(OldLog(log, 1), []byte("older\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const writers, lines = 16, 50
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range lines {
				add := AppendFile
				if w%2 == 0 { // as gates do
					add = func(path string, line []byte) error {
						return AppendUnless(path, line, func([]byte) bool { return false })
					}
				}
				if err := add(log, fmt.Appendf(nil, "line %d of %d\n", i, w)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	old, err := os.ReadFile(OldLog(log, 1))
	if err != nil {
		t.Fatal(err)
	}
	now, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(old, full) || len(now) >= MaxLog || len(now) == 0 {
		t.Fatalf("%d bytes were turned away and %d are there", len(old), len(now))
	}
	rest := append(old[len(full):], now...)
	for w := range writers {
		for i := range lines {
			if n := bytes.Count(rest, fmt.Appendf(nil, "line %d of %d\n", i, w)); n != 1 {
				t.Errorf("line %d of %d is there %d times", i, w, n)
			}
		}
	}
	if n := bytes.Count(rest, []byte("\n")); n != writers*lines {
		t.Errorf("%d lines, want %d", n, writers*lines)
	}
}

// A log that is turned again keeps what was turned before, up to nine times.
func TestAppendKeeps(t *testing.T) {
	log := filepath.Join(t.TempDir(), "gates.jsonl")
	for turn := range OldLogs + 2 {
		if err := os.WriteFile(log, fmt.Appendf(nil, "turned %d\n", turn), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(log, MaxLog); err != nil {
			t.Fatal(err)
		}
		if err := AppendFile(log, []byte("x\n")); err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n <= OldLogs; n++ {
		f, err := os.Open(OldLog(log, n))
		if err != nil {
			t.Fatal(err)
		}
		var turn int
		if _, err := fmt.Fscanf(f, "turned %d\n", &turn); err != nil || turn != OldLogs+2-n {
			t.Errorf("%s is of turn %d, want %d: %v", OldLog(log, n), turn, OldLogs+2-n, err)
		}
		f.Close()
	}
	if _, err := os.Lstat(OldLog(log, OldLogs+1)); err == nil {
		t.Error("one more is kept")
	}
}

// What is no file is written to and never renamed.
func TestAppendToDevice(t *testing.T) {
	if OnWindows {
		t.Skip("there is no /dev/null")
	}
	if err := AppendFile(os.DevNull, []byte("x\n")); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(OldLog(os.DevNull, 1)); err == nil {
		t.Error("a device was turned")
	}
}
