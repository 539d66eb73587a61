package cli

import (
	"context"
	"fmt"

	"kei/gen/build"

	"github.com/spf13/cobra"
)

func (a *app) vet() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "vet [-C DIR]",
		Short: "prove that out/ is facts and nothing else",
		Long: `Vet type-checks what stands in out/ of the policy folder and proves that it is
facts and nothing else: no function but the one call that starts a gate, every
variable a literal, the tables and sums computed again. What kei gen wrote passes;
what somebody added to it by hand does not. Kei build does the same before it
compiles the out/ of a policy folder.`,
		Args: args(),
		Example: `
			kei vet
			kei vet -C ../policy`,
	}, func(ctx context.Context, _ []string) error {
		if _, err := a.source(); err != nil {
			return err
		}
		err := build.Vet(ctx, build.Options{Dir: a.dir})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			fmt.Fprintln(a.stderr, err)
			return exit(1)
		}
		return nil
	})
}
