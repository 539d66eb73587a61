package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/gen/resolve"
	"kei/internal/tomlpos"
	"kei/runtime/client"
	"kei/runtime/gate"

	"github.com/spf13/cobra"
)

func (a *app) explain() *cobra.Command {
	var q question
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
		Args:              askedAbout,
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
		read, err := a.question(q, args[1:])
		if err != nil {
			return err
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
	c.Flags().StringVar(&q.cwd, "cwd", ".", "the agent works in `DIR`")
	c.Flags().StringVar(&q.root, "root", "", "the agent's worktree is `DIR` (default: WORKTREE_PATH, or where it works)")
	c.Flags().StringVar(&q.task, "task", "", "`FILE` is the agent's task.toml, or the sealed task")
	return c
}

// A question is what explain is told of a call besides the call.
type question struct {
	cwd  string // where the agent works
	root string // its worktree, "" for what a gate would take
	task string // a file, "" for what a gate would take
}

// question is the call that explain is about, read anew each time.
func (a *app) question(q question, args []string) (read func() (*gate.Call, error), err error) {
	if q.cwd, err = filepath.Abs(q.cwd); err != nil {
		return nil, err
	}
	set := map[string]string{}
	if q.root != "" {
		if set["WORKTREE_PATH"], err = filepath.Abs(q.root); err != nil {
			return nil, err
		}
	}
	var task *gate.Task
	if q.task != "" {
		if task, err = readTask(q.task); err != nil {
			return nil, err
		}
	}
	text, err := a.payloadOf(args, q.cwd)
	if err != nil {
		return nil, err
	}
	known, err := a.programs()
	if err != nil {
		return nil, err
	}
	return func() (*gate.Call, error) {
		c, err := call(text, with(a.getenv, set), known)
		if err == nil && task != nil {
			c.SetTask(task)
		}
		return c, err
	}, nil
}

// askedAbout are the arguments of explain. A call of which a gate would know as little as that
// it is none of what it should be is a slip of the hand, and its verdict would be no answer.
func askedAbout(c *cobra.Command, given []string) error {
	if err := args("ROLE", "TOOL|PAYLOAD.json", "[ARGUMENT]")(c, given); err != nil {
		return err
	}
	tool, argument := given[1], strings.Join(given[2:], "")
	if isPayload(tool) || strings.HasPrefix(tool, "mcp__") || strings.HasPrefix(strings.TrimSpace(argument), "{") {
		return nil
	}
	known := client.ToolsOf(client.Named("claude"))
	at := slices.IndexFunc(known, func(t client.Tool) bool { return t.Name == tool })
	if at < 0 {
		var names []string
		for _, t := range known {
			names = append(names, t.Name)
		}
		way := cmp.Or(tomlpos.DidYouMean(tool, names), "; of another tool the input is given too, as a JSON object; see kei tools claude")
		return fmt.Errorf("no tool %s of Claude Code%s", tomlpos.Printable(tool), way)
	}
	if must, _ := known[at].Fields(); len(given) == 2 && slices.Contains(must, decisive[tool]) {
		return fmt.Errorf("explain %s %s needs the %s that is asked about; see kei explain --help", given[0], tool, decisive[tool])
	}
	return nil
}

// isPayload reports whether a word stands for a whole call.
func isPayload(word string) bool { return word == "-" || strings.HasSuffix(word, ".json") }

// payloadOf is the payload that explain is about: a file of it, or what Claude Code would
// write of a tool and its argument.
func (a *app) payloadOf(args []string, cwd string) ([]byte, error) {
	switch {
	case args[0] == "-":
		return io.ReadAll(io.LimitReader(a.stdin, maxPayload))
	case isPayload(args[0]):
		if len(args) > 1 {
			return nil, fmt.Errorf("%s holds the whole call, so there is nothing to add to it", args[0])
		}
		text, err := os.ReadFile(args[0])
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s does not exist; a file here holds what a client handed to its hook", tomlpos.Printable(args[0]))
		}
		return text, err
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
		if len(unread) > 0 && strings.HasPrefix(d.Reason, unread[0]) {
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
