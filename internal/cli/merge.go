package cli

import (
	"context"
	"fmt"

	"kei/agent"

	"github.com/spf13/cobra"
)

func (a *app) merge() *cobra.Command {
	var p agentsPlace
	var o agent.MergeOrder
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "merge [-C DIR] ID [--squash] [--onto BRANCH] [-m TEXT]",
		Short: "bring an agent's work into main, as it was found clean",
		Long: `Merge takes the commit that the ledger has of an agent's work, whatever refs/kei/ID
says, verifies it once more with main as it is now, and makes main what was verified:
the branch that the agent was started from is moved, from the commit that it was at
and from no other, the checkout that is on it follows, and the row says merged.

A conflict, work that is not clean with today's main, a main that moves meanwhile and
changes in the checkout that are in the way end it, and nothing is changed then. No
hook and no filter of the repository is run; files that one keeps elsewhere (Git LFS)
come as what is stored of them, and git checkout fetches them.

Status 0: merged. 2: not clean with main as it is. 1: could not be done.`,
		Args: args("ID"),
		Example: `
			kei merge ag-edit-local-19ac
			kei merge --squash -m "the parser reads tabs" ag-edit-local-19ac`,
	}, func(ctx context.Context, args []string) error {
		return a.withAgent(ctx, p, args[0], func(one *agent.Agent, v agent.Verifier) error {
			m, err := one.Merge(ctx, v, o)
			if err != nil {
				return err
			}
			if m.Commit == "" {
				return a.verdict(m.Report, asJSON)
			}
			if asJSON {
				return printJSON(a.stdout, m)
			}
			_, err = fmt.Fprintf(a.stdout, "agent %s: merged into %s, which is at %.12s\n", m.Agent, m.Branch, m.Commit)
			return err
		})
	})
	p.flags(c)
	c.Flags().BoolVar(&o.Squash, "squash", false, "one commit on main, without the work's own below it")
	c.Flags().StringVar(&o.Onto, "onto", "", "merge into `BRANCH` (default: the one that the agent was started from)")
	c.Flags().StringVarP(&o.Message, "message", "m", "", "the commit says `TEXT`")
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return c
}
