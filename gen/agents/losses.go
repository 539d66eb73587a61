package agents

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kei/gen/permit"
	"kei/gen/spec"
)

// A Kind is a direction in which something is lost.
type Kind string

// The kinds of losses.
const (
	Dropped    Kind = "dropped"    // a field without effect on what is permitted
	Stricter   Kind = "stricter"   // the client lets less through
	Wider      Kind = "wider"      // the client lets more through
	Unenforced Kind = "unenforced" // rules that the client has no form for
)

// A Loss is one thing that a client cannot say.
type Loss struct {
	Agent   string        `json:"agent"`
	Client  string        `json:"client"`
	Field   string        `json:"field"`
	Kind    Kind          `json:"kind"`
	Rule    int           `json:"rule,omitempty"` // from 1
	Witness string        `json:"witness,omitempty"`
	Want    permit.Action `json:"want,omitempty"`
	Got     permit.Action `json:"got,omitempty"`
	HeldBy  string        `json:"held_by,omitempty"` // gate: the installed gate answers it as it was meant
	Why     string        `json:"why"`
}

// Open reports whether the loss lets more through and nobody holds it.
func (l Loss) Open() bool { return (l.Kind == Wider || l.Kind == Unenforced) && l.HeldBy == "" }

const gateHolds = "gate"

func (r *rendering) lose(l Loss) { r.out.Losses = append(r.out.Losses, l) }

// drop reports a field that has no place in the client, if it is there.
func (r *rendering) drop(field string, there bool, why string) {
	if there {
		r.lose(Loss{Field: field, Kind: Dropped, Why: why})
	}
}

// held is why something is lost that the gate holds, with what that takes.
func (r *rendering) held(why string) string {
	if r.client.unnamed {
		why += "; the gate is not told which agent calls, so it holds this only where the agent has a process of its own"
	}
	return why
}

// unenforced reports the sections that the client has no form for, and which its
// gate holds.
func (r *rendering) unenforced(tools ...string) {
	for _, tool := range tools {
		s := r.Section(tool)
		if s == nil {
			continue
		}
		if _, off := r.off(tool); off && tool != "external_directory" {
			continue
		}
		switch n := s.Normal(); {
		case n.Intent == permit.Allow && len(n.Rules) == 0:
			r.lose(Loss{Field: "permissions." + tool, Kind: Stricter, Want: permit.Allow, Got: permit.Ask, Why: "the client's own question stays"})
		default:
			r.lose(Loss{Field: "permissions." + tool, Kind: Unenforced, HeldBy: gateHolds, Why: r.held("there are no rules for one agent")})
		}
	}
}

// SortLosses orders losses as a report has them.
func SortLosses(list []Loss) {
	slices.SortFunc(list, func(a, b Loss) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Witness, b.Witness), cmp.Compare(a.Why, b.Why))
	})
}

// Lines is the report: one loss a line.
func Lines(list []Loss) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, l := range list {
		if err := e.Encode(l); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// Unaccepted are the losses that let more through, that nobody holds and that the
// definition does not accept; and what it accepts that is no loss. clients are
// those that were rendered: about others nothing is known.
func Unaccepted(d *spec.Definition, losses []Loss, clients []string) []spec.Finding {
	var found []spec.Finding
	used := make([]bool, len(d.Accept))
	for _, l := range losses {
		if !l.Open() {
			for i, a := range d.Accept {
				used[i] = used[i] || a.Client == l.Client && a.Field == l.Field
			}
			continue
		}
		accepted := false
		for i, a := range d.Accept {
			if a.Client == l.Client && a.Field == l.Field {
				used[i], accepted = true, true
			}
		}
		if !accepted {
			found = append(found, spec.Finding{What: "unaccepted-loss", Agent: d.Name, Key: l.Field, File: d.File, Pos: d.At(l.place()),
				Msg: l.Text() + "; write [[accept]] with the client, this field and a reason to let it be"})
		}
	}
	for i, a := range d.Accept {
		if !used[i] && slices.Contains(clients, a.Client) {
			key := fmt.Sprintf("accept[%d]", i)
			found = append(found, spec.Finding{What: "stale-accept", Agent: d.Name, Key: key, File: d.File, Pos: d.At(key),
				Msg: fmt.Sprintf("%s loses nothing of %s; take this out", a.Client, a.Field)})
		}
	}
	return found
}

// Accepting is the text of a definition that accepts losses.
func Accepting(list []Loss) []byte {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "\n[[accept]]\nclient = %s\nfield = %s\nreason = %s\n", quoted(l.Client), quoted(l.Field), quoted("imported: "+l.Why))
	}
	return []byte(b.String())
}

// place is the key that a loss is about.
func (l Loss) place() string {
	if l.Rule > 0 {
		return fmt.Sprintf("%s.rules[%d]", l.Field, l.Rule-1)
	}
	return l.Field
}

// Text is the loss as a person reads it.
func (l Loss) Text() string {
	s := l.Client + ": " + l.Field + ": "
	switch {
	case l.Witness != "":
		s += fmt.Sprintf("%q is %s, the definition says %s (%s)", l.Witness, l.Got, l.Want, l.Why)
	case l.Want != "":
		s += fmt.Sprintf("%s for %s (%s)", l.Got, l.Want, l.Why)
	default:
		s += string(l.Kind) + ": " + l.Why
	}
	if l.HeldBy != "" {
		s += "; held by the " + l.HeldBy
	}
	return s
}

// Rows are a table of how much each client loses of each agent.
func (s Set) Rows(clients []string) [][]string {
	rows := [][]string{append([]string{"agent"}, clients...)}
	for _, a := range s.agents {
		row := []string{a.Name}
		for _, c := range clients {
			row = append(row, s.lost(a.Name, c))
		}
		rows = append(rows, row)
	}
	return rows
}

// lost says how many losses of each kind one client has of one agent.
func (s Set) lost(agent, client string) string {
	count := map[string]int{}
	for _, l := range s.Losses {
		if l.Agent != agent || l.Client != client {
			continue
		}
		if count[string(l.Kind)]++; l.Open() {
			count["open"]++
		}
	}
	var said []string
	for _, kind := range []string{string(Wider), string(Unenforced), "open", string(Stricter), string(Dropped)} {
		if n := count[kind]; n > 0 {
			said = append(said, fmt.Sprintf("%d %s", n, kind))
		}
	}
	if len(said) == 0 {
		return "none"
	}
	return strings.Join(said, ", ")
}
