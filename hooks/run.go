package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"
)

// deadline is how long a gate may take to answer here. A client would wait for
// [Timeout]; a gate that needs even this long is not one.
const deadline = 10 * time.Second

// An answer is what a program did.
type answer struct {
	code           int // -1 if it was killed
	stdout, stderr []byte
}

// ask starts a program as a client would: with the payload on standard input.
// Its environment is built, so that nothing planted in this one answers for it.
func ask(ctx context.Context, env []string, stdin []byte, program string, args ...string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	var out, err bounded
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(environment(), env...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &err
	c.WaitDelay = time.Second
	ownGroup(c)
	fail := c.Run()
	if ctx.Err() != nil {
		return answer{}, fmt.Errorf("no answer within %v", deadline)
	}
	var exit *exec.ExitError
	if fail != nil && !errors.As(fail, &exit) && !errors.Is(fail, exec.ErrWaitDelay) {
		return answer{}, fail
	}
	return answer{c.ProcessState.ExitCode(), out.b, err.b}, nil
}

func environment() []string {
	var env []string
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "SYSTEMROOT"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ b []byte }

func (w *bounded) Write(p []byte) (int, error) {
	const most = 1 << 20
	w.b = append(w.b, p[:min(len(p), most-len(w.b))]...)
	return len(p), nil
}

// A Policy is what a gate says of itself when started with --policy.
type Policy struct {
	Role, SHA256 string
	Deny         string // as a client's own permissions could say it: see permissions
}

// Ask starts a gate to learn its policy. A program that is no gate is an error.
func Ask(ctx context.Context, program string) (Policy, error) {
	info, err := os.Stat(program)
	if errors.Is(err, fs.ErrNotExist) {
		return Policy{}, fmt.Errorf("%s does not exist: %w", program, fs.ErrNotExist)
	}
	if err != nil {
		return Policy{}, err
	}
	if err := executable(info); err != nil {
		return Policy{}, fmt.Errorf("%s %w", program, err)
	}
	a, err := ask(ctx, nil, nil, program, "--policy")
	if err != nil {
		return Policy{}, fmt.Errorf("%s --policy: %w", program, err)
	}
	var said struct {
		SHA256 string
		Policy struct {
			Role  string
			Tools []string
			Rules []struct {
				Kind     string
				Severity string
				Patterns []string `json:"tool-patterns"`
			}
		}
	}
	if a.code != 0 || json.Unmarshal(a.stdout, &said) != nil || said.Policy.Role == "" {
		return Policy{}, fmt.Errorf("%s does not answer --policy with a role, so it is no gate of kei", program)
	}
	var patterns []string
	for _, r := range said.Policy.Rules {
		if r.Kind == "deny-command" && (r.Severity == "" || r.Severity == "block") {
			patterns = append(patterns, r.Patterns...)
		}
	}
	return Policy{said.Policy.Role, said.SHA256, strings.Join(denials(said.Policy.Tools, patterns), "\n")}, nil
}
