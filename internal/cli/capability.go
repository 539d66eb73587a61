package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"kei"
	"kei/gen"
	"kei/gen/spec"
	shipped "kei/out/programs"
	"kei/runtime/gate"
	"kei/runtime/invocation"
	"kei/runtime/regexps"
)

const capabilityUsage = `usage: kei-capability check [--kit-root DIR] CATEGORY::SLUG
       kei-capability verify [--kit-root DIR] CATEGORY::SLUG
       kei-capability fork SOURCE --as NEW [--kit-root DIR]
       kei-capability --version

check asks one capability about the tool call on standard input, as a hook gets
it: status 0 lets the call run, 2 denies it, with the reason on standard error.
TASK_TOML names the agent's task.toml, or KEI_TASK the sealed task. The capabilities
are those that kei was built with, or those of --kit-root.

verify makes the check of one capability on what an agent left behind: status 0
is clean, 2 is not, 1 could not check. AGENT_ID, TASK_TOML, WORKTREE_PATH,
MAIN_REPO and RUN_MODE (worktree, simulated-merge or both) say of what.
`

// capability is the command under the earlier kit's name. It is called as a
// hook, where only 0 and 2 are answers: whatever goes wrong is 2.
func (a *app) capability(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = a.deny(&gate.Denial{Capability: "kei-capability", Reason: fmt.Sprint("broke down: ", r)})
		}
	}()
	// A reader of the reason that has gone must not kill the answer with it.
	signal.Ignore(syscall.SIGPIPE)
	verb := ""
	if len(args) > 0 {
		verb, args = args[0], args[1:]
	}
	o, err := options(args)
	switch {
	case verb == "--version" && len(args) == 0:
		fmt.Fprintln(a.stdout, "kei-capability", buildVersion())
		return 0
	case (verb == "--help" || verb == "-h" || verb == "help") && len(args) == 0:
		fmt.Fprint(a.stdout, capabilityUsage)
		return 0
	case err != nil:
		fmt.Fprintf(a.stderr, "kei-capability: %v\n", err)
	case verb == "check" && o.name != "" && o.as == "":
		return a.checkCapability(o)
	case verb == "verify" && o.name != "" && o.as == "":
		return a.verifyCapability(o)
	case verb == "fork" && o.name != "" && o.as != "":
		return a.forkCapability(o)
	case verb != "" && verb != "check" && verb != "verify" && verb != "fork":
		fmt.Fprintf(a.stderr, "kei-capability: no verb %q\n", verb)
	}
	fmt.Fprint(a.stderr, capabilityUsage)
	return usage
}

// An option list of kei-capability. It is read by hand: a library's --help in
// the wrong place would end with 0, which lets a call run.
type capabilityOptions struct{ name, as, kit string }

func options(args []string) (o capabilityOptions, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		flag, value, joined := strings.Cut(arg, "=")
		var to *string
		switch flag {
		case "--as":
			to = &o.as
		case "--kit-root", "-C":
			to = &o.kit
		default:
			if strings.HasPrefix(arg, "-") || o.name != "" {
				return o, fmt.Errorf("no argument %q here", arg)
			}
			if arg == "" {
				return o, errors.New("the name of the capability is empty")
			}
			o.name = arg
			continue
		}
		if !joined {
			if len(args) == 0 {
				return o, fmt.Errorf("%s needs a value", flag)
			}
			value, args = args[0], args[1:]
		}
		if *to = value; value == "" {
			return o, fmt.Errorf("%s needs a value", flag)
		}
	}
	return o, nil
}

// tree is the policy that kei-capability asks.
func (o capabilityOptions) tree() (spec.Tree, error) {
	if o.kit == "" {
		return spec.Load(kei.Library)
	}
	if info, err := os.Stat(o.kit); err != nil || !info.IsDir() {
		return spec.Tree{}, fmt.Errorf("--kit-root %s is not a folder", o.kit)
	}
	return gen.Load(os.DirFS(o.kit))
}

// programs are what that policy knows of programs.
func (o capabilityOptions) programs() (*invocation.Table, error) {
	if o.kit == "" {
		return &shipped.Table, nil
	}
	set, err := gen.Programs(os.DirFS(o.kit))
	if err != nil {
		return nil, err
	}
	return set.Table()
}

// checkCapability answers a hook.
func (a *app) checkCapability(o capabilityOptions) int {
	tree, err := o.tree()
	if err != nil {
		return a.deny(&gate.Denial{Capability: "kei-capability", Reason: err.Error()})
	}
	c, alias := tree.Capability(o.name)
	if alias != nil {
		fmt.Fprintf(a.stderr, "kei-capability: deprecated: %s is an old name of %s\n", alias.Old, alias.New)
	}
	if c == nil || len(c.Gates) == 0 {
		fmt.Fprintf(a.stderr, "unknown gate capability: %s\n", o.name)
		return usage
	}
	called, err := gate.ReadCallIn(reader(a.stdin), os.LookupEnv)
	if err != nil {
		return a.deny(err)
	}
	called.Late = regexps.Late
	if called.Programs, err = o.programs(); err != nil {
		return a.deny(&gate.Denial{Capability: "kei-capability", Reason: err.Error()})
	}
	return a.answer(c, called)
}

// reader is a stream in the form that a gate reads: 0 is its end.
func reader(r io.Reader) func([]byte) (int, error) {
	return func(p []byte) (int, error) {
		for {
			n, err := r.Read(p)
			if n > 0 || errors.Is(err, io.EOF) {
				return n, nil
			}
			if err != nil {
				return 0, err
			}
		}
	}
}

// answer asks a capability, if one of its events is about the called tool.
func (a *app) answer(c *spec.Capability, called *gate.Call) int {
	// The call itself passes the list of tools: a capability has none.
	policy := &gate.Policy{Role: c.Name, Tools: []string{called.Tool}}
	held := gate.Capability{Name: c.Name}
	var only, not bool // the files of the task, those that are not
	for _, g := range c.Gates {
		held.Events = append(held.Events, g.Event)
		policy.Rules = append(policy.Rules, g.Rule)
		if kind := g.Rule.Kind(); kind.Needs&gate.NeedsTask != 0 {
			rest := kind.Judges.Has(gate.JudgesRest)
			only, not = only || rest, not || !rest
		}
	}
	if !held.About(called) {
		return 0
	}
	err := a.taskOf(called)
	switch {
	case errors.Is(err, errNoTask) && not && !only:
		// The earlier kit's denylist of no task is empty. A gate denies here.
		fmt.Fprintf(a.stderr, "kei-capability: %s: %v\n", c.Name, err)
		called.SetTask(&gate.Task{})
	case err != nil && (only || not):
		return a.deny(&gate.Denial{Capability: c.Name, Reason: err.Error()})
	}
	found, _ := gate.Check(called, policy)
	if err := gate.Log(called, policy, found, a.getenv); err != nil {
		fmt.Fprintln(a.stderr, "kei-capability: KEI_AUDIT_LOG:", err)
	}
	if found.Blocks() {
		return a.deny(found)
	}
	for _, d := range found {
		if d.Severity == gate.Warn {
			fmt.Fprintln(a.stderr, "warning:", d)
		}
	}
	return 0
}

// errNoTask is that no task was named at all.
var errNoTask = errors.New("TASK_TOML is not set, so the task's files are not known; set it to the agent's task.toml")

// taskOf tells the call its task. A gate knows sealed tasks only; this command
// is older than those and reads the task.toml itself, if KEI_TASK does not say
// that there is a sealed one.
func (a *app) taskOf(called *gate.Call) error {
	if sealed, ok := a.getenv("KEI_TASK"); ok && sealed != "" {
		return nil
	}
	name, ok := a.getenv("TASK_TOML")
	if !ok || name == "" {
		return errNoTask
	}
	task, err := tomlTask(name)
	if err != nil {
		return fmt.Errorf("TASK_TOML: %w", err)
	}
	called.SetTask(task)
	return nil
}

// deny says why, in all forms that some client reads, and returns the status.
// What is written is not looked at: the status is the answer.
func (a *app) deny(err error) int {
	reason := strings.TrimSpace(err.Error())
	fmt.Fprintln(a.stderr, reason)
	type object = map[string]any
	_ = json.NewEncoder(a.stdout).Encode(object{
		"decision": "block", "reason": reason,
		"permissionDecision": "deny", "permissionDecisionReason": reason,
		"permission": "deny", "agent_message": reason, "user_message": reason,
		"cancel": true, "errorMessage": reason,
		"hookSpecificOutput": object{"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason},
	})
	return usage
}

// forkCapability is kei-capability fork.
func (a *app) forkCapability(o capabilityOptions) int {
	if o.kit == "" {
		o.kit = "."
	}
	creator, ok := a.getenv("KEI_CREATOR_ID")
	if !ok || creator == "" {
		creator = "unknown"
	}
	f := fork{source: o.name, name: o.as, creator: creator, created: time.Now()}
	dir, err := f.make(o.kit)
	if err != nil {
		fmt.Fprintln(a.stderr, f.fail(err))
		return usage
	}
	fmt.Fprintf(a.stdout, "forked %s → %s\n  dir: %s\n  fields rewritten: 4\n  next: edit text.md, then the rule in capability.toml, and run kei check\n", f.source, f.name, dir)
	return 0
}
