package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"kei/agent"
	"kei/hooks"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

// A stop is what Claude Code says when an agent means to end: its Stop event, or
// SubagentStop for an agent that another one has started.
type stop struct {
	Event   string `json:"hook_event_name"`
	Session string `json:"session_id"`
	Cwd     string `json:"cwd"`
	AgentID string `json:"agent_id"`
	Type    string `json:"agent_type"`
	Active  bool   `json:"stop_hook_active"` // it was sent back before
	Said    string `json:"last_assistant_message"`
}

// A stopHook is one run of verify-hook.
type stopHook struct {
	*app
	task, worktree, main, role, state string
	most                              int
}

func (a *app) verifyHook() *cobra.Command {
	h := &stopHook{app: a}
	c := a.verb(&cobra.Command{
		Use:   "verify-hook [-C DIR] [--task TASK.toml] [--worktree DIR] [--role ROLE] [--most N]",
		Short: "send an agent that means to end back to work, with what is not clean",
		Long: `Verify-hook is started by Claude Code when an agent means to end (its events Stop
and SubagentStop). It checks the agent's work as kei verify does. Status 2, with
the violations on standard error, sends the agent back to work; 0 lets it end.

The task is --task, or TASK_TOML. It is that of the session if the session is in
the task's role or --role does not say, and of a subagent in that role. Any other
subagent that has a role (its name, or what agents/NAME/agent.toml gives it), and
a session with --role, is checked without a task. Who is none of these ends
unchecked. After --most times an agent may end as it is: verification on return
will say so.
What could not be checked is status 1, which sends nobody back.`,
		Args:    args(),
		Example: "kei verify-hook --task task.toml < stop.json",
	}, func(ctx context.Context, _ []string) error { return h.run(ctx) })
	c.Flags().StringVar(&h.task, "task", "", "the agent's task.toml is `FILE`")
	c.Flags().StringVar(&h.worktree, "worktree", "", "its worktree is `DIR` (default: WORKTREE_PATH, else where it works)")
	c.Flags().StringVar(&h.main, "main", "", "main's checkout is `DIR` (default: that of the worktree's repository)")
	c.Flags().StringVar(&h.role, "role", "", "the main session is in `ROLE`")
	c.Flags().StringVar(&h.state, "state", "", "who was sent back how often is kept in `DIR`")
	c.Flags().IntVar(&h.most, "most", 3, "send an agent back `N` times")
	return c
}

// verifyHookArgs are the arguments under the name that kei install gives the
// program, bin/kei-verify-hook of the policy folder.
func verifyHookArgs(self string, args []string, getenv func(string) (string, bool)) []string {
	if path, err := exec.LookPath(self); err == nil {
		self = path // it was called by its name alone
	}
	kei := []string{"verify-hook", "-C", filepath.Dir(filepath.Dir(self))}
	if task, _ := getenv("KEI_TASK"); strings.HasSuffix(task, ".toml") {
		kei = append(kei, "--task", task)
	}
	if len(args) == 2 && args[0] == "--main" {
		return append(kei, "--role", args[1])
	}
	return append(kei, args...)
}

func (h *stopHook) run(ctx context.Context) error {
	text, err := io.ReadAll(io.LimitReader(h.stdin, 64<<20))
	if err != nil {
		return err
	}
	var s stop
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("the event on standard input: %w", err)
	}
	what, id, err := h.what(ctx, s)
	if err != nil || what == "" {
		return err
	}
	if err := h.where(ctx, s); err != nil {
		return err
	}
	count := h.count(s)
	times := count.read()
	if times >= h.most {
		fmt.Fprintf(h.stderr, "kei: sent back %d times already; it may end as it is\n", times)
		return count.clear() // that was this turn
	}
	rep, err := h.check(ctx, what, id, s)
	if err != nil {
		return err
	}
	if len(rep.Failed) == 0 {
		if len(rep.Errors) > 0 {
			var all []error
			for _, f := range rep.Errors {
				all = append(all, fmt.Errorf("could not check %s: %s", f.Capability, strings.Join(f.Lines(), "\n")))
			}
			return errors.Join(all...)
		}
		return count.clear()
	}
	if err := count.note(times + 1); err != nil && s.Active {
		// It cannot be counted, so once must do.
		return fmt.Errorf("not clean, and not sent back again: %w", err)
	}
	fmt.Fprintf(h.stderr, "Your work was verified and is not clean (%d of %d times). Mend this, within what your task permits, and end with your report again:\n", times+1, h.most)
	for _, f := range rep.Failed {
		fmt.Fprintf(h.stderr, "- %s (%s): %s\n", f.Capability, f.Place, strings.Join(f.Lines(), "\n"))
	}
	return exit(usage)
}

// what is checked: a task.toml, or a role. "" is nothing. A task is the work of
// whoever is in its role, be it the session or an agent that the session starts.
func (h *stopHook) what(ctx context.Context, s stop) (what, id string, err error) {
	role := h.role
	if s.Event == "SubagentStop" {
		if role, err = h.roleOf(ctx, s.Type); err != nil || role == "" {
			return "", "", err // whoever started it answers for it
		}
	}
	if h.task == "" {
		h.task, _ = h.getenv("TASK_TOML")
	}
	if h.task == "" {
		return role, "", nil
	}
	if h.task, err = filepath.Abs(h.task); err != nil {
		return "", "", err
	}
	task, err := agent.LoadTask(h.task)
	if err == nil && role != "" && role != task.Role {
		return role, "", nil
	}
	return h.task, task.AgentID, err
}

// roleOf is the role of an agent that the session has started, as the gate of
// all roles knows it; where that was not built, a role's own name. "" is none.
func (h *stopHook) roleOf(ctx context.Context, name string) (string, error) {
	dispatcher, err := h.program(hooks.Dispatcher)
	if err != nil {
		return "", err
	}
	role := name
	switch p, err := hooks.Ask(ctx, dispatcher); {
	case err == nil:
		role = p.Agents[name]
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	roles, err := agent.LoadRoles(h.dir)
	if err != nil {
		return "", err
	}
	for _, r := range roles {
		if r.Name == role && r.Spawnable {
			return role, nil
		}
	}
	return "", nil
}

// where finds worktree and main.
func (h *stopHook) where(ctx context.Context, s stop) error {
	if h.worktree == "" {
		h.worktree, _ = h.getenv("WORKTREE_PATH")
	}
	if h.worktree == "" {
		h.worktree = s.Cwd
	}
	if !filepath.IsAbs(h.worktree) {
		return errors.New("the event does not say where the agent works; name it with --worktree")
	}
	if h.main != "" {
		return nil
	}
	var err error
	h.main, err = agent.MainOf(ctx, h.worktree)
	return err
}

// A count is how often an agent was sent back since it was last let go. It is
// kept where the agent cannot write.
type count struct {
	file string
	err  error // why it cannot be kept
}

func (h *stopHook) count(s stop) count {
	if h.state == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return count{err: err}
		}
		h.state = filepath.Join(dir, "kei", "sent-back")
	}
	sum := sha256.Sum256([]byte(s.Session + "\x00" + s.AgentID))
	return count{filepath.Join(h.state, "sent-back-"+hex.EncodeToString(sum[:12])), os.MkdirAll(h.state, 0o700)}
}

func (c count) read() int {
	text, _ := os.ReadFile(c.file)
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

func (c count) note(n int) error {
	if c.err != nil {
		return c.err
	}
	return agent.WriteFile(c.file, []byte(strconv.Itoa(n)+"\n"), 0o644)
}

func (c count) clear() error {
	if err := os.Remove(c.file); c.err == nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// check runs the verify program. The report is what the agent wrote, or else
// what it has just said.
func (h *stopHook) check(ctx context.Context, what, id string, s stop) (*verify.Report, error) {
	program, err := h.verifier(ctx)
	if err != nil {
		return nil, err
	}
	args := append(program, "--json", "--worktree="+h.worktree, "--main="+h.main)
	wrote := filepath.Join(h.worktree, ".claude", "agents", id, "review.md")
	if _, err := os.Lstat(wrote); (id == "" || err != nil) && s.Said != "" {
		f, err := os.CreateTemp("", "kei-report-")
		if err != nil {
			return nil, err
		}
		defer os.Remove(f.Name())
		_, err = f.WriteString(s.Said + "\n")
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		args = append(args, "--report="+f.Name())
	}
	c := exec.CommandContext(ctx, args[0], append(args[1:], "--", what)...)
	c.WaitDelay = 10 * time.Second
	var out, bad bytes.Buffer
	c.Stdout, c.Stderr = &out, &bad
	err = c.Run()
	var rep verify.Report
	if json.Unmarshal(out.Bytes(), &rep) != nil {
		return nil, fmt.Errorf("verify gave no report: %s", strings.TrimSpace(bad.String()+" "+fmt.Sprint(err)))
	}
	return &rep, nil
}
