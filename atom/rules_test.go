//go:build unix

package atom

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestRulesOf: a rule is known by its file and by the number of its first heading,
// through a link too, and what is no text holds nobody up.
func TestRulesOf(t *testing.T) {
	dir, elsewhere := t.TempDir(), filepath.Join(t.TempDir(), "x")
	for name, text := range map[string]string{
		filepath.Join(dir, "a.md"): "# RULE 0.12: Often\n# RULE 0.13\n", filepath.Join(dir, "b.md"): "## RULE 1\n# RULE 2\n",
		filepath.Join(dir, "c.txt"): "# RULE 3\n", elsewhere: "# RULE\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(elsewhere, filepath.Join(dir, "d.md")); err != nil {
		t.Skip(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "e.md"), 0o644); err != nil {
		t.Skip(err)
	}
	want := []Rule{{"a", "RULE 0.12: Often", "0.12", ""}, {"b", "RULE 2", "", ""}, {"d", "RULE", "", ""}, {"e", "e", "", ""}}
	got := RulesOf(dir)
	for i := range got {
		if got[i].File != filepath.Join(dir, got[i].Slug+".md") {
			t.Errorf("%s is said to be %s", got[i].Slug, got[i].File)
		}
		got[i].File = ""
		if i >= len(want) || got[i] != want[i] {
			t.Errorf("%+v", got[i])
		}
	}
	if len(got) != len(want) || len(ReadRules(dir)) != 5 || ReadRules(filepath.Join(dir, "none")) != nil {
		t.Errorf("%d rules, by the names %v", len(got), ReadRules(dir))
	}
}
