package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kei/ledger"

	"github.com/spf13/cobra"
)

func (l *ledgerApp) show() *cobra.Command {
	return l.reading(&cobra.Command{
		Use:     "show ID",
		Short:   "all that is known of one agent, and what happened to it",
		Args:    args("ID"),
		Example: "kei ledger show ag-1",
	}, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		if err := ledger.CheckID(args[0]); err != nil {
			return err
		}
		row, err := db.Get(ctx, args[0])
		if err != nil {
			return err
		}
		events, err := db.Events(ctx, row.ID)
		if err != nil {
			return err
		}
		return l.say(struct {
			ledger.Row
			Events []ledger.Event `json:"events"`
		}{row, events}, "%s", showText(row, events))
	})
}

func (l *ledgerApp) spec() *cobra.Command {
	return l.reading(&cobra.Command{
		Use:   "spec SHA",
		Short: "the task that an agent was given, by the spec_sha of its row",
		Long: `Spec prints the text of a task exactly as it was handed out, long after the agent's
files are gone: kei ledger fork --spec and kei spawn keep it. The first 8 digits or
more of its SHA-256 are enough. With --json it is one string in an object.`,
		Args: args("SHA"),
		Example: `
			kei ledger spec 7718843ff239
			kei ledger spec 7718843ff239 > task.toml`,
	}, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		text, err := db.Spec(ctx, args[0])
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		return l.say(map[string]string{"spec_sha": hex.EncodeToString(sum[:]), "text": string(text)}, "%s", text)
	})
}

// showText is a line per thing that is known, named by its column.
func showText(r ledger.Row, events []ledger.Event) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-16s  %s\n", name, oneLine(value))
		}
	}
	moment := func(name string, seconds int64) {
		if seconds != 0 {
			line(name, fmt.Sprintf("%d (%s)", seconds, time.Unix(seconds, 0).UTC().Format(time.RFC3339)))
		}
	}
	number := func(name string, n int64) {
		if n != 0 {
			line(name, strconv.FormatInt(n, 10))
		}
	}
	line("id", r.ID)
	line("status", string(r.Status))
	line("branch", r.Branch)
	line("parent_branch", r.Parent)
	line("spec_sha", r.SpecSHA)
	moment("started_ts", r.Started)
	moment("finished_ts", r.Finished)
	line("summary", r.Summary)
	line("reject_reason", r.Reason)
	line("worktree_path", r.Worktree)
	line("host", r.Host)
	line("work_commit", r.Work)
	line("merge_commit", r.Merge)
	line("dna", r.DNA)
	line("creator_id", r.Creator)
	line("fork_parent_id", r.ForkParent)
	number("cost_cents", r.CostCents)
	line("provider", r.Provider)
	line("model", r.Model)
	number("tokens_in", r.TokensIn)
	number("tokens_out", r.TokensOut)
	number("stubs_count", r.Stubs)
	line("outcome", r.Outcome)
	number("escalation_depth", r.Escalation)
	line("verify", string(r.Verify))
	for _, e := range events {
		line("event "+strconv.FormatInt(e.Seq, 10), fmt.Sprintf("%s %s %s",
			time.Unix(e.Time, 0).UTC().Format(time.RFC3339), e.Kind, e.Payload))
	}
	return b.String()
}

// oneLine keeps an agent's words from looking like other lines, or from telling
// a terminal something.
func oneLine(s string) string {
	if q := strconv.Quote(s); q[1:len(q)-1] != strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) {
		return q
	}
	return s
}
