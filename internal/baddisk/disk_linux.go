package baddisk

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// alone is a variable of a test's process that has mounts of its own.
const alone = "KEI_TEST_MOUNTS"

// Alone reports whether the test has mounts of its own. One that has not is run in a
// process that does: another container on this machine would else take the disk with
// it, and keep it as it is. It skips what cannot be had here.
func Alone(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) != "" {
		return true
	}
	if _, err := exec.LookPath("mkfs.ext4"); err != nil || os.Geteuid() != 0 {
		t.Skip("a disk can be made here by nobody: ", err)
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	c.Env = append(os.Environ(), alone+"=own")
	c.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	out, err := c.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
	return false
}

// A Disk is mounted at a folder.
type Disk struct{ mount, image string }

// New makes a disk and mounts it at a folder, which it makes.
func New(t *testing.T, mount string) *Disk {
	t.Helper()
	d := &Disk{mount, filepath.Join(t.TempDir(), "image")}
	for _, err := range []error{os.MkdirAll(mount, 0o755), os.WriteFile(d.image, nil, 0o600), os.Truncate(d.image, 64<<20)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, argv := range [][]string{{"mkfs.ext4", "-q", d.image}, {"mount", "-o", "loop", d.image, mount}} {
		if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
			t.Skipf("a disk cannot be mounted here: %v: %s", err, out)
		}
	}
	t.Cleanup(func() { _ = syscall.Unmount(mount, syscall.MNT_DETACH) })
	return d
}

// shutdown is the request of ext4 that ends all input and output: what was written before
// is written out.
const shutdown = 2<<30 | 4<<16 | 'X'<<8 | 125

// Break breaks the disk that is mounted at a folder.
func Break(mount string) error {
	dir, err := os.Open(mount)
	if err != nil {
		return err
	}
	defer dir.Close()
	how := uint32(0)
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, dir.Fd(), shutdown, uintptr(unsafe.Pointer(&how))); e != 0 {
		return e
	}
	return nil
}

// Mend mounts the disk anew, with what was written until it broke.
func (d *Disk) Mend(t *testing.T) {
	t.Helper()
	if err := syscall.Unmount(d.mount, 0); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-o", "loop", d.image, d.mount).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}
