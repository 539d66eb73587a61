package verify

import (
	"regexp"
	"slices"
	"strings"
)

// GradedFindings holds every finding of a report to exactly one grade at its
// begin, or the report to saying that there are none.
type GradedFindings struct {
	Capability string   `toml:"-"`
	Place      Place    `toml:"-"`
	Grades     []string `toml:"grades"`
}

// findingStart is what may stand before a grade: the marks of a heading, a list
// or emphasis, and a number.
var findingStart = regexp.MustCompile("^(?:#{1,6}|[-*+]|[0-9]+[.)])*[ \t]*(?:#{1,6}|[-*+]|[0-9]+[.)])?[ \t]*[*_`\\[(]*")

// heading is a title with its text.
var heading = regexp.MustCompile(`^(#{1,6})[ \t]+(.*?)[ \t#:]*$`)

// Check implements [Step].
func (s *GradedFindings) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	var v Violations
	graded, none := 0, false
	level := 0 // of the heading that the findings stand under; 0 is outside
	items := true
	for i, l := range d.lines {
		line := l.text
		bare := strings.TrimSpace(line)
		if strings.EqualFold(strings.Trim(bare, "#*_-. "), "no findings") {
			none = true
			continue
		}
		starts := false // a finding
		if m := heading.FindStringSubmatch(line); m != nil {
			switch {
			case strings.EqualFold(m[2], "findings"):
				level, items = len(m[1]), true
				continue
			case level > 0 && len(m[1]) <= level:
				level = 0
			case level > 0:
				starts, items = true, false // headings are the findings, lists belong to them
			}
		} else if level > 0 && items && isItem(line) && line[0] == bare[0] {
			starts = true
		}
		grades := s.grades(bare)
		switch {
		case len(grades) == 1:
			graded++
		case len(grades) > 1:
			v.add("line %d has the grades %s; a finding has one", i+1, strings.Join(grades, ", "))
		case starts:
			v.add("line %d is a finding without a grade: %s", i+1, shown(cut(bare, 80)))
		}
	}
	switch {
	case graded == 0 && !none && len(v) == 0:
		v.add("the report has no finding with one of the grades %s at its begin, and no line No findings", strings.Join(s.Grades, ", "))
	case graded > 0 && none:
		v.add("the report has a line No findings, and %s", plural(graded, "finding"))
	}
	return v.Err()
}

// grades are those that a line begins with, in capitals and as whole words.
func (s *GradedFindings) grades(line string) []string {
	rest := strings.TrimPrefix(line, findingStart.FindString(line))
	var found []string
	for {
		word := rest[:wordLen(rest)]
		if !slices.Contains(s.Grades, word) {
			return found
		}
		after := rest[len(word):]
		found = append(found, word)
		next := strings.TrimLeft(after, " /,|&+-")
		if next == after || !slices.Contains(s.Grades, next[:wordLen(next)]) {
			if !strings.HasPrefix(after, ":") && after != "" && !strings.ContainsAny(after[:1], "*_`])( -–—.") {
				return found[:len(found)-1]
			}
			return found
		}
		rest = next
	}
}

func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
