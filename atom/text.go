package atom

import "strings"

// A Text is what a body says, by its conventions.
type Text struct {
	Title                     string // the first heading
	Description               string // the first paragraph, on one line
	Example, Gotchas, Related string // below the headings of these names
}

// Read reads a body.
func Read(body []byte) Text {
	var t Text
	section, fenced := "", false
	var paragraph []string
	done := false
	for line := range strings.SplitSeq(strings.ReplaceAll(string(body), "\r\n", "\n"), "\n") {
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		heading := !fenced && strings.HasPrefix(line, "#")
		switch {
		case heading && strings.HasPrefix(line, "# ") && t.Title == "":
			t.Title = strings.TrimSpace(line[2:])
			continue
		case heading && strings.HasPrefix(line, "## "):
			section = strings.ToLower(strings.TrimSpace(line[3:]))
			done = done || len(paragraph) > 0
			continue
		case heading:
			done = done || len(paragraph) > 0
		}
		switch section {
		case "example":
			t.Example += line + "\n"
		case "gotchas":
			t.Gotchas += line + "\n"
		case "related":
			t.Related += line + "\n"
		case "":
			blank := strings.TrimSpace(line) == ""
			if blank && len(paragraph) > 0 {
				done = true
			}
			if !blank && !done && !heading {
				paragraph = append(paragraph, strings.TrimSpace(line))
			}
		}
	}
	t.Description = strings.Join(paragraph, " ")
	t.Example, t.Gotchas, t.Related = strings.TrimSpace(t.Example), strings.TrimSpace(t.Gotchas), strings.TrimSpace(t.Related)
	return t
}
