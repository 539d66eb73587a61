package goldentests

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTextsRepeatNothing compares what the capabilities of every role say, pair by
// pair: an agent reads all of them, and what stands there twice is read once too often.
func TestTextsRepeatNothing(t *testing.T) {
	const most = 7 // words in a row; more is a sentence that was copied
	word := regexp.MustCompile(`[\pL\pN']+`)
	roles, err := shippedRoles()
	if err != nil {
		t.Fatal(err)
	}
	for name, role := range roles {
		said := map[string]string{} // which capability has a run of words
		for _, c := range role.Capabilities {
			words := word.FindAllString(strings.ToLower(c.Text), -1)
			for i := range max(0, len(words)-most) {
				run := strings.Join(words[i:i+most+1], " ")
				if by := said[run]; by != "" && by != c.Name {
					t.Errorf("role %s: %s and %s both say: %s", name, by, c.Name, run)
				}
				said[run] = c.Name
			}
		}
	}
}

// TestTextsSayWhy reads the text of each capability: the rule, then why it is there,
// then what to do instead. An agent that knows the reason keeps to the rule where
// nobody thought of the case.
func TestTextsSayWhy(t *testing.T) {
	for _, text := range capabilityTexts(t) {
		whole, err := os.ReadFile(text)
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(strings.ToLower(string(whole)), "because")
		switch {
		case at < 0:
			t.Errorf("%s does not say why (\"because ...\")", text)
		case at > len(whole)*3/4:
			t.Errorf("%s says why only at its end: the rule comes first, then the reason, then what to do instead", text)
		}
	}
}

// capabilityTexts are the text.md of the shipped capabilities.
func capabilityTexts(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("../capabilities/*/*/text.md")
	if err != nil || len(list) < 30 {
		t.Fatalf("%d texts, %v", len(list), err)
	}
	return list
}
