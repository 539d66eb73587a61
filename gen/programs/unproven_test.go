package programs

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// TestUnproven holds how many examples are not run to prove them, and why: a
// table that nothing proves shows in a diff.
func TestUnproven(t *testing.T) {
	set, err := Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	var examples, manuals, claims, proven int
	why := map[string]int{}
	for _, p := range set.Programs {
		if p.Manual != "" {
			manuals++
		}
		c, n := p.claims()
		claims, proven = claims+c, proven+n
		for _, e := range p.Examples {
			examples++
			why[e.Unproven]++
		}
	}
	var got strings.Builder
	fmt.Fprintf(&got, "%d programs, %d of them by the section of a manual\n%d programs and subcommands with effects, %d proven\n%d examples, %d to be run\n", len(set.Programs), manuals, claims, proven, examples, why[""])
	for _, reason := range Unprovens {
		fmt.Fprintf(&got, "%d %s\n", why[reason], reason)
	}
	const golden = "testdata/unproven.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := os.ReadFile(golden)
	if string(want) != got.String() {
		t.Errorf("%s is not up to date; go test ./gen/programs -update\n%s", golden, got.String())
	}
}
