package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kei/runtime/report"
)

// GradedFindings holds every finding of a report to exactly one grade at its
// begin, or the report to saying that there are none.
type GradedFindings struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The words that grade a finding, of which each has one at its begin.
	// Example: ["P0", "P1", "P2"]
	Grades []string `toml:"grades"`
}

// findingStart is what may stand before a grade: the marks of a heading, a list
// or emphasis, and a number.
var findingStart = regexp.MustCompile("^(?:#{1,6}|[-*+]|[0-9]+[.)])*[ \t]*(?:#{1,6}|[-*+]|[0-9]+[.)])?[ \t]*[*_`\\[(]*")

// heading is a title with its text.
var heading = regexp.MustCompile(`^(#{1,6})[ \t]+(.*?)[ \t#:]*$`)

// findingWord is in the title of what lists findings, whatever else is, and
// plainWord in that of what consists of them: "The issue" can be an introduction.
var (
	findingWord = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:findings?|issues?|problems|defects?|bugs?|weakness(?:es)?|vulnerabilit(?:y|ies))(?:[^a-z]|$)`)
	plainWord   = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:findings?|issues|problems|defects|bugs|weaknesses|vulnerabilities)(?:[^a-z]|$)`)
)

// noFindings are the ways to say that there are none.
var noFindings = regexp.MustCompile(`(?i)^(?:none|no (?:findings|issues|problems|defects|bugs|weaknesses|vulnerabilities)(?: (?:were )?found)?)$`)

// A section is a part of a report that lists findings.
type section struct {
	line   int
	level  int  // of its heading; 7 is a line in bold, 8 a field
	items  bool // items are findings; else headings are, and lists belong to them
	text   bool // something stands in it
	graded bool
	none   bool // it says that there are none
	whole  bool // it is of all findings
	plain  bool // there is nothing else in it
}

// A grading is one reading of a report.
type grading struct {
	*GradedFindings
	v      Violations
	graded int
	none   bool // there are no findings
	empty  bool // there are none of one sort
	in     *section
}

// Check implements [Step].
func (s *GradedFindings) Check(r *Run) error {
	d, err := r.Report()
	if err != nil {
		return err
	}
	g := &grading{GradedFindings: s}
	g.form(d)
	for i, l := range d.lines {
		if !l.quoted {
			g.line(d, i, l.text)
		}
	}
	g.end()
	switch {
	case g.graded == 0 && !g.none && !g.empty && len(g.v) == 0:
		g.v.add("the report has no finding with one of the grades %s at its begin, and no line No findings", strings.Join(s.Grades, ", "))
	case g.graded > 0 && g.none:
		g.v.add("the report has a line No findings, and %s", plural(g.graded, "finding"))
	}
	return g.v.Err()
}

// form takes in the findings of a form: each has its grade as a key, or begins with
// it.
func (g *grading) form(d *Document) {
	if d.form == nil {
		return
	}
	for _, f := range d.All("findings") {
		if f.None() || noFindings.MatchString(strings.Trim(f.Text(), ". ")) {
			g.none, g.empty = true, true
			continue
		}
		if f.items == nil {
			g.finding(f, report.Item{Text: f.Text()})
		}
		for _, item := range f.items {
			g.finding(f, item)
		}
	}
}

func (g *grading) finding(f Field, item report.Item) {
	grade, keyed := item.Keys["grade"]
	switch grades := g.grades(item.Text); {
	case keyed && slices.Contains(g.Grades, grade), !keyed && len(grades) == 1:
		g.graded++
	case keyed:
		g.v.add("findings in line %d has one whose grade is %s; it is one of %s", f.Line, shown(cut(grade, 80)), strings.Join(g.Grades, ", "))
	case len(grades) > 1:
		g.v.add("findings in line %d has one with the grades %s; a finding has one", f.Line, strings.Join(grades, ", "))
	default:
		g.v.add("findings in line %d has one without a grade: %s", f.Line, shown(cut(item.Text, 80)))
	}
}

// end closes the section that is open.
func (g *grading) end() {
	if s := g.in; s != nil && s.text && s.plain && !s.graded && !s.none {
		g.v.add("line %d begins findings, and none below it has a grade", s.line)
	}
	g.in = nil
}

func (g *grading) line(d *Document, i int, text string) {
	bare := strings.TrimSpace(text)
	said := strings.Trim(bare, "#*_-. ")
	if strings.EqualFold(said, "no findings") || g.in != nil && noFindings.MatchString(said) {
		g.empty = true
		g.none = g.none || g.in == nil || g.in.whole
		if g.in != nil {
			g.in.none = true
		}
		return
	}
	grades := g.grades(bare)
	if len(grades) > 0 {
		g.grade(i, text, grades)
		return
	}
	level, title, value := titleOf(d, i, text)
	switch {
	case level > 0 && findingWord.MatchString(title):
		g.begin(i, level, title, value)
	case g.in == nil || bare == "":
	case level == 8 && g.in.none:
		g.end() // "I looked at:", and no findings
	case level > 0 && level <= g.in.level:
		g.end()
	case level > 0 && level < 7 && g.in.level < 7:
		g.in.items, g.in.text = false, true
		g.ungraded(i, bare)
	case g.in.items && isItem(text) && text[0] == bare[0]:
		g.ungraded(i, bare)
	case g.in.level < 8 || text[0] != bare[0]:
		g.in.text = g.in.text || !underline.MatchString(bare)
	default:
		g.end() // text below a field
	}
}

// begin opens a section; one within another is its own.
func (g *grading) begin(i, level int, title, value string) {
	if g.in != nil && (g.in.none || level > g.in.level && !g.in.graded) {
		g.in = nil // it only had groups in it
	}
	g.end()
	whole := strings.EqualFold(strings.Trim(title, " *_`:"), "findings")
	g.in = &section{line: i + 1, level: level, items: true, whole: whole, plain: plainWord.MatchString(title)}
	switch value = strings.Trim(value, "*_`. "); {
	case noFindings.MatchString(value):
		g.none, g.empty, g.in.none = g.none || whole, true, true
	case len(g.grades(value)) == 1:
		g.graded++
		g.in.graded = true
	}
}

// grade takes in a finding that has grades.
func (g *grading) grade(i int, text string, grades []string) {
	if m := heading.FindStringSubmatch(text); m != nil && g.in != nil {
		if len(m[1]) > g.in.level {
			g.in.items = false
		} else {
			g.end()
		}
	}
	if g.in != nil {
		g.in.graded = true
	}
	if len(grades) == 1 {
		g.graded++
		return
	}
	g.v.add("line %d has the grades %s; a finding has one", i+1, strings.Join(grades, ", "))
}

func (g *grading) ungraded(i int, bare string) {
	g.in.graded = true // it has been said
	g.v.add("line %d is a finding without a grade: %s", i+1, shown(cut(bare, 80)))
}

var (
	bold      = regexp.MustCompile(`^(?:\*\*|__)([^*_]+)(?:\*\*|__):?$`)
	underline = regexp.MustCompile(`^(?:=+|-+)$`)
)

// titleOf is the title that a line is, and its level: a heading's, 7 of a line in
// bold, 8 of a field, 0 if it is none.
func titleOf(d *Document, i int, text string) (level int, title, value string) {
	if m := heading.FindStringSubmatch(text); m != nil {
		return len(m[1]), m[2], ""
	}
	if text == "" || text[0] == ' ' || text[0] == '\t' || isItem(text) {
		return 0, "", ""
	}
	if i+1 < len(d.lines) && !d.lines[i+1].quoted && underline.MatchString(d.lines[i+1].text) {
		if d.lines[i+1].text[0] == '=' {
			return 1, text, ""
		}
		return 2, text, ""
	}
	if m := bold.FindStringSubmatch(text); m != nil {
		return 7, m[1], ""
	}
	if f, ok := fieldOf(text, i+1); ok && len(strings.Fields(f.Name)) <= 4 {
		return 8, f.Name, f.Value
	}
	return 0, "", ""
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

// wordLen is how many bytes of letters, digits and _ s begins with.
func wordLen(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if n < 0 {
		return len(s)
	}
	return n
}
