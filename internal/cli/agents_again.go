package cli

import (
	"context"

	"kei/agent"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

func (a *app) agentsRetry() *cobra.Command {
	var p agentsPlace
	var f clientFlags
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "retry ID",
		Short: "give the task of an agent that has failed to another one",
		Long: `Retry starts another agent on the task that ID was given, from main as it is now, and
verifies it as kei run does. Its row names ID as what it was forked from. ID itself,
its worktree and its row stay as they are.

Status 0: clean. 2: not clean. 1: the agent did not come to an end, or could not
be checked.`,
		Args:    args("ID"),
		Example: "kei agents retry ag-edit-local-19ac",
	}, func(ctx context.Context, args []string) error {
		return a.runOne(ctx, p, f, oneRun{replay: args[0], failed: true, mode: "both", asJSON: asJSON})
	})
	p.flags(c)
	f.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

func (a *app) agentsResume() *cobra.Command {
	var p agentsPlace
	var f clientFlags
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "resume ID",
		Short: "let an agent that has failed or was cut off go on where it was",
		Long: `Resume continues the session of an agent's client in its worktree: it is told what was
found, works on, and is verified again; its row says what was found last. So can one
go on that was ended from outside before it was done. That goes where the client said
in which session it worked, which Claude Code does, and the worktree is still there.
Where not, kei agents retry starts its task anew. The task
has to be the one it was given, and its gate that of today's policy.

Status 0: clean. 2: not clean. 1: it cannot go on, did not come to an end, or could
not be checked.`,
		Args:    args("ID"),
		Example: "kei agents resume ag-edit-local-19ac",
	}, func(ctx context.Context, args []string) error {
		return a.withClient(ctx, p, f, func(h *agent.Home, client agent.Client, v agent.Verifier) error {
			one, err := h.Open(ctx, args[0])
			if err != nil {
				return err
			}
			defer one.Release()
			gate := func(task agent.Task) (string, error) {
				o, err := a.orderOf(ctx, f, "the task of "+one.ID, task)
				if err != nil {
					return "", err
				}
				h.SendBack = o.sendBack
				return o.gate, checks(ctx, v, o.role)
			}
			if err := one.Resume(ctx, client, gate); err != nil {
				return err
			}
			return a.judged(ctx, one, v, verify.Both, asJSON)
		})
	})
	p.flags(c)
	f.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

// withClient is withHome for verbs that start a client and verify what it leaves.
func (a *app) withClient(ctx context.Context, p agentsPlace, f clientFlags, do func(*agent.Home, agent.Client, agent.Verifier) error) error {
	v, err := a.verifier(ctx)
	if err != nil {
		return err
	}
	client := f.client()
	if err := client.Check(ctx); err != nil {
		return err
	}
	return a.withHome(ctx, p, func(h *agent.Home) error { return do(h, client, v) })
}
