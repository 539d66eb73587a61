package goldentests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pattern is what only a regular expression has.
var pattern = regexp.MustCompile(`\^[a-z(]|\|\$\)|\\[bsd.]|\(\?:|\[\^`)

// TestDenialsInWords holds every denial of the shipped roles to words: what an
// agent is told names commands, and no regular expression.
func TestDenialsInWords(t *testing.T) {
	names, err := filepath.Glob("verdicts/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			// What a call is answered with stands below it, moved in.
			if reason, said := strings.CutPrefix(line, "         "); said && pattern.MatchString(reason) {
				t.Errorf("%s: %s", name, strings.TrimSpace(reason))
			}
		}
	}
	if !pattern.MatchString("git push matches ^git( |$)") {
		t.Error("a regular expression is not told from words")
	}
}
