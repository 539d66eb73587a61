package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"kei/gen/agents"
	"kei/gen/spec"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/templates"

	"github.com/spf13/cobra"
)

func (a *app) agentImport() *cobra.Command {
	var client, role string
	c := a.verb(&cobra.Command{
		Use:   "import [--client NAME] [--role ROLE] FILE...",
		Short: "make a definition of an agent's file that a client has",
		Long: `Import reads agents as a client has them, or manifests of the earlier kit, and
writes agents/NAME/agent.toml and system-prompt.md. Whose file it is is known by its
folder, or said with --client. Of Gemini CLI the rules in the home folder are read,
too. What a definition has no place for, or says in another sense, is printed on
standard error. No client's file says a role: without --role the definition has none,
and kei check asks for it. What clients let through that no gate holds is accepted
in the definition, and said. A prompt of fewer than ten characters is refused: there
is a client that drops such an agent.`,
		Args: func(c *cobra.Command, given []string) error {
			if len(given) == 0 {
				return args("FILE")(c, given)
			}
			return nil
		},
		Example: `
			kei agent import --role edit-local .claude/agents/forge.md
			kei agent import --client opencode ~/.config/opencode/agents/*.md`,
	}, func(ctx context.Context, names []string) error {
		for _, name := range names {
			if err := errors.Join(ctx.Err(), a.importOne(client, role, name)); err != nil {
				return err
			}
		}
		return nil
	})
	c.Flags().StringVar(&client, "client", "", "the files are those of the client `NAME`")
	c.Flags().StringVar(&role, "role", "", "the agents are in `ROLE`")
	return c
}

func (a *app) importOne(client, role, name string) error {
	full, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	if client == "" {
		client = agents.ClientOf(filepath.ToSlash(full))
	}
	if !slices.Contains(agents.Importable(), client) {
		return fmt.Errorf("%s: whose file it is is not known by its folder; say it with --client%s", name, tomlpos.OrOneOf(client, agents.Importable()))
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	policy, err := a.policyOf(client, full)
	if err != nil {
		return err
	}
	d, err := agents.Import(client, filepath.ToSlash(full), data, policy)
	if err != nil {
		return err
	}
	if role != "" {
		d.Role = role
		d.Losses = slices.DeleteFunc(d.Losses, func(l agents.Loss) bool { return l.Field == "role" })
	}
	if d.Name == "" || strings.ContainsAny(d.Name, `/\`) || strings.HasPrefix(d.Name, ".") {
		return fmt.Errorf("%s: %s cannot name an agent", name, tomlpos.Printable(d.Name))
	}
	if utf8.RuneCountInString(d.Body) < spec.LeastPrompt {
		return fmt.Errorf("%s: its prompt has fewer than %d characters, and a client drops such an agent; say there what it is to do", name, spec.LeastPrompt)
	}
	if err := a.plantAgent(d.Name, d.TOML(), []byte(d.Body+"\n")); err != nil {
		return err
	}
	for _, l := range d.Losses {
		fmt.Fprintf(a.stderr, "%s: %s\n", l.Agent, l.Text())
	}
	return a.acceptAll(d)
}

// policyOf reads the other file that a client has of an agent, nil if there is none.
func (a *app) policyOf(client, file string) ([]byte, error) {
	name := agents.PolicyOf(client, agents.AgentOf(client, filepath.ToSlash(file)))
	rest, ok := strings.CutPrefix(name, "~/")
	if !ok {
		return nil, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, nil // nobody has rules there
	}
	data, err := os.ReadFile(filepath.Join(home, filepath.FromSlash(rest)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil:
		fmt.Fprintf(a.stderr, "its rules are read from %s\n", name)
	}
	return data, err
}

// acceptAll accepts what clients let through of an imported agent and no gate holds, which
// kei check would ask for: it was so before. Each is said, to be read.
func (a *app) acceptAll(d agents.Imported) error {
	lost := d.Open()
	if d.Role != "" { // what the role switches off, too; of what else is wrong kei check speaks
		r, _ := a.agentReport(nil, "")
		lost = append(lost, r.Set.Losses...)
	}
	var list []agents.Loss
	for _, l := range lost {
		same := func(o agents.Loss) bool { return o.Client == l.Client && o.Field == l.Field }
		if l.Agent == d.Name && l.Open() && !slices.ContainsFunc(list, same) {
			list = append(list, l)
		}
	}
	if len(list) == 0 {
		return nil
	}
	name := "agents/" + d.Name + "/agent.toml"
	if err := files.Out(filepath.Join(a.dir, filepath.FromSlash(name)), append(d.TOML(), agents.Accepting(list)...), 0o644); err != nil {
		return err
	}
	for _, l := range list {
		fmt.Fprintf(a.stderr, "%s: accepted, as it was before: %s\n", name, l.Text())
	}
	return nil
}

// plantAgent writes the folder of an agent that there is not yet.
func (a *app) plantAgent(name string, toml, prompt []byte) error {
	root, err := a.folder()
	if err != nil {
		return err
	}
	defer root.Close()
	dir := "agents/" + name
	set := []files.File{{Name: "agent.toml", Data: toml}, {Name: "system-prompt.md", Data: prompt}}
	if err := plant(root, dir, set); err != nil {
		return err
	}
	a.made(dir+"/agent.toml", dir+"/system-prompt.md")
	return nil
}

func (a *app) newAgent() *cobra.Command {
	var role string
	c := a.verb(&cobra.Command{
		Use:   "agent [-C DIR] --role ROLE NAME",
		Short: "start an agent: a folder with agent.toml and system-prompt.md",
		Long: `The new agent is complete and passes kei agent check; what it is told and may do is
an example to be replaced.`,
		Args: args("NAME"),
		Example: `
			kei new agent forge --role edit-local`,
	}, func(_ context.Context, given []string) error {
		if !spec.IsSlug(given[0]) {
			return fmt.Errorf("%s is no name of an agent; use lower-case letters, digits and -", tomlpos.Printable(given[0]))
		}
		if role == "" {
			return errors.New("an agent is in a role, which says what it may do; name it with --role")
		}
		if err := a.canExtend(role); err != nil {
			return err
		}
		toml, prompt, err := templates.NewAgent(given[0], role)
		if err != nil {
			return err
		}
		return a.plantAgent(given[0], toml, prompt)
	})
	c.Flags().StringVar(&role, "role", "", "the agent is in `ROLE`")
	return c
}
