package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kei/atom/run"
	"kei/ledger"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

// invoked is how many invocations a ledger has, for a line that counts: nothing
// where no atom was ever invoked.
func invoked(n int64) string {
	if n == 0 {
		return ""
	}
	return ", " + verify.Plural(int(n), "invocation")
}

func (l *ledgerApp) atoms() *cobra.Command {
	var atom, agent, status string
	c := l.reading(&cobra.Command{
		Use:   "atoms [--atom ID] [--agent ID] [--status STATUS]",
		Short: "the invocations of atoms, the newest first",
		Long: `Atoms prints a line for every invocation: its id, status, atom and start, in
milliseconds since 1970, how long it took, its exit status and what was wrong, with
tabs between them.`,
		Args: args(),
		Example: `
			kei ledger atoms
			kei ledger atoms --atom kei-task::create --status failed`,
	}, func(ctx context.Context, db *ledger.Ledger, _ []string) error {
		rows, err := db.Invocations(ctx, atom, agent, ledger.Status(status))
		if err != nil {
			return err
		}
		return l.invocations(rows, "(no invocations)\n")
	})
	c.Flags().StringVar(&atom, "atom", "", "only those of the atom `ID`")
	c.Flags().StringVar(&agent, "agent", "", "only those of the agent `ID`")
	c.Flags().StringVar(&status, "status", "", "only those that are `STATUS`: running, done, failed")
	_ = c.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{"running", "done", "failed"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (l *ledgerApp) invocations(rows []ledger.Invocation, none string) error {
	if rows == nil {
		return l.say([]ledger.Invocation{}, "%s", none)
	}
	var b strings.Builder
	for _, r := range rows {
		wrong := "-"
		if r.ErrorKind != "" {
			wrong = strings.TrimSuffix(r.ErrorKind+" "+r.ErrorCode, " ")
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%dms\texit=%d\t%s\n", r.ID, r.Status, r.Atom, r.StartedMS, r.Duration, r.Exit, wrong)
	}
	return l.say(rows, "%s", b.String())
}

func (l *ledgerApp) reap() *cobra.Command {
	var older time.Duration
	c := l.on(&cobra.Command{
		Use:   "reap [--older DURATION]",
		Short: "close the invocations whose kei was killed",
		Long: `Reap closes the rows of invocations that are running though the process that keeps
them is gone: failed, as orphaned. Of a process of another machine, or of a system
that can't be asked, nobody here knows; --older closes those too, by their age.`,
		Args:    args(),
		Example: "kei ledger reap",
	}, false, func(ctx context.Context, db *ledger.Ledger, _ []string) error {
		closed, err := db.Reap(ctx, func(i ledger.Invocation) bool {
			return run.Gone(i.Process) || older > 0 && i.Process != run.Self() && time.Since(time.UnixMilli(i.StartedMS)) > older
		})
		if err != nil {
			return err
		}
		return l.invocations(closed, "(nothing to close)\n")
	})
	c.Flags().DurationVar(&older, "older", 0, "also those that began longer ago than this")
	return c
}
