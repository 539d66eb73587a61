package cli

import (
	"context"
	"errors"

	"kei/internal/files"

	"github.com/spf13/cobra"
)

func (a *app) docRoles() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "doc-roles [-C DIR]",
		Short: "print what roles there are, what each is held to, and who is in it",
		Long: `Doc-roles prints out/ROLES.md as the policy folder would emit it now: a section for
each role, and matrices of capabilities, tools and escalation.`,
		Args:    args(),
		Example: "kei doc-roles | less",
	}, func(context.Context, []string) error {
		set, err := a.generate()
		if err != nil {
			return err
		}
		for _, f := range set {
			if f.Name == "out/ROLES.md" {
				_, err := a.stdout.Write(files.Text(f.Data))
				return err
			}
		}
		return errors.New("the policy folder has no roles")
	})
}
