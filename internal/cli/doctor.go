package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kei/hooks"

	"github.com/spf13/cobra"
)

func (a *app) doctor() *cobra.Command {
	var t target
	c := a.verb(&cobra.Command{
		Use:   "doctor [-C DIR] [--scope all|project|user] [--dir DIR]",
		Short: "start the installed gates as the client would, and say whether they hold",
		Long: `Doctor reads the settings that Claude Code reads, starts each gate of kei that is
installed there with a call that every policy denies and with one that its
policy allows, and prints one line per finding: "ok" or "FAIL".

Exit status: 0 if all holds, 1 if anything does not.`,
		Args: args(),
		Example: `
			kei doctor
			kei doctor --dir ../app --scope project`,
	}, func(ctx context.Context, _ []string) error {
		e, err := a.examination(t)
		if err != nil {
			return err
		}
		failed := false
		for _, f := range hooks.Examine(ctx, e) {
			word := "ok  "
			if !f.Holds {
				word, failed = "FAIL", true
			}
			fmt.Fprintf(a.stdout, "%s  %s\n", word, f.Text)
		}
		if failed {
			return exit(1)
		}
		return ctx.Err()
	})
	t.flags(c, "all", "project, user, or all that a session reads")
	return c
}

// examination is what the flags say to look at.
func (a *app) examination(t target) (hooks.Examination, error) {
	var e hooks.Examination
	if t.scope != "project" {
		home, err := os.UserHomeDir()
		if err != nil {
			return e, err
		}
		e.Files = append(e.Files, hooks.User(home))
	}
	if t.scope != "user" {
		project := t
		project.scope = "project"
		if t.scope != "all" && t.scope != "project" {
			return e, fmt.Errorf("--scope %s is none of all, project, user", t.scope)
		}
		s, err := a.settings(project)
		if err != nil {
			return e, err
		}
		e.Files = append(e.Files, s, hooks.Local(s.Dir))
	}
	dir, err := filepath.Abs(t.dir)
	if err != nil {
		return e, err
	}
	if e.Bin, err = a.bin(); err != nil {
		return e, err
	}
	e.Known = a.known()
	e.Current = func(role string) (string, []byte, error) { return a.today(role, dir) }
	return e, nil
}
