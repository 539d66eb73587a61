package verify

import "strings"

// questionsField is where an agent puts what it has to ask: nobody answers while
// it works.
const questionsField = "questions"

// Questions are what a report asks, one each; none if it has no such field, or
// says that there are none.
func Questions(report string) []string {
	return ParseReport(report, questionsField).questions()
}

func (d *Document) questions() (list []string) {
	for _, f := range d.All(questionsField) {
		if f.Empty() || f.None() {
			continue
		}
		for line := range strings.Lines(f.Text()) {
			line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*+0123456789.)"))
			if line != "" {
				list = append(list, logged(line))
			}
		}
	}
	return first(list, 50)
}
