package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"kei/internal/tomlpos"
	"kei/runtime/client"

	"github.com/spf13/cobra"
)

// A toolFact is one tool as kei tools prints it.
type toolFact struct {
	Client string   `json:"client"`
	Tool   string   `json:"tool"`
	Does   string   `json:"does"`
	Stands string   `json:"stands-for"`
	Must   []string `json:"decided-by"`
	May    []string `json:"and-by"`
}

func (a *app) listTools() *cobra.Command {
	asJSON := false
	c := a.verb(&cobra.Command{
		Use:   "tools [--json] [CLIENT]",
		Short: "the clients' tools: what each does, and which fields decide",
		Long: `Tools prints what gates know of the tools of a client, or of all: what a tool
does, which of Claude Code's it stands for in a policy, and the fields of its
input by which a call is judged. What does "talk" touches nothing but the
conversation; a role allows all of that as ` + client.Talking + `. A tool that is not here
does "other": a role allows it by its own name.

All clients may have the tools of Claude Code as well, by the same names.`,
		Args: cobra.MaximumNArgs(1),
		Example: `
			kei tools
			kei tools opencode`,
	}, func(_ context.Context, args []string) error {
		facts, err := toolFacts(args)
		if err != nil {
			return err
		}
		if asJSON {
			return printJSON(a.stdout, facts)
		}
		return printTools(a.stdout, facts)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "for programs")
	return c
}

// toolFacts are those of the client that is named, or of all.
func toolFacts(args []string) ([]toolFact, error) {
	facts := []toolFact{}
	var names []string
	for _, c := range client.Clients {
		if c.Name == "" {
			continue
		}
		names = append(names, c.Name)
		if len(args) > 0 && args[0] != c.Name {
			continue
		}
		for _, t := range client.ToolsOf(c) {
			f := toolFact{Client: c.Name, Tool: t.Name, Does: string(t.Does), Stands: t.Stands}
			f.Must, f.May = t.Fields()
			facts = append(facts, f)
		}
	}
	if len(facts) == 0 {
		return nil, fmt.Errorf("no client %s%s; there are %s", tomlpos.Printable(args[0]), tomlpos.DidYouMean(args[0], names), strings.Join(names, ", "))
	}
	return facts, nil
}

func printTools(w io.Writer, facts []toolFact) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	last := ""
	for _, f := range facts {
		if f.Client != last {
			if last != "" {
				fmt.Fprintln(table)
			}
			fmt.Fprintf(table, "%s\tDOES\tSTANDS FOR\tDECIDED BY\n", strings.ToUpper(f.Client))
			last = f.Client
		}
		by := strings.Join(f.Must, " | ")
		if len(f.May) > 0 {
			by = strings.TrimPrefix(by+", ", ", ") + "[" + strings.Join(f.May, ", ") + "]"
		}
		if by == "" {
			by = "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", f.Tool, f.Does, f.Stands, by)
	}
	return table.Flush()
}
