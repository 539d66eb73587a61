package verify

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// On a file system in memory a file is written through a mapping, and its times
// are what they were.
func TestStampInMemory(t *testing.T) {
	const memory = "/dev/shm"
	mounts, err := os.ReadFile("/proc/mounts")
	if err != nil || !strings.Contains(string(mounts), " "+memory+" tmpfs ") {
		t.Skipf("%s is no file system in memory here, or it is not said (%v)", memory, err)
	}
	dir, err := os.MkdirTemp(memory, "kei-stamp-")
	if err != nil {
		t.Skipf("nothing can be made in the file system in memory: %v", err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	f := startIn(t, dir, base)
	index := f.stamp()
	file := filepath.Join(f.work, "other/b.txt")
	writeMapped(f, file, 'c')
	rep, err := f.try(Options{Task: whitelist("allowed/**"), Index: index}, inTask())
	f.must(err)
	f.fails(rep, "other/b.txt (modified)")
}

// writeMapped changes the first byte of a file in memory. It is read first: the
// system may take note of the first write to a page that was not.
func writeMapped(f *fixture, file string, c byte) {
	f.t.Helper()
	open, err := os.OpenFile(file, os.O_RDWR, 0)
	f.must(err)
	defer open.Close()
	page, err := syscall.Mmap(int(open.Fd()), 0, 2, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	f.must(err)
	if page[0] != c {
		page[0] = c
	}
	f.must(syscall.Munmap(page))
}
