package goldentests

import (
	"strings"
	"testing"
)

// TestSlipped holds what a call's own texts may bring into its commands as options to the
// verdicts in cases/slipped.txt.
func TestSlipped(t *testing.T) {
	hold := heldPolicies(t, assaultHome(t))
	policy, stopped, passed := "", 0, 0
	for n, line := range linesIn(t, "cases/slipped.txt") {
		mark, text, _ := strings.Cut(line, " ")
		switch mark {
		case "#":
			policy = text
		case "d", "a":
			got := assault{text: text}.verdict(hold(policy))
			if got.denied != (mark == "d") {
				t.Errorf("line %d: %s is answered with %s: %s: %s", n+1, policy, got, text, got.reason)
			}
			if got.denied {
				stopped++
			} else {
				passed++
			}
		case "=", "":
		default:
			t.Errorf("line %d: %q", n+1, line)
		}
	}
	if stopped < 30 || passed < 15 {
		t.Errorf("%d stopped and %d passed: the file was not read", stopped, passed)
	}
}
