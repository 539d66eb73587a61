package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kei/hooks"

	"github.com/spf13/cobra"
)

const everyClient = "all"

func (a *app) doctor() *cobra.Command {
	var t target
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "doctor [-C DIR] [--client all|CLIENT] [--scope all|project|user] [--dir DIR] [--json]",
		Short: "start the installed gates as the clients would, and say whether they hold",
		Long: `Doctor reads the settings that a client reads, starts each gate of kei that is
installed there, by the very command that is installed, with a call that every
policy denies and with one that its policy allows, as that client writes them. It
prints one line for each client that has a gate, "ok" or "FAIL", with what holds
and what does not; of one client it prints one line for each finding. Agents that
kei install --agents has put there are compared with out/agents, and each is asked as.

Exit status: 0 if all holds, 1 if anything does not.`,
		Args: args(),
		Example: `
			kei doctor
			kei doctor --client codex --dir ../app --scope project`,
	}, func(ctx context.Context, _ []string) error { return a.examine(ctx, t, asJSON) })
	c.Flags().BoolVar(&asJSON, "json", false, "print a list of clients with what was found about each, as JSON")
	t.flags(c, "all", "project, user, or all that a session reads", everyClient, everyClient+", "+strings.Join(hooks.Clients(), ", "))
	return c
}

// examine asks what is installed, and says what it found.
func (a *app) examine(ctx context.Context, t target, asJSON bool) error {
	site, err := t.site("all", "project", "user")
	if err != nil {
		return err
	}
	names := []string{t.client}
	if t.client == everyClient {
		names = hooks.Clients()
	}
	current, lacks := a.today, a.lacks
	if !a.findPolicy(site, names) {
		current, lacks = nil, nil
	}
	known := a.known()
	bin, err := a.bin()
	if err != nil {
		return err
	}
	failed, installed := false, false
	var list []clientFindings
	for _, name := range names {
		one := t
		one.client = name
		client, err := one.named()
		if err != nil {
			return err
		}
		found, has := hooks.Examine(ctx, hooks.Examination{Client: client, Site: site, Known: known, Bin: bin, Current: current, Atoms: a.openPrograms(ctx, site.Dir), Lacks: lacks})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if has && site.Scope != "user" {
			found = append(found, a.agentFindings(ctx, client, site)...)
		}
		list = append(list, clientFindings{Client: name, Installed: has, Findings: found})
		if t.client == everyClient {
			if !has && !unreadable(found) {
				continue
			}
			found = []hooks.Finding{summary(client, found)}
		}
		installed = true
		failed = a.told(asJSON, found) || failed
	}
	if asJSON {
		if err := printJSON(a.stdout, list); err != nil {
			return err
		}
	}
	if !installed && !asJSON {
		a.findings([]hooks.Finding{{Text: "no gate of kei is installed for any client; kei install does it"}})
	}
	if failed || !installed {
		return exit(1)
	}
	return nil
}

// findPolicy reports whether there is a policy to compare with: the one that -C names or
// that is found here, else the one beside which an installed gate lies.
func (a *app) findPolicy(site hooks.Site, clients []string) bool {
	has := func(dir string) bool {
		info, err := os.Stat(filepath.Join(dir, "roles"))
		return err == nil && info.IsDir()
	}
	if a.named || has(a.dir) {
		return true
	}
	for _, scope := range []string{"project", "local", "user"} {
		at := site
		at.Scope = scope
		for _, name := range clients {
			c := hooks.Named(name)
			if c == nil || scope == "local" && !c.HasLocal() {
				continue
			}
			for _, program := range c.Programs(at) {
				if dir := filepath.Dir(filepath.Dir(program)); has(dir) {
					a.dir = dir
					return true
				}
			}
		}
	}
	return false
}

// clientFindings are what doctor found about one client.
type clientFindings struct {
	Client    string          `json:"client"`
	Installed bool            `json:"installed"`
	Findings  []hooks.Finding `json:"findings"`
}

// told prints findings, or leaves that to who prints all of them; it reports whether
// one does not hold.
func (a *app) told(quiet bool, list []hooks.Finding) (failed bool) {
	if !quiet {
		return a.findings(list)
	}
	return slices.ContainsFunc(list, func(f hooks.Finding) bool { return !f.Holds })
}

// findings prints them and reports whether one of them does not hold.
func (a *app) findings(list []hooks.Finding) (failed bool) {
	for _, f := range list {
		word := "ok  "
		if !f.Holds {
			word, failed = "FAIL", true
		}
		fmt.Fprintf(a.stdout, "%s  %s\n", word, f.Text)
	}
	return failed
}

// unreadable reports whether there is more to say than that nothing is
// installed.
func unreadable(list []hooks.Finding) bool { return len(list) > 1 }

// summary is all that was found about a client in one line, what does not hold
// first.
func summary(c *hooks.Client, list []hooks.Finding) hooks.Finding {
	var bad, good []string
	for _, f := range list {
		if f.Holds {
			good = append(good, f.Brief)
		} else {
			bad = append(bad, f.Text)
		}
	}
	text := c.Title + ": "
	if len(bad) > 0 {
		text += strings.Join(bad, "; ")
		if len(good) > 0 {
			text += "; holds: "
		}
	}
	return hooks.Finding{Holds: len(bad) == 0, Text: text + strings.Join(good, ", ")}
}
