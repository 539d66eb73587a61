package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"kei/atom"
	"kei/atom/run"

	"github.com/spf13/cobra"
)

// A linting is what lint was asked for.
type linting struct {
	*atomApp
	strict, exec bool
	format       string
}

func (x *atomApp) lint() *cobra.Command {
	l := &linting{atomApp: x}
	c := x.verb(&cobra.Command{
		Use:   "lint [--root DIR]... [--strict] [--exec] [--format F] [ID|FILE]...",
		Short: "say what is wrong with declarations of atoms",
		Long: `Lint prints a line for each finding, FILE:LINE:COL: CODE: what, FILE relative to its
root, and a last line that counts. Without arguments it judges all atoms; links are
resolved against all of them in any case.

Exit status: 0 without an error, 2 with one (--strict: or a warning), 1 for trouble or
if nothing was matched.`,
		Args: cobra.ArbitraryArgs,
		Example: `
			kei atom lint
			kei atom lint --strict --package kei-task`,
	}, l.run)
	c.Flags().StringArrayVar(&x.packages, "package", nil, "judge the atoms of this `PACKAGE` only")
	c.Flags().BoolVar(&l.strict, "strict", false, "warnings count as errors")
	c.Flags().BoolVar(&l.exec, "exec", false, "look whether the programs are there, too")
	c.Flags().StringVar(&l.format, "format", "text", "text, tsv, json or sarif")
	return c
}

func (l *linting) run(ctx context.Context, args []string) error {
	if !slices.Contains([]string{"text", "tsv", "json", "sarif"}, l.format) {
		return fmt.Errorf("--format %s is none of text, tsv, json, sarif", l.format)
	}
	set, err := l.load(ctx)
	if err != nil {
		return err
	}
	atoms, problems := l.judged(set, args)
	if l.exec {
		problems = append(problems, l.programs(atoms)...)
	}
	slices.SortStableFunc(problems, func(a, b atom.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Code, b.Code))
	})
	problems = slices.Compact(problems)
	errors := 0
	for _, p := range problems {
		if !p.Warning {
			errors++
		}
	}
	if err := l.print(atoms, problems, errors); err != nil {
		return err
	}
	switch {
	case errors > 0 || l.strict && len(problems) > 0:
		return exit(2)
	case len(atoms) == 0 && len(problems) == 0:
		return fmt.Errorf("nothing matched: no atom of these roots is what was asked for")
	}
	return nil
}

// judged are the atoms that the arguments name, and the findings about them.
func (l *linting) judged(set *atom.Set, args []string) ([]*atom.Atom, []atom.Problem) {
	all := len(args) == 0 && len(l.packages) == 0
	named := func(a *atom.Atom) bool {
		if len(l.packages) > 0 && !slices.Contains(l.packages, a.Package) {
			return false
		}
		return len(args) == 0 || slices.ContainsFunc(args, func(arg string) bool {
			return arg == a.ID || arg == a.Package+"::"+a.Verb || arg == a.File || filepath.Clean(arg) == filepath.Clean(a.Name())
		})
	}
	var atoms []*atom.Atom
	var problems []atom.Problem
	touched := map[string]bool{}
	for _, a := range set.Atoms {
		if all || named(a) {
			atoms = append(atoms, a)
			problems = append(problems, a.Problems...)
			touched[a.Package] = true
		}
	}
	for _, p := range set.Problems {
		pkg, _, _ := strings.Cut(p.File, "/")
		if all || len(args) == 0 && slices.Contains(l.packages, pkg) || touched[pkg] && strings.HasPrefix(p.Code, "META_") {
			problems = append(problems, p)
		}
	}
	return atoms, problems
}

// programs warns of packages whose program is not there.
func (l *linting) programs(atoms []*atom.Atom) []atom.Problem {
	var out []atom.Problem
	for _, a := range atoms {
		if _, err := run.Resolve(a, l.getenv); err != nil {
			out = append(out, atom.Problem{File: a.File, Line: 1, Col: 1, Code: "EXEC_MISSING",
				Message: "no executable " + run.Command(a)[0], Warning: true})
		}
	}
	return out
}

func (l *linting) print(atoms []*atom.Atom, problems []atom.Problem, errors int) error {
	switch l.format {
	case "tsv":
		l.tsv(atoms, problems)
		return nil
	case "json":
		if problems == nil {
			problems = []atom.Problem{}
		}
		e := json.NewEncoder(l.stdout)
		e.SetEscapeHTML(false)
		return e.Encode(map[string]any{"atoms": len(atoms), "errors": errors, "warnings": len(problems) - errors, "problems": problems})
	case "sarif":
		return json.NewEncoder(l.stdout).Encode(sarif(problems))
	}
	for _, p := range problems {
		fmt.Fprintln(l.stdout, p)
	}
	fmt.Fprintf(l.stdout, "%d atoms, %d errors, %d warnings\n", len(atoms), errors, len(problems)-errors)
	return nil
}

// tsv is the form of the earlier kit: what passes, what is warned of, what fails.
func (l *linting) tsv(atoms []*atom.Atom, problems []atom.Problem) {
	failed, warned := map[string][]string{}, map[string][]string{}
	for _, p := range problems {
		if p.Warning {
			warned[p.File] = append(warned[p.File], clean(p.Message))
		} else {
			failed[p.File] = append(failed[p.File], clean(p.Message))
		}
	}
	named := map[string]string{}
	for _, a := range atoms {
		if named[a.File] = clean(l.shown(a)); failed[a.File] == nil {
			fmt.Fprintf(l.stdout, "PASS\t%s\n", named[a.File])
		}
	}
	for word, list := range map[string]map[string][]string{"WARN": warned} {
		for _, f := range sorted(list) {
			fmt.Fprintf(l.stdout, "%s\t%s\t%s\n", word, cmp.Or(named[f], f), strings.Join(list[f], " | "))
		}
	}
	for _, f := range sorted(failed) {
		fmt.Fprintf(l.stdout, "FAIL\t%s\t%s\n", cmp.Or(named[f], f), strings.Join(failed[f], " | "))
	}
}

func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || 0x7f <= r && r < 0xa0 {
			return '?'
		}
		return r
	}, s)
}

func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// sarif is what code hosts read.
func sarif(problems []atom.Problem) any {
	results := []any{}
	for _, p := range problems {
		level := "error"
		if p.Warning {
			level = "warning"
		}
		results = append(results, map[string]any{
			"ruleId": p.Code, "level": level, "message": map[string]any{"text": p.Message},
			"locations": []any{map[string]any{"physicalLocation": map[string]any{
				"artifactLocation": map[string]any{"uri": p.File},
				"region":           map[string]any{"startLine": p.Line, "startColumn": p.Col},
			}}},
		})
	}
	return map[string]any{
		"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"runs": []any{map[string]any{"tool": map[string]any{"driver": map[string]any{"name": "kei atom lint"}}, "results": results}},
	}
}
