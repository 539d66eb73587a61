package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kei/agent"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/runtime/gate"

	"github.com/spf13/cobra"
)

func (a *app) seal() *cobra.Command {
	var out string
	c := a.verb(&cobra.Command{
		Use:   "seal [-C DIR] [-o FILE] TASK.toml",
		Short: "make of a task.toml the sealed task that a gate reads",
		Long: `Seal checks a task.toml and writes what a gate needs of it as JSON: the files that
may be written and those that may not, with the SHA-256 of the task.toml. What the
task sets and no capability of its role accepts is refused, if DIR has the role. The
gate is told of it by KEI_TASK, or by kei install --task. An agent must not be
able to write either file; its gate denies that too.`,
		Args: args("TASK.toml"),
		Example: `
			kei seal task.toml                       writes task.sealed.json
			kei seal -o /run/tasks/7.json task.toml
			KEI_TASK=$PWD/task.sealed.json claude`,
	}, func(_ context.Context, args []string) error {
		task, err := agent.LoadTask(args[0])
		if err != nil {
			return err
		}
		if err := a.checkTask(args[0], task); err != nil {
			return err
		}
		if out == "" {
			out = strings.TrimSuffix(args[0], filepath.Ext(args[0])) + ".sealed.json"
		}
		if same(out, args[0]) {
			return fmt.Errorf("-o %s is the task.toml itself", out)
		}
		if err := files.Out(out, task.Seal(), 0o644); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, out)
		return nil
	})
	c.Flags().StringVarP(&out, "output", "o", "", "write to `FILE` (default: TASK.sealed.json beside the task)")
	return c
}

// checkTask holds what a task sets to its role, if the policy folder has that.
func (a *app) checkTask(name string, task agent.Task) error {
	if task.Role == "" {
		return nil
	}
	if _, err := os.Stat(filepath.Join(a.dir, "out", "roles.json")); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(a.stderr, "kei: %s has no out/roles.json, so whether the role %s takes what the task sets was not looked at; name the policy folder with -C\n", a.dir, task.Role)
		return nil
	}
	role, err := agent.LoadRole(a.dir, task.Role)
	if err != nil {
		return err
	}
	return role.CheckTask(name, task)
}

func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// readTask reads a task for a gate: sealed, or a task.toml.
func readTask(name string) (*gate.Task, error) {
	if strings.HasSuffix(name, ".json") {
		return readSealed(name)
	}
	return tomlTask(name)
}

// tomlTask is what sealing a task.toml would tell a gate.
func tomlTask(name string) (*gate.Task, error) {
	task, err := agent.LoadTask(name)
	if err != nil {
		return nil, err
	}
	return gate.ParseTask(task.Seal())
}

func readSealed(name string) (*gate.Task, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s does not exist; kei seal makes a sealed task of a task.toml", tomlpos.Printable(name))
	}
	if err != nil {
		return nil, err
	}
	task, err := gate.ParseTask(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not a sealed task (%w); kei seal makes one of a task.toml", name, err)
	}
	return task, nil
}
