package cli

import (
	"context"
	"fmt"
	"slices"

	"kei/agent"

	"github.com/spf13/cobra"
)

var formats = []string{"human", "json", "toml"}

func (a *app) prepare() *cobra.Command {
	var format, main, home string
	c := a.verb(&cobra.Command{
		Use:   "prepare [-C DIR] [--main DIR] [--format human|json|toml] TASK.toml",
		Short: "say what is needed to start an agent by other means",
		Long: `Prepare prints an agent's id, prompt, subagent type, isolation and DNA, for an
orchestrator that starts it itself, where its report goes, and the command that
verifies its work. It keeps the task for that in tasks/ID of the agents' folder;
kei spawn --no-start makes branch, worktree, gate and the ledger's row as well.`,
		Args: args("TASK.toml"),
		Example: `
			kei prepare task.toml
			kei prepare --format json task.toml | jq -r .prompt`,
	}, func(ctx context.Context, args []string) error {
		if !slices.Contains(formats, format) {
			fmt.Fprintf(a.stderr, "kei: unknown format '%s'; there are human, json and toml\n", format)
			return exit(usage)
		}
		task, err := agent.LoadTask(args[0])
		if err != nil {
			return err
		}
		h, err := a.openHome(ctx, main, home)
		if err != nil {
			return err
		}
		p, err := h.Prepare(args[0], task)
		if err != nil {
			return err
		}
		return p.Write(a.stdout, format)
	})
	c.Flags().StringVar(&main, "main", ".", "main's checkout is `DIR`")
	c.Flags().StringVar(&home, "home", "", "the agents' folder is `DIR` (default: KEI_AGENTS, else MAIN.agents beside main)")
	c.Flags().StringVar(&format, "format", "human", "`FORMAT` is human, json or toml")
	return c
}
