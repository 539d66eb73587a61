package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"kei/agent"
	"kei/gen/resolve"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verifyFlags are those of the verify program that take a value.
var verifyFlags = []struct{ name, usage string }{
	{"worktree", "the agent's worktree `DIR`"},
	{"main", "main's repository, or a checkout of it, in `DIR`"},
	{"onto", "merge into the branch or commit `REV` (default: what main's HEAD is)"},
	{"base", "the agent was started from `COMMIT`, its whole id (default: where its history and main's part)"},
	{"commit", "judge the work that is `COMMIT` on --base, its whole id, and not what is in the worktree"},
	{"mode", "check at `MODE`: worktree, simulated-merge or both (default)"},
	{"agent", "the agent's `ID` (default: the task's)"},
	{"report", "the agent's report is `FILE` (default: .claude/agents/ID/review.md in the worktree)"},
	{"row", "the agent's row of the ledger, and others that its report is about, are in `FILE` as JSON, one after the other or in a list"},
	{"index", "a copy of the worktree's index from before the agent was started is in `FILE`; see bin/verify --help"},
	{"refs", "main's refs from before the agent was started are in `FILE`; see bin/verify --help"},
	{"before", "what main's repository was like before the agent was started is in `FILE`; see bin/verify --help"},
	{"bundle", "if all is clean, write the work as it was checked to `FILE`, a git bundle"},
	{"contain", "run commands in bwrap, `HOW`: auto (default), always or never"},
}

// verifyWords are the flags that were given, as the verify program takes them.
func verifyWords(flags *pflag.FlagSet) (words []string, err error) {
	for _, f := range verifyFlags {
		if flags.Changed(f.name) {
			value, err := flags.GetString(f.name)
			if err != nil {
				return nil, err
			}
			words = append(words, "--"+f.name+"="+value)
		}
	}
	for _, name := range []string{"json", "progress"} {
		if said, _ := flags.GetBool(name); said {
			words = append(words, "--"+name)
		}
	}
	return words, nil
}

func (a *app) verify() *cobra.Command {
	var c *cobra.Command
	c = a.verb(&cobra.Command{
		Use:   "verify [-C DIR] ROLE|TASK.toml --worktree DIR --main DIR [--mode MODE] [--json]",
		Short: "check what an agent left behind, in its worktree and merged into main",
		Long: `Verify makes every check that the capabilities of a role ask for: in the agent's
worktree, and in main as it would become. It is bin/verify with the plans of the
policy folder as it is now, and that must not be the agent's worktree.

Status 0: clean. 2: not clean. 1: could not check, which is not clean either.`,
		Args: func(c *cobra.Command, list []string) error {
			if said, _ := c.Flags().GetBool("plans"); said {
				return cobra.NoArgs(c, list)
			}
			return args("ROLE|TASK.toml")(c, list)
		},
		Example: `
			kei verify task.toml --worktree ../wt-7 --main .
			kei verify read-only --worktree . --main . --report review.md
			kei verify task.toml --worktree ../wt-7 --main . --mode worktree --json`,
	}, func(ctx context.Context, args []string) error {
		flags := c.Flags()
		if said, _ := flags.GetBool("plans"); said {
			return a.printPlans()
		}
		return a.verifyWork(ctx, flags, args[0])
	})
	for _, f := range verifyFlags {
		c.Flags().String(f.name, "", f.usage)
	}
	c.Flags().Bool("json", false, "print the report as JSON")
	c.Flags().Bool("plans", false, "print what is checked of the work of each role, as JSON")
	c.Flags().Bool("progress", false, "say on standard error what is being done, also to no terminal")
	c.ValidArgsFunction = a.completeRole
	return c
}

// verifyWork is kei verify of a role or of a task.toml.
func (a *app) verifyWork(ctx context.Context, flags *pflag.FlagSet, name string) error {
	words, err := verifyWords(flags)
	if err != nil {
		return err
	}
	// Of a task that cannot be read, and of a role that there is not, the verify program
	// would say less.
	isTask := strings.HasSuffix(name, ".toml") || strings.ContainsAny(name, `/\`)
	if isTask {
		if _, err := agent.LoadTask(name); err != nil {
			return err
		}
	}
	worktree, _ := flags.GetString("worktree")
	main, _ := flags.GetString("main")
	if err := a.ownPolicy(worktree, main); err != nil {
		return err
	}
	tree, roles, err := a.roles()
	if err != nil {
		return err
	}
	if !isTask && tree.Role(name) == nil {
		return noRole(tree, roles, name)
	}
	plans := plansOf(roles)
	if err := verify.AdoptOrphans(); err != nil {
		return err
	}
	if a.earlier {
		return a.earlierReport(ctx, plans, append(words, "--json", "--", name))
	}
	if code := verify.Command(ctx, plans, append(words, "--", name), a.getenv, a.stdout, a.stderr); code != 0 {
		return exit(code)
	}
	return nil
}

// printPlans prints what bin/verify --plans would if it were built now.
func (a *app) printPlans() error {
	_, roles, err := a.roles()
	if err != nil {
		return err
	}
	text, err := verify.PlansJSON(plansOf(roles))
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(text)
	return err
}

// plansOf are the plans of the roles that agents can be in, as the verify program
// has them.
func plansOf(roles []resolve.Role) []verify.Plan {
	var plans []verify.Plan
	for _, r := range roles {
		if r.Spawnable {
			plans = append(plans, r.Plan())
		}
	}
	return plans
}

// earlierReport verifies, and reports in the form of kei-agent-runtime: what
// passed and what failed. What could not be checked is neither, and is said on
// standard error; the status says so too.
func (a *app) earlierReport(ctx context.Context, plans []verify.Plan, args []string) error {
	type failure struct {
		Capability string       `json:"capability"`
		Reason     string       `json:"reason"`
		Detail     *string      `json:"detail"`
		Place      verify.Place `json:"place"`
	}
	var text bytes.Buffer
	code := verify.Command(ctx, plans, args, a.getenv, &text, a.stderr)
	var rep verify.Report
	if json.Unmarshal(text.Bytes(), &rep) != nil {
		return exit(trouble) // and it has said why
	}
	said := struct {
		Passed []string     `json:"passed"`
		Failed []failure    `json:"failed"`
		Place  verify.Place `json:"place"`
		Merge  string       `json:"merge"` // the tree that main would become, or why there is none
	}{append([]string{}, rep.Passed...), []failure{}, rep.Mode, merge(rep)}
	for _, f := range rep.Failed {
		one := failure{Capability: f.Capability, Reason: f.Reason, Place: f.Place}
		if why := rep.InMerge(f); why != "" {
			one.Reason += "; " + why
		}
		if f.Detail != "" {
			one.Detail = &f.Detail
		}
		said.Failed = append(said.Failed, one)
	}
	for _, f := range rep.Errors {
		for _, line := range f.Lines() {
			fmt.Fprintf(a.stderr, "%s: could not check: %s\n", f.Capability, line)
		}
	}
	if err := printJSON(a.stdout, said); err != nil {
		return err
	}
	if code != 0 {
		return exit(code)
	}
	return nil
}

// merge is what main would become, or why that is not known.
func merge(rep verify.Report) string {
	if rep.Merged != "" {
		return rep.Merged
	}
	for _, n := range rep.Notes {
		if strings.HasPrefix(n, "simulated-merge was not made") {
			return n
		}
	}
	return "simulated-merge was not asked for"
}

// ownPolicy refuses a policy folder that is in the agent's worktree: it would be
// held to what it wrote itself.
func (a *app) ownPolicy(worktree, main string) error {
	if worktree == "" {
		return nil // the verify program says so
	}
	tree := real(worktree)
	rel, err := filepath.Rel(tree, real(a.dir))
	if err == nil && filepath.IsLocal(rel) && real(main) != tree {
		return fmt.Errorf("the policy folder %s is in the agent's worktree; name another one with -C", a.dir)
	}
	return nil
}

// verifyCapability is kei-capability verify: one capability, and everything else
// from the environment. Other than the earlier kit's, it takes no variable that
// is empty or misspelt for one that says something.
func (a *app) verifyCapability(o capabilityOptions) int {
	tree, err := o.tree()
	if err != nil {
		fmt.Fprintln(a.stderr, err)
		return trouble
	}
	c, alias := tree.Capability(o.name)
	if alias != nil {
		fmt.Fprintf(a.stderr, "kei-capability: deprecated: %s is an old name of %s\n", alias.Old, alias.New)
	}
	if c == nil || len(c.Steps) == 0 {
		fmt.Fprintf(a.stderr, "unknown verify capability: %s\n", o.name)
		return usage
	}
	v := verify.Options{Plan: verify.Plan{Role: c.Name}, Getenv: a.getenv}
	for _, s := range c.Steps {
		v.Plan.Steps = append(v.Plan.Steps, s.Check)
	}
	if err := a.verifyEnvironment(&v); err != nil {
		fmt.Fprintf(a.stderr, "kei-capability: %v\n", err)
		return trouble
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	rep, err := verify.Verify(ctx, v)
	if err != nil {
		fmt.Fprintf(a.stderr, "kei-capability: %s: %v\n", c.Name, err)
		return trouble
	}
	for _, f := range rep.Failed {
		fmt.Fprintf(a.stderr, "FAIL %s: %s\n", f.Capability, f.Reason)
		if why := rep.InMerge(f); why != "" {
			fmt.Fprintln(a.stderr, why)
		}
		if f.Detail != "" {
			fmt.Fprintln(a.stderr, f.Detail)
		}
	}
	for _, f := range rep.Errors {
		fmt.Fprintf(a.stderr, "kei-capability: %s: could not check: %s\n", f.Capability, f.Reason)
	}
	if len(rep.Steps) == 0 {
		fmt.Fprintf(a.stderr, "kei-capability: %s: RUN_MODE=%s leaves nothing of it to check\n", c.Name, v.Mode)
		return trouble
	}
	return rep.Exit()
}

// verifyEnvironment reads the variables.
func (a *app) verifyEnvironment(v *verify.Options) error {
	get := func(name string) string {
		s, _ := a.getenv(name)
		return s
	}
	v.Worktree, v.Main, v.AgentID, v.Report = get("WORKTREE_PATH"), get("MAIN_REPO"), get("AGENT_ID"), get("AGENT_REPORT_PATH")
	switch mode := verify.Place(get("RUN_MODE")); mode {
	case "", verify.Worktree, verify.Merge, verify.Both:
		v.Mode = mode
	default:
		return fmt.Errorf("RUN_MODE %q is none of worktree, simulated-merge, both", mode)
	}
	switch {
	case strings.TrimSpace(v.Worktree) == "":
		return errors.New("WORKTREE_PATH is not set; set it to the agent's worktree")
	case strings.TrimSpace(v.Main) == "":
		return errors.New("MAIN_REPO is not set; set it to main's repository")
	}
	if v.AgentID != "" {
		if err := verify.CheckAgentID(v.AgentID); err != nil {
			return fmt.Errorf("AGENT_ID: %w", err)
		}
	}
	name := get("TASK_TOML")
	if name == "" {
		return nil
	}
	task, _, err := verify.LoadTask(name)
	if err != nil {
		return fmt.Errorf("TASK_TOML: %w", err)
	}
	if v.AgentID == "" {
		v.AgentID = task.AgentID
	}
	if task.AgentID != "" && task.AgentID != v.AgentID {
		return fmt.Errorf("AGENT_ID is %s, and the task is of %s", v.AgentID, task.AgentID)
	}
	v.Task = task
	return nil
}
