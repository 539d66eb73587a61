package cli

import (
	"context"
	"fmt"
	"strings"

	"kei/agent"
	"kei/ledger"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

func (a *app) runTask() *cobra.Command {
	var p agentsPlace
	var f clientFlags
	var mode, replay string
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "run [-C DIR] [--json] TASK.toml|--replay ID",
		Short: "from a task to a verified return: spawn, verify, and the ledger's row",
		Long: `Run starts an agent as kei spawn does, checks what it left behind as kei verify
does, and closes its row in the ledger with what was found. The work stays in the
agent's worktree, to be merged or rejected; kei agents gc removes it after that.

It may be killed at any moment: kei agents gc, or the next run of the same task,
cleans up, and the ledger says what became of it.

An id is used once. Where the task says none, each run makes one. Where it says
one (agent-id), a second run is refused and changes nothing, also after the agent
was removed: its row stays in the ledger. Leave agent-id out, or write another.
With --replay another agent gets the task that ID was given, as the ledger has it,
whatever became of ID and of the file; its row names ID as what it was forked from.

Status 0: clean. 2: not clean. 1: the agent did not come to an end, or could not
be checked, which is not clean either.`,
		Args: func(c *cobra.Command, given []string) error {
			if replay == "" {
				return args("TASK.toml")(c, given)
			}
			if len(given) > 0 {
				return fmt.Errorf("the task is that of %s, or %s, and not both", replay, given[0])
			}
			return nil
		},
		Example: `
			kei run task.toml
			kei run --client-arg=--model=opus --timeout 30m task.toml
			kei run --replay ag-edit-local-19ac`,
	}, func(ctx context.Context, args []string) error {
		return a.runOne(ctx, p, f, oneRun{task: strings.Join(args, ""), replay: replay, mode: mode, asJSON: asJSON})
	})
	p.flags(c)
	f.flags(c)
	c.Flags().StringVar(&replay, "replay", "", "start another agent on the task that `ID` was given")
	c.Flags().StringVar(&mode, "mode", "both", "check at `MODE`: worktree, simulated-merge or both")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

// A oneRun is what kei run was told: a task's file, or whose task is to be run again.
type oneRun struct {
	task, replay, mode string // of task and replay one is ""
	failed             bool   // of replay: only a task of which nothing came
	asJSON             bool
}

func (a *app) runOne(ctx context.Context, p agentsPlace, f clientFlags, run oneRun) error {
	place, err := placeOf(run.mode)
	if err != nil {
		return err
	}
	var o order
	if run.replay == "" {
		if o, err = a.order(ctx, f, run.task); err != nil {
			return err
		}
	}
	v, err := a.verifier(ctx)
	if err != nil {
		return err
	}
	if err := checks(ctx, v, o.role); err != nil {
		return err
	}
	client := f.client()
	if err := client.Check(ctx); err != nil {
		return err
	}
	return a.withHome(ctx, p, func(h *agent.Home) error {
		if run.replay != "" {
			if o, err = a.again(ctx, h, f, run); err != nil {
				return err
			}
			if err := checks(ctx, v, o.role); err != nil {
				return err
			}
		}
		one, err := o.spawn(ctx, h)
		if err != nil {
			return err
		}
		defer one.Release()
		if err := one.Start(ctx, client); err != nil {
			return err
		}
		return a.judged(ctx, one, v, place, run.asJSON)
	})
}

// again is the order of a task that another agent was given.
func (a *app) again(ctx context.Context, h *agent.Home, f clientFlags, run oneRun) (order, error) {
	if run.failed {
		row, err := h.Ledger.Get(ctx, run.replay)
		if err != nil {
			return order{}, err
		}
		if row.Status != ledger.Failed && row.Status != ledger.Rejected {
			return order{}, fmt.Errorf("agent %s is %s; kei run --replay %s gives its task to another all the same", row.ID, row.Status, row.ID)
		}
	}
	name, task, err := h.Replay(ctx, run.replay)
	if err != nil {
		return order{}, err
	}
	return a.orderOf(ctx, f, name, task)
}

// judged verifies what an agent left behind, and prints what was found.
func (a *app) judged(ctx context.Context, one *agent.Agent, v agent.Verifier, place verify.Place, asJSON bool) error {
	rep, err := one.Verify(ctx, v, place)
	if err != nil {
		return err
	}
	return a.verdict(rep, asJSON)
}

// placeOf is where --mode says that work is checked.
func placeOf(mode string) (verify.Place, error) {
	switch p := verify.Place(mode); p {
	case verify.Worktree, verify.Merge, verify.Both:
		return p, nil
	}
	return "", fmt.Errorf("unknown mode %q; there are worktree, simulated-merge and both", mode)
}
