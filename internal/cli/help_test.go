package cli

import (
	"bytes"
	"strings"
	"testing"

	"kei/runtime/invocation"

	"github.com/spf13/cobra"
)

// Every help fits a terminal of a hundred columns.
func TestHelpWidth(t *testing.T) {
	check := func(name, text string) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); len([]rune(line)) > 100 {
				t.Errorf("%s: %d columns: %s", name, len([]rune(line)), line)
			}
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		var out bytes.Buffer
		c.SetOut(&out)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		check(c.CommandPath(), out.String())
		for _, c := range c.Commands() {
			walk(c)
		}
	}
	a := &app{getenv: func(string) (string, bool) { return "", false }}
	walk(a.root())
	check("kei-agent-runtime", agentRuntimeUsage)
}

// What becomes of a word is said for every kind of slot.
func TestKindsSay(t *testing.T) {
	for _, k := range invocation.Kinds() {
		if kindsSay[k] == "" {
			t.Errorf("kei programs has no words for the kind %s", k)
		}
	}
}
