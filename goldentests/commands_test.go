package goldentests

import (
	"os"
	"strings"
	"testing"
)

// TestCommands asks policies in words about the commands of cases/commands.txt.
func TestCommands(t *testing.T) {
	data, err := os.ReadFile("cases/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.MkdirAll(root+"/src", 0o755); err != nil {
		t.Fatal(err)
	}
	var h held
	words, asked := "", 0
	for n, line := range strings.Split(string(data), "\n") {
		switch {
		case line == "" || strings.HasPrefix(line, "="):
			continue
		case strings.HasPrefix(line, "# "):
			words = line[2:]
			f, ok := fenceOf(t, words)
			if !ok {
				t.Fatalf("line %d: no policy %q", n+1, words)
			}
			where := root
			if f.Root != "" {
				where = f.Root
			}
			h = f.hold(t, where)
			continue
		}
		want, command, ok := strings.Cut(line, " ")
		if !ok || want != "a" && want != "d" {
			t.Fatalf("line %d is neither a nor d and a command", n+1)
		}
		asked++
		command = strings.ReplaceAll(command, `\n`, "\n")
		if got := h.bash(command); got.String()[:1] != want {
			t.Errorf("line %d: under %q, %s is answered with %s: %s", n+1, words, command, got, got.reason)
		}
	}
	if asked < 400 {
		t.Errorf("only %d commands were asked", asked)
	}
}
