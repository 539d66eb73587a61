package cli

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/gen"
	"kei/gen/agents"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"

	"github.com/spf13/cobra"
)

// agent are the verbs about definitions of agents; kei agents is about their runs.
func (a *app) agent() *cobra.Command {
	c := &cobra.Command{
		Use:   "agent VERB",
		Short: "agents/NAME/agent.toml: check it, and write it for every client",
		Long: `An agent is defined once, in agents/NAME/agent.toml and the prompt beside it, and
rendered for the clients that run it. What a client cannot say is reported: whether
it lets more through or less, shown by a command or a path.`,
		Args:                  unknownVerb,
		RunE:                  func(c *cobra.Command, _ []string) error { return c.Help() },
		DisableFlagsInUseLine: true,
		Example: `  kei agent check
  kei agent render --client claude --out ../app
  kei agent import --role edit-local .claude/agents/forge.md`,
	}
	c.AddCommand(a.agentCheck(), a.agentImport(), a.agentRender())
	return c
}

// agentReport reads the agents and says what is wrong with them.
func (a *app) agentReport(clients []string, primary string) (gen.Report, error) {
	for _, c := range clients {
		if !slices.Contains(agents.Clients(), c) {
			return gen.Report{}, fmt.Errorf("no client %s%s", tomlpos.Printable(c), tomlpos.OrOneOf(c, agents.Clients()))
		}
	}
	if len(clients) == 0 {
		clients = agents.Clients()
	}
	fsys, err := a.source()
	if err != nil {
		return gen.Report{}, err
	}
	r, warnings, err := gen.Agents(fsys, clients, primary)
	a.warn(warnings)
	return r, err
}

func (a *app) agentCheck() *cobra.Command {
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "check [--json]",
		Short: "read every definition and say what clients lose of it",
		Long: `Check reads agents/, renders every agent without writing it, and prints what each
client cannot say. Its status is 2 if a definition is wrong or something would be
let through that no gate holds and no [[accept]] names.`,
		Args: args(),
		Example: `
			kei agent check
			kei agent check --json | jq .agents`,
	}, func(context.Context, []string) error {
		r, err := a.agentReport(nil, "")
		if asJSON {
			if e := a.printAgents(r); e != nil {
				return e
			}
			return err
		}
		if err != nil {
			return err
		}
		for _, l := range r.Set.Losses {
			fmt.Fprintf(a.stdout, "%s: %s\n", l.Agent, l.Text())
		}
		return nil
	})
	c.Flags().BoolVar(&asJSON, "json", false, "print the definitions as they were read, what is wrong with them, and the losses")
	return c
}

// printAgents prints what was read, as JSON: keys as in the file, rules in order.
func (a *app) printAgents(r gen.Report) error {
	type finding struct {
		What    string `json:"what"`
		Agent   string `json:"agent"`
		Key     string `json:"key"`
		Line    int    `json:"line"`
		Col     int    `json:"col"`
		Message string `json:"message"`
		Offer   string `json:"offer,omitempty"`
	}
	out := struct {
		Agents   []map[string]any `json:"agents"`
		Errors   []finding        `json:"errors"`
		Warnings []finding        `json:"warnings"`
		Losses   []agents.Loss    `json:"losses"`
	}{[]map[string]any{}, []finding{}, []finding{}, r.Set.Losses}
	for _, one := range r.Agents {
		out.Agents = append(out.Agents, definitionJSON(one))
	}
	for _, f := range r.Findings {
		said := finding{f.What, f.Agent, f.Key, f.Pos.Line, f.Pos.Col, f.Msg, f.Offer}
		if f.Warning {
			out.Warnings = append(out.Warnings, said)
		} else {
			out.Errors = append(out.Errors, said)
		}
	}
	return printJSON(a.stdout, out)
}

// definitionJSON is one definition by the keys of its file.
func definitionJSON(a spec.Agent) map[string]any {
	m := map[string]any{"name": a.Name, "role": a.Role.Text, "rendered": a.Definition != nil}
	d := a.Definition
	if d == nil {
		return m
	}
	m["description"], m["mode"], m["prompt"] = d.Description, d.Mode, d.Prompt
	set := func(key string, there bool, v any) {
		if there {
			m[key] = v
		}
	}
	set("display_name", d.DisplayName != "", d.DisplayName)
	set("max_turns", d.MaxTurns > 0, d.MaxTurns)
	set("tools", d.Tools != nil, d.Tools)
	set("skills", d.Skills != nil, d.Skills)
	set("context", d.Context != nil, d.Context)
	set("rules", d.Rules != nil, d.Rules)
	set("tags", d.Tags != nil, d.Tags)
	set("model", d.Inherit, "inherit")
	if len(d.Model) > 0 {
		models := map[string]string{}
		for _, one := range d.Model {
			models[one.Client] = one.Model
		}
		m["model"] = models
	}
	permissions := map[string]any{}
	for _, s := range d.Sections {
		rules := []string{}
		for _, r := range s.Rules {
			rules = append(rules, r.Pattern+":"+string(r.Action))
		}
		permissions[s.Tool] = map[string]any{"intent": s.Intent, "rules": rules}
	}
	set("permissions", len(permissions) > 0, permissions)
	return m
}

func (a *app) agentRender() *cobra.Command {
	var clients []string
	var out, primary string
	c := a.verb(&cobra.Command{
		Use:   "render [--client NAME]... [--out DIR]",
		Short: "write the agents' files where clients look for them",
		Long: `Render writes the file of each agent for each client: all of them, or none. Files
that it wrote for agents that are gone are removed, those of others are left alone,
and one of them in the way is an error. What a client lets through is said on
standard error.`,
		Args: args(),
		Example: `
			kei agent render --client claude --client opencode
			kei agent render --out ../app`,
	}, func(ctx context.Context, _ []string) error {
		if err := a.render(clients, out, primary); err != nil {
			return err
		}
		return ctx.Err()
	})
	c.Flags().StringArrayVar(&clients, "client", nil, "only for the client `NAME`; more than one may be given")
	c.Flags().StringVar(&out, "out", "", "write into `DIR`, the folder of the project; default is the policy folder")
	c.Flags().StringVar(&primary, "primary", "", "the agent `NAME` is Pi's own system prompt")
	return c
}

// render writes the files of some clients, of all if there are none, into a project.
func (a *app) render(clients []string, out, primary string) error {
	r, err := a.agentReport(clients, primary)
	if err != nil {
		return err
	}
	tree := files.Tree{Dir: a.dir}
	if out != "" {
		tree.Dir = out
	}
	for _, client := range r.Clients {
		tree.Shared = append(tree.Shared, slices.DeleteFunc(agents.Folders(client), func(f string) bool { return strings.HasPrefix(f, "~/") })...)
	}
	if err := os.MkdirAll(tree.Dir, 0o755); err != nil {
		return err
	}
	set, home := apart(r.Set.Renderings)
	policy := a.policyIn(tree.Dir)
	m, err := manifestOf(tree.Dir)
	if err != nil {
		return err
	}
	changes, err := m.in(tree, policy).Write(set)
	if err != nil {
		return err
	}
	if err := m.keep(policy, tree.Shared, namesOf(set)); err != nil {
		return err
	}
	for _, c := range changes {
		fmt.Fprintln(a.stdout, path.Clean(c.Name))
	}
	if slices.ContainsFunc(r.Clients, func(c string) bool { return agents.Project(c) != "" }) {
		a.warnNoGate(tree.Dir)
	}
	for _, name := range home {
		fmt.Fprintf(a.stderr, "%s: not written; kei install puts it there\n", name)
	}
	for _, l := range r.Set.Losses {
		if l.Kind == agents.Wider || l.Kind == agents.Unenforced {
			fmt.Fprintf(a.stderr, "%s: %s\n", l.Agent, l.Text())
		}
	}
	return nil
}

func namesOf(set []files.File) (names []string) {
	for _, f := range set {
		names = append(names, f.Name)
	}
	return names
}

// apart are the files of a project, and the names of those of a home folder.
func apart(list []agents.Rendering) (set []files.File, home []string) {
	for _, one := range list {
		for _, f := range one.Files {
			if strings.HasPrefix(f.Name, "~/") {
				home = append(home, f.Name)
				continue
			}
			set = append(set, f)
		}
	}
	return set, home
}

// warnNoGate says that the program which agents of Claude Code, Copilot and Qwen Code start
// before each call is not in the project.
func (a *app) warnNoGate(dir string) {
	if name := filepath.Join(dir, "bin", "dispatch"); !isFile(name) {
		fmt.Fprintf(a.stderr, "%s does not exist, and agents of Claude Code, Copilot and Qwen Code do nothing without it; kei install --dispatch --agents puts agents there with their gate\n", name)
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
