package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"kei/atom"
	"kei/atom/pipe"
	"kei/atom/run"
	"kei/atom/schema"

	"github.com/spf13/cobra"
)

// A piping is what pipe was asked for.
type piping struct {
	running
	input                string
	jobs                 int
	check, plan, noCache bool

	mu sync.Mutex // of stdout
}

func (x *atomApp) pipe() *cobra.Command {
	p := &piping{running: running{atomApp: x}}
	c := x.verb(&cobra.Command{
		Use:   "pipe FILE|NAME [--input JSON|@FILE|-] [--jobs N] [--check|--plan]",
		Short: "run atoms as the steps of a graph",
		Long: `Pipe runs the steps of a TOML file, or of pipes/NAME.toml of the policy folder: what a
step depends on or refers to runs before it, and what the effects of two atoms let run
at once does. All that is wrong with the file is said before anything runs. The report
is one line of JSON on standard output.

Exit status: 0 if all steps are well, 2 if one failed, 1 if nothing was run, 124 for too
long, 130 or 143 if interrupted.`,
		Args: args("FILE|NAME"),
		Example: `
			kei atom pipe nightly
			kei atom pipe ./pipe.toml --input '{"n": 1}' --jobs 4`,
	}, p.run)
	p.flags(c)
	f := c.Flags()
	f.StringVar(&p.input, "input", "{}", "what $in is: `JSON`, @FILE, or - for standard input")
	f.IntVar(&p.jobs, "jobs", 0, "at most `N` steps at once (default: the pipe's own, else one a CPU)")
	f.BoolVar(&p.check, "check", false, "print the order of the steps, run nothing")
	f.BoolVar(&p.plan, "plan", false, "print order, edges and conflicts, run nothing")
	f.BoolVar(&p.noCache, "no-cache", false, "run all, keep nothing")
	c.MarkFlagsMutuallyExclusive("check", "plan")
	return c
}

func (p *piping) run(ctx context.Context, args []string) error {
	ctx, release := uninterrupted(ctx)
	defer release()
	code, e := p.do(ctx, args[0])
	if e != nil {
		fmt.Fprintf(p.stderr, "kei: %s\n", clean(e.Message))
		code = e.Exit
	}
	if code != 0 {
		return exit(code)
	}
	return nil
}

func (p *piping) do(ctx context.Context, arg string) (int, *run.Error) {
	if p.jobs < 0 {
		return 1, run.Fail("usage", 1, "--jobs %d is not positive", p.jobs)
	}
	file, name, e := p.file(arg)
	if e != nil {
		return 1, e
	}
	r, e := p.runner(ctx)
	if e != nil {
		return 1, e
	}
	defer r.Record.Close()
	if e := p.grant.named(arg); e != nil {
		return 1, e
	}
	text, err := readPipe(file)
	if err != nil {
		return 1, run.Fail("io", 1, "%v", err)
	}
	plan, problems := pipe.Parse(file, name, text, func(id string) (*atom.Atom, *run.Error) { return p.lookup(ctx, r, id) })
	for _, bad := range problems {
		warning := ""
		if bad.Warning {
			warning = "warning: "
		}
		fmt.Fprintf(p.stderr, "%s:%d: %s%s\n", clean(bad.File), bad.Line, warning, bad.Message)
	}
	switch {
	case plan == nil:
		return 1, nil
	case p.check:
		for _, id := range plan.Order() {
			fmt.Fprintln(p.stdout, id)
		}
		return 0, nil
	case p.plan:
		if err := p.encode(map[string]any{"order": plan.Order(), "edges": plan.Edges(), "conflicts": plan.Conflicts()}); err != nil {
			return 1, run.Fail("io", 1, "%v", err)
		}
		return 0, nil
	}
	return p.start(ctx, r, plan, file)
}

var pipeName = regexp.MustCompile(`\A[A-Za-z0-9_][A-Za-z0-9_-]*\z`)

// file is the file of a pipe, and what it is called.
func (p *piping) file(arg string) (file, name string, e *run.Error) {
	if !pipeName.MatchString(arg) {
		return arg, strings.TrimSuffix(filepath.Base(arg), ".toml"), nil
	}
	dir := p.dir
	if of := p.granting(); of != "" {
		dir = of
	}
	return filepath.Join(dir, "pipes", arg+".toml"), arg, nil
}

func readPipe(file string) ([]byte, error) {
	const most = 16 << 20
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s has more than %d bytes", file, most)
	}
	return text, err
}

// lookup is the atom of a step, in the words of problems of pipes.
func (p *piping) lookup(ctx context.Context, r *run.Runner, id string) (*atom.Atom, *run.Error) {
	a, e := p.find(ctx, r, id)
	if e != nil && (e.Kind == "broken_atom" || e.Kind == "duplicate_atom") {
		return nil, run.Fail(e.Kind, 1, "broken %s: %s", id, e.Message)
	}
	if e == nil && r.Grant != nil {
		if e = r.Grant(a); e != nil {
			return nil, e
		}
	}
	return a, e
}

// start runs a plan and prints its report.
func (p *piping) start(ctx context.Context, r *run.Runner, plan *pipe.Plan, file string) (int, *run.Error) {
	text, e := p.text(ctx, p.input)
	if e != nil {
		return e.Exit, e
	}
	in, err := schema.Parse(text)
	if err != nil {
		return 1, run.Fail("input_not_json", 1, "input rejected: not JSON: %v", err)
	}
	ended := 0
	report, e := p.execute(ctx, r, plan, file, in, func(s *pipe.Step, v any) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		_, err := fmt.Fprintf(p.stdout, "{\"step\":%q,\"item\":%s}\n", s.ID, schema.Canonical(v))
		return err
	}, func(s *pipe.StepReport) {
		ended++
		p.progress(ended, len(plan.Steps), s)
	})
	if e != nil {
		return 1, e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := fmt.Fprintf(p.stdout, "%s\n", schema.Canonical(report.JSON())); err != nil {
		return 1, run.Fail("io", 1, "%v", err)
	}
	return report.Exit, nil
}

// execute runs a plan with that input, if it fits. Items are those of streams;
// told hears of each step that ended.
func (p *piping) execute(ctx context.Context, r *run.Runner, plan *pipe.Plan, file string, in any, item func(*pipe.Step, any) error, told func(*pipe.StepReport)) (pipe.Report, *run.Error) {
	if e := fitsPipe(plan, file, in); e != nil {
		return pipe.Report{}, e
	}
	kept, closeCache := p.cache(ctx, plan)
	defer closeCache()
	jobs := plan.Jobs
	if p.jobs > 0 {
		jobs = p.jobs
	}
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return plan.Run(ctx, jobs, in, func(ctx context.Context, s *pipe.Step, input any) pipe.Outcome {
		return p.step(ctx, r, plan, s, input, kept, item)
	}, told), nil
}

// fitsPipe holds the pipe's input against its schema, beside its file.
func fitsPipe(plan *pipe.Plan, file string, in any) *run.Error {
	if plan.Schema == "" {
		return nil
	}
	s, e := pipeSchema(plan, file)
	if e != nil {
		return e
	}
	if err := s.Validate(in); err != nil {
		return run.Fail("input_invalid", 1, "input rejected: %v", err)
	}
	return nil
}

// pipeSchema is the schema of a pipe's input, which lies beside its file.
func pipeSchema(plan *pipe.Plan, file string) (*schema.Schema, *run.Error) {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return nil, run.Fail("io", 1, "%v", err)
	}
	place := schema.Open(filepath.Dir(dir), dir)
	defer place.Close()
	s, bad := place.Load(plan.Schema)
	if bad != nil {
		return nil, run.Fail("io", 1, "input_schema %s: %v", plan.Schema, bad)
	}
	return s, nil
}

// step is one invocation of a pipe.
func (p *piping) step(ctx context.Context, r *run.Runner, plan *pipe.Plan, s *pipe.Step, input any, kept run.Cache, item func(*pipe.Step, any) error) pipe.Outcome {
	c := run.Call{Atom: s.Atom, Input: input, Timeout: s.Timeout, Retries: s.Retries, Pipe: plan.Name, Step: s.ID}
	if s.Cached && kept != nil {
		c.Cache, c.TTL = kept, s.TTL
	}
	if s.Atom.Kind == atom.Stream {
		c.Item = func(v any) error { return item(s, v) }
	}
	out, e := r.Invoke(ctx, c)
	o := pipe.Outcome{Result: out.Result, Err: e, Attempts: out.Attempts, Duration: out.Duration}
	if c.Cache != nil {
		o.Source = out.Source
	}
	o.Metadata = map[string]any{"atom": s.Atom.ID, "attempts": out.Attempts, "duration_ms": out.Duration.Milliseconds(), "invocation_id": out.ID, "source": out.Source}
	if s.Atom.Kind == atom.Stream {
		o.Metadata["items"] = out.Items
	}
	return o
}

// cache is opened only for who asks for it. Without it all is run.
func (p *piping) cache(ctx context.Context, plan *pipe.Plan) (run.Cache, func()) {
	wanted := false
	for _, s := range plan.Steps {
		wanted = wanted || s.Cached
	}
	if !wanted || p.noCache {
		return nil, func() {}
	}
	warn := func(err error) { fmt.Fprintf(p.stderr, "kei: warning: %v\n", err) }
	file, err := plan.CacheDB, error(nil)
	if file == "" {
		file, err = pipe.DefaultCache(p.getenv)
	}
	var c *pipe.Cache
	if err == nil {
		c, err = pipe.OpenCache(context.WithoutCancel(ctx), file, time.Now)
	}
	if err != nil {
		warn(fmt.Errorf("the cache is of no use: %w", err))
		return nil, func() {}
	}
	c.Warn = warn
	return c, func() { c.Close() }
}

// progress shows on a terminal that there is some.
func (p *piping) progress(n, of int, s *pipe.StepReport) {
	f := p.terminal()
	if f == nil {
		return
	}
	how := "ok"
	if s.Err != nil {
		how = clean(s.Err.Message)
	}
	fmt.Fprintf(f, "%d/%d %s %s (%v) %s\n", n, of, s.Step.ID, s.Step.Atom.ID, s.Duration.Round(time.Millisecond), how)
}

func (x *atomApp) cacheVerbs() *cobra.Command {
	c := &cobra.Command{
		Use:   "cache VERB",
		Short: "what is kept of results of pipes",
		Long: `The cache keeps what transforms, and queries for as long as their pipe says, answered in
pipes that ask for it: in KEI_CACHE_DB, else kei/atoms.sqlite of XDG_CACHE_HOME or
~/.cache. Its keys hold declaration, program and input, so nothing in it gets stale.`,
		Args:                  unknownVerb,
		RunE:                  func(c *cobra.Command, _ []string) error { return c.Help() },
		DisableFlagsInUseLine: true,
	}
	db := ""
	c.PersistentFlags().StringVar(&db, "db", "", "the cache is `FILE`")
	c.PersistentFlags().BoolVar(&x.json, "json", false, "for programs")
	on := func(use, short string, do func(context.Context, *pipe.Cache) error) *cobra.Command {
		return x.verb(&cobra.Command{Use: use, Short: short, Args: args(), Example: "kei atom cache " + use}, func(ctx context.Context, _ []string) error {
			file, err := db, error(nil)
			if file == "" {
				if file, err = pipe.DefaultCache(x.getenv); err != nil {
					return err
				}
			}
			k, err := pipe.OpenCache(ctx, file, time.Now)
			if err != nil {
				return err
			}
			defer k.Close()
			return do(ctx, k)
		})
	}
	removed := func(all bool) func(context.Context, *pipe.Cache) error {
		return func(ctx context.Context, k *pipe.Cache) error {
			n, err := k.Purge(ctx, all)
			if err != nil {
				return err
			}
			if x.json {
				return x.encode(map[string]int64{"removed": n})
			}
			_, err = fmt.Fprintf(x.stdout, "removed %d\n", n)
			return err
		}
	}
	c.AddCommand(
		on("stats", "count what is kept", func(ctx context.Context, k *pipe.Cache) error {
			s, err := k.Stats(ctx)
			if err != nil {
				return err
			}
			if x.json {
				return x.encode(s)
			}
			_, err = fmt.Fprintf(x.stdout, "%d results of %d atoms, %d bytes; %d too old\n", s.Entries, s.Atoms, s.Bytes, s.Expired)
			return err
		}),
		on("purge", "remove what is too old", removed(false)),
		on("clear", "remove all", removed(true)),
	)
	return c
}
