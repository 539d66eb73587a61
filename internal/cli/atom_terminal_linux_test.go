package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// asked asks a terminal's device for one number, or tells it one.
func asked(f *os.File, request uintptr, n *int32) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(unsafe.Pointer(n))); errno != 0 {
		return errno
	}
	return nil
}

// onTerminal runs kei with a terminal as standard error, and returns what it showed there.
func onTerminal(t *testing.T, dir string, args ...string) string {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	defer ours.Close()
	var unlocked, n int32
	for request, number := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &n} {
		if err := asked(ours, request, number); err != nil {
			t.Skip("no terminals here: ", err)
		}
	}
	theirs, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here: ", err)
	}
	c := exec.Command("kei", args...)
	c.Dir, c.Stderr = dir, theirs
	c.Env = []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}
	err = c.Start()
	theirs.Close()
	if err != nil {
		t.Fatal(err)
	}
	shown, _ := io.ReadAll(ours) // it ends with an error when nobody has the other side any more
	if err := c.Wait(); err != nil {
		t.Errorf("kei %s: %v: %q", strings.Join(args, " "), err, shown)
	}
	return string(shown)
}

// TestAtomProgress: on a terminal the lint of many packages and the steps of a pipe show
// that they go on, and elsewhere nothing is said.
func TestAtomProgress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]caseText{}
	for i := range 120 {
		name := fmt.Sprintf("t%d", i)
		files["root/"+name+"/atoms.toml"] = caseText("format = 1\n[package]\nname = \"" + name + "\"\nversion = \"1.0.0\"\n[exec]\ncommand = [\"t\"]\n")
		files["root/"+name+"/atoms/go.md"] = caseText(declaration(name+"::go", "query", nil, true, "1.0.0"))
		files["root/"+name+"/atoms/schemas/in.json"], files["root/"+name+"/atoms/schemas/out.json"] = anySchema, anySchema
	}
	files["pipe.toml"] = "[[steps]]\nid = \"one\"\natom = \"t0::go\"\n[[steps]]\nid = \"two\"\natom = \"t1::go\"\ndepends_on = [\"one\"]\n"
	writeCase(t, dir, files, 0o644)
	writeCase(t, dir, map[string]caseText{"bin/t": "#!/bin/sh\nexec cat\n"}, 0o755)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"atom", "lint"}, []string{"\r12 of 120 packages read", "\r108 of 120 packages read", "\r\x1b[K"}},
		{[]string{"atom", "pipe", "./pipe.toml"}, []string{"1/2 one t0::go (", "2/2 two t1::go (", ") ok"}},
	} {
		shown := onTerminal(t, dir, c.args...)
		for _, want := range c.want {
			if !strings.Contains(shown, want) {
				t.Errorf("kei %s: no %q in %q", strings.Join(c.args, " "), want, shown)
			}
		}
		_, errs, status := keiIn(t, dir, []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}, "", c.args...)
		if errs != "" || status != 0 {
			t.Errorf("kei %s, without a terminal: status %d, %q", strings.Join(c.args, " "), status, errs)
		}
	}
}
