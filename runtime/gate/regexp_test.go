package gate_test

import (
	"testing"

	"kei/runtime/gate"
	"kei/runtime/match"
)

// A gate without regexp denies what it would have asked it.
func TestWithoutRegexp(t *testing.T) {
	deny := &gate.DenyCommand{Patterns: []gate.Pattern{`^git pu[s]h`}}
	allow := &gate.AllowCommand{Patterns: []gate.Pattern{`^ls`}}
	for command, rule := range map[string]gate.Rule{"git pull": deny, "ls": allow} {
		p := &gate.Policy{Role: "r", Tools: []string{"Bash"}, Rules: []gate.Rule{rule}}
		if !p.TakesRegexp() {
			t.Errorf("%T without a table takes no regexp", rule)
		}
		for _, l := range []*gate.Late{{Match: late.Match, Parse: late.Parse}, {Parse: late.Parse}} {
			c, err := gate.ParseCallIn([]byte(`{"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"`+command+`"}}`), func(string) (string, bool) { return "", false })
			if err != nil {
				t.Fatal(err)
			}
			c.Late = l
			found, _ := gate.Check(c, p)
			if found.Blocks() != (l.Match == nil) {
				t.Errorf("%s, regexp %t: %v", command, l.Match != nil, found)
			}
		}
	}
}

func TestTakesRegexp(t *testing.T) {
	table := &match.Table{}
	for _, c := range []struct {
		patterns []gate.Pattern
		takes    bool
	}{
		{[]gate.Pattern{`^ls`, `^cat`}, false},
		{[]gate.Pattern{`^rm -rf /tmp/`, `^ls /`}, false},
		{[]gate.Pattern{`^rm -rf /tmp/`, `^ls`}, true},
	} {
		p := &gate.Policy{Rules: []gate.Rule{&gate.AllowCommand{Patterns: c.patterns, Table: table}, &gate.DenyCommand{Patterns: c.patterns, Table: table}}}
		if p.TakesRegexp() != c.takes {
			t.Errorf("%q: %t", c.patterns, !c.takes)
		}
	}
}
