package cli

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"kei/gen"
	"kei/internal/files"

	"github.com/spf13/cobra"
)

func (a *app) update() *cobra.Command {
	var dry bool
	c := a.verb(&cobra.Command{
		Use:   "update [-C DIR] [--dry-run]",
		Short: "move kei.lock to the library of this kei, and show what that changes",
		Long: `A policy takes roles and capabilities of kei's library by name (extends =
"kei/reviewer", required = ["kei/policy::no-secrets"]), and kei.lock pins what they
were when it was reviewed. A kei that brings something else of them refuses to
check, generate or build until the lock has been moved: a changed library is a
change of the policy.

Update prints what is new, changed or no longer used, then what kei gen would
change in out/, and writes kei.lock. Review both, and run kei gen.`,
		Args: args(),
		Example: `
			kei update --dry-run
			kei update && kei gen && git diff`,
	}, func(context.Context, []string) error {
		fsys, err := a.source()
		if err != nil {
			return err
		}
		u, err := gen.Update(fsys, buildVersion())
		if err != nil {
			return err
		}
		a.warn(u.Warnings)
		moved := a.printMoved(u)
		if _, err := os.Stat(filepath.Join(a.dir, "out")); err == nil {
			changes, err := gen.Tree(a.dir).Compare(u.Files)
			if err != nil {
				return err
			}
			if _, err := a.stdout.Write(changes.Diff()); err != nil {
				return err
			}
		}
		if dry || !moved {
			return nil
		}
		return files.Out(filepath.Join(a.dir, gen.LockFile), u.After.Text(), 0o644)
	})
	c.Flags().BoolVar(&dry, "dry-run", false, "only show it")
	return c
}

// printMoved says how the lock changes, and reports whether it does.
func (a *app) printMoved(u gen.Updated) (moved bool) {
	names := map[string]bool{}
	for _, sums := range []map[string]string{u.Before.Sums, u.After.Sums} {
		for name := range sums {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, after := u.Before.Sums[name], u.After.Sums[name]
		word := "changed"
		switch {
		case before == after:
			continue
		case before == "":
			word = "new"
		case after == "":
			word = "unused"
		}
		moved = true
		fmt.Fprintf(a.stdout, "%-8s %s\n", word, name)
	}
	if !moved {
		fmt.Fprintf(a.stdout, "%s is what the library of this kei says (%d)\n", gen.LockFile, len(names))
	}
	return moved
}

// home makes the policy folder of a repository the one that is meant where a command
// is started beside it and -C says nothing.
func (a *app) home(c *cobra.Command, _ []string) {
	if f := c.Flags().Lookup("chdir"); f == nil || f.Changed {
		a.named = true
		return
	}
	isFolder := func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.IsDir()
	}
	if !isFolder("roles") && !isFolder("capabilities") && isFolder(filepath.Join(policyFolder, "roles")) {
		a.dir = policyFolder
	}
}

// policyFolder is where kei init puts a policy.
const policyFolder = ".kei"
