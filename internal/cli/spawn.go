package cli

import (
	"context"
	"fmt"

	"kei/agent"

	"github.com/spf13/cobra"
)

func (a *app) spawn() *cobra.Command {
	var p agentsPlace
	var f clientFlags
	var noStart, asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "spawn [-C DIR] [--no-start] [--json] TASK.toml",
		Short: "start an agent on a task, in a worktree of its own and under its gate",
		Long: `Spawn makes branch agent/ID and a worktree, puts task and prompt outside of it,
adds the agent's row to the ledger and starts the client under the gate of the
task's role. What the agent does is shown on standard error as it happens. When
its client has ended, kei agents verify ID checks what it left behind; kei run
does both.

With --no-start everything is made but the client started. An id that exists is
an error and stays as it is. A role that is not spawnable is refused.`,
		Args: args("TASK.toml"),
		Example: `
			kei spawn task.toml
			kei spawn --no-start --json task.toml`,
	}, func(ctx context.Context, args []string) error {
		o, err := a.order(ctx, f, args[0])
		if err != nil {
			return err
		}
		client := f.client()
		if !noStart {
			if err := client.Check(ctx); err != nil {
				return err
			}
		}
		return a.withHome(ctx, p, func(h *agent.Home) error {
			one, err := o.spawn(ctx, h)
			if err != nil {
				return err
			}
			defer one.Release()
			if noStart {
				err = one.Wait()
			} else if err = one.Start(ctx, client); err == nil {
				err = one.Rest()
			}
			if err != nil {
				return err
			}
			s := one.Spawned(client.Argv(one))
			if !asJSON {
				fmt.Fprintf(a.stdout, "agent_id=%s\nprompt=%s\nworktree=%s\n", s.AgentID, s.PromptPath, s.Worktree)
				return nil
			}
			return printJSON(a.stdout, s)
		})
	})
	p.flags(c)
	f.flags(c)
	c.Flags().BoolVar(&noStart, "no-start", false, "make everything, and start nothing")
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return c
}
