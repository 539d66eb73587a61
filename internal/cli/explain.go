package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kei/gen/resolve"
	"kei/runtime/gate"

	"github.com/spf13/cobra"
)

func (a *app) explain() *cobra.Command {
	var cwd, root, task string
	c := a.verb(&cobra.Command{
		Use: "explain [-C DIR] [--cwd DIR] [--root DIR] [--task FILE] ROLE TOOL [ARGUMENT]\n" +
			"              kei explain ROLE PAYLOAD.json|-",
		Short: "show how a tool call is read, and what every rule of a role answers",
		Long: `Explain asks the policy of ROLE, as it stands in the policy folder, about a call
of TOOL. First comes how its commands are read: what each is known as, what it
does, and what it runs, one step further in. Then each rule answers, and the last
line is the verdict. ARGUMENT is what decides: the command of Bash, the file of Write, Edit or
Read; for a tool that is not Claude Code's own its input, as a JSON object.

A rule of the task's files needs --task: a task.toml, or what kei seal made of it.
Without it, KEI_TASK counts, as it does for a gate.

In place of TOOL and ARGUMENT stands a file that holds what a client handed to its
hook, whichever client it is, or - for standard input.

Exit status: 0 if the call is allowed, 2 if it is denied, 1 for trouble.`,
		Args:              args("ROLE", "TOOL|PAYLOAD.json", "[ARGUMENT]"),
		ValidArgsFunction: a.completeRole,
		Example: `
			kei explain edit-local Bash 'cargo test && git push'
			kei explain read-only Write src/main.rs
			kei explain read-only payload.json
			kei explain edit-local Write src/main.rs --task task.toml --root .`,
	}, func(_ context.Context, args []string) error {
		role, err := a.role(args[0])
		if err != nil {
			return err
		}
		dir, err := filepath.Abs(cwd)
		if err != nil {
			return err
		}
		set := map[string]string{}
		var given *gate.Task
		if root != "" {
			if set["WORKTREE_PATH"], err = filepath.Abs(root); err != nil {
				return err
			}
		}
		if task != "" {
			if given, err = readTask(task); err != nil {
				return err
			}
		}
		text, err := a.payloadOf(args[1:], dir)
		if err != nil {
			return err
		}
		known, err := a.programs()
		if err != nil {
			return err
		}
		read := func() (*gate.Call, error) {
			c, err := call(text, with(a.getenv, set), known)
			if err == nil && given != nil {
				c.SetTask(given)
			}
			return c, err
		}
		answers, err := ask(role, read)
		if err != nil {
			return err
		}
		c, err := read()
		if err != nil {
			return err
		}
		a.printReading(c, role.Policy())
		a.printAnswers(answers)
		verdict, err := verdictOf(role, read)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, "verdict: "+verdict)
		if verdict != "allow" {
			return exit(2)
		}
		return nil
	})
	c.Flags().StringVar(&cwd, "cwd", ".", "the agent works in `DIR`")
	c.Flags().StringVar(&root, "root", "", "the agent's worktree is `DIR` (default: WORKTREE_PATH, or where it works)")
	c.Flags().StringVar(&task, "task", "", "`FILE` is the agent's task.toml, or the sealed task")
	return c
}

// payloadOf is the payload that explain is about: a file of it, or what Claude Code would
// write of a tool and its argument.
func (a *app) payloadOf(args []string, cwd string) ([]byte, error) {
	switch {
	case args[0] == "-":
		return io.ReadAll(io.LimitReader(a.stdin, maxPayload))
	case strings.HasSuffix(args[0], ".json"):
		if len(args) > 1 {
			return nil, fmt.Errorf("%s holds the whole call, so there is nothing to add to it", args[0])
		}
		return os.ReadFile(args[0])
	case len(args) > 1:
		return payload(args[0], args[1], cwd)
	}
	return payload(args[0], "", cwd)
}

// maxPayload is what is read of standard input.
const maxPayload = 64 << 20

// An answer is what one part of a policy says of a call.
type answer struct {
	verdict string // allow, deny, warn, ...
	who     string
	why     string // may have several lines
}

// verdictOf is what the client is told: what a rule only warns of is allowed.
func verdictOf(role resolve.Role, read func() (*gate.Call, error)) (string, error) {
	c, err := read()
	if err != nil {
		return "", err
	}
	verdict := "allow"
	found, _ := gate.Check(c, role.Policy())
	for _, d := range found {
		switch d.Severity {
		case "", gate.Block:
			return "deny", nil
		case gate.Ask:
			verdict = string(gate.Ask)
		}
	}
	return verdict, nil
}

// ask asks each part of a policy by itself, where a gate stops at the first
// that settles it.
func ask(role resolve.Role, read func() (*gate.Call, error)) ([]answer, error) {
	policy := role.Policy()
	c, err := read()
	if err != nil {
		return nil, err
	}
	// A policy without rules is its list of tools, and what every gate does.
	bare := &gate.Policy{Role: policy.Role, Tools: policy.Tools, Unprotected: policy.Unprotected}
	whole, _ := gate.Check(c, bare)
	answers := []answer{said("role "+policy.Role, whole)}
	if c.Missing != "" {
		return answers, nil // there is nothing to ask the rules about
	}
	if c, err = read(); err != nil {
		return nil, err
	}
	// What cannot be read no rule is asked about: the gate denies it in the name
	// of the first that judges commands.
	found, _ := gate.Check(c, policy)
	_, unread, _ := gate.Steps(c, policy)
	for _, d := range found {
		if len(unread) > 0 && d.Reason == unread[0] {
			answer := said(d.Capability, gate.Objections{d})
			answer.who += " (reading)"
			answers = append(answers, answer)
		}
	}
	if c, err = read(); err != nil {
		return nil, err
	}
	for _, r := range role.Rules {
		who, label := "role "+role.Name, "role "+role.Name+" (commands)"
		if r.Capability != nil {
			who = r.Capability.Name
			label = who
			if len(r.Capability.Gates) > 1 {
				label += " (" + r.Capability.Gates[r.Index].Kind + ")"
			}
		}
		answer := said(who, gate.CheckRule(c, policy, r.Rule))
		answer.who = label
		answers = append(answers, answer)
	}
	return answers, nil
}

// said puts a rule's answer in words.
func said(who string, list gate.Objections) answer {
	a := answer{who: who, verdict: "allow"}
	var why []string
	for _, d := range list {
		verdict := string(d.Severity)
		if verdict == "" || d.Severity == gate.Block {
			verdict = "deny"
		}
		if a.verdict == "allow" || verdict == "deny" {
			a.verdict = verdict
		}
		reason := d.Reason
		if d.Capability != who {
			reason = d.Error()
		}
		why = append(why, reason)
	}
	a.why = strings.Join(why, "\n")
	return a
}

// printAnswers aligns them; further lines stand below the reason's first.
func (a *app) printAnswers(answers []answer) {
	width := 0
	for _, x := range answers {
		width = max(width, len(x.who))
	}
	for _, x := range answers {
		lines := strings.Split(x.why, "\n")
		fmt.Fprintln(a.stdout, strings.TrimRight(fmt.Sprintf("%-8s  %-*s  %s", x.verdict, width, x.who, lines[0]), " "))
		for _, l := range lines[1:] {
			fmt.Fprintf(a.stdout, "%-8s  %-*s  %s\n", "", width, "", l)
		}
	}
}
