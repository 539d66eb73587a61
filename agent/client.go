package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/internal/tomlpos"
	"kei/runtime/client"
)

// A Client is a coding agent's program, and how it is made to work on a task
// without a person, under its gate. Claude Code is the only one so far.
type Client struct {
	Program string   // "claude", or a path
	Args    []string // more arguments, such as --model
	Timeout time.Duration
}

// lifts are the variables that lift a rule of a gate, of whatever role: the agent
// may start others. Its session was not started by somebody at the keyboard who
// might mean them. Those of the policies that ship are kept from it in any case.
func (a *Agent) lifts() []string {
	names := append([]string{"ORCHESTRATOR_META", "ALLOW_DEP_BUMP"}, a.role.Lifts...)
	slices.Sort(names)
	return slices.Compact(names)
}

// claudeSettings makes Claude Code ask the gate before every tool call. The file
// lies beside the task, where the agent cannot write; --settings goes before
// those of the project, which cannot turn hooks off any more. In exec form no
// shell stands between the client and the gate, and onFailure makes a denial of
// a gate that cannot be started or does not come back.
func claudeSettings(a *Agent, gate string) ([]byte, error) {
	if strings.Contains(gate, "=") {
		return nil, fmt.Errorf("the gate %s has a = in its path, so /usr/bin/env would take it for a variable and start no gate; move the policy folder", gate)
	}
	args := []string{}
	for _, name := range a.lifts() {
		args = append(args, "-u", name)
	}
	args = append(args, "KEI_TASK="+a.File(SealedFile), "WORKTREE_PATH="+a.Worktree, "AGENT_REPORT_PATH="+a.Report())
	if a.role.watched() {
		args = append(args, "KEI_AUDIT_LOG="+a.File(GateLog))
	}
	args = append(args, gate)
	if a.Task.Agent != "" {
		args = append(args, "--agent", a.Task.Agent)
	}
	type object = map[string]any
	events := object{"PreToolUse": []object{{
		"matcher": "*",
		"hooks": []object{{
			"type": "command", "command": "/usr/bin/env", "args": args, "timeout": 30, "onFailure": "block",
		}},
	}}}
	if back := a.sendBack(); len(back) > 0 {
		if strings.Contains(a.home.SendBack[0], "=") && a.Scratch() != "" {
			return nil, fmt.Errorf("kei is at %s, which has a = in its path, so /usr/bin/env would take it for a variable; move it, or leave --send-back out", a.home.SendBack[0])
		}
		events["Stop"] = []object{{"hooks": []object{{"type": "command", "command": back[0], "args": back[1:], "timeout": 1800}}}}
	}
	// Its tools have it too, and can't change it for the gate: kei atom asks this
	// gate what is granted, and the gate knows that it will.
	env := object{"KEI_GATE": gate}
	text, err := json.MarshalIndent(object{"disableAllHooks": false, "env": env, "hooks": events}, "", "  ")
	return append(text, '\n'), err
}

// sendBack is the command line that verifies an agent that means to end, nil if
// it may. What it works on lies where the agent puts no data.
func (a *Agent) sendBack() []string {
	back := a.home.SendBack
	if len(back) == 0 {
		return nil
	}
	if a.Scratch() != "" {
		env := []string{"/usr/bin/env"}
		for _, name := range tempNames {
			env = append(env, name+"="+os.TempDir())
		}
		back = append(env, back...)
	}
	return append(slices.Clone(back), "--task", a.File(TaskFile), "--worktree", a.Worktree, "--main", a.Main, "--state", a.Dir())
}

// Report is where the agent writes its report, if it may write.
func (a *Agent) Report() string {
	return reportOf(a.Worktree, a.ID)
}

func reportOf(worktree, id string) string {
	return filepath.Join(worktree, ".claude", "agents", id, "review.md")
}

// claudeTools are the names of Claude Code's tools; a role may name others.
var claudeTools = []string{"Read", "Write", "Edit", "Glob", "Grep", "Bash", "WebFetch", "WebSearch", "NotebookEdit", "TodoWrite", "Agent"}

// talking are those of its tools that touch nothing but the conversation and
// are of use where nobody can be asked.
var talking = []string{"TodoWrite", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "TaskOutput", "TaskStop"}

// argv is the client's command line; the prompt goes to its standard input. Its
// tools are the role's, and allowed, since the gate is what decides.
func (c Client) argv(a *Agent) []string {
	var tools []string
	for _, t := range a.role.Tools {
		some := []string{t}
		if t == client.Talking {
			some = talking
		}
		for _, t := range some {
			if (slices.Contains(claudeTools, t) || slices.Contains(talking, t)) && !slices.Contains(tools, t) {
				tools = append(tools, t)
			}
		}
	}
	list := strings.Join(tools, ",")
	return append([]string{c.Program, "-p", "--output-format", "stream-json", "--verbose",
		"--settings", a.File(SettingsFile), "--strict-mcp-config", "--permission-mode", "acceptEdits",
		"--tools", list, "--allowedTools", list}, c.Args...)
}

// Argv is the command line that starts the agent.
func (c Client) Argv(a *Agent) []string { return c.argv(a) }

// environ is the client's environment: that of whoever starts it, who may have
// keys and proxies in it, without what would speak to the gate or to git.
func (c Client) environ(a *Agent) []string {
	var env []string
	lifts := a.lifts()
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		switch {
		case name == "KEI_LEDGER_DB", name == "KEI_AUDIT_LOG":
		case a.Scratch() != "" && slices.Contains(tempNames, name):
			continue
		case slices.ContainsFunc(lifts, func(l string) bool { return strings.EqualFold(l, name) }), strings.HasPrefix(name, "GIT_"), strings.HasPrefix(name, "KEI_"),
			slices.Contains([]string{"TASK_TOML", "AGENT_ID", "WORKTREE_PATH", "MAIN_REPO", "RUN_MODE", "AGENT_REPORT_PATH", "CLAUDECODE"}, name):
			continue
		}
		env = append(env, kv)
	}
	env = append(env, a.temporaries()...)
	return append(env, a.home.marker(a.ID),
		"AGENT_ID="+a.ID, "WORKTREE_PATH="+a.Worktree, "KEI_TASK="+a.File(SealedFile), "TASK_TOML="+a.File(TaskFile),
		"AGENT_REPORT_PATH="+a.Report())
}

// oldest is the first Claude Code that takes a hook that fails for a denial.
var oldest = [3]int{2, 1, 295}

// Check finds the client, and refuses one that would let a call run when its
// gate fails.
func (c *Client) Check(ctx context.Context) error {
	path, err := exec.LookPath(c.Program)
	if err != nil {
		why := "is not on the PATH"
		if !errors.Is(err, exec.ErrNotFound) {
			why = "cannot be started: " + tomlpos.Reason(errors.Unwrap(err))
		}
		return fmt.Errorf("the client %s %s; name another with --client, or prepare without one: kei spawn --no-start", c.Program, why)
	}
	if c.Program, err = filepath.Abs(path); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Program, "--version")
	cmd.WaitDelay = time.Second
	ownGroup(cmd)
	out, err := cmd.Output()
	var v [3]int
	if err == nil {
		_, err = fmt.Sscanf(string(out), "%d.%d.%d", &v[0], &v[1], &v[2])
	}
	if err != nil {
		return fmt.Errorf("%s --version does not say its version: %w", c.Program, err)
	}
	if slices.Compare(v[:], oldest[:]) < 0 {
		return fmt.Errorf("%s is version %d.%d.%d, which lets a call run when its gate fails; Claude Code %d.%d.%d or later does not",
			c.Program, v[0], v[1], v[2], oldest[0], oldest[1], oldest[2])
	}
	return nil
}
