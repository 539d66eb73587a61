package permit

import (
	"sync"

	"kei/gen/automaton"
)

var domains sync.Map // tool -> *automaton.DFA

// domain is the table of [Domain], compiled once.
func domain(tool string) (*automaton.DFA, error) {
	if d, ok := domains.Load(tool); ok {
		return d.(*automaton.DFA), nil
	}
	d, err := automaton.Compile([]string{Domain(tool)})
	if err == nil {
		domains.Store(tool, d)
	}
	return d, err
}
