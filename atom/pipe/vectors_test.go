package pipe

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kei/atom"
	"kei/atom/run"
	"kei/atom/schema"
)

// vectors are the cases of a file of testdata.
func vectors[T any](t *testing.T, name string, least int) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range strings.Lines(string(data)) {
		var c T
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if len(out) < least {
		t.Fatalf("%s holds %d cases, not %d", name, len(out), least)
	}
	return out
}

// A said is an atom as vectors write it.
type said struct {
	Kind    atom.Kind
	Effects [][2]string
}

func (s said) atom() *atom.Atom {
	a := &atom.Atom{ID: "t::x", Kind: s.Kind}
	for _, e := range s.Effects {
		a.Effects = append(a.Effects, atom.Effect{Op: e[0], Domain: e[1]})
	}
	return a
}

func TestConflictVectors(t *testing.T) {
	for _, c := range vectors[struct {
		Name     string
		A, B     said
		Conflict bool
	}](t, "conflict.jsonl", 18) {
		if Conflict(c.A.atom(), c.B.atom()) != c.Conflict || Conflict(c.B.atom(), c.A.atom()) != c.Conflict {
			t.Errorf("%s: want %v both ways", c.Name, c.Conflict)
		}
	}
}

func TestReferenceVectors(t *testing.T) {
	for _, c := range vectors[struct {
		Name      string
		Results   map[string]json.RawMessage
		In, Input json.RawMessage
		Resolved  json.RawMessage
		Error     string
	}](t, "references.jsonl", 17) {
		parse := func(text []byte) any {
			if text == nil {
				return nil
			}
			v, err := schema.Parse(text)
			if err != nil {
				t.Fatal(c.Name, err)
			}
			return v
		}
		got, err := Resolve(parse(c.Input), func(step string) (*Envelope, bool) {
			r, ok := c.Results[step]
			return &Envelope{"t::pure", parse(r), map[string]any{"attempts": json.Number("1")}}, ok
		}, parse(c.In))
		switch {
		case c.Error != "":
			if err == nil || err.Error() != c.Error {
				t.Errorf("%s: got %v, want %s", c.Name, err, c.Error)
			}
		case err != nil:
			t.Errorf("%s: %v", c.Name, err)
		case !reflect.DeepEqual(got, parse(c.Resolved)):
			t.Errorf("%s: got %s, want %s", c.Name, schema.Canonical(got), c.Resolved)
		}
	}
}

func TestCanonicalVectors(t *testing.T) {
	for _, c := range vectors[struct {
		Name, Text, Canonical, Atom, Version, Key string
		Input                                     string `json:"input_sha"`
		Spec                                      string `json:"spec_sha"`
		Exe                                       string `json:"exe_sha"`
	}](t, "canonical.jsonl", 10) {
		v, err := schema.Parse([]byte(c.Text))
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		text := schema.Canonical(v)
		if string(text) != c.Canonical {
			t.Errorf("%s: got %s, want %s", c.Name, text, c.Canonical)
		}
		var spec, exe [32]byte
		_, _ = hex.Decode(spec[:], []byte(c.Spec))
		_, _ = hex.Decode(exe[:], []byte(c.Exe))
		if key := run.Key(c.Atom, c.Version, spec, exe, text); key != c.Key {
			t.Errorf("%s: key %s, want %s", c.Name, key, c.Key)
		}
	}
}

// TestScheduleVectors runs the schedule on a clock of its own.
func TestScheduleVectors(t *testing.T) {
	for _, c := range vectors[scheduleCase](t, "schedule.jsonl", 18) {
		t.Run(c.Name, func(t *testing.T) { c.run(t) })
	}
}

type scheduleCase struct {
	Name    string
	Jobs    int
	OnError string `json:"on_error"`
	Steps   []struct {
		said
		ID      string
		MS      int
		After   []string
		Fails   bool
		OnError string `json:"on-error"`
	}
	Expect struct {
		Order           []string
		Starts          [][2]any
		Ends            map[string]int
		Makespan, Most  int
		Skipped, Failed []string
	}
}

func (c *scheduleCase) run(t *testing.T) {
	p := &parser{plan: &Plan{final: -1, Continue: c.OnError == "continue"}, names: map[string]int{}}
	for i, s := range c.Steps {
		p.names[s.ID] = i
		p.plan.Steps = append(p.plan.Steps, &Step{ID: s.ID, Atom: s.atom(), proceed: s.OnError == "continue"})
		var links []link
		for _, d := range s.After {
			links = append(links, link{to: d})
		}
		p.links = append(p.links, links)
	}
	p.resolve()
	p.order()
	if p.problems != nil || !slices.Equal(p.plan.Order(), c.Expect.Order) {
		t.Fatalf("order %v, want %v; %v", p.plan.Order(), c.Expect.Order, p.problems)
	}
	s := p.plan.schedule(c.Jobs)
	now, most := 0, 0
	at := map[int]int{} // running: when it ends
	ends := map[string]int{}
	var starts [][2]any
	failed := []string{}
	of := func(id string) int {
		for i := range c.Steps {
			if c.Steps[i].ID == id {
				return i
			}
		}
		panic(id)
	}
	for {
		for _, i := range s.next() {
			id := p.plan.Steps[i].ID
			starts = append(starts, [2]any{float64(now), id})
			at[i] = now + c.Steps[of(id)].MS
		}
		most = max(most, len(at))
		if s.over() {
			break
		}
		next := slices.Min(slices.Collect(maps.Values(at)))
		now = next
		for _, i := range slices.Sorted(maps.Keys(at)) {
			if at[i] == now {
				id := p.plan.Steps[i].ID
				delete(at, i)
				ends[id] = now
				if c.Steps[of(id)].Fails {
					failed = append(failed, id)
				}
				s.ended(i, !c.Steps[of(id)].Fails)
			}
		}
	}
	skipped := []string{}
	for _, step := range p.plan.Steps {
		if _, ran := ends[step.ID]; !ran {
			skipped = append(skipped, step.ID)
		}
	}
	slices.Sort(skipped)
	e := c.Expect
	slices.Sort(e.Skipped)
	if !reflect.DeepEqual(starts, e.Starts) || !reflect.DeepEqual(ends, e.Ends) || most != e.Most || now != e.Makespan ||
		!slices.Equal(skipped, e.Skipped) || !slices.Equal(failed, e.Failed) {
		t.Errorf("starts %v ends %v makespan %d most %d skipped %v failed %v\nwant %+v", starts, ends, now, most, skipped, failed, e)
	}
}
