package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"kei/gen"
	"kei/gen/build"
	"kei/internal/files"

	"github.com/spf13/cobra"
)

func (a *app) build() *cobra.Command {
	var o build.Options
	c := a.verb(&cobra.Command{
		Use:   "build [-C DIR] [--role ROLE,...] [--target OS/ARCH,...] [-o DIR]",
		Short: "compile the gates: one static program per role",
		Long: `Build compiles the gate of every role (or of those that --role names) and writes
bin/ROLE, and bin/SHA256SUMS beside them; with --target, bin/OS-ARCH/ROLE. It
needs a Go toolchain and nothing else, no network either: kei carries the sources
of all that gates link. The out/ that is there is compiled, as it was reviewed, if it
is facts and nothing else (kei vet); a policy folder that has none is compiled as
kei gen would write it. Programs of atoms in Go go to primitives/NAME/bin.

The same policy gives the same bytes on any machine. If one gate cannot be
built, all programs stay as they were.`,
		Args: args(),
		Example: `
			kei build
			kei build -C ../policy --role edit-local
			kei build --target linux/arm64,darwin/arm64,windows/amd64`,
	}, func(ctx context.Context, _ []string) error {
		set, err := a.generate()
		if err != nil {
			return err
		}
		_ = a.warnStale(set) // what stands where out/ belongs is refused below
		out := o.Out
		if out == "" {
			out = filepath.Join(a.dir, "bin")
		}
		// The go command runs in a folder of its own.
		if o.Out, err = filepath.Abs(out); err != nil {
			return err
		}
		o.Dir, o.Emitted = a.dir, set
		gates, err := build.Gates(ctx, o)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		for _, g := range gates {
			fmt.Fprintln(a.stdout, filepath.Join(out, filepath.FromSlash(g.File)))
		}
		return a.buildAtoms(ctx, len(o.Targets) == 0 && len(o.Roles) == 0)
	})
	c.Flags().StringSliceVar(&o.Roles, "role", nil, "build the gate of `ROLE` only; may be repeated, or hold several")
	c.Flags().StringSliceVar(&o.Targets, "target", nil, "build for `OS/ARCH`, as Go names them; may be repeated, or hold several")
	c.Flags().StringVarP(&o.Out, "output", "o", "", "write the gates to `DIR` (default: bin in the policy folder)")
	return c
}

// buildAtoms compiles the programs of packages of atoms that are in Go, each
// beneath its package.
func (a *app) buildAtoms(ctx context.Context, wanted bool) error {
	root := filepath.Join(a.dir, "primitives")
	if _, err := os.Stat(root); err != nil || !wanted {
		return nil
	}
	dirs, err := atomPrograms(root)
	if err != nil {
		return err
	}
	for _, dir := range dirs {
		name := filepath.Base(dir)
		if err := ignoredFolder(filepath.Join(dir, "bin")); err != nil {
			return err
		}
		temp := filepath.Join(dir, "bin", "."+name+".new")
		c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", temp, ".")
		c.Dir, c.Stderr = dir, a.stderr
		c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=")
		if err := c.Run(); err != nil {
			os.Remove(temp)
			return fmt.Errorf("the program of %s: go build: %w", name, err)
		}
		to := filepath.Join(dir, "bin", name)
		if err := os.Rename(temp, to); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout, filepath.Join(a.dir, "primitives", name, "bin", name))
	}
	return nil
}

// ignoredFolder makes a folder that git is to leave alone.
func ignoredFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("*\n")
	return errors.Join(err, f.Close())
}

// dropIgnored removes such a folder when nothing else is left in it.
func dropIgnored(dir string) {
	if list, err := os.ReadDir(dir); err == nil && len(list) == 1 && list[0].Name() == ".gitignore" {
		_ = os.Remove(filepath.Join(dir, ".gitignore"))
	}
	_ = os.Remove(dir)
}

// warnStale says when a policy and its out/ have parted: what is built may then
// not be what was reviewed. The error is what stands in the way of an out/.
func (a *app) warnStale(set []files.File) error {
	out := filepath.Join(a.dir, "out")
	if _, err := os.Lstat(out); err != nil {
		return nil
	}
	changes, err := gen.Tree(a.dir).Compare(set)
	if err == nil && len(changes) > 0 {
		fmt.Fprintf(a.stderr, "kei: %s is stale; see %s, and run %s\n", out, a.kei("diff"), a.kei("gen"))
	}
	return err
}
