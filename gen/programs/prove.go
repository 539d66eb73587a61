package programs

import (
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/call"
	"kei/runtime/effect"
	"kei/runtime/gate"
	"kei/runtime/invocation"
	"kei/runtime/regexps"
)

// Prove asks the reader for every example, and returns what does not come out
// as the example says.
func (s *Set) Prove() error { return s.prove(0) }

// ProveOwn is Prove for the programs of all folders but the first: what ships
// was proven when it was built.
func (s *Set) ProveOwn() error { return s.prove(1) }

func (s *Set) prove(from int) error {
	if !slices.ContainsFunc(s.Programs, func(p *Program) bool { return p.from >= from }) {
		return nil
	}
	table, err := s.Table()
	if err != nil {
		return err
	}
	var errs tomlpos.Errors
	for _, p := range s.Programs {
		if p.from < from {
			continue
		}
		for _, e := range p.Examples {
			for _, wrong := range e.prove(table, p.Shell) {
				errs.Add(p.File, e.Pos, "example %q: %s", e.Command, wrong)
			}
		}
	}
	return errs.Err()
}

// Steps reads the commands of an example, in the world of its program's shell.
func (e Example) Steps(table *invocation.Table, world string) (steps []gate.Step, unread []string) {
	asked := gate.Call{
		Call: call.Call{Tool: "Bash", Does: gate.Shell, Commands: []string{e.Command}, Cwd: "/", Root: "/"},
		Late: regexps.Late, Programs: table,
	}
	switch world {
	case "powershell":
		asked.Tool = "PowerShell"
	case "cmd":
		asked.Tool = "cmd"
	}
	steps, unread, _ = gate.Steps(&asked, &gate.Policy{})
	return steps, unread
}

// prove reads one example. The first step is its program's own.
func (e Example) prove(table *invocation.Table, world string) (wrong []string) {
	steps, unread := e.Steps(table, world)
	if e.Denied != (len(unread) > 0) {
		if e.Denied {
			return []string{"is denied = true, and nothing of it is refused"}
		}
		return []string{"is refused: " + unread[0]}
	}
	assigns := func(s gate.Step) bool { return s.Text == "" }
	if !slices.ContainsFunc(steps, func(s gate.Step) bool { return !assigns(s) }) || e.Denied {
		return nil
	}
	at := slices.IndexFunc(steps, func(s gate.Step) bool { return s.Known })
	if at < 0 {
		return []string{"no table has its program"}
	}
	step := steps[at]
	var runs []string
	for _, s := range steps {
		if s.By == at && !s.Maybe {
			runs = append(runs, s.Text)
		}
	}
	differ := func(what string, want, got []string) {
		want, got = sorted(want), sorted(got)
		if !slices.Equal(want, got) {
			wrong = append(wrong, what+" "+quoted(got)+", not "+quoted(want))
		}
	}
	differ("runs", e.Runs, runs)
	differ("reads", e.Reads, step.Reads)
	differ("writes", e.Writes, step.Writes)
	differ("deletes", e.Deletes, step.Deletes)
	if e.Effects != nil {
		var want effect.Set
		for _, n := range e.Effects {
			one, _ := effect.Named(n)
			want |= one
		}
		if want != step.Effects {
			wrong = append(wrong, "has the effects "+step.Effects.String()+", not "+want.String())
		}
	}
	if len(step.Unknown) > 0 {
		wrong = append(wrong, "the table has no option "+strings.Join(step.Unknown, ", "))
	}
	return wrong
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func quoted(list []string) string {
	if len(list) == 0 {
		return "nothing"
	}
	return "\"" + strings.Join(list, "\", \"") + "\""
}
