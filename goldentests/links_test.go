package goldentests

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyLinks asks about calls that make more links than are followed: what is not there
// yet may be any of them, and what is there stays what it is.
func TestManyLinks(t *testing.T) {
	home := assaultHome(t)
	hold := heldPolicies(t, home)
	var many strings.Builder
	for i := range 80 {
		fmt.Fprintf(&many, "ln -s a.txt src/l%d; ", i)
	}
	for _, row := range []struct {
		behind string
		denied bool
	}{
		{"ln -s ../docs src/q; echo y > src/q/n", true},
		{"mkdir -p src/a/b; ln -s ../docs src/a/b/q; mv -t src src/a/b/q; echo y > src/q/n", true},
		{"echo y > src/a.txt", false},
		{"cat src/b.txt > src/gen/g.txt", false},
	} {
		got := assault{policy: "files", text: many.String() + row.behind}.verdict(hold("files"))
		if got.denied != row.denied {
			t.Errorf("behind 80 links, %s: denied is %v", row.behind, got.denied)
		}
	}
}
