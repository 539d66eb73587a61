package cli

import (
	"fmt"
	"slices"
	"strings"
)

const agentRuntimeUsage = `usage: kei-agent-runtime compose TASK.toml [--kit-root DIR]
       kei-agent-runtime prepare TASK.toml [--kit-root DIR] [--main-repo DIR]
                         [--format human|json|toml]
       kei-agent-runtime spawn TASK.toml [--kit-root DIR]
       kei-agent-runtime verify TASK.toml --worktree DIR [--main-repo DIR] [--mode MODE]
                         [--kit-root DIR]
       kei-agent-runtime run TASK.toml [--kit-root DIR]
       kei-agent-runtime --version

The verbs of kei under the earlier kit's names: compose prints, spawn prepares and
starts nothing (kei spawn --no-start), run is kei run. Verify prints what passed
and what failed as JSON; its status is 0, 2 for a failure, 1 for trouble. The policy folder is
--kit-root, and main's repository --main-repo; both are the current folder if they
are not given.
`

// agentRuntime are the arguments of kei for those of kei-agent-runtime; a reason
// if they make no sense.
func agentRuntime(args []string) (kei []string, reason string) {
	verb, args := args[0], slices.Clone(args[1:])
	var names []string
	root, main := ".", "."
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if !strings.HasPrefix(arg, "--") {
			names = append(names, arg)
			continue
		}
		flag, value, joined := strings.Cut(arg, "=")
		if flag == "--json" {
			kei = append(kei, arg)
			continue
		}
		if !joined {
			if len(args) == 0 {
				return nil, flag + " needs a value"
			}
			value, args = args[0], args[1:]
		}
		switch flag {
		case "--kit-root":
			root = value
		case "--main-repo", "--main":
			main = value
		default:
			kei = append(kei, flag+"="+value) // kei says what is wrong with it
		}
	}
	kei = append(kei, "-C="+root)
	kei = append(kei, "--main="+main)
	if verb == "verify" && len(names) == 2 { // as the earlier kit's documents say it
		kei, names = append(kei, "--worktree="+names[1]), names[:1]
	}
	if len(names) != 1 {
		return nil, verb + " is about one TASK.toml"
	}
	switch verb {
	case "compose":
		kei = append(kei, "--output=-")
	case "spawn":
		kei = append(kei, "--no-start")
	case "prepare", "verify", "run":
	default:
		return nil, fmt.Sprintf("no verb %q", verb)
	}
	return append(append([]string{verb}, kei...), "--", names[0]), ""
}

// agentRuntimeArgs answers what is not a verb, or returns kei's arguments.
func (a *app) agentRuntimeArgs(args []string) (kei []string, code int, answered bool) {
	if len(args) == 1 {
		switch args[0] {
		case "--version":
			fmt.Fprintln(a.stdout, "kei-agent-runtime", buildVersion())
			return nil, 0, true
		case "--help", "-h", "help":
			fmt.Fprint(a.stdout, agentRuntimeUsage)
			return nil, 0, true
		}
	}
	reason := ""
	if len(args) > 0 {
		if kei, reason = agentRuntime(args); reason == "" {
			return kei, 0, false
		}
		fmt.Fprintf(a.stderr, "kei-agent-runtime: %s\n", reason)
	}
	fmt.Fprint(a.stderr, agentRuntimeUsage)
	return nil, usage, true
}
