package permit

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A written rule is one of a policy of Gemini CLI, as verdicts.jsonl has it.
type written struct {
	Command  string `json:"commandRegex"`
	Args     string `json:"argsPattern"`
	Decision string `json:"decision"`
	Priority int    `json:"priority"`
}

// decides is what Gemini CLI does with a command: of the rules that match its arguments
// as JSON, that of the highest priority.
func decides(list []GeminiRule, command string) Action {
	args, err := json.Marshal(command)
	if err != nil {
		panic(err)
	}
	best := GeminiRule{Action: Ask, Priority: -1}
	for _, r := range list {
		if r.Priority > best.Priority && regexp.MustCompile(`^"`+r.Command).Match(args) {
			best = r
		}
	}
	return best.Action
}

// TestGemini: the rules are those that the real program was tried with, and say of a simple
// command what it answered.
func TestGemini(t *testing.T) {
	sets := 0
	for _, r := range ruleSets(t) {
		if r.Tool != "bash" {
			continue
		}
		sets++
		n, why := r.section().ForGemini()
		list := n.Gemini()
		var got, want []written
		words := map[Action]string{Allow: "allow", Ask: "ask_user", Deny: "deny"}
		for _, g := range list {
			w := written{Command: g.Command, Decision: words[g.Action], Priority: g.Priority}
			if g.Command == "" {
				w.Args = `"command":`
			}
			got = append(got, w)
		}
		for _, w := range r.Compiled.Gemini {
			w.Command = strings.ReplaceAll(w.Command, `\/`, "/")
			want = append(want, w)
		}
		if why != "" || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v (%s)", r.ID, got, want, why)
		}
		for _, p := range r.Probes {
			if p.Commands == nil && decides(list, p.Probe) != p.Gemini {
				t.Errorf("%s: %q is %s, want %s", r.ID, p.Probe, decides(list, p.Probe), p.Gemini)
			}
		}
	}
	if sets < 28 {
		t.Errorf("%d rule sets", sets)
	}
}

// TestGeminiBack: random sections are read back as they were, and decide alike.
func TestGeminiBack(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for range 2000 {
		s := randomSection(rng)
		n, why := s.ForGemini()
		back, left := GeminiSection(n.Gemini())
		if why != "" || left != 0 || !back.Same(s) {
			t.Fatalf("%v was read back as %v, %d left, %s", n, back, left, why)
		}
		for range 5 {
			c := randomCommand(rng)
			if want, _ := s.Decide(c); decides(n.Gemini(), c) != want {
				t.Fatalf("%v: %q is %s, want %s", s, c, decides(n.Gemini(), c), want)
			}
		}
	}
}

// TestGeminiTooMuch: what a policy cannot hold is never wider.
func TestGeminiTooMuch(t *testing.T) {
	long := Section{Tool: "bash", Intent: Allow, Rules: []Rule{{strings.Repeat("a.", 800), Deny}}}
	many := Section{Tool: "bash", Intent: Allow}
	for i := range 1000 {
		many.Rules = append(many.Rules, Rule{"x" + strings.Repeat("y", i), Ask})
	}
	for _, c := range []struct {
		s    Section
		want Action
	}{{long, Deny}, {many, Ask}} {
		n, why := c.s.ForGemini()
		if why == "" || len(n.Rules) != 0 || n.Intent != c.want {
			t.Errorf("%v (%s), want %s alone", n, why, c.want)
		}
	}
}

// TestGeminiForeign: rules of another hand are counted, or mean the same.
func TestGeminiForeign(t *testing.T) {
	list := []GeminiRule{
		{`git (push|pull)"`, Deny, 5}, {`ls ([^"\\]|\\.)*"`, Allow, 4}, {`make"`, Allow, 3}, {"", Deny, 2}, {`x"`, Allow, 1},
	}
	s, left := GeminiSection(list)
	if left != 3 || s.Intent != Deny || !slices.Equal(s.Rules, []Rule{{"make", Allow}}) {
		t.Errorf("%v, %d left", s, left)
	}
}
