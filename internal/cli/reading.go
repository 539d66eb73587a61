package cli

import (
	"fmt"
	"strings"
	"unicode"

	"kei/runtime/gate"
)

// maxShown is how many commands of a call are shown: one can hold thousands.
const maxShown = 200

// A tree is the commands of a call, by the command that runs them.
type tree struct {
	steps []gate.Step
	runs  map[int][]int // by its place; -1 for the text's own
	shown int
	out   *strings.Builder
}

// printReading shows how the commands of a call are read, nothing if it has none.
func (a *app) printReading(c *gate.Call, p *gate.Policy) {
	steps, unread, unsure := gate.Steps(c, p)
	t := tree{steps: steps, runs: map[int][]int{}, out: new(strings.Builder)}
	for i, s := range steps {
		t.runs[s.By] = append(t.runs[s.By], i)
	}
	for _, i := range t.runs[-1] {
		t.step(i, "", "")
	}
	if rest := len(steps) - t.shown; rest > 0 {
		fmt.Fprintf(t.out, "... and %d more\n", rest)
	}
	for _, why := range unread {
		t.line("", "cannot be judged: "+why)
	}
	for _, why := range unsure {
		t.line("", "no allowlist can judge: "+why)
	}
	if t.out.Len() > 0 {
		fmt.Fprintln(a.stdout, t.out.String())
	}
}

// line adds one line: what an agent wrote can't begin another, or move the cursor.
func (t *tree) line(indent, text string) {
	shown := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
	fmt.Fprintln(t.out, indent+shown)
}

// step shows a command and, further in, what is known of it and what it runs.
func (t *tree) step(i int, indent, how string) {
	if t.shown == maxShown {
		return
	}
	t.shown++
	s := t.steps[i]
	text := s.Text
	if text == "" {
		text = "(only a redirection)"
	}
	t.line(indent, how+text)
	indent += "    "
	for _, fact := range factsOf(s) {
		t.line(indent, fact)
	}
	said := map[string]bool{}
	for _, next := range t.runs[i] {
		how := "runs "
		if t.steps[next].Maybe {
			how = "may run "
			if said[t.steps[next].Text] { // one text in two literals
				t.shown++
				continue
			}
			said[t.steps[next].Text] = true
		}
		t.step(next, indent, how)
	}
}

// factsOf are what is known of one command, a line each.
func factsOf(s gate.Step) []string {
	var list []string
	add := func(label string, values []string) {
		if len(values) > 0 {
			list = append(list, label+" "+strings.Join(values, ", "))
		}
	}
	switch {
	case !s.Known:
		name, _, _ := strings.Cut(s.Text, " ")
		if name != "" {
			list = append(list, "no table has "+name)
		}
	case s.Effects == 0:
		list = append(list, "is "+s.Program)
	default:
		list = append(list, "is "+s.Program+": "+s.Effects.String())
	}
	if s.Readings > 1 {
		list = append(list, fmt.Sprintf("can be read in %d ways, and all of them count", s.Readings))
	}
	if s.Remote {
		list = append(list, "runs on another machine or in a container")
	}
	add("options", s.Options)
	add("options that its table does not have:", s.Unknown)
	add("reads", distinct(s.Reads))
	add("writes", distinct(s.Writes))
	add("deletes", distinct(s.Deletes))
	return list
}

// distinct leaves out what is said twice.
func distinct(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
