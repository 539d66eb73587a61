package permit

import (
	"slices"
	"strings"
)

// An Action is what is done about a call.
type Action string

// The actions, and None where a client's list says nothing.
const (
	Allow Action = "allow"
	Ask   Action = "ask"
	Deny  Action = "deny"
)

// Actions are the words that a definition may use.
var Actions = []string{string(Allow), string(Ask), string(Deny)}

// rank orders actions by what they let through: the higher, the less.
func (a Action) rank() int {
	switch a {
	case Allow:
		return 0
	case Ask:
		return 1
	}
	return 2
}

// Laxer reports whether a lets through what b does not.
func (a Action) Laxer(b Action) bool { return a.rank() < b.rank() }

// Strictest is the one that lets the least through, Allow of none.
func Strictest(list ...Action) Action {
	most := Allow
	for _, a := range list {
		if most.Laxer(a) {
			most = a
		}
	}
	return most
}

// A Rule says what is done about what its pattern matches.
type Rule struct {
	Pattern string
	Action  Action
}

// A Section is what a definition says of one tool: the first rule whose pattern
// matches decides, and else the intent.
type Section struct {
	Tool   string
	Intent Action
	Rules  []Rule
}

// Normal is the section without what cannot matter: a later rule of the same
// pattern, and what stands behind a rule that matches everything, whose action is
// the intent then.
func (s Section) Normal() Section {
	seen := map[string]bool{}
	n := Section{Tool: s.Tool, Intent: s.Intent}
	for _, r := range s.Rules {
		if s.CatchAll(r.Pattern) {
			n.Intent = r.Action
			break
		}
		if !seen[r.Pattern] {
			seen[r.Pattern] = true
			n.Rules = append(n.Rules, r)
		}
	}
	return n
}

// CatchAll reports whether a pattern matches everything that the tool can be
// asked for, by how it is written.
func (s Section) CatchAll(pattern string) bool {
	switch s.Tool {
	case "bash", "webfetch", "task":
		return strings.Trim(pattern, "*") == "" && pattern != ""
	}
	return false // of paths there are those inside the project and those outside
}

// Off reports whether the section lets nothing through, so that the tool may as
// well not be there.
func (s Section) Off() bool {
	n := s.Normal()
	if n.Intent != Deny {
		return false
	}
	for _, r := range n.Rules {
		if r.Action != Deny {
			return false
		}
	}
	return true
}

// Strictest is the least that the section lets through.
func (s Section) Strictest() Action {
	all := []Action{s.Intent}
	for _, r := range s.Rules {
		all = append(all, r.Action)
	}
	return Strictest(all...)
}

// Decide is what the section says of one text: the action, and the number of the
// rule that decides, from 1; 0 is the intent.
func (s Section) Decide(text string) (Action, int) {
	for i, r := range s.Rules {
		if Matches(s.Tool, r.Pattern, text) {
			return r.Action, i + 1
		}
	}
	return s.Intent, 0
}

// Same reports whether the section says the same as another in the same words,
// leaving out what cannot matter.
func (s Section) Same(o Section) bool {
	a, b := s.Normal(), o.Normal()
	return a.Intent == b.Intent && slices.Equal(a.Rules, b.Rules)
}
