package invocation

import "testing"

const provenFacts = `a
tried other
= reads
-n --dry-run		only prints	proven
-h		only prints
-w		= writes
unknown alias
> show
proven
= prints
> run
= builds
> like
proven
: X
`

// TestProven holds when effects are all that a command has, for a policy that
// allows by effects: never where nothing is known.
func TestProven(t *testing.T) {
	list := []Facts{provenFacts, "b\nproven\n: X\n", "c\nproven\n= prints\n> x\n= sends\n"}
	table := NewTable("a\nb\nc\nother\ta\town\nthird\ta\town\n", "", list)
	for _, test := range []struct {
		name, line, want string
		ok               bool
	}{
		{"an example reached it", "a show", "prints, reads", true},
		{"none did", "a run", "reads, builds", false},
		{"none without a subcommand", "a", "reads", false},
		{"a subcommand of which nothing but the program is known", "a like", "reads", true},
		{"no such subcommand", "a frob", "reads", false},
		{"an option that has its example", "a --dry-run run", "prints", true},
		{"taken back", "a --no-dry-run run", "reads, builds", false},
		{"an option in place of effects without one", "a -h show", "prints", false},
		{"both", "a -n -h show", "prints", false},
		{"more effects are as good", "a -w show", "prints, reads, writes", true},
		{"no such option", "a show --frob", "prints, reads", false},
		{"another that is read alike, tried", "other show", "prints, reads", true},
		{"another that is read alike", "third show", "prints, reads", false},
		{"nothing is claimed", "b x", "", false},
		{"an operand where subcommands are possible", "c y", "prints", true},
		{"a subcommand beside it", "c x", "prints, sends", false},
	} {
		w := words(test.line)
		inv := table.Read(w, w[0].Text, "")[0]
		if set, ok := inv.Proven(); set.String() != test.want || ok != test.ok {
			t.Errorf("%s: %q has %v, proven %v; want %s, %v", test.name, test.line, set, ok, test.want, test.ok)
		}
	}
}
