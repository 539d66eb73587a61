package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"kei/agent"
	"kei/ledger"
	"kei/runtime/verify"

	"github.com/spf13/cobra"
)

// A ledgerApp is one run of kei ledger, or of kei-ledger.
type ledgerApp struct {
	*app
	db   string // --db
	json bool
}

// ledgerMain is the command under the name kei-ledger.
func (a *app) ledgerMain(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)

	c := a.ledger()
	c.Use = "kei-ledger VERB"
	for _, c := range append(c.Commands(), c) {
		c.Long = strings.ReplaceAll(c.Long, "kei ledger", "kei-ledger")
		c.Example = strings.ReplaceAll(c.Example, "kei ledger", "kei-ledger")
	}
	c.Version = buildVersion()
	c.SetVersionTemplate("kei-ledger {{.Version}}\n")
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(flagError)
	c.SetArgs(args)
	c.SetIn(a.stdin)
	c.SetOut(a.stdout)
	c.SetErr(a.stderr)
	err := c.ExecuteContext(ctx)
	var code exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	}
	// A verb reports its own errors: this is one of the command line.
	fmt.Fprintf(a.stderr, "kei-ledger: %v\n", err)
	return usage
}

func (a *app) ledger() *cobra.Command {
	l := &ledgerApp{app: a}
	c := &cobra.Command{
		Use:   "ledger VERB",
		Short: "what agents did: rows that are added to and never rewritten",
		Long: `The ledger has a row for every agent: what it was forked from, how it ended, what
verification said and what it cost. Behind the rows is a chain of events, which
kei ledger check follows.

It is a file, or a Postgres database for several machines: --db, else
KEI_LEDGER_DB, else $XDG_DATA_HOME/kei/ledger.sqlite if that is set, else
$HOME/.claude/agents/ledger.sqlite.

Exit status: 0 for done, 1 for trouble, 2 for arguments that make no sense; of
check and validate, 2 if something was found.`,
		Args:                       unknownVerb,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
		SuggestionsMinimumDistance: 2,
		DisableFlagsInUseLine:      true,
		Example: `  kei ledger fork ag-1 agent/ag-1 --spec tasks/ag-1/task.toml --parent main
  kei ledger done ag-1 --summary "the parser reads tabs"
  kei ledger list --status running
  kei ledger check`,
	}
	c.PersistentFlags().StringVar(&l.db, "db", "", "the ledger is `FILE`, or a URL postgres://...")
	c.PersistentFlags().BoolVar(&l.json, "json", false, "answer in JSON")
	c.AddCommand(
		l.init(), l.fork(), l.done(), l.fail(), l.merged(), l.reject(), l.recordCost(),
		l.backup(), l.rebuild(), l.archive(), l.lift(), l.revoke(), l.lifts(), l.list(), l.show(), l.spec(), l.tree(), l.descendants(), l.validate(), l.check(), l.atoms(), l.reap(),
	)
	return c
}

// verb is a verb that needs no ledger.
func (l *ledgerApp) verb(c *cobra.Command, run func(ctx context.Context, args []string) error) *cobra.Command {
	return l.app.verb(c, func(ctx context.Context, args []string) error {
		err := run(ctx, args)
		var code exit
		if err == nil || errors.As(err, &code) {
			return err
		}
		if ctx.Err() != nil && errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		fmt.Fprintf(l.stderr, "kei-ledger: %v\n", err)
		var id *ledger.IDError
		var argument *ledger.ArgumentError
		if errors.As(err, &id) || errors.As(err, &argument) {
			return exit(usage)
		}
		return exit(trouble)
	})
}

// on is a verb that works on a ledger. Those that can begin one make it.
func (l *ledgerApp) on(c *cobra.Command, begins bool, run func(ctx context.Context, db *ledger.Ledger, args []string) error) *cobra.Command {
	if begins {
		return l.with(c, ledger.Open, run)
	}
	return l.with(c, ledger.OpenExisting, run)
}

// reading is a verb that changes nothing in a ledger, which may be one that cannot be
// written to.
func (l *ledgerApp) reading(c *cobra.Command, run func(ctx context.Context, db *ledger.Ledger, args []string) error) *cobra.Command {
	return l.with(c, ledger.OpenReading, run)
}

func (l *ledgerApp) with(c *cobra.Command, open func(context.Context, string, func() time.Time) (*ledger.Ledger, error), run func(ctx context.Context, db *ledger.Ledger, args []string) error) *cobra.Command {
	return l.verb(c, func(ctx context.Context, args []string) error {
		where, err := l.where()
		if err != nil {
			return err
		}
		db, err := open(ctx, where, time.Now)
		if err != nil {
			return err
		}
		return errors.Join(run(ctx, db, args), db.Close())
	})
}

func (l *ledgerApp) where() (string, error) {
	if l.db != "" {
		return l.db, nil
	}
	return ledger.DefaultPath(l.getenv)
}

// say answers: in JSON what it is, else the line.
func (l *ledgerApp) say(value any, line string, args ...any) error {
	if !l.json {
		_, err := fmt.Fprintf(l.stdout, line, args...)
		return err
	}
	return printJSON(l.stdout, value)
}

func (l *ledgerApp) init() *cobra.Command {
	return l.on(&cobra.Command{
		Use:     "init",
		Short:   "make the ledger, or bring it up to date",
		Args:    args(),
		Example: "kei ledger init --db agents.sqlite",
	}, true, func(_ context.Context, db *ledger.Ledger, _ []string) error {
		answer := map[string]any{"ledger": db.Where(), "version": ledger.Version}
		return l.say(answer, "ledger %s is at version %d\n", db.Where(), ledger.Version)
	})
}

func (l *ledgerApp) fork() *cobra.Command {
	var a ledger.Agent
	var spec string
	c := l.on(&cobra.Command{
		Use:   "fork ID BRANCH (--spec-sha SHA | --spec FILE)",
		Short: "add the row of an agent that starts now",
		Args:  args("ID", "BRANCH"),
		Example: `
			kei ledger fork ag-1 agent/ag-1 --spec tasks/ag-1/task.toml
			kei ledger fork ag-2 agent/ag-2 --spec tasks/ag-2/task.toml --parent ag-1`,
	}, true, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		a.ID, a.Branch = args[0], args[1]
		add := db.Fork
		if spec != "" {
			text, err := os.ReadFile(spec)
			if err != nil {
				return err
			}
			add = func(ctx context.Context, a ledger.Agent) (ledger.Row, error) { return db.ForkOf(ctx, a, text) }
		}
		row, err := add(ctx, a)
		if err != nil {
			return err
		}
		return l.say(row, "forked %s -> %s\n", row.ID, row.Branch)
	})
	f := c.Flags()
	f.StringVar(&a.SpecSHA, "spec-sha", "", "the SHA-256 of the task, in hexadecimal")
	f.StringVar(&spec, "spec", "", "the task is `FILE`: keep it by its SHA-256, see kei ledger spec")
	f.StringVar(&a.Parent, "parent", "", "the `BRANCH` or id it was forked from")
	f.StringVar(&a.Worktree, "worktree", "", "it works in `DIR`")
	f.StringVar(&a.DNA, "dna", "", "its DNA, which no other row has")
	f.StringVar(&a.Creator, "creator", "", "the `ID` or DNA of who made it")
	f.StringVar(&a.ForkParent, "fork-parent", "", "the `ID` or DNA of what it is a fork of")
	c.MarkFlagsOneRequired("spec-sha", "spec")
	c.MarkFlagsMutuallyExclusive("spec-sha", "spec")
	return c
}

// change is a verb that changes one row and has a text to keep.
func (l *ledgerApp) change(c *cobra.Command, flag, about string, do func(*ledger.Ledger, context.Context, string, string) (ledger.Row, error)) *cobra.Command {
	var text string
	c.Args = args("ID")
	c = l.on(c, false, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		row, err := do(db, ctx, args[0], text)
		if err != nil {
			return err
		}
		return l.say(row, "%s: %s\n", row.ID, row.Status)
	})
	if flag != "" {
		c.Flags().StringVar(&text, flag, "", about)
	}
	return c
}

func (l *ledgerApp) done() *cobra.Command {
	c := l.change(&cobra.Command{
		Use:     "done ID --summary TEXT",
		Short:   "a running agent did its work",
		Example: `kei ledger done ag-1 --summary "the parser reads tabs"`,
	}, "summary", "what is different now, in one sentence", (*ledger.Ledger).Done)
	_ = c.MarkFlagRequired("summary")
	return c
}

func (l *ledgerApp) fail() *cobra.Command {
	c := l.change(&cobra.Command{
		Use:     "fail ID --reason TEXT",
		Short:   "a running agent did not do its work",
		Example: `kei ledger fail ag-1 --reason "the tests of lexer do not build"`,
	}, "reason", "why, and at which step", (*ledger.Ledger).Fail)
	_ = c.MarkFlagRequired("reason")
	return c
}

func (l *ledgerApp) merged() *cobra.Command {
	return l.change(&cobra.Command{
		Use:   "merged ID",
		Short: "the work of an agent, done or failed, is in the main branch",
		Long: `Merged says that somebody has merged an agent's work: kei merge says so itself, and
merges what was found clean. Where the agent's repository is at hand and its
refs/kei/ID is not what the ledger says was found clean, it is refused.`,
		Example: "kei ledger merged ag-1",
	}, "", "", func(db *ledger.Ledger, ctx context.Context, id, _ string) (ledger.Row, error) {
		row, err := db.Get(ctx, id)
		if err != nil {
			return row, err
		}
		if f, forged := agent.Forged(ctx, row); forged {
			return row, errors.New(f.String())
		}
		return db.Merged(ctx, id)
	})
}

func (l *ledgerApp) reject() *cobra.Command {
	return l.change(&cobra.Command{
		Use:     "reject ID [--reason TEXT]",
		Short:   "the work of an agent, done or failed, will not be merged",
		Example: `kei ledger reject ag-1 --reason "ag-2 did it better"`,
	}, "reason", "why", (*ledger.Ledger).Reject)
}

func (l *ledgerApp) recordCost() *cobra.Command {
	var cost ledger.Cost
	c := l.on(&cobra.Command{
		Use:   "record-cost ID --cents N [--provider NAME] [--model NAME]",
		Short: "add to what an agent cost",
		Long:  "Record-cost adds to what an agent cost, or replaces it. The answer is JSON in any case.",
		Args:  args("ID"),
		Example: `
			kei ledger record-cost ag-1 --cents 12 --provider anthropic --model opus
			kei ledger record-cost ag-1 --cents 40 --replace`,
	}, false, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		row, err := db.RecordCost(ctx, args[0], cost)
		if err != nil {
			return err
		}
		return json.NewEncoder(l.stdout).Encode(struct {
			ID    string `json:"agent_id"`
			OK    bool   `json:"ok"`
			Total int64  `json:"total_cost_cents"`
		}{row.ID, true, row.CostCents})
	})
	f := c.Flags()
	f.Int64Var(&cost.Cents, "cents", 0, "what is added")
	f.StringVar(&cost.Provider, "provider", "", "who was paid")
	f.StringVar(&cost.Model, "model", "", "for what")
	f.Int64Var(&cost.TokensIn, "tokens-in", 0, "tokens read")
	f.Int64Var(&cost.TokensOut, "tokens-out", 0, "tokens written")
	f.BoolVar(&cost.Replace, "replace", false, "these are the sums, do not add")
	_ = c.MarkFlagRequired("cents")
	return c
}

func (l *ledgerApp) list() *cobra.Command {
	var q ledger.Query
	var status, since string
	c := l.reading(&cobra.Command{
		Use:   "list [--status STATUS] [--since WHEN] [--limit N]",
		Short: "the rows, the newest first",
		Long: `List prints a line for every row: its id, status, branch and start, in seconds
since 1970, its parent and the first digits of its task's SHA-256, with tabs
between them.`,
		Args: args(),
		Example: `
			kei ledger list
			kei ledger list --status running
			kei ledger list --since 24h --limit 20`,
	}, func(ctx context.Context, db *ledger.Ledger, _ []string) (err error) {
		q.Status = ledger.Status(status)
		if q.Since, err = moment(since); err != nil {
			return err
		}
		rows, err := db.Select(ctx, q)
		if err != nil {
			return err
		}
		return l.rows(rows)
	})
	c.Flags().StringVar(&status, "status", "", "only those that are `STATUS`: running, done, failed, merged, rejected")
	c.Flags().StringVar(&since, "since", "", "only those that started since `WHEN`: 24h, 2026-01-31, or a time as RFC 3339 has it")
	c.Flags().IntVar(&q.Limit, "limit", 0, "at most `N`, the newest")
	_ = c.RegisterFlagCompletionFunc("status", cobra.FixedCompletions([]string{"running", "done", "failed", "merged", "rejected"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (l *ledgerApp) descendants() *cobra.Command {
	return l.reading(&cobra.Command{
		Use:     "descendants DNA",
		Short:   "the rows that name this one as their creator or as what they are a fork of",
		Args:    args("DNA"),
		Example: "kei ledger descendants edit-local::NG-FW::82EADA2F::2D711642-0000000a",
	}, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		rows, err := db.Descendants(ctx, args[0])
		if err != nil {
			return err
		}
		return l.rows(rows)
	})
}

// rows prints them one per line.
func (l *ledgerApp) rows(rows []ledger.Row) error {
	if rows == nil {
		return l.say([]ledger.Row{}, "(no agents)\n")
	}
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(rowLine(r))
	}
	return l.say(rows, "%s", b.String())
}

func rowLine(r ledger.Row) string {
	parent := r.Parent
	if parent == "" {
		parent = "-"
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d\tparent=%s\tspec=%.12s\n", r.ID, r.Status, r.Branch, r.Started, parent, r.SpecSHA)
}

func (l *ledgerApp) tree() *cobra.Command {
	return l.reading(&cobra.Command{
		Use:     "tree ID",
		Short:   "an agent and all that came of it",
		Long:    "Tree prints the lines of list, each further in than that of its parent by two blanks.",
		Args:    args("ID"),
		Example: "kei ledger tree ag-1",
	}, func(ctx context.Context, db *ledger.Ledger, args []string) error {
		if err := ledger.CheckID(args[0]); err != nil {
			return err
		}
		tree, err := db.Tree(ctx, args[0])
		if err != nil {
			return err
		}
		var b strings.Builder
		for _, n := range tree {
			b.WriteString(strings.Repeat("  ", n.Depth) + rowLine(n.Row))
		}
		return l.say(tree, "%s", b.String())
	})
}

func (l *ledgerApp) validate() *cobra.Command {
	var repository string
	c := l.verb(&cobra.Command{
		Use:   "validate BRANCH [--repo-root DIR]",
		Short: "did the agent of a branch leave all that it has to?",
		Long: `Validate looks in .claude/agents/ID of the repository, for the agent of the branch
agent/ID, for ` + strings.Join(ledger.Artefacts, ", ") + `.

Exit status: 0 if all are there, 2 if some are not, 1 for trouble.`,
		Args:    args("BRANCH"),
		Example: "kei ledger validate agent/ag-1",
	}, func(_ context.Context, args []string) error {
		root, err := os.OpenRoot(repository)
		if err != nil {
			return err
		}
		defer root.Close()
		id, missing, err := ledger.MissingArtefacts(root.FS(), args[0])
		if err != nil {
			return err
		}
		line := fmt.Sprintf("OK: all %d artefacts present for %s\n", len(ledger.Artefacts), id)
		if missing != nil {
			line = "MISSING: " + strings.Join(missing, "\nMISSING: ") + "\n"
		}
		answer := struct {
			ID      string   `json:"agent_id"`
			OK      bool     `json:"ok"`
			Missing []string `json:"missing"`
		}{id, missing == nil, append([]string{}, missing...)}
		if err := l.say(answer, "%s", line); err != nil {
			return err
		}
		if missing != nil {
			return exit(2)
		}
		return nil
	})
	c.Flags().StringVar(&repository, "repo-root", ".", "the repository is `DIR`")
	return c
}

func (l *ledgerApp) check() *cobra.Command {
	var noted string
	c := l.reading(&cobra.Command{
		Use:   "check [--head SEQ:HASH]",
		Short: "do the events form a chain, and do the rows follow from them?",
		Long: `Check follows the chain of events from its first to its last, and every row through
it. It names each event that was removed, edited or moved, and each row that is
not what its events make of it. The last line is the head of the chain. Kept
where nobody who writes to the ledger can change it and given to a later check,
it shows whether the chain was written anew from its beginning.

Exit status: 0 if all is in order, 2 if something is not, 1 for trouble.`,
		Args: args(),
		Example: `
			kei ledger check
			kei ledger check --head 12:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824`,
	}, func(ctx context.Context, db *ledger.Ledger, _ []string) error {
		var head ledger.Head
		if noted != "" {
			var err error
			if head, err = ledger.ParseHead(noted); err != nil {
				return err
			}
		}
		found, err := db.Check(ctx, head)
		if err != nil {
			return err
		}
		var b strings.Builder
		for _, p := range found.Problems {
			fmt.Fprintln(&b, p)
		}
		found.Problems = append([]ledger.Problem{}, found.Problems...) // [], not null
		verdict := "chain intact"
		if len(found.Problems) > 0 {
			verdict = "chain broken"
		}
		fmt.Fprintf(&b, "%s: %s, %s, head %s\n", verdict, verify.Plural(int(found.Events), "event"), verify.Plural(int(found.Agents), "agent")+invoked(found.Invocations), found.Head)
		if err := l.say(found, "%s", b.String()); err != nil {
			return err
		}
		if len(found.Problems) > 0 {
			return exit(2)
		}
		return nil
	})
	c.Flags().StringVar(&noted, "head", "", "the chain must lead over `SEQ:HASH`")
	return c
}
