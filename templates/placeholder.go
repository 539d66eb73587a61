package templates

import "strings"

// placeholders are what the first files of a role, a capability and an agent say where a
// person is to say something.
var placeholders = []string{
	"Say here in one sentence what agents in this role are for.",
	"Say here in one sentence what an agent may not do.",
	"You do not run example-command.",
	"Says here in one line what it is for and when to start it",
	"Say what it is, what it is given, and what it returns.",
}

// Placeholder is a sentence in a text that stands for one which nobody has written yet, ""
// if there is none.
func Placeholder(text string) string {
	for _, p := range placeholders {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}
