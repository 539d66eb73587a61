package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kei/agent"

	"github.com/spf13/cobra"
)

var formats = []string{"human", "json", "toml"}

func (a *app) prepare() *cobra.Command {
	var format string
	c := a.verb(&cobra.Command{
		Use:   "prepare [-C DIR] [--format human|json|toml] TASK.toml",
		Short: "say what is needed to start an agent by other means",
		Long: `Prepare prints an agent's id, prompt, subagent type, isolation and DNA, for an
orchestrator that starts it itself. It writes nothing; kei spawn --no-start does
the same and makes branch, worktree, gate and the ledger's row as well.`,
		Args: args("TASK.toml"),
		Example: `
			kei prepare task.toml
			kei prepare --format json task.toml | jq -r .prompt`,
	}, func(_ context.Context, args []string) error {
		if !slices.Contains(formats, format) {
			fmt.Fprintf(a.stderr, "kei: unknown format '%s'; there are human, json and toml\n", format)
			return exit(usage)
		}
		task, err := agent.LoadTask(args[0])
		if err != nil {
			return err
		}
		p, _, err := agent.Prepare(a.dir, args[0], task, time.Now())
		if err != nil {
			return err
		}
		return p.Write(a.stdout, format)
	})
	c.Flags().StringVar(&format, "format", "human", "`FORMAT` is human, json or toml")
	return c
}
