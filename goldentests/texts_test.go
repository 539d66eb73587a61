package goldentests

import (
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
