package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/run"

	"github.com/spf13/cobra"
)

func (x *atomApp) try() *cobra.Command {
	v := &running{atomApp: x, ledger: "off"}
	commands := false
	c := x.verb(&cobra.Command{
		Use:   "test [--commands] [ID|PACKAGE]...",
		Short: "invoke atoms with the examples of their input schemas",
		Long: `Test invokes each atom with every example of its input schema, in an empty folder that
is its home too, and holds what it says against the output schema. Commands change
something, and are invoked only with --commands.

Exit status: 0 if all passed, 2 if one failed, 1 for trouble or if nothing was tested.`,
		Args:    cobra.ArbitraryArgs,
		Example: "kei atom test kei-task",
	}, func(ctx context.Context, args []string) error {
		set, err := x.load(ctx)
		if err != nil {
			return err
		}
		ctx, release := uninterrupted(ctx)
		defer release()
		r, e := v.runner(ctx)
		if e != nil {
			return e
		}
		tested, failed := 0, 0
		for _, a := range set.Atoms {
			if len(args) > 0 && !slices.Contains(args, a.ID) && !slices.Contains(args, a.Package) || a.Kind == atom.Command && !commands {
				continue
			}
			n, ok, err := x.tryOne(ctx, *r, a)
			if err != nil {
				return err
			}
			if tested += n; !ok {
				failed++
			}
		}
		switch {
		case context.Cause(ctx) != nil:
			return exit(130)
		case tested == 0 && failed == 0:
			return fmt.Errorf("nothing was tested: no atom of these has an example; commands need --commands")
		case failed > 0:
			return exit(2)
		}
		return nil
	})
	c.Flags().BoolVar(&commands, "commands", false, "commands, too")
	return c
}

// tryOne invokes an atom with all of its examples.
func (x *atomApp) tryOne(ctx context.Context, r run.Runner, a *atom.Atom) (tested int, ok bool, err error) {
	if a.State() != atom.OK {
		fmt.Fprintf(x.stdout, "FAIL\t%s\tits declaration is not in order; see kei atom lint\n", clean(a.ID))
		return 0, false, nil
	}
	ok = true
	for i, example := range a.Input.Examples {
		if ctx.Err() != nil {
			break
		}
		dir, err := os.MkdirTemp("", "kei-atom-test-")
		if err != nil {
			return tested, false, err
		}
		r.Dir = dir
		r.Environ = homeIn(dir, a, r.Environ)
		var e *run.Error
		_, e = r.Invoke(ctx, run.Call{Atom: a, Input: example})
		os.RemoveAll(dir)
		tested++
		if e != nil {
			ok = false
			fmt.Fprintf(x.stdout, "FAIL\t%s\texamples[%d]\t%s\n", a.ID, i, clean(e.Message))
			continue
		}
		fmt.Fprintf(x.stdout, "PASS\t%s\texamples[%d]\n", a.ID, i)
	}
	return tested, ok, nil
}

// homeIn is an environment in which a program finds nothing of anybody's.
func homeIn(dir string, a *atom.Atom, environ []string) []string {
	own := map[string]string{"HOME": dir, "TMPDIR": dir}
	if a.Meta != nil && a.Meta.DBEnv != "" {
		own[a.Meta.DBEnv] = filepath.Join(dir, "state.sqlite")
	}
	var out []string
	for _, kv := range environ {
		if name, _, _ := strings.Cut(kv, "="); own[name] == "" {
			out = append(out, kv)
		}
	}
	for name, value := range own {
		out = append(out, name+"="+value)
	}
	return out
}
