package goldentests

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kei/gen/build"
)

// built is set once gates have been asked for.
var built atomic.Bool

// gates are the programs that are built of out/, once for all tests.
var gates = sync.OnceValues(func() (map[string]string, error) {
	built.Store(true)
	out, err := os.MkdirTemp("", "kei-gates")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	list, err := build.Gates(ctx, build.Options{Dir: "..", Out: out})
	if err != nil {
		return nil, err
	}
	programs := map[string]string{}
	for _, g := range list {
		programs[g.Role] = filepath.Join(out, filepath.FromSlash(g.File))
	}
	return programs, nil
})

// gateOf is the compiled gate of a role; ok is false for a role that has none.
func gateOf(t testing.TB, role string) (program string, ok bool) {
	t.Helper()
	if testing.Short() {
		t.Skip("no gates are built with -short")
	}
	programs, err := gates()
	if err != nil {
		t.Fatal(err)
	}
	program, ok = programs[role]
	return program, ok
}

// A said is how a program ended.
type said struct {
	code           int
	stdout, stderr string
}

// first is the first line of the reason.
func (s said) first() string {
	line, _, _ := strings.Cut(s.stderr, "\n")
	return line
}

// start runs a program on a payload. Its environment is env and nothing else.
func start(t testing.TB, program string, args []string, dir string, env []string, payload []byte) said {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	var out, reason bytes.Buffer
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, env, bytes.NewReader(payload), &out, &reason
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return said{cmd.ProcessState.ExitCode(), out.String(), reason.String()}
}

// goEnv is a setting of Go, as the go command has it.
func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
