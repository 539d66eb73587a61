package spec

import (
	"strconv"
	"strings"

	"kei/internal/tomlpos"
)

// exampleTable is one [[example]]: deny or allow with a command line, or tool,
// path and verdict for a tool that runs none.
type exampleTable struct {
	// A command line that has to be denied.
	// Example: "git push --force"
	Deny *tomlpos.String `toml:"deny"`

	// A command line that has to be allowed.
	// Example: "git status"
	Allow *tomlpos.String `toml:"allow"`

	// A tool that runs no commands, with verdict.
	// Example: "Write"
	Tool *tomlpos.String `toml:"tool"`

	// The file that the tool reads or writes, from the worktree's root.
	// Example: "src/lib.rs"
	Path *tomlpos.String `toml:"path"`

	// What the call of the tool has to get.
	// One of: exampleVerdicts
	Verdict *tomlpos.String `toml:"verdict"`

	// The task that the example is asked under.
	// Table: ExampleTask
	Task *tomlpos.Table `toml:"task"`

	// Variables of the gate's environment, NAME = "value".
	// Example: { ALLOW_DEP_BUMP = "1" }
	// Type: table of strings
	Env *tomlpos.Table `toml:"env"`
}

var exampleVerdicts = []string{"allow", "deny"}

func (l *loader) examples(tables []*tomlpos.Table) []Example {
	var list []Example
	seen := map[string]tomlpos.Pos{}
	for _, t := range tables {
		e, ok := l.example(t)
		if !ok {
			continue
		}
		if e.Task == nil && e.Env == nil {
			if at, twice := seen[e.Says()]; twice {
				l.err(t.File, t.Pos, "the example %s stands twice, first at %d:%d", e.Says(), at.Line, at.Col)
			}
			seen[e.Says()] = t.Pos
		}
		list = append(list, e)
	}
	return list
}

func (l *loader) example(t *tomlpos.Table) (Example, bool) {
	const way = `an example is deny = "COMMAND", or allow = "COMMAND", or tool, path and verdict = "deny" or "allow"`
	var x exampleTable
	before := len(l.errs)
	l.errs = append(l.errs, tomlpos.Decode(t, &x)...)
	if len(l.errs) > before {
		return Example{}, false
	}
	e := Example{Tool: "Bash", File: t.File, Pos: t.Pos}
	byTool := x.Tool != nil || x.Path != nil || x.Verdict != nil
	switch {
	case x.Deny != nil && x.Allow == nil && !byTool:
		e.Command = x.Deny.Text
	case x.Allow != nil && x.Deny == nil && !byTool:
		e.Command, e.Allow = x.Allow.Text, true
	case x.Deny == nil && x.Allow == nil && x.Tool != nil && x.Verdict != nil:
		e.Tool = x.Tool.Text
		e.Allow = l.oneOf(t, "verdict", x.Verdict, exampleVerdicts, "") == "allow"
		if x.Path != nil {
			e.Path = x.Path.Text
		}
		if e.Tool == "" || e.Tool == "Bash" {
			l.err(t.File, x.Tool.Pos, `a command is written deny = "COMMAND" or allow = "COMMAND", without tool`)
		}
	default:
		l.err(t.File, t.Pos, way)
	}
	if e.Tool == "Bash" && strings.TrimSpace(e.Command) == "" && len(l.errs) == before {
		l.err(t.File, t.Pos, "the command of the example is empty")
	}
	if x.Task != nil {
		e.Task = &ExampleTask{}
		l.errs = append(l.errs, tomlpos.Decode(x.Task, e.Task)...)
		for _, key := range []string{"files-whitelist", "files-denylist"} {
			if entry, ok := x.Task.Entry(key); ok {
				l.globs(x.Task, entry)
			}
		}
	}
	if x.Env != nil {
		e.Env = map[string]string{}
		for _, entry := range x.Env.Entries {
			s, ok := entry.Value.Any.(string)
			if !ok || !variable.MatchString(entry.Key) {
				l.err(t.File, entry.Pos, `env holds NAME = "value" in capital letters`)
				continue
			}
			e.Env[entry.Key] = s
		}
	}
	return e, len(l.errs) == before
}

// Says is the call of the example, as messages quote it.
func (e Example) Says() string {
	if e.Tool == "Bash" {
		return strconv.Quote(e.Command)
	}
	return strings.TrimSpace(e.Tool + " " + tomlpos.Printable(e.Path))
}
