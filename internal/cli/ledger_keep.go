package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kei/ledger"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

// moment is a time that somebody names: so long ago, a day, or all of it; 0 for "".
func moment(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return time.Now().Add(-d).Unix(), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return at.Unix(), nil
		}
	}
	return 0, &ledger.ArgumentError{Field: "since", Reason: fmt.Sprintf("%q is no time; write 24h, 2026-01-31 or 2026-01-31T12:00:00Z", text)}
}

func (l *ledgerApp) backup() *cobra.Command {
	return l.reading(&cobra.Command{
		Use:   "backup FILE",
		Short: "write the whole ledger into a new file",
		Long: `Backup writes all of the ledger, as it is at one moment, into a new SQLite file,
which is a ledger of its own: --db FILE reads it. It is checked, and its head
printed, as kei ledger check does. Put in the ledger's place, it is the ledger.`,
		Args:    args("FILE"),
		Example: "kei ledger backup ~/backups/ledger-$(date +%F).sqlite",
	}, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		found, err := db.Backup(ctx, args[0])
		if err != nil {
			return err
		}
		found.Problems = append([]ledger.Problem{}, found.Problems...)
		text := fmt.Sprintf("%s: %s, %s, head %s\n", args[0], verify.Plural(int(found.Events), "event"), verify.Plural(int(found.Agents), "agent"), found.Head)
		for _, p := range found.Problems {
			text += fmt.Sprintln(p)
		}
		if err := l.say(found, "%s", text); err != nil {
			return err
		}
		if len(found.Problems) > 0 {
			return exit(2)
		}
		return nil
	})
}

func (l *ledgerApp) rebuild() *cobra.Command {
	var p agentsPlace
	c := l.verb(&cobra.Command{
		Use:   "rebuild [--main DIR] [--home DIR]",
		Short: "make the rows that a ledger has lost, from the agents' journals",
		Long: `Rebuild adds to the ledger the rows that it lacks of the agents of a repository: a
ledger that was deleted or emptied is made anew, one that is damaged is put aside
under another name, and one that is whole gets what it lacks, as after a backup
was put in its place. What was merged or rejected, and what work cost, only the
ledger knew; the chain begins anew with the rows as their journals have them, which
any program of this user could have written. A backup is better, where there is one.`,
		Args: args(),
		Example: `
			kei ledger rebuild
			kei ledger rebuild --main ~/src/app`,
	}, func(ctx context.Context, _ []string) error {
		where, err := l.where()
		if err != nil {
			return err
		}
		h, err := l.openHome(ctx, p.main, p.home)
		if err != nil {
			return err
		}
		if err := l.setAside(ctx, where); err != nil {
			return err
		}
		if h.Ledger, err = ledger.Open(ctx, where, time.Now); err != nil {
			return err
		}
		added, err := h.Rebuild(ctx)
		err = errors.Join(err, h.Ledger.Close())
		answer := map[string]any{"ledger": h.Ledger.Where(), "added": append([]string{}, added...)}
		switch {
		case len(added) > 0:
			return errors.Join(l.say(answer, "ledger %s: added %s\n", h.Ledger.Where(), strings.Join(added, ", ")), err)
		case err != nil:
			return err
		}
		return l.say(answer, "ledger %s has the rows of all agents here\n", h.Ledger.Where())
	})
	c.Flags().StringVar(&p.main, "main", ".", "main's checkout is `DIR`")
	c.Flags().StringVar(&p.home, "home", "", "the agents' folder is `DIR` (default: KEI_AGENTS, else MAIN.agents beside main)")
	return c
}

// setAside puts a damaged ledger aside, if it is a file and damaged.
func (l *ledgerApp) setAside(ctx context.Context, where string) error {
	if strings.Contains(where, "://") {
		return nil
	}
	db, err := ledger.OpenExisting(ctx, where, time.Now)
	if err == nil {
		var broken bool
		broken, err = db.Broken(ctx)
		if err = errors.Join(err, db.Close()); err == nil && !broken {
			return nil
		}
	}
	if missing := (*ledger.MissingError)(nil); errors.As(err, &missing) {
		return nil
	}
	if err != nil && !ledger.Damaged(err) {
		return err
	}
	to, err := ledger.SetAside(where, ".damaged-"+time.Now().UTC().Format("20060102T150405"))
	if err == nil {
		fmt.Fprintf(l.stderr, "ledger %s is damaged, and is %s now\n", where, to)
	}
	return err
}

func (l *ledgerApp) lift() *cobra.Command {
	var reason, agent string
	c := l.on(&cobra.Command{
		Use:   "lift RULE --reason TEXT [--agent ID]",
		Short: "say that a rule is lifted, why, and for whom",
		Long: `Lift keeps in the chain that somebody has lifted a rule: a capability, a lock, or the
variable by which a gate lets it pass. It lifts nothing itself. What a task lifts
(allow-dep-bump) kei spawn and kei run keep themselves.`,
		Args:    args("RULE"),
		Example: `kei ledger lift ORCHESTRATOR_META --reason "a rebase by hand" --agent ag-1`,
	}, true, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		f, err := db.Lift(ctx, args[0], reason, agent)
		if err != nil {
			return err
		}
		return l.say(f, "%s: %s is lifted; kei ledger revoke %s says when it holds again\n", f.ID, f.Rule, f.ID)
	})
	c.Flags().StringVar(&reason, "reason", "", "why")
	c.Flags().StringVar(&agent, "agent", "", "for the agent `ID` alone")
	_ = c.MarkFlagRequired("reason")
	return c
}

func (l *ledgerApp) revoke() *cobra.Command {
	return l.on(&cobra.Command{
		Use:     "revoke LIFT",
		Short:   "say that a rule that was lifted holds again",
		Args:    args("LIFT"),
		Example: "kei ledger revoke lift-12",
	}, false, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		f, err := db.Revoke(ctx, args[0])
		if err != nil {
			return err
		}
		return l.say(f, "%s: %s holds again since %s\n", f.ID, f.Rule, time.Unix(f.Revoked, 0).UTC().Format(time.RFC3339))
	})
}

func (l *ledgerApp) lifts() *cobra.Command {
	var of string
	var open bool
	c := l.reading(&cobra.Command{
		Use:   "lifts [--agent ID] [--open]",
		Short: "the rules that were lifted, the newest first",
		Long: `Lifts prints a line for every rule that was lifted: its id, the rule, for which agent,
from when, until when, and why, with tabs between them.`,
		Args:    args(),
		Example: "kei ledger lifts --open",
	}, func(ctx context.Context, db *ledger.Ledger, _ []string) error {
		list, err := db.Lifts(ctx, of, open)
		if err != nil {
			return err
		}
		if list == nil {
			return l.say([]ledger.Lift{}, "(nothing is lifted)\n")
		}
		var b strings.Builder
		for _, f := range list {
			who, until := f.Agent, "now"
			if who == "" {
				who = "-"
			}
			if f.Revoked != 0 {
				until = time.Unix(f.Revoked, 0).UTC().Format(time.RFC3339)
			}
			fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\n", f.ID, f.Rule, who, time.Unix(f.Lifted, 0).UTC().Format(time.RFC3339), until, oneLine(f.Reason))
		}
		return l.say(list, "%s", b.String())
	})
	c.Flags().StringVar(&of, "agent", "", "only those for the agent `ID`")
	c.Flags().BoolVar(&open, "open", false, "only those that are lifted now")
	return c
}

func (l *ledgerApp) archive() *cobra.Command {
	var before string
	c := l.on(&cobra.Command{
		Use:   "archive FILE --before WHEN",
		Short: "move what is long over into a file of its own",
		Long: `Archive writes the whole ledger into a new file, as backup does, and then takes out of
the ledger the rows of agents that ended before a time and were merged or rejected,
with what their events said. The chain stays whole: of each event that is gone its
hash is left, and an event says which they were; kei ledger check follows it as before.`,
		Args:    args("FILE"),
		Example: "kei ledger archive ~/backups/2025.sqlite --before 2026-01-01",
	}, false, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		at, err := moment(before)
		if err != nil {
			return err
		}
		n, err := db.Archive(ctx, args[0], at)
		if err != nil {
			return err
		}
		answer := map[string]any{"file": args[0], "archived": n}
		return l.say(answer, "%s: %s moved out of the ledger\n", args[0], verify.Plural(n, "agent"))
	})
	c.Flags().StringVar(&before, "before", "", "those that ended before `WHEN`: 2026-01-31, or 720h, which is so long ago")
	_ = c.MarkFlagRequired("before")
	return c
}
