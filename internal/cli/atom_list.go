package cli

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/forge"
	"kei/atom/schema"

	"github.com/spf13/cobra"
)

func (x *atomApp) list() *cobra.Command {
	var l listing
	c := x.verb(&cobra.Command{
		Use:   "list [--package P] [--kind K] [--state S] [--json]",
		Short: "list the atoms there are",
		Long: `List prints id, kind and file of each atom. What is wrong with those that can't be
invoked goes to standard error, as lint prints it. Those of which not even id, kind
and effects can be trusted are listed by --state rejected only.`,
		Args: args(),
		Example: `
			kei atom list
			kei atom list --kind query --json`,
	}, func(ctx context.Context, _ []string) error {
		if l.kind != "" && !slices.Contains(atom.Kinds, l.kind) {
			return x.refuse("--kind %s is none of %s", l.kind, strings.Join(atom.Kinds, ", "))
		}
		if l.state != "" && !slices.Contains([]string{"ok", "incomplete", "rejected"}, l.state) {
			return x.refuse("--state %s is none of ok, incomplete, rejected", l.state)
		}
		if l.rules {
			return x.listedRules()
		}
		return x.listed(ctx, l)
	})
	c.Flags().StringArrayVar(&x.packages, "package", nil, "atoms of this `PACKAGE` only")
	c.Flags().StringVar(&l.kind, "kind", "", "command, query, stream or transform")
	c.Flags().StringVar(&l.state, "state", "", "ok, incomplete or rejected")
	c.Flags().BoolVar(&x.json, "json", false, "for programs")
	c.Flags().BoolVar(&l.discovered, "discovered", false, "as the earlier kit's kei-sage printed it")
	c.Flags().BoolVar(&l.rules, "discovered-rules", false, "the rules there are, as the earlier kit's kei-sage printed them")
	_ = c.Flags().MarkHidden("discovered")
	_ = c.Flags().MarkHidden("discovered-rules")
	return c
}

// A listing is which atoms are asked for, and in which form.
type listing struct {
	kind, state string
	discovered  bool // as the earlier kit's kei-sage printed them
	rules       bool // rules in place of atoms, likewise
}

// listedRules prints the rules that atoms may link to, as the earlier kit did.
func (x *atomApp) listedRules() error {
	dir, err := x.rulesDir()
	if err != nil {
		return err
	}
	fmt.Fprint(x.stdout, "slug\tname\tpath\n")
	for _, r := range atom.RulesOf(dir) {
		fmt.Fprintf(x.stdout, "%s\t%s\t%s\n", clean(r.Slug), clean(r.Title), clean(r.File))
	}
	return nil
}

func (x *atomApp) listed(ctx context.Context, l listing) error {
	set, err := x.load(ctx)
	if err != nil {
		return err
	}
	facts := []map[string]any{}
	if l.discovered {
		fmt.Fprint(x.stdout, "full_id\tkind\tstability\tmd_path\n")
	}
	for _, p := range set.Problems {
		if !p.Warning {
			fmt.Fprintln(x.stderr, p)
		}
	}
	for _, a := range set.Atoms {
		s := a.State()
		if s != atom.OK {
			for _, p := range a.Problems {
				fmt.Fprintln(x.stderr, p)
			}
		}
		switch {
		case len(x.packages) > 0 && !slices.Contains(x.packages, a.Package), l.kind != "" && string(a.Kind) != l.kind,
			l.state != "" && string(s) != l.state, l.state == "" && s == atom.Rejected:
			continue
		}
		switch {
		case x.json:
			facts = append(facts, atomFacts(a))
		case l.discovered:
			fmt.Fprintf(x.stdout, "%s\t%s\t%s\t%s\n", clean(a.ID), a.Kind, clean(a.Stability), clean(x.shown(a)))
		default:
			fmt.Fprintf(x.stdout, "%s\t%s\t%s\n", clean(a.ID), a.Kind, clean(x.shown(a)))
		}
	}
	if x.json {
		return x.encode(facts)
	}
	return nil
}

func (x *atomApp) encode(v any) error { return printJSON(x.stdout, v) }

// atomFacts is an atom as list and show print it for programs.
func atomFacts(a *atom.Atom) map[string]any {
	spec := ""
	if a.Spec != [32]byte{} {
		spec = hex.EncodeToString(a.Spec[:])
	}
	related := []string{}
	for _, l := range a.Links {
		if l.Related {
			related = append(related, l.Target)
		}
	}
	some := func(list any, n int) any {
		if n == 0 {
			return []any{}
		}
		return list
	}
	d := atom.Read(a.Body)
	return map[string]any{
		"id": a.ID, "package": a.Package, "verb": a.Verb, "kind": a.Kind, "version": a.Version, "state": a.State(), "path": a.File,
		"stability": a.Stability, "deprecated": a.Deprecated, "idempotent": a.Idempotent, "timeout_ms": a.Timeout.Milliseconds(),
		"side_effects": some(a.Effects, len(a.Effects)), "keywords": some(a.Keywords, len(a.Keywords)), "related": related,
		"description": d.Description, "spec_sha": spec, "problems": some(a.Problems, len(a.Problems)),
		"sections": map[string]string{"example": d.Example, "gotchas": d.Gotchas, "related": d.Related},
	}
}

func (x *atomApp) show() *cobra.Command {
	side := ""
	c := x.verb(&cobra.Command{
		Use:   "show [--json|--schema input|output] ID",
		Short: "print what an atom takes, gives and does",
		Args:  args("ID"),
		Example: `
			kei atom show kei-task::create
			kei atom show kei-task::create --schema input`,
	}, func(ctx context.Context, args []string) error {
		set, err := x.load(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(set.Atoms, func(a *atom.Atom) bool { return a.ID == args[0] })
		if i < 0 {
			return x.refuse("no atom matching %s; see kei atom list", clean(args[0]))
		}
		a := set.Atoms[i]
		s := map[string]*schema.Schema{"input": a.Input, "output": a.Output}
		switch {
		case side != "" && side != "input" && side != "output":
			return x.refuse("--schema %s is neither input nor output", side)
		case side != "" && s[side] == nil:
			return fmt.Errorf("%s has no %s schema that can be read; see kei atom lint", a.ID, side)
		case side != "":
			_, err := x.stdout.Write(s[side].Text)
			return err
		case x.json:
			return x.encode(atomFacts(a))
		}
		x.describe(a)
		return nil
	})
	c.Flags().BoolVar(&x.json, "json", false, "for programs")
	c.Flags().StringVar(&side, "schema", "", "print this schema: input or output")
	return c
}

func (x *atomApp) describe(a *atom.Atom) {
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(x.stdout, "%-12s%s\n", name, clean(value))
		}
	}
	line("atom", a.ID+" "+a.Version)
	line("kind", string(a.Kind))
	effects := "none"
	if len(a.Effects) > 0 {
		var list []string
		for _, e := range a.Effects {
			list = append(list, e.String())
		}
		effects = strings.Join(list, ", ")
	}
	line("effects", effects)
	if a.Input != nil {
		line("required", strings.Join(a.Input.Required, ", "))
		line("optional", strings.Join(a.Input.Optional(), ", "))
	}
	for _, e := range a.Errors {
		line("error", e.Code+": "+e.Description)
	}
	line("deprecated", a.Deprecated)
	line("state", string(a.State()))
	if a.Input != nil && len(a.Input.Examples) > 0 {
		line("example", invokeLine(a.ID, schema.Canonical(a.Input.Examples[0])))
	}
	fmt.Fprintf(x.stdout, "\n%s\n", strings.TrimSpace(plain(string(a.Body))))
}

// invokeLine is the command line that invokes an atom with that input.
func invokeLine(id string, input []byte) string {
	return "kei atom invoke " + id + " --input " + forge.ShellQuoted(string(input))
}

// plain is a text with its line ends, and without what moves the cursor.
func plain(s string) string {
	parts := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, p := range parts {
		parts[i] = clean(strings.ReplaceAll(p, "\t", "    "))
	}
	return strings.Join(parts, "\n")
}
