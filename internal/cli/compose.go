package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kei/agent"
	"kei/internal/files"

	"github.com/spf13/cobra"
)

func (a *app) compose() *cobra.Command {
	var main, home, out string
	c := a.verb(&cobra.Command{
		Use:   "compose [-C DIR] [-o FILE|-] TASK.toml [-]",
		Short: "put together what an agent is told",
		Long: `Compose writes the prompt of a task's agent: the texts of its role's capabilities
as they were compiled (out/ROLE/prompt.md), what the task permits, and its order.
It goes to prompt.md in the agent's folder, tasks/ID, and with - to standard output.

What stands in a task cannot forge a rule: names are shown as code that they
cannot end, and the order stands between marks that it cannot contain.`,
		Args: args("TASK.toml", "[-]"),
		Example: `
			kei compose task.toml -
			kei compose task.toml            writes MAIN.agents/tasks/ID/prompt.md`,
	}, func(ctx context.Context, args []string) error {
		if len(args) == 2 {
			if args[1] != "-" || out != "" {
				return fmt.Errorf("compose takes no argument %q; see kei compose --help", args[1])
			}
			out = "-"
		}
		task, prompt, err := a.prompt(args[0])
		if err != nil {
			return err
		}
		if out == "-" {
			_, err := io.WriteString(a.stdout, prompt+"\n")
			return err
		}
		if out == "" {
			if task.AgentID == "" {
				return errors.New("task.agent-id is empty, so it is not known whose folder the prompt goes to; print it with -")
			}
			h, err := a.openHome(ctx, main, home)
			if err != nil {
				return err
			}
			out = filepath.Join(h.Task(task.AgentID), agent.PromptFile)
			if _, err := os.Lstat(filepath.Join(h.Task(task.AgentID), "journal.json")); err == nil {
				return fmt.Errorf("agent %s exists already; what it was told stays as it is", task.AgentID)
			}
			if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
				return err
			}
		}
		if err := files.Out(out, []byte(prompt), 0o644); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, out)
		return nil
	})
	c.Flags().StringVar(&main, "main", ".", "main's checkout is `DIR`")
	c.Flags().StringVar(&home, "home", "", "the agents' folder is `DIR` (default: KEI_AGENTS, else MAIN.agents beside main)")
	c.Flags().StringVarP(&out, "output", "o", "", "write to `FILE`, or with - to standard output")
	return c
}

// prompt is what the agent of a task is told.
func (a *app) prompt(name string) (agent.Task, string, error) {
	task, err := agent.LoadTask(name)
	if err != nil {
		return task, "", err
	}
	role, err := agent.LoadFor(a.dir, task)
	if err != nil {
		return task, "", err
	}
	if err := role.CheckTask(name, task); err != nil {
		return task, "", err
	}
	prompt, err := agent.Compose(role, task)
	return task, prompt, err
}
