package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/pipe"
	"kei/atom/run"
	"kei/atom/schema"
	"kei/atom/serve"
	"kei/internal/files"

	"github.com/spf13/cobra"
)

// A serving is what serve and export mcp were asked for.
type serving struct {
	piping
	ungated bool
}

func (x *atomApp) serve() *cobra.Command {
	s := &serving{piping: piping{running: running{atomApp: x}}}
	c := x.verb(&cobra.Command{
		Use:   "serve --gate FILE|--ungated",
		Short: "offer atoms to a client of the Model Context Protocol",
		Long: `Serve is an MCP server on standard input and output: each atom that is in order and
granted is a tool PACKAGE_VERB, each named pipe that is granted and has an input_schema
a tool pipe_NAME. Clients' settings call the server atoms: gates know its tools so.

What is granted says the gate that --gate or KEI_GATE names; of two, both. --ungated
lists all there is, for a person's client; where KEI_GATE is set, calls are held to it
all the same, and gates deny a command that says so. Streams are no tools, and what
clients can't take is left out; standard error says what and why.`,
		Args: args(),
		Example: `
			kei atom serve --gate $PWD/bin/keeper
			claude mcp add atoms -- kei -C $PWD atom serve --gate $PWD/bin/keeper`,
	}, s.run)
	s.flags(c)
	c.Flags().BoolVar(&s.ungated, "ungated", false, "offer all atoms")
	return c
}

func (s *serving) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.gate, "gate", "", "offer what the gate `FILE` grants")
}

func (s *serving) run(ctx context.Context, _ []string) error {
	if env, _ := s.getenv("KEI_GATE"); s.gate == "" && env == "" && !s.ungated || s.gate != "" && s.ungated {
		return s.refuse("say what is offered: --gate FILE offers what that gate grants, --ungated all there is")
	}
	ctx, release := uninterrupted(ctx)
	defer release()
	r, e := s.asked(ctx)
	if e != nil {
		return s.refuse("%s", clean(e.Message))
	}
	defer r.Record.Close()
	tools, err := s.tools(ctx, r)
	if err != nil {
		return err
	}
	err = serve.Serve(ctx, buildVersion(), tools, readCloser(s.stdin), writeCloser(s.stdout))
	var stopped *run.Interrupted
	if errors.As(err, &stopped) {
		return exit(stopped.Exit)
	}
	return err
}

// asked is how atoms are run, after those were asked who say what is granted.
func (s *serving) asked(ctx context.Context) (*run.Runner, *run.Error) {
	if s.gate != "" {
		abs, err := filepath.Abs(s.gate)
		if err != nil {
			return nil, run.Fail("io", 1, "%v", err)
		}
		s.gate = abs
	}
	return s.runner(ctx)
}

// The streams of the process are not closed by who reads and writes them: what
// stands in a read would not end by it.
func readCloser(r io.Reader) io.ReadCloser {
	if f, ok := r.(*os.File); ok {
		return f
	}
	return io.NopCloser(r)
}

func writeCloser(w io.Writer) io.WriteCloser { return unclosed{w} }

type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// tools are the atoms and pipes that are granted and that clients can take, by
// name. Of the others that were granted it is said why they are left out. Ungated
// all are listed; who is held to a gate gets its refusal for an answer.
func (s *serving) tools(ctx context.Context, r *run.Runner) ([]serve.Tool, error) {
	set, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	var tools []serve.Tool
	add := func(id string, t serve.Tool, why string) {
		if why != "" {
			fmt.Fprintf(s.stderr, "kei: %s is not offered: %s\n", clean(id), clean(why))
			return
		}
		tools = append(tools, t)
	}
	for _, a := range set.Atoms {
		if _, _, ok := atom.SplitID(a.ID); !ok || s.held() && s.grant.atoms[a.ID] == [2]string{} {
			continue
		}
		t, why := serve.Of(a)
		if why == "" && s.held() {
			if e := s.grant.allows(a); e != nil {
				why = e.Message
			}
		}
		t.Call = s.callOf(r, a.ID)
		add(a.ID, t, why)
	}
	for _, name := range s.pipeNames() {
		t, why := s.pipeTool(ctx, r, name)
		add("the pipe "+name, t, why)
	}
	slices.SortFunc(tools, func(a, b serve.Tool) int { return cmp.Compare(a.Name, b.Name) })
	return s.distinct(tools), nil
}

// distinct leaves out tools that a client that writes - as _ calls alike: a gate
// could not tell them apart there.
func (s *serving) distinct(tools []serve.Tool) []serve.Tool {
	alike := map[string][]string{}
	spelled := func(t serve.Tool) string { return strings.ReplaceAll(t.Name, "-", "_") }
	for _, t := range tools {
		alike[spelled(t)] = append(alike[spelled(t)], t.ID)
	}
	return slices.DeleteFunc(tools, func(t serve.Tool) bool {
		ids := alike[spelled(t)]
		if len(ids) > 1 {
			fmt.Fprintf(s.stderr, "kei: %s is not offered: clients that write - as _ can't tell %s apart\n", clean(t.ID), clean(strings.Join(ids, " and ")))
		}
		return len(ids) > 1
	})
}

// held reports whether the list is what a gate grants.
func (s *serving) held() bool { return s.grant != nil && !s.ungated }

// callOf invokes an atom, as it is then: what was changed since is refused where
// a gate was asked.
func (s *serving) callOf(r *run.Runner, id string) func(context.Context, any) (any, *run.Error) {
	return func(ctx context.Context, input any) (any, *run.Error) {
		a, e := s.find(ctx, r, id)
		if e != nil {
			return nil, e
		}
		out, e := r.Invoke(ctx, run.Call{Atom: a, Input: input})
		return out.Result, e
	}
}

// pipeNames are the granted ones, or those of the policy folder.
func (s *serving) pipeNames() []string {
	if s.held() {
		return slices.Sorted(slices.Values(s.grant.pipes))
	}
	files, _ := filepath.Glob(filepath.Join(s.dir, "pipes", "*.toml")) // the pattern is one
	var names []string
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".toml"); pipeName.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

func (s *serving) pipeTool(ctx context.Context, r *run.Runner, name string) (serve.Tool, string) {
	plan, file, e := s.planOf(ctx, r, name)
	switch {
	case e != nil:
		return serve.Tool{}, e.Message
	case plan.Schema == "":
		return serve.Tool{}, "it has no input_schema"
	}
	input, e := pipeSchema(plan, file)
	if e != nil {
		return serve.Tool{}, e.Message
	}
	var atoms []*atom.Atom
	for _, step := range plan.Steps {
		atoms = append(atoms, step.Atom)
	}
	t, why := serve.OfPipe(name, plan.Description, input, atoms)
	t.Call = func(ctx context.Context, in any) (any, *run.Error) {
		plan, file, e := s.planOf(ctx, r, name) // as it is now
		if e != nil {
			return nil, e
		}
		report, e := s.execute(ctx, r, plan, file, in, func(*pipe.Step, any) error { return nil }, func(*pipe.StepReport) {})
		if e != nil {
			return nil, e
		}
		if !report.OK {
			e = run.Fail("pipe_failed", report.Exit, "the pipe %s failed", name)
		}
		return report.JSON(), e
	}
	return t, why
}

// planOf reads a named pipe.
func (s *serving) planOf(ctx context.Context, r *run.Runner, name string) (*pipe.Plan, string, *run.Error) {
	if e := s.grant.named(name); e != nil {
		return nil, "", e
	}
	file, name, e := s.file(name)
	if e != nil {
		return nil, "", e
	}
	text, err := readPipe(file)
	if err != nil {
		return nil, "", run.Fail("io", 1, "%v", err)
	}
	plan, problems := pipe.Parse(file, name, text, func(id string) (*atom.Atom, *run.Error) { return s.lookup(ctx, r, id) })
	if plan == nil {
		for _, p := range problems {
			if !p.Warning {
				return nil, "", run.Fail("broken_pipe", 1, "%s:%d: %s", p.File, p.Line, p.Message)
			}
		}
	}
	return plan, file, nil
}

func (x *atomApp) export() *cobra.Command {
	c := &cobra.Command{
		Use:   "export VERB",
		Short: "atoms as others know tools",
		Long: `Export prints atoms as the tools of an MCP server, or makes an Agent Skills folder of a
package.`,
		Args:                  unknownVerb,
		RunE:                  func(c *cobra.Command, _ []string) error { return c.Help() },
		DisableFlagsInUseLine: true,
	}
	c.AddCommand(x.exportMCP(), x.exportSkill())
	return c
}

func (x *atomApp) exportMCP() *cobra.Command {
	s := &serving{piping: piping{running: running{atomApp: x}}}
	c := x.verb(&cobra.Command{
		Use:   "mcp [--gate FILE]",
		Short: "print the list of tools that serve would offer",
		Long: `Mcp prints what an MCP client is answered that lists the tools: with --gate FILE those
that the gate grants, else all. Standard error says what is left out, and why.`,
		Args:    args(),
		Example: `kei atom export mcp`,
	}, func(ctx context.Context, _ []string) error {
		if env, _ := s.getenv("KEI_GATE"); s.gate == "" && env == "" {
			s.ledger = "off" // nothing runs
		}
		r, e := s.asked(ctx)
		if e != nil {
			return s.refuse("%s", clean(e.Message))
		}
		defer r.Record.Close()
		tools, err := s.tools(ctx, r)
		if err != nil {
			return err
		}
		text, err := serve.List(tools)
		if err == nil {
			_, err = x.stdout.Write(text)
		}
		return err
	})
	s.flags(c)
	return c
}

func (x *atomApp) exportSkill() *cobra.Command {
	out := ""
	c := x.verb(&cobra.Command{
		Use:   "skill [--out DIR] PACKAGE",
		Short: "make an Agent Skills folder of a package",
		Long: `Skill writes PACKAGE/SKILL.md into the folder of skills, .claude/skills unless --out
says otherwise: what the package's atoms take, give and do, and how they are invoked.`,
		Args:    args("PACKAGE"),
		Example: `kei atom export skill kei-task --out .claude/skills`,
	}, func(ctx context.Context, args []string) error {
		set, err := x.load(ctx)
		if err != nil {
			return err
		}
		name, err := x.skill(set, args[0], out)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(x.stdout, name)
		return err
	})
	c.Flags().StringVar(&out, "out", filepath.Join(".claude", "skills"), "the `DIR` of skills")
	return c
}

// skill writes the folder of a package, and returns the file.
func (x *atomApp) skill(set *atom.Set, pkg, dir string) (string, error) {
	var atoms []*atom.Atom
	description := ""
	for _, a := range set.Atoms {
		if a.Package != pkg || a.State() != atom.OK {
			continue
		}
		atoms = append(atoms, a)
		description = a.Meta.Description
	}
	if len(atoms) == 0 {
		return "", x.refuse("no package %s with an atom that is in order; see kei atom list", clean(pkg))
	}
	text, err := serve.Skill(pkg, description, atoms, func(a *atom.Atom) string {
		if len(a.Input.Examples) == 0 {
			return ""
		}
		return invokeLine(a.ID, schema.Canonical(a.Input.Examples[0]))
	})
	if err != nil {
		return "", x.refuse("%v", err)
	}
	name := filepath.Join(dir, pkg, "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", err
	}
	return name, files.Out(name, text, 0o644)
}
