package permit

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// words are what random patterns and commands are made of.
var words = []string{"git", "push", "--force", "-f", "npm", "run", `"q"`, `a\b`, "x.y", "[ab]", "?x", "it's", "7", "ü", "$x"}

// randomSection is a section of bash with up to six rules, no two of one pattern.
func randomSection(rng *rand.Rand) Section {
	actions := []Action{Allow, Ask, Deny}
	s := Section{Tool: "bash", Intent: actions[rng.Intn(3)]}
	for range rng.Intn(7) {
		var p []string
		for range 1 + rng.Intn(3) {
			w := words[rng.Intn(len(words))]
			switch rng.Intn(3) {
			case 0:
				w = "*"
			case 1:
				w += "*"
			}
			p = append(p, w)
		}
		r := Rule{strings.Join(p, " "), actions[rng.Intn(3)]}
		if strings.Trim(r.Pattern, "* ") != "" && !slices.ContainsFunc(s.Rules, func(o Rule) bool { return o.Pattern == r.Pattern }) {
			s.Rules = append(s.Rules, r)
		}
	}
	return s
}

// commandFor is a command that one of the rules matches, or any.
func commandFor(rng *rand.Rand, s Section) string {
	if len(s.Rules) == 0 {
		return randomCommand(rng)
	}
	return strings.ReplaceAll(s.Rules[rng.Intn(len(s.Rules))].Pattern, "*", words[rng.Intn(len(words))])
}

func randomCommand(rng *rand.Rand) string {
	var c []string
	for range 1 + rng.Intn(4) {
		c = append(c, words[rng.Intn(len(words))])
	}
	return strings.Join(c, " ")
}

// TestReversal: the last match of the reverse is the first match. Where a client decides by
// the last rule, the reversed list decides all commands alike; and reversed twice it is itself.
func TestReversal(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	differ := 0
	for range 3000 {
		s := randomSection(rng)
		back := Section{Tool: s.Tool, Intent: s.Intent, Rules: slices.Clone(s.Rules)}
		slices.Reverse(back.Rules)
		for range 4 {
			c := commandFor(rng, s)
			first, _ := s.Decide(c)
			last := back.Intent
			for _, r := range back.Rules {
				if Matches("bash", r.Pattern, c) {
					last = r.Action
				}
			}
			if first != last {
				t.Fatalf("%v: %q is %s by the first match and %s by the last of the reverse", s, c, first, last)
			}
			if unreversed, _ := back.Decide(c); unreversed != first {
				differ++
			}
		}
		slices.Reverse(back.Rules)
		if !slices.Equal(back.Rules, s.Rules) {
			t.Fatalf("%v reversed twice is %v", s, back)
		}
	}
	if differ < 50 {
		t.Errorf("the order mattered %d times only", differ)
	}
}
