package spec

import (
	"slices"
	"strings"

	"kei/internal/tomlpos"
)

// stepParams are the kinds a [verify] table can name, and the parameters of
// each. They are checked and kept here; the verify program gives them meaning.
var stepParams = map[string]func() any{
	"diff-in-task":          func() any { return &struct{}{} },
	"diff-outside-denylist": func() any { return &struct{}{} },
	"size-limit": func() any {
		return &struct {
			Files         []string `toml:"files"`
			FileLines     *int     `toml:"file-lines-max"`
			FunctionLines *int     `toml:"function-lines-max"`
		}{}
	},
	"command-green": func() any {
		return &struct {
			Command tomlpos.Words `toml:"command"`
			Denied  []string      `toml:"output-denied"`
		}{}
	},
	"tests-green": func() any { return &struct{}{} },
	"dependencies-unchanged": func() any {
		return &struct {
			Files  []string `toml:"files"`
			Bypass string   `toml:"bypass-env"`
		}{}
	},
	"files-unchanged": func() any {
		return &struct {
			Files []string `toml:"files"`
		}{}
	},
	"report-fields": func() any {
		return &struct {
			Fields []string `toml:"fields"`
		}{}
	},
	"graded-findings": func() any {
		return &struct {
			Grades []string `toml:"grades"`
		}{}
	},
	"verdict": func() any {
		return &struct {
			Verdicts []string `toml:"verdicts"`
		}{}
	},
	"merge-result": func() any { return &struct{}{} },
	"fork-audit":   func() any { return &struct{}{} },
	"ledger-row":   func() any { return &struct{}{} },
}

type stepTable struct {
	Kind    *tomlpos.String `toml:"kind"`
	Module  *tomlpos.String `toml:"rust-module"`
	RunMode *tomlpos.String `toml:"run-mode"`
	When    *tomlpos.String `toml:"when"`
}

// steps reads the [verify] tables of one capability.
func (l *loader) steps(tables []*tomlpos.Table) []Step {
	var steps []Step
	kinds := sortedKeys(stepParams)
	for _, t := range tables {
		var head struct {
			Kind   tomlpos.Value `toml:"kind"`
			Module tomlpos.Value `toml:"rust-module"`
		}
		tomlpos.Decode(t, &head)
		kind, ok := l.kind(t, "verify", head.Kind, head.Module, kinds, oldSteps)
		if !ok {
			continue
		}
		var s stepTable
		params := stepParams[kind]()
		l.errs = append(l.errs, tomlpos.Decode(t, &s, params)...)
		step := Step{Kind: kind, RunMode: "worktree", When: "on-return", Params: &tomlpos.Table{File: t.File, Pos: t.Pos}}
		step.RunMode = l.oneOf(t, "run-mode", s.RunMode, runModes, step.RunMode)
		step.When = l.oneOf(t, "when", s.When, whens, step.When)
		for _, e := range t.Entries {
			switch e.Key {
			case "kind", "rust-module", "run-mode", "when":
				continue
			case "files":
				l.globs(t, e)
			case "output-denied":
				l.patterns(t, e)
			}
			step.Params.Entries = append(step.Params.Entries, e)
		}
		if list, _ := valueOf(t, "command").([]tomlpos.Value); kind == "command-green" && len(list) == 0 {
			l.err(t.File, t.Pos, `a command-green step needs command = ["PROGRAM", "ARGUMENT", ...]`)
		}
		l.bypass(t)
		steps = append(steps, step)
	}
	return steps
}

func valueOf(t *tomlpos.Table, key string) any {
	v, _ := t.Get(key)
	return v.Any
}

// oneOf holds the value of a key to a closed list.
func (l *loader) oneOf(t *tomlpos.Table, key string, s *tomlpos.String, list []string, otherwise string) string {
	switch {
	case s == nil:
		return otherwise
	case !slices.Contains(list, s.Text):
		l.err(t.File, s.Pos, "%s %s is none of %s%s", key, tomlpos.Printable(s.Text), strings.Join(list, ", "), tomlpos.DidYouMean(s.Text, list))
	}
	return s.Text
}

func (l *loader) globs(t *tomlpos.Table, e tomlpos.Entry) {
	eachString(e.Value, func(s string, at tomlpos.Pos) { l.glob(t.File, at, s, false) })
}

func (l *loader) patterns(t *tomlpos.Table, e tomlpos.Entry) {
	eachString(e.Value, func(s string, at tomlpos.Pos) { l.pattern(t.File, at, s) })
}

// eachString visits the strings of a list.
func eachString(v tomlpos.Value, visit func(string, tomlpos.Pos)) {
	list, _ := v.Any.([]tomlpos.Value)
	for _, e := range list {
		if s, ok := e.Any.(string); ok {
			visit(s, e.Pos)
		}
	}
}
