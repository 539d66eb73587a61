package hooks

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestLocated starts a hook of settings that are shared as a client does: with the gate,
// in a checkout where nobody has built it, and where the client does not say where the
// project is.
func TestLocated(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	dir := filepath.Join(t.TempDir(), "a folder; with $signs")
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	h := Hook{Program: "bin/gate", Of: "CLAUDE_PROJECT_DIR", Main: "explorer"}
	if back := (Hook{}).read(h.argv()); back != h {
		t.Errorf("read back as %+v", back)
	}
	if back := readLine(h.line()); back != h {
		t.Errorf("its line is read back as %+v", back)
	}
	start := func(env string) (code int, said string) {
		argv := h.argv()
		c := exec.Command(argv[0], argv[1:]...)
		c.Env = []string{env, "PATH=/usr/bin:/bin", "HOME=" + home}
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return c.ProcessState.ExitCode(), string(out)
	}
	for _, env := range []string{"CLAUDE_PROJECT_DIR=" + dir, "OTHER=x"} {
		if code, said := start(env); code != 2 || !strings.Contains(said, "is not there, so the call is denied; kei build makes it") {
			t.Errorf("%s: status %d, %q; want a denial that says what to do", env, code, said)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bin", "gate"), []byte("#!/bin/sh\necho \"$0 $*\"; echo \"$KEI_AUDIT_LOG\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(home, ".local", "state", "kei", dir, "gates.jsonl")
	if code, said := start("CLAUDE_PROJECT_DIR=" + dir); code != 0 || said != filepath.Join(dir, "bin", "gate")+" --main explorer\n"+log+"\n" {
		t.Errorf("status %d, %q; want the gate with its arguments", code, said)
	}
	for text, want := range map[string]string{"": "is not there", "#!/bin/sh\nexit 3\n": "ended with status 3", "#!/no/such\n": "ended with status"} {
		if err := os.WriteFile(filepath.Join(dir, "bin", "gate"), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		if code, said := start("CLAUDE_PROJECT_DIR=" + dir); code != 2 || !strings.Contains(said, want) {
			t.Errorf("a gate that is %q: status %d, %q; want a denial that says %q", text, code, said, want)
		}
	}
	if info, err := os.Stat(filepath.Dir(log)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the log's folder: %v, %v; want one that is its owner's alone", info, err)
	}
}

// A gate that a full disk cut to nothing denies, however it is started.
func TestEmptyGate(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	if err := os.WriteFile(gate, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, h := range map[string]Hook{
		"alone":           {Program: gate},
		"told its root":   {Program: gate, Root: "/w"},
		"within its time": {Program: gate, Root: "/w", Task: "/t", Ender: Ender(), Main: "explorer"},
	} {
		out, err := exec.Command("/bin/sh", "-c", h.line()).CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), "is empty, so the call is denied") {
			t.Errorf("%s: %v, %q; want a denial that says why", name, err, out)
		}
	}
}
