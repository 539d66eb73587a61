package goldentests

import (
	"os"
	"strings"
	"testing"
)

// TestNeighbours asks the policies of cases/proven about spellings of what stands there,
// and about honest commands that look like them.
func TestNeighbours(t *testing.T) {
	data, err := os.ReadFile("cases/neighbours.txt")
	if err != nil {
		t.Fatal(err)
	}
	home := assaultHome(t)
	hold := heldPolicies(t, home)
	policy, asked := "", 0
	for n, line := range strings.Split(string(data), "\n") {
		want, text, _ := strings.Cut(line, " ")
		switch want {
		case "", "=":
		case "#":
			if policy = text; provenPolicies[policy].hold == nil {
				t.Fatalf("line %d: no policy %q", n+1, policy)
			}
		case "a", "d":
			asked++
			a := assault{policy: policy, text: text}
			if got := a.verdict(hold(policy)); got.String()[:1] != want {
				t.Errorf("line %d: under %s, %s is answered with %s: %s", n+1, policy, text, got, got.reason)
			}
		default:
			t.Fatalf("line %d is neither a nor d and a command", n+1)
		}
	}
	if asked < 150 {
		t.Errorf("only %d commands were asked", asked)
	}
}
