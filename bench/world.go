package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/runtime/gate"
)

// A world is the temporary folder in which everything is measured: copies of
// the programs, payloads, a worktree, and an environment that is the same
// whoever runs the bench.
type world struct {
	dir, tree, programs string
	env                 []string
	pipe                bool
	launch              launcher
	payloads            map[string]bool // files that are written
}

func newWorld(ctx context.Context, pipe bool, say func(string, ...any)) (*world, error) {
	dir, err := os.MkdirTemp("", "kei-bench-")
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	w := &world{dir: dir, tree: filepath.Join(dir, "tree"), programs: filepath.Join(dir, "programs"), pipe: pipe, payloads: map[string]bool{}}
	for _, sub := range []string{w.tree + "/src", w.tree + "/.git", w.programs, dir + "/home", dir + "/payload", dir + "/task", dir + "/build"} {
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return w, err
		}
	}
	task := gate.Task{
		Role: "bench", AgentID: "ag-bench-1", Source: strings.Repeat("0", 64),
		Whitelist: []gate.Glob{"src/**", "tests/**", "Cargo.*"}, Denylist: []gate.Glob{"src/vendor/**"},
	}
	sealed := filepath.Join(dir, "task", "task.sealed.json")
	if err := os.WriteFile(sealed, task.JSON(), 0o644); err != nil {
		return w, err
	}
	w.env = environment(filepath.Join(dir, "home"), w.tree, sealed)

	path, err := compileC(ctx, filepath.Join(dir, "build"), "launcher", launcherSource)
	if err != nil {
		say("the launcher is the one written in Go, and no resident set below its own can be seen: %v", err)
		w.launch = goLauncher
		return w, nil
	}
	w.launch = cLauncher(path)
	return w, nil
}

func (w *world) close() { _ = os.RemoveAll(w.dir) }

// environment is of the size that a client's shell passes on: a process pays
// for each variable.
func environment(home, tree, task string) []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "PWD=" + tree, "KEI_TASK=" + task, "CLAUDE_PROJECT_DIR=" + tree,
		"SHELL=/bin/bash", "LANG=en_US.UTF-8", "LC_ALL=en_US.UTF-8", "TERM=xterm-256color", "COLORTERM=truecolor", "USER=dev",
		"LOGNAME=dev", "TMPDIR=/tmp", "EDITOR=vi", "PAGER=less", "LESS=-R", "SHLVL=2", "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli",
		"XDG_RUNTIME_DIR=/run/user/1000", "XDG_SESSION_TYPE=tty", "SSH_AUTH_SOCK=/run/user/1000/agent.sock", "CARGO_HOME=" + home + "/.cargo",
		"RUSTUP_HOME=" + home + "/.rustup", "GOPATH=" + home + "/go", "NVM_DIR=" + home + "/.nvm",
	}
	for i := len(env); i < 40; i++ {
		env = append(env, fmt.Sprintf("PROJECT_SETTING_%d=value-of-the-setting-%d", i, i))
	}
	return env
}

// adopt copies a program into the world. A linker writes its output through a
// memory map, and the page cache holds that in smaller pieces than a file that
// was written from front to back: the same bytes then start 5 to 10 % slower.
// So nothing is measured where it was linked.
func (w *world) adopt(name, from string) (string, error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	to := filepath.Join(w.programs, name)
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(struct{ io.Writer }{out}, in) // not by sharing blocks
	return to, errors.Join(err, out.Sync(), out.Close())
}

// payload is the file that holds a call.
func (w *world) payload(c call, which int) (string, error) {
	name := filepath.Join(w.dir, "payload", fmt.Sprintf("%s-%d.json", strings.ReplaceAll(c.name, " ", "-"), which))
	if w.payloads[name] {
		return name, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return "", err
	}
	if err := errors.Join(c.payload(f, w.tree, which), f.Close()); err != nil {
		return "", err
	}
	w.payloads[name] = true
	return name, nil
}

// ask starts a program once and returns its exit status.
func (w *world) ask(ctx context.Context, path string, args []string, input string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	f, err := os.Open(input)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	c := exec.CommandContext(ctx, path, args[1:]...)
	c.Dir, c.Env, c.Stdin = w.tree, w.env, f
	c.WaitDelay = time.Second
	err = c.Run()
	if ctx.Err() != nil {
		return 0, fmt.Errorf("%s: no answer in 30 seconds", filepath.Base(path))
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// A row is a program with what the tables say of it.
type row struct {
	name    string // role, peer or baseline
	call    string // "" for a baseline
	verdict string
	size    int64
	program program
	samples []sample
}

// row is one program measured with one input that has been asked about.
func (w *world) row(name, call, path string, args []string, input string, status int) (row, error) {
	info, err := os.Stat(path)
	if err != nil {
		return row{}, err
	}
	r := row{name: name, call: call, size: info.Size(), program: program{path: path, args: args, env: w.env, input: input, status: status}}
	switch {
	case call == "":
	case status == allowed:
		r.verdict = "allow"
	case status == denied:
		r.verdict = "deny"
	default:
		r.verdict = fmt.Sprintf("exit %d", status)
	}
	return r, nil
}

// gateRow asks a gate which of the call's texts gets the wanted answer, and
// makes the row of that one.
func (w *world) gateRow(ctx context.Context, role, path string, c call) (row, error) {
	which, status := 0, -1
	for i := range c.texts {
		input, err := w.payload(c, i)
		if err != nil {
			return row{}, err
		}
		got, err := w.ask(ctx, path, []string{path}, input)
		if err != nil {
			return row{}, err
		}
		if got != allowed && got != denied {
			return row{}, fmt.Errorf("the gate %s ends with status %d when asked for %s; a gate ends with 0 or 2", role, got, c.name)
		}
		if i == 0 || got == c.wants {
			which, status = i, got
		}
		if got == c.wants {
			break
		}
	}
	input, err := w.payload(c, which)
	if err != nil {
		return row{}, err
	}
	return w.row(role, c.name, path, []string{path}, input, status)
}

// measure runs the rows by turns and puts the samples into them. It returns the
// launcher's own resident set.
func (w *world) measure(ctx context.Context, rows []row, rounds, warm int) (floor int, err error) {
	p := plan{rounds: rounds, warm: warm, seed: 1, pipe: w.pipe}
	for _, r := range rows {
		p.programs = append(p.programs, r.program)
	}
	out, err := w.launch(ctx, w.tree, p)
	if err != nil {
		return 0, err
	}
	for i := range rows {
		rows[i].samples = out.samples[i]
	}
	return out.floor, nil
}

// find returns the rows to keep.
func find(rows []row, keep func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !keep(r) })
}
