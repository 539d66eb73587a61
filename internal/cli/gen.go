package cli

import (
	"context"
	"fmt"

	"kei/gen"
	"kei/internal/files"

	"github.com/spf13/cobra"
)

func (a *app) gen() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "gen [-C DIR]",
		Short: "write out/: the policy of every role as Go, to be reviewed and committed",
		Long: `Gen reads capabilities/ and roles/, asks every example of the policy it belongs
to, and writes what the policy comes to: out/ROLE/policy.go for each role and
out/rules/CATEGORY/SLUG/rules.go for each capability that a role has, what
is compiled with it, out/programs for what gates know of programs, the prompts and
the hook scripts. All files are written, or
none; files that were emitted earlier and are no longer are removed. It names
what it changed, and nothing if all was fresh.`,
		Args: args(),
		Example: `
			kei gen
			kei gen -C ../policy && git -C ../policy diff out`,
	}, func(ctx context.Context, _ []string) error {
		set, err := a.generate()
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		changes, err := gen.Tree(a.dir).Write(set)
		if err != nil {
			return err
		}
		for _, c := range changes {
			fmt.Fprintln(a.stdout, c.Name)
		}
		return nil
	})
}

// generate is the set of files that the policy emits; its warnings are printed.
func (a *app) generate() ([]files.File, error) {
	fsys, err := a.source()
	if err != nil {
		return nil, err
	}
	set, warnings, err := gen.Generate(fsys)
	a.warn(warnings)
	return set, err
}

func (a *app) diff() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "diff [-C DIR]",
		Short: "compare out/ with what the policy would emit now",
		Long: `Diff prints, as a unified diff, what kei gen would change, and writes nothing.

Exit status: 0 if out/ is fresh, 1 if it is stale, 2 for trouble.`,
		Args: args(),
		Example: `
			kei diff
			kei diff >/dev/null || echo 'run kei gen'`,
	}, func(context.Context, []string) error {
		set, err := a.generate()
		if err == nil {
			var changes files.Changes
			if changes, err = gen.Tree(a.dir).Compare(set); err == nil {
				if len(changes) == 0 {
					return nil
				}
				if _, err = a.stdout.Write(changes.Diff()); err == nil {
					return exit(1)
				}
			}
		}
		// 1 means stale, so trouble has another status here.
		a.report(err)
		return exit(2)
	})
}

func (a *app) check() *cobra.Command {
	return a.verb(&cobra.Command{
		Use:   "check [-C DIR]",
		Short: "look for mistakes in the policy folder, and write nothing",
		Long: `Check reads capabilities/, roles/ and programs/, resolves every role, and asks every
example of the policy, or of the program's table, it belongs to. It prints each problem
with the place it stands at; warnings (old names, patterns that make a gate slower, texts
that kei new left to be written) do not fail. Nor does an out/ that is stale, which it
says; what stands in the way of out/ does.`,
		Args: args(),
		Example: `
			kei check
			kei check -C ../policy`,
	}, func(context.Context, []string) error {
		set, err := a.generate()
		if err != nil {
			return err
		}
		if tree, err := gen.Load(gen.Folder(a.dir)); err == nil {
			a.warn(gen.Placeholders(tree))
		}
		return a.warnStale(set)
	})
}
