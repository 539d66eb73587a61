package cli

import (
	"context"
	"fmt"

	"kei/agent"

	"github.com/spf13/cobra"
)

func (a *app) agents() *cobra.Command {
	c := &cobra.Command{
		Use:   "agents VERB",
		Short: "the agents of a repository: list, verify, retry, resume, kill, gc, rebuild",
		Args:  unknownVerb,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.agentsList(), a.agentsVerify(), a.agentsRetry(), a.agentsResume(), a.agentsKill(), a.agentsGC(), a.agentsRebuild())
	return c
}

func (a *app) agentsList() *cobra.Command {
	var p agentsPlace
	var asJSON, watch bool
	c := a.verb(&cobra.Command{
		Use:   "list [--json|--watch]",
		Short: "every agent that has a worktree here, and how far it has come",
		Long: `List prints the agents of a repository, and below each what was found of its ref
and of main's repository while it worked. With --watch it goes on, until it is
interrupted, and prints what is to be told at once of agents whose role says so
(orchestrator-notify): writes to files that other tasks or the role's list of shared
files hold, and questions.`,
		Args: args(),
		Example: `
			kei agents list
			kei agents list --watch`,
	}, func(ctx context.Context, _ []string) error {
		return a.withHome(ctx, p, func(h *agent.Home) error {
			if watch {
				return h.Watch(ctx)
			}
			list, err := h.List(ctx)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.stdout, append([]agent.Listed{}, list...))
			}
			for _, l := range list {
				a.listed(l)
			}
			if len(list) == 0 {
				fmt.Fprintln(a.stdout, "(no agents)")
			}
			return nil
		})
	})
	p.flags(c)
	p.reads = true
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	c.Flags().BoolVar(&watch, "watch", false, "go on and print what is to be told at once")
	return c
}

// listed prints an agent, and below it what is wrong with it.
func (a *app) listed(l agent.Listed) {
	phase := string(l.Phase)
	if l.Live {
		phase += ", live"
	}
	summary := l.Summary
	if l.Trouble != "" {
		summary = l.Trouble
	}
	fmt.Fprintf(a.stdout, "%s\t%s\t%s\t%s\t%s\n", l.ID, l.Role, phase, l.Status, summary)
	if l.Forged != "" {
		fmt.Fprintf(a.stdout, "  forged: %s\n", l.Forged)
	}
	for _, what := range l.Main {
		fmt.Fprintf(a.stdout, "  main: %s\n", what)
	}
}

func (a *app) agentsVerify() *cobra.Command {
	var p agentsPlace
	var mode string
	var asJSON, restamp bool
	c := a.verb(&cobra.Command{
		Use:   "verify ID [--restamp]",
		Short: "check what an agent left behind, and close its row in the ledger",
		Long: `Verify checks an agent that has ended and was not checked, or could not be: the disk
was full, the ledger not there. One that was checked already is checked again: what
had failed where it works, what was found clean by its commit, with main as it is
now; the row says what was found last. What verify finds changed in main's repository
is held against what kei noted when the agent was started: with --restamp, against
what it is now, which says that it was you who changed it.

Status 0: clean. 2: not clean. 1: could not be checked, and can be later.`,
		Args:    args("ID"),
		Example: "kei agents verify ag-edit-local-19ac",
	}, func(ctx context.Context, args []string) error {
		place, err := placeOf(mode)
		if err != nil {
			return err
		}
		return a.withAgent(ctx, p, args[0], func(one *agent.Agent, v agent.Verifier) error {
			if restamp {
				if err := one.Restamp(ctx); err != nil {
					return err
				}
			}
			return a.judged(ctx, one, v, place, asJSON)
		})
	})
	p.flags(c)
	c.Flags().StringVar(&mode, "mode", "both", "check at `MODE`: worktree, simulated-merge or both")
	c.Flags().BoolVar(&restamp, "restamp", false, "main's refs, settings and hooks are right as they are now")
	c.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return c
}

func (a *app) agentsKill() *cobra.Command {
	var p agentsPlace
	c := a.verb(&cobra.Command{
		Use:   "kill ID",
		Short: "end an agent, with everything that it has started",
		Long: `Kill ends an agent's client and closes its row as failed. Its worktree stays, to be
looked at, until kei agents gc --failed.`,
		Args:    args("ID"),
		Example: "kei agents kill ag-edit-local-19ac",
	}, func(ctx context.Context, args []string) error {
		return a.withHome(ctx, p, func(h *agent.Home) error { return h.Kill(ctx, args[0]) })
	})
	p.flags(c)
	return c
}

func (a *app) agentsGC() *cobra.Command {
	var p agentsPlace
	var failed, work, letGo bool
	c := a.verb(&cobra.Command{
		Use:   "gc [--failed] [--discard-work] [--unmerged]",
		Short: "clean up after agents that were killed, merged or rejected",
		Long: `GC finds the agents whose kei is no more. An outcome that was known goes to the
ledger. What a client was at work on stays in the worktree, and can be verified, as
what was being verified can be once more; with --discard-work it is removed, and its
row says failed. What had only been begun is removed, too.

Agents whose work the ledger has as merged or rejected are removed, with what is
kept at refs/kei/ID. Work that the ledger has as merged and that main does not
hold, as that commit or as the same change, stays, until --unmerged.

Refs below refs/kei are held to the ledger, which has the commit of what was found
clean. One that is elsewhere was moved by somebody, and is named; status 1.

Agents that are being worked on, that wait to be started or checked, or whose work
waits to be merged stay.`,
		Args: args(),
		Example: `
			kei agents gc
			kei agents gc --failed       also remove what was found not to be clean
			kei agents gc --discard-work    also remove what clients were at work on`,
	}, func(ctx context.Context, _ []string) error {
		return a.withHome(ctx, p, func(h *agent.Home) error {
			did, err := h.GC(ctx, agent.Keep{Failed: !failed, Work: !work, LetGo: letGo})
			for _, line := range did {
				fmt.Fprintln(a.stdout, line)
			}
			return err
		})
	})
	p.flags(c)
	c.Flags().BoolVar(&failed, "failed", false, "remove agents that have failed, too")
	c.Flags().BoolVar(&letGo, "unmerged", false, "remove merged agents whose work main does not hold, too")
	c.Flags().BoolVar(&work, "discard-work", false, "remove the worktrees of agents that were at work when they were interrupted")
	return c
}

func (a *app) agentsRebuild() *cobra.Command {
	var p agentsPlace
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "rebuild ID",
		Short: "make the journal of an agent anew that is missing or damaged",
		Long: `Rebuild makes the journal of an agent anew, from its row in the ledger, its task and
git; the damaged one is journal.json.broken then. What still runs for the agent is
ended. If its row says that it has ended, it has; otherwise it waits to be verified,
with all that is in its worktree. A row that is missing, too, is made by its task.
What is held against main's repository is what lies in the agent's folder, which any
program of this user could have written.`,
		Args:    args("ID"),
		Example: "kei agents rebuild ag-edit-local-19ac",
	}, func(ctx context.Context, args []string) error {
		return a.withHome(ctx, p, func(h *agent.Home) error {
			m, err := h.Mend(ctx, args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(a.stdout, m)
			}
			a.mended(m)
			return nil
		})
	})
	p.flags(c)
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return c
}

// mended says what became of an agent, and what is next.
func (a *app) mended(m agent.Mended) {
	fmt.Fprintf(a.stdout, "agent %s: its journal was made anew: %s", m.Agent, m.Phase)
	if m.Phase == agent.Returned {
		fmt.Fprintf(a.stdout, "; kei agents verify %s checks it, kei agents kill %s ends it", m.Agent, m.Agent)
	}
	fmt.Fprintln(a.stdout)
	if m.Aside != "" {
		fmt.Fprintln(a.stdout, "  the damaged one is", m.Aside)
	}
	if m.Row {
		fmt.Fprintln(a.stdout, "  its row was made anew, too")
	}
}
