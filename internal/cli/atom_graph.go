package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/graph"

	"github.com/spf13/cobra"
)

func (x *atomApp) graph() *cobra.Command {
	c := &cobra.Command{
		Use:   "graph VERB",
		Short: "what atoms have to do with one another",
		Long: `The graph is computed from the declarations at each call. Its nodes are the atoms that
list lists, and rules that they link to; its edges are links in related, links in
bodies, parents of a lineage, and links to rules.`,
		Args:                  unknownVerb,
		RunE:                  func(c *cobra.Command, _ []string) error { return c.Help() },
		DisableFlagsInUseLine: true,
	}
	c.PersistentFlags().BoolVar(&x.json, "json", false, "for programs")
	c.AddCommand(x.rank(), x.related(), x.search(), x.exportGraph(), x.watch())
	return c
}

// graphOf is the graph of the roots.
func (x *atomApp) graphOf(ctx context.Context, o graph.Options) (*graph.Graph, error) {
	set, err := x.load(ctx)
	if err != nil {
		return nil, err
	}
	return graph.Of(set, o), nil
}

func (x *atomApp) refuse(format string, args ...any) error {
	fmt.Fprintf(x.stderr, "kei: "+format+"\n", args...)
	return exit(2)
}

// first are at most limit of a list; 0: all.
func first[T any](list []T, limit int) []T {
	if list == nil {
		list = []T{}
	}
	if limit > 0 {
		list = list[:min(limit, len(list))]
	}
	return list
}

func (x *atomApp) rank() *cobra.Command {
	limit, compat := 20, false
	c := x.verb(&cobra.Command{
		Use:   "rank [--limit N] [--compat] [--json]",
		Short: "list the atoms that others lead to first",
		Long: `Rank is PageRank over the links between atoms, in related and in bodies: where somebody
would be who follows links at random. All ranks together are 1.`,
		Args: args(),
		Example: `
			kei atom graph rank
			kei atom graph rank --limit 0 --json`,
	}, func(ctx context.Context, _ []string) error {
		if limit < 0 {
			return x.refuse("--limit %d is negative", limit)
		}
		g, err := x.graphOf(ctx, graph.Options{})
		if err != nil {
			return err
		}
		ranks := g.Ranks
		if compat {
			ranks = g.EarlierRanks
		}
		list := first(ranks(), limit)
		if x.json {
			return x.encode(list)
		}
		for _, r := range list {
			fmt.Fprintf(x.stdout, "%.6f\t%s\n", r.Score, clean(r.ID))
		}
		return nil
	})
	c.Flags().IntVar(&limit, "limit", limit, "at most `N`; 0: all")
	c.Flags().BoolVar(&compat, "compat", false, "as the earlier kit computed it")
	return c
}

func (x *atomApp) related() *cobra.Command {
	depth, direction := 2, string(graph.Out)
	c := x.verb(&cobra.Command{
		Use:   "related [--depth N] [--direction out|in|both] [--json] ID",
		Short: "list what an atom leads to",
		Args:  args("ID"),
		Example: `
			kei atom graph related kei-task::create
			kei atom graph related kei-task::create --direction in --depth 1`,
	}, func(ctx context.Context, args []string) error {
		if !slices.Contains([]string{"out", "in", "both"}, direction) {
			return x.refuse("--direction %s is none of out, in, both", clean(direction))
		}
		g, at, err := x.near(ctx, args[0], depth, graph.Options{})
		if err != nil {
			return err
		}
		list := first(g.Near(at, depth, graph.Direction(direction)), 0)
		if x.json {
			return x.encode(list)
		}
		for _, n := range list {
			fmt.Fprintf(x.stdout, "%s\t%s\t(depth %d)\n", n.Type, clean(n.ID), n.Depth)
		}
		return nil
	})
	c.Flags().IntVar(&depth, "depth", depth, "at most `N` steps, 1 to 5")
	c.Flags().StringVar(&direction, "direction", direction, "follow links out, in or both")
	return c
}

// near is the graph, and a node of it that things are said to be near to.
func (x *atomApp) near(ctx context.Context, id string, depth int, o graph.Options) (*graph.Graph, int, error) {
	if depth < 1 || depth > 5 {
		return nil, 0, x.refuse("--depth %d is not between 1 and 5", depth)
	}
	g, err := x.graphOf(ctx, o)
	if err != nil {
		return nil, 0, err
	}
	at, ok := g.Find(id)
	if !ok {
		return nil, 0, x.refuse("no atom matching %s; see kei atom list", clean(id))
	}
	return g, at, nil
}

func (x *atomApp) search() *cobra.Command {
	limit := 20
	kindFirst := false
	c := x.verb(&cobra.Command{
		Use:   "search [--limit N] [--json] WORD...",
		Short: "find atoms by words",
		Long: `Search finds the atoms that hold all words, in id, keywords, title and body, the best
first. A word with - or :: in it has to stand so; a word that ends with * is a
beginning. There are no operators.`,
		Args: cobra.MinimumNArgs(1),
		Example: `
			kei atom graph search create task
			kei atom graph search 'fetch*' --limit 5`,
	}, func(ctx context.Context, args []string) error {
		if limit < 0 {
			return x.refuse("--limit %d is negative", limit)
		}
		q, ok := graph.ParseQuery(strings.Join(args, " "))
		if !ok {
			return x.refuse("nothing to search for: a word has letters or digits")
		}
		g, err := x.graphOf(ctx, graph.Options{})
		if err != nil {
			return err
		}
		list := first(g.Search(q), limit)
		if x.json {
			return x.encode(list)
		}
		for i, h := range list {
			if kindFirst {
				fmt.Fprintf(x.stdout, "%d\t%s\t%s\n", i+1, h.Kind, clean(h.ID))
			} else {
				fmt.Fprintf(x.stdout, "%s\t%s\t%s\n", clean(h.ID), h.Kind, clean(h.Title))
			}
		}
		return nil
	})
	c.Flags().IntVar(&limit, "limit", limit, "at most `N`; 0: all")
	c.Flags().BoolVar(&kindFirst, "kind-first", false, "as the earlier kit printed it")
	_ = c.Flags().MarkHidden("kind-first")
	return c
}

func (x *atomApp) exportGraph() *cobra.Command {
	depth, format := 2, "graphml"
	var o graph.Options
	c := x.verb(&cobra.Command{
		Use:   "export [--format F] [--include-unresolved] [ID --depth N]",
		Short: "write the graph for other programs",
		Long: `Export writes all of the graph, or what is near to one atom: GraphML, Graphviz' DOT,
Mermaid, or JSON. The same declarations give the same bytes.`,
		Args: cobra.MaximumNArgs(1),
		Example: `
			kei atom graph export >atoms.graphml
			kei atom graph export kei-task::create --depth 1 --format mermaid`,
	}, func(ctx context.Context, args []string) error {
		if x.json {
			format = "json"
		}
		if !slices.Contains(graph.Formats, format) {
			return x.refuse("--format %s is none of %s", clean(format), strings.Join(graph.Formats, ", "))
		}
		if len(args) == 0 {
			g, err := x.graphOf(ctx, o)
			if err != nil {
				return err
			}
			return g.Write(x.stdout, format, g.Ranks())
		}
		g, at, err := x.near(ctx, args[0], depth, o)
		if err != nil {
			return err
		}
		return g.Around(at, depth).Write(x.stdout, format, g.Ranks())
	})
	c.Flags().IntVar(&depth, "depth", depth, "at most `N` steps away from ID, 1 to 5")
	c.Flags().StringVar(&format, "format", format, strings.Join(graph.Formats, ", "))
	c.Flags().BoolVar(&o.Unresolved, "include-unresolved", false, "with what links name and nobody declares")
	return c
}

func (x *atomApp) watch() *cobra.Command {
	return x.verb(&cobra.Command{
		Use:   "watch",
		Short: "print a line of JSON whenever atoms change",
		Long: `Watch prints what is added, removed and changed, and how many atoms and findings there
are then, until it is interrupted.`,
		Args:    args(),
		Example: `kei atom graph watch`,
	}, func(ctx context.Context, _ []string) error {
		roots, err := x.where()
		if err != nil {
			return err
		}
		rules, err := x.ruleNames()
		if err != nil {
			return err
		}
		out := json.NewEncoder(x.stdout)
		return graph.Watch(ctx, rules, roots, func(set *atom.Set) {
			fmt.Fprintf(x.stderr, "kei: watching %d files of atoms\n", len(set.Atoms))
		}, func(c graph.Change) error { return out.Encode(c) })
	})
}
