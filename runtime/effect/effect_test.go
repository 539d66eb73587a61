package effect

import "testing"

// What a command does reads as a sentence, whatever the effects are called.
func TestDoes(t *testing.T) {
	for set, want := range map[Set]string{
		0: "", Sends: "sends", Sends | History: "sends, changes history", System | Agents: "changes the system, starts or governs agents",
		Secrets | Privilege: "shows secrets, takes privilege",
	} {
		if got := set.Does(); got != want {
			t.Errorf("%s: %q, want %q", set, got, want)
		}
	}
	for i, n := range names {
		if got := (Set(1) << i).Does(); got == "" {
			t.Errorf("%s is nothing that a command does", n)
		}
	}
}
