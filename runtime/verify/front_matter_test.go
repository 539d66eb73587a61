package verify

import (
	"strings"
	"testing"
)

// A report that begins as the definition of an agent is told from one that has a rule
// or a field somewhere.
func TestDefinesAgent(t *testing.T) {
	for text, want := range map[string]bool{
		"---\nname: x\n---\n": true, "---\nmodel: y\nname : x": true, "--- \t\r\n\"name\": x\n": true, "\ufeff---\n  'name' : x\n": true,
		"---\n-\n- a\nname: x\n": true, "---\n" + strings.Repeat("a: b\n", mostFrontMatter) + "name: x\n": true,
		"---\n" + strings.Repeat("a: b\n", mostFrontMatter+1) + "name: x\n": false,
		"": false, "---": false, "---\n": false, "name: x\n": false, "---\n---\nname: x\n": false, "---\nnames: x\n": false, "---\nname\n": false,
		"text\n---\nname: x\n": false, "----\nname: x\n": false,
	} {
		if got := definesAgent([]byte(text)); got != want {
			t.Errorf("%.40q: %v, want %v", text, got, want)
		}
	}
}
