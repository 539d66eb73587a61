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
	var c *exec.Cmd
	var fail error
	// A file that was just written may still be open for writing in a process that was
	// forked meanwhile: that ends soon.
	for try := 0; try == 0 || isBusy(fail) && try < 10; try++ {
		time.Sleep(time.Duration(try) * 10 * time.Millisecond)
		c = exec.CommandContext(ctx, program, args...)
		c.Env = append(environment(), env...)
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &out, &err
		c.WaitDelay = time.Second
		ownGroup(c)
		fail = c.Run()
	}
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
	Role   string // [Dispatcher] for a dispatcher
	SHA256 string
	Main   string            // the main session's role, if a dispatcher has it compiled in
	Roles  []Policy          // those that a dispatcher holds
	Agents map[string]string // the roles by the names of agents, as a dispatcher knows them
	Deny   string            // as a client's own permissions could say it: see permissions
	Data   bool              // it wants a folder for data, which only kei run makes
	Atoms  []string          // the ids of the atoms that it grants
	Tasked bool              // it writes the files of a task, and without one none

	Programs string // the checksum of what it knows of programs; "" for one of an earlier kei
}

// Stale reports whether a role's policy is another one now than the gate was
// built from. Current is the hash of a role's policy as it is now.
func (p Policy) Stale(current func(role string) (sha256 string, err error)) (bool, error) {
	list := p.Roles
	if p.Role != Dispatcher {
		list = []Policy{p}
	}
	for _, r := range list {
		if sum, err := current(r.Role); err != nil || sum != r.SHA256 {
			return err == nil, err
		}
	}
	return false, nil
}

// said is the policy as the gate prints it.
type said struct {
	SHA256   string
	Programs string
	Policy   *struct {
		Role  string
		Tools []string
		Data  bool `json:"own-scratch"`
		Rules []struct {
			Kind     string
			Severity string
			Patterns []string `json:"tool-patterns"`
			Granted  []string // a line each, which begins with the id
		}
	}
	Dispatch *struct {
		Main   string
		Agents []struct{ Agent, Role string }
	}
	Policies []said
}

func (s said) read() Policy {
	if s.Policy == nil {
		p := Policy{Role: Dispatcher, SHA256: s.SHA256, Programs: s.Programs, Main: s.Dispatch.Main, Agents: map[string]string{}}
		for _, a := range s.Dispatch.Agents {
			p.Agents[a.Agent] = a.Role
		}
		var deny []string
		for i, one := range s.Policies {
			if one.Policy == nil {
				continue
			}
			r := one.read()
			p.Roles = append(p.Roles, r)
			if deny = shared(deny, lines(r.Deny)); i == 0 {
				deny = lines(r.Deny)
			}
		}
		p.Deny = strings.Join(deny, "\n")
		return p
	}
	var patterns, atoms []string
	tasked := false
	for _, r := range s.Policy.Rules {
		for _, g := range r.Granted {
			id, _, _ := strings.Cut(g, " ")
			atoms = append(atoms, id)
		}
		tasked = tasked || r.Kind == "only-task-files"
		if r.Kind == "deny-command" && (r.Severity == "" || r.Severity == "block") {
			patterns = append(patterns, r.Patterns...)
		}
	}
	return Policy{Role: s.Policy.Role, SHA256: s.SHA256, Programs: s.Programs, Data: s.Policy.Data, Tasked: tasked, Atoms: atoms, Deny: strings.Join(denials(s.Policy.Tools, patterns), "\n")}
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
	var p said
	if a.code != 0 || json.Unmarshal(a.stdout, &p) != nil || (p.Policy == nil || p.Policy.Role == "") && p.Dispatch == nil {
		return Policy{}, fmt.Errorf("%s does not answer --policy with a role, so it is no gate of kei", program)
	}
	return p.read(), nil
}
